/* The question that is asked: in the panel, at the place on the table that it is about, and the hands that answer it. */

import { AWAY } from "./position.js";
import { add } from "./svg.js";
import { Bubble } from "./bubble.js";
import { Cursor } from "./cursor.js";
import { handsFor } from "./gestures.js";
import { newMark, NoLink } from "./link.js";
import { capital, ghostAt, told } from "./places.js";

const LEAST_BETWEEN_TRIES = 100;
const A_DRAG = 6;
const MOST_CLOSER = 2.5;
const SMALL_SCREEN = 700;

export class Desk {
  /** `hears.given` is told that an answer was taken, `hears.section` that somebody wants to read a section. */
  constructor(page, show, link, hears) {
    this.page = page;
    this.show = show;
    this.link = link;
    this.hears = hears;
    this.panel = this.find(".panel");
    this.bubble = new Bubble(this.find(".bubble"), show);
    this.hands = null;
    this.tried = 0;
    this.number = 0;
    this.listen();
    this.cursor = new Cursor(this);
    this.find(".table").addEventListener("looked", () => this.bubble.place());
  }

  find(selector) {
    return this.page.querySelector(selector);
  }

  get board() {
    return this.show.board;
  }

  get length() {
    return this.show.data.table.length;
  }

  /** Put a question, or none. The same question again keeps what was drawn for it. */
  ask(asked, known = {}) {
    this.known = known;
    const key = asked ? JSON.stringify(asked) : "";
    const same = asked && key === this.key && this.hands && this.hands.layer.isConnected;
    if (same) return;
    this.key = key;
    this.asked = asked;
    this.number += 1;
    this.panel.ariaBusy = null;
    this.hands?.remove();
    this.unhint();
    this.verdict("");
    this.find(".ask").hidden = !asked;
    this.page.classList.toggle("asks", Boolean(asked));
    this.find(".question").textContent = asked?.question ?? "";
    this.rule(asked);
    this.hands = null;
    this.cursor.reset();
    if (!asked) {
      this.stepBack();
      return this.bubble.hide();
    }
    this.hands = handsFor(this, asked);
    this.comeCloser();
    this.bubble.ask(this, asked);
    this.restore();
  }

  /** On a small screen the table is brought closer to what the question is about. */
  comeCloser() {
    const { board, hands } = this;
    if (board.wide || this.came || board.host.clientWidth > SMALL_SCREEN) return;
    const places = [...this.places(this.asked.spot), ...hands.things()];
    if (!places.length) return;
    const reach = Math.max(8, hands.extent());
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const [left, right, top, bottom] = [Math.min(...xs) - reach, Math.max(...xs) + reach, Math.min(...ys) - reach, Math.max(...ys) + reach];
    const width = Math.max(right - left, ((bottom - top) * board.whole.width) / board.whole.height, board.whole.width / MOST_CLOSER);
    if (width > 0.85 * board.whole.width) return;
    const height = (width * board.whole.height) / board.whole.width;
    board.look((left + right - width) / 2, (top + bottom - height) / 2, width);
    this.came = true;
  }

  /** As far back as before. */
  stepBack() {
    if (this.came) this.board.fit();
    this.came = false;
  }

  rule(asked) {
    const button = this.find(".of-rules");
    const section = asked?.rule?.section ?? asked?.section;
    button.hidden = !section;
    button.dataset.section = section ?? "";
    button.textContent = section ? [section, asked.rule?.title].filter(Boolean).join(" ") : "";
  }

  // ---- what hands use

  layer() {
    return add(this.board.svg, "g", { class: "gesture" });
  }

  /** A layer on the ground, below the pieces. */
  ground() {
    const layer = add(this.board.svg, "g", { class: "gesture" });
    this.board.layers.pieces.before(layer);
    return layer;
  }

  inLengths([x, y]) {
    return { x: x / this.length, y: y / this.length };
  }

  finger() {
    return Math.max(2.6, 16 * (this.board.lengthPerPixel ?? 0.2));
  }

  middle() {
    const { width, depth } = this.show.data.table;
    return { x: width / 2, y: depth / 2 };
  }

  /** Every place on the board that a spot means. */
  places(spot = {}) {
    const { position, data } = this.show;
    const at = (piece) => ({ x: position.x[piece], y: position.y[piece] });
    if (spot.at) return [this.inLengths(spot.at)];
    if (spot.piece !== undefined) return position.status[spot.piece] === AWAY ? [] : [at(spot.piece)];
    if (spot.group !== undefined) {
      return data.pieces.flatMap((piece, id) => (piece.group === spot.group && position.status[id] === 0 ? [at(id)] : []));
    }
    if (spot.zone !== undefined) return [data.zones[spot.zone]];
    if (spot.side !== undefined) return [this.edge(spot.side)];
    return [];
  }

  /** The middle of a side's own edge: the first has the north. */
  edge(side) {
    const { width, depth } = this.show.data.table;
    return { x: width / 2, y: side === 0 ? 3 : depth - 3 };
  }

  place(spot) {
    const places = this.places(spot);
    if (!places.length) return null;
    const sum = places.reduce((total, { x, y }) => [total[0] + x, total[1] + y], [0, 0]);
    return { x: sum[0] / places.length, y: sum[1] / places.length };
  }

  /** Where a piece looks. */
  facing(piece) {
    return this.show.position.facing[piece];
  }

  groupName(group) {
    return this.show.data.groups[group].name;
  }

  groupOf(piece) {
    return this.show.data.pieces[piece].group;
  }

  /** What is said about what was drawn; the section it rests on is one tap away. */
  verdict(words, legal = true, section = "") {
    const place = this.find(".verdict");
    place.textContent = capital(words);
    place.classList.toggle("refused", !legal);
    if (!section) return;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "section", textContent: section });
    button.dataset.section = section;
    place.append(" ", button);
  }

  /** Ask what a sketch would mean, at most ten times a second; only the last one counts. */
  async tryOut(sketch, then) {
    const number = (this.number += 1);
    this.note(sketch);
    this.panel.ariaBusy = "true";
    const wait = this.tried + LEAST_BETWEEN_TRIES - performance.now();
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    if (number !== this.number) return;
    this.tried = performance.now();
    try {
      const verdict = await this.link.call("/sketch", { sketch, side: this.asked.player });
      if (number !== this.number) return;
      this.panel.ariaBusy = null;
      this.verdict(told(verdict), verdict.legal, verdict.section);
      then(verdict);
      this.bubble.judge(this, verdict);
    } catch (error) {
      if (number !== this.number) return;
      this.panel.ariaBusy = null;
      this.verdict(error.message, false);
      then({ legal: false });
    }
  }

  tryLater(act) {
    clearTimeout(this.later);
    this.later = setTimeout(act, 30);
  }

  give(sketch) {
    return this.send({ sketch });
  }

  /** Give an answer; without a link it is kept, and sent when the link is back. */
  async send(answer) {
    if (this.sending) return;
    // What is sent late must not answer what is asked by then.
    const { answers, times_back } = this.known;
    this.sending = { ...answer, side: this.asked.player, answers, times_back, mark: newMark() };
    this.number += 1;
    this.panel.inert = true;
    this.bubble.hide();
    await this.sendAgain();
  }

  async sendAgain() {
    if (!this.sending) return;
    try {
      await this.link.call("/answer", this.sending);
      this.done();
      this.forget();
      // What was answered is not asked any more, whatever comes next.
      this.ask(null);
      this.hears.given();
    } catch (error) {
      if (error instanceof NoLink) {
        this.verdict("There is no link just now. Your answer is sent as soon as it is back.", false);
        return;
      }
      this.done();
      this.verdict(error.message, false);
      this.hears.given();
    }
  }

  done() {
    this.sending = null;
    this.panel.inert = false;
  }

  // ---- what was half drawn outlives a reload

  get drawer() {
    return `muster sketch ${this.link.battle}`;
  }

  note(sketch) {
    try {
      sessionStorage.setItem(this.drawer, JSON.stringify({ key: digest(this.key), sketch }));
    } catch {
      // Then a reload begins with a clean sheet.
    }
  }

  /** The next question begins with a clean sheet, also where it is put in the same words. */
  forget() {
    try {
      sessionStorage.removeItem(this.drawer);
    } catch {
      // Then there is nothing to forget.
    }
  }

  restore() {
    try {
      const { key, sketch } = JSON.parse(sessionStorage.getItem(this.drawer) ?? "{}");
      if (key === digest(this.key) && sketch) this.hands.restore(sketch);
    } catch {
      sessionStorage.removeItem(this.drawer);
    }
  }

  // ---- a hint

  async hint() {
    const { asked } = this;
    const box = this.find(".hint");
    box.hidden = false;
    this.find(".hint .words").textContent = "Thinking…";
    this.find(".hint .why").textContent = "";
    this.find(".hint [data-do=do-that]").hidden = true;
    try {
      const hint = await this.link.call(`/hint?side=${asked.player}`);
      if (asked !== this.asked) return;
      this.hinted = hint;
      this.find(".hint .words").textContent = capital(hint.words);
      this.find(".hint .why").textContent = hint.why ?? "";
      this.find(".hint .by").textContent = hint.by ? `What ${hint.by} would do` : "";
      this.find(".hint [data-do=do-that]").hidden = false;
      this.drawHint(hint);
    } catch (error) {
      this.find(".hint .words").textContent = error.message;
    }
  }

  drawHint({ places = [], lines = [] }) {
    this.hintLayer?.remove();
    this.hintLayer = this.layer();
    this.hintLayer.classList.add("hinted");
    for (const line of lines) {
      const d = line.map((place) => this.inLengths(place)).map(({ x, y }, at) => `${at ? "L" : "M"}${x} ${y}`).join("");
      add(this.hintLayer, "path", { class: "way", d });
      if (line.length) ghostAt(this.hintLayer, this.inLengths(line.at(-1)), null);
    }
    for (const [, x, y, facing] of places) ghostAt(this.hintLayer, this.inLengths([x, y]), facing ?? null);
  }

  doThat() {
    if (this.hinted) this.send({ answer: this.hinted.answer });
  }

  unhint() {
    this.hinted = null;
    this.hintLayer?.remove();
    this.find(".hint").hidden = true;
  }

  // ---- taps and drags

  /** Whether fingers on the table are for the question just now. */
  get listens() {
    return Boolean(this.hands) && !this.show.back && !this.sending;
  }

  listen() {
    const host = this.find(".table");
    let drag = null;
    const point = (event) => this.board.tablePoint(event);
    const here = { capture: true };
    host.addEventListener("pointerdown", (event) => {
      this.find(".dice").replaceChildren();
      if (!this.listens || !event.isPrimary || event.button) return;
      drag = { began: point(event), x: event.clientX, y: event.clientY, ours: false, moved: false };
      this.hands.grabbed = drag.began;
      drag.ours = Boolean(this.hands.grabs(this.board.pieceAt(event), drag.began));
      if (!drag.ours) return;
      event.stopImmediatePropagation();
      host.setPointerCapture(event.pointerId);
    }, here);
    host.addEventListener("pointermove", (event) => {
      if (!drag || !event.isPrimary) return;
      const moved = drag.moved || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > A_DRAG;
      if (moved && !drag.moved && drag.ours) this.bubble.hide();
      drag.moved = moved;
      if (!drag.ours) return;
      event.stopImmediatePropagation();
      if (drag.moved) this.hands?.drag(point(event));
    }, here);
    host.addEventListener("pointerup", (event) => {
      if (!drag || !event.isPrimary) return;
      const { ours, moved } = drag;
      drag = null;
      if (!this.listens) return;
      if (ours && moved) this.hands.drop(point(event));
      else if (!moved) this.hands.tap(this.board.pieceAt(event), point(event));
    }, here);
    host.addEventListener("pointercancel", () => (drag = null), here);
    // Two quick taps are two taps here, and do not show the whole table.
    host.addEventListener("dblclick", (event) => this.hands && event.stopImmediatePropagation(), here);
  }
}

/** A short number for a long text. */
function digest(text) {
  let sum = 5381;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 33 + text.charCodeAt(at)) | 0;
  return sum;
}
