/* The replay page: a battle as a list of frames, a clock that runs through them, and the panels around it. */

import {
  Board, LOST, Position, add, clamp, groundPicture, inLengths, levelPicture, shotsOf, signPicture, symbolPicture,
} from "./board.js";

const KEY_EVERY = 50;
const DURATIONS = { move: 1100, fire: 1400, blast: 1700, fight: 1500, withdraw: 1100, "set-up": 900, result: 2400 };
const USUAL_DURATION = 800;
const LINGER = 0.3;
const KINDS = ["move", "fire", "blast", "fight", "test", "rally", "break", "withdraw", "command", "zone", "phase"];
const ALIASES = { "set-up": "phase", result: "zone" };

/** All positions of a battle: some kept, the others a few frames away from one that is. */
class Timeline {
  constructor(data) {
    this.frames = data.frames;
    this.keys = [];
    this.recent = new Map();
    this.left = data.sides.map(() => new Uint16Array(data.frames.length));
    const position = Position.of(data);
    data.frames.forEach((frame, index) => {
      position.apply(frame);
      if (index % KEY_EVERY === 0) this.keys.push(position.copy());
      this.count(data, position, frame, index);
    });
  }

  count(data, position, frame, index) {
    const unchanged = index > 0 && !frame.pieces?.length && !frame.groups?.length;
    if (unchanged) return this.left.forEach((left) => (left[index] = left[index - 1]));
    data.pieces.forEach((piece, id) => {
      if (position.status[id] !== LOST && !position.gone[piece.group]) this.left[piece.side][index] += 1;
    });
  }

  at(index) {
    const kept = this.recent.get(index);
    if (kept) return kept;
    const near = this.recent.get(index - 1);
    const key = Math.floor(index / KEY_EVERY);
    const position = (near ?? this.keys[key]).copy();
    for (let next = near ? index : key * KEY_EVERY + 1; next <= index; next += 1) position.apply(this.frames[next]);
    if (this.recent.size > 8) this.recent.clear();
    this.recent.set(index, position);
    return position;
  }
}

/** Which frame is shown and how far into it; everything on the page follows `show` and `settle`. */
class Player {
  constructor(frames, listeners) {
    this.frames = frames;
    this.listeners = listeners;
    this.index = 0;
    this.t = 1;
    this.speed = 1;
    this.playing = false;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
  }

  get last() {
    return this.frames.length - 1;
  }

  go(index, { animate = false } = {}) {
    this.index = clamp(Math.round(index), 0, this.last);
    this.t = animate ? 0 : 1;
    this.listeners.show(this.index);
    this.listeners.tick(this.index, this.t);
    if (animate) this.run();
  }

  play(playing = !this.playing) {
    if (playing === this.playing) return;
    this.playing = playing;
    this.listeners.playing(playing);
    if (playing && this.index === this.last) this.go(0);
    if (playing) this.run();
  }

  step(by) {
    this.play(false);
    const settled = this.t >= 1;
    this.go(this.index + by, { animate: by > 0 && settled && this.index < this.last && !this.still.matches });
  }

  turn(by) {
    const turn = this.frames[this.index].turn;
    const start = this.frames.findIndex((frame) => frame.turn === turn);
    if (by < 0 && this.index > start + 1) return this.go(start);
    const other = by < 0 ? this.frames[Math.max(0, start - 1)].turn : turn + 1;
    const found = this.frames.findIndex((frame) => (by < 0 ? frame.turn === other : frame.turn >= other));
    this.go(found < 0 ? this.last : found);
  }

  run() {
    if (this.running) return;
    this.running = true;
    let then = performance.now();
    const loop = (now) => {
      const passed = Math.min(100, now - then);
      then = now;
      this.running = this.advance((passed * this.speed) / this.duration());
      if (this.running) requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
  }

  advance(share) {
    this.t += share;
    const shown = this.still.matches ? 1 : Math.min(1, this.t);
    this.listeners.tick(this.index, shown);
    if (this.t < (this.playing ? 1 + LINGER : 1)) return true;
    if (!this.playing) return false;
    if (this.index === this.last) {
      this.play(false);
      return false;
    }
    this.index += 1;
    this.t = 0;
    this.listeners.show(this.index);
    this.listeners.tick(this.index, this.still.matches ? 1 : 0);
    return true;
  }

  duration() {
    const frame = this.frames[this.index];
    const shots = Math.min(12, shotsOf(frame).length) * 70;
    return (DURATIONS[frame.kind] ?? USUAL_DURATION) + shots;
  }
}

/** The log: every frame a line, grouped by turn, with the arithmetic under the current one. */
class Log {
  constructor(host, data, jump) {
    this.host = host;
    this.lines = [];
    this.handsOff = 0;
    let list = null;
    let turn;
    data.frames.forEach((frame, index) => {
      if (frame.turn !== turn) {
        turn = frame.turn;
        list = this.startTurn(turn);
      }
      list.append(this.line(frame, index));
    });
    this.detail = make("ul", "detail");
    host.addEventListener("click", (event) => {
      const button = event.target.closest("button.line");
      if (!button) return;
      this.handsOff = 0;
      jump(Number(button.dataset.frame));
    });
    for (const kind of ["wheel", "touchmove", "pointerdown"]) {
      host.addEventListener(kind, () => (this.handsOff = performance.now() + 4000), { passive: true });
    }
  }

  startTurn(turn) {
    const group = make("section");
    group.append(make("h2", "", turnName(turn)));
    this.host.append(group);
    return group.appendChild(make("ol"));
  }

  line(frame, index) {
    const item = make("li");
    const button = make("button", `line ${sideClass(frame.side)} kind-${kindOf(frame)}`);
    button.type = "button";
    button.dataset.frame = index;
    button.append(icon(kindOf(frame)), make("span", "say", frame.text), make("span", "section", frame.section ?? ""));
    item.append(button);
    this.lines.push({ item, button, group: frame.group ?? null });
    return item;
  }

  show(index, frame) {
    const line = this.lines[index];
    this.current?.button.removeAttribute("aria-current");
    line.button.setAttribute("aria-current", "true");
    this.current = line;
    this.detail.replaceChildren(...(frame.detail ?? []).map(arithmetic));
    if (this.detail.childElementCount) line.item.append(this.detail);
    else this.detail.remove();
    if (performance.now() > this.handsOff) this.follow();
  }

  follow() {
    if (!this.current || this.host.hidden) return;
    const { item } = this.current;
    const heading = item.closest("section").querySelector("h2").offsetHeight;
    const above = Math.max(heading + 8, this.host.clientHeight * 0.4 - item.offsetHeight / 2);
    // The first line under the heading is a whole one: half a sentence reads like a fault.
    let first = item;
    for (let next = item; next && item.offsetTop - next.offsetTop + heading <= above; next = next.previousElementSibling) {
      first = next;
    }
    this.host.scrollTop = first.offsetTop - heading;
  }

  about(group) {
    for (const line of this.lines) {
      line.item.classList.toggle("about", group !== null && line.group === group);
    }
  }
}

/** Both sides' groups with what is left of them. */
class Forces {
  constructor(host, data, choose) {
    this.data = data;
    this.rows = [];
    data.sides.forEach((side, at) => {
      const group = make("section", `side${at}`);
      group.append(make("h2", "", named(side)));
      const list = group.appendChild(make("ul"));
      data.groups.forEach((group, id) => {
        if (group.side === at) list.append(this.row(group, id, choose));
      });
      host.append(group);
    });
  }

  row(group, id, choose) {
    const item = make("li");
    const button = item.appendChild(make("button", `group side${group.side}`));
    button.type = "button";
    const state = make("span", "state");
    const badge = make("span", "counted");
    const left = make("span", "left");
    const bar = make("span", "bar");
    const fill = bar.appendChild(make("i"));
    button.append(make("span", "name", group.name), state, badge, left, bar);
    button.addEventListener("click", () => choose(id));
    this.rows[id] = { button, state, badge, left, fill };
    return item;
  }

  show(position) {
    this.rows.forEach((row, id) => {
      const { left, size } = position.strength(this.data, id);
      row.state.textContent = stateOf(this.data, position, id);
      const [badges, words] = [position.badges[id], this.data.words];
      row.badge.textContent = badges ? `${badges} ${(badges === 1 && words.badge_one) || words.badge_short}` : "";
      row.left.textContent = `${left}/${size}`;
      row.fill.style.width = `${(100 * left) / Math.max(1, size)}%`;
      row.button.classList.toggle("shaken", position.states[id] > 0);
      row.button.classList.toggle("gone", position.gone[id] === 1 || left === 0);
    });
  }

  choose(group) {
    this.rows.forEach((row, id) => row.button.setAttribute("aria-pressed", id === group));
  }
}

/** Pieces left, groups in each state and lost, zones held; turn and phase. */
class Score {
  constructor(header, data, timeline) {
    this.data = data;
    this.timeline = timeline;
    header.querySelector("h1").textContent = data.title;
    header.querySelector(".source").textContent = [data.game, `seed ${data.seed}`, data.note].filter(Boolean).join(" · ");
    this.turn = header.querySelector(".turn");
    this.phase = header.querySelector(".phase");
    this.sides = data.sides.map((side, at) => this.build(header.querySelector(`.side${at}`), side, at));
  }

  build(host, side, at) {
    host.setAttribute("aria-label", named(side));
    host.querySelector("b").textContent = named(side);
    host.querySelector("small").textContent = side.notes.join(" · ");
    const list = host.querySelector("dl");
    const figure = (word) => {
      const entry = list.appendChild(make("div"));
      entry.append(make("dt", "", word));
      return entry.appendChild(make("dd"));
    };
    const total = this.data.pieces.filter((piece) => piece.side === at).length;
    return {
      total,
      fill: host.querySelector(".bar i"),
      pieces: figure(this.data.words.pieces),
      states: this.data.words.states.slice(1).map(figure),
      lost: figure("lost"),
      zones: this.data.zones.length ? figure("held") : null,
    };
  }

  show(index, frame, position) {
    this.turn.textContent = turnName(frame.turn);
    // What stands there before the first turn says it all; a space keeps the line as high as it will be.
    this.phase.textContent = frame.turn > 0 && frame.phase ? capital(frame.phase) : "\u00a0";
    this.sides.forEach((side, at) => {
      const left = this.timeline.left[at][index];
      const own = [...this.data.groups.keys()].filter((id) => this.data.groups[id].side === at);
      side.pieces.replaceChildren(String(left), make("small", "", `/${side.total}`));
      side.fill.style.width = `${(100 * left) / Math.max(1, side.total)}%`;
      side.states.forEach((figure, state) => {
        figure.textContent = own.filter((id) => position.states[id] === state + 1 && !position.gone[id]).length;
      });
      side.lost.textContent = own.filter((id) => isLost(this.data, position, id)).length;
      if (side.zones) side.zones.textContent = position.owners.filter((owner) => owner === at).length;
    });
  }
}

/** The strip under the table: turns as bands, how much happens as bars, what is left as two lines. */
function drawChart(svg, data, timeline) {
  const count = data.frames.length;
  const across = (index) => (1000 * index) / Math.max(1, count - 1);
  turnStarts(data.frames).forEach(({ index, end }, at) => {
    if (at % 2 === 0) return;
    add(svg, "rect", { class: "band", x: across(index), width: across(end) - across(index), height: 100 });
  });
  const bins = Math.min(150, count);
  const busy = new Float32Array(bins);
  data.frames.forEach((frame, index) => {
    const weight = shotsOf(frame).length + 3 * (frame.rings?.length ?? 0) + (frame.pieces?.length ? 0.5 : 0);
    if (index > 0) busy[Math.min(bins - 1, Math.floor((index * bins) / count))] += weight;
  });
  const most = Math.max(1, ...busy);
  const bars = [...busy].map((value, at) => {
    const tall = 46 * Math.sqrt(value / most);
    return value ? `M${(1000 * at) / bins} 100v${-tall}h${850 / bins}v${tall}z` : "";
  });
  add(svg, "path", { class: "busy", d: bars.join("") });
  const totals = data.sides.map((_, side) => Math.max(1, data.pieces.filter((piece) => piece.side === side).length));
  const worst = Math.max(0.2, ...timeline.left.map((left, side) => 1 - left[count - 1] / totals[side]));
  data.sides.forEach((_, side) => {
    const left = timeline.left[side];
    const height = (pieces) => (8 + (80 * (1 - pieces / totals[side])) / worst).toFixed(1);
    let path = `M0 ${height(left[0])}`;
    for (let index = 1; index < count; index += 1) {
      if (left[index] !== left[index - 1]) path += `H${across(index).toFixed(1)}V${height(left[index])}`;
    }
    for (const part of ["halo", "line"]) {
      add(svg, "path", { class: `left side${side} ${part}`, d: `${path}H1000`, "vector-effect": "non-scaling-stroke" });
    }
  });
}

function turnStarts(frames) {
  const starts = [];
  frames.forEach((frame, index) => {
    if (frame.turn === starts.at(-1)?.turn) return;
    if (starts.length) starts.at(-1).end = index;
    starts.push({ turn: frame.turn, index, end: frames.length - 1 });
  });
  return starts;
}

function buildTurns(host, frames, jump) {
  return turnStarts(frames).map(({ turn, index, end }) => {
    const button = make("button", "", turn > 0 ? String(turn) : "·");
    button.type = "button";
    button.setAttribute("aria-label", turnName(turn));
    button.title = turnName(turn);
    button.style.flexGrow = Math.max(1, end - index);
    button.addEventListener("click", () => jump(index));
    host.append(button);
    return { button, turn };
  });
}

/** What is known about the piece pointed at. */
function fillCard(card, data, position, id) {
  const piece = data.pieces[id];
  const group = data.groups[piece.group];
  const { left, size } = position.strength(data, piece.group);
  const badge = data.words.badge ? `${position.badges[piece.group]} ${data.words.badge}` : "";
  const height = data.words.levels[position.levels[id]].words;
  const aboard = position.passengers(id).map((passenger) => data.pieces[passenger].name);
  card.className = `card side${piece.side}`;
  card.replaceChildren(
    make("b", "", piece.name),
    make("span", "type", data.profiles[piece.profile].lines.join("\n")),
    make("span", "of", group && group.name !== piece.name ? group.name : ""),
    make("span", "facts", [`${left} of ${size} left`, badge, stateOf(data, position, piece.group), position.notes[piece.group], height].filter(Boolean).join(" · ")),
    ...(aboard.length ? [make("span", "facts", `${data.words.carried}: ${aboard.join(", ")}`)] : []),
  );
}

function placeCard(card, host, place) {
  card.hidden = false;
  const [width, tall] = [card.offsetWidth, card.offsetHeight];
  const table = host.getBoundingClientRect();
  const [x, y] = [table.left + place.x, table.top + place.y];
  const top = y < tall + 24 ? y + 18 : y - tall - 18;
  card.style.left = `${clamp(x - width / 2, 6, Math.max(6, innerWidth - width - 6))}px`;
  card.style.top = `${clamp(top, 6, Math.max(6, innerHeight - tall - 6))}px`;
}

function fillKey(dialog, { key, words, table }) {
  const keys = {
    Space: "play or pause", "← →": "step", "Page ↑ ↓": "turn", "Home End": "start, end", "+ − 0": "closer, farther, whole table",
  };
  const list = (rows) => {
    const made = make("ul", "symbols");
    for (const [text, ...pictures] of rows) made.appendChild(make("li")).append(...pictures, make("span", "", text));
    return made;
  };
  const symbols = key.symbols.map(({ symbols, loads, words }) => [
    words, ...symbols.map((symbol, side) => symbolPicture(symbol, side, loads[side])),
  ]);
  const levels = words.levels.filter(({ mark }) => mark).map(({ words, mark }) => [words, levelPicture(mark)]);
  const signs = key.signs.map(([sign, words]) => [words, signPicture(sign)]);
  const shots = key.paths.map(([kind, words]) => [words, make("i", `shot-${kind}`)]);
  const grounds = (table.kinds ?? []).map(([words, art]) => [words, groundPicture(art)]);
  const keyboard = make("dl");
  for (const [key, words] of Object.entries(keys)) keyboard.appendChild(make("div")).append(make("dt", "", key), make("dd", "", words));
  const close = make("button", "", "Close");
  close.type = "button";
  close.addEventListener("click", () => dialog.close());
  const head = make("header");
  head.append(make("h2", "", "Key"), close);
  const parts = { Pieces: symbols, Height: levels, "What happens": [...shots, ...signs], Table: grounds };
  const shown = Object.entries(parts).filter(([, rows]) => rows.length);
  dialog.append(head, ...shown.flatMap(([title, rows]) => [make("h3", "", title), list(rows)]), make("h3", "", "Keyboard"), keyboard);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

// ---- words and nodes

function make(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== "") made.textContent = text;
  return made;
}

function icon(kind) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("aria-hidden", "true");
  add(svg, "use", { href: `#kind-${kind}` });
  return svg;
}

/** A line of arithmetic with its outcome lifted out. */
function arithmetic(text) {
  const item = make("li");
  const cut = text.lastIndexOf(" = ");
  item.append(cut < 0 ? text : text.slice(0, cut + 3));
  if (cut >= 0) item.append(make("b", "", text.slice(cut + 3)));
  return item;
}

function kindOf(frame) {
  const kind = ALIASES[frame.kind] ?? frame.kind;
  return KINDS.includes(kind) ? kind : "other";
}

function sideClass(side) {
  return side === 0 || side === 1 ? `side${side}` : "no-side";
}

// What the game calls its turns; set when a battle is opened.
let turnWords = {turn: "", before: ""};

function turnName(turn) {
  return turn > 0 ? `${turnWords.turn} ${turn}` : turnWords.before;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function named(side) {
  return capital(side.name);
}

function isLost(data, position, group) {
  return position.gone[group] === 1 || position.strength(data, group).left === 0;
}

function stateOf(data, position, group) {
  return position.gone[group] ? "gone" : data.words.states[position.states[group]];
}

// ---- putting it together

function start() {
  const data = inLengths(JSON.parse(document.getElementById("battle").textContent));
  turnWords = data.words;
  const find = (selector) => document.querySelector(selector);
  const [table, caption, slider, card, splash] = [".table", ".caption", ".strip input", ".card", ".splash"].map(find);
  const timeline = new Timeline(data);
  const score = new Score(find(".score"), data, timeline);
  const log = new Log(find(".log"), data, (index) => jump(index));
  const forces = new Forces(find(".forces"), data, (id) => choose(pinned?.group === id ? null : { group: id }));
  const pointedAt = (id, event, tapped) => {
    if (tapped) choose(id === null ? null : { piece: id, group: data.pieces[id].group });
    else if (!pinned) point(id);
  };
  const board = new Board(table, data, pointedAt);
  let pinned = null;
  let hashTimer = 0;

  const player = new Player(data.frames, {
    show(index) {
      const frame = data.frames[index];
      const position = timeline.at(index);
      score.show(index, frame, position);
      log.show(index, frame);
      forces.show(position);
      say(index, frame);
      slider.value = index;
      slider.setAttribute("aria-valuetext", `${turnName(frame.turn)}, ${frame.text}`);
      find(".count").textContent = `${index + 1} / ${data.frames.length}`;
      for (const { button, turn } of turns) button.toggleAttribute("aria-current", turn === frame.turn);
      remember(index);
    },
    tick(index, t) {
      const before = timeline.at(Math.max(0, index - 1));
      board.draw(before, timeline.at(index), data.frames[index], t);
      const newTurn = index > 0 && data.frames[index].turn !== data.frames[index - 1].turn;
      splash.style.opacity = newTurn && t < 1 ? Math.sin(Math.PI * t) : 0;
      if (newTurn) splash.textContent = turnName(data.frames[index].turn);
      if (!card.hidden && pinned?.piece !== undefined) showCard(pinned.piece);
    },
    playing(playing) {
      document.body.classList.toggle("playing", playing);
      find(".play").setAttribute("aria-label", playing ? "Pause" : "Play");
      caption.setAttribute("aria-live", playing ? "off" : "polite");
    },
  });

  function say(index, frame) {
    const end = index === data.frames.length - 1 && data.result;
    caption.className = `caption ${sideClass(frame.side)} ${end ? "result" : ""}`;
    caption.querySelector(".say").textContent = end ? data.result : frame.text;
    caption.querySelector(".section").textContent = end ? "" : frame.section ?? "";
  }

  function remember(index) {
    clearTimeout(hashTimer);
    hashTimer = setTimeout(() => history.replaceState(null, "", `#${index}`), 500);
  }

  function jump(index) {
    player.play(false);
    player.go(index);
  }

  function point(id) {
    board.choose(id === null ? null : data.pieces[id].group);
    if (id === null) card.hidden = true;
    else showCard(id);
  }

  function choose(choice) {
    pinned = choice;
    board.choose(choice?.group ?? null);
    log.about(choice?.group ?? null);
    forces.choose(choice?.group ?? null);
    if (choice?.piece === undefined) card.hidden = true;
    else showCard(choice.piece);
  }

  function showCard(id) {
    fillCard(card, data, timeline.at(player.index), id);
    placeCard(card, table, board.screenPlace(id));
  }

  const actions = {
    play: () => player.play(),
    back: () => player.step(-1),
    forward: () => player.step(1),
    first: () => jump(0),
    last: () => jump(player.last),
    "turn-back": () => player.turn(-1),
    "turn-forward": () => player.turn(1),
    closer: () => board.zoom(1.5),
    farther: () => board.zoom(1 / 1.5),
    fit: () => board.fit(),
    key: () => find("dialog.key").showModal(),
  };
  const keys = {
    " ": "play", k: "play", ArrowLeft: "back", ArrowRight: "forward", ArrowDown: "back", ArrowUp: "forward",
    Home: "first", End: "last", PageUp: "turn-back", PageDown: "turn-forward", "+": "closer", "=": "closer",
    "-": "farther", 0: "fit", "?": "key",
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.do) actions[button.dataset.do]();
    // A mouse click must not leave the space bar tied to the button it hit.
    if (event.detail > 0) button?.blur();
  });
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    const busy = event.target.closest("select, dialog") || (event.key === " " && event.target.closest("button"));
    const scrolling = event.target.closest(".log, .forces") && /Arrow(Up|Down)|Page/.test(event.key);
    if (event.key === "Escape") choose(null);
    if (!action || busy || scrolling || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    actions[action]();
  });
  slider.max = player.last;
  slider.addEventListener("input", () => jump(Number(slider.value)));
  find(".speed select").addEventListener("change", (event) => (player.speed = Number(event.target.value)));
  wireTabs(() => log.follow());
  addEventListener("hashchange", () => jump(hashFrame()));
  addEventListener("resize", () => log.follow());
  drawChart(find(".chart"), data, timeline);
  fillKey(find("dialog.key"), data);
  const turns = buildTurns(find(".turns"), data.frames, jump);
  player.go(hashFrame());
}

function hashFrame() {
  return Number.parseInt(location.hash.slice(1), 10) || 0;
}

function wireTabs(shown) {
  const tabs = [...document.querySelectorAll('[role="tab"]')];
  const select = (tab) => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", other === tab);
      other.tabIndex = other === tab ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
    shown();
  };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.stopPropagation();
      const other = tabs[(at + 1) % tabs.length];
      select(other);
      other.focus();
    });
  });
}

start();
