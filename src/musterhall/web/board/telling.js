/* How a replay names things: turns, sides, kinds of moments and what became of a group. */

import { add } from "./svg.js";

const KINDS = ["move", "fire", "blast", "fight", "test", "rally", "break", "withdraw", "command", "zone", "phase"];
const ALIASES = { "set-up": "phase", result: "zone" };

export function make(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== "") made.textContent = text;
  return made;
}

export function icon(kind) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("aria-hidden", "true");
  add(svg, "use", { href: `#kind-${kind}` });
  return svg;
}

/** A line of arithmetic with its outcome lifted out. */
export function arithmetic(text) {
  const item = make("li");
  const cut = text.lastIndexOf(" = ");
  item.append(cut < 0 ? text : text.slice(0, cut + 3));
  if (cut >= 0) item.append(make("b", "", text.slice(cut + 3)));
  return item;
}

export function kindOf(frame) {
  const kind = ALIASES[frame.kind] ?? frame.kind;
  return KINDS.includes(kind) ? kind : "other";
}

export function sideClass(side) {
  return side === 0 || side === 1 ? `side${side}` : "no-side";
}

const turnWords = { turn: "", before: "" };

/** What the game calls its turns; said when a battle is opened. */
export function callTurns({ turn, before }) {
  Object.assign(turnWords, { turn, before });
}

export function turnName(turn) {
  return turn > 0 ? `${turnWords.turn} ${turn}` : turnWords.before;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function named(side) {
  return capital(side.name);
}

export function isLost(data, position, group) {
  return position.gone[group] === 1 || position.strength(data, group).left === 0;
}

export function stateOf(data, position, group) {
  return position.gone[group] ? "gone" : data.words.states[position.states[group]];
}
