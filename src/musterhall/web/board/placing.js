/* Hands that put things on the table. */

import { add } from "./svg.js";
import { Hands } from "./hands.js";
import { ghostAt, middleOfGround, near, nearest } from "./places.js";

/** Something is put on the table within the ground that is drawn. */
export class PutDown extends Hands {
  build() {
    this.drawGrounds(this.asked.grounds);
    this.ghost = add(this.layer, "g", { class: "ghosts" });
    this.thing = 0;
    this.facing = null;
    this.buttons = this.asked.things.map(
      (thing, number) => this.button(thing.words, () => this.take(number), { help: thing.help }),
    );
    if (this.asked.outlines?.length) {
      this.button("Turn left", () => this.turn(-15));
      this.button("Turn right", () => this.turn(15));
    } else if (this.asked.turns) this.facingButton();
    this.asked.extras.forEach((extra) => this.choice(extra, () => this.tryIt()));
    this.instead();
    this.ok = this.button("Put it here", () => this.desk.give(this.sketch()), { main: true });
    this.ok.disabled = true;
    this.take(0);
  }

  take(number) {
    this.thing = number;
    this.buttons.forEach((button, at) => button.setAttribute("aria-pressed", at === number));
    this.tryIt();
  }

  restore({ thing, at, facing = null, extras = {} }) {
    if (!(thing in this.asked.things)) return;
    this.at = this.desk.inLengths(at);
    this.facing = facing;
    this.chooseAgain(extras);
    this.take(thing);
  }

  here() {
    return this.at ?? null;
  }

  somewhere() {
    return this.at ? null : middleOfGround(this.asked.grounds, this.desk);
  }

  turn(by) {
    this.facing = ((this.facing ?? 0) + by + 360) % 360;
    this.tryIt();
  }

  /** The thing where it would lie, in its own shape or as a base. */
  draw() {
    this.ghost.replaceChildren();
    const outline = this.asked.outlines?.[this.thing];
    if (outline) {
      const points = outline.map((place) => this.desk.inLengths(place)).map(({ x, y }) => `${x},${y}`).join(" ");
      const shape = add(this.ghost, "g", { class: "ghost", transform: `translate(${this.at.x} ${this.at.y}) rotate(${this.facing ?? 0})` });
      add(shape, "polygon", { points });
      return;
    }
    const looks = this.facing ?? this.asked.facing ?? null;
    this.looksAt = looks;
    this.front(this.ghost, this.at, looks);
    ghostAt(this.ghost, this.at, looks);
  }

  sketch() {
    const sketch = { thing: this.thing, at: this.onTable([this.at.x, this.at.y]), extras: this.extras };
    return this.facing === null ? sketch : { ...sketch, facing: this.facing };
  }

  tap(_piece, point) {
    if (this.looked(this.at, point)) return;
    this.at = { x: point.x, y: point.y };
    this.tryIt();
  }

  grabs(_piece, point) {
    return Boolean(this.at) && near(this.at, point, this.desk.finger());
  }

  drag(point) {
    this.at = { x: point.x, y: point.y };
    this.draw();
    this.desk.tryLater(() => this.tryIt());
  }

  drop() {
    this.tryIt();
  }

  tryIt() {
    if (!this.at) return;
    this.draw();
    this.desk.tryOut(this.sketch(), (verdict) => {
      const [lies] = verdict.way ?? [];
      if (verdict.legal && lies) {
        this.at = this.desk.inLengths(lies);
        this.draw();
      }
      this.ghost.classList.toggle("refused", !verdict.legal);
      this.ok.disabled = !verdict.legal;
    });
  }
}

/** Several things are put down or shifted about, and then all of it is given. */
export class LayOut extends Hands {
  build() {
    this.drawGrounds(this.asked.grounds);
    this.placed = new Map();
    this.ghosts = add(this.layer, "g", { class: "ghosts" });
    this.buttons = this.asked.things.map(
      (thing, number) => this.button(thing.words, () => this.take(number), { help: thing.help }),
    );
    this.asked.extras.forEach((extra) => this.choice(extra, () => this.tryIt()));
    this.back = this.button("Take it back", () => this.putBack());
    this.ok = this.button(this.asked.done, () => this.desk.give(this.sketch()), { main: true });
    this.take(0);
    this.tryIt();
  }

  take(number) {
    this.thing = number;
    this.buttons.forEach((button, at) => button.setAttribute("aria-pressed", at === number));
    this.draw();
  }

  putBack() {
    this.placed.delete(this.thing);
    this.tryIt();
  }

  restore({ placed, extras = {} }) {
    this.placed = new Map(placed.map(([thing, place]) => [thing, this.desk.inLengths(place)]));
    this.chooseAgain(extras);
    this.tryIt();
  }

  here() {
    return this.placed.get(this.thing) ?? null;
  }

  /** Where a thing lies now, put down or as it was. */
  lies(number) {
    return this.placed.get(number) ?? this.place(this.asked.things[number].spot);
  }

  numberNear(point) {
    const spots = this.asked.things.map((_, number) => ({ number, ...this.lies(number) }));
    return nearest(spots.filter(({ x }) => x !== undefined), point, this.desk.finger())?.number;
  }

  /** Whether another one may be put down. */
  get full() {
    return !this.placed.has(this.thing) && this.placed.size >= this.asked.most;
  }

  tap(_piece, point) {
    const found = this.numberNear(point);
    if (found !== undefined && found !== this.thing) this.take(found);
    else this.drag(point);
  }

  grabs(_piece, point) {
    const found = this.numberNear(point);
    if (found !== undefined) this.take(found);
    return found !== undefined;
  }

  drag(point) {
    if (this.full) return;
    this.placed.set(this.thing, { x: point.x, y: point.y });
    this.draw();
    this.desk.tryLater(() => this.tryIt());
  }

  sketch() {
    const placed = [...this.placed].map(([thing, point]) => [thing, this.onTable([point.x, point.y])]);
    return { placed, extras: this.extras };
  }

  draw() {
    this.ghosts.replaceChildren();
    this.asked.things.forEach((_, number) => {
      const place = this.lies(number);
      const held = number === this.thing ? "held" : "";
      if (place && (held || this.placed.has(number))) ghostAt(this.ghosts, place, null, held);
    });
    this.back.disabled = !this.placed.has(this.thing);
  }

  tryIt() {
    this.draw();
    this.desk.tryOut(this.sketch(), (verdict) => {
      this.ghosts.classList.toggle("refused", !verdict.legal);
      this.ok.disabled = !verdict.legal;
    });
  }
}
