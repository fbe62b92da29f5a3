/* Controls for what can be said, whatever it is about: each field says its words and how it is said. */

export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** What may be chosen on the table for a field, as [value, words]. */
function onTheTable(form, shown) {
  if (form.startsWith("unit")) return shown.units.map(({ label }) => [label, label]);
  if (form.startsWith("group")) return shown.groups.map(({ name }) => [name, name]);
  return shown.terrain.map(({ name }) => [name, name]);
}

export const isTapped = ({ form }) => ["unit", "units", "group", "groups", "place", "path", "terrain"].includes(form);
export const isSeveral = ({ form }) => ["units", "groups", "path"].includes(form);

/** A labelled control. `tap` is given where it can be filled from the table: it begins and ends picking. */
export function control(field, value, shown, change, tap = null, picking = false) {
  if (field.form === "yes") {
    const box = make("input", { type: "checkbox", name: field.name, onchange: () => change(box.checked ? true : null) });
    box.checked = value === true;
    return make("label", { class: "check" }, box, make("span", {}, field.words));
  }
  const input = entry(field, value, shown, change);
  const label = make("label", { class: "field" }, make("span", {}, field.words), hint(field), input);
  if (!tap) return label;
  const words = picking ? (isSeveral(field) ? "Done" : "Cancel") : "Tap";
  const button = make("button", { type: "button", class: "plain small", "aria-pressed": String(picking), "data-tap": field.name, onclick: tap }, words);
  button.setAttribute("aria-label", `${words}: ${field.words}`);
  return make("div", { class: `tapped${picking ? " picking" : ""}` }, label, button);
}

function hint(field) {
  const words = field.hint || (field.usual ? `${field.usual} where nothing is said` : "");
  return words ? make("small", {}, words) : null;
}

function entry(field, value, shown, change) {
  const { form, name } = field;
  if (form === "choice") return choice(name, Object.entries(field.choices), value === undefined ? "" : String(value), change);
  if (["unit", "group", "terrain"].includes(form)) return choice(name, onTheTable(form, shown), value ?? "", change);
  if (form === "units" || form === "groups") return several(name, onTheTable(form, shown), value, change);
  if (form === "number") return typed(field, value ?? "", (text) => change(text === "" ? null : Number(text)), { type: "number", min: field.least, max: field.most, step: "any" });
  if (form === "place" || form === "path") {
    return typed(field, written(form === "place" && value ? [value] : value), (text) => change(form === "place" ? places(text)?.[0] ?? null : places(text)), { placeholder: form === "place" ? "x, y" : "x, y; x, y" });
  }
  if (form === "value") return typed(field, typeof value === "string" || value === undefined ? value ?? "" : JSON.stringify(value), change, { spellcheck: "false" });
  return typed(field, Array.isArray(value) ? value.join(", ") : value ?? "", change, {});
}

function choice(name, choices, value, change) {
  const select = make("select", { name, onchange: () => change(select.value || null) }, make("option", { value: "" }, "–"));
  for (const [one, words] of choices) select.append(make("option", { value: one, selected: one === value }, words));
  return select;
}

function several(name, choices, value, change) {
  const chosen = Array.isArray(value) ? value : value ? [value] : [];
  const all = () => change([...select.selectedOptions].map((option) => option.value));
  const select = make("select", { name, multiple: true, size: Math.max(2, Math.min(5, choices.length)), onchange: all });
  for (const [one, words] of choices) select.append(make("option", { value: one, selected: chosen.includes(one) }, words));
  return select;
}

function typed(field, value, change, attributes) {
  const done = () => {
    delete input.dataset.typing;
    change(input.value.trim());
  };
  const input = make("input", { name: field.name, autocomplete: "off", maxlength: 900, ...attributes, oninput: () => (input.dataset.typing = ""), onchange: done });
  input.value = value;
  return input;
}

/** Whether somebody is typing into a control in here; it is not taken away from under their hands. */
export function isTyping(host) {
  return host.contains(document.activeElement) && "typing" in document.activeElement.dataset;
}

const written = (points) => (points ?? []).map(([x, y]) => `${x}, ${y}`).join("; ");

function places(text) {
  const found = text.split(";").map((part) => part.split(",").map(Number)).filter((pair) => pair.length === 2 && pair.every(Number.isFinite));
  return found.length ? found : null;
}
