/* Hands that aim. */

import { add } from "./svg.js";
import { Hands } from "./hands.js";
import { ghostAt, nearest } from "./places.js";

/** Whom to attack with what: targets ringed, the arithmetic beside the one that is chosen. */
export class Attack extends Hands {
  build() {
    const about = this.place(this.asked.spot);
    if (about) this.ring(about, "about");
    if (this.asked.front) this.front(this.ground, about, this.desk.facing(this.asked.spot.piece));
    this.marks = add(this.layer, "g", {});
    this.firing = add(this.layer, "g", {});
    this.chosen = {};
    this.aims = this.asked.aims.map((aim) => this.button(aim.words, () => this.take(aim)));
    this.list = document.createElement("div");
    this.list.className = "targets";
    this.beside = document.createElement("div");
    this.beside.className = "beside";
    this.desk.panel.append(this.list, this.beside);
    this.instead();
    this.ok = this.button("Attack", () => this.desk.give({ aims: this.chosen }), { main: true });
    this.ok.disabled = true;
    this.ok.hidden = !this.asked.aims.length;
    if (this.asked.aims.length) this.take(this.asked.aims[0]);
    else this.desk.verdict(this.asked.barred?.length ? "There is nobody to attack from here. Tap an enemy to read why." : "There is nobody to attack from here.");
  }

  take(aim) {
    this.aim = aim;
    this.aims.forEach((button, at) => button.setAttribute("aria-pressed", this.asked.aims[at] === aim));
    this.spots = [];
    this.marks.replaceChildren();
    this.list.replaceChildren();
    aim.targets.forEach((target, number) => {
      const places = this.desk.places(target.spot);
      for (const place of places) {
        const ring = this.ring(place, "target", places.length > 1, this.marks);
        this.spots.push({ number, ring, ...place });
      }
      const button = document.createElement("button");
      button.type = "button";
      button.append(target.words);
      if (target.help) button.append(Object.assign(document.createElement("small"), { textContent: target.help }));
      button.addEventListener("click", () => this.choose(number));
      this.list.append(button);
    });
    this.extras = {};
    this.beside.replaceChildren();
    aim.extras.forEach((extra) => this.choice(extra, () => this.tryIt(), this.beside));
    this.ok.textContent = aim.done;
    this.show();
  }

  restore({ aims }) {
    const name = Object.keys(aims ?? {}).at(-1);
    const aim = this.asked.aims.find((one) => one.name === name);
    if (!aim) return;
    this.chosen = aims;
    this.take(aim);
    this.chooseAgain(aims[name].extras ?? {});
    this.tryIt();
  }

  here() {
    const [number] = this.chosen[this.aim?.name]?.targets ?? [];
    return number === undefined ? null : this.place(this.aim.targets[number].spot);
  }

  things() {
    return this.spots ?? [];
  }

  inSight() {
    const own = this.chosen[this.aim?.name]?.targets ?? [];
    return own.flatMap((number) => this.desk.places(this.aim.targets[number].spot));
  }

  choose(number) {
    const own = this.chosen[this.aim.name]?.targets ?? [];
    const targets = own.includes(number) ? own.filter((one) => one !== number) : [...own, number].slice(-this.aim.most);
    if (!this.asked.together) this.chosen = {};
    if (targets.length) this.chosen[this.aim.name] = { targets };
    else delete this.chosen[this.aim.name];
    this.tryIt();
  }

  tap(_piece, point) {
    const near = nearest(this.spots ?? [], point, this.desk.finger());
    if (near) return this.choose(near.number);
    if (!this.aim?.place) return this.sayWhyNot(point);
    if (!this.chosen[this.aim.name]) this.chosen[this.aim.name] = { targets: [this.freePlace()] };
    this.chosen[this.aim.name].at = this.onTable([point.x, point.y]);
    this.tryIt();
  }

  /** The target that is any place on the table; without one the first, about which the place is chosen. */
  freePlace() {
    return Math.max(0, this.aim.targets.findIndex((target) => !Object.keys(target.spot).length));
  }

  /** Somebody who cannot be reached was tapped: the reason stands where the arithmetic would. */
  sayWhyNot(point) {
    const barred = [...(this.aim?.barred ?? []), ...(this.asked.barred ?? [])].flatMap((one) => this.desk.places(one.spot).map((place) => ({ ...place, ...one })));
    const found = nearest(barred, point, this.desk.finger());
    if (!found) return;
    this.desk.verdict(found.help, false);
    this.desk.bubble.refuse(found, found.help);
  }

  /** Where a shell falls. */
  mark() {
    this.fall?.remove();
    const at = this.chosen[this.aim?.name]?.at;
    if (at) this.fall = ghostAt(this.layer, this.desk.inLengths(at), null);
  }

  /** Who would fire, of those who are asked about. */
  showFiring(acting = []) {
    this.firing.replaceChildren();
    for (const piece of acting) {
      const place = this.place({ piece });
      if (place) this.ring(place, "fires", true, this.firing);
    }
  }

  show() {
    const own = this.chosen[this.aim?.name]?.targets ?? [];
    for (const spot of this.spots ?? []) spot.ring.classList.toggle("taken", own.includes(spot.number));
    [...this.list.children].forEach((button, at) => button.setAttribute("aria-pressed", own.includes(at)));
    this.list.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
  }

  tryIt() {
    this.show();
    this.mark();
    const own = this.chosen[this.aim.name];
    if (own) own.extras = { ...this.extras };
    if (!Object.keys(this.chosen).length) {
      this.ok.disabled = true;
      this.showFiring();
      return this.desk.verdict("");
    }
    this.desk.tryOut({ aims: this.chosen }, (verdict) => {
      this.ok.disabled = !verdict.legal;
      this.showFiring(verdict.acting);
      // The arithmetic is known already, and is told where the finger is.
      if (verdict.legal) verdict.help ||= own?.targets.map((number) => this.aim.targets[number].help).join("; ");
    });
  }
}
