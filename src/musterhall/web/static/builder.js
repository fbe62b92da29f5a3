// Makes the force builder quicker: the same forms are sent by fetch and the workbench is swapped, cards are found while
// one types, and the force is kept in this browser. What was tapped stays under the thumb, whatever grows above it.
// Without it the page works by its buttons.

const work = document.getElementById("work");
const place = `muster.builder.${work.dataset.kept}`, shelf = `muster.forces.${work.dataset.game}`;
const form = () => document.getElementById("builder");
let last = Promise.resolve(), waiting = 0, searching = 0, timer = 0;

// Keeping things in this browser; a full or forbidden storage keeps nothing

function put(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); return true; } catch { return false; }
}

function take(name, otherwise) {
  try { return JSON.parse(localStorage.getItem(name)) ?? otherwise; } catch { return otherwise; }
}

const keep = () => put(place, { at: Date.now(), force: form().elements.force.value });

// One change after the other, each on what the one before has left

function press(op, body, tapped) {
  waiting += 1;
  hold();
  if (tapped?.tagName === "BUTTON") busy(tapped);
  last = last.then(() => send(op, body, tapped)).finally(() => { waiting -= 1; hold(); });
  return last;
}

// Not while a change is on its way: the force as it was before would be handed in.
function hold() {
  const empty = !form().querySelector("details.unit");
  for (const one of work.querySelectorAll("[form=hand-in]")) one.disabled = waiting > 0 || empty;
}

// At once a sign that something happens, and words where it takes long.
function busy(button) {
  button.ariaBusy = "true";
  if (button.dataset.busy) say(button.dataset.busy, "wait", true);
}

async function send(op, body, tapped) {
  const data = body || new URLSearchParams([...new FormData(form())].filter(([name]) => name !== "op"));
  data.set("op", op);
  form().setAttribute("aria-busy", op === "propose" ? "true" : "false");
  try {
    const headers = { Accept: "text/html", "X-Muster-Part": "work" };
    const answer = await fetch("/builder", { method: "POST", body: data, headers });
    const html = await answer.text();
    // A complaint about the force comes with the workbench; any other answer is an error page.
    if (html.includes('id="builder"')) swap(html, op, tapped);
    else say(new DOMParser().parseFromString(html, "text/html").querySelector(".problem")?.textContent.trim() || "That was not taken; try again.", "bad");
  } catch {
    say("There is no link; your force is kept here. Try again when it is back.", "bad");
  }
  form().removeAttribute("aria-busy");
  if (tapped?.isConnected) tapped.ariaBusy = null;
}

// Words float, so that they move nothing; a complaint stays until the next press

let going = 0;

function say(text, kind = "good", stays = kind === "bad") {
  const host = document.getElementById("told");
  host.querySelector("[data-key=said]")?.remove();
  clearTimeout(going);
  if (!text) return;
  const line = Object.assign(document.createElement("p"), { textContent: text, className: `toast ${kind}` });
  line.dataset.key = "said";
  host.append(line);
  if (!stays) going = setTimeout(() => line.remove(), 4e3);
}

// What was tapped is found again by what it does

function swap(html, op, tapped) {
  const open = new Map([...work.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
  const units = work.querySelectorAll("details.unit").length;
  const had = tapped?.isConnected ? tapped : document.activeElement, from = had?.selectionStart;
  const focused = had === document.activeElement, spot = spotOf(had), y = scrollY;
  work.style.minHeight = `${work.offsetHeight}px`;
  work.innerHTML = html;
  // Places have changed when a unit went or came in between, so those stay closed.
  const same = units <= work.querySelectorAll("details.unit").length;
  for (const one of work.querySelectorAll("details[id]")) {
    if (one.id === "load") continue;
    if (open.has(one.id) && (same || !one.classList.contains("unit"))) one.open = open.get(one.id);
  }
  enliven();
  hush();
  const again = spot?.find();
  if (op === "load" || op.startsWith("open:")) scrollTo({ top: 0, behavior: "instant" });
  else if (again) stay(again, spot.top);
  else scrollTo({ top: y, behavior: "instant" });
  if (focused) again?.focus({ preventScroll: true });
  try { if (again && from != null) again.setSelectionRange(from, from); } catch { /* not a text field */ }
  keep();
}

// Where something is on the screen, and how to find it, or what comes nearest to it, in what is shown next.
function spotOf(one) {
  if (!one || !work.contains(one)) return null;
  const unit = one.closest("details.unit"), box = unit ?? one.closest("details[id], section[id]");
  const { name, value, tagName } = one, top = one.getBoundingClientRect().top, number = unit && [...work.querySelectorAll("details.unit")].indexOf(unit);
  const like = (other) => other.name === name && (tagName !== "BUTTON" || other.value === value);
  const goes = tagName === "BUTTON" && /^(remove|disband|forget):/.test(value);
  return {
    top,
    find() {
      if (goes) return (number == null ? box && document.getElementById(box.id) : work.querySelectorAll("details.unit")[number]?.querySelector("summary")) ?? document.getElementById("units");
      return (name && [...work.querySelectorAll("button, input, select, textarea")].find(like)) || (box?.id && document.getElementById(box.id));
    },
  };
}

function stay(one, top) {
  const by = () => one.getBoundingClientRect().top - top;
  // Where the page has become too short to be scrolled so far, it is made longer below.
  work.style.minHeight = "";
  const room = document.documentElement.scrollHeight - innerHeight - (scrollY + by());
  if (room < 0) work.style.minHeight = `${work.offsetHeight - room}px`;
  scrollBy({ top: by(), behavior: "instant" });
}

function hush() {
  const lines = [...work.querySelectorAll("[data-toast]")];
  const bad = lines.find((one) => one.matches("[role=alert]")), good = lines.find((one) => one !== bad && !one.hidden);
  say(bad?.textContent || good?.textContent || "", bad ? "bad" : "good");
  for (const one of lines) one.remove();
}

// Cards while one types

function search(page) {
  const fields = form().elements, asked = ++searching, query = new URLSearchParams();
  for (const [key, value] of new FormData(form())) if (key.startsWith("find.") && value) query.set(key, value);
  for (const key of ["pack", "event", ...form().dataset.searchFor.split(" ")]) query.set(key, fields[key]?.value || "");
  query.set("find.page", page);
  fetch(`/builder/cards?${query}`, { headers: { Accept: "text/html" } })
    .then((answer) => answer.ok ? answer.text() : null)
    .then((html) => { if (html !== null && asked === searching) document.getElementById("cards").innerHTML = html; })
    .catch(() => {});
}

work.addEventListener("input", ({ target }) => {
  if (!target.name?.startsWith("find.")) return;
  clearTimeout(timer);
  timer = setTimeout(() => search(1), 120);
});

work.addEventListener("change", ({ target }) => {
  if (target.form !== form() || target.name.startsWith("find.")) return;
  // These two only say what the button beside them is about.
  if (target.name === "new_kind" || target.name === "export_as") return;
  press("update", null, target);
});

// After live.js, which asks before what cannot be undone.
addEventListener("submit", (submitted) => {
  const button = submitted.submitter, op = button?.value || "update";
  if (submitted.defaultPrevented || (button && "native" in button.dataset)) return;
  if (submitted.target.id === "loading") {
    submitted.preventDefault();
    press("load", new FormData(submitted.target), button);
  } else if (submitted.target === form()) {
    submitted.preventDefault();
    if (op.startsWith("page:")) search(op.slice(5));
    else if (op === "keep" && device()) saveHere();
    // What names a place must not be sent twice: the second would mean another unit.
    else if (!waiting || op.startsWith("add:")) press(op, null, button);
  }
});

// Forces that are saved on this device, for whoever has no account

const device = () => work.querySelector("#saved[data-device]");

function saveHere() {
  const name = form().elements.name?.value.trim() || "My force", text = form().elements.force.value;
  if (!form().querySelector("details.unit")) return say("This force has no units yet; add some first.", "bad");
  const others = take(shelf, []).filter((one) => one.name !== name);
  const points = work.querySelector(".totals strong")?.textContent ?? "";
  const saved = put(shelf, [{ name, text, points, at: Date.now() }, ...others]);
  say(saved ? `${name} is saved on this device.` : "This browser keeps nothing; download the file instead.", saved ? "good" : "bad");
  listSaved();
}

function listSaved() {
  const box = device();
  if (!box) return;
  box.hidden = false;
  const saved = take(shelf, []);
  box.querySelector("[data-count]").textContent = String(saved.length);
  box.querySelector("ul").replaceChildren(...saved.map(savedRow));
}

function savedRow(one) {
  const row = document.createElement("li"), name = document.createElement("span"), strong = document.createElement("strong"), small = document.createElement("small");
  name.className = "grow";
  strong.textContent = one.name;
  small.textContent = `${one.points} points, saved ${new Date(one.at).toLocaleDateString()}`;
  name.append(strong, document.createElement("br"), small);
  row.append(name, deed("Open", one, "plain", () => open(one.text)), deed("Remove", one, "danger", () => {
    put(shelf, take(shelf, []).filter((other) => other.name !== one.name));
    listSaved();
  }));
  return row;
}

function deed(text, { name }, className, act) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, className });
  button.setAttribute("aria-label", `${text} ${name}`);
  button.addEventListener("click", act);
  return button;
}

function open(text) {
  const body = new URLSearchParams([...new FormData(form())].filter(([name]) => /^(form_token|pack|event|player|force|before)$/.test(name)));
  body.set("paste", text);
  press("load", body);
}

function enliven() {
  for (const one of work.querySelectorAll("[data-plain]")) one.hidden = true;
  listSaved();
}

enliven();
hush();
// What was built here last comes back, unless a newer force was handed in.
const found = take(place, {}), since = work.dataset.fresh;
if (since === undefined && form().querySelector("details.unit")) keep();
if (since !== undefined && found.at > (Date.parse(since) || 0) && /^\[\[unit\]\]/m.test(found.force || "")) {
  const body = new URLSearchParams([...new FormData(form())].filter(([name]) => /^(form_token|pack|event|player)$/.test(name)));
  body.set("force", found.force);
  press("update", body);
}
