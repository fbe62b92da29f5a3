/* Dice as they lie on the table, with the sum that made the result. */

import { add, element } from "./svg.js";

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const SQUARE = "M-8-10H8A2 2 0 0 1 10-8V8A2 2 0 0 1 8 10H-8A2 2 0 0 1-10 8V-8A2 2 0 0 1-8-10Z";
const KITE = "M0-11 10.5-1 0 11-10.5-1Z";
const SHAPES = { 6: SQUARE, 10: KITE, 4: "M0-11 10.5 8H-10.5Z", 8: "M0-11 10 0 0 11-10 0Z" };
const ROUND = "M0-11 9.5-5.5V5.5L0 11-9.5 5.5V-5.5Z";
const MOST_SHOWN = 24;
const MOST_THROWS = 7;

/** All throws of a moment; of very many the first. */
export function throwPictures(dice) {
  const rest = dice.length - MOST_THROWS;
  return [...dice.slice(0, MOST_THROWS).map(throwPicture), ...(rest > 0 ? [words("span", `and ${rest} more`)] : [])];
}

/** One throw: its dice, what it was for and what it came to. */
function throwPicture({ rolled, sides, what, sum, passed }) {
  const row = document.createElement("div");
  row.className = `throw ${passed === true ? "passed" : passed === false ? "failed" : ""}`;
  const dice = document.createElement("span");
  dice.className = "fallen";
  dice.append(...rolled.slice(0, MOST_SHOWN).map((value, at) => die(value, sides, at)));
  if (rolled.length > MOST_SHOWN) dice.append(`+${rolled.length - MOST_SHOWN}`);
  row.append(dice, words("b", what), words("span", sum));
  return row;
}

function die(value, sides, at) {
  const svg = element("svg", { class: "die", viewBox: "-12 -12 24 24", role: "img", "aria-label": `${value} on a die of ${sides}` });
  svg.style.setProperty("--at", at);
  add(svg, "path", { class: "cube", d: SHAPES[sides] ?? ROUND });
  if (sides === 6 && PIPS[value]) for (const [x, y] of PIPS[value]) add(svg, "circle", { class: "pip", cx: x * 5, cy: y * 5, r: 2 });
  else add(svg, "text", { class: "number", y: sides === 4 ? 6 : 3.5 }).textContent = value;
  return svg;
}

function words(name, text) {
  return Object.assign(document.createElement(name), { textContent: text ?? "" });
}
