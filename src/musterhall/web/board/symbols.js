/* What pieces and signs look like, on the table and on their own in its key. */

import { add, element, trustedArt } from "./svg.js";
import { clamp, round, star } from "./shapes.js";

/** One symbol on its own, for a key to the picture. */
export function symbolPicture(symbol, side, load = 0) {
  const svg = element("svg", { class: "key-symbol", viewBox: "-2.7 -1.8 5.4 3.6", "aria-hidden": "true" });
  const root = add(svg, "g", { class: `piece side${side}` });
  add(root, "path", { class: "frame", d: FRAMES[side] });
  add(root, "path", { class: "glyph", d: GLYPHS[symbol] });
  add(root, "g", { class: "load" }).append(...pips(load));
  return svg;
}

/** A mark for a level on its own, as it stands beside a piece. */
export function levelPicture(mark) {
  const svg = element("svg", { class: "key-level", viewBox: "-1.2 -1.2 2.4 2.4", "aria-hidden": "true" });
  svg.append(...levelMark(mark));
  return svg;
}

/** A sample of what lies on the table. */
export function groundPicture(art) {
  const svg = element("svg", { class: "key-ground", viewBox: "0 0 7 5", "aria-hidden": "true" });
  svg.append(...trustedArt(art));
  return svg;
}

/** An arc, a ring or a marker on its own. */
export function signPicture(sign) {
  const svg = element("svg", { class: "key-symbol", viewBox: "-2.7 -1.8 5.4 3.6", "aria-hidden": "true" });
  if (sign === "strength") svg.append(...strengthBar(6, 2, 10, 0));
  else if (sign === "flag") add(svg, "path", { class: "cloth", d: "M-2-1.2H2V1.2H-2Z" });
  else if (sign === "orders") add(svg, "rect", { class: "key-order", x: -2.4, y: -0.9, width: 4.8, height: 1.8, rx: 0.5 });
  else if (sign === "badge") add(add(svg, "g", { class: "badge" }), "path", { d: star(10, 1.5, 1.2) });
  else if (sign === "wreck") add(add(svg, "g", { class: "wreck side0" }), "path", { class: "scorch", d: star(7, 1.7, 1.15) });
  else if (sign === "arc") add(svg, "path", { class: "key-arc", d: "M-2 1.5V-1.6A3.6 3.6 0 0 1 2 1.5Z" });
  else if (sign in MARKERS) add(svg, "g", { class: `marker side0 ${sign}` }).append(...markerSign(sign, 0));
  else add(add(svg, "g", { class: `ring ${ringClass(sign)}` }), "circle", { r: 1.55 });
  return svg;
}

/* White line drawings inside a frame 4 lengths wide, after the symbols on staff maps. */
export const GLYPHS = {
  infantry: "M-1.25-.9 1.25.9M1.25-.9-1.25.9",
  tank: "M-.6-.62H.6A.62.62 0 0 1 .6.62H-.6A.62.62 0 0 1-.6-.62Z",
  carrier: "M-.6-.62H.6A.62.62 0 0 1 .6.62H-.6A.62.62 0 0 1-.6-.62ZM-.9-.5.9.5M.9-.5-.9.5",
  truck: "M-1.25.1V-.75H.4V.1M.4-.4H1.25V.1M-1.3.2H1.3M-.7.62A.12.12 0 1 1-.7.63M.75.62A.12.12 0 1 1 .75.63",
  gun: "M0-.5A.5.5 0 1 1-.01-.5ZM0-.2A.2.2 0 1 1-.01-.2Z",
  "gun-tracked":
    "M-.65-.75H.65A.75.75 0 0 1 .65.75H-.65A.75.75 0 0 1-.65-.75ZM0-.16A.16.16 0 1 1-.01-.16Z",
  antiair: "M-1.15.95C-1.15-1.15 1.15-1.15 1.15.95M0 .9V-.1",
  scout: "M-1.3.95 1.3-.95",
  helicopter: "M-1.2-.6V.6L1.2-.6V.6ZM0-.95V.95",
  aircraft: "M-1.2-.55V.55L1.2-.55V.55Z",
  ship: "M-1.3.1H1.3L.8.8H-.8ZM0 .1V-.85M-.5-.45H.5",
  walker: "M-.42-.95H.42V-.3H-.42ZM-.42-.62H-1V.1M.42-.62H1V.1M-.3-.3-.62.95M.3-.3.62.95",
};

export const FRAMES = [
  "M-1.75-1.4H1.75A.3.3 0 0 1 2.05-1.1V1.1A.3.3 0 0 1 1.75 1.4H-1.75A.3.3 0 0 1-2.05 1.1V-1.1A.3.3 0 0 1-1.75-1.4Z",
  "M-1.3-1.45H1.3L2.35 0 1.3 1.45H-1.3L-2.35 0Z",
];

const LEVELS = {
  up: "M-.5.25 0-.32 .5.25",
  "up-twice": "M-.5.02 0-.52 .5.02M-.5.56 0 .02 .5.56",
  peak: "M-.5-.56H.5M0 .6V-.2M-.38.14 0-.26 .38.14",
  down: "M-.5.56H.5M0-.6V.2M-.38-.14 0 .26 .38-.14",
};

const MARKERS = { spot: "M-1.05-1.05 1.05 1.05M1.05-1.05-1.05 1.05", heading: "M-1.5-1.3 2 0-1.5 1.3-.8 0Z" };
export const FLAGS = ["M0-6.4H4V-3.6H0Z", "M0-6.4H4.6L3.4-5 4.6-3.6H0Z"];

export const WIDE_FLAGS = ["M0-6.4H5.8V-3.6H0Z", "M0-6.4H6.4L5.2-5 6.4-3.6H0Z"];
export const BURST = star(9, 1, 0.45);

export const SPARK = star(4, 1, 0.3);

/** What is left as a bar, what is marked to go as its paler end. */
export function strengthBar(left, going, size, y) {
  const wide = (share) => round(4 * clamp(share / Math.max(1, size)));
  const bar = (name, x, width) => element("rect", { class: name, x: round(x - 2), y: y - 0.4, width, height: 0.8 });
  const stays = Math.max(0, left - going);
  return [bar("whole", 0, 4), bar("stays", 0, wide(stays)), bar("going", wide(stays), wide(left - stays))];
}

/** A row of dots on the upper edge of a piece, one for each passenger. */
export function pips(count) {
  const apart = Math.min(1.15, 3.2 / Math.max(1, count - 1));
  return Array.from({ length: count }, (_, at) =>
    element("circle", { cx: round((at - (count - 1) / 2) * apart), cy: -1.4, r: 0.46 }));
}

export function levelMark(mark) {
  return mark in LEVELS ? [element("circle", { class: "disc", r: 1 }), element("path", { class: "sign", d: LEVELS[mark] })] : [];
}

export function markerSign(sign, facing) {
  const shape = element("path", { class: "sign", d: MARKERS[sign] ?? MARKERS.spot });
  if (sign === "heading") shape.setAttribute("transform", `rotate(${round(facing)})`);
  return sign === "heading" ? [shape] : [element("circle", { class: "disc", r: 1.7 }), shape];
}

export function shotClass(kind) {
  return ["kill", "hit", "miss"].includes(kind) ? kind : "plain";
}

export function ringClass(kind) {
  return ["blast", "range", "area"].includes(kind) ? kind : "range";
}
