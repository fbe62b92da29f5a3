/* What fingers, mouse and wheel do to a board: drag it, pinch it, point at a piece or tap it. */

/** `board.pick` hears what is pointed at, `board.held` that somebody has taken the view into their own hand. */
export function followFingers(board) {
  const { svg } = board;
  const fingers = new Map();
  let travelled = 0;
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    board.held();
    board.zoom(Math.exp(-event.deltaY / 400), board.tablePoint(event));
  }, { passive: false });
  svg.addEventListener("dblclick", () => {
    board.held();
    board.fit();
  });
  svg.addEventListener("pointerdown", (event) => {
    travelled = 0;
    fingers.set(event.pointerId, event);
  });
  svg.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) {
      if (event.pointerType === "mouse") board.pick(board.pieceAt(event), event, false);
      return;
    }
    const [moveX, moveY] = [event.clientX - last.clientX, event.clientY - last.clientY];
    travelled += Math.hypot(moveX, moveY);
    if (travelled > 6 && !svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
    if (fingers.size === 2 || travelled > 6) board.held();
    if (fingers.size === 2) pinch(board, fingers, event);
    else if (travelled > 6) {
      const { x, y, width } = board.view;
      board.look(x - moveX * board.lengthPerPixel, y - moveY * board.lengthPerPixel, width);
    }
    fingers.set(event.pointerId, event);
  });
  const lift = (event) => {
    const tapped = fingers.delete(event.pointerId) && travelled < 6 && event.type === "pointerup";
    if (tapped) board.pick(board.pieceAt(event), event, true);
  };
  svg.addEventListener("pointerup", lift);
  svg.addEventListener("pointercancel", lift);
  svg.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse" && !fingers.size) board.pick(null, event, false);
  });
}

const A_HOLD = 500;

/** A finger that rests on something; `act` says whether that meant anything, and then it was no tap. A mouse only points. */
export function whenHeld(host, act) {
  const early = { capture: true };
  let began = null;
  let waiting = null;
  const stop = () => clearTimeout(waiting);
  const held = () => {
    const { target, pointerId, pointerType } = began;
    if (act(began)) target.dispatchEvent(new PointerEvent("pointercancel", { bubbles: true, isPrimary: true, pointerId, pointerType }));
  };
  host.addEventListener("pointerdown", (event) => {
    stop();
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    began = event;
    waiting = setTimeout(held, A_HOLD);
  }, early);
  host.addEventListener("pointermove", (event) => {
    if (began && Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) > 6) stop();
  }, early);
  for (const kind of ["pointerup", "pointercancel"]) host.addEventListener(kind, stop, early);
  host.addEventListener("contextmenu", (event) => event.preventDefault());
}

function pinch(board, fingers, event) {
  const still = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
  const last = fingers.get(event.pointerId);
  const span = (one) => Math.hypot(one.clientX - still.clientX, one.clientY - still.clientY) || 1;
  const middle = { clientX: (event.clientX + still.clientX) / 2, clientY: (event.clientY + still.clientY) / 2 };
  board.zoom(span(event) / span(last), board.tablePoint(middle));
}
