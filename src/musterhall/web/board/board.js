/* The table from above, as SVG: terrain, pieces, groups, zones, and what happens between two positions.
   What they stand for is the game's business.

   A board is drawn by `draw(before, after, frame, t)`, which depends on nothing else, so a picture can be
   stepped, dragged and stopped anywhere. Everything is in lengths
   (`inLengths`), of which a piece is four wide; `y` grows to the south, as in
   SVG. Text from outside is only ever put in as text. */

import { add, element, textWidth, trustedArt } from "./svg.js";
import { clamp, ease, hull, mix, round, rounded, Route, sector, star, turned } from "./shapes.js";
import { FLAGS, FRAMES, GLYPHS, levelMark, markerSign, pips, strengthBar, WIDE_FLAGS } from "./symbols.js";
import { AWAY, CARRIED, LOST, NOT_COUNTED, ON, shotsOf, WAYS } from "./position.js";
import { followFingers } from "./fingers.js";
import { lossEffect, ringEffect, shotEffect } from "./happenings.js";
import { Labels } from "./labels.js";

const MARGIN = 3.2;
const HULL_PADDING = 3.4;

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
    this.members = data.groups.map(() => []);
    data.pieces.forEach((piece, id) => this.members[piece.group]?.push(id));
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
    followFingers(this);
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
    this.labels.draw(way, t);
    this.drawHull(this.activeHull, frame.group ?? null, way);
    this.drawHull(this.chosenHull, this.chosen, way);
  }

  /** Lift one group out of the crowd, or none. */
  choose(group) {
    this.chosen = group;
    if (!this.after) return;
    this.labels.layOut();
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
    this.labels = new Labels(this);
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
    const { effects, reaches } = this.layers;
    shots.forEach((path, at) => this.effects.push(shotEffect(effects, path, shots.length < 2 ? 0.1 : (0.45 * at) / shots.length)));
    for (const ring of frame.rings ?? []) this.effects.push(ringEffect(ring[3] === "range" ? reaches : effects, ring));
    for (const arc of frame.arcs ?? []) this.stageArc(arc);
    for (const id of this.changed) {
      if (before !== after && before.status[id] <= CARRIED && after.status[id] === LOST) {
        this.effects.push(lossEffect(effects, after.x[id], after.y[id]));
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
    this.labels.layOut();
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
    this.labels.layOutRims();
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
    this.labels.layOut();
    this.draw(this.before, this.after, this.frame, this.t);
  }

  /** Pieces keep a size that can be read; a new one has every piece styled anew, so it is not set twice. */
  swellTo(swell) {
    if (swell === this.swell) return;
    this.swell = swell;
    this.svg.style.setProperty("--swell", swell);
    this.svg.style.setProperty("--flag-swell", Math.min(1.2, swell));
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
