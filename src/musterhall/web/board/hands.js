/* What all hands share: a layer over the board, buttons in the panel, and a sketch that is tried before it is given. */

import { add } from "./svg.js";
import { capital, degrees } from "./places.js";

/** One pair of hands; each kind of gesture has its own. */
export class Hands {
  constructor(desk, asked) {
    this.desk = desk;
    this.asked = asked;
    this.layer = desk.layer();
    this.ground = desk.ground();
    this.extras = {};
    this.choosers = {};
    this.build();
  }

  build() {}

  /** The ground on which something may be put. */
  drawGrounds(grounds) {
    for (const ground of grounds) {
      const points = ground.map((place) => this.desk.inLengths(place)).map(({ x, y }) => `${x},${y}`).join(" ");
      add(this.ground, "polygon", { class: "ground-for", points });
    }
  }

  /** A tap: `piece` is the one under it, if any, `point` where it fell. */
  tap(_piece, _point) {}

  /** Whether a drag that begins here is ours; else it moves the table. */
  grabs(_piece, _point) {
    return false;
  }

  drag(_point) {}

  drop(_point) {}

  /** Take up again what was half drawn. */
  restore(_sketch) {}

  /** Where on the table that is which was drawn, if anything was. */
  here() {
    return null;
  }

  /** What was drawn and is to stay in sight. */
  inSight() {
    return [];
  }

  /** How far round its place the question reaches. */
  extent() {
    return 0;
  }

  /** What on the table can be tapped, for the keyboard; nothing where any place can be. */
  things() {
    return [];
  }

  remove() {
    this.layer.remove();
    this.ground.remove();
    this.desk.panel.replaceChildren();
    this.desk.verdict("");
  }

  button(words, act, { main = false, help = "" } = {}) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = capital(words);
    button.className = main ? "main" : "";
    if (help) button.append(Object.assign(document.createElement("small"), { textContent: help }));
    button.addEventListener("click", act);
    this.desk.panel.append(button);
    return button;
  }

  /** A choice of a few words beside the main thing; what is first is usual. */
  choice(extra, changed = () => {}, into = this.desk.panel) {
    if (extra.choices.length < 2) return;
    const label = document.createElement("label");
    label.className = "extra";
    const select = document.createElement("select");
    extra.choices.forEach(([, words], number) => select.add(new Option(words, String(number))));
    select.addEventListener("change", () => {
      this.extras[extra.name] = extra.choices[Number(select.value)][0];
      changed();
    });
    label.append(`${extra.words} `, select);
    into.append(label);
    this.choosers[extra.name] = { select, choices: extra.choices };
  }

  /** Choose again what was chosen before. */
  chooseAgain(extras) {
    this.extras = { ...extras };
    for (const [name, { select, choices }] of Object.entries(this.choosers)) {
      const number = choices.findIndex(([value]) => value === extras[name]);
      if (number >= 0) select.value = String(number);
    }
  }

  /** A button after which the next tap says where the piece is to look. */
  facingButton() {
    this.look = this.button("Face…", () => this.aimLook(!this.looks));
    this.look.title = "Then tap where it is to look";
  }

  aimLook(looks) {
    this.looks = looks;
    this.look?.setAttribute("aria-pressed", looks);
  }

  /** Whether a tap was for the facing; `from` is where the piece would stand. */
  looked(from, point) {
    if (!this.looks || !from) return false;
    this.facing = degrees(from, point);
    this.aimLook(false);
    this.tryIt();
    return true;
  }

  instead() {
    (this.asked.instead ?? []).forEach((option, number) => {
      this.button(option.words, () => this.desk.give({ instead: number }), { help: option.help });
    });
  }

  /** A ring round something that may be tapped; round many that stand close it is drawn close, so that one sees them. */
  ring(place, name = "may", many = false, into = this.layer) {
    return add(into, "circle", { class: `spot ${name} ${many ? "close" : ""}`, cx: place.x, cy: place.y, r: many ? 2.1 : 2.9 });
  }

  place(spot) {
    return this.desk.place(spot);
  }

  /** What a piece has before it, drawn on a layer. */
  front(layer, place, facing, front = this.asked.front) {
    if (!front || !place || facing === null || Number.isNaN(facing)) return;
    const r = front.radius / this.desk.length;
    const width = Math.min(front.width, 359.9);
    const at = (angle) => [Math.cos, Math.sin].map((wave) => r * wave((angle * Math.PI) / 180)).join(" ");
    const d = `M0 0L${at(facing - width / 2)}A${r} ${r} 0 ${width > 180 ? 1 : 0} 1 ${at(facing + width / 2)}Z`;
    add(layer, "path", { class: "front", d, transform: `translate(${place.x} ${place.y})` });
  }

  onTable([x, y]) {
    return [x * this.desk.length, y * this.desk.length];
  }
}
