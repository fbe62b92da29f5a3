/* The table from above, as SVG: terrain, pieces, groups, zones, and what happens between two positions.
   What they stand for is the game's business.

   A board is drawn by `draw(before, after, frame, t)`, which depends on nothing else, so a picture can be
   stepped, dragged and stopped anywhere. Everything is in lengths
   (`inLengths`), of which a piece is four wide; `y` grows to the south, as in
   SVG. Text from outside is only ever put in as text. */

const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 3.2;
const HULL_PADDING = 3.4;
const LABEL_ON_LABEL = 1000;
const LABEL_ON_SHOT = 100;
const LABEL_HEIGHT = 18;
const NOBODY = -1;
const NOT_COUNTED = -1;

export const ON = 0;
export const CARRIED = 1;
export const LOST = 2;
export const AWAY = 3;
const STATUS = { on: ON, carried: CARRIED, lost: LOST, away: AWAY };

/** A board's data in lengths instead of what its table is measured in. */
export function inLengths(data) {
  const { table } = data;
  const shrunk = (row, places) => row.map((value, at) => (places.includes(at) ? value / table.length : value));
  const moment = (one) => one && {
    ...one,
    pieces: one.pieces.map((row) => shrunk(row, [1, 2])),
    paths: (one.paths ?? []).map((row) => shrunk(row, [0, 1, 2, 3])),
    rings: (one.rings ?? []).map((row) => shrunk(row, [0, 1, 2])),
    arcs: (one.arcs ?? []).map((row) => shrunk(row, [0, 1, 4])),
    markers: one.markers?.map((row) => shrunk(row, [0, 1])),
  };
  const [width, depth] = [table.width / table.length, table.depth / table.length];
  const size = `${table.width} by ${table.depth} ${table.unit}`;
  return {
    ...data,
    table: { ...table, width, depth, size, ruler: shrunk(table.ruler, [0, 1]) },
    zones: data.zones.map((zone) => {
      const [x, y, radius] = shrunk([zone.x, zone.y, zone.radius], [0, 1, 2]);
      return { ...zone, x, y, radius };
    }),
    frames: data.frames?.map(moment),
    before: moment(data.before),
    after: moment(data.after),
    arcs: (data.arcs ?? []).map((row) => shrunk(row, [0, 1, 4])),
    rings: (data.rings ?? []).map((row) => shrunk(row, [0, 1, 2])),
    paths: (data.paths ?? []).map((row) => shrunk(row, [0, 1, 2, 3])),
  };
}

/** Everything on the table at one moment, in flat arrays so that a copy costs next to nothing. */
export class Position {
  constructor(pieces, groups, zones) {
    this.x = new Float32Array(pieces);
    this.y = new Float32Array(pieces);
    this.facing = new Float32Array(pieces).fill(NaN);
    this.status = new Uint8Array(pieces).fill(AWAY);
    this.carrier = new Int16Array(pieces).fill(NOBODY);
    this.levels = new Uint8Array(pieces);
    this.badges = new Int16Array(groups);
    this.states = new Uint8Array(groups);
    this.gone = new Uint8Array(groups);
    this.left = new Int16Array(groups).fill(NOT_COUNTED);
    this.going = new Int16Array(groups);
    this.notes = new Array(groups).fill("");
    this.owners = new Array(zones).fill(null);
    this.markers = [];
    this.ground = null;
  }

  static of(data) {
    return new Position(data.pieces.length, data.groups.length, data.zones.length);
  }

  copy() {
    const other = Object.create(Position.prototype);
    for (const [name, values] of Object.entries(this)) other[name] = values?.slice() ?? null;
    return other;
  }

  apply(frame) {
    for (const [id, x, y, facing, status, carrier, level] of frame.pieces ?? []) {
      this.x[id] = x;
      this.y[id] = y;
      this.facing[id] = facing ?? NaN;
      this.status[id] = STATUS[status] ?? ON;
      this.carrier[id] = carrier ?? NOBODY;
      this.levels[id] = level ?? 0;
    }
    for (const [id, badge, state, gone, left, going, note] of frame.groups ?? []) {
      this.badges[id] = badge;
      this.states[id] = state;
      this.gone[id] = gone ? 1 : 0;
      this.left[id] = left ?? NOT_COUNTED;
      this.going[id] = going ?? 0;
      this.notes[id] = note ?? "";
    }
    if (frame.owners) this.owners = frame.owners.slice();
    if (frame.markers) this.markers = frame.markers.slice();
    if (frame.ground) this.ground = frame.ground.slice();
    return this;
  }

  /** How much of a group is left: what is told, or the pieces that are not lost. */
  strength(data, group) {
    const size = data.groups[group]?.size ?? 0;
    if (this.gone[group]) return { left: 0, size };
    if (this.left[group] !== NOT_COUNTED) return { left: this.left[group], size };
    let left = 0;
    data.pieces.forEach((piece, id) => {
      if (piece.group === group && this.status[id] !== LOST) left += 1;
    });
    return { left, size };
  }

  /** Who sits in a transport. */
  passengers(transport) {
    const found = [];
    this.carrier.forEach((carrier, id) => {
      if (carrier === transport && this.status[id] === CARRIED) found.push(id);
    });
    return found;
  }

  /** How many sit in each piece. */
  loads() {
    const loads = new Uint8Array(this.carrier.length);
    this.carrier.forEach((carrier, id) => {
      if (carrier !== NOBODY && this.status[id] === CARRIED) loads[carrier] += 1;
    });
    return loads;
  }
}

/** One symbol on its own, for a key to the picture. */
export function symbolPicture(symbol, side, load = 0) {
  const svg = element("svg", { class: "key-symbol", viewBox: "-2.7 -1.8 5.4 3.6", "aria-hidden": "true" });
  const root = add(svg, "g", { class: `piece side${side}` });
  add(root, "path", { class: "frame", d: FRAMES[side] });
  add(root, "path", { class: "glyph", d: GLYPHS[symbol] });
  add(root, "g", { class: "load" }).append(...pips(load));
  return svg;
}

/** A mark for a level on its own, as it stands beside a piece. */
export function levelPicture(mark) {
  const svg = element("svg", { class: "key-level", viewBox: "-1.2 -1.2 2.4 2.4", "aria-hidden": "true" });
  svg.append(...levelMark(mark));
  return svg;
}

/** A sample of what lies on the table. */
export function groundPicture(art) {
  const svg = element("svg", { class: "key-ground", viewBox: "0 0 7 5", "aria-hidden": "true" });
  svg.append(...trustedArt(art));
  return svg;
}

/** An arc, a ring or a marker on its own. */
export function signPicture(sign) {
  const svg = element("svg", { class: "key-symbol", viewBox: "-2.7 -1.8 5.4 3.6", "aria-hidden": "true" });
  if (sign === "strength") svg.append(...strengthBar(6, 2, 10, 0));
  else if (sign === "arc") add(svg, "path", { class: "key-arc", d: "M-2 1.5V-1.6A3.6 3.6 0 0 1 2 1.5Z" });
  else if (sign in MARKERS) add(svg, "g", { class: `marker side0 ${sign}` }).append(...markerSign(sign, 0));
  else add(add(svg, "g", { class: `ring ${ringClass(sign)}` }), "circle", { r: 1.55 });
  return svg;
}

/** Shots and lines of sight among the paths of a frame; the others are ways that somebody goes. */
export function shotsOf(frame) {
  return (frame.paths ?? []).filter(([, , , , kind]) => !WAYS.includes(kind));
}

/* White line drawings inside a frame 4 lengths wide, after the symbols on staff maps. */
const GLYPHS = {
  infantry: "M-1.25-.9 1.25.9M1.25-.9-1.25.9",
  tank: "M-.6-.62H.6A.62.62 0 0 1 .6.62H-.6A.62.62 0 0 1-.6-.62Z",
  carrier: "M-.6-.62H.6A.62.62 0 0 1 .6.62H-.6A.62.62 0 0 1-.6-.62ZM-.9-.5.9.5M.9-.5-.9.5",
  truck: "M-1.25.1V-.75H.4V.1M.4-.4H1.25V.1M-1.3.2H1.3M-.7.62A.12.12 0 1 1-.7.63M.75.62A.12.12 0 1 1 .75.63",
  gun: "M0-.5A.5.5 0 1 1-.01-.5ZM0-.2A.2.2 0 1 1-.01-.2Z",
  "gun-tracked":
    "M-.65-.75H.65A.75.75 0 0 1 .65.75H-.65A.75.75 0 0 1-.65-.75ZM0-.16A.16.16 0 1 1-.01-.16Z",
  antiair: "M-1.15.95C-1.15-1.15 1.15-1.15 1.15.95M0 .9V-.1",
  scout: "M-1.3.95 1.3-.95",
  helicopter: "M-1.2-.6V.6L1.2-.6V.6ZM0-.95V.95",
  aircraft: "M-1.2-.55V.55L1.2-.55V.55Z",
  ship: "M-1.3.1H1.3L.8.8H-.8ZM0 .1V-.85M-.5-.45H.5",
  walker: "M-.42-.95H.42V-.3H-.42ZM-.42-.62H-1V.1M.42-.62H1V.1M-.3-.3-.62.95M.3-.3.62.95",
};
const FRAMES = [
  "M-1.75-1.4H1.75A.3.3 0 0 1 2.05-1.1V1.1A.3.3 0 0 1 1.75 1.4H-1.75A.3.3 0 0 1-2.05 1.1V-1.1A.3.3 0 0 1-1.75-1.4Z",
  "M-1.3-1.45H1.3L2.35 0 1.3 1.45H-1.3L-2.35 0Z",
];
const LEVELS = {
  up: "M-.5.25 0-.32 .5.25",
  "up-twice": "M-.5.02 0-.52 .5.02M-.5.56 0 .02 .5.56",
  peak: "M-.5-.56H.5M0 .6V-.2M-.38.14 0-.26 .38.14",
  down: "M-.5.56H.5M0-.6V.2M-.38-.14 0 .26 .38-.14",
};
const MARKERS = { spot: "M-1.05-1.05 1.05 1.05M1.05-1.05-1.05 1.05", heading: "M-1.5-1.3 2 0-1.5 1.3-.8 0Z" };
const WAYS = ["leg", "past", "arrow"];
const FLAGS = ["M0-6.4H4V-3.6H0Z", "M0-6.4H4.2L3-5 4.2-3.6H0Z"];
const BURST = star(9, 1, 0.45);
const SPARK = star(4, 1, 0.3);

export class Board {
  /** `data` has table, sides, pieces, groups and zones; `pick` hears which piece is pointed at. */
  constructor(host, data, pick = () => {}) {
    this.host = host;
    this.data = data;
    this.pick = pick;
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
    this.listen();
    new ResizeObserver(() => this.measure()).observe(host);
    this.measure();
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

  zoom(factor, centre) {
    const view = this.view;
    const width = clamp(view.width / factor, this.whole.width / 8, this.whole.width);
    const scale = width / view.width;
    const x = centre?.x ?? view.x + view.width / 2;
    const y = centre?.y ?? view.y + view.height / 2;
    this.look(x - (x - view.x) * scale, y - (y - view.y) * scale, width);
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
    this.flags = this.data.zones.map((zone) => this.buildZone(zone));
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
    return { root, name, badge, count, change, width: textWidth(group.name), below: true };
  }

  buildZone(zone) {
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
    const cloth = add(flag, "path", { class: "cloth", d: FLAGS[0] });
    if (zone.main) {
      add(flag, "path", { class: "star", d: star(5, 0.95, 0.4), transform: "translate(1.7 -5)" });
    }
    return { parts: [root, area], cloth };
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
      flag.cloth.setAttribute("d", FLAGS[owner ?? 0] ?? FLAGS[0]);
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
    const at = (degrees) => {
      const angle = (degrees * Math.PI) / 180;
      return `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`;
    };
    const far = width > 180 ? 1 : 0;
    const d = `M${x} ${y}L${at(facing - width / 2)}A${radius} ${radius} 0 ${far} 1 ${at(facing + width / 2)}Z`;
    add(this.layers.reaches, "path", { class: "arc", d });
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
      this.turn(piece.facing, turned(before.facing[id], after.facing[id], arriving ? 1 : way));
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

  turn(pointer, facing) {
    pointer.style.display = Number.isNaN(facing) ? "none" : "";
    if (Number.isNaN(facing)) return;
    const angle = (facing * Math.PI) / 180;
    const reach = 1 / Math.max(Math.abs(Math.cos(angle)) / 2.2, Math.abs(Math.sin(angle)) / 1.5);
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
      const named = this.wide || rank(id) > 1;
      label.root.classList.toggle("important", rank(id) > 1);
      label.root.classList.toggle("shaken", this.after.states[id] > 0);
      this.tellBadge(label, id);
      const spots = [this.data.groups[id].side !== 0, this.data.groups[id].side === 0];
      const cover = spots.map((below) => this.covered(taken, this.labelBox(label, points, below, named)));
      label.below = cover[1] < cover[0] ? spots[1] : spots[0];
      const visible = named && (Math.min(...cover) < LABEL_ON_SHOT || rank(id) > 1);
      label.name.style.display = visible ? "" : "none";
      label.visible = visible;
      label.shift = visible ? -(label.width * (rank(id) > 1 ? 1.14 : 1)) / 2 - 12 : 0;
      if (visible || this.after.badges[id]) taken.push(this.labelBox(label, points, label.below, visible));
    }
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
    return { left: x - 1, right: x + 4.2 * size, top, bottom: top + 6.9 * size };
  }

  tellBadge(label, id) {
    const number = this.after.badges[id];
    const change = number - this.before.badges[id];
    label.count.textContent = number;
    label.badge.style.display = number > 0 ? "" : "none";
    label.change.textContent = change ? `${change > 0 ? "+" : "−"}${Math.abs(change)}` : "";
    label.changed = change !== 0;
  }

  labelBox(label, points, below, named) {
    const half = this.labelReach(label, named);
    const [x, y] = this.labelPlace(points, below, half);
    const tall = (LABEL_HEIGHT / 2) * this.labelScale;
    return { left: x - half, right: x + half, top: y - tall, bottom: y + tall };
  }

  /** Beside the group, and never over the edge of the picture. */
  labelPlace(points, below, half) {
    const [x, y] = anchor(points, below);
    const tall = (LABEL_HEIGHT / 2) * this.labelScale;
    const { whole } = this;
    return [
      clamp(x, half, this.data.table.width - half),
      clamp(y + (below ? 1 : -1) * (2.2 * this.swell + tall), whole.y + tall, whole.y + whole.height - tall),
    ];
  }

  labelReach(label, named) {
    return ((named ? label.width + 44 : 22) / 2) * this.labelScale;
  }

  drawLabels(way, t) {
    this.labels.forEach((label, id) => {
      if (!label.shown) return;
      const half = this.labelReach(label, label.visible);
      const [x, y] = this.labelPlace(this.standing(id, way), label.below, half);
      label.root.setAttribute("transform", `translate(${round(x)} ${round(y)}) scale(${this.labelScale})`);
      const beat = label.changed && t < 1 ? 1 + 0.7 * Math.sin(Math.PI * clamp((t - 0.5) / 0.5)) : 1;
      label.badge.setAttribute("transform", `translate(${label.shift} 0) scale(${round(beat)})`);
      label.change.style.opacity = label.changed ? clamp((t - 0.5) * 4) : 0;
      label.change.setAttribute("x", label.visible ? 4 - label.shift - 12 : 12);
    });
  }

  // ---- looking closer, pointing

  look(x, y, width) {
    const { whole } = this;
    const height = (width * whole.height) / whole.width;
    this.view = {
      x: clamp(x, whole.x, whole.x + whole.width - width),
      y: clamp(y, whole.y, whole.y + whole.height - height),
      width,
      height,
    };
    this.measure();
  }

  measure() {
    const { x, y, width, height } = this.view;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    const box = this.svg.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const pixelsPerLength = Math.min(box.width / width, box.height / height);
    this.lengthPerPixel = 1 / pixelsPerLength;
    const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.wide = pixelsPerLength > 3.6;
    this.labelScale = this.lengthPerPixel * (this.wide ? clamp(letters / 14.4, 1, 1.6) : 0.85);
    this.swell = clamp(18 / (4 * pixelsPerLength), 0.92, 1.5);
    this.svg.style.setProperty("--swell", this.swell);
    this.svg.style.setProperty("--flag-swell", Math.min(1.2, this.swell));
    this.host.classList.toggle("zoomed", width < this.whole.width - 0.01);
    if (!this.after) return;
    this.layOutLabels();
    this.draw(this.before, this.after, this.frame, this.t);
  }

  listen() {
    const { svg } = this;
    const fingers = new Map();
    let travelled = 0;
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), this.tablePoint(event));
    }, { passive: false });
    svg.addEventListener("dblclick", () => this.fit());
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
    const box = this.host.getBoundingClientRect();
    const point = new DOMPoint(this.after.x[id], this.after.y[id]);
    const place = point.matrixTransform(this.svg.getScreenCTM());
    return { x: place.x - box.left, y: place.y - box.top };
  }
}

/** What is left as a bar, what is marked to go as its paler end. */
function strengthBar(left, going, size, y) {
  const wide = (share) => round(4 * clamp(share / Math.max(1, size)));
  const bar = (name, x, width) => element("rect", { class: name, x: round(x - 2), y: y - 0.4, width, height: 0.8 });
  const stays = Math.max(0, left - going);
  return [bar("whole", 0, 4), bar("stays", 0, wide(stays)), bar("going", wide(stays), wide(left - stays))];
}

/** Legs one after the other, as one way to go along. */
class Route {
  constructor(legs) {
    this.legs = legs.map(([x1, y1, x2, y2]) => ({ x1, y1, x2, y2, length: Math.hypot(x2 - x1, y2 - y1) }));
    this.length = this.legs.reduce((sum, { length }) => sum + length, 0) || 1;
  }

  /** How much of one leg is gone when so much of the whole way is. */
  shareOf(number, way) {
    const before = this.legs.slice(0, number).reduce((sum, { length }) => sum + length, 0);
    return clamp((way * this.length - before + 1e-6) / (this.legs[number].length || 1));
  }

  at(way) {
    const number = Math.max(0, this.legs.findLastIndex((_, at) => this.shareOf(at, way) > 0));
    const { x1, y1, x2, y2 } = this.legs[number];
    const share = this.shareOf(number, way);
    return [mix(x1, x2, share), mix(y1, y2, share)];
  }
}

// ---- small tools

export function element(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function add(parent, name, attributes = {}) {
  return parent.appendChild(element(name, attributes));
}

export function clamp(value, low = 0, high = 1) {
  return Math.min(high, Math.max(low, value));
}

function mix(from, to, t) {
  return from + (to - from) * t;
}

function ease(t) {
  return t * t * (3 - 2 * t);
}

function round(value) {
  return Math.round(value * 100) / 100;
}

function turned(from, to, way) {
  if (Number.isNaN(to) || Number.isNaN(from)) return to;
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return from + turn * ease(clamp(way * 2.5));
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

function star(points, outer, inner) {
  const corners = Array.from({ length: points * 2 }, (_, at) => {
    const radius = at % 2 ? inner : outer;
    const angle = (Math.PI * at) / points - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** A row of dots on the upper edge of a piece, one for each passenger. */
function pips(count) {
  const apart = Math.min(1.15, 3.2 / Math.max(1, count - 1));
  return Array.from({ length: count }, (_, at) =>
    element("circle", { cx: round((at - (count - 1) / 2) * apart), cy: -1.4, r: 0.46 }));
}

function levelMark(mark) {
  return mark in LEVELS ? [element("circle", { class: "disc", r: 1 }), element("path", { class: "sign", d: LEVELS[mark] })] : [];
}

function markerSign(sign, facing) {
  const shape = element("path", { class: "sign", d: MARKERS[sign] ?? MARKERS.spot });
  if (sign === "heading") shape.setAttribute("transform", `rotate(${round(facing)})`);
  return sign === "heading" ? [shape] : [element("circle", { class: "disc", r: 1.7 }), shape];
}

function shotClass(kind) {
  return ["kill", "hit", "miss"].includes(kind) ? kind : "plain";
}

function ringClass(kind) {
  return ["blast", "range", "area"].includes(kind) ? kind : "range";
}

const pen = document.createElement("canvas").getContext("2d");

function textWidth(text) {
  pen.font = `600 11px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
}

function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Middle of the points in x; their lowest or highest edge on the screen in y. */
function anchor(points, below) {
  let [sum, edge] = [0, below ? -Infinity : Infinity];
  for (const [x, y] of points) {
    sum += x;
    edge = below ? Math.max(edge, y) : Math.min(edge, y);
  }
  return [sum / points.length, edge];
}

/** Convex hull, counter-clockwise (Andrew's monotone chain). */
function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && bend(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function bend(a, b, c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** The outline at a distance around a convex hull, with round corners. */
function rounded(corners, reach) {
  if (corners.length === 1 || isPoint(corners)) {
    const [x, y] = corners[0];
    return `M${x - reach} ${y}a${reach} ${reach} 0 1 0 ${2 * reach} 0a${reach} ${reach} 0 1 0 ${-2 * reach} 0Z`;
  }
  let path = "";
  corners.forEach(([x1, y1], at) => {
    const [x2, y2] = corners[(at + 1) % corners.length];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [outX, outY] = [((y2 - y1) / length) * reach, (-(x2 - x1) / length) * reach];
    const [from, to] = [`${round(x1 + outX)} ${round(y1 + outY)}`, `${round(x2 + outX)} ${round(y2 + outY)}`];
    path += at === 0 ? `M${from}L${to}` : `A${reach} ${reach} 0 0 1 ${from}L${to}`;
  });
  const [[x1, y1], [x2, y2]] = corners;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const close = `${round(x1 + ((y2 - y1) / length) * reach)} ${round(y1 - ((x2 - x1) / length) * reach)}`;
  return `${path}A${reach} ${reach} 0 0 1 ${close}Z`;
}

function isPoint(corners) {
  return corners.every(([x, y]) => Math.hypot(x - corners[0][0], y - corners[0][1]) < 0.01);
}

/** Terrain is drawn by our own code; what could run or load is dropped all the same. */
function trustedArt(markup) {
  const page = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "text/html");
  const svg = page.querySelector("svg");
  if (!svg) return [];
  for (const node of svg.querySelectorAll("script, foreignObject, iframe, image")) node.remove();
  for (const node of svg.querySelectorAll("*")) {
    for (const { name } of [...node.attributes]) if (/^on/i.test(name)) node.removeAttribute(name);
  }
  return [...svg.childNodes].map((node) => document.importNode(node, true));
}
