// Makes the force builder quicker: the same forms are sent by fetch and the workbench is swapped, cards are found while
// one types, and the force is kept in this browser. Without it the page works by its buttons.

const work = document.getElementById("work");
const place = `muster.builder.${work.dataset.kept}`;
const form = () => document.getElementById("builder");
let last = Promise.resolve(), waiting = 0, searching = 0, timer = 0;

// Keeping the force

function keep() {
  try {
    localStorage.setItem(place, JSON.stringify({ at: Date.now(), force: form().elements.force.value }));
  } catch { /* a full or forbidden storage keeps nothing */ }
}

function kept() {
  try { return JSON.parse(localStorage.getItem(place)) || {}; } catch { return {}; }
}

// One change after the other, each on what the one before has left

function press(op, body) {
  waiting += 1;
  hold();
  last = last.then(() => send(op, body)).finally(() => { waiting -= 1; hold(); });
  return last;
}

// Not while a change is on its way: the force as it was before would be handed in.
function hold() {
  for (const one of work.querySelectorAll("[form=hand-in]")) one.disabled = waiting > 0;
}

async function send(op, body) {
  const data = body || new URLSearchParams([...new FormData(form())].filter(([name]) => name !== "op"));
  data.set("op", op);
  form().setAttribute("aria-busy", op === "propose" ? "true" : "false");
  try {
    const headers = { Accept: "text/html", "X-Muster-Part": "work" };
    const answer = await fetch("/builder", { method: "POST", body: data, headers });
    const html = await answer.text();
    // A complaint about the force comes with the workbench; any other answer is an error page.
    if (html.includes('id="builder"')) swap(html);
    else complain(new DOMParser().parseFromString(html, "text/html").querySelector("main")?.textContent.trim() || "That was not taken; try again.");
  } catch {
    complain("There is no link; your force is kept here. Try again when it is back.");
  }
  form().removeAttribute("aria-busy");
}

function complain(text) {
  work.querySelector("[data-note]")?.remove();
  const line = Object.assign(document.createElement("p"), { textContent: text, className: "finding bad" });
  line.dataset.note = "";
  line.setAttribute("role", "alert");
  work.prepend(line);
}

function swap(html) {
  const open = new Map([...work.querySelectorAll("details[id]")].map((one) => [one.id, one.open]));
  const units = work.querySelectorAll("details.unit").length;
  const had = document.activeElement, name = had?.name, value = had?.tagName === "BUTTON" ? had.value : null;
  const from = had?.selectionStart, y = scrollY;
  work.innerHTML = html;
  // Places have changed when a unit went or came in between, so those stay closed.
  const same = units <= work.querySelectorAll("details.unit").length;
  for (const one of work.querySelectorAll("details[id]")) {
    if (one.id === "load") continue;
    if (open.has(one.id) && (same || !one.classList.contains("unit"))) one.open = open.get(one.id);
  }
  enliven();
  scrollTo({ top: y, behavior: "instant" });
  const again = name ? [...form().elements].find((one) => one.name === name && (value === null || one.value === value)) : null;
  again?.focus({ preventScroll: true });
  try { if (again && from != null) again.setSelectionRange(from, from); } catch { /* not a text field */ }
  document.getElementById("said").textContent = work.querySelector("[role=status]")?.textContent || "";
  keep();
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
  press("update");
});

work.addEventListener("submit", (submitted) => {
  const button = submitted.submitter, op = button?.value || "update";
  if (button && "native" in button.dataset) return;
  if (submitted.target.id === "loading") {
    submitted.preventDefault();
    press("load", new FormData(submitted.target));
  } else if (submitted.target === form()) {
    submitted.preventDefault();
    if (op.startsWith("page:")) search(op.slice(5));
    // What names a place must not be sent twice: the second would mean another unit.
    else if (!waiting || op.startsWith("add:")) press(op);
  }
});

function enliven() {
  for (const one of work.querySelectorAll("[data-plain]")) one.hidden = true;
}

enliven();
// What was built here last comes back, unless a newer force was handed in.
const found = kept(), since = work.dataset.fresh;
if (since !== undefined && found.at > (Date.parse(since) || 0) && /^\[\[unit\]\]/m.test(found.force || "")) {
  const body = new URLSearchParams([...new FormData(form())].filter(([name]) => /^(form_token|pack|event)$/.test(name)));
  body.set("force", found.force);
  press("update", body);
}
