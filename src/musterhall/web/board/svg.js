/* Elements of a picture: how they are made, how wide a text is, and art that comes as text. */

const SVG = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function add(parent, name, attributes = {}) {
  return parent.appendChild(element(name, attributes));
}

const pen = document.createElement("canvas").getContext("2d");

export function textWidth(text) {
  pen.font = `600 11px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
}

/** Terrain is drawn by our own code; what could run or load is dropped all the same. */
export function trustedArt(markup) {
  const page = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "text/html");
  const svg = page.querySelector("svg");
  if (!svg) return [];
  for (const node of svg.querySelectorAll("script, foreignObject, iframe, image")) node.remove();
  for (const node of svg.querySelectorAll("*")) {
    for (const { name } of [...node.attributes]) if (/^on/i.test(name)) node.removeAttribute(name);
  }
  return [...svg.childNodes].map((node) => document.importNode(node, true));
}
