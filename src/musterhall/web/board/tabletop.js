/* The referee's table: how a situation is drawn on it, and what a tap means there. */

import { pick } from "./asking.js";
import { idle, showWords } from "./beside.js";
import { Board } from "./board.js";
import { inside, near } from "./outlines.js";
import { groundLook, group, SIDES } from "./palette.js";
import { inLengths, Position } from "./position.js";
import { edit, find, now, told } from "./situation.js";
import { add } from "./svg.js";

export function show(picture, moment = "after") {
  const data = inLengths(picture);
  const view = now.table?.board.data.table.size === data.table.size ? now.table.board.view : null;
  now.table?.board.remove();
  const host = find("hand-table");
  host.style.aspectRatio = `${data.table.width + 6} / ${data.table.depth + 6}`;
  const board = new Board(host, data, point);
  const before = Position.of(data).apply(data.before);
  const after = data.after ? before.copy().apply(data.after) : before;
  const [first = null, second = null] = data.asked.groups;
  const frame = { ...(data.after ?? data.before), group: first, rings: rings(data, before), paths: paths(data, before), arcs: data.arcs };
  board.chosen = second;
  if (view) board.look(view.x, view.y, view.width);
  now.table = { board, data, before, after, frame, over: add(board.svg, "g", { class: "over" }) };
  find("moments").hidden = !data.after;
  now.labels = new Set(now.shown.units.map(({ label }) => label));
  moments(data.after ? moment : "before");
  showWords();
}

/** Before or after what was resolved. */
export function moments(which) {
  const { board, before, after, frame, data } = now.table;
  if (which === "before") board.draw(before, before, { ...frame, pieces: data.before.pieces }, 1);
  else board.draw(before, after, frame, 1);
  for (const button of find("moments").children) button.setAttribute("aria-pressed", String(button.dataset.moment === which));
  drawOver();
}

function rings(data, position) {
  return [...data.rings, ...data.asked.pieces.map((id) => [position.x[id], position.y[id], 3.4, "area"])];
}

function paths(data, position) {
  const { pieces } = data.asked;
  if (data.paths.length || pieces.length !== 2) return data.paths;
  const [one, other] = pieces;
  return [[position.x[one], position.y[one], position.x[other], position.y[other], "plain"]];
}

export function redraw() {
  if (now.shown) show(now.shown.picture);
}

/** What is chosen, with a handle to turn it by, and the places that were tapped. */
export function drawOver() {
  const { board, over } = now.table;
  over.replaceChildren();
  const piece = now.shown.units[now.chosen]?.piece;
  if (piece !== undefined && piece !== null) {
    const [x, y] = [board.after.x[piece], board.after.y[piece]];
    add(over, "circle", { class: "selected", cx: x, cy: y, r: 3.6 * board.swell });
    const facing = board.after.facing[piece];
    if (!Number.isNaN(facing)) {
      const [hx, hy] = handle(piece);
      add(over, "path", { class: "stalk", d: `M${x} ${y}L${hx} ${hy}` });
      add(over, "circle", { class: "handle", cx: hx, cy: hy, r: 1.5 * board.swell });
    }
  }
  for (const field of now.question?.fields ?? []) {
    if (field.form !== "place" && field.form !== "path") continue;
    const value = now.given[field.name];
    const points = (field.form === "place" && value ? [value] : value ?? []).map(([x, y]) => [x / scale(), y / scale()]);
    if (points.length > 1) add(over, "path", { class: "tapped-way", d: `M${points.map((point) => point.join(" ")).join("L")}` });
    for (const [x, y] of points) add(over, "circle", { class: "tapped-place", cx: x, cy: y, r: 1.1 * board.swell });
  }
}

export function handle(piece) {
  const { board } = now.table;
  const angle = (board.after.facing[piece] * Math.PI) / 180;
  const away = 6.4 * board.swell;
  return [board.after.x[piece] + away * Math.cos(angle), board.after.y[piece] + away * Math.sin(angle)];
}

export const scale = () => now.shown.picture.table.length;
export const unitOf = (piece) => now.shown.units.findIndex((unit) => unit.piece === piece);

/** Where on the table an event is, in its own unit; null beside it. */
export function spot(event) {
  const { x, y } = now.table.board.tablePoint(event);
  const { width, depth } = now.table.data.table;
  if (x < -2 || y < -2 || x > width + 2 || y > depth + 2) return null;
  const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most) * scale() * 10) / 10;
  return [within(x, width), within(y, depth)];
}

function point(piece, event, tapped) {
  if (!tapped) {
    const unit = piece === null ? null : now.shown.units[unitOf(piece)];
    if (!now.picking && !now.tool) find("hint").textContent = unit ? about(piece) : idle();
    return;
  }
  tap(piece, event);
}

function about(piece) {
  const { name, profile, group } = now.table.data.pieces[piece];
  const { name: kind, lines } = now.table.data.profiles[profile];
  const company = now.table.data.groups[group].name;
  return `${name}${company && company !== name ? ` (${company})` : ""}: ${[kind, ...lines.slice(1)].join("; ")}`;
}

export function tap(piece, event) {
  const at = spot(event);
  const unit = piece === null ? -1 : unitOf(piece);
  if (now.picking) return pick(now.picking, unit, at);
  if (unit >= 0) return chooseUnit(unit);
  if (!at) return;
  if (now.tool?.do === "put") return edit({ ...now.tool, side: SIDES[now.side], group: group(), at });
  if (now.tool?.do === "ground") return edit({ ...now.tool, ...groundLook(), at });
  if (now.tool?.do === "remove ground") return removeGround(at);
  chooseUnit(null);
}

export function chooseUnit(unit) {
  now.chosen = unit;
  now.tool = null;
  drawOver();
  showWords();
}

function removeGround(at) {
  const found = now.shown.terrain.findLastIndex(({ outline, line: open }) => (open ? near(outline, at, 3 * scale()) : inside(outline, at)));
  if (found < 0) return told("problem", "There is no terrain there; tap on a piece of it.");
  edit({ do: "remove ground", unit: found });
}
