/* Hands that tap one of several things, or some of them. */

import { Hands } from "./hands.js";
import { nearest } from "./places.js";

/** One of several things: on the table, or a button. */
export class Tap extends Hands {
  build() {
    const about = this.place(this.asked.spot);
    if (about) this.ring(about, "about");
    this.spots = [];
    this.buttons = this.asked.options.map((option, number) => {
      const places = this.desk.places(option.spot);
      for (const place of places) this.spots.push({ number, ring: this.ring(place, "may", places.length > 1), ...place });
      return this.buttonFor(option, number);
    });
  }

  /** Whether nothing of it lies on the table, so that a few buttons are all there is. */
  get plain() {
    return !this.spots.length;
  }

  things() {
    return this.spots;
  }

  buttonFor(option, number) {
    const button = this.button(option.words, () => this.choose(number), { help: option.help });
    button.addEventListener("pointerenter", () => this.light(number));
    button.addEventListener("focus", () => this.light(number));
    return button;
  }

  light(number) {
    for (const spot of this.spots) spot.ring.classList.toggle("lit", spot.number === number);
  }

  choose(number) {
    this.desk.give({ option: number });
  }

  tap(_piece, point) {
    const near = nearest(this.spots, point, this.desk.finger());
    if (near) this.choose(near.number);
  }
}

/** Some of several things, and a button that ends the choosing. */
export class TapSeveral extends Tap {
  build() {
    this.chosen = new Set(this.asked.usual);
    super.build();
    this.ok = this.button(this.asked.done, () => this.desk.give(this.sketch()), { main: true });
    this.show();
  }

  get plain() {
    return false;
  }

  sketch() {
    return { options: [...this.chosen] };
  }

  restore({ options }) {
    this.chosen = new Set(options.filter((number) => number in this.asked.options));
    this.show();
  }

  choose(number) {
    if (this.chosen.has(number)) this.chosen.delete(number);
    else if (this.asked.most === 1) this.chosen = new Set([number]);
    else if (this.chosen.size < this.asked.most) this.chosen.add(number);
    this.desk.note(this.sketch());
    this.show();
  }

  show() {
    for (const spot of this.spots) spot.ring.classList.toggle("taken", this.chosen.has(spot.number));
    this.buttons.forEach((button, number) => button.setAttribute("aria-pressed", this.chosen.has(number)));
    this.ok.disabled = this.chosen.size < this.asked.least;
  }
}
