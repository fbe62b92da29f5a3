/* Hands that deal something out among several. */

import { add } from "./svg.js";
import { Hands } from "./hands.js";
import { nearest } from "./places.js";

/** So much is dealt out among several: a tap on one gives it one more, taken from whoever has most. */
export class Shares extends Hands {
  build() {
    const { takers, total, least } = this.asked;
    this.shares = takers.map(() => least);
    this.shares[0] += total - least * takers.length;
    this.spots = takers.flatMap((taker, number) => this.desk.places(taker.spot).map((place) => ({ number, ...place })));
    this.signs = this.spots.map((spot) => {
      this.ring(spot, "target");
      return add(this.layer, "text", { class: "share", x: spot.x, y: spot.y - 3.4 });
    });
    this.rows = takers.map((taker, number) => this.row(taker, number));
    this.button(this.asked.done, () => this.desk.give({ shares: this.shares }), { main: true });
    this.show();
  }

  things() {
    return this.spots;
  }

  restore({ shares }) {
    if (shares?.length !== this.shares.length) return;
    this.shares = [...shares];
    this.show();
  }

  row(taker, number) {
    const row = document.createElement("div");
    row.className = "share-row";
    const count = document.createElement("output");
    const less = Object.assign(document.createElement("button"), { type: "button", textContent: "−", ariaLabel: `One less to ${taker.words}` });
    const more = Object.assign(document.createElement("button"), { type: "button", textContent: "+", ariaLabel: `One more to ${taker.words}` });
    less.addEventListener("click", () => this.shift(number, this.poorest(number)));
    more.addEventListener("click", () => this.more(number));
    row.append(Object.assign(document.createElement("span"), { textContent: taker.words }), less, count, more);
    this.desk.panel.append(row);
    return count;
  }

  tap(_piece, point) {
    const near = nearest(this.spots, point, this.desk.finger());
    if (near) this.more(near.number);
  }

  more(number) {
    const others = this.shares.map((share, at) => (at === number ? -1 : share));
    this.shift(others.indexOf(Math.max(...others)), number);
  }

  poorest(number) {
    const others = this.shares.map((share, at) => (at === number ? Infinity : share));
    return others.indexOf(Math.min(...others));
  }

  shift(from, to) {
    if (from === to || this.shares[from] <= this.asked.least) return;
    this.shares[from] -= 1;
    this.shares[to] += 1;
    this.desk.note({ shares: this.shares });
    this.show();
  }

  show() {
    this.rows.forEach((count, at) => (count.value = String(this.shares[at])));
    this.signs.forEach((sign, at) => (sign.textContent = this.shares[this.spots[at].number]));
  }
}
