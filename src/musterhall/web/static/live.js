// Makes pages live: parts that renew themselves, clocks, forms that survive a lost link. Every page works without it.
// Others may hear "muster:part" (document; detail: name) and "muster:restore" (form, before its kept typing comes back;
// detail: {name: [values]}), and mark with data-own what is theirs.

const { event = "", who = "", now: made, seen } = document.documentElement.dataset;
const here = told(new URL(location));
const all = (selector, place = document) => [...place.querySelectorAll(selector)];
const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
const hour = (at, more) => new Date(at).toLocaleString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...more });

// What a page says only once is no part of its address: loaded again it says it no more.
function told(address) {
  const said = address.searchParams.has("told");
  address.searchParams.delete("told");
  if (said) history.replaceState(history.state, "", address);
  return address.pathname + address.search;
}

// A full or forbidden storage must not stop anybody.
function kept(name) {
  try { return JSON.parse(localStorage[name] ?? "[]"); } catch { return []; }
}
function keep(name, value) {
  try { return Boolean(localStorage[name] = JSON.stringify(value)); } catch { return false; }
}

// Clocks go by the server's time

const [arrived] = performance.getEntriesByType("navigation");
let ahead = seen ? 0 : Date.parse(made) - Date.now() + performance.now() - (arrived?.responseStart ?? 0);

function shownLeft(seconds) {
  const whole = Math.abs(seconds), two = (number) => String(Math.floor(number) % 60).padStart(2, "0");
  const shown = `${Math.floor(whole / 3600)}:${two(whole / 60)}:${two(whole)}`;
  return (seconds < 0 ? "+" : "") + shown.replace(/^0:0?/, "");
}

function tick() {
  for (const clock of all("[data-left]")) {
    const seconds = +clock.dataset.left + (Date.parse(clock.dataset.at) - Date.now() - ahead) / 1000;
    clock.textContent = shownLeft(seconds);
    clock.classList.toggle("late", seconds < 0);
  }
}

// The stream

let stream, again, failed = 0, out = 0, heard = 0, speaks;

function connect() {
  const names = new Set(all("[data-part]").map(({ dataset }) => dataset.part));
  hangUp();
  if (!event || !names.size) return;
  const mine = stream = new EventSource(`/e/${encodeURIComponent(event)}/stream?parts=${[...names]}`);
  const hear = ({ data }) => {
    if (mine !== stream) return;
    const { parts = {}, now } = JSON.parse(data);
    failed = out = 0;
    heard = Date.now();
    if (now) ahead = Date.parse(now) - heard;
    for (const name in parts) renew(name, parts[name]);
    linked();
    flush();
  };
  mine.addEventListener("parts", hear);
  mine.addEventListener("time", (message) => hear(message, speaks = true));
  mine.onerror = () => mine === stream && lost();
}

function hangUp() {
  clearTimeout(again);
  stream = stream?.close();
}

function lost() {
  hangUp();
  out ||= Date.now();
  touch();
  // A hall of phones loses the server at once, and should not come back at once.
  again = setTimeout(connect, Math.min(30, 2 ** failed++) * (500 + 1000 * Math.random()));
}

// Nothing says that there is no link once there is one; a page that was a copy is loaded as it is now.
async function linked() {
  const copy = document.querySelector(".seen");
  for (const one of all(".seen, .no-link")) one.remove();
  const html = copy && await fetch(here).then((page) => page.text()).catch(() => "");
  if (html) inPlace(() => morph(document.querySelector("main"), parsed(html).querySelector("main")));
}

function touch() {
  const sign = document.getElementById("touch"), waiting = queue().length;
  const link = out ? `No link since ${hour(out)}` : heard && "Live";
  const text = [link, waiting && `${waiting} kept, not yet sent`].filter(Boolean).join(", ");
  if (sign && sign.textContent !== text) sign.textContent = text;
  sign?.classList.toggle("out", out || waiting);
}

function back() {
  failed = 0;
  connect();
  flush();
}

// Renewing without taking away what somebody is doing

function renew(name, html) {
  const before = nextThing();
  for (const part of all(`[data-part="${name}"]`)) inPlace(() => children(part, parsed(html).body));
  // What was told on arrival is old once another thing is next: "Sent" must not stand above "The cards differ".
  if (before !== nextThing()) document.querySelector("#told [data-key=said]")?.remove();
  document.dispatchEvent(new CustomEvent("muster:part", { detail: name }));
}

const nextThing = () => document.querySelector("main .next")?.textContent.replace(/\s+/g, " ");

function inPlace(change) {
  const had = document.activeElement;
  change();
  if (had !== document.activeElement) had?.focus({ preventScroll: true });
  for (const one of all("[data-copy]")) one.hidden = false;
  // What is made once for everybody cannot know whose row is whose.
  for (const one of all("[data-player]")) one.classList.toggle("mine", one.dataset.player === who.split("/")[1]);
  // The server may stand in another zone than its reader.
  for (const one of all("time[datetime]")) one.textContent = hour(one.dateTime, "hour" in one.dataset ? {} : { day: "2-digit", month: "short" });
  tick();
}

// The same key is the same thing. A form is what it does and to whom: what was typed about one player must never end
// up with another.
function keyOf(one) {
  if (one.nodeType !== 1) return one.nodeName;
  const name = one.matches("form") ? formKey(one) : one.type === "radio" ? one.name + one.value : one.name;
  return [one.tagName, one.id || one.dataset.key || name].join();
}

function formKey(form) {
  const to = all("[type=hidden]:not([name=form_token], [name=key], [name=next])", form).map((one) => one.name + one.value);
  return [form.getAttribute("action"), ...to].join();
}

function children(old, fresh) {
  const known = new Map();
  for (const one of old.childNodes) known.set(keyOf(one), [...(known.get(keyOf(one)) ?? []), one]);
  let place = old.firstChild;
  for (const one of [...fresh.childNodes]) {
    const match = known.get(keyOf(one))?.shift();
    if (!match) old.insertBefore(one, place);
    else {
      if (match === place) place = place.nextSibling;
      else old.insertBefore(match, place);
      morph(match, one);
    }
  }
  for (const one of [...known.values()].flat()) if (one.dataset?.key !== "said") one.remove();
}

function morph(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if ("own" in old.dataset || old.ariaBusy === "true") return;
  if (old.matches("input, textarea, select") && (old === document.activeElement || old.dataset.touched)) return;
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  if (old.tagName === "TEXTAREA") old.value = fresh.value;
  else children(old, fresh);
}

// Forms

// A word that has no place floats, so that nothing moves under a finger when it goes.
function say(text, kind = "", place = document.getElementById("told"), role = null) {
  place.querySelector("[data-key=said]")?.remove();
  if (!text) return;
  const said = Object.assign(document.createElement("p"), { textContent: text, className: kind || "toast", role });
  said.dataset.key = "said";
  place.append(said);
  if (role) said.scrollIntoView({ block: "nearest" });
  else if (!kind) setTimeout(() => said.remove(), 6e3);
}

// Where the finger was: in the form, or in what is left around it. A row has no room for a sentence.
function sayAt(around, text) {
  for (const old of all("main [data-key=said]")) old.remove();
  const place = around.find((one) => one.isConnected && one.offsetParent);
  if (place && !place.closest("table, .row")) say(text, "finding good", place, "status");
  else say(text);
}

const note = (form, text, kind = "problem", role = "alert") => say(text, kind, form, role);

let sure;

addEventListener("submit", async (submitted) => {
  const { target: form, submitter: button } = submitted, { confirm, send, signOut, once } = form.dataset;
  const busy = form.ariaBusy === "true", question = form !== sure && (button?.dataset.confirm ?? confirm);
  if (busy || question || send != null) submitted.preventDefault();
  if (busy) return;
  if (question) {
    sure = await ask(question, button?.textContent) && form;
    return sure && form.requestSubmit(button);
  }
  sure = null;
  if (signOut != null) localStorage.clear();
  if (button?.dataset.busy && send == null) work(button);
  if (once != null) form.ariaBusy = "true";
  if (send != null) sendForm(form, new FormData(form, button));
});
addEventListener("pageshow", () => all("form[data-once], [data-busy]").forEach((one) => one.ariaBusy = null));
addEventListener("click", ({ target, ctrlKey, metaKey }) => {
  const link = target.closest?.("a[data-busy]");
  if (link && !ctrlKey && !metaKey) work(link);
});

// At once a sign that something happens, for what takes seconds.
function work(one) {
  one.ariaBusy = "true";
  say(one.dataset.busy, "toast wait");
}

async function sendForm(form, data) {
  const action = form.getAttribute("action"), files = [...data.values()].some((value) => value.size);
  data.set("key", crypto.getRandomValues(new Uint32Array(4)).join(""));
  const body = files ? data : new URLSearchParams([...data].filter(([, value]) => value.size !== 0));
  form.ariaBusy = "true";
  note(form);
  const answer = await deliver(action, body);
  if (!answer.lost) return taken(form, answer, data.get("next"));
  // Only actions know a key again, and a password is nothing to keep.
  const item = { who, here, form: formKey(form), action, body: String(body), at: Date.now() };
  const waits = !files && action.includes("/do/") && keep(QUEUE, [...kept(QUEUE), item]);
  if (waits) note(form, "Kept; it will be sent when the link is back.", "finding wait", "status");
  else note(form, "Not sent: there is no link. Send it again when it is back.", "problem no-link");
  form.ariaBusy = waits;
  touch();
  setTimeout(flush, 3e3);
}

async function deliver(action, body) {
  const asked = { method: "POST", body, headers: { Accept: "application/json" } };
  const response = await fetch(action, asked).catch(() => null);
  if (!response || /50[234]/.test(response.status)) return { lost: true };
  if (response.redirected) return { next: response.url };
  const answer = await response.json().catch(() => ({}));
  return response.ok ? answer : { error: sentence(answer.error || `Not taken (${response.status}); load the page again.`) };
}

// A complaint begins with the name of a field, for programs.
function sentence(text) {
  const said = text.replace(/^[a-z][a-z -]{1,24}: /, "");
  return said.charAt(0).toUpperCase() + said.slice(1);
}

async function taken(form, sent, next) {
  form.ariaBusy = "false";
  note(form, sent.error);
  if (sent.error) return;
  if (form.dataset.keep) keep(place(form), []);
  for (const one of form.elements) delete one.dataset.touched;
  form.reset();
  const target = sent.next || next || here;
  // Other modules may have their own picture of the page: then all begins anew, unless they say that they follow.
  const stays = [here, location.pathname].includes(target) && all("script[src]:not([data-follows])").length < 2;
  const html = stays && await fetch(here).then((page) => page.text()).catch(() => "");
  if (!html) return location.assign(sent.told || target);
  const around = [form, form.closest("section, details, .box"), form.closest("[data-part]")].filter(Boolean);
  inPlace(() => morph(document.querySelector("main"), parsed(html).querySelector("main")));
  document.dispatchEvent(new CustomEvent("muster:part", { detail: "main" }));
  connect();
  sayAt(around, sent.said || "Done.");
}

// What could not be sent waits, and goes out once: by its key the server knows what it has seen

const QUEUE = "muster.queue";
const queue = () => kept(QUEUE).filter((one) => one.who === who);
let flushing;

async function flush() {
  if (flushing) return;
  flushing = true;
  let item;
  while ((item = queue()[0])) {
    const body = new URLSearchParams(item.body), answer = await deliver(item.action, body);
    if (answer.lost) break;
    keep(QUEUE, kept(QUEUE).filter((one) => one.body !== item.body));
    const form = item.here === here && all("form").find((one) => formKey(one) === item.form);
    if (form) await taken(form, answer, body.get("next"));
    const { error } = answer, what = error ? `was not taken: ${error}` : "has been sent.";
    say(`What was kept at ${hour(item.at)} ${what}`, error && "bad");
  }
  flushing = false;
  if (item) setTimeout(flush, 3e3 + 5e3 * Math.random());
  touch();
}

// Typing that outlives a reload

const place = (form) => `muster.keep.${who}.${location.pathname}.${form.dataset.keep}`;
const worth = (one) => (/radio|box/.test(one.type) ? "checked" : "value");
const typing = (form) => [...form.elements].filter((one) => one.name && !/hidden|password|file|submit|button/.test(one.type));

addEventListener("input", ({ target: { dataset, form } }) => {
  dataset.touched = "1";
  if (!form?.dataset.keep) return;
  const fields = {};
  for (const one of typing(form)) (fields[one.name] ??= []).push(one[worth(one)]);
  keep(place(form), fields);
});

function restore(form) {
  const fields = kept(place(form));
  form.dispatchEvent(new CustomEvent("muster:restore", { detail: fields }));
  for (const one of typing(form)) {
    if (!fields[one.name]?.length) continue;
    const before = fields[one.name].shift();
    if (one[worth(one)] === before) continue;
    one[worth(one)] = before;
    one.dataset.touched = "1";
  }
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

function ask(question, yes) {
  const dialog = document.getElementById("ask"), [text, , button] = all("p, button", dialog);
  text.textContent = question;
  button.textContent = yes?.trim() || "Yes";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((answer) => (dialog.onclose = () => answer(dialog.returnValue === "yes")));
}

addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  // Over plain http a page has no clipboard, but a field to copy from works everywhere.
  const field = document.createElement("textarea");
  field.value = button.dataset.copy;
  button.after(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  button.focus();
  say("Copied.");
});

// What takes the server a while to work out is asked for when the page stands, one after the other.
async function fillIn() {
  for (const one of all("[data-later]")) {
    const answer = await fetch(one.dataset.later).catch(() => null);
    if (answer?.ok) one.textContent = await answer.text();
  }
}

addEventListener("online", back);
addEventListener("offline", () => stream && lost());
addEventListener("visibilitychange", () => document.hidden || back());
addEventListener("DOMContentLoaded", () => {
  const menu = document.querySelector(".top nav"), open = menu?.querySelector("[aria-current]");
  if (open) menu.scrollLeft = open.offsetLeft - menu.offsetLeft - 40;
  all("form[data-keep]").forEach(restore);
  inPlace(back);
  fillIn();
  setInterval(tick, 500);
  // The stream tells the time four times a minute; a silent one is dead.
  setInterval(() => stream && speaks && Date.now() - heard > 45e3 && lost(), 5e3);
});
navigator.serviceWorker?.register("/worker.js").catch(() => {});
