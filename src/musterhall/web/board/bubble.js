/* The question at its place on the table: first what is asked, then what was drawn would mean, with the button that does it. */

import { capital, told } from "./places.js";

const MOST_BUTTONS = 4;
const APART = 34;
const BESIDE = 22;

export class Bubble {
  constructor(box, show) {
    this.box = box;
    this.show = show;
    this.at = null;
    this.about = [];
    this.looks = null;
  }

  /** What is asked, where it is about something on the table; a few plain choices are made right there. */
  ask(desk, asked) {
    this.looks = null;
    this.at = desk.place(asked.spot) ?? (desk.hands.somewhere?.() || null);
    this.about = desk.places(asked.spot);
    this.say(asked.question);
    this.box.classList.remove("refused");
    const { buttons = [], plain } = desk.hands;
    if (plain && buttons.length <= MOST_BUTTONS) this.offer(buttons);
    else this.offer([]);
    this.place();
  }

  /** What a sketch would mean, beside it. */
  judge(desk, verdict) {
    const at = desk.hands?.here?.();
    if (!at) return;
    this.at = at;
    this.about = desk.hands.inSight();
    this.looks = desk.hands.looksAt ?? null;
    this.say(told(verdict));
    this.box.classList.toggle("refused", !verdict.legal);
    this.offer(verdict.legal && desk.hands.ok && !desk.hands.ok.disabled ? [desk.hands.ok] : []);
    this.place();
  }

  /** Something to choose beside a thing on the table. */
  open(at, words, buttons) {
    this.at = at;
    this.about = [];
    this.looks = null;
    this.say(words);
    this.box.classList.remove("refused");
    this.offer(buttons);
    this.place();
  }

  /** Why something that was tapped cannot be chosen. */
  refuse(at, words) {
    this.open(at, words, []);
    this.box.classList.add("refused");
  }

  say(words) {
    this.box.querySelector("p").textContent = capital(words);
  }

  /** Buttons of the panel that can be pressed here as well; the keyboard and those who listen have them in the panel. */
  offer(buttons) {
    this.box.querySelector("div").replaceChildren(...buttons.map((original) => {
      const button = Object.assign(document.createElement("button"), { type: "button", tabIndex: -1 });
      button.textContent = original.dataset.short ?? original.textContent;
      button.className = original.className;
      button.addEventListener("click", () => original.click());
      return button;
    }));
  }

  hide() {
    this.at = null;
    this.box.hidden = true;
  }

  place() {
    this.box.hidden = !this.at;
    if (!this.at) return;
    const stage = this.box.parentElement.getBoundingClientRect();
    const host = this.show.board.host.getBoundingClientRect();
    const { x, y } = this.show.board.screenPoint(this.at);
    const [left, top] = [x + host.left - stage.left, y + host.top - stage.top];
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const within = (value, most) => Math.max(4, Math.min(value, most - 4));
    const about = this.about.map((place) => this.show.board.screenPoint(place));
    const clear = (side, of) => Math.max(APART, BESIDE + Math.max(0, ...about.map((place) => side * (of(place) - of({ x, y })))));
    const places = this.sides().map(([aside, down]) => ({
      aside, down,
      left: left - width / 2 + aside * (width / 2 + clear(aside, (place) => place.x)),
      top: top - height / 2 + down * (height / 2 + clear(down, (place) => place.y)),
    }));
    const fits = ({ left: x, top: y, aside, down }) => {
      const wide = !aside || (x >= 4 && x + width <= host.width - 4);
      return wide && (!down || (y >= 4 && y + height <= host.height - 4));
    };
    const pieces = [...about, ...this.pieces()].map(({ x, y }) => ({ x: x + host.left - stage.left, y: y + host.top - stage.top }));
    const hides = ({ left: x, top: y }) =>
      pieces.filter((piece) => piece.x > x && piece.x < x + width && piece.y > y && piece.y < y + height).length;
    const fitting = places.filter(fits);
    const found = fitting.sort((one, other) => hides(one) - hides(other))[0] ?? places[0];
    this.box.style.left = `${within(found.left, host.width - width)}px`;
    this.box.style.top = `${within(found.top, host.height - height)}px`;
  }

  /** Where on the screen all pieces stand: the bubble lies where it hides the fewest. */
  pieces() {
    const { position, board } = this.show;
    const standing = [...position.status.keys()].filter((piece) => position.status[piece] === 0);
    return standing.map((piece) => board.screenPoint({ x: position.x[piece], y: position.y[piece] }));
  }

  /** Above, below or beside; what a piece looks at stays in sight. */
  sides() {
    const all = [[0, -1], [0, 1], [1, 0], [-1, 0]];
    if (this.looks === null) return all;
    const [x, y] = [Math.cos, Math.sin].map((wave) => wave((this.looks * Math.PI) / 180));
    return all.sort((one, other) => one[0] * x + one[1] * y - other[0] * x - other[1] * y);
  }
}
