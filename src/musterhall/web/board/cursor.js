/* The table by keyboard: arrows go from one thing that can be tapped to the next, or over the table where there is none. */

import { add } from "./svg.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 2;
const SMALL_STEP = 0.5;

export class Cursor {
  constructor(desk) {
    this.desk = desk;
    this.host = desk.find(".table");
    this.host.addEventListener("keydown", (event) => this.key(event));
    this.host.addEventListener("blur", () => this.mark?.remove());
    this.reset();
  }

  reset() {
    this.mark?.remove();
    this.at = null;
    this.tapped = null;
  }

  key(event) {
    const { desk } = this;
    if (!desk.listens || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = WAYS[event.key];
    if (way) this.go(way, event.shiftKey ? SMALL_STEP : STEP);
    else if (event.key === "Enter") this.enter();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  go([dx, dy], step) {
    const { desk } = this;
    const things = desk.hands.things?.() ?? [];
    this.at ??= desk.place(desk.asked.spot) ?? things[0] ?? desk.middle();
    if (things.length) this.at = next(things, this.at, dx, dy) ?? this.at;
    else {
      const { width, depth } = desk.show.data.table;
      const within = (value, most) => Math.max(0, Math.min(value, most));
      this.at = { x: within(this.at.x + dx * step, width), y: within(this.at.y + dy * step, depth) };
    }
    this.draw();
  }

  /** A tap where the cursor is; a second one there does what the first one drew. */
  enter() {
    const { hands } = this.desk;
    if (!this.at) return this.go([0, 0], 0);
    if (this.tapped === this.at && hands.ok && !hands.ok.disabled) return hands.ok.click();
    this.tapped = this.at;
    hands.tap(null, { ...this.at });
  }

  draw() {
    this.mark?.remove();
    this.mark = add(this.desk.board.svg, "g", { class: "gesture cursor", transform: `translate(${this.at.x} ${this.at.y})` });
    add(this.mark, "path", { d: "M-4-2V-4H-2M4-2V-4H2M-4 2V4H-2M4 2V4H2M-1 0H1M0-1V1" });
  }
}

/** The nearest thing that lies in a direction. */
function next(things, from, dx, dy) {
  let [found, least] = [null, Infinity];
  for (const thing of things) {
    const along = (thing.x - from.x) * dx + (thing.y - from.y) * dy;
    const aside = Math.abs((thing.x - from.x) * dy - (thing.y - from.y) * dx);
    if (along > 0.01 && along + 2 * aside < least) [found, least] = [thing, along + 2 * aside];
  }
  return found;
}
