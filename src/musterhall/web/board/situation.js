/* The situation that the referee is asked about, as a text: what the page knows of it, and how each change is sent.

   The text is the whole of it; the server says what a tap makes of it and draws it. So a step back is the text before, and a
   text that somebody pastes is a situation like any other. */

import { ask, ready, takeQuestion } from "./asking.js";
import { showWords } from "./beside.js";
import { isTyping } from "./fields.js";
import { redraw, show } from "./tabletop.js";

const SLOW = 250;
export const gently = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
export const find = (id) => document.getElementById(id);
export const start = JSON.parse(find("start").textContent);

/** What the page knows: the text, how the server shows it, and what is being done. */
export const now = {
  kit: null, questions: [], text: start.text, shown: null, question: null, given: {}, answered: false,
  side: 0, tool: null, picking: null, chosen: null, past: [], labels: new Set(), table: null, busy: 0,
};

// ---- talking to the server

export async function send(path, body) {
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

/** One change of the situation after the other, each with what follows from it; without one a whole text is opened. */
let line = Promise.resolve();
export function edit(wanted, text = now.text) {
  line = line.then(async () => {
    // Who is meant by what was typed is looked up when its turn comes: numbers shift as units are taken off.
    const change = typeof wanted === "function" ? wanted() : wanted;
    if (change === undefined) return;
    const base = change ? now.text : text;
    const found = await send("board", { game: now.kit.game, text: base, ...(change ? { edit: change } : {}) });
    if (found.problem) return told("problem", found.problem) || redraw();
    told("problem", "");
    if (found.game !== now.kit.game) return reopen(found.text);
    if (now.shown && base !== found.text) now.past.push(base);
    now.text = found.text;
    now.shown = found;
    if (!change && found.question) {
      takeQuestion(found.question, found.given);
      find("dice").value = found.dice;
    }
    if (now.chosen !== null && !found.units[now.chosen]) now.chosen = null;
    // Who has a unit in hand puts down more of them; else the new one is at hand to be turned and told about.
    if (change?.do === "put" && !now.tool && !isTyping(find("chosen"))) now.chosen = found.units.findIndex(({ piece, label }) => !known(label) && piece !== null);
    show(found.picture);
    if (now.answered && ready() && !now.question.dice) await ask();
    else now.answered = false;
  });
  return line;
}

const known = (label) => now.labels.has(label);

/** A text of another game opens its own page. */
function reopen(text) {
  const form = document.querySelector("form.referee");
  form.querySelector("[name=text]").value = text;
  form.submit();
}

export function told(id, words) {
  const place = find(id);
  place.setAttribute("role", "alert");
  place.hidden = !words;
  place.textContent = words;
}

export function stepBack() {
  const text = now.past.pop();
  if (text === undefined) return;
  const past = [...now.past];
  edit(null, text).then(() => { now.past = past; showWords(); });
}

export function openText(text) {
  now.answered = false;
  find("answer").hidden = true;
  edit(null, text);
}
