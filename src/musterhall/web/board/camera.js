/* A camera over the table that goes where something happens, and stays where it is as long as it sees enough. */

import { AWAY, ON } from "./position.js";
import { bounds, clamp } from "./shapes.js";

const CLOSEST = 0.46;
const ROOM = 1.7;
const ENOUGH = 0.85;
const TIME = 520;

export class Camera {
  constructor(board, data, still) {
    this.board = board;
    this.data = data;
    this.still = still;
    this.following = true;
    this.moving = null;
  }

  /** Look at what a frame is about; `smooth` to glide there, otherwise to be there at once. */
  follow(before, after, frame, smooth) {
    if (!this.following) return;
    const points = this.scene(before, after, frame);
    if (!points.length) return;
    const target = this.target(bounds(points));
    if (this.fits(bounds(points), target)) return;
    if (!smooth || this.still.matches) this.board.look(target.x, target.y, target.width);
    else this.glide(target);
  }

  hold() {
    this.following = false;
    this.moving = null;
  }

  /** Where something happens: lines and rings, and whoever comes, goes or is lost. */
  scene(before, after, frame) {
    const points = [];
    for (const [x1, y1, x2, y2] of frame.paths ?? []) points.push([x1, y1], [x2, y2]);
    for (const [x, y, radius, kind] of frame.rings ?? []) {
      if (kind !== "range") points.push([x - radius, y - radius], [x + radius, y + radius]);
    }
    for (const [id] of frame.pieces ?? []) {
      const seen = before.status[id] === ON || after.status[id] === ON;
      if (!seen) continue;
      if (before.status[id] !== AWAY) points.push([before.x[id], before.y[id]]);
      if (after.status[id] !== AWAY) points.push([after.x[id], after.y[id]]);
    }
    this.data.pieces.forEach((piece, id) => {
      if (piece.group === frame.group && after.status[id] === ON) points.push([after.x[id], after.y[id]]);
    });
    return points;
  }

  target(box) {
    const { whole } = this.board;
    const shape = whole.width / whole.height;
    const wanted = Math.max(box.right - box.left, (box.bottom - box.top) * shape) * ROOM;
    const width = clamp(wanted, whole.width * CLOSEST, whole.width);
    const height = width / shape;
    return {
      x: clamp((box.left + box.right - width) / 2, whole.x, whole.x + whole.width - width),
      y: clamp((box.top + box.bottom - height) / 2, whole.y, whole.y + whole.height - height),
      width,
    };
  }

  /** Whether all of it is well within the picture already, and the picture not much wider than it has to be. */
  fits(box, target) {
    const { x, y, width, height } = this.moving?.to ?? this.board.view;
    const [marginX, marginY] = [(width * (1 - ENOUGH)) / 2, ((height ?? width) * (1 - ENOUGH)) / 2];
    const within = box.left >= x + marginX && box.right <= x + width - marginX && box.top >= y + marginY && box.bottom <= y + height - marginY;
    const edge = Math.abs(target.x - x) < 0.5 && Math.abs(target.y - y) < 0.5 && Math.abs(target.width - width) < 0.5;
    return edge || (within && width < target.width * 1.5);
  }

  glide(to) {
    const { whole, view } = this.board;
    const from = { ...view };
    const start = performance.now();
    const move = { to: { ...to, height: (to.width * whole.height) / whole.width } };
    this.moving = move;
    const step = (now) => {
      if (this.moving !== move) return;
      const t = clamp((now - start) / TIME);
      const way = t * t * (3 - 2 * t);
      const mix = (one, other) => one + (other - one) * way;
      this.board.look(mix(from.x, to.x), mix(from.y, to.y), mix(from.width, to.width), { settled: t >= 1 });
      if (t < 1) requestAnimationFrame(step);
      else this.moving = null;
    };
    requestAnimationFrame(step);
  }
}
