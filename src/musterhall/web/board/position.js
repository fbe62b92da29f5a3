/* What lies where at one moment, as figures; nothing of it is drawn here. */

const NOBODY = -1;
export const NOT_COUNTED = -1;

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
    reaches: one.reaches?.map(([piece, reaches]) => [piece, reaches.map((row) => shrunk(row, [1]))]),
  };
  const [width, depth] = [table.width / table.length, table.depth / table.length];
  const size = `${table.width} by ${table.depth} ${table.unit}`;
  return {
    ...data,
    table: {
      ...table, width, depth, size, ruler: shrunk(table.ruler, [0, 1]), names: (table.names ?? []).map((row) => shrunk(row, [2, 3])),
    },
    zones: data.zones.map((zone) => {
      const [x, y, radius] = shrunk([zone.x, zone.y, zone.radius], [0, 1, 2]);
      return { ...zone, x, y, radius };
    }),
    profiles: data.profiles?.map((profile) => ({ ...profile, reaches: (profile.reaches ?? []).map((row) => shrunk(row, [1])) })),
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
    this.score = [];
    this.orders = new Array(groups).fill(null);
    this.reaches = new Array(pieces).fill(null);
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
    if (frame.score) this.score = frame.score;
    for (const [id, now, next] of frame.orders ?? []) this.orders[id] = now || next ? [now, next] : null;
    for (const [id, reaches] of frame.reaches ?? []) this.reaches[id] = reaches;
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

  /** How far a piece goes and fires just now. */
  reachesOf(data, id) {
    return this.reaches[id] ?? data.profiles[data.pieces[id].profile]?.reaches ?? [];
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

/** Shots and lines of sight among the paths of a frame; the others are ways that somebody goes. */
export function shotsOf(frame) {
  return (frame.paths ?? []).filter(([, , , , kind]) => !WAYS.includes(kind));
}

export const WAYS = ["leg", "past", "arrow"];
