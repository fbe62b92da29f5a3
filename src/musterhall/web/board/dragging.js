/* Dragging on the referee's table: a piece, the handle it is turned by, or a unit out of the palette. */

import { make } from "./fields.js";
import { groundLook, group, SIDES } from "./palette.js";
import { edit, find, now } from "./situation.js";
import { drawOver, handle, redraw, spot, tap, unitOf } from "./tabletop.js";

const FAR = 6;

export function listenToDrags() {
  const host = find("hand-table");
  let held = null;
  host.addEventListener("pointerdown", (event) => {
    if (!now.table || now.picking || event.button) return;
    held = handleAt(event) ?? pieceAt(event);
    if (!held) return;
    event.stopPropagation();
    host.setPointerCapture(event.pointerId);
    held = { ...held, from: [event.clientX, event.clientY], moved: false };
  }, { capture: true });
  host.addEventListener("pointermove", (event) => {
    if (!held) return;
    event.stopPropagation();
    held.moved ||= Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) > FAR;
    if (held.moved) follow(held, event);
  }, { capture: true });
  host.addEventListener("pointerup", (event) => {
    if (!held) return;
    event.stopPropagation();
    const done = held;
    held = null;
    if (!done.moved) return tap(done.piece, event);
    const { board } = now.table;
    if (done.turns) edit({ do: "turn", unit: done.unit, facing: Math.round(board.after.facing[done.piece] / 5) * 5 });
    else if (spot(event)) edit({ do: "move", unit: done.unit, at: spot(event) });
    else redraw();
  }, { capture: true });
  host.addEventListener("pointercancel", () => { held = null; redraw(); });
  host.addEventListener("wheel", (event) => event.ctrlKey || event.stopPropagation(), { capture: true });
}

function handleAt(event) {
  const piece = now.shown.units[now.chosen]?.piece;
  if (piece === undefined || piece === null || Number.isNaN(now.table.board.after.facing[piece])) return null;
  const { x, y } = now.table.board.tablePoint(event);
  const [hx, hy] = handle(piece);
  const close = Math.max(2 * now.table.board.swell, 14 * now.table.board.lengthPerPixel);
  return Math.hypot(x - hx, y - hy) < close ? { piece, unit: now.chosen, turns: true } : null;
}

function pieceAt(event) {
  const piece = now.table.board.pieceAt(event);
  return piece === null || unitOf(piece) < 0 ? null : { piece, unit: unitOf(piece), turns: false };
}

function follow({ piece, unit, turns }, event) {
  const { board } = now.table;
  const { x, y } = board.tablePoint(event);
  if (turns) board.after.facing[piece] = (Math.atan2(y - board.after.y[piece], x - board.after.x[piece]) * 180) / Math.PI;
  else [board.after.x[piece], board.after.y[piece]] = [x, y];
  board.before = board.after;
  now.chosen = unit;
  board.draw(board.after, board.after, { ...board.frame, pieces: [[piece]], paths: [], rings: [], arcs: [] }, 1);
  drawOver();
}

export function draggable(chip, tool) {
  let ghost = null;
  let from = null;
  chip.addEventListener("pointerdown", (event) => { from = event.button ? null : [event.clientX, event.clientY]; });
  chip.addEventListener("pointermove", (event) => {
    if (!from || (!ghost && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 10)) return;
    if (!ghost) {
      chip.setPointerCapture(event.pointerId);
      ghost = make("div", { class: "ghost" }, chip.firstElementChild.cloneNode(true));
      document.body.append(ghost);
    }
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
  });
  const drop = (event) => {
    const dropped = ghost && event.type === "pointerup";
    ghost?.remove();
    [ghost, from] = [null, null];
    const over = dropped && find("hand-table").contains(document.elementFromPoint(event.clientX, event.clientY));
    if (!over) return;
    const at = spot(event);
    if (at) edit({ ...tool, side: SIDES[now.side], group: group(), ...(tool.do === "ground" ? groundLook() : {}), at });
  };
  chip.addEventListener("pointerup", drop);
  chip.addEventListener("pointercancel", drop);
}
