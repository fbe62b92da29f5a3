// The form of a unit: dials that turn by finger, mouse and keys, fields for the click that is on top, and what is wrong
// as one types. The table of all clicks is what is sent; without this script it is filled in as it stands.

const form = document.getElementById("unit");
const SVG = "http://www.w3.org/2000/svg";
const RIM = 150, FIRST_ROW = 120, BETWEEN = 19, HUB = 36;
const drawn = (name, attributes = {}, text = "") => {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.textContent = text;
  return one;
};
const made = (name, properties = {}, ...inner) => {
  const one = Object.assign(document.createElement(name), properties);
  one.append(...inner);
  return one;
};
const point = (radius, degrees) => {
  const angle = (degrees - 90) * Math.PI / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
};
const sector = (outer, inner, half) =>
  `M${point(outer, -half)}A${outer} ${outer} 0 0 1 ${point(outer, half)}L${point(inner, half)}A${inner} ${inner} 0 0 0 ${point(inner, -half)}Z`;

class Dial {
  constructor(place) {
    this.place = place;
    this.slots = [...place.querySelectorAll("[data-slot]")];
    this.first = Number(place.dataset.first);
    this.word = place.dataset.word;
    this.at = 0;
    this.turned = 0;
    this.dragging = null;
    this.build();
  }

  // What stands in the table

  rows() { return [...this.slots[0].querySelectorAll("[data-row]")].filter((one) => !one.closest("[hidden]")); }
  control(slot, row) { return this.slots[slot].querySelector(`[data-row="${row}"]`); }
  value(slot, row) { return this.control(slot, row)?.value ?? ""; }
  label(row) { return this.control(0, row).getAttribute("aria-label").split(",")[0]; }
  get size() {
    const last = this.slots.findLastIndex((one) => [...one.querySelectorAll("[data-row]")].some((field) => field.value !== ""));
    return Math.max(1, last + 1);
  }
  get salvage() { return this.first ? Number(form.querySelector("[data-marks-last]")?.value || 0) : 0; }

  // The picture and its fields

  build() {
    this.disc = drawn("g", { class: "disc" });
    this.hub = drawn("text", { class: "hub", y: -2 });
    this.under = drawn("text", { class: "under-hub", y: 16 });
    this.window = drawn("path", { class: "window" });
    this.svg = drawn("svg", { viewBox: "-156 -156 312 312", class: "dial", tabindex: 0, role: "slider", "aria-label": this.place.dataset.title });
    this.svg.append(drawn("circle", { class: "base", r: RIM + 4 }), this.disc, this.window, drawn("circle", { class: "middle", r: HUB }), this.hub, this.under);
    const back = made("button", { type: "button", className: "plain", textContent: "\u25c0", ariaLabel: `${this.word} before` });
    const on = made("button", { type: "button", className: "plain", textContent: "\u25b6", ariaLabel: `Next ${this.word.toLowerCase()}` });
    this.name = made("strong", { className: "grow" });
    this.fields = made("div", { className: "fields figures" });
    this.more = made("button", { type: "button", className: "plain small", textContent: `Add one` });
    this.fewer = made("button", { type: "button", className: "plain small", textContent: `Take the last away` });
    const panel = made("div", { className: "stack" },
      made("div", { className: "row turn" }, back, this.name, on), this.fields, made("div", { className: "row" }, this.more, this.fewer));
    this.caption = made("figcaption");
    this.place.prepend(made("div", { className: "with-dial" }, made("figure", {}, this.svg, this.caption), panel));
    this.place.querySelector("details").open = false;
    back.onclick = () => this.turn(this.at - 1);
    on.onclick = () => this.turn(this.at + 1);
    this.more.onclick = () => this.add();
    this.fewer.onclick = () => this.remove();
    this.svg.onkeydown = (pressed) => this.key(pressed);
    this.svg.onpointerdown = (down) => this.take(down);
    this.svg.onpointermove = (moved) => this.drag(moved);
    this.svg.onpointerup = this.svg.onpointercancel = (up) => this.release(up);
    this.ask();
    this.draw();
  }

  ask() {
    this.fields.replaceChildren(...this.rows().map(({ dataset: { row } }) => this.field(row)));
  }

  field(row) {
    const source = this.control(0, row), choice = source.tagName === "SELECT";
    const field = choice ? source.cloneNode(true) : made("input", { type: "number", inputMode: "numeric", min: source.min, max: source.max });
    field.removeAttribute("name");
    field.ariaLabel = this.label(row);
    field.dataset.shows = row;
    field.addEventListener("input", () => this.set(row, field.value));
    const inner = choice ? [field] : [made("span", { className: "step" }, this.step(row, -1), field, this.step(row, 1))];
    // No label element: that would be the first button's.
    return made("div", { className: "field" }, made("span", { textContent: this.label(row) }), ...inner);
  }

  step(row, by) {
    const button = made("button", { type: "button", className: "plain", textContent: by < 0 ? "\u2212" : "+", tabIndex: -1, ariaLabel: `${this.label(row)} ${by < 0 ? "less" : "more"}` });
    button.onclick = () => {
      const { min, max } = this.control(this.at, row);
      const now = Number(this.value(this.at, row) || 0) + by;
      this.set(row, String(Math.min(Number(max), Math.max(Number(min), now))));
    };
    return button;
  }

  set(row, value) {
    const source = this.control(this.at, row);
    source.value = value;
    source.dispatchEvent(new Event("input", { bubbles: true }));
  }

  add() {
    const size = this.size;
    if (size >= this.slots.length) return;
    for (const { dataset: { row } } of this.rows()) this.control(size, row).value = this.value(size - 1, row) || "0";
    this.changed(size);
  }

  remove() {
    const size = this.size;
    if (size < 2) return;
    for (const field of this.slots[size - 1].querySelectorAll("[data-row]")) field.value = "";
    this.changed(Math.min(this.at, size - 2));
  }

  changed(at) {
    this.control(0, this.rows()[0].dataset.row).dispatchEvent(new Event("input", { bubbles: true }));
    this.turn(at);
  }

  draw() {
    const size = this.size, places = size + 1, each = 360 / places, half = each / 2;
    this.at = Math.min(this.at, size - 1);
    const rows = this.rows().filter((one) => one.tagName !== "SELECT").map((one) => one.dataset.row);
    const inner = FIRST_ROW - BETWEEN * (rows.length - 1) - 12;
    const narrow = each < 14 ? " narrow" : "";
    const parts = [];
    for (let slot = 0; slot < places; slot += 1) {
      const last = slot === size, kind = last ? "end" : slot >= size - this.salvage ? "salvage" : slot % 2 ? "odd" : "even";
      const group = drawn("g", { class: `slot ${kind}${narrow}${slot === this.at ? " now" : ""}`, transform: `rotate(${slot * each})`, "data-at": slot });
      group.append(drawn("path", { d: sector(RIM, Math.max(inner, HUB), half) }));
      group.append(drawn("text", { y: -RIM + 14, class: "number" }, last ? "\u2715" : String(slot + this.first)));
      if (!last) rows.forEach((row, number) => group.append(drawn("text", { y: -FIRST_ROW + number * BETWEEN + 4 }, this.value(slot, row) || "\u00b7")));
      parts.push(group);
    }
    this.disc.replaceChildren(...parts);
    this.caption.textContent = `From the rim: ${rows.map((row) => this.label(row).toLowerCase()).join(", ")}`;
    this.window.setAttribute("d", sector(RIM + 2, Math.max(inner, HUB) - 2, Math.min(half, 40)));
    this.hub.textContent = String(this.at + this.first);
    this.under.textContent = this.first ? `of ${size}` : "heat";
    this.name.textContent = this.first ? `${this.word} ${this.at + 1} of ${size}` : `${this.word} ${this.at}, ${this.place.dataset.end} at ${size}`;
    const told = this.rows().map(({ dataset: { row } }) => [this.label(row).toLowerCase(), this.value(this.at, row)]).filter(([, value]) => value !== "");
    this.svg.setAttribute("aria-valuemin", this.first);
    this.svg.setAttribute("aria-valuemax", size - 1 + this.first);
    this.svg.setAttribute("aria-valuenow", this.at + this.first);
    this.svg.setAttribute("aria-valuetext", `${this.name.textContent}: ${told.map((pair) => pair.join(" ")).join(", ") || "nothing yet"}`);
    for (const field of this.fields.querySelectorAll("[data-shows]")) {
      const source = this.control(this.at, field.dataset.shows);
      if (field.value !== source.value) field.value = source.value;
      field.ariaInvalid = source.ariaInvalid;
    }
    this.more.disabled = size >= this.slots.length;
    this.fewer.disabled = size < 2;
    if (!this.dragging) this.rest();
  }

  // Turning

  rest() {
    const each = 360 / (this.size + 1), wanted = -this.at * each;
    // The short way round.
    this.turned = wanted + 360 * Math.round((this.turned - wanted) / 360);
    this.disc.style.transform = `rotate(${this.turned}deg)`;
  }

  turn(at) {
    this.at = Math.max(0, Math.min(at, this.size - 1));
    this.draw();
  }

  key(pressed) {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -99, End: 99 }[pressed.key];
    if (!by) return;
    pressed.preventDefault();
    this.turn(this.at + by);
  }

  angle(event) {
    const box = this.svg.getBoundingClientRect();
    return Math.atan2(event.clientY - box.top - box.height / 2, event.clientX - box.left - box.width / 2) * 180 / Math.PI;
  }

  take(down) {
    if (down.button) return;
    this.dragging = { from: this.angle(down), turned: this.turned, moved: 0, slot: down.target.closest("[data-at]") };
    this.svg.setPointerCapture(down.pointerId);
    this.svg.classList.add("dragged");
  }

  drag(moved) {
    if (!this.dragging) return;
    const by = this.angle(moved) - this.dragging.from, short = by - 360 * Math.round(by / 360);
    this.dragging.moved = Math.max(this.dragging.moved, Math.abs(short));
    this.turned = this.dragging.turned + short;
    this.disc.style.transform = `rotate(${this.turned}deg)`;
    const places = this.size + 1, slot = Math.round(-this.turned / (360 / places));
    const at = ((slot % places) + places) % places;
    if (at < this.size && at !== this.at) this.turn(at);
  }

  release() {
    if (!this.dragging) return;
    const { moved, slot } = this.dragging;
    this.dragging = null;
    this.svg.classList.remove("dragged");
    if (moved < 4 && slot) this.turn(Math.min(Number(slot.dataset.at), this.size - 1));
    else this.rest();
  }
}

// What belongs to a type only

function fit() {
  const type = form.querySelector("[data-decides]").value;
  for (const one of form.querySelectorAll("[data-for]")) {
    const fits = one.dataset.for.split(" ").includes(type);
    one.hidden = !fits;
    if (one.tagName === "OPTION") one.disabled = !fits;
  }
  for (const choice of form.querySelectorAll("select")) {
    if (choice.selectedOptions[0]?.disabled) choice.value = [...choice.options].find((one) => !one.disabled)?.value ?? "";
  }
}

// What is wrong, as one types

let timer = 0, asked = 0;

async function check() {
  const mine = ++asked;
  const answer = await fetch(form.dataset.check, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" } })
    .then((found) => found.ok ? found.json() : null).catch(() => null);
  if (!answer || mine !== asked) return;
  const touched = (name) => name && [...form.querySelectorAll("[name]")].some((one) => one.name === name && one.dataset.touched);
  const wrong = new Set(answer.flaws.map(({ field }) => field));
  for (const one of form.elements) if (one.name) one.ariaInvalid = wrong.has(one.name) && touched(one.name) ? "true" : null;
  const seen = answer.flaws.filter(({ field }) => touched(field)), rest = answer.flaws.filter(({ field }) => !touched(field));
  const lines = seen.slice(0, 4).map(({ what }) => made("p", { className: "finding bad", textContent: what }));
  if (rest.length) lines.push(made("p", { className: "muted", textContent: `Still to do: ${rest[0].what}${rest.length > 1 ? ` And ${rest.length - 1} more.` : ""}` }));
  else if (!seen.length) lines.push(made("p", { className: "finding good", textContent: "This is a whole unit." }));
  document.getElementById("flaws").replaceChildren(...lines);
  for (const dial of dials) dial.draw();
}

function redraw() {
  fit();
  for (const dial of dials) { dial.ask(); dial.draw(); }
}

fit();
const dials = [...form.querySelectorAll("[data-dial]")].map((place) => new Dial(place));
form.addEventListener("input", ({ target }) => {
  if (target.hasAttribute("data-decides")) redraw();
  else if (!target.dataset.shows) for (const dial of dials) dial.draw();
  // What was refused has changed since.
  form.querySelector("[data-key=said]")?.remove();
  clearTimeout(timer);
  timer = setTimeout(check, 200);
});
form.addEventListener("change", ({ target }) => { if (target === form) { redraw(); check(); } });
