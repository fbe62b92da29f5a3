/* Hands that send one piece somewhere, or turn it. */

import { add } from "./svg.js";
import { Hands } from "./hands.js";
import { along, degrees, ghostAt, near, spacing } from "./places.js";

/** Dots of a reach that lie close together run into one ground; single ones stay a base wide. */
const MOST_REACH_DOT = 3;

/** A piece goes somewhere, corner by corner, and may turn at the end. */
export class Go extends Hands {
  build() {
    const { ways, extras, start } = this.asked;
    this.from = start ? this.desk.inLengths(start) : this.place(this.asked.spot);
    if (this.from) this.ring(this.from, "about");
    else this.desk.verdict("It is not on the table yet: tap where it is to go.");
    this.path = [];
    this.corners = 0;
    this.facing = null;
    this.reach = add(this.ground, "g", { class: "reach-places" });
    this.line = add(this.layer, "path", { class: "way" });
    this.ghost = add(this.layer, "g", { class: "ghosts" });
    this.buttons = ways.map((way) => this.button(way.words, () => this.take(way)));
    if (this.asked.turns) this.facingButton();
    if (ways.some((way) => way.routed)) this.corner = this.button("Corner here", () => this.bend());
    this.back = this.button("Last corner back", () => this.unbend());
    extras.forEach((extra) => this.choice(extra, () => this.tryIt()));
    this.instead();
    this.ok = this.button("Go", () => this.desk.give(this.sketch()), { main: true });
    this.take(ways[0]);
  }

  restore({ way, path, facing = null, extras = {} }) {
    this.path = path.map((place) => this.desk.inLengths(place));
    this.facing = facing;
    this.chooseAgain(extras);
    const found = this.asked.ways.find(({ name }) => name === way);
    if (found) this.take(found);
  }

  here() {
    return this.end ?? this.path.at(-1) ?? null;
  }

  extent() {
    const away = ([x, y]) => Math.hypot(x / this.desk.length - this.from.x, y / this.desk.length - this.from.y);
    return this.from ? Math.max(0, ...this.asked.ways.flatMap((way) => way.places.map(away))) + 4 : 0;
  }

  /** A way that goes nowhere: whoever takes it may only turn. */
  get stays() {
    return this.way.still;
  }

  take(way) {
    this.way = way;
    this.buttons.forEach((button, at) => button.setAttribute("aria-pressed", this.asked.ways[at] === way));
    const dots = way.places.map((place) => this.desk.inLengths(place));
    const r = Math.min(MOST_REACH_DOT, 0.75 * spacing(dots));
    this.reach.replaceChildren();
    for (const { x, y } of dots) add(this.reach, "circle", { cx: x, cy: y, r });
    if (this.stays) this.path = [];
    if (this.path.length || this.stays) this.tryIt();
    else this.settle(false);
  }

  sketch() {
    const path = this.path.map((point) => this.onTable([point.x, point.y]));
    const sketch = { way: this.way.name, path, extras: this.extras };
    return this.facing === null ? sketch : { ...sketch, facing: this.facing };
  }

  tap(_piece, point) {
    if (this.looked(this.end ?? this.path.at(-1) ?? this.from, point)) return;
    if (this.stays) {
      this.facing = this.from ? degrees(this.from, point) : null;
      this.tryIt();
      return;
    }
    const last = this.path.at(-1);
    if (last && Math.hypot(last.x - point.x, last.y - point.y) < 0.5) return;
    if (this.way.jumps || (this.way.routed && !this.bent)) this.path.splice(this.corners);
    this.bent = false;
    this.path.push({ x: point.x, y: point.y });
    this.facing = null;
    this.tryIt();
  }

  /** The way goes on from here: the next tap does not begin it anew. */
  bend() {
    this.corners = this.path.length;
    this.bent = true;
    this.settleButtons();
  }

  grabs(_piece, point) {
    const last = this.path.at(-1);
    if (last && Math.hypot(last.x - point.x, last.y - point.y) < 1.6 * this.desk.finger()) return this.asked.turns;
    return Boolean(this.from) && !this.stays && near(this.from, point, this.desk.finger());
  }

  drag(point) {
    const last = this.path.at(-1);
    if (last && this.turning !== false && near(last, this.grabbed ?? last, this.desk.finger())) {
      this.turning = true;
      this.facing = degrees(last, point);
    } else {
      this.turning = false;
      this.path = [{ x: point.x, y: point.y }];
    }
    this.draw();
    this.desk.tryLater(() => this.tryIt());
  }

  drop() {
    this.turning = undefined;
    this.tryIt();
  }

  unbend() {
    this.path.pop();
    this.corners = Math.min(this.corners, Math.max(0, this.path.length - 1));
    this.facing = null;
    if (this.path.length || this.stays) {
      this.tryIt();
      return;
    }
    this.desk.verdict("");
    this.settle(false);
  }

  /** Draw what was sketched, or the way that was found for it. */
  draw(way = []) {
    const found = way.map((place) => this.desk.inLengths(place));
    const points = found.length ? found : [this.from, ...this.path].filter(Boolean);
    this.line.setAttribute("d", points.map(({ x, y }, at) => `${at ? "L" : "M"}${x} ${y}`).join(""));
    this.ghost.replaceChildren();
    this.end = found.at(-1) ?? this.path.at(-1);
    const stands = this.end ?? (this.facing === null ? null : this.from);
    const looks = this.facing ?? (this.asked.turns ? along(points) : null);
    this.looksAt = looks;
    if (stands) this.front(this.ghost, stands, looks);
    if (stands) ghostAt(this.ghost, stands, looks);
    this.settleButtons();
  }

  settleButtons() {
    this.back.disabled = !this.path.length;
    if (!this.corner) return;
    this.corner.disabled = !this.path.length || this.way.jumps;
    this.corner.setAttribute("aria-pressed", Boolean(this.bent));
  }

  settle(legal) {
    this.draw();
    this.ok.disabled = !legal;
  }

  tryIt() {
    this.draw();
    this.desk.tryOut(this.sketch(), (verdict) => {
      this.draw(verdict.way);
      this.line.classList.toggle("refused", !verdict.legal);
      this.ok.disabled = !verdict.legal;
    });
  }
}

/** A piece turns on the spot. */
export class Turn extends Hands {
  build() {
    this.at = this.place(this.asked.spot);
    this.ghost = add(this.layer, "g", { class: "ghosts" });
    this.facing = this.asked.facing ?? 0;
    this.instead();
    this.ok = this.button("Face there", () => this.desk.give({ facing: this.facing }), { main: true });
    this.tryIt();
  }

  restore({ facing }) {
    this.facing = facing ?? 0;
    this.tryIt();
  }

  here() {
    return this.at;
  }

  tap(_piece, point) {
    this.facing = degrees(this.at, point);
    this.tryIt();
  }

  grabs(_piece, point) {
    return near(this.at, point, 4 * this.desk.finger());
  }

  drag(point) {
    this.tap(null, point);
  }

  tryIt() {
    this.ghost.replaceChildren();
    this.looksAt = this.facing;
    this.front(this.ghost, this.at, this.facing);
    ghostAt(this.ghost, this.at, this.facing);
    this.desk.tryOut({ facing: this.facing }, (verdict) => {
      this.ok.disabled = !verdict.legal;
    });
  }
}
