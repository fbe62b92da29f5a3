// The card on a phone: steppers, rows that grow, only the units that were lost, and the sums while one types.
// And the opponent's seal: remembered when it is first seen, and worked out again after the reveal.
// Everything here is also there without script, only longer.

const all = (selector, place = document) => [...place.querySelectorAll(selector)];
const make = (tag, given = {}, text = "") => {
  const one = Object.assign(document.createElement(tag), given);
  if (text) one.textContent = text;
  return one;
};
const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

for (const card of all("[data-card]")) enliven(card);

function enliven(card) {
  const form = card.closest("form");
  const typed = "typed" in card.dataset;
  all("[data-step]", card).forEach((field) => stepper(field, typed));
  const tallies = all("[data-tally]", card).map(tally);
  const units = all("[data-units]", card).map((list) => unitList(list, typed));
  if (!form) return;
  if (typed) byKeyboard(card, form);
  // Without this module a form goes out as a plain one, and its button for the sums with it.
  const sends = "cardForm" in form.dataset;
  if (sends) form.dataset.send = "";
  const workOut = sums(card, form), work = () => { workOut(); if (sends) doubt(card, form); };
  form.addEventListener("muster:restore", ({ detail }) => tallies.forEach((one) => one.room(detail)));
  form.addEventListener("input", work);
  form.addEventListener("change", () => {
    tallies.forEach((one) => one.show());
    units.forEach((one) => one.show());
    work();
  });
  work();
}

// A card on which nothing is may only have been forgotten: then there is a question before it is sent

function doubt(card, form) {
  const sign = card.querySelector("[data-blank]");
  const calm = (one) => one.type === "select-one" ? one.selectedIndex === 0
    : one.type === "radio" ? !one.checked || one.value === "time"
    : one.type === "checkbox" ? !one.checked
    : one.type === "hidden" || !Number(one.value);
  sign.disabled = !all("input[name], select[name]", card).every(calm);
  if (sign.disabled) delete form.dataset.confirm;
  else form.dataset.confirm = sign.dataset.blank;
}

// - 2 +

function stepper(field, typed) {
  const label = field.closest("label"), name = label?.querySelector("span")?.textContent ?? "";
  const title = field.closest("fieldset")?.querySelector("legend")?.textContent.trim() ?? "";
  const box = make("span", { className: "step" });
  const button = (sign, by) => {
    const one = make("button", { type: "button", className: "plain" }, sign);
    one.setAttribute("aria-label", `${by > 0 ? "One more" : "One less"}: ${title}, ${name}`);
    if (typed) one.tabIndex = -1; // for fingers; the arrows of a keyboard step, too
    one.addEventListener("click", (click) => {
      click.preventDefault();
      const most = field.max === "" ? Infinity : Number(field.max);
      field.value = String(Math.min(most, Math.max(0, (Number(field.value) || 0) + by)));
      changed(field);
    });
    return one;
  };
  // The label now names the first button in it.
  field.setAttribute("aria-label", `${title}, ${name}`);
  field.replaceWith(box);
  box.append(button("\u2212", -1), field, button("+", 1));
  field.addEventListener("focus", () => field.select());
}

// Rows for phases: as many as were written, and one more to write in

function tally(table) {
  const body = table.querySelector("tbody"), per = table.dataset.per;
  const rows = () => [...body.rows];
  const fields = (row) => all("input:not([type=hidden])", row);
  const used = (row) => fields(row).some((one) => (one.type === "checkbox" ? one.checked : Number(one.value)));
  let least = 1;

  function add() {
    const last = rows().at(-1), row = last.cloneNode(true), number = rows().length;
    row.cells[0].textContent = String(number + 1);
    for (const one of all("input", row)) {
      one.name = one.name.replace(/\d+$/, String(number));
      if (one.hasAttribute("aria-label")) one.setAttribute("aria-label", one.getAttribute("aria-label").replace(/\d+$/, String(number + 1)));
      if (one.type === "checkbox") one.checked = false;
      else one.value = "0";
    }
    body.append(row);
  }

  function show() {
    const filled = rows().findLastIndex(used) + 1;
    least = Math.max(least, filled);
    rows().forEach((row, at) => { row.hidden = at >= least; });
  }

  const more = make("button", { type: "button", className: "plain small" }, `Add ${/^[aeiou]/i.test(per) ? "an" : "a"} ${per}`);
  more.addEventListener("click", () => {
    least += 1;
    if (rows().length < Math.min(least, 50)) add();
    show();
    fields(rows()[Math.min(least, rows().length) - 1])[0]?.focus();
  });
  table.after(more);
  show();

  return {
    show,
    // What was kept may have more rows than the page has.
    room(kept) {
      const names = Object.keys(kept), stem = fields(rows()[0])[0]?.name.replace(/\d+$/, "");
      while (rows().length < 50 && names.includes(stem + rows().length)) add();
    },
  };
}

// Only units that something happened to, and a list to add others

function unitList(list, typed) {
  const rows = all("[data-unit]", list);
  const state = (row) => row.querySelector("select");
  const calm = (row) => state(row).selectedIndex === 0;
  const kept = new Set();
  const label = make("label", { className: "field" });
  const choice = make("select");
  label.append(make("span", { className: "hidden-text" }, list.querySelector("summary").textContent.trim()), choice);
  list.append(label);
  list.open = true;

  function show() {
    const left = rows.filter((row) => calm(row) && !kept.has(row));
    for (const row of rows) {
      row.hidden = left.includes(row);
      const inside = row.querySelector("[data-inside]");
      if (inside) inside.hidden = !("aboard" in state(row).selectedOptions[0].dataset);
      if (inside?.hidden) inside.value = "-";
    }
    const options = left.map((row) => make("option", { value: String(rows.indexOf(row)) }, row.querySelector("label").textContent.trim().replace(/\s+/g, " ")));
    choice.replaceChildren(make("option", { value: "" }, "Add a unit"), ...options);
    label.hidden = !left.length;
  }

  function add(row) {
    const worst = [...state(row).options].findIndex((one) => "gone" in one.dataset);
    state(row).selectedIndex = worst > 0 ? worst : 1;
    kept.add(row);
    show();
    changed(state(row));
    state(row).focus();
  }

  choice.addEventListener("change", (change) => {
    change.stopPropagation();
    if (choice.value && rows[choice.value]) add(rows[choice.value]);
  });
  if (typed) unitField(list, rows, label, add);
  show();
  return { show };
}

// At the desk a unit is typed by any part of its name that no other has

function unitField(list, rows, label, add) {
  const field = make("input", { type: "text", autocomplete: "off", placeholder: "Part of a name, then Enter" });
  const name = (row) => row.querySelector("label").firstChild.textContent.trim();
  const plain = (text) => text.trim().toLowerCase().replace(/\s+/g, " ");
  label.querySelector("select").replaceWith(field);
  field.addEventListener("input", (input) => { input.stopPropagation(); field.setCustomValidity(""); });
  field.addEventListener("change", (change) => change.stopPropagation());
  field.addEventListener("keydown", (key) => {
    if (key.key !== "Enter" || key.ctrlKey || !field.value.trim()) return;
    key.preventDefault();
    key.stopPropagation();
    const wanted = plain(field.value), like = rows.filter((row) => plain(name(row)).includes(wanted));
    const meant = like.filter((row) => plain(name(row)) === wanted);
    const found = meant.length ? meant : like;
    if (found.length !== 1) {
      field.setCustomValidity(found.length ? `${found.map(name).join(" or ")}? Write more of the name.` : "No unit of this player is called so.");
      field.reportValidity();
      return;
    }
    field.value = "";
    add(found[0]);
  });
  for (const row of rows)
    row.addEventListener("keydown", (key) => {
      if (key.key !== "Enter" || key.ctrlKey) return;
      key.preventDefault();
      key.stopPropagation();
      field.focus();
    });
}

// Enter goes on to the next field, as in a column of figures, and Ctrl+Enter sends the card

function byKeyboard(card, form) {
  const fields = () => all("input:not([type=hidden]), select, button", form)
    .filter((one) => one.offsetParent && one.tabIndex >= 0 && !one.disabled && (one.type !== "radio" || one.checked));
  form.addEventListener("keydown", (key) => {
    if (key.key !== "Enter" || key.target.tagName === "BUTTON") return;
    key.preventDefault();
    const order = fields();
    if (key.ctrlKey) return form.requestSubmit(order.findLast((one) => one.type === "submit"));
    order[order.indexOf(key.target) + 1]?.focus();
  });
  const first = all("input[type=number], input[type=checkbox]", card).find((one) => one.offsetParent);
  if (document.activeElement === document.body) first?.focus({ preventScroll: true });
}

// The sums, a moment after the last change

function sums(card, form) {
  const out = form.querySelector("[data-sums-out]"), button = form.querySelector("[data-work-out]");
  if (!out) return () => {};
  if (button) button.parentElement.hidden = true;
  let wait = 0, asked = 0;

  async function ask() {
    const turn = ++asked;
    let answer;
    try {
      const response = await fetch(card.dataset.sums, {
        method: "POST",
        body: new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string")),
        headers: { Accept: "application/json" },
      });
      answer = await response.json();
    } catch {
      answer = { error: "There is no link now; the sums come when it is back." };
    }
    if (turn !== asked) return;
    if (answer.error) return out.replaceChildren(make("p", { className: "finding wait" }, answer.error));
    const open = out.querySelector("details")?.open;
    // Markup of our own server, with every name in it escaped.
    out.innerHTML = answer.html;
    const how = out.querySelector("details");
    if (how && open) how.open = true;
    const rolls = card.querySelector("[data-rolls]");
    if (rolls && answer.die_needed) rolls.open = true;
  }
  return () => {
    clearTimeout(wait);
    wait = setTimeout(ask, 350);
  };
}

// Seals

function seals() {
  for (const one of all("[data-seal]")) {
    const says = one.querySelector("[data-seal-says]"), { seal, salt, units, place } = one.dataset;
    if (!says) continue;
    const first = remembered(place, seal, units === undefined);
    if (units === undefined) {
      says.textContent = first && first !== seal ? `The choice was changed: at first the seal was ${first.slice(0, 8)}.` : "";
      continue;
    }
    const fits = sha256([salt, ...JSON.parse(units)].join("\n")) === seal;
    const same = !first || first === seal;
    says.className = `finding ${fits && same ? "good" : "bad"}`;
    says.textContent = !fits
      ? "The seal does not fit these units: call the organiser."
      : same
        ? `Checked on this phone: the seal fits these units${first ? ", and is the one you saw before" : ""}.`
        : `The seal fits these units, but it is not the one you saw before (${first.slice(0, 8)}): call the organiser.`;
  }
}

// The last seal that this phone saw while it was closed.
function remembered(place, seal, closed) {
  const name = `muster.seal.${place}`;
  try {
    const before = localStorage.getItem(name);
    if (closed) localStorage.setItem(name, seal);
    return before;
  } catch {
    return null;
  }
}

// Over plain http a browser does not offer its own.
export function sha256(text) {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const part = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  const k = primes.map((p) => part(Math.cbrt(p)));
  const h = primes.slice(0, 8).map((p) => part(Math.sqrt(p)));
  const bytes = [...new TextEncoder().encode(text)], bits = bytes.length * 8;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(shift > 31 ? 0 : (bits >>> shift) & 255);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < bytes.length; at += 64) {
    const w = Array.from({ length: 16 }, (_, i) => bytes.slice(at + 4 * i, at + 4 * i + 4).reduce((x, b) => (x << 8) | b, 0));
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2];
      w[i] = (w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, z] = h;
    for (let i = 0; i < 64; i++) {
      const one = (z + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [z, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, z].forEach((x, i) => { h[i] = (h[i] + x) | 0; });
  }
  return h.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

// A new round has a card of its own: the old one goes at once, and the page begins anew with the new one.
function turnOver() {
  const old = document.querySelector("[data-of-round]"), now = document.querySelector("[data-part=my_card] [data-round]");
  if (!old || !now || old.dataset.ofRound === now.dataset.round) return;
  document.querySelector("main").hidden = true;
  location.reload();
}

document.addEventListener("muster:part", seals);
document.addEventListener("muster:part", turnOver);
seals();
