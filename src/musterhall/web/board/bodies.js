/* Hands that move a whole group as a body. */

import { add } from "./svg.js";
import { Hands } from "./hands.js";
import { capital, ghostAt, middleOf, nearest } from "./places.js";

/** A group goes as a body with a ghost; single pieces are put elsewhere by hand. */
export class Body extends Hands {
  build() {
    this.pieces = this.asked.pieces;
    this.home = this.pieces.map((piece) => this.place({ piece }) ?? this.desk.middle());
    this.middle = middleOf(this.home);
    this.to = { ...this.middle };
    this.facing = 0;
    this.byHand = new Map();
    this.laid = [];
    this.faults = new Set();
    this.drawGrounds(this.asked.grounds);
    this.reach = add(this.ground, "g", { class: "reach-rings" });
    if (!this.asked.grounds.length) this.home.forEach((place, at) => this.drawReach(place, at));
    this.ghost = add(this.layer, "g", { class: "ghosts" });
    this.shape = this.asked.shapes[0];
    this.shapes = this.asked.shapes.map((shape) => this.button(capital(shape), () => this.form(shape)));
    this.button("Turn left", () => this.turn(-15));
    this.button("Turn right", () => this.turn(15));
    this.single = this.button("One alone", () => this.takeAlone(!this.alone), { help: "Then drag a single piece, or tap it and where it is to stand" });
    this.takeAlone(false);
    this.asked.extras.forEach((extra) => this.choice(extra, () => this.tryIt()));
    if (this.asked.may_stay) this.button(this.asked.may_stay, () => this.desk.give({ stay: true }));
    this.ok = this.button("Go", () => this.desk.give(this.sketch()), { main: true });
    this.form(this.shape);
  }

  /** Where one of them may go: the ground it can come to, or as far as its legs carry it. */
  drawReach(place, at) {
    const area = this.asked.areas[at];
    if (area) {
      const points = area.map((corner) => this.desk.inLengths(corner)).map(({ x, y }) => `${x},${y}`).join(" ");
      add(this.reach, "polygon", { class: "reachable", points });
    } else {
      add(this.reach, "circle", { class: "reachable", cx: place.x, cy: place.y, r: this.asked.reach[at] / this.desk.length });
    }
  }

  takeAlone(alone) {
    this.alone = alone;
    this.held = undefined;
    this.single.setAttribute("aria-pressed", alone);
  }

  restore({ shape, to, facing, by_hand: byHand = [], extras = {} }) {
    this.form(shape);
    this.to = this.desk.inLengths(to);
    this.facing = facing;
    this.chooseAgain(extras);
    this.byHand = new Map(byHand.map(([piece, place]) => [piece, this.desk.inLengths(place)]));
    this.tryIt();
  }

  here() {
    return this.moved ? this.to : null;
  }

  inSight() {
    return this.laid;
  }

  extent() {
    return Math.max(...this.asked.reach) / this.desk.length + 6;
  }

  form(shape) {
    this.shape = shape;
    this.byHand.clear();
    this.shapes.forEach((button, at) => button.setAttribute("aria-pressed", this.asked.shapes[at] === shape));
    this.tryIt();
  }

  turn(by) {
    this.facing = (this.facing + by + 360) % 360;
    this.tryIt();
  }

  sketch() {
    const byHand = [...this.byHand].map(([piece, point]) => [piece, this.onTable([point.x, point.y])]);
    return {
      shape: this.shape, to: this.onTable([this.to.x, this.to.y]), facing: this.facing, by_hand: byHand,
      extras: this.extras,
    };
  }

  tap(piece, point) {
    this.moved = true;
    if (this.held !== undefined) {
      this.byHand.set(this.held, { x: point.x, y: point.y });
      this.held = undefined;
    } else if (this.alone && this.ghostNear(point) !== undefined) {
      this.held = this.ghostNear(point);
    } else if (!this.alone) {
      this.shift(point.x - this.to.x, point.y - this.to.y);
    }
    this.tryIt();
  }

  /** The ghosts go along at once; whether they may stand there is heard a moment later. */
  shift(dx, dy) {
    this.to = { x: this.to.x + dx, y: this.to.y + dy };
    this.laid = (this.laid ?? []).map((one) => ({ ...one, x: one.x + dx, y: one.y + dy }));
    this.byHand = new Map([...this.byHand].map(([piece, { x, y }]) => [piece, { x: x + dx, y: y + dy }]));
    this.drawGhosts();
  }

  drawGhosts() {
    this.ghost.replaceChildren();
    for (const one of this.laid) {
      const ghost = ghostAt(this.ghost, one, null, this.held === one.piece ? "held" : "");
      ghost.classList.toggle("refused", this.faults.has(one.piece));
    }
  }

  grabs(piece, point) {
    const ghost = this.ghostNear(point);
    if (ghost !== undefined) this.hold = ghost;
    else this.hold = undefined;
    this.from = point;
    return ghost !== undefined || this.pieces.includes(piece);
  }

  drag(point) {
    this.moved = true;
    if (this.alone && this.hold !== undefined) {
      this.byHand.set(this.hold, { x: point.x, y: point.y });
      this.laid = this.laid.map((one) => (one.piece === this.hold ? { ...one, x: point.x, y: point.y } : one));
      this.drawGhosts();
    } else {
      this.shift(point.x - this.from.x, point.y - this.from.y);
    }
    this.from = point;
    this.desk.tryLater(() => this.tryIt());
  }

  drop() {
    this.tryIt();
  }

  ghostNear(point) {
    return nearest(this.laid ?? [], point, this.desk.finger())?.piece;
  }

  tryIt() {
    this.desk.tryOut(this.sketch(), (verdict) => {
      const laid = (verdict.places ?? []).map(([piece, x, y]) => ({ piece, ...this.desk.inLengths([x, y]) }));
      if (laid.length) this.laid = laid;
      this.faults = new Set((verdict.faults ?? []).map(({ piece }) => piece));
      this.drawGhosts();
      // Where nobody alone is at fault the whole of it is refused.
      this.ghost.classList.toggle("refused", !verdict.legal && !this.faults.size);
      this.ok.disabled = !verdict.legal;
    });
  }
}
