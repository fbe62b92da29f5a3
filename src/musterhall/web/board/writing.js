/* Hands that lay stacks of orders and fill in papers. */

import { add } from "./svg.js";
import { Hands } from "./hands.js";
import { capital, middleOf, nearest } from "./places.js";

const WHEN = ["Now", "Next"];
const CARD = { tall: 17, apart: 18, name: 15 };

/** A stack of two cards by each group: a tap on a card offers what may lie there. */
export class Stacks extends Hands {
  build() {
    this.rows = this.asked.rows.map(() => [0, 0]);
    this.selects = [];
    const table = document.createElement("table");
    table.className = "stacks";
    this.asked.rows.forEach((row, at) => table.append(...this.lines(row, at)));
    this.told = Object.assign(document.createElement("p"), { className: "told" });
    this.desk.panel.append(table, this.told);
    this.ok = this.button("Lay them down", () => this.desk.give({ rows: this.rows }), { main: true });
    this.cards = add(this.layer, "g", {});
    this.tell("Tap a card on the table, or choose here.");
    this.show();
  }

  restore({ rows }) {
    if (rows.length !== this.rows.length) return;
    this.rows = rows;
    this.selects.forEach((pair, at) => pair.forEach((select, column) => (select.value = String(rows[at][column]))));
    this.show();
  }

  things() {
    return this.asked.rows.flatMap(({ group }) => this.place({ group }) ?? []);
  }

  tell(words) {
    this.told.textContent = words;
  }

  /** What may lie on a stack, for now or for later. */
  offered(at, column) {
    const { now, later } = this.asked.rows[at];
    return column ? later : now;
  }

  /** What stands on a card; what comes after a comma is for the list in the panel. */
  onCard(at, column) {
    return this.offered(at, column)[this.rows[at][column]].split(",")[0];
  }

  /** What a card means, in a sentence. */
  meaning(at, column) {
    const words = this.onCard(at, column);
    const about = this.asked.about[words];
    return capital(about ? `${words}: ${about}.` : `${words}.`);
  }

  /** The stack by each group, as it would lie there. */
  show() {
    this.cards.replaceChildren();
    this.boxes = [];
    if (!this.desk.board.wide) return this.things().forEach((place) => this.ring(place, "may", false, this.cards));
    const size = this.desk.board.lengthPerPixel ?? 0.2;
    this.asked.rows.forEach((row, at) => this.showStack(row, at, size));
  }

  showStack({ group }, at, size) {
    const pieces = this.desk.places({ group });
    if (!pieces.length) return;
    const below = { x: middleOf(pieces).x, y: Math.max(...pieces.map(({ y }) => y)) + 3 };
    const cards = [0, 1].map((column) => this.onCard(at, column));
    const wide = Math.max(46, ...cards.map((words) => 6.4 * words.length + 10));
    const tall = CARD.name + 2 * CARD.apart;
    const free = this.freePlace(below, wide * size, tall * size);
    const stack = add(this.cards, "g", { class: "stack", transform: `translate(${free.x} ${free.y}) scale(${size})` });
    add(stack, "text", { class: "name", y: 11 }).textContent = this.desk.groupName(group);
    cards.forEach((words, column) => cardAt(stack, words, wide, column));
    this.boxes.push({ at, x: free.x, y: free.y, wide: wide * size, tall: tall * size, middle: free.y + (CARD.name + CARD.apart) * size });
  }

  /** Below a group, or as far below as no other stack lies, and never over the table's edge. */
  freePlace({ x, y }, wide, tall) {
    const { width, depth } = this.desk.show.data.table;
    const place = { x: Math.max(wide / 2, Math.min(x, width - wide / 2)), y: Math.min(y, depth - tall) };
    const meets = (other) => Math.abs(other.x - place.x) < (other.wide + wide) / 2 && Math.abs(other.y - place.y) < tall;
    for (let tries = 0; tries < this.boxes.length && this.boxes.some(meets); tries += 1) place.y = this.boxes.find(meets).y + tall;
    if (place.y + tall > depth) place.y = y - 2 * tall;
    return place;
  }

  /** The name of a group, and below it what lies on its stack. */
  lines(row, at) {
    const [head, line] = [document.createElement("tr"), document.createElement("tr")];
    const name = Object.assign(document.createElement("th"), { textContent: this.desk.groupName(row.group), colSpan: 2 });
    head.append(name);
    this.selects[at] = WHEN.map((when, column) => {
      const select = this.select(at, column, `${name.textContent}, ${when.toLowerCase()}`);
      const label = Object.assign(document.createElement("small"), { textContent: when });
      line.insertCell().append(label, select);
      return select;
    });
    return [head, line];
  }

  select(at, column, label) {
    const select = document.createElement("select");
    select.setAttribute("aria-label", label);
    this.offered(at, column).forEach((words, number) => select.add(new Option(words, String(number))));
    select.addEventListener("change", () => this.put(at, column, Number(select.value)));
    return select;
  }

  put(at, column, number) {
    this.rows[at][column] = number;
    this.selects[at][column].value = String(number);
    this.tell(this.meaning(at, column));
    this.desk.note({ rows: this.rows });
    this.show();
  }

  /** A tap on a card, or on a group, whose next card it then is. */
  tap(piece, point) {
    const box = this.boxes.find(({ x, y, wide, tall }) => Math.abs(point.x - x) < wide / 2 && point.y > y && point.y < y + tall);
    if (box) return this.open(box.at, point.y < box.middle ? 0 : 1, point);
    const group = piece === null ? undefined : this.desk.groupOf(piece);
    const near = nearest(this.asked.rows.flatMap((row, at) => ({ at, ...this.place({ group: row.group }) })), point, 2 * this.desk.finger());
    const own = this.asked.rows.findIndex((row) => row.group === group);
    const at = own >= 0 ? own : near?.at;
    if (at !== undefined) this.open(at, 1, point);
  }

  /** What may lie there, beside it. */
  open(at, column, point) {
    const name = this.desk.groupName(this.asked.rows[at].group);
    const choices = this.offered(at, column).map((words, number) => {
      return this.card(words, number === this.rows[at][column], () => {
        this.put(at, column, number);
        this.desk.bubble.hide();
      });
    });
    const other = this.card(column ? "This turn's…" : "The next turn's…", false, () => this.open(at, 1 - column, point));
    this.tell(this.meaning(at, column));
    this.desk.bubble.open(point, `${name}, ${column ? "next turn" : "this turn"}:`, [...choices, other]);
    this.selects[at][column].scrollIntoView({ block: "nearest" });
  }

  card(words, taken, act) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: capital(words), className: taken ? "main" : "" });
    button.addEventListener("click", act);
    return button;
  }
}

/** More than these are chosen from a list that opens. */
const MOST_RADIOS = 4;

/** A paper with several choices. */
export class Paper extends Hands {
  build() {
    this.written = {};
    for (const field of this.asked.fields) this.sheet(field.of).append(this.field(field));
    const words = this.asked.secret ? "Seal it" : "Done";
    this.ok = this.button(words, () => this.desk.give(this.written), { main: true });
    this.desk.panel.addEventListener("change", this.noted = () => this.desk.note(this.written));
  }

  restore(written) {
    this.again = written;
    this.sheets = {};
    this.desk.panel.removeEventListener("change", this.noted);
    this.desk.panel.replaceChildren();
    this.build();
  }

  remove() {
    this.desk.panel.removeEventListener("change", this.noted);
    super.remove();
  }

  /** Where the lines of one thing stand together, under its name. */
  sheet(name) {
    if (!name) return this.desk.panel;
    this.sheets ??= {};
    if (!this.sheets[name]) {
      this.sheets[name] = document.createElement("fieldset");
      this.sheets[name].append(Object.assign(document.createElement("legend"), { textContent: name }));
      this.desk.panel.append(this.sheets[name]);
    }
    return this.sheets[name];
  }

  field(field) {
    const usual = this.again?.[field.name] ?? field.usual;
    this.written[field.name] = [...usual];
    if (field.most === 1 && (field.least === 0 || field.options.length > MOST_RADIOS)) return this.select(field, usual);
    const set = document.createElement("fieldset");
    set.append(Object.assign(document.createElement("legend"), { textContent: field.words }));
    field.options.forEach((option, number) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.type = field.most > 1 ? "checkbox" : "radio";
      input.name = field.name;
      input.checked = usual.includes(number);
      input.addEventListener("change", () => {
        const inputs = [...set.querySelectorAll("input")];
        this.written[field.name] = inputs.flatMap((one, at) => (one.checked ? [at] : []));
        for (const one of inputs) one.disabled = !one.checked && field.most > 1 && this.written[field.name].length >= field.most;
      });
      label.addEventListener("pointerenter", () => this.light(option.spot));
      label.append(input, ` ${option.words}`);
      set.append(label);
    });
    return set;
  }

  /** Many things of which one is chosen, or none where that may be. */
  select(field, usual) {
    const label = document.createElement("label");
    label.className = "line";
    const select = document.createElement("select");
    if (field.least === 0) select.add(new Option("–", ""));
    field.options.forEach((option, number) => select.add(new Option(option.words, String(number))));
    select.value = String(usual[0] ?? "");
    select.addEventListener("change", () => (this.written[field.name] = select.value ? [Number(select.value)] : []));
    select.addEventListener("focus", () => this.light(field.options[0]?.spot ?? {}));
    label.append(field.words, select);
    return label;
  }

  light(spot) {
    this.layer.replaceChildren();
    for (const place of this.desk.places(spot)) this.ring(place, "lit");
  }
}

/** A card of a stack with a word on it; what comes later lies underneath. */
function cardAt(stack, words, wide, below) {
  const card = add(stack, "g", { class: below ? "card later" : "card now", transform: `translate(${-wide / 2} ${CARD.name + below * CARD.apart})` });
  add(card, "rect", { width: wide, height: CARD.tall, rx: 3 });
  add(card, "text", { x: wide / 2, y: 12.5 }).textContent = words;
}
