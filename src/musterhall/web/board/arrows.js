/* Hands that draw lines from square to square. */

import { add } from "./svg.js";
import { Hands } from "./hands.js";
import { degrees } from "./places.js";

/** Arrows over the squares of the table. */
export class Arrows extends Hands {
  build() {
    this.drawn = {};
    this.grid();
    this.lines = add(this.layer, "g", {});
    this.buttons = this.asked.arrows.map((arrow) => this.button(arrow.words, () => this.take(arrow)));
    this.ok = this.button("Seal the map", () => this.desk.give(this.drawn), { main: true });
    this.take(this.asked.arrows[0]);
  }

  take(arrow) {
    this.arrow = arrow;
    this.buttons.forEach((button, at) => button.setAttribute("aria-pressed", this.asked.arrows[at] === arrow));
    this.show();
  }

  get side() {
    return this.asked.square / this.desk.length;
  }

  restore(drawn) {
    this.drawn = drawn;
    this.show();
  }

  things() {
    const squares = [];
    for (let column = 1; column <= this.asked.columns; column += 1) {
      for (let rank = 1; rank <= this.asked.ranks; rank += 1) squares.push(this.middle([column, rank]));
    }
    return squares;
  }

  /** The middle of a square; columns are counted from the west, ranks from the player's own edge. */
  middle([column, rank]) {
    const { from_south: south, ranks } = this.asked;
    const x = (column - 0.5) * this.side;
    const y = (south ? ranks - rank + 0.5 : rank - 0.5) * this.side;
    return { x, y };
  }

  grid() {
    for (let column = 1; column <= this.asked.columns; column += 1) {
      for (let rank = 1; rank <= this.asked.ranks; rank += 1) {
        const { x, y } = this.middle([column, rank]);
        const [left, top] = [x - this.side / 2, y - this.side / 2];
        add(this.layer, "rect", { class: "square", x: left, y: top, width: this.side, height: this.side });
      }
    }
  }

  squareAt(point) {
    for (let column = 1; column <= this.asked.columns; column += 1) {
      for (let rank = 1; rank <= this.asked.ranks; rank += 1) {
        const { x, y } = this.middle([column, rank]);
        if (Math.abs(point.x - x) <= this.side / 2 && Math.abs(point.y - y) <= this.side / 2) return [column, rank];
      }
    }
    return null;
  }

  tap(_piece, point) {
    const square = this.squareAt(point);
    if (!square) return;
    const path = this.drawn[this.arrow.name] ?? [];
    const last = path.at(-1);
    const next = last && Math.max(Math.abs(last[0] - square[0]), Math.abs(last[1] - square[1])) === 1;
    if (next) path.push(square);
    else if (!last || this.isStart(square)) path.splice(0, path.length, ...this.straightTo(square));
    this.drawn[this.arrow.name] = path;
    this.desk.note(this.drawn);
    this.show();
  }

  isStart([column, rank]) {
    return this.arrow.starts.some(([one, other]) => one === column && other === rank);
  }

  /** From the nearest square where it may begin, for whoever taps only where it is to end. */
  straightTo([column, rank]) {
    const away = ([one, other]) => Math.max(Math.abs(one - column), Math.abs(other - rank));
    const aside = ([one]) => Math.abs(one - column);
    const path = [[...this.arrow.starts].sort((one, other) => away(one) - away(other) || aside(one) - aside(other))[0]];
    while (away(path.at(-1))) {
      const [here, depth] = path.at(-1);
      path.push([here + Math.sign(column - here), depth + Math.sign(rank - depth)]);
    }
    return path;
  }

  grabs() {
    return true;
  }

  drag(point) {
    this.tap(null, point);
  }

  /** Where a line ends; one that has not left its first square looks away from the edge it begins at. */
  head(points) {
    const end = points.at(-1);
    const ahead = { x: end.x, y: end.y + (this.asked.from_south ? -1 : 1) };
    const looks = points.length > 1 ? degrees(points.at(-2), end) : degrees(end, ahead);
    add(this.lines, "path", { class: "arrow-head", d: "M5.5 0-2 3.6V-3.6Z", transform: `translate(${end.x} ${end.y}) rotate(${looks})` });
  }

  show() {
    this.lines.replaceChildren();
    for (const [name, path] of Object.entries(this.drawn)) {
      const points = path.map((square) => this.middle(square));
      const d = points.map(({ x, y }, at) => `${at ? "L" : "M"}${x} ${y}`).join("");
      add(this.lines, "path", { class: `arrow ${name === this.arrow.name ? "lit" : ""}`, d });
      this.head(points);
    }
    this.ok.disabled = this.asked.arrows.some((arrow) => !this.drawn[arrow.name]?.length);
  }
}
