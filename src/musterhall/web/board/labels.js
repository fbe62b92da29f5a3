/* Words on a board: names of groups with badges and orders, what the ground is called, markers and rims. Each stands where
   it hides least, and where there is no room only what it is about just now is named. */

import { add, element, textWidth } from "./svg.js";
import { anchor, bounds, clamp, inside, overlap, round, star } from "./shapes.js";
import { ON, shotsOf } from "./position.js";

const LABEL_ON_LABEL = 1000;
const LABEL_ON_SHOT = 100;

const LABEL_HEIGHT = 18;
const ORDERS_HEIGHT = 14;

export class Labels {
  /** `board` says what stands where, how large a letter is and what is in the picture. */
  constructor(board) {
    const { groups, pieces, table } = board.data;
    this.board = board;
    this.taken = [];
    // A name may lie on a few of a crowd; on a piece that stands for itself it hides all there is.
    this.bearable = pieces.length > groups.length ? 6 : 1;
    this.all = groups.map((group) => this.build(group));
    this.names = table.names.map(([number, name, x, y]) => {
      const text = add(board.layers.names, "text");
      text.textContent = name;
      return { number, x, y, text, width: textWidth(name) * 0.9 };
    });
  }

  build(group) {
    const root = add(this.board.layers.labels, "g", { class: `label side${group.side}` });
    const name = add(root, "text", { class: "name", y: 4 });
    name.textContent = group.name;
    const badge = add(root, "g", { class: "badge" });
    add(badge, "path", { d: star(10, 9.5, 7.6) });
    const count = add(badge, "text", { y: 3.8 });
    const change = add(root, "text", { class: "change", y: 4 });
    const orders = add(root, "g", { class: "orders" });
    return { orders, told: null, ordersWidth: 0, root, name, badge, count, change, width: textWidth(group.name), spot: "below", grown: 1 };
  }

  layOut() {
    const rank = (id) =>
      (id === this.board.chosen ? 4 : 0) + (id === this.board.frame.group ? 2 : 0) + (this.board.after.badges[id] ? 1 : 0);
    const order = [...this.all.keys()].sort((a, b) => rank(b) - rank(a) || a - b);
    const taken = this.layOutMarkers();
    for (const id of order) {
      const label = this.all[id];
      const points = this.board.after.gone[id] ? [] : this.board.standing(id, 1);
      label.shown = points.length > 0;
      label.root.style.display = label.shown ? "" : "none";
      if (!label.shown) continue;
      label.root.classList.toggle("important", rank(id) > 1);
      label.root.classList.toggle("shaken", this.board.after.states[id] > 0);
      label.grown = rank(id) > 1 ? 1.14 : 1;
      this.tellBadge(label, id);
      this.tellOrders(label, this.board.after.orders[id]);
      this.place(label, id, points, taken, rank(id) > 1);
      label.name.style.display = label.visible ? "" : "none";
      label.orders.style.display = label.ordered ? "" : "none";
      label.shift = label.visible ? -(label.width * label.grown) / 2 - 12 : 0;
      if (label.visible || this.board.after.badges[id]) taken.push(this.boxOf(label, points));
    }
    this.taken = taken;
    this.layOutNames(taken);
    this.layOutRims();
  }

  draw(way, t) {
    this.all.forEach((label, id) => {
      if (!label.shown) return;
      const [x, y] = this.placeOf(label, this.board.standing(id, way));
      label.root.setAttribute("transform", `translate(${round(x)} ${round(y)}) scale(${this.board.labelScale})`);
      const beat = label.changed && t < 1 ? 1 + 0.7 * Math.sin(Math.PI * clamp((t - 0.5) / 0.5)) : 1;
      label.badge.setAttribute("transform", `translate(${label.shift} 0) scale(${round(beat)})`);
      label.change.style.opacity = label.changed ? clamp((t - 0.5) * 4) : 0;
      label.change.setAttribute("x", label.visible ? 4 - label.shift - 12 : 12);
    });
  }

  /** The words of a marker stand on that side of it where they cover less; a small picture has no room for them. */
  layOutMarkers() {
    const tall = (LABEL_HEIGHT / 2) * this.board.labelScale;
    return this.board.markers.map(({ x, y, text, width }) => {
      text.style.display = this.board.wide ? "" : "none";
      if (!this.board.wide) return { left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 };
      const wide = width * this.board.labelScale + 3 * this.board.swell;
      const middle = clamp(y, tall, this.board.data.table.depth - tall);
      const box = (left) => ({ left: left ? x - wide : x - 2, right: left ? x + 2 : x + wide, top: middle - tall, bottom: middle + tall });
      const cost = (left) => this.covered([], box(left)) + (box(left).left < 0 || box(left).right > this.board.data.table.width ? LABEL_ON_LABEL : 0);
      const left = cost(true) < cost(false);
      const aside = (left ? -2.6 : 2.6) * this.board.swell;
      text.setAttribute("transform", `translate(${round(aside)} ${round(middle - y)}) scale(${this.board.labelScale})`);
      text.setAttribute("y", 4);
      text.style.textAnchor = left ? "end" : "start";
      return box(left);
    });
  }

  /** What the ground is called, wherever there is room for it under everything else. */
  layOutNames(labels) {
    const taken = [...labels, ...this.board.data.zones.map((zone) => this.flagBox(zone))];
    const { ground } = this.board.after;
    for (const { number, x, y, text, width } of this.names) {
      const [half, tall] = [(width / 2 + 2) * this.board.labelScale, 7 * this.board.labelScale];
      const box = { left: x - half, right: x + half, top: y - tall, bottom: y + tall };
      const laid = !ground || ground.includes(number);
      const fits = this.board.wide && laid && inside(box, this.board.seen()) && !taken.some((other) => overlap(other, box));
      text.style.display = fits ? "" : "none";
      if (!fits) continue;
      taken.push(box);
      text.setAttribute("transform", `translate(${round(x)} ${round(y)}) scale(${this.board.labelScale})`);
    }
  }

  /** A word on each rim, at the first place along it where it is in the picture and on no other word. */
  layOutRims() {
    const taken = [...this.taken];
    for (const { x, y, radius, towards, label, width } of this.board.rims ?? []) {
      const half = { x: (width / 2 + 4) * this.board.labelScale, y: 8 * this.board.labelScale };
      const turns = towards === null ? [-90, 90, 0, 180, -45, 45, 135, -135] : [0, 20, -20, 35, -35].map((by) => towards + by);
      const spots = turns.map((turn) => [x + radius * Math.cos((turn * Math.PI) / 180), y + radius * Math.sin((turn * Math.PI) / 180)]);
      const box = ([left, top]) => ({ left: left - half.x, right: left + half.x, top: top - half.y, bottom: top + half.y });
      const fits = (spot) => inside(box(spot), this.board.seen()) && !taken.some((other) => overlap(other, box(spot)));
      const spot = spots.find(fits);
      label.style.display = spot ? "" : "none";
      if (!spot) continue;
      taken.push(box(spot));
      label.setAttribute("transform", `translate(${round(spot[0])} ${round(spot[1])}) scale(${this.board.labelScale})`);
    }
  }

  /** A name with its orders where there is room for both, else the name, else the badge alone; what it is about just
      now is named in any case, where it hides least. */
  place(label, id, points, taken, needed) {
    const named = this.board.wide || needed;
    const spots = this.board.data.groups[id].side === 0 ? ["above", "below", "right", "left"] : ["below", "above", "right", "left"];
    const ways = [[true, true], [true, false], [false, false]].filter(([name, orders]) => (named || !name) && (label.told || !orders));
    for (const [visible, ordered] of ways) {
      const costs = spots.map((spot) => this.covered(taken, this.boxOf({ ...label, spot, visible, ordered }, points)));
      const least = Math.min(...costs);
      Object.assign(label, { spot: spots[costs.indexOf(least)], visible, ordered });
      if (least < (needed ? LABEL_ON_SHOT : this.bearable) || (needed && visible && !ordered)) return;
    }
  }

  /** How much a label would hide: another label weighs more than any number of pieces, as does where
      a shot ends, and a flag as much as a few. */
  covered(taken, box) {
    let pieces = 0;
    for (const [, , x, y] of shotsOf(this.board.frame)) {
      if (overlap(box, { left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 })) pieces += LABEL_ON_SHOT;
    }
    for (const zone of this.board.data.zones) {
      if (overlap(box, this.flagBox(zone))) pieces += 4;
    }
    this.board.pieces.forEach((_, id) => {
      const [x, y] = [this.board.after.x[id], this.board.after.y[id]];
      if (this.board.after.status[id] === ON && overlap(box, { left: x - 2, right: x + 2, top: y - 1.4, bottom: y + 1.4 })) pieces += 1;
    });
    return pieces + (taken.some((other) => overlap(other, box)) ? LABEL_ON_LABEL : 0);
  }

  flagBox({ x, y, main }) {
    const size = Math.min(1.2, this.board.swell) * (main ? 1 : 0.78);
    const top = this.board.hangs({ y }) ? y : y - 6.9 * size;
    return { left: x - 1, right: x + (main ? 6.4 : 4.6) * size, top, bottom: top + 6.9 * size };
  }

  /** What a group is to do now, and after that in a paler box. */
  tellOrders(label, orders) {
    const told = orders ? orders.join("|") : "";
    if (label.told === told) return;
    label.told = told;
    const boxes = (orders ?? []).map((text, at) => ({ text, at, width: textWidth(text) * 0.84 + 8 })).filter(({ text }) => text);
    label.ordersWidth = boxes.reduce((sum, { width }) => sum + width + 2, -2);
    let x = -label.ordersWidth / 2;
    label.orders.replaceChildren(...boxes.flatMap(({ text, at, width }) => {
      const box = element("rect", { class: at ? "next" : "now", x: round(x), y: 8, width: round(width), height: 12, rx: 3 });
      const word = element("text", { class: at ? "next" : "now", x: round(x + width / 2), y: 17 });
      word.textContent = text;
      x += width + 2;
      return [box, word];
    }));
  }

  tellBadge(label, id) {
    const number = this.board.after.badges[id];
    const change = number - this.board.before.badges[id];
    label.count.textContent = number;
    label.badge.style.display = number > 0 ? "" : "none";
    label.change.textContent = change ? `${change > 0 ? "+" : "−"}${Math.abs(change)}` : "";
    label.changed = change !== 0;
  }

  boxOf(label, points) {
    const { half, above, below } = this.sizeOf(label);
    const [x, y] = this.placeOf(label, points);
    return { left: x - half, right: x + half, top: y - above, bottom: y + below };
  }

  /** How far a label reaches from the middle of its name. */
  sizeOf({ visible, ordered, width, ordersWidth, grown }) {
    const name = visible ? width * grown + 44 : 22;
    return {
      half: (Math.max(name, ordered ? ordersWidth + 4 : 0) / 2) * this.board.labelScale,
      above: (LABEL_HEIGHT / 2) * this.board.labelScale,
      below: (LABEL_HEIGHT / 2 + (ordered ? ORDERS_HEIGHT : 0)) * this.board.labelScale,
    };
  }

  /** Beside the group, and never over the edge of the picture as long as the group is in it. */
  placeOf(label, points) {
    const { half, above, below } = this.sizeOf(label);
    const box = bounds(points);
    const gap = 2.2 * this.board.swell;
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const [x, y] = {
      above: [anchor(points), box.top - gap - below],
      below: [anchor(points), box.bottom + gap + above],
      right: [box.right + gap * 1.3 + half, middle[1]],
      left: [box.left - gap * 1.3 - half, middle[1]],
    }[label.spot];
    const seen = this.board.seen();
    const within = middle[0] > seen.left && middle[0] < seen.right && middle[1] > seen.top && middle[1] < seen.bottom;
    const { whole, data } = this.board;
    const edge = within ? seen : { left: 0, right: data.table.width, top: whole.y, bottom: whole.y + whole.height };
    return [clamp(x, edge.left + half, edge.right - half), clamp(y, edge.top + above, edge.bottom - below)];
  }
}
