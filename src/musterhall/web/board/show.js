/* The table with what was told so far: what is new is played at a pace that one can follow, what was can be looked at again. */

import { Board } from "./board.js";
import { LOST, Position, inLengths } from "./position.js";
import { add } from "./svg.js";
import { throwPictures } from "./dice.js";

const PACES = { move: 800, fire: 1000, blast: 1200, fight: 1100, withdraw: 800, phase: 350 };
const USUAL_PACE = 450;
const FOR_A_LETTER = 9;
const FOR_DICE = 700;
const FEW_THROWS = 2;
const SPEEDS = [1, 2, 4, Infinity];

/** Whether anything on the page is to move. */
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Show {
  /** `hears.now` is told when all that is known has been shown, `hears.moved` whenever the moment that is shown is another. */
  constructor(page, hears) {
    this.page = page;
    this.hears = hears;
    this.speed = SPEEDS.includes(kept("pace")) ? kept("pace") : 1;
    this.paused = false;
    this.turn = 0;
    new ResizeObserver(() => this.follow()).observe(this.find(".log"));
  }

  /** Begin anew with a whole view; the piece of the table that is looked at stays. */
  open(view, index = view.replay.frames.length - 1) {
    const looked = this.board?.view;
    const zoomed = this.board && looked.width < this.board.whole.width - 0.01;
    this.board?.svg.remove();
    this.raw = view.replay;
    this.data = inLengths(view.replay);
    this.frames = this.data.frames;
    this.board = new Board(this.find(".table"), this.data, (piece, event) => this.hears.pointed(piece, event));
    if (zoomed) this.board.look(looked.x, looked.y, looked.width);
    this.seen = -1;
    this.find(".log ol").replaceChildren();
    this.log(0);
    this.settle(Math.max(0, Math.min(index, this.frames.length - 1)));
  }

  find(selector) {
    return this.page.querySelector(selector);
  }

  get last() {
    return this.frames.length - 1;
  }

  get isNow() {
    return this.index === this.last && !this.playing;
  }

  positionAt(index) {
    const position = Position.of(this.data);
    for (let at = 0; at <= index; at += 1) position.apply(this.frames[at]);
    return position;
  }

  /** Stand still at one moment. */
  settle(index, before = null) {
    this.turn += 1;
    this.playing = false;
    this.index = index;
    this.position = this.positionAt(index);
    this.board.draw(before ?? this.position, this.position, this.frames[index], 1);
    this.say(this.frames[index]);
    this.hears.moved();
  }

  /** Take in what is new; false where something in between is missing. */
  take(news) {
    if (news.begin > this.frames.length) return false;
    const { frames } = inLengths({ ...this.raw, frames: news.frames });
    this.frames.splice(news.begin, this.frames.length, ...frames);
    this.seen = Math.min(this.seen, news.begin - 1);
    this.log(news.begin);
    if (this.index >= news.begin) this.settle(Math.min(this.index, this.last));
    return true;
  }

  /** Play on to the last moment; whoever looks back or has stopped goes on when they like. */
  async run() {
    if (this.playing || this.back) return;
    const turn = (this.turn += 1);
    this.playing = true;
    while (turn === this.turn && this.index < this.last) {
      if (this.speed === Infinity) this.index = this.last - 1;
      await this.play(this.index + 1, turn);
    }
    if (turn !== this.turn) return;
    this.settle(this.last);
    this.hears.now();
  }

  play(index, turn) {
    const frame = this.frames[index];
    const before = this.index === index - 1 && this.speed !== Infinity ? this.position : this.positionAt(index - 1);
    const after = before.copy().apply(frame);
    this.index = index;
    this.position = after;
    this.say(frame);
    this.hears.moved();
    const calm = still();
    return new Promise((done) => {
      let [last, t] = [performance.now(), 0];
      const step = (now) => {
        if (turn !== this.turn) return done();
        if (!this.paused) t = this.speed === Infinity ? 1 : Math.min(1, t + (Math.max(0, now - last) * this.speed) / pace(frame));
        last = now;
        this.board.draw(before, after, frame, calm ? 1 : t);
        if (t >= 1) done();
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
  }

  // ---- at one's own pace

  /** All that is left to see at once, and back to now. */
  skip() {
    this.back = false;
    this.pause(false);
    this.settle(this.last);
    this.hears.now();
  }

  pause(paused = !this.paused) {
    this.paused = paused;
    if (!paused && this.back) {
      this.back = false;
      this.run();
    }
    this.hears.moved();
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    keep("pace", this.speed);
    this.hears.moved();
  }

  step(by) {
    const index = Math.max(0, Math.min(this.last, this.index + by));
    if (index === this.last) this.skip();
    else this.visit(index);
  }

  /** Look at a moment that was, and at where on the table it happened. */
  visit(index) {
    this.back = true;
    this.settle(index, index ? this.positionAt(index - 1) : null);
    this.flash(index);
  }

  playFrom(index) {
    this.settle(Math.max(0, index));
    this.back = false;
    this.paused = false;
    this.run();
  }

  flash(index) {
    const places = this.whereabouts(index);
    if (!places.length) return;
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    const middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
    this.board.centre(middle);
    const r = Math.max(4, ...places.map(([x, y]) => Math.hypot(x - middle.x, y - middle.y) + 3));
    add(this.board.layers.effects, "circle", { class: "flash", cx: middle.x, cy: middle.y, r });
  }

  /** Where something happened: where shots went, who was changed, or where the group stands that it is about. */
  whereabouts(index) {
    const { paths = [], rings = [], pieces = [], group } = this.frames[index];
    const there = (id) => [this.position.x[id], this.position.y[id]];
    const shown = (id) => this.position.status[id] === 0 || this.position.status[id] === LOST;
    if (paths.length) return paths.flatMap(([x1, y1, x2, y2]) => [[x1, y1], [x2, y2]]);
    if (rings.length) return rings.map(([x, y]) => [x, y]);
    const changed = pieces.map(([id]) => id).filter((id) => shown(id) && (group === null || this.data.pieces[id].group === group));
    const members = this.data.pieces.flatMap((piece, id) => (group !== null && piece.group === group && shown(id) ? [id] : []));
    return (changed.length ? changed : members).map(there);
  }

  // ---- in words

  say(frame) {
    const caption = this.find(".caption");
    caption.className = `caption ${sideClass(frame.side)}`;
    this.find(".say").textContent = frame.text;
    // Where dice are shown, the sum stands beside them.
    this.find(".detail").textContent = frame.dice?.length ? "" : (frame.detail ?? []).join(" · ");
    const { words } = this.data;
    this.find(".turn").textContent = frame.turn > 0 ? `${words.turn} ${frame.turn}` : words.before;
    this.find(".phase").textContent = frame.phase ?? "";
    this.hears.section(frame.section ?? "");
    this.find(".dice").classList.toggle("many", (frame.dice?.length ?? 0) > FEW_THROWS);
    this.find(".dice").replaceChildren(...throwPictures(frame.dice ?? []));
    for (const line of this.page.querySelectorAll(".log [aria-current]")) line.removeAttribute("aria-current");
    this.reveal();
    const line = this.find(".log ol").children[this.index]?.firstElementChild;
    line?.setAttribute("aria-current", "true");
    this.follow();
  }

  /** The log tells no more than the table has shown. */
  reveal() {
    const { children } = this.find(".log ol");
    while (this.seen < this.index) children[(this.seen += 1)].hidden = false;
  }

  /** Keep the line of the log that is shown in sight. */
  follow() {
    const line = this.find(".log [aria-current]");
    if (line) scrollWithin(this.find(".log"), line);
  }

  log(begin) {
    const list = this.find(".log ol");
    while (list.childElementCount > begin) list.lastElementChild.remove();
    this.frames.slice(begin).forEach((frame, at) => list.append(this.line(frame, begin + at)));
  }

  line(frame, index) {
    const line = document.createElement("li");
    line.className = `${sideClass(frame.side)} ${frame.kind === "phase" ? "heading" : ""}`;
    line.hidden = true;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: frame.text });
    button.addEventListener("click", () => this.visit(index));
    line.append(button);
    return line;
  }
}

function pace(frame) {
  return (PACES[frame.kind] ?? USUAL_PACE) + FOR_A_LETTER * frame.text.length + (frame.dice?.length ? FOR_DICE : 0);
}

export function sideClass(side) {
  return side === null || side === undefined ? "" : `side${side}`;
}

/** Scroll a list so that one line of it shows, and nothing else on the page. */
function scrollWithin(list, line) {
  const [outer, inner] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

// ---- what this browser remembers; a browser that may not remember anything plays all the same

export function kept(name) {
  try {
    const text = localStorage.getItem(`muster ${name}`);
    return text === "Infinity" ? Infinity : JSON.parse(text);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`muster ${name}`, value === Infinity ? "Infinity" : JSON.stringify(value));
  } catch {
    // Then it is forgotten.
  }
}
