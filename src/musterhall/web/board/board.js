/* The table from above, as SVG: terrain, pieces, groups, zones, and what happens between two positions.
   What they stand for is the game's business.

   A board is drawn by `draw(before, after, frame, t)`, which depends on nothing else, so a picture can be
   stepped, dragged and stopped anywhere. Everything is in lengths
   (`inLengths`), of which a piece is four wide; `y` grows to the south, as in
   SVG. Text from outside is only ever put in as text. */

import { add, element, textWidth, trustedArt } from "./svg.js";
import {
  anchor, bounds, clamp, ease, hull, inside, mix, overlap, round, rounded, Route, sector, star, turned,
} from "./shapes.js";
import {
  BURST, FLAGS, FRAMES, GLYPHS, levelMark, markerSign, pips, ringClass, shotClass, SPARK, strengthBar,
  WIDE_FLAGS,
} from "./symbols.js";
import { AWAY, CARRIED, LOST, NOT_COUNTED, ON, shotsOf, WAYS } from "./position.js";

const MARGIN = 3.2;
const HULL_PADDING = 3.4;

const LABEL_ON_LABEL = 1000;
const LABEL_ON_SHOT = 100;

const LABEL_HEIGHT = 18;
const ORDERS_HEIGHT = 14;

export class Board {
  /** `data` has table, sides, pieces, groups and zones; `pick` hears which piece is pointed at, `held` that somebody
      has taken the view into their own hand. */
  constructor(host, data, pick = () => {}, held = () => {}) {
    this.host = host;
    this.data = data;
    this.pick = pick;
    this.held = held;
    this.reaching = null;
    this.more = { x: 0, y: 0 };
    this.labelled = [];
    this.members = data.groups.map(() => []);
    data.pieces.forEach((piece, id) => this.members[piece.group]?.push(id));
    // A name may lie on a few of a crowd; on a piece that stands for itself it hides all there is.
    this.bearable = data.pieces.length > data.groups.length ? 6 : 1;
    this.whole = {
      x: -MARGIN,
      y: -MARGIN,
      width: data.table.width + 2 * MARGIN,
      height: data.table.depth + 2 * MARGIN,
    };
    this.view = { ...this.whole };
    this.chosen = null;
    this.frame = undefined;
    this.effects = [];
    this.build();
    this.listen();
    this.resizing = new ResizeObserver(() => this.measure());
    this.resizing.observe(host);
    this.measure();
  }

  /** Make room for another board in the same place. */
  remove() {
    this.resizing.disconnect();
    this.svg.remove();
  }

  draw(before, after, frame, t) {
    const newFrame = frame !== this.frame || after !== this.after;
    if (newFrame) {
      this.frame = frame;
      this.before = before;
      this.after = after;
      this.stage();
    }
    this.t = t;
    const way = ease(clamp(t / 0.85));
    for (const id of newFrame ? this.pieces.keys() : this.changed) this.placePiece(id, way, t);
    for (const effect of this.effects) effect(t);
    this.drawLabels(way, t);
    this.drawHull(this.activeHull, frame.group ?? null, way);
    this.drawHull(this.chosenHull, this.chosen, way);
  }

  /** Lift one group out of the crowd, or none. */
  choose(group) {
    this.chosen = group;
    if (!this.after) return;
    this.layOutLabels();
    this.draw(this.before, this.after, this.frame, this.t);
  }

  /** Show how far a piece goes and fires from where it stands, or take that away. */
  showReach(id) {
    this.reaching = id;
    if (this.after) this.stageReach();
  }

  zoom(factor, centre) {
    const view = this.view;
    const width = clamp(view.width / factor, this.whole.width / 8, this.whole.width);
    const scale = width / view.width;
    const x = centre?.x ?? view.x + view.width / 2;
    const y = centre?.y ?? view.y + view.height / 2;
    this.look(x - (x - view.x) * scale, y - (y - view.y) * scale, width);
  }

  /** Bring a place to the middle, as far as the table's edges let it. */
  centre({ x, y }) {
    const { width, height } = this.view;
    this.look(x - width / 2, y - height / 2, width);
  }

  fit() {
    this.look(this.whole.x, this.whole.y, this.whole.width);
  }

  // ---- what stands still

  build() {
    const { table } = this.data;
    const svg = element("svg", { class: "board", role: "img", preserveAspectRatio: "xMidYMid meet" });
    svg.setAttribute("aria-label", `Table ${table.name ?? ""}, ${table.size}`);
    this.svg = svg;
    svg.append(this.definitions());
    const ground = add(svg, "g", { class: "ground" });
    add(ground, "rect", { class: "rim", x: -1, y: -1, width: table.width + 2, height: table.depth + 2, rx: 1.2 });
    add(ground, "rect", { class: "felt", width: table.width, height: table.depth });
    const art = add(ground, "g", { class: "art", "clip-path": "url(#table-edge)" });
    art.append(...trustedArt(table.art ?? ""));
    this.terrain = [...art.querySelectorAll("[data-terrain]")];
    this.laid = "";
    add(ground, "rect", { class: "veil", width: table.width, height: table.depth });
    this.rulers(ground);
    const layer = (name) => add(svg, "g", { class: name });
    this.layers = {
      names: layer("names"),
      reaches: layer("reaches"),
      zones: layer("zones"),
      wrecks: layer("wrecks"),
      hulls: layer("hulls"),
      trails: layer("trails"),
      pieces: layer("pieces"),
      ways: layer("ways"),
      markers: layer("markers"),
      aloft: layer("aloft"),
      levels: layer("levels"),
      effects: layer("effects"),
      labels: layer("labels"),
    };
    this.layers.reaches.setAttribute("clip-path", "url(#table-edge)");
    this.activeHull = add(this.layers.hulls, "path", { class: "hull active" });
    this.chosenHull = add(this.layers.hulls, "path", { class: "hull chosen" });
    this.pieces = this.data.pieces.map((piece, id) => this.buildPiece(piece, id));
    this.labels = this.data.groups.map((group) => this.buildLabel(group));
    this.names = table.names.map(([number, name, x, y]) => {
      const text = add(this.layers.names, "text");
      text.textContent = name;
      return { number, x, y, text, width: textWidth(name) * 0.9 };
    });
    this.flags = this.data.zones.map((zone, at) => this.buildZone(zone, at));
    this.host.prepend(svg);
  }

  definitions() {
    const defs = element("defs");
    const edge = add(defs, "clipPath", { id: "table-edge" });
    add(edge, "rect", { width: this.data.table.width, height: this.data.table.depth });
    for (const side of [0, 1]) {
      const hatch = add(defs, "pattern", {
        id: `shaken-${side}`,
        width: 0.9,
        height: 0.9,
        patternUnits: "userSpaceOnUse",
        patternTransform: "rotate(45)",
      });
      add(hatch, "rect", { class: "hatch-ground", width: 0.9, height: 0.9 });
      add(hatch, "rect", { class: `hatch side${side}`, width: 0.34, height: 0.9 });
    }
    return defs;
  }

  rulers(ground) {
    const { width, depth, ruler, edges } = this.data.table;
    const [short, long] = ruler;
    let ticks = "";
    for (let x = 0; x <= width; x += short) {
      const length = x % long ? 0.7 : 1.4;
      ticks += `M${x}-1v${-length}M${x} ${depth + 1}v${length}`;
    }
    for (let y = 0; y <= depth; y += short) {
      const length = y % long ? 0.7 : 1.4;
      ticks += `M-1 ${y}h${-length}M${width + 1} ${y}h${length}`;
    }
    add(ground, "path", { class: "ruler", d: ticks });
    const lines = {
      south: `M0 ${depth + 0.5}H${width}`,
      north: `M0-.5H${width}`,
      west: `M-.5 0V${depth}`,
      east: `M${width + 0.5} 0V${depth}`,
    };
    for (const { name, side } of edges) add(ground, "path", { class: `edge side${side}`, d: lines[name] });
  }

  buildPiece(piece, id) {
    const root = add(this.layers.pieces, "g", { class: `piece side${piece.side}`, "data-piece": id });
    const shade = add(add(root, "g", { class: "swollen" }), "path", { class: "shade", d: FRAMES[piece.side] ?? FRAMES[0] });
    const body = add(root, "g", { class: "body" });
    const facing = add(body, "path", { class: "facing", d: "M-.35-1.05 .95 0-.35 1.05Z" });
    add(body, "path", { class: "frame", d: FRAMES[piece.side] ?? FRAMES[0] });
    add(body, "path", { class: "glyph", d: GLYPHS[piece.symbol] ?? "" });
    if (piece.leads) add(body, "path", { class: "glyph", d: "M-1.2-1.05H1.2" });
    const load = add(body, "g", { class: "load" });
    const strength = add(body, "g", { class: "strength" });
    const level = add(this.layers.levels, "g", { class: "level" });
    const mark = add(add(level, "g", { class: "swollen" }), "g", { transform: "translate(-1.9 -1.7) scale(1.25)" });
    return { root, facing, load, loaded: 0, strength, told: "", wreck: null, shade, level, mark, height: null };
  }

  buildLabel(group) {
    const root = add(this.layers.labels, "g", { class: `label side${group.side}` });
    const name = add(root, "text", { class: "name", y: 4 });
    name.textContent = group.name;
    const badge = add(root, "g", { class: "badge" });
    add(badge, "path", { d: star(10, 9.5, 7.6) });
    const count = add(badge, "text", { y: 3.8 });
    const change = add(root, "text", { class: "change", y: 4 });
    const orders = add(root, "g", { class: "orders" });
    return { orders, told: null, ordersWidth: 0, root, name, badge, count, change, width: textWidth(group.name), spot: "below", grown: 1 };
  }

  buildZone(zone, at) {
    const root = add(this.layers.zones, "g", {
      class: `zone ${zone.main ? "main" : "minor"} side${zone.side}`,
      transform: `translate(${zone.x} ${zone.y})`,
    });
    const area = add(this.layers.reaches, "circle", { class: "reach", cx: zone.x, cy: zone.y, r: zone.radius });
    add(root, "ellipse", { class: "mound", rx: 1.9, ry: 1 });
    const pole = add(root, "g", { class: "pole" });
    const hangs = this.hangs(zone);
    add(pole, "path", { class: "mast", d: hangs ? "M0 0V6.6" : "M0 0V-6.9" });
    const flag = add(pole, "g", { transform: `translate(0 ${hangs ? 9.6 : 0})` });
    const cloths = zone.main ? WIDE_FLAGS : FLAGS;
    const cloth = add(flag, "path", { class: "cloth", d: cloths[0] });
    if (zone.main) {
      add(flag, "path", { class: "star", d: star(5, 0.95, 0.4), transform: "translate(1.4 -5)" });
    }
    const number = add(flag, "text", { class: "number", x: zone.main ? 3.8 : 1.9, y: -4.1 });
    number.textContent = at + 1;
    return { parts: [root, area], cloth, cloths };
  }

  /** A flag at the upper edge would leave the picture, so it hangs down from its place. */
  hangs(zone) {
    return zone.y < 6;
  }

  // ---- what changes from frame to frame

  stage() {
    const { before, after, frame } = this;
    this.changed = (frame.pieces ?? []).map((row) => row[0]);
    for (const name of ["effects", "trails", "ways"]) this.layers[name].replaceChildren();
    for (const arc of this.layers.reaches.querySelectorAll(".arc, .ring")) arc.remove();
    this.effects = [];
    this.stageWays(frame.paths ?? []);
    this.stageTrails(before, after);
    this.stageLoads(before.loads(), after.loads());
    const shots = shotsOf(frame);
    shots.forEach((path, at) => this.stagePath(path, shots.length < 2 ? 0.1 : (0.45 * at) / shots.length));
    for (const ring of frame.rings ?? []) this.stageRing(ring);
    for (const arc of frame.arcs ?? []) this.stageArc(arc);
    for (const id of this.changed) {
      if (before !== after && before.status[id] <= CARRIED && after.status[id] === LOST) {
        this.stageLoss(after.x[id], after.y[id]);
      }
    }
    this.layGround();
    this.stageMarkers();
    this.stageReach();
    for (const id of this.changed) this.layers.pieces.append(this.pieces[id].root);
    this.pieces.forEach((piece, id) => {
      this.lift(piece, after.levels[id]);
      const group = this.data.pieces[id].group;
      piece.root.classList.toggle("shaken", after.states[group] > 0);
      this.tellStrength(piece, group);
    });
    this.flags.forEach((flag, at) => {
      const owner = after.owners[at] ?? null;
      for (const part of flag.parts) {
        part.classList.toggle("held0", owner === 0);
        part.classList.toggle("held1", owner === 1);
      }
      flag.cloth.setAttribute("d", flag.cloths[owner ?? 0] ?? flag.cloths[0]);
    });
    this.layOutLabels();
  }

  /** Terrain as it lies now: what has fallen, or does not lie there yet, is not drawn. */
  layGround() {
    const { ground } = this.after;
    const laid = ground?.join() ?? "";
    if (laid === this.laid) return;
    this.laid = laid;
    for (const piece of this.terrain) {
      piece.style.display = !ground || ground.includes(Number(piece.dataset.terrain)) ? "" : "none";
    }
  }

  /** A bar under a piece of a group that says what is left of it. */
  tellStrength(piece, group) {
    const { left, going } = this.after;
    const told = left[group] === NOT_COUNTED ? "" : `${left[group]} ${going[group]}`;
    if (piece.told === told) return;
    piece.told = told;
    piece.strength.replaceChildren(...(told ? strengthBar(left[group], going[group], this.data.groups[group].size, 2) : []));
  }

  stageTrails(before, after) {
    for (const id of this.changed) {
      if (before.status[id] > CARRIED || after.status[id] !== ON || this.follows(id)) continue;
      const [x1, y1, x2, y2] = [before.x[id], before.y[id], after.x[id], after.y[id]];
      if (Math.hypot(x2 - x1, y2 - y1) < 1) continue;
      const side = this.data.pieces[id].side;
      const trail = add(this.layers.trails, "path", { class: `trail side${side}` });
      this.effects.push((t) => {
        const way = ease(clamp(t / 0.85));
        trail.setAttribute("d", `M${x1} ${y1}L${mix(x1, x2, way)} ${mix(y1, y2, way)}`);
      });
    }
  }

  /** How high a piece is: its shadow falls to the south-east, as of everything on the table, and it has a mark. */
  lift(piece, height) {
    const { mark = "", lift = 0 } = this.data.words.levels?.[height] ?? {};
    if (lift && piece.root.parentNode !== this.layers.aloft) this.layers.aloft.append(piece.root);
    if (!lift && piece.root.parentNode !== this.layers.pieces) this.layers.pieces.append(piece.root);
    if (piece.height === height) return;
    piece.height = height;
    piece.shade.style.display = lift ? "" : "none";
    piece.shade.setAttribute("transform", `translate(${lift} ${lift})`);
    piece.mark.replaceChildren(...levelMark(mark));
  }

  /** The ways that are gone, leg by leg: what was gone before lies there, what is gone now grows. */
  stageWays(paths) {
    const legs = paths.filter(([, , , , kind]) => kind === "leg");
    this.route = legs.length ? new Route(legs) : null;
    for (const [x1, y1, x2, y2, kind, side] of paths) {
      if (!WAYS.includes(kind)) continue;
      const root = add(this.layers.ways, "g", { class: `way ${kind} side${side ?? "less"}` });
      const lines = ["casing", "core"].map((part) => add(root, "path", { class: part }));
      const draw = (share) => {
        const d = `M${x1} ${y1}L${round(mix(x1, x2, share))} ${round(mix(y1, y2, share))}`;
        for (const line of lines) line.setAttribute("d", d);
      };
      draw(1);
      if (kind === "arrow") this.stageArrow(root, x1, y1, x2, y2, draw);
      else this.stageLeg(root, legs.findIndex((leg) => leg[0] === x1 && leg[1] === y1 && leg[2] === x2 && leg[3] === y2), x2, y2, draw);
    }
  }

  stageArrow(root, x1, y1, x2, y2, draw) {
    const angle = round((Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI);
    // A short arrow is a slim one, or many of them would cover what they are about.
    const size = clamp(Math.hypot(x2 - x1, y2 - y1) / 8, 0.4, 1);
    root.style.setProperty("--slim", size);
    const place = `translate(${x2} ${y2}) rotate(${angle}) scale(${size})`;
    const head = add(root, "path", { class: "head", d: "M0 0-2.2-1.2-1.6 0-2.2 1.2Z", transform: place });
    add(root, "circle", { class: "start", cx: x1, cy: y1, r: 0.7 * size });
    this.effects.push((t) => {
      draw(ease(clamp(t / 0.6)));
      head.style.opacity = clamp((t - 0.5) * 6);
    });
  }

  stageLeg(root, number, x, y, draw) {
    const end = add(root, "circle", { class: "end", cx: x, cy: y, r: number < 0 ? 1 : 1.4 });
    if (number < 0) return;
    this.effects.push((t) => {
      const share = this.route.shareOf(number, ease(clamp(t / 0.85)));
      draw(share);
      end.style.opacity = share < 1 ? 0 : 1;
    });
  }

  /** Whether a piece goes along the legs of this frame instead of straight to where it will be. */
  follows(id) {
    return Boolean(this.route) && this.data.pieces[id].group === this.frame.group && this.changed.includes(id);
  }

  stageMarkers() {
    this.layers.markers.replaceChildren();
    this.markers = this.after.markers.map(([x, y, side, sign, words, facing]) => {
      const root = add(this.layers.markers, "g", { class: `marker side${side} ${sign}`, transform: `translate(${x} ${y})` });
      add(root, "g", { class: "swollen" }).append(...markerSign(sign, facing));
      const text = add(root, "text");
      text.textContent = words;
      return { x, y, text, width: textWidth(words) };
    });
  }

  /** The words of a marker stand on that side of it where they cover less; a small picture has no room for them. */
  layOutMarkers() {
    const tall = (LABEL_HEIGHT / 2) * this.labelScale;
    return this.markers.map(({ x, y, text, width }) => {
      text.style.display = this.wide ? "" : "none";
      if (!this.wide) return { left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 };
      const wide = width * this.labelScale + 3 * this.swell;
      const middle = clamp(y, tall, this.data.table.depth - tall);
      const box = (left) => ({ left: left ? x - wide : x - 2, right: left ? x + 2 : x + wide, top: middle - tall, bottom: middle + tall });
      const cost = (left) => this.covered([], box(left)) + (box(left).left < 0 || box(left).right > this.data.table.width ? LABEL_ON_LABEL : 0);
      const left = cost(true) < cost(false);
      const aside = (left ? -2.6 : 2.6) * this.swell;
      text.setAttribute("transform", `translate(${round(aside)} ${round(middle - y)}) scale(${this.labelScale})`);
      text.setAttribute("y", 4);
      text.style.textAnchor = left ? "end" : "start";
      return box(left);
    });
  }

  /** Passengers show as pips on their transport; who gets in or out does so half way through. */
  stageLoads(before, after) {
    this.pieces.forEach((piece, id) => {
      this.load(piece, before[id]);
      if (before[id] !== after[id]) this.effects.push((t) => this.load(piece, t < 0.5 ? before[id] : after[id]));
    });
  }

  load(piece, passengers) {
    if (piece.loaded === passengers) return;
    piece.loaded = passengers;
    piece.load.replaceChildren(...pips(passengers));
  }

  stagePath([x1, y1, x2, y2, kind], start) {
    const layer = this.layers.effects;
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const beyond = kind === "miss" ? 2.6 / length : 0;
    const [endX, endY] = [x2 + (x2 - x1) * beyond, y2 + (y2 - y1) * beyond];
    const shot = add(layer, "g", { class: `shot ${shotClass(kind)}` });
    const casing = add(shot, "path", { class: "casing" });
    const core = add(shot, "path", { class: "core" });
    if (kind === "plain") {
      for (const path of [casing, core]) path.setAttribute("d", `M${x1} ${y1}L${x2} ${y2}`);
      return;
    }
    const muzzle = add(shot, "path", { class: "muzzle", d: SPARK });
    const impact = add(shot, "g", { class: "impact" });
    if (kind === "miss") add(impact, "circle", { class: "dust", r: 1 });
    else add(impact, "path", { class: "burst", d: kind === "kill" ? BURST : SPARK });
    const mark = kind === "miss" ? null : add(shot, "circle", { class: "mark", cx: x2, cy: y2, r: 2.7 });
    this.effects.push((t) => {
      const flight = clamp((t - start) / 0.2);
      const after = clamp((t - start - 0.2) / 0.3);
      const tail = after > 0 ? 0 : Math.max(0, flight - 0.5);
      const d = `M${mix(x1, endX, tail)} ${mix(y1, endY, tail)}L${mix(x1, endX, flight)} ${mix(y1, endY, flight)}`;
      casing.setAttribute("d", d);
      core.setAttribute("d", d);
      shot.style.opacity = flight === 0 ? 0 : mix(1, kind === "miss" ? 0.55 : 0.85, after);
      pop(muzzle, x1 + ((x2 - x1) / length) * 2.4, y1 + ((y2 - y1) / length) * 2.4, flight, 2.1);
      pop(impact, endX, endY, after, kind === "kill" ? 4.6 : 2.6);
      if (mark) mark.style.opacity = after;
    });
  }

  stageRing([x, y, radius, kind]) {
    const layer = kind === "range" ? this.layers.reaches : this.layers.effects;
    const root = add(layer, "g", { class: `ring ${ringClass(kind)}` });
    const disc = add(root, "circle", { cx: x, cy: y, r: radius });
    if (kind !== "blast") return;
    add(root, "path", { class: "cross", d: `M${x - 1} ${y}h2M${x} ${y - 1}v2` });
    const shells = Array.from({ length: 7 }, (_, at) => {
      const angle = at * 2.4;
      const reach = radius * Math.sqrt((at + 0.5) / 7) * 0.92;
      const shell = add(root, "path", { class: "burst", d: BURST });
      return { shell, x: x + reach * Math.cos(angle), y: y + reach * Math.sin(angle), start: 0.12 + at * 0.07 };
    });
    this.effects.push((t) => {
      disc.setAttribute("r", radius * mix(1.25, 1, ease(clamp(t / 0.15))));
      for (const one of shells) pop(one.shell, one.x, one.y, clamp((t - one.start) / 0.28), radius * 0.42);
    });
  }

  stageArc([x, y, facing, width, radius]) {
    add(this.layers.reaches, "path", { class: "arc", d: sector(x, y, facing, width, radius) });
  }

  /** Everything that a piece can get to or fire at if nothing is in the way, with the word for it on the rim. */
  stageReach() {
    for (const old of this.svg.querySelectorAll(".asked-reach")) old.remove();
    const id = this.reaching;
    this.rims = [];
    if (id === null || this.after.status[id] !== ON) return;
    const [x, y, facing] = [this.after.x[id], this.after.y[id], this.after.facing[id]];
    const root = add(this.layers.reaches, "g", { class: `asked-reach side${this.data.pieces[id].side}` });
    const words = add(this.layers.labels, "g", { class: "asked-reach" });
    for (const [kind, radius, text, width] of this.after.reachesOf(this.data, id)) {
      if (width >= 360 || Number.isNaN(facing)) add(root, "circle", { class: `rim-${kind}`, cx: x, cy: y, r: radius });
      else add(root, "path", { class: `rim-${kind}`, d: sector(x, y, facing, width, radius) });
      const label = add(words, "text", { class: `rim-${kind}` });
      label.textContent = text;
      this.rims.push({ x, y, radius, towards: width < 360 && !Number.isNaN(facing) ? facing : null, label, width: textWidth(text) });
    }
    this.layOutRims();
  }

  /** A word on each rim, at the first place along it where it is in the picture and on no other word. */
  layOutRims() {
    const taken = [...this.labelled];
    for (const { x, y, radius, towards, label, width } of this.rims ?? []) {
      const half = { x: (width / 2 + 4) * this.labelScale, y: 8 * this.labelScale };
      const turns = towards === null ? [-90, 90, 0, 180, -45, 45, 135, -135] : [0, 20, -20, 35, -35].map((by) => towards + by);
      const spots = turns.map((turn) => [x + radius * Math.cos((turn * Math.PI) / 180), y + radius * Math.sin((turn * Math.PI) / 180)]);
      const box = ([left, top]) => ({ left: left - half.x, right: left + half.x, top: top - half.y, bottom: top + half.y });
      const fits = (spot) => inside(box(spot), this.seen()) && !taken.some((other) => overlap(other, box(spot)));
      const spot = spots.find(fits);
      label.style.display = spot ? "" : "none";
      if (!spot) continue;
      taken.push(box(spot));
      label.setAttribute("transform", `translate(${round(spot[0])} ${round(spot[1])}) scale(${this.labelScale})`);
    }
  }

  /** The part of the table that is in the picture. */
  seen() {
    const { x, y, width, height } = this.view;
    const { table } = this.data;
    const more = this.more;
    return {
      left: Math.max(0, x - more.x),
      right: Math.min(table.width, x + width + more.x),
      top: Math.max(-MARGIN, y - more.y),
      bottom: Math.min(table.depth + MARGIN, y + height + more.y),
    };
  }

  stageLoss(x, y) {
    const blast = add(this.layers.effects, "g", { class: "blast" });
    const wave = add(blast, "circle", { cx: x, cy: y, class: "wave" });
    const burst = add(blast, "path", { class: "burst", d: BURST });
    this.effects.push((t) => {
      const after = clamp((t - 0.55) / 0.4);
      pop(burst, x, y, after, 5.2);
      wave.setAttribute("r", 1 + after * 5);
      wave.style.opacity = after > 0 && after < 1 ? 1 - after : 0;
    });
  }

  placePiece(id, way, t) {
    const { before, after } = this;
    const piece = this.pieces[id];
    const seen = presence(before.status[id], after.status[id], t);
    const arriving = before.status[id] === AWAY && after.status[id] !== AWAY;
    const [x, y] = this.placeOf(id, way);
    piece.root.style.display = seen ? "" : "none";
    if (seen) {
      piece.root.setAttribute("transform", `translate(${round(x)} ${round(y)})`);
      piece.root.style.opacity = seen;
      piece.level.setAttribute("transform", `translate(${round(x)} ${round(y)})`);
      this.turn(piece, turned(before.facing[id], after.facing[id], arriving ? 1 : way));
    }
    piece.level.style.display = seen && piece.height ? "" : "none";
    const dead = after.status[id] === LOST && (before.status[id] === LOST || t > 0.6);
    if (dead && !piece.wreck) piece.wreck = this.buildWreck(id);
    if (!piece.wreck) return;
    piece.wreck.style.display = dead ? "" : "none";
    piece.wreck.setAttribute("transform", `translate(${after.x[id]} ${after.y[id]})`);
  }

  /** Where a piece is drawn on its way from one moment to the next. */
  placeOf(id, way) {
    const { before, after } = this;
    if (before.status[id] === AWAY) return [after.x[id], after.y[id]];
    if (!this.follows(id)) return [mix(before.x[id], after.x[id], way), mix(before.y[id], after.y[id], way)];
    const [[x, y], [endX, endY]] = [this.route.at(way), this.route.at(1)];
    return [x + after.x[id] - endX, y + after.y[id] - endY];
  }

  turn({ facing: pointer, told }, facing) {
    pointer.style.display = Number.isNaN(facing) ? "none" : "";
    if (Number.isNaN(facing)) return;
    const angle = (facing * Math.PI) / 180;
    const low = told && Math.sin(angle) > 0 ? 2.4 : 1.5; // past the bar that says how much is left
    const reach = 1 / Math.max(Math.abs(Math.cos(angle)) / 2.2, Math.abs(Math.sin(angle)) / low);
    pointer.setAttribute("transform", `rotate(${round(facing)}) translate(${round(reach)} 0)`);
  }

  buildWreck(id) {
    const side = this.data.pieces[id].side;
    const root = add(this.layers.wrecks, "g", { class: `wreck side${side}`, "data-wreck": id });
    add(root, "path", { class: "scorch", d: star(7, 1.7, 1.15) });
    add(root, "path", { class: "cross", d: "M-.75-.75.75.75M.75-.75-.75.75" });
    return root;
  }

  drawHull(path, group, way) {
    const outline = group === null ? [] : hull(this.standing(group, way));
    path.style.display = outline.length ? "" : "none";
    if (!outline.length) return;
    const side = this.data.groups[group].side;
    path.classList.toggle("side0", side === 0);
    path.classList.toggle("side1", side === 1);
    path.setAttribute("d", rounded(outline, HULL_PADDING * this.swell));
  }

  /** Where the pieces of a group that still count are drawn just now. */
  standing(group, way) {
    const { after } = this;
    const points = [];
    for (const id of this.members[group] ?? []) {
      if (after.status[id] > CARRIED) continue;
      points.push(this.placeOf(id, way));
    }
    return points;
  }

  // ---- labels: names where there is room, badges always

  layOutLabels() {
    const rank = (id) =>
      (id === this.chosen ? 4 : 0) + (id === this.frame.group ? 2 : 0) + (this.after.badges[id] ? 1 : 0);
    const order = [...this.labels.keys()].sort((a, b) => rank(b) - rank(a) || a - b);
    const taken = this.layOutMarkers();
    for (const id of order) {
      const label = this.labels[id];
      const points = this.after.gone[id] ? [] : this.standing(id, 1);
      label.shown = points.length > 0;
      label.root.style.display = label.shown ? "" : "none";
      if (!label.shown) continue;
      label.root.classList.toggle("important", rank(id) > 1);
      label.root.classList.toggle("shaken", this.after.states[id] > 0);
      label.grown = rank(id) > 1 ? 1.14 : 1;
      this.tellBadge(label, id);
      this.tellOrders(label, this.after.orders[id]);
      this.placeLabel(label, id, points, taken, rank(id) > 1);
      label.name.style.display = label.visible ? "" : "none";
      label.orders.style.display = label.ordered ? "" : "none";
      label.shift = label.visible ? -(label.width * label.grown) / 2 - 12 : 0;
      if (label.visible || this.after.badges[id]) taken.push(this.labelBox(label, points));
    }
    this.labelled = taken;
    this.layOutNames(taken);
    this.layOutRims();
  }

  /** What the ground is called, wherever there is room for it under everything else. */
  layOutNames(labels) {
    const taken = [...labels, ...this.data.zones.map((zone) => this.flagBox(zone))];
    const { ground } = this.after;
    for (const { number, x, y, text, width } of this.names) {
      const [half, tall] = [(width / 2 + 2) * this.labelScale, 7 * this.labelScale];
      const box = { left: x - half, right: x + half, top: y - tall, bottom: y + tall };
      const laid = !ground || ground.includes(number);
      const fits = this.wide && laid && inside(box, this.seen()) && !taken.some((other) => overlap(other, box));
      text.style.display = fits ? "" : "none";
      if (!fits) continue;
      taken.push(box);
      text.setAttribute("transform", `translate(${round(x)} ${round(y)}) scale(${this.labelScale})`);
    }
  }

  /** A name with its orders where there is room for both, else the name, else the badge alone; what it is about just
      now is named in any case, where it hides least. */
  placeLabel(label, id, points, taken, needed) {
    const named = this.wide || needed;
    const spots = this.data.groups[id].side === 0 ? ["above", "below", "right", "left"] : ["below", "above", "right", "left"];
    const ways = [[true, true], [true, false], [false, false]].filter(([name, orders]) => (named || !name) && (label.told || !orders));
    for (const [visible, ordered] of ways) {
      const costs = spots.map((spot) => this.covered(taken, this.labelBox({ ...label, spot, visible, ordered }, points)));
      const least = Math.min(...costs);
      Object.assign(label, { spot: spots[costs.indexOf(least)], visible, ordered });
      if (least < (needed ? LABEL_ON_SHOT : this.bearable) || (needed && visible && !ordered)) return;
    }
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

  /** How much a label would hide: another label weighs more than any number of pieces, as does where
      a shot ends, and a flag as much as a few. */
  covered(taken, box) {
    let pieces = 0;
    for (const [, , x, y] of shotsOf(this.frame)) {
      if (overlap(box, { left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 })) pieces += LABEL_ON_SHOT;
    }
    for (const zone of this.data.zones) {
      if (overlap(box, this.flagBox(zone))) pieces += 4;
    }
    this.pieces.forEach((_, id) => {
      const [x, y] = [this.after.x[id], this.after.y[id]];
      if (this.after.status[id] === ON && overlap(box, { left: x - 2, right: x + 2, top: y - 1.4, bottom: y + 1.4 })) pieces += 1;
    });
    return pieces + (taken.some((other) => overlap(other, box)) ? LABEL_ON_LABEL : 0);
  }

  flagBox({ x, y, main }) {
    const size = Math.min(1.2, this.swell) * (main ? 1 : 0.78);
    const top = this.hangs({ y }) ? y : y - 6.9 * size;
    return { left: x - 1, right: x + (main ? 6.4 : 4.6) * size, top, bottom: top + 6.9 * size };
  }

  tellBadge(label, id) {
    const number = this.after.badges[id];
    const change = number - this.before.badges[id];
    label.count.textContent = number;
    label.badge.style.display = number > 0 ? "" : "none";
    label.change.textContent = change ? `${change > 0 ? "+" : "−"}${Math.abs(change)}` : "";
    label.changed = change !== 0;
  }

  labelBox(label, points) {
    const { half, above, below } = this.labelSize(label);
    const [x, y] = this.labelPlace(label, points);
    return { left: x - half, right: x + half, top: y - above, bottom: y + below };
  }

  /** How far a label reaches from the middle of its name. */
  labelSize({ visible, ordered, width, ordersWidth, grown }) {
    const name = visible ? width * grown + 44 : 22;
    return {
      half: (Math.max(name, ordered ? ordersWidth + 4 : 0) / 2) * this.labelScale,
      above: (LABEL_HEIGHT / 2) * this.labelScale,
      below: (LABEL_HEIGHT / 2 + (ordered ? ORDERS_HEIGHT : 0)) * this.labelScale,
    };
  }

  /** Beside the group, and never over the edge of the picture as long as the group is in it. */
  labelPlace(label, points) {
    const { half, above, below } = this.labelSize(label);
    const box = bounds(points);
    const gap = 2.2 * this.swell;
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const [x, y] = {
      above: [anchor(points), box.top - gap - below],
      below: [anchor(points), box.bottom + gap + above],
      right: [box.right + gap * 1.3 + half, middle[1]],
      left: [box.left - gap * 1.3 - half, middle[1]],
    }[label.spot];
    const seen = this.seen();
    const within = middle[0] > seen.left && middle[0] < seen.right && middle[1] > seen.top && middle[1] < seen.bottom;
    const { table } = this.data;
    const edge = within ? seen : { left: 0, right: table.width, top: -MARGIN, bottom: table.depth + MARGIN };
    return [clamp(x, edge.left + half, edge.right - half), clamp(y, edge.top + above, edge.bottom - below)];
  }

  drawLabels(way, t) {
    this.labels.forEach((label, id) => {
      if (!label.shown) return;
      const [x, y] = this.labelPlace(label, this.standing(id, way));
      label.root.setAttribute("transform", `translate(${round(x)} ${round(y)}) scale(${this.labelScale})`);
      const beat = label.changed && t < 1 ? 1 + 0.7 * Math.sin(Math.PI * clamp((t - 0.5) / 0.5)) : 1;
      label.badge.setAttribute("transform", `translate(${label.shift} 0) scale(${round(beat)})`);
      label.change.style.opacity = label.changed ? clamp((t - 0.5) * 4) : 0;
      label.change.setAttribute("x", label.visible ? 4 - label.shift - 12 : 12);
    });
  }

  // ---- looking closer, pointing

  /** Look at a part of the table; labels are laid out anew once the view has settled. */
  look(x, y, width, { settled = true } = {}) {
    const { whole } = this;
    const height = (width * whole.height) / whole.width;
    const beside = this.beside(width, height);
    // What is seen beside the view counts too: the picture is not moved past the table's edge as long as it is narrower.
    const kept = (at, start, room, size, more) =>
      room > size + 2 * more ? clamp(at, start + more, start + room - size - more) : start + (room - size) / 2;
    this.view = {
      x: kept(x, whole.x, whole.width, width, beside.x),
      y: kept(y, whole.y, whole.height, height, beside.y),
      width,
      height,
    };
    this.measure(settled);
  }

  /** How much more than a view of this size there is room for on each side of it. */
  beside(width, height) {
    const box = this.svg.getBoundingClientRect();
    if (!box.width || !box.height) return { x: 0, y: 0 };
    const scale = Math.min(box.width / width, box.height / height);
    return { x: (box.width / scale - width) / 2, y: (box.height / scale - height) / 2 };
  }

  measure(settled = true) {
    const { x, y, width, height } = this.view;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    const box = this.svg.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const pixelsPerLength = Math.min(box.width / width, box.height / height);
    this.lengthPerPixel = 1 / pixelsPerLength;
    this.more = this.beside(width, height);
    const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.wide = pixelsPerLength > 2.9;
    this.labelScale = this.lengthPerPixel * (this.wide ? clamp(letters / 14.4, 1, 1.6) : 0.85);
    this.swellTo(round(clamp(18 / (4 * pixelsPerLength), 0.92, 1.5)));
    this.host.classList.toggle("zoomed", width < this.whole.width - 0.01);
    this.host.dispatchEvent(new Event("looked"));
    // While the view glides, whoever makes time pass draws what moves in it.
    if (!this.after || !settled) return;
    this.layOutLabels();
    this.draw(this.before, this.after, this.frame, this.t);
  }

  /** Pieces keep a size that can be read; a new one has every piece styled anew, so it is not set twice. */
  swellTo(swell) {
    if (swell === this.swell) return;
    this.swell = swell;
    this.svg.style.setProperty("--swell", swell);
    this.svg.style.setProperty("--flag-swell", Math.min(1.2, swell));
  }

  listen() {
    const { svg } = this;
    const fingers = new Map();
    let travelled = 0;
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.held();
      this.zoom(Math.exp(-event.deltaY / 400), this.tablePoint(event));
    }, { passive: false });
    svg.addEventListener("dblclick", () => {
      this.held();
      this.fit();
    });
    svg.addEventListener("pointerdown", (event) => {
      travelled = 0;
      fingers.set(event.pointerId, event);
    });
    svg.addEventListener("pointermove", (event) => {
      const last = fingers.get(event.pointerId);
      if (!last) {
        if (event.pointerType === "mouse") this.pick(this.pieceAt(event), event, false);
        return;
      }
      const [moveX, moveY] = [event.clientX - last.clientX, event.clientY - last.clientY];
      travelled += Math.hypot(moveX, moveY);
      if (travelled > 6 && !svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
      if (fingers.size === 2 || travelled > 6) this.held();
      if (fingers.size === 2) this.pinch(fingers, event);
      else if (travelled > 6) {
        const { x, y, width } = this.view;
        this.look(x - moveX * this.lengthPerPixel, y - moveY * this.lengthPerPixel, width);
      }
      fingers.set(event.pointerId, event);
    });
    const lift = (event) => {
      const tapped = fingers.delete(event.pointerId) && travelled < 6 && event.type === "pointerup";
      if (tapped) this.pick(this.pieceAt(event), event, true);
    };
    svg.addEventListener("pointerup", lift);
    svg.addEventListener("pointercancel", lift);
    svg.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse" && !fingers.size) this.pick(null, event, false);
    });
  }

  pinch(fingers, event) {
    const still = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    const last = fingers.get(event.pointerId);
    const span = (one) => Math.hypot(one.clientX - still.clientX, one.clientY - still.clientY) || 1;
    const middle = { clientX: (event.clientX + still.clientX) / 2, clientY: (event.clientY + still.clientY) / 2 };
    this.zoom(span(event) / span(last), this.tablePoint(middle));
  }

  tablePoint({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  pieceAt(event) {
    if (!this.after) return null;
    const point = this.tablePoint(event);
    let nearest = Math.max(2.6 * this.swell, 12 * this.lengthPerPixel);
    let found = null;
    this.pieces.forEach((_, id) => {
      if (this.after.status[id] !== ON) return;
      const away = Math.hypot(this.after.x[id] - point.x, this.after.y[id] - point.y);
      if (away < nearest) [nearest, found] = [away, id];
    });
    return found;
  }

  /** The place of a piece inside the host element, in pixels. */
  screenPlace(id) {
    return this.screenPoint({ x: this.after.x[id], y: this.after.y[id] });
  }

  /** A place on the table inside the host element, in pixels. */
  screenPoint({ x, y }) {
    const box = this.host.getBoundingClientRect();
    const place = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
    return { x: place.x - box.left, y: place.y - box.top };
  }
}

/** How solid a piece is drawn on its way from one status to another. */
function presence(from, to, t) {
  const was = from === ON ? 1 : 0;
  const is = to === ON ? 1 : 0;
  if (was === is) return is;
  return is ? clamp(t * 2) : 1 - clamp((t - 0.6) * 4);
}

/** A flash that swells and fades while `t` goes from 0 to 1, and is gone at both ends. */
function pop(node, x, y, t, size) {
  const seen = t > 0 && t < 1;
  node.style.display = seen ? "" : "none";
  if (!seen) return;
  node.setAttribute("transform", `translate(${round(x)} ${round(y)}) scale(${round(size * (0.35 + 0.65 * Math.sqrt(t)))})`);
  node.style.opacity = 1 - t * t;
}
