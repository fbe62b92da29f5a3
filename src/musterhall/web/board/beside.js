/* What stands beside the referee's table: what to do next, who is chosen, and who is there. */

import { pick, showQuestion } from "./asking.js";
import { control, isTyping, make } from "./fields.js";
import { showInto, showTools } from "./palette.js";
import { edit, find, now } from "./situation.js";
import { chooseUnit } from "./tabletop.js";

export function showWords() {
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

export function idle() {
  return now.shown.units.length ? "Drag a unit to move it; tap it to turn it or say what has happened to it." : "Choose a unit, then tap where it stands.";
}

function showChosen() {
  const unit = now.shown.units[now.chosen];
  const host = find("chosen");
  if (unit && isTyping(host)) return;
  host.hidden = !unit;
  if (!unit) return host.replaceChildren();
  const own = () => now.shown.units.findIndex(({ label }) => label === unit.label);
  const say = (field) => (value) => edit(() => (own() < 0 ? undefined : { do: "say", unit: own(), field, value }));
  const fields = now.kit.unit.map((field) => control(field, unit.said[field.name], others(unit), say(field.name)));
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
    ...(company ? [make("h3", {}, company.name), make("div", { class: "said" }, control({ name: "group-name", words: "Name", form: "words" }, company.name, now.shown, sayGroup("name")), ...now.kit.groups.map((field) => control(field, company.said[field.name], now.shown, sayGroup(field.name))))] : []),
  );
}

const others = (unit) => ({ ...now.shown, units: now.shown.units.filter((one) => one !== unit) });

export function facingNow({ piece }) {
  const facing = piece === null ? 0 : now.table.board.after.facing[piece];
  return Number.isNaN(facing) ? 0 : Math.round(facing);
}

function showList() {
  const buttons = now.shown.units.map((unit, at) => make("button", { type: "button", class: `plain small side${unit.side}`, "aria-pressed": String(at === now.chosen), onclick: () => (now.picking ? pick(now.picking, at, null) : chooseUnit(at)) }, unit.label));
  find("there").replaceChildren(...(buttons.length ? buttons : ["Nobody yet."]));
}

function showTableFields() {
  if (isTyping(find("table-fields"))) return;
  const say = (field) => (value) => edit({ do: "say table", field, value });
  find("table-fields").replaceChildren(...now.kit.table.map((name) => control(now.kit.said[name], now.shown.table[name], now.shown, say(name))));
}
