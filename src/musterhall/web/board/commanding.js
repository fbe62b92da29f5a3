/* Hands that command: whom, what they do, and then the hands for that. */

import { handsFor } from "./gestures.js";
import { Hands } from "./hands.js";
import { nearest } from "./places.js";

/** Tap one of your own, then what it does, on the table beside it; then the hands for that take over. */
export class Command extends Hands {
  build() {
    this.body = document.createElement("div");
    this.body.className = "panel inner";
    this.desk.panel.append(this.body);
    this.spots = this.asked.actors.flatMap((actor, number) => {
      return this.desk.places(actor.spot).map((place) => ({ number, ring: this.ring(place, actor.why_not ? "cannot" : "may"), ...place }));
    });
    this.everybody();
  }

  /** A button in the part of the panel that changes. */
  inner(words, act, { help = "", disabled = false, main = false } = {}) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words, disabled });
    button.className = main ? "main" : "";
    if (help) button.append(Object.assign(document.createElement("small"), { textContent: help }));
    button.dataset.short = words;
    button.addEventListener("click", act);
    this.body.append(button);
    return button;
  }

  say(words, name = "") {
    this.body.append(Object.assign(document.createElement("p"), { textContent: words, className: name }));
  }

  clear() {
    this.hands?.remove();
    this.hands = null;
    this.body.replaceChildren();
    this.desk.bubble.hide();
    this.desk.verdict("");
  }

  /** Nobody is chosen yet. */
  everybody() {
    this.clear();
    this.actor = null;
    this.light();
    this.say("Tap one of yours on the table, or drag it where it is to go.");
    const list = document.createElement("details");
    list.append(Object.assign(document.createElement("summary"), { textContent: "All of them" }));
    this.body.append(list);
    const { body } = this;
    this.body = list;
    this.asked.actors.forEach((actor, number) => {
      this.inner(actor.words, () => this.choose(number), { help: actor.why_not || actor.help, disabled: Boolean(actor.why_not) });
    });
    this.body = body;
    this.asked.instead.forEach((option, number) => {
      this.inner(option.words, () => this.desk.give({ instead: number }), { help: option.help });
    });
  }

  light() {
    for (const spot of this.spots) spot.ring.classList.toggle("taken", spot.number === this.actor);
  }

  choose(number, then = (deeds) => this.offer(deeds)) {
    const actor = this.asked.actors[number];
    if (actor.why_not) return this.refuse(number, actor.why_not);
    this.clear();
    this.actor = number;
    this.light();
    this.opening = true;
    this.desk.tryOut({ open: true, actor: number }, (verdict) => {
      this.opening = false;
      if (this.actor !== number || !verdict.opened) return;
      then(verdict.opened.deeds);
    });
  }

  refuse(number, why) {
    this.desk.verdict(why, false);
    const spot = this.spots.find((one) => one.number === number);
    if (spot) this.desk.bubble.refuse(spot, why);
  }

  /** What it can do, on the table beside it and in the panel; what it cannot do, with the reason. */
  offer(deeds) {
    const actor = this.asked.actors[this.actor];
    this.deeds = deeds;
    this.clear();
    this.say(actor.words, "actor");
    this.say(actor.help, "told");
    const able = deeds.filter((deed) => deed.can);
    const buttons = able.map((deed) => this.inner(deed.words, () => this.take(deed), { help: deed.help }));
    this.inner("Another one", () => this.everybody());
    for (const deed of deeds.filter((one) => !one.can)) this.say(`${deed.words}: ${deed.help}.`, "cannot");
    const spot = this.spots.find(({ number }) => number === this.actor);
    if (spot) this.desk.bubble.open(spot, actor.words, buttons);
  }

  /** The hands for what it does; they sketch for themselves, and we say for whom and what. */
  take(deed, then = () => {}) {
    const chosen = { actor: this.actor, deed: deed.name };
    const { actor } = this;
    this.opening = true;
    this.desk.tryOut({ open: true, ...chosen }, (verdict) => {
      this.opening = false;
      if (this.actor !== actor) return;
      if (!verdict.opened) return;
      const { deeds } = this;
      this.clear();
      this.say(this.asked.actors[actor].words, "actor");
      const back = () => (deeds ? this.offer(deeds) : this.choose(actor));
      const panel = document.createElement("div");
      panel.className = "panel inner";
      this.body.append(panel);
      this.inner("Another order", back);
      this.inner("Another one", () => this.everybody());
      const desk = Object.create(this.desk, { panel: { value: panel } });
      desk.give = (by) => this.desk.give({ ...chosen, by });
      desk.note = (by) => this.desk.note({ ...chosen, by });
      desk.tryOut = (by, heard) => this.desk.tryOut({ ...chosen, by }, heard);
      this.hands = handsFor(desk, { player: this.asked.player, secret: this.asked.secret, ...verdict.opened });
      then(this.hands);
    });
  }

  // ---- the hands that took over are asked in our place

  get ok() {
    return this.hands?.ok;
  }

  get looksAt() {
    return this.hands?.looksAt;
  }

  here() {
    return this.hands?.here() ?? null;
  }

  inSight() {
    return this.hands?.inSight() ?? [];
  }

  things() {
    return this.hands ? this.hands.things() : this.spots;
  }

  restore({ actor, deed, by }) {
    if (!this.asked.actors[actor] || this.asked.actors[actor].why_not) return;
    if (deed === undefined) return this.choose(actor);
    this.choose(actor, (deeds) => {
      this.deeds = deeds;
      const found = deeds.find(({ name, can }) => can && name === deed);
      if (!found) return this.offer(deeds);
      this.take(found, (hands) => by && hands.restore(by));
    });
  }

  actorNear(point) {
    return nearest(this.spots, point, this.desk.finger())?.number;
  }

  tap(piece, point) {
    const number = this.actorNear(point);
    const theirs = this.hands && nearest(this.hands.spots ?? [], point, this.desk.finger());
    if (number !== undefined && number !== this.actor && !theirs) return this.choose(number);
    if (this.hands) return this.hands.tap(piece, point);
    if (number === undefined && !this.opening) this.everybody();
  }

  grabs(piece, point) {
    if (this.hands) {
      this.hands.grabbed = this.grabbed;
      return this.hands.grabs(piece, point);
    }
    const number = this.actorNear(point);
    const able = number !== undefined && !this.asked.actors[number].why_not;
    this.pulled = able ? { number, piece, point } : null;
    return able;
  }

  /** Whoever drags a piece means the deed that is done by dragging. */
  drag(point) {
    if (this.hands) return this.hands.drag(point);
    if (!this.pulled || this.pulled.to) {
      if (this.pulled) this.pulled.to = point;
      return;
    }
    const { pulled } = this;
    pulled.to = point;
    this.choose(pulled.number, (deeds) => {
      this.deeds = deeds;
      const deed = deeds.find(({ can, drag }) => can && drag);
      if (!deed) return this.offer(deeds);
      this.take(deed, (hands) => {
        hands.grabbed = pulled.point;
        if (hands.grabs(pulled.piece, pulled.point)) hands.drag(pulled.to);
        if (pulled.dropped) hands.drop(pulled.to);
      });
    });
  }

  drop(point) {
    if (this.hands) return this.hands.drop(point);
    if (this.pulled) Object.assign(this.pulled, { to: point, dropped: true });
  }

  remove() {
    this.hands?.remove();
    super.remove();
  }
}
