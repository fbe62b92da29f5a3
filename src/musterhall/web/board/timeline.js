/* Every moment of a battle at hand: how it stood in each, and who was ahead. */

import { aheadBy, mostScored } from "./moments.js";
import { LOST, Position } from "./position.js";

const KEY_EVERY = 50;

/** All positions of a battle: some kept, the others a few frames away from one that is. */
export class Timeline {
  constructor(data) {
    this.frames = data.frames;
    this.keys = [];
    this.recent = new Map();
    this.left = data.sides.map(() => new Uint16Array(data.frames.length));
    this.ahead = new Float32Array(data.frames.length);
    this.balance = new Float32Array(data.frames.length);
    this.totals = data.sides.map((_, side) => Math.max(1, data.pieces.filter((piece) => piece.side === side).length));
    this.strong = data.sides.map(() => 0);
    this.most = mostScored(data.frames);
    const position = Position.of(data);
    data.frames.forEach((frame, index) => {
      position.apply(frame);
      if (index % KEY_EVERY === 0) this.keys.push(position.copy());
      this.count(data, position, frame, index);
    });
  }

  count(data, position, frame, index) {
    const unchanged = index > 0 && !frame.pieces?.length && !frame.groups?.length;
    if (unchanged) this.left.forEach((left) => (left[index] = left[index - 1]));
    else this.countPieces(data, position, index);
    this.ahead[index] = aheadBy(position.score, this.most);
    const [red, blue] = this.strong.map((strength, side) => strength / this.totals[side]);
    this.balance[index] = red - blue + this.ahead[index] / 4;
  }

  countPieces(data, position, index) {
    this.strong.fill(0);
    data.pieces.forEach((piece, id) => {
      if (position.status[id] === LOST || position.gone[piece.group]) return;
      const told = position.left[piece.group];
      this.left[piece.side][index] += 1;
      this.strong[piece.side] += told < 0 ? 1 : told / Math.max(1, data.groups[piece.group].size);
    });
  }

  at(index) {
    const kept = this.recent.get(index);
    if (kept) return kept;
    const near = this.recent.get(index - 1);
    const key = Math.floor(index / KEY_EVERY);
    const position = (near ?? this.keys[key]).copy();
    for (let next = near ? index : key * KEY_EVERY + 1; next <= index; next += 1) position.apply(this.frames[next]);
    if (this.recent.size > 8) this.recent.clear();
    this.recent.set(index, position);
    return position;
  }
}
