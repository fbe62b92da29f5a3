// The sheets of a match: taps are shown at once, kept on this phone, sent in their order, and what the other has marked
// comes in by a stream. What follows from marks was worked out beforehand and is only looked up here.

const form = document.getElementById("marks");
const { sheets: address, of, side } = form.dataset;
const { states, sheets, boxes } = JSON.parse(document.getElementById("sheets-findings").textContent);
const QUEUE = `muster.sheets.${of}.${side}`, PLACE = `${QUEUE}.place`, SEEN = `${QUEUE}.seen`;
const all = (selector, place = form) => [...place.querySelectorAll(selector)];

// A full or forbidden storage must not stop anybody.
function kept(name, otherwise) {
  try { return JSON.parse(localStorage[name]) ?? otherwise; } catch { return otherwise; }
}
function keep(name, value) {
  try { localStorage[name] = JSON.stringify(value); } catch { /* it stays in memory */ }
}

// What is known: the server's values, and over them what waits to be sent

const server = { seq: 0, values: {}, began: {}, disputed: [], undo: null };
let queue = kept(QUEUE, []);
let values = {};

function take(news) {
  if (news.seq < server.seq) return;
  Object.assign(server.values, news.values);
  for (const name of news.gone) delete server.values[name];
  Object.assign(server.began, news.began);
  server.seq = news.seq;
  server.disputed = news.disputed;
  server.undo = news.undo;
  form.elements.seen.value = news.seq;
  for (const name in news.parts) renew(name, news.parts[name]);
  keep(SEEN, server);
  show();
}

function renew(name, html) {
  const piece = form.querySelector(`[data-piece="${name}"]`), had = document.activeElement;
  const again = piece.contains(had) && had.value && `button[value="${CSS.escape(had.value)}"]`;
  piece.innerHTML = html;
  if (again) piece.querySelector(again)?.focus({ preventScroll: true });
}

const round = () => values.round ?? boxes.round.first;
const nameOf = (box) => (boxes[box].round ? `${box}@${round()}` : box);
const valueOf = (box) => values[nameOf(box)] ?? boxes[box].first;

function overlay() {
  const back = new Set(queue.filter((one) => one.do === "take back").map((one) => one.other));
  values = { ...server.values };
  for (const one of queue) if (one.box && !back.has(`${side}-${one.key}`)) values[one.box] = one.value;
}

// Showing

function show() {
  overlay();
  for (const button of all("button[data-box]")) press(button);
  for (const one of all("[data-show]")) one.textContent = valueOf(one.dataset.show);
  for (const one of all("[data-left-of]")) one.textContent = boxes[one.dataset.leftOf].most - valueOf(one.dataset.leftOf);
  for (const one of all("[data-dots]")) {
    const value = valueOf(one.dataset.dots);
    [...one.children].forEach((dot, place) => dot.classList.toggle("hit", place < value));
  }
  for (const one of all("[data-sheet]")) showSheet(one);
  for (const one of all("[data-of][data-finding]")) one.textContent = found(one.dataset.of, one.dataset.finding);
  showUndo();
  showWaiting();
}

function press(button) {
  const { box, to, n, kind } = button.dataset, value = valueOf(box);
  if (kind === "stage") return;
  const pressed = kind === "pip" ? value >= +n : kind === "option" ? value === +to : kind === "clears" ? value === +n : kind === "tick" && value === 1;
  if (kind !== "step" && box !== "round") button.setAttribute("aria-pressed", pressed);
  button.classList.toggle("fresh", kind === "pip" && pressed && +n > (server.began[box] ?? +n));
  button.classList.toggle("twice", server.disputed.includes(nameOf(box)));
}

function placeIn({ boxes: own, sizes, table }) {
  return table[own.reduce((place, box, at) => place * sizes[at] + Math.min(valueOf(box), sizes[at] - 1), 0)];
}

function found(sheet, name) {
  const finding = sheets[sheet].find((one) => one.name === name);
  return finding.texts[placeIn(finding)];
}

function showSheet(element) {
  const own = sheets[element.dataset.sheet];
  const state = Math.max(...own.filter((one) => one.kind === "state").map(placeIn));
  const means = own.filter((one) => one.kind === "sentence").map((one) => one.texts[placeIn(one)]);
  for (const one of all("[data-finding]", element)) one.textContent = found(element.dataset.sheet, one.dataset.finding);
  const tag = element.querySelector("[data-state-tag]");
  tag.textContent = states[state].title;
  tag.className = `tag ${states[state].kind}`;
  tag.hidden = !states[state].title;
  element.dataset.state = state;
  element.classList.toggle("gone", states[state].gone);
  const sentences = [...(states[state].gone ? [] : means), states[state].follows].filter(Boolean);
  const place = element.querySelector("[data-means]");
  if (place.textContent.trim() === sentences.join("")) return;
  place.replaceChildren(...sentences.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
}

function lastOwn() {
  const back = new Set(queue.filter((one) => one.do === "take back").map((one) => one.other));
  const waiting = queue.filter((one) => one.box && !back.has(`${side}-${one.key}`)).at(-1);
  if (waiting) return { key: `${side}-${waiting.key}`, text: boxes[waiting.box.split("@")[0]].called };
  return server.undo && !back.has(server.undo.key) ? server.undo : null;
}

function showUndo() {
  const button = form.querySelector("[data-undo]"), last = lastOwn();
  button.hidden = !last;
  if (last) button.setAttribute("aria-label", `Undo: ${last.text}`);
}

let trouble = "";

function showWaiting() {
  const count = queue.length, marks = count === 1 ? "1 mark waits" : `${count} marks wait`;
  const sign = form.querySelector("[data-waiting]"), link = out ? `${marks} for the link; nothing is lost` : "";
  const text = trouble || (count && link) || (out ? "No link. Go on marking; it is sent when the link is back." : "");
  if (sign.textContent !== text) sign.textContent = text;
  const live = form.querySelector("[data-link]");
  live.textContent = out ? "No link" : "Live";
  live.classList.toggle("out", Boolean(out));
}

// Marking

function mark(item) {
  const key = [...crypto.getRandomValues(new Uint32Array(3))].map((one) => one.toString(36)).join("-");
  queue.push({ key, seen: server.seq, ...item });
  keep(QUEUE, queue);
  show();
  send();
}

const set = (box, value) => mark({ box: nameOf(box), value });

function hit(box, points) {
  // What one box cannot take goes on in the next.
  while (box && points > 0) {
    const now = valueOf(box), taken = Math.min(points, boxes[box].most - now);
    if (taken) set(box, now + taken);
    points -= taken;
    box = boxes[box].then;
  }
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { box, to, n, by, kind, hit: points, at, settle, value, back, undo } = button.dataset;
  event.preventDefault();
  if (points) hit(at, +points);
  else if (settle) mark({ do: "settle", box: settle, value: +value });
  else if (back) mark({ do: "take back", other: back });
  else if (undo !== undefined) mark({ do: "take back", other: lastOwn().key });
  else if (kind === "pip") set(box, valueOf(box) === +n ? +n - 1 : +n);
  else if (kind === "clears") set(box, valueOf(box) === +n ? 0 : +n);
  else if (kind === "tick") set(box, valueOf(box) ? 0 : 1);
  else if (kind === "step") set(box, Math.min(boxes[box].most, Math.max(0, valueOf(box) + +by)));
  else if (box) set(box, +to);
});

// Sending, in order and until it is answered for; by its key the server knows what it has seen

let sending = false, later, tries = 0;

async function send() {
  clearTimeout(later);
  if (sending || !queue.length) return showWaiting();
  sending = true;
  // What a page may still send while it is left is 64 KB at most.
  const marks = queue.slice(0, 200);
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Muster-Form-Token": form.elements.form_token.value };
  const response = await fetch(`${address}/marks`, { method: "POST", headers, body: JSON.stringify({ marks, of }), keepalive: true }).catch(() => null);
  const answer = response && await response.json().catch(() => null);
  sending = false;
  if (response?.ok && answer) taken(answer);
  else if (response && response.status < 500 && response.status !== 429) refused(answer);
  else again();
}

function taken({ taken: done, refused: not }) {
  tries = 0;
  const gone = new Set(done);
  const [why] = Object.values(not);
  trouble = why ? `Not taken: ${why}` : "";
  // What was taken shows as the server's own as soon as its news come; till then it shows as it was tapped.
  for (const one of queue) if (gone.has(one.key) && one.box && !(one.key in not) && !server.disputed.includes(one.box)) server.values[one.box] = one.value;
  queue = queue.filter((one) => !gone.has(one.key));
  keep(QUEUE, queue);
  show();
  if (queue.length) send();
}

function refused(answer) {
  trouble = `Not sent: ${answer?.error ?? "load the page again."}`;
  showWaiting();
}

function again() {
  showWaiting();
  later = setTimeout(send, Math.min(20, 2 ** tries++) * (500 + 500 * Math.random()));
}

// The stream

let stream, retry, failed = 0, out = 0, heard = Date.now();

function connect() {
  clearTimeout(retry);
  stream?.close();
  const mine = stream = new EventSource(`${address}/stream?of=${encodeURIComponent(of)}`);
  const hear = () => {
    failed = out = 0;
    heard = Date.now();
    showWaiting();
  };
  mine.addEventListener("sheets", ({ data }) => {
    if (mine !== stream) return;
    hear();
    const news = JSON.parse(data);
    // A stream that begins tells everything there is.
    if (mine.fresh !== false) [server.seq, server.values, server.began, mine.fresh] = [0, {}, {}, false];
    take(news);
    send();
  });
  mine.addEventListener("time", hear);
  // Another match has begun: its sheets are other ones.
  mine.addEventListener("gone", () => (mine.close(), location.reload()));
  mine.onerror = () => mine === stream && lost();
}

function lost() {
  stream?.close();
  stream = null;
  out ||= Date.now();
  showWaiting();
  clearTimeout(retry);
  retry = setTimeout(connect, Math.min(20, 2 ** failed++) * (500 + 500 * Math.random()));
}

function back() {
  failed = tries = 0;
  connect();
  send();
}

// Another tab of this phone has marked or sent something.
addEventListener("storage", ({ key }) => key === QUEUE && show((queue = kept(QUEUE, []))));
addEventListener("online", back);
addEventListener("offline", lost);
addEventListener("visibilitychange", () => document.hidden || back());
setInterval(() => stream && Date.now() - heard > 45e3 && lost(), 5e3);

// One panel and one sheet at a time, the same after a reload

function open(panel) {
  const panels = all(".panel"), chosen = panels.find((one) => one.id === panel) ?? panels[0];
  for (const one of panels) one.classList.toggle("open", one === chosen);
  for (const link of all(".sheets-tabs a")) {
    if (link.hash === `#${chosen.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  keep(PLACE, { ...kept(PLACE, {}), panel: chosen.id });
}

for (const link of all(".sheets-tabs a")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    open(link.hash.slice(1));
    scrollTo({ top: 0 });
  });
}
for (const sheet of all(".unit-sheet")) {
  sheet.addEventListener("toggle", () => {
    if (sheet.open) for (const other of all(".unit-sheet[open]")) if (other !== sheet) other.open = false;
    keep(PLACE, { ...kept(PLACE, {}), sheet: all(".unit-sheet[open]")[0]?.id ?? "" });
    if (sheet.open) sheet.scrollIntoView({ block: "nearest" });
  });
}

const place = kept(PLACE, {});
form.classList.add("tabbed");
for (const one of all("[data-script]")) one.hidden = false;
if (place.sheet) document.getElementById(place.sheet)?.setAttribute("open", "");
open(place.panel);
take(JSON.parse(document.getElementById("sheets-state").textContent));
// Without a link the page may be an older copy than what this phone has seen.
const seen = kept(SEEN, server);
if (seen.seq > server.seq) show(Object.assign(server, seen));
connect();
send();
