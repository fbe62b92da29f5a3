/* The question to the referee, who it is about, and the answer. */

import { showWords } from "./beside.js";
import { control, isSeveral, isTapped, isTyping, make } from "./fields.js";
import { inside } from "./outlines.js";
import { edit, find, gently, now, send, told } from "./situation.js";
import { drawOver, redraw, show } from "./tabletop.js";

export function fillQuestions() {
  const select = find("question");
  for (const { words, questions: own } of now.kit.headings) {
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

export function takeQuestion(name, given) {
  now.question = now.questions.find((one) => one.name === name) ?? null;
  now.given = { ...given };
  now.picking = null;
  find("question").value = now.question ? name : "";
}

export function showQuestion() {
  const { question } = now;
  const host = find("asked-with");
  host.hidden = !question;
  if (!question || isTyping(host)) return;
  const needed = question.fields.filter((field) => field.needed || filled(field));
  const rest = question.fields.filter((field) => !needed.includes(field));
  const holds = (name) => control(now.kit.said[name], now.shown.table[name], now.shown, (value) => edit({ do: "say table", field: name, value }));
  const said = question.table.filter((name) => now.shown.table[name] !== undefined);
  const more = [...rest.map(given), ...question.table.filter((name) => !said.includes(name)).map(holds)];
  const open = host.querySelector("details")?.open ?? needed.length + said.length === 0;
  host.replaceChildren(make("p", { class: "muted" }, question.words), ...needed.map(given), ...said.map(holds), ...(more.length ? [make("details", { open }, make("summary", {}, needed.length + said.length ? "More that can be said" : "What can be said"), make("div", { class: "said" }, ...more))] : []));
  find("chance").hidden = !(question.dice && now.kit.dice);
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
export function pick(name, unit, at) {
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
export const ready = () => Boolean(now.question) && now.question.fields.every((field) => !field.needed || filled(field));

export function afterGiven() {
  drawOver();
  showWords();
  if (ready() && !now.question.dice && !now.picking) ask();
}

export async function ask() {
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
