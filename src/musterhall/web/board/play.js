/* A battle that is played here: the table, the question that is asked, and what happened since.

   The server judges and numbers what happens; this page draws what it is sent and sends what a finger did. Whoever missed
   something takes the whole view again. */

import { aboutAll, aboutPiece, showPiece } from "./about.js";
import { Desk } from "./desk.js";
import { whenHeld } from "./fingers.js";
import { Link, NoLink } from "./link.js";
import { capital } from "./places.js";
import { copy, friendsLink, Rules, sinceYouLeft } from "./sheets.js";
import { keep, kept, Show } from "./show.js";

const AGAIN = 3000;
const A_REST = 350;

const page = document.querySelector(".playing");
const find = (selector) => page.querySelector(selector);

/** All of it: what is new comes in, is shown, and then the next question is asked. */
class Table {
  constructor(link, view) {
    this.link = link;
    this.state = view;
    this.queue = Promise.resolve();
    this.show = new Show(page, {
      now: () => this.ask(),
      moved: () => this.moved(),
      section: (section) => this.section(section),
      pointed: (piece, event) => this.pointed(piece, event),
    });
    this.desk = new Desk(page, this.show, link, { given: () => this.catchUp() });
    this.rules = new Rules(find("dialog.sheet"), link, page.dataset.game);
    find("[data-do=winning]").hidden = !view.winning.length;
    this.comeBack(view);
    this.buttons(view);
    whenHeld(find(".table"), (event) => this.read(this.show.board.pieceAt(event)));
    this.keys();
    this.furnish(view);
    this.follow();
    setInterval(() => this.clocks(), 1000);
  }

  /** What there is to know of a piece shows when a mouse rests on it. */
  pointed(piece, { pointerType, type }) {
    if (piece === this.pointedAt && type === "pointermove") return;
    this.pointedAt = piece;
    clearTimeout(this.resting);
    showPiece(find(".piece-card"), this.show, null);
    if (pointerType !== "mouse" || type !== "pointermove" || piece === null) return;
    this.resting = setTimeout(() => showPiece(find(".piece-card"), this.show, piece), A_REST);
  }

  /** Who holds a piece reads all about it; whether there was one. */
  read(piece) {
    if (piece === null) return false;
    this.rules.tell(...aboutPiece(this.show, piece));
    return true;
  }

  // ---- what was, when somebody comes back

  get memory() {
    return `seen ${this.link.battle} ${this.link.seat ? "seat" : "onlooker"}`;
  }

  comeBack(view) {
    const last = view.replay.frames.length - 1;
    const seen = kept(this.memory);
    this.show.open(view, seen === null ? last : Math.min(seen, last));
    if (this.show.isNow) return this.ask();
    this.show.back = true;
    sinceYouLeft(find(".since"), this.show.frames, this.show.index + 1);
    this.moved();
  }

  moved() {
    const { show } = this;
    const { back, playing, paused, isNow, speed } = show;
    if (!back) keep(this.memory, show.index);
    this.points();
    page.classList.toggle("past", Boolean(back));
    find(".bar").classList.toggle("holds", Boolean(paused || back));
    find("[data-do=pause]").setAttribute("aria-label", paused || back ? "Play on" : "Pause");
    find("[data-do=pause]").disabled = isNow && !back;
    find("[data-do=skip]").disabled = isNow && !back;
    find("[data-do=skip]").classList.toggle("main", Boolean(back || playing));
    find("[data-do=skip]").textContent = playing ? "Skip" : "Now";
    find("[data-do=forward]").disabled = show.index >= show.last;
    find("[data-do=back]").disabled = show.index <= 0;
    find("[data-do=faster]").textContent = speed === Infinity ? "max" : `${speed}×`;
  }

  /** Where it stands now: what is asked may belong to a later phase than what was told last. */
  where(words) {
    const [turn, ...rest] = capital(words).split(", ");
    find(".turn").textContent = turn;
    find(".phase").textContent = rest.join(", ");
  }

  /** How it stands in what counts most, at the moment that is shown. */
  points() {
    [0, 1].forEach((side) => {
      const [, points, words] = this.show.position.score.find(([one]) => one === side) ?? [];
      find(`.who.side${side} .points`).hidden = points === undefined;
      find(`.who.side${side} .points`).title = words ?? "";
      find(`.who.side${side} .points b`).textContent = points ?? "";
      find(`.who.side${side} .points small`).textContent = words ?? "";
    });
  }

  section(section) {
    const button = find(".caption .section");
    button.hidden = !section;
    button.textContent = section;
    button.dataset.section = section;
  }

  // ---- what is new

  follow() {
    const lost = () => (find(".offline-mark").hidden = false);
    const back = () => {
      find(".offline-mark").hidden = true;
      this.desk.sendAgain();
      this.catchUp();
    };
    const news = (version) => version !== this.state.version && this.catchUp();
    this.link.follow({ news, lost, back });
    addEventListener("offline", lost);
    addEventListener("online", back);
    document.addEventListener("visibilitychange", () => document.hidden || this.catchUp());
  }

  catchUp() {
    this.queue = this.queue.then(() => this.takeNews()).catch((error) => {
      if (!(error instanceof NoLink)) return this.desk.verdict(error.message, false);
      find(".offline-mark").hidden = false;
      clearTimeout(this.again);
      this.again = setTimeout(() => this.catchUp(), AGAIN);
    });
  }

  async takeNews() {
    const news = await this.link.call(`/news?after=${this.show.frames.length}`);
    find(".offline-mark").hidden = true;
    if (news.version === this.state.version) {
      if (this.show.isNow && !this.show.back) this.ask();
      return;
    }
    const before = this.state;
    // Terrain and zones are drawn once, and at the end everything is shown: then the whole view is taken again.
    const undone = news.times_back !== before.times_back;
    const anew = undone || news.lies !== before.lies || Boolean(news.over) !== Boolean(before.over);
    if (anew || !this.show.take(news)) await this.lookAgain(undone ? Infinity : this.show.index);
    else this.settle(news);
  }

  /** The whole view again; what was half drawn stays, where the same is still asked. */
  async lookAgain(index = this.show.index) {
    const view = await this.link.call("");
    const { back } = this.show;
    this.show.open(view, Math.min(index, view.replay.frames.length - 1));
    this.show.back = back && !this.show.isNow;
    this.settle(view);
  }

  settle(state) {
    this.state = state;
    const asked = this.question();
    if (!asked || JSON.stringify(asked) !== this.desk.key) this.desk.ask(null);
    this.furnish(state);
    this.show.run();
  }

  // ---- the question

  get both() {
    return this.state.sides.length === 2;
  }

  question() {
    const { asked } = this.state;
    const { as } = this.link;
    return asked.find(({ player }) => as === null || player === as) ?? null;
  }

  ask() {
    find(".since").hidden = true;
    if (this.join(this.state) || (this.both && this.handOver())) return this.desk.ask(null);
    this.desk.ask(this.question(), this.state);
    this.furnish(this.state);
  }

  /** One screen for both: what is secret is asked when the other has looked away. */
  handOver() {
    const { as } = this.link;
    const asked = this.question();
    if (this.turns) return true;
    if (as !== null && !asked?.secret && !this.peeks) {
      this.look(null);
      return true;
    }
    if (as !== null || this.state.over) return false;
    const next = asked ?? { player: this.state.waits_for.find((side) => this.state.sides.includes(side)), secret: true };
    if (next.player === undefined || !next.secret) return false;
    this.cover(next.player);
    return true;
  }

  cover(side) {
    const name = this.show.data.sides[side].name;
    find(".cover h2").textContent = `Hand over to ${name}`;
    find(".cover p").textContent = `${this.name(side)}, what comes next is for you alone.`;
    find(".cover button").textContent = `I am ${name}`;
    find(".cover button").dataset.side = side;
    if (!find("dialog.cover").open) find("dialog.cover").showModal();
  }

  look(side) {
    this.turns = true;
    this.queue = this.queue.then(() => {
      this.link.as = side;
      this.turns = false;
      return this.lookAgain();
    }).catch((error) => this.desk.verdict(error.message, false));
  }

  // ---- everything beside the board

  furnish(state) {
    this.got = performance.now();
    page.dataset.answers = state.answers;
    [0, 1].forEach((side) => {
      find(`.who.side${side} .name`).textContent = this.name(side);
      find(`.who.side${side}`).classList.toggle("acts", state.waits_for.includes(side) && !state.over);
    });
    this.clocks();
    this.undo(state);
    this.offer(state);
    if (this.show.isNow) {
      this.lesson(state.lesson);
      if (state.where && !state.over) this.where(state.where);
    }
    this.end(state);
    this.older(state);
    this.links(state);
    this.join(state);
    find(".waiting").textContent = this.status(state);
    for (const button of page.querySelectorAll("[data-do=draw], [data-do=resign]")) button.hidden = Boolean(state.over);
    for (const button of page.querySelectorAll("[data-do=see]")) {
      const side = Number(button.dataset.side);
      button.hidden = !this.both || Boolean(state.over);
      button.textContent = this.link.as === side ? "Back to the open table" : `See what ${this.show.data.sides[side].name} sees`;
    }
  }

  status(state) {
    if (state.over || state.older_rules) return "";
    if (state.sides.includes(state.asks_undo)) return "You have asked to take back; the other has to agree.";
    if (state.sides.includes(state.offers_draw)) return "You have offered a draw.";
    if (this.question()) return "";
    const waiting = state.waits_for.filter((side) => !state.sides.includes(side));
    if (!waiting.length) return "";
    const bots = waiting.every((side) => state.seats[side].by === "bot");
    const names = waiting.map((side) => this.name(side)).join(" and ");
    return bots ? `${names} is thinking…` : `Waiting for ${names}.`;
  }

  name(side) {
    const seat = this.state.seats[side];
    return seat.name || (seat.taken ? this.show.data.sides[side].name : "your friend");
  }

  clocks() {
    const { left = {}, waits_for: waits, over, clock } = this.state;
    [0, 1].forEach((side) => {
      const time = find(`.who.side${side} .left`);
      time.hidden = left[side] === undefined || clock === null;
      if (time.hidden) return;
      const gone = waits.includes(side) && !over ? (performance.now() - this.got) / 1000 : 0;
      const seconds = Math.max(0, Math.floor(left[side] - gone));
      time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      time.classList.toggle("short", seconds < 30);
    });
  }

  undo(state) {
    const [side, undo] = Object.entries(state.undo).sort(([, one], [, other]) => other.answers - one.answers)[0] ?? [];
    const button = find("[data-do=undo]");
    button.hidden = !undo || Boolean(state.over) || state.older_rules;
    if (button.hidden) return;
    const other = 1 - Number(side);
    const asks = !undo.free && state.seats[other].by === "person" && !this.both;
    const words = asks ? `Ask to take back: ${undo.words}` : `Take back: ${undo.words}`;
    button.dataset.side = side;
    button.textContent = words;
    button.title = undo.free ? words : `${words} (the battle then goes on with new dice)`;
  }

  /** What the other asks of you: to let them take something back, or to agree on a draw. */
  offer(state) {
    const other = state.sides.length === 1 ? 1 - state.sides[0] : null;
    const undo = other !== null && state.asks_undo === other;
    const draw = other !== null && state.offers_draw === other;
    find(".offer").hidden = (!undo && !draw) || Boolean(state.over);
    const what = undo ? "asks to take back their last answer. The battle then goes on with new dice." : "offers a draw.";
    find(".offer p").textContent = other === null ? "" : `${this.name(other)} ${what}`;
    this.offered = undo ? "/undo" : "/draw";
  }

  lesson(lesson) {
    find(".lesson").hidden = !lesson;
    if (!lesson) return;
    find(".lesson h2").textContent = lesson.title;
    const paragraphs = [lesson.text].flat().map((text) => Object.assign(document.createElement("p"), { textContent: text }));
    find(".lesson div").replaceChildren(...paragraphs);
  }

  end(state) {
    const { over, sides } = state;
    find(".result").hidden = !over || !this.show.isNow;
    if (!over) return;
    const won = sides.length === 1 && over.winner !== null ? (over.winner === sides[0] ? "You win" : "You lose") : null;
    const named = over.winner === null ? "A draw" : `${this.name(over.winner)} wins`;
    find(".result h2").textContent = won ?? named;
    find(".result p").textContent = over.sentence;
    const rematch = find("[data-do=rematch]");
    if (rematch) rematch.textContent = state.rematch ? "Go to the rematch" : "Rematch, sides swapped";
  }

  older(state) {
    const { older_rules: older, agreed = [], sides } = state;
    find(".older").hidden = !older || Boolean(state.over);
    if (!older) return;
    const done = sides.every((side) => agreed.includes(side));
    find(".older p").textContent = done && sides.length ? "You have agreed; it goes on when the other has, too." : "It can be watched as it was. It goes on under the newer rules when both agree.";
    find(".older .row").hidden = done || !sides.length;
  }

  /** Whoever has come by a link says under which name they play. */
  join(state) {
    const open = state.sides.filter((side) => !state.seats[side].taken);
    find(".join").hidden = !open.length || Boolean(state.over);
    return open.length > 0;
  }

  links(state) {
    const [side, path] = Object.entries(state.links ?? {})[0] ?? [];
    const { link = path, own = false } = this.made ?? {};
    find(".friend h2").textContent = own ? "Your seat, on another device" : "Send this to your friend";
    find(".friend p").textContent = own ? "The links that your seat had open nothing any more." : "Whoever opens it takes the other seat.";
    friendsLink(find(".friend"), state.over ? null : link, this.made ? null : JSON.parse(page.dataset.codes || "{}")[side]);
    const alone = !state.over && state.sides.length === 1;
    for (const button of page.querySelectorAll("[data-do=link]")) {
      button.hidden = !alone || !state.hosts || !state.seats.every(({ by }) => by === "person");
    }
    for (const button of page.querySelectorAll("[data-do=own-link]")) button.hidden = !alone;
  }

  // ---- buttons and keys

  async send(path, body = {}) {
    const { sides } = this.state;
    const side = this.desk.asked?.player ?? sides[0];
    try {
      const answer = await this.link.call(path, path === "/join" ? body : { side, ...body });
      this.catchUp();
      return answer;
    } catch (error) {
      find(".waiting").textContent = error.message;
      return null;
    }
  }

  async rematch() {
    if (!this.state.rematch && !(await this.send("/rematch"))) return;
    location.assign(`/play/${this.link.battle}/rematch`);
  }

  /** A new link for the other seat, or for one's own: whoever sent that one cannot open it any more. */
  async newLink(own) {
    const [mine] = this.state.sides;
    const answer = await this.send("/links", { side: own ? mine : 1 - mine });
    if (!answer) return;
    if (own) this.link.seat = answer.link.split("/").at(-1);
    this.made = { link: answer.link, own };
    this.links(this.state);
  }

  buttons(view) {
    const { show, desk } = this;
    const acts = {
      undo: (button) => this.send("/undo", { side: Number(button.dataset.side) }),
      resign: () => find("dialog.resign").showModal(),
      "resign-yes": () => this.send("/resign"),
      draw: () => this.send("/draw"),
      yes: () => this.send(this.offered, { yes: true }),
      no: () => this.send(this.offered, { yes: false }),
      rules: () => this.send("/rules"),
      rematch: () => this.rematch(),
      link: () => this.newLink(false),
      "own-link": () => this.newLink(true),
      share: (button) => copy(new URL(`/play/${this.link.battle}`, location.href).href, button),
      copy: (button) => copy(find(".friend input").value, button),
      hint: () => desk.hint(),
      unhint: () => desk.unhint(),
      "do-that": () => desk.doThat(),
      "play-since": () => {
        find(".since").hidden = true;
        show.playFrom(show.index);
      },
      "skip-since": () => show.skip(),
      fighters: () => this.rules.tell("Who fights here", aboutAll(this.show)),
      winning: () => this.rules.tell("How it is won", view.winning),
      replay: () => show.playFrom(0),
      pause: () => show.pause(),
      faster: () => show.faster(),
      skip: () => show.skip(),
      back: () => show.step(-1),
      forward: () => show.step(1),
      closer: () => show.board.zoom(1.5),
      farther: () => show.board.zoom(1 / 1.5),
      fit: () => show.board.fit(),
      log: (button) => button.setAttribute("aria-expanded", page.classList.toggle("shows-log")),
      see: (button) => this.see(Number(button.dataset.side)),
      uncover: (button) => this.look(Number(button.dataset.side)),
    };
    page.addEventListener("click", (event) => {
      const menu = find("details.menu");
      if (menu.open && !event.target.closest("summary")) menu.open = false;
      const button = event.target.closest("button");
      if (button?.dataset.section) this.rules.open(button.dataset.section);
      else acts[button?.dataset.do]?.(button);
    });
    find(".join form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send("/join", { name: find(".join input").value });
    });
    find("dialog.cover").addEventListener("cancel", (event) => event.preventDefault());
  }

  /** What one side alone may see, or the open table again. */
  see(side) {
    this.peeks = this.link.as !== side;
    if (this.peeks) this.cover(side);
    else this.look(null);
  }

  keys() {
    const { show, desk } = this;
    const keys = {
      " ": () => show.pause(),
      ".": () => show.step(1),
      ",": () => show.step(-1),
      End: () => show.skip(),
      h: () => desk.asked && desk.hint(),
      u: () => find("[data-do=undo]").hidden || find("[data-do=undo]").click(),
      t: () => find(".table").focus(),
      q: () => find(".question").focus(),
      "+": () => show.board.zoom(1.5),
      "-": () => show.board.zoom(1 / 1.5),
      0: () => show.board.fit(),
      Escape: () => (find("dialog.sheet").open ? find("dialog.sheet").close() : show.back && show.skip()),
    };
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select, textarea")) return;
      if (event.key === " " && event.target.matches("button, summary, a")) return;
      if (document.querySelector("dialog:modal") || !keys[event.key]) return;
      keys[event.key]();
      event.preventDefault();
    });
  }
}

const link = new Link(page.dataset.battle, page.dataset.seat);

/** A battle that these rules cannot fight again: what was told of it, and the agreement to go on. */
function showKept({ kept: lines, sides, agreed = [] }) {
  const list = find(".log ol");
  list.replaceChildren(...lines.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  page.classList.add("kept", "shows-log");
  find(".older").hidden = false;
  const done = sides.every((side) => agreed.includes(side));
  find(".older p").textContent = "This is what was told of it. It goes on under the newer rules when both agree.";
  find(".older .row").hidden = done || !sides.length;
  find("[data-do=rules]").addEventListener("click", () => link.call("/rules", { side: sides[0] }).then(() => location.reload()));
}

const open = (view) => (view.replay ? new Table(link, view) : showKept(view));
link.call("").then(open).catch((error) => {
  find(".waiting").textContent = error.message;
});
