/* The referee's page by hand: units and terrain are put on the table, a question is chosen, who it is about is tapped.

   The text of the position is the whole situation; the server says what a tap makes of it and draws it. So a step back
   is the text before, and a text that somebody pastes is a situation like any other. */

import { Board } from "./board.js";
import { Position, inLengths } from "./position.js";
import { add } from "./svg.js";
import { symbolPicture } from "./symbols.js";
import { control, isSeveral, isTapped, make } from "./fields.js";

const SIDES = ["red", "blue"];
const SLOW = 250;
const gently = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
const FAR = 6;
const find = (id) => document.getElementById(id);
const start = JSON.parse(find("start").textContent);
let kit = null;
let questions = [];

/** What the page knows: the text, how the server shows it, and what is being done. */
const now = {
  text: start.text, shown: null, question: null, given: {}, answered: false,
  side: 0, tool: null, picking: null, chosen: null, past: [], busy: 0,
};
let table = null;

// ---- talking to the server

async function send(path, body) {
  now.busy += 1;
  const slow = setTimeout(() => tellBusy(true), SLOW);
  try {
    const headers = { "content-type": "application/json", accept: "application/json", "x-muster-form-token": find("hand").dataset.token };
    const answer = await fetch(`/referee/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const data = await answer.json().catch(() => ({}));
    if (answer.ok) return data;
    return { problem: data.problem ?? data.error ?? "That did not work; try it once more." };
  } catch {
    return { problem: "The hall does not answer; check the connection and try again." };
  } finally {
    clearTimeout(slow);
    now.busy -= 1;
    if (!now.busy) tellBusy(false);
  }
}

function tellBusy(busy) {
  find("hand").setAttribute("aria-busy", String(busy));
  find("working").textContent = busy ? "Working … the first answer after a start can take some seconds." : "";
}

/** One change of the situation; `keep` says that it is a step back and not a new one. */
let line = Promise.resolve();
function edit(change, text = now.text) {
  line = line.then(async () => {
    const base = change ? now.text : text;
    const found = await send("board", { game: kit.game, text: base, ...(change ? { edit: change } : {}) });
    if (found.problem) return told("problem", found.problem) || redraw();
    told("problem", "");
    if (found.game !== kit.game) return reopen(found.text);
    if (now.shown && base !== found.text) now.past.push(base);
    now.text = found.text;
    now.shown = found;
    if (!change && found.question) {
      takeQuestion(found.question, found.given);
      find("dice").value = found.dice;
    }
    if (now.chosen !== null && !found.units[now.chosen]) now.chosen = null;
    // Who has a unit in hand puts down more of them; else the new one is at hand to be turned and told about.
    if (change?.do === "put" && !now.tool) now.chosen = found.units.findIndex(({ piece, label }) => !known(label) && piece !== null);
    show(found.picture);
    if (now.answered && ready() && !now.question.dice) await ask();
    else now.answered = false;
  });
  return line;
}

let labels = new Set();
const known = (label) => labels.has(label);

/** A text of another game opens its own page. */
function reopen(text) {
  const form = document.querySelector("form.referee");
  form.querySelector("[name=text]").value = text;
  form.submit();
}

function told(id, words) {
  const place = find(id);
  place.setAttribute("role", "alert");
  place.hidden = !words;
  place.textContent = words;
}

// ---- the board

function show(picture, moment = "after") {
  const data = inLengths(picture);
  const view = table?.board.data.table.size === data.table.size ? table.board.view : null;
  table?.board.remove();
  const host = find("hand-table");
  host.style.aspectRatio = `${data.table.width + 6} / ${data.table.depth + 6}`;
  const board = new Board(host, data, point);
  const before = Position.of(data).apply(data.before);
  const after = data.after ? before.copy().apply(data.after) : before;
  const [first = null, second = null] = data.asked.groups;
  const frame = { ...(data.after ?? data.before), group: first, rings: rings(data, before), paths: paths(data, before), arcs: data.arcs };
  board.chosen = second;
  if (view) board.look(view.x, view.y, view.width);
  table = { board, data, before, after, frame, over: add(board.svg, "g", { class: "over" }) };
  find("moments").hidden = !data.after;
  labels = new Set(now.shown.units.map(({ label }) => label));
  moments(data.after ? moment : "before");
  showWords();
}

/** Before or after what was resolved. */
function moments(which) {
  const { board, before, after, frame, data } = table;
  if (which === "before") board.draw(before, before, { ...frame, pieces: data.before.pieces }, 1);
  else board.draw(before, after, frame, 1);
  for (const button of find("moments").children) button.setAttribute("aria-pressed", String(button.dataset.moment === which));
  drawOver();
}

function rings(data, position) {
  return [...data.rings, ...data.asked.pieces.map((id) => [position.x[id], position.y[id], 3.4, "area"])];
}

function paths(data, position) {
  const { pieces } = data.asked;
  if (data.paths.length || pieces.length !== 2) return data.paths;
  const [one, other] = pieces;
  return [[position.x[one], position.y[one], position.x[other], position.y[other], "plain"]];
}

function redraw() {
  if (now.shown) show(now.shown.picture);
}

/** What is chosen, with a handle to turn it by, and the places that were tapped. */
function drawOver() {
  const { board, over } = table;
  over.replaceChildren();
  const piece = now.shown.units[now.chosen]?.piece;
  if (piece !== undefined && piece !== null) {
    const [x, y] = [board.after.x[piece], board.after.y[piece]];
    add(over, "circle", { class: "selected", cx: x, cy: y, r: 3.6 * board.swell });
    const facing = board.after.facing[piece];
    if (!Number.isNaN(facing)) {
      const [hx, hy] = handle(piece);
      add(over, "path", { class: "stalk", d: `M${x} ${y}L${hx} ${hy}` });
      add(over, "circle", { class: "handle", cx: hx, cy: hy, r: 1.5 * board.swell });
    }
  }
  for (const field of now.question?.fields ?? []) {
    if (field.form !== "place" && field.form !== "path") continue;
    const value = now.given[field.name];
    const points = (field.form === "place" && value ? [value] : value ?? []).map(([x, y]) => [x / scale(), y / scale()]);
    if (points.length > 1) add(over, "path", { class: "tapped-way", d: `M${points.map((point) => point.join(" ")).join("L")}` });
    for (const [x, y] of points) add(over, "circle", { class: "tapped-place", cx: x, cy: y, r: 1.1 * board.swell });
  }
}

function handle(piece) {
  const { board } = table;
  const angle = (board.after.facing[piece] * Math.PI) / 180;
  const away = 6.4 * board.swell;
  return [board.after.x[piece] + away * Math.cos(angle), board.after.y[piece] + away * Math.sin(angle)];
}

const scale = () => now.shown.picture.table.length;
const unitOf = (piece) => now.shown.units.findIndex((unit) => unit.piece === piece);

/** Where on the table an event is, in its own unit; null beside it. */
function spot(event) {
  const { x, y } = table.board.tablePoint(event);
  const { width, depth } = table.data.table;
  if (x < -2 || y < -2 || x > width + 2 || y > depth + 2) return null;
  const within = (value, most) => Math.round(Math.min(Math.max(value, 0), most) * scale() * 10) / 10;
  return [within(x, width), within(y, depth)];
}

function point(piece, event, tapped) {
  if (!tapped) {
    const unit = piece === null ? null : now.shown.units[unitOf(piece)];
    if (!now.picking && !now.tool) find("hint").textContent = unit ? about(piece) : idle();
    return;
  }
  tap(piece, event);
}

function about(piece) {
  const { name, profile, group } = table.data.pieces[piece];
  const { name: kind, lines } = table.data.profiles[profile];
  const company = table.data.groups[group].name;
  return `${name}${company && company !== name ? ` (${company})` : ""}: ${[kind, ...lines.slice(1)].join("; ")}`;
}

function tap(piece, event) {
  const at = spot(event);
  const unit = piece === null ? -1 : unitOf(piece);
  if (now.picking) return pick(now.picking, unit, at);
  if (unit >= 0) return chooseUnit(unit);
  if (!at) return;
  if (now.tool?.do === "put") return edit({ ...now.tool, side: SIDES[now.side], group: group(), at });
  if (now.tool?.do === "ground") return edit({ ...now.tool, ...groundLook(), at });
  if (now.tool?.do === "remove ground") return removeGround(at);
  chooseUnit(null);
}

function chooseUnit(unit) {
  now.chosen = unit;
  now.tool = null;
  drawOver();
  showWords();
}

function removeGround(at) {
  const found = now.shown.terrain.findLastIndex(({ outline, line: open }) => (open ? near(outline, at) : inside(outline, at)));
  if (found < 0) return told("problem", "There is no terrain there; tap on a piece of it.");
  edit({ do: "remove ground", unit: found });
}

function inside(outline, [x, y]) {
  let odd = false;
  outline.forEach(([x1, y1], at) => {
    const [x2, y2] = outline.at(at - 1);
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) odd = !odd;
  });
  return odd;
}

function near(points, [x, y]) {
  return points.some(([x1, y1], at) => {
    if (!at) return false;
    const [x2, y2] = points[at - 1];
    const length = (x2 - x1) ** 2 + (y2 - y1) ** 2 || 1;
    const along = Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
    return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)) < 3 * scale();
  });
}

// ---- dragging: a piece on the table, its handle, or a unit out of the palette

function listenToDrags() {
  const host = find("hand-table");
  let held = null;
  host.addEventListener("pointerdown", (event) => {
    if (!table || now.picking || event.button) return;
    held = handleAt(event) ?? pieceAt(event);
    if (!held) return;
    event.stopPropagation();
    host.setPointerCapture(event.pointerId);
    held = { ...held, from: [event.clientX, event.clientY], moved: false };
  }, { capture: true });
  host.addEventListener("pointermove", (event) => {
    if (!held) return;
    event.stopPropagation();
    held.moved ||= Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) > FAR;
    if (held.moved) follow(held, event);
  }, { capture: true });
  host.addEventListener("pointerup", (event) => {
    if (!held) return;
    event.stopPropagation();
    const done = held;
    held = null;
    if (!done.moved) return tap(done.piece, event);
    const { board } = table;
    if (done.turns) edit({ do: "turn", unit: done.unit, facing: Math.round(board.after.facing[done.piece] / 5) * 5 });
    else if (spot(event)) edit({ do: "move", unit: done.unit, at: spot(event) });
    else redraw();
  }, { capture: true });
  host.addEventListener("pointercancel", () => { held = null; redraw(); });
  host.addEventListener("wheel", (event) => event.ctrlKey || event.stopPropagation(), { capture: true });
}

function handleAt(event) {
  const piece = now.shown.units[now.chosen]?.piece;
  if (piece === undefined || piece === null || Number.isNaN(table.board.after.facing[piece])) return null;
  const { x, y } = table.board.tablePoint(event);
  const [hx, hy] = handle(piece);
  const close = Math.max(2 * table.board.swell, 14 * table.board.lengthPerPixel);
  return Math.hypot(x - hx, y - hy) < close ? { piece, unit: now.chosen, turns: true } : null;
}

function pieceAt(event) {
  const piece = table.board.pieceAt(event);
  return piece === null || unitOf(piece) < 0 ? null : { piece, unit: unitOf(piece), turns: false };
}

function follow({ piece, unit, turns }, event) {
  const { board } = table;
  const { x, y } = board.tablePoint(event);
  if (turns) board.after.facing[piece] = (Math.atan2(y - board.after.y[piece], x - board.after.x[piece]) * 180) / Math.PI;
  else [board.after.x[piece], board.after.y[piece]] = [x, y];
  board.before = board.after;
  now.chosen = unit;
  board.draw(board.after, board.after, { ...board.frame, pieces: [[piece]], paths: [], rings: [], arcs: [] }, 1);
  drawOver();
}

function draggable(chip, tool) {
  let ghost = null;
  let from = null;
  chip.addEventListener("pointerdown", (event) => { from = event.button ? null : [event.clientX, event.clientY]; });
  chip.addEventListener("pointermove", (event) => {
    if (!from || (!ghost && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 10)) return;
    if (!ghost) {
      chip.setPointerCapture(event.pointerId);
      ghost = make("div", { class: "ghost" }, chip.firstElementChild.cloneNode(true));
      document.body.append(ghost);
    }
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
  });
  const drop = (event) => {
    const dropped = ghost && event.type === "pointerup";
    ghost?.remove();
    [ghost, from] = [null, null];
    const over = dropped && find("hand-table").contains(document.elementFromPoint(event.clientX, event.clientY));
    if (!over) return;
    const at = spot(event);
    if (at) edit({ ...tool, side: SIDES[now.side], group: group(), ...(tool.do === "ground" ? groundLook() : {}), at });
  };
  chip.addEventListener("pointerup", drop);
  chip.addEventListener("pointercancel", drop);
}

// ---- tools: units, terrain, the table

const group = () => find("into").value;
const groundLook = () => ({ size: find("ground-size").value, facing: find("ground-turned").checked ? 90 : 0 });

function showTools() {
  const wanted = find("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const heading = find("of").value;
  const fits = ({ name, heading: own, note }) => (!heading || own === heading) && wanted.every((word) => `${name} ${note}`.toLowerCase().includes(word));
  const found = kit.kinds.filter(fits);
  find("kinds").replaceChildren(...found.slice(0, 60).map((kind) => chip(kind)));
  find("more-kinds").textContent = found.length > 60 ? `${found.length - 60} more; search for a name.` : found.length ? "" : "No unit is called so.";
  find("grounds").replaceChildren(...kit.ground.map(({ kind, words }) => groundChip(kind, words)));
  for (const button of find("sides").children) button.setAttribute("aria-pressed", String(Number(button.dataset.side) === now.side));
}

function chip({ name, symbol, note }) {
  const tool = { do: "put", name };
  const button = make("button", { type: "button", class: "chip", title: note, "aria-pressed": String(now.tool?.do === "put" && now.tool.name === name) }, symbolPicture(symbol, now.side), make("span", {}, name));
  button.addEventListener("click", (event) => {
    // Who came here by the keyboard cannot tap: the unit is put down, and the arrows move it.
    if (event.detail === 0) return edit({ ...tool, side: SIDES[now.side], group: group(), at: middle() }).then(() => find("hand-table").focus());
    takeTool(tool);
  });
  draggable(button, tool);
  return button;
}

function groundChip(kind, words) {
  const tool = { do: "ground", name: kind };
  const button = make("button", { type: "button", class: "chip", "aria-pressed": String(now.tool?.do === "ground" && now.tool.name === kind) }, make("span", {}, words));
  button.addEventListener("click", (event) => (event.detail === 0 ? edit({ ...tool, ...groundLook(), at: middle() }) : takeTool(tool)));
  draggable(button, tool);
  return button;
}

function middle() {
  const { width, depth } = now.shown.picture.table;
  const own = now.shown.units.filter(({ side }) => side === now.side).length;
  return [Math.round(width / 2 + ((own % 9) - 4) * 5 * scale()), Math.round(depth * (now.side ? 0.7 : 0.3) + Math.floor(own / 9) * 5 * scale())];
}

function takeTool(tool) {
  now.tool = tool;
  now.picking = null;
  if (now.tool && window.innerWidth < 960) find("hand-table").scrollIntoView({ block: "nearest", behavior: gently });
  showWords();
}

function showInto() {
  const own = now.shown.groups.filter(({ side }) => side === now.side);
  const select = find("into");
  const last = select.value;
  const options = [...own.map(({ name }) => make("option", { value: name }, name)), make("option", { value: "" }, `a new ${kit.group}`)];
  select.replaceChildren(...options);
  select.value = own.some(({ name }) => name === last) ? last : own.at(-1)?.name ?? "";
  find("into-line").hidden = !kit.group;
}

// ---- words about the table: what to do next, who is chosen, who is there

function showWords() {
  const field = now.question?.fields.find(({ name }) => name === now.picking);
  const doing = {
    put: `Tap where ${now.tool?.name} stands, or drag it there.`,
    ground: "Tap where it lies.",
    "remove ground": "Tap the terrain that goes.",
  };
  find("hint").textContent = field ? `${field.words}: tap ${field.form.startsWith("unit") ? "the unit" : field.form.startsWith("group") ? "one of its units" : "the place"}.` : doing[now.tool?.do] ?? idle();
  find("hand-table").classList.toggle("aiming", Boolean(field || now.tool));
  find("enough").hidden = !(field || now.tool);
  find("back").disabled = !now.past.length;
  find("ground-away").setAttribute("aria-pressed", String(now.tool?.do === "remove ground"));
  if (find("text") !== document.activeElement) find("text").value = now.text;
  showTools();
  showInto();
  showChosen();
  showList();
  showTableFields();
  showQuestion();
}

function idle() {
  return now.shown.units.length ? "Drag a unit to move it; tap it to turn it or say what has happened to it." : "Choose a unit, then tap where it stands.";
}

function showChosen() {
  const unit = now.shown.units[now.chosen];
  const host = find("chosen");
  host.hidden = !unit;
  if (!unit) return host.replaceChildren();
  const say = (field) => (value) => edit({ do: "say", unit: now.chosen, field, value });
  const fields = kit.unit.map((field) => control(field, unit.said[field.name], others(unit), say(field.name)));
  const name = control({ name: "name", words: "Name", form: "words" }, unit.name, now.shown, say("name"));
  const turn = (by) => () => edit({ do: "turn", unit: now.chosen, facing: (facingNow(unit) + by + 360) % 360 });
  const company = now.shown.groups.find(({ name: own }) => own === unit.group);
  const sayGroup = (field) => (value) => edit({ do: "say group", name: company.name, field, value });
  host.replaceChildren(
    make("h3", {}, unit.name),
    make("div", { class: "row" },
      make("button", { type: "button", class: "plain small", onclick: turn(-45) }, "Turn left"),
      make("button", { type: "button", class: "plain small", onclick: turn(45) }, "Turn right"),
      make("button", { type: "button", class: "plain small", onclick: () => edit({ do: "remove", unit: now.chosen }) }, "Remove"),
      make("button", { type: "button", class: "plain small", onclick: () => chooseUnit(null) }, "Close")),
    make("div", { class: "said" }, name, ...fields),
    ...(company ? [make("h3", {}, company.name), make("div", { class: "said" }, control({ name: "group-name", words: "Name", form: "words" }, company.name, now.shown, sayGroup("name")), ...kit.groups.map((field) => control(field, company.said[field.name], now.shown, sayGroup(field.name))))] : []),
  );
}

const others = (unit) => ({ ...now.shown, units: now.shown.units.filter((one) => one !== unit) });

function facingNow({ piece }) {
  const facing = piece === null ? 0 : table.board.after.facing[piece];
  return Number.isNaN(facing) ? 0 : Math.round(facing);
}

function showList() {
  const buttons = now.shown.units.map((unit, at) => make("button", { type: "button", class: `plain small side${unit.side}`, "aria-pressed": String(at === now.chosen), onclick: () => (now.picking ? pick(now.picking, at, null) : chooseUnit(at)) }, unit.label));
  find("there").replaceChildren(...(buttons.length ? buttons : ["Nobody yet."]));
}

function showTableFields() {
  const say = (field) => (value) => edit({ do: "say table", field, value });
  find("table-fields").replaceChildren(...kit.table.map((name) => control(kit.said[name], now.shown.table[name], now.shown, say(name))));
}

// ---- the question

function fillQuestions() {
  const select = find("question");
  for (const { words, questions: own } of kit.headings) {
    const heading = make("optgroup", { label: words });
    for (const one of own) heading.append(make("option", { value: one.name }, one.words));
    select.append(heading);
  }
  select.addEventListener("change", () => {
    takeQuestion(select.value, {});
    now.answered = false;
    find("answer").hidden = true;
    now.picking = nextPick();
    if (now.shown) redraw();
  });
}

function takeQuestion(name, given) {
  now.question = questions.find((one) => one.name === name) ?? null;
  now.given = { ...given };
  now.picking = null;
  find("question").value = now.question ? name : "";
}

function showQuestion() {
  const { question } = now;
  const host = find("asked-with");
  host.hidden = !question;
  if (!question) return;
  const needed = question.fields.filter((field) => field.needed || filled(field));
  const rest = question.fields.filter((field) => !needed.includes(field));
  const holds = (name) => control(kit.said[name], now.shown.table[name], now.shown, (value) => edit({ do: "say table", field: name, value }));
  const said = question.table.filter((name) => now.shown.table[name] !== undefined);
  const more = [...rest.map(given), ...question.table.filter((name) => !said.includes(name)).map(holds)];
  const open = host.querySelector("details")?.open ?? needed.length + said.length === 0;
  host.replaceChildren(make("p", { class: "muted" }, question.words), ...needed.map(given), ...said.map(holds), ...(more.length ? [make("details", { open }, make("summary", {}, needed.length + said.length ? "More that can be said" : "What can be said"), make("div", { class: "said" }, ...more))] : []));
  find("chance").hidden = !(question.dice && kit.dice);
  find("ask-now").textContent = question.dice ? "Roll the dice" : "Ask";
}

const filled = ({ name }) => now.given[name] !== undefined && now.given[name] !== null && now.given[name] !== "" && now.given[name].length !== 0;

function given(field) {
  const change = (value) => {
    now.given[field.name] = value;
    if (now.picking === field.name) now.picking = nextPick();
    afterGiven();
  };
  const tapping = isTapped(field) ? () => { now.picking = now.picking === field.name ? null : field.name; now.tool = null; afterGiven(); } : null;
  return control(field, now.given[field.name] ?? undefined, now.shown, change, tapping, now.picking === field.name);
}

/** A tap for a field: a unit, the group it is of, or a place. */
function pick(name, unit, at) {
  const field = now.question.fields.find((one) => one.name === name);
  const value = picked(field, unit, at);
  if (value === null) return;
  if (isSeveral(field)) {
    const all = [now.given[name] ?? []].flat(field.form === "path" ? 0 : 1);
    now.given[name] = field.form === "path" ? [...(now.given[name] ?? []), value] : all.includes(value) ? all.filter((one) => one !== value) : [...all, value];
    if (field.form !== "path" && nextPick() === null) now.picking = null;
    else if (field.form !== "path") now.picking = nextPick();
  } else {
    now.given[name] = value;
    now.picking = nextPick();
  }
  afterGiven();
}

function picked({ form }, unit, at) {
  if (form.startsWith("unit")) return unit >= 0 ? now.shown.units[unit].label : null;
  if (form.startsWith("group")) return unit >= 0 ? now.shown.units[unit].group : null;
  if (form === "terrain") return at ? now.shown.terrain.findLast(({ outline }) => inside(outline, at))?.name ?? null : null;
  return at;
}

const nextPick = () => now.question?.fields.find((field) => field.needed && isTapped(field) && !filled(field))?.name ?? null;
const ready = () => Boolean(now.question) && now.question.fields.every((field) => !field.needed || filled(field));

function afterGiven() {
  drawOver();
  showWords();
  if (ready() && !now.question.dice && !now.picking) ask();
}

async function ask() {
  if (!now.question) return told("refused", "Choose a question first.");
  find("ask-now").disabled = true;
  const body = { text: now.text, question: now.question.name, given: now.given };
  if (now.question.dice) Object.assign(body, { dice: find("dice").value, decided_by: find("decided-by").value });
  const found = await send("answer", body);
  find("ask-now").disabled = false;
  told("refused", found.problem ?? "");
  if (found.problem) {
    find("answer").hidden = true;
    now.answered = false;
    return;
  }
  now.answered = true;
  now.picking = null;
  now.text = found.text;
  showAnswer(found);
  if (found.picture) show(found.picture);
  else showWords();
  if (window.innerWidth < 960) find("answer").scrollIntoView({ block: "nearest", behavior: gently });
}

function showAnswer({ headline, lines, rows, sections, dice, words }) {
  const host = find("answer");
  const list = (all, name) => make("ul", { class: name }, ...all.map((one) => make("li", {}, one)));
  const rolled = dice.map(({ purpose, die, faces }) => `${purpose}: ${die} ${faces.join(", ")}`);
  const yes = /^(yes|no)\b/i.exec(headline)?.[1].toLowerCase() ?? "";
  const [shortly] = lines.map((one) => one.replace(/\.$/, ""));
  const sums = lines.length === 1 && shortly === headline.replace(/\.$/, "") ? [] : lines;
  host.hidden = false;
  host.replaceChildren(
    make("p", { class: `headline ${yes}` }, headline),
    ...(sums.length ? [list(sums, "sums")] : []),
    ...(rolled.length ? [make("p", { class: "muted" }, `Dice: ${rolled.join("; ")}`)] : []),
    make("p", { class: "muted" }, `Section ${sections.join(", ")}`),
    ...(rows.length ? [make("details", { open: !sums.length && !yes }, make("summary", {}, "Every figure"), make("dl", { class: "answer" }, ...rows.flatMap(([key, value]) => [make("dt", {}, key), make("dd", {}, value)])))] : []),
    ...(words.length ? [make("details", {}, make("summary", {}, "The table in words"), list(words, ""))] : []),
  );
}

// ---- beginning

function keys(event) {
  const unit = now.shown?.units[now.chosen];
  if (event.key === "Escape") return stop();
  if (!unit || unit.piece === null) return;
  const [x, y] = [table.board.after.x[unit.piece] * scale(), table.board.after.y[unit.piece] * scale()];
  const step = event.shiftKey ? 5 : 1;
  const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
  const round = (value) => Math.round(value * 100) / 100;
  if (by) edit({ do: "move", unit: now.chosen, at: [round(x + by[0]), round(y + by[1])] });
  else if (event.key === "[" || event.key === "]") edit({ do: "turn", unit: now.chosen, facing: (facingNow(unit) + (event.key === "[" ? -15 : 15) + 360) % 360 });
  else if (event.key === "Delete" || event.key === "Backspace") edit({ do: "remove", unit: now.chosen });
  else return;
  event.preventDefault();
}

function stop() {
  const picked = now.picking;
  [now.tool, now.picking] = [null, null];
  if (picked) return afterGiven();
  drawOver();
  showWords();
}

function stepBack() {
  const text = now.past.pop();
  if (text === undefined) return;
  const past = [...now.past];
  edit(null, text).then(() => { now.past = past; showWords(); });
}

function openText(text) {
  now.answered = false;
  find("answer").hidden = true;
  edit(null, text);
}

/** The page without a script stays where a game has no kit, or the hall does not answer. */
async function open() {
  find("opening").hidden = false;
  const answer = await fetch(`/referee/kit/${find("hand").dataset.game}`, { headers: { accept: "application/json" } }).catch(() => null);
  find("opening").hidden = true;
  if (!answer?.ok) return;
  kit = await answer.json();
  questions = kit.headings.flatMap((heading) => heading.questions);
  begin();
}

function begin() {
  document.querySelector("[data-plain]").hidden = true;
  find("hand").hidden = false;
  fillQuestions();
  listenToDrags();
  const headings = [...new Set(kit.kinds.map(({ heading }) => heading))];
  find("of").append(...headings.map((one) => make("option", { value: one }, one)));
  find("table-of").append(...kit.tables.map(({ name, words }) => make("option", { value: name }, words)));
  find("ground-size").append(...kit.sizes.map((size) => make("option", { value: size, selected: size === "medium" }, size)));
  find("decided-by").append(...kit.agents.map(({ name, words }) => make("option", { value: name }, words)));
  find("table-of").addEventListener("change", ({ target }) => edit({ do: "table", name: target.value === "empty" ? "" : target.value }));
  find("sides").addEventListener("click", ({ target }) => {
    if (target.dataset.side === undefined) return;
    now.side = Number(target.dataset.side);
    showTools();
    showInto();
  });
  for (const id of ["search", "of"]) find(id).addEventListener("input", showTools);
  find("ground-away").addEventListener("click", () => takeTool({ do: "remove ground" }));
  find("clear").addEventListener("click", () => edit({ do: "clear" }));
  find("enough").addEventListener("click", stop);
  find("back").addEventListener("click", stepBack);
  find("whole").addEventListener("click", () => table.board.fit());
  find("closer").addEventListener("click", () => table.board.zoom(1.5));
  find("moments").addEventListener("click", ({ target }) => target.dataset.moment && moments(target.dataset.moment));
  find("ask-now").addEventListener("click", ask);
  find("hand-table").addEventListener("keydown", keys);
  find("open-text").addEventListener("click", () => openText(find("text").value));
  find("copy-text").addEventListener("click", () => navigator.clipboard?.writeText(find("text").value));
  find("load-text").addEventListener("change", async ({ target }) => target.files[0] && openText(await target.files[0].text()));
  edit(null, start.text).then(() => {
    if (!now.shown) return;
    if (start.question) takeQuestion(start.question, now.question?.name === start.question ? now.given : {});
    if (start.answered && ready()) ask();
    else showWords();
  });
}

open();
