/* The referee's page by hand: units and terrain are put on the table, a question is chosen, who it is about is tapped. */

import { afterGiven, ask, fillQuestions, ready, takeQuestion } from "./asking.js";
import { facingNow, showWords } from "./beside.js";
import { listenToDrags } from "./dragging.js";
import { make } from "./fields.js";
import { showInto, showTools, takeTool } from "./palette.js";
import { edit, find, now, openText, start, stepBack } from "./situation.js";
import { drawOver, moments, scale } from "./tabletop.js";

function keys(event) {
  const unit = now.shown?.units[now.chosen];
  if (event.key === "Escape") return stop();
  if (!unit || unit.piece === null) return;
  const [x, y] = [now.table.board.after.x[unit.piece] * scale(), now.table.board.after.y[unit.piece] * scale()];
  const step = event.shiftKey ? 5 : 1;
  const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
  const round = (value) => Math.round(value * 100) / 100;
  if (by) edit({ do: "move", unit: now.chosen, at: [round(x + by[0]), round(y + by[1])] });
  else if (event.key === "[" || event.key === "]") edit({ do: "turn", unit: now.chosen, facing: (facingNow(unit) + (event.key === "[" ? -15 : 15) + 360) % 360 });
  else if (event.key === "Delete" || event.key === "Backspace") edit({ do: "remove", unit: now.chosen });
  else return;
  event.preventDefault();
}

function stop() {
  const picked = now.picking;
  [now.tool, now.picking] = [null, null];
  if (picked) return afterGiven();
  drawOver();
  showWords();
}

/** The page without a script stays where a game has no kit, or the hall does not answer. */
async function open() {
  find("opening").hidden = false;
  const answer = await fetch(`/referee/kit/${find("hand").dataset.game}`, { headers: { accept: "application/json" } }).catch(() => null);
  find("opening").hidden = true;
  if (!answer?.ok) return;
  now.kit = await answer.json();
  now.questions = now.kit.headings.flatMap((heading) => heading.questions);
  begin();
}

function begin() {
  document.querySelector("[data-plain]").hidden = true;
  find("hand").hidden = false;
  fillQuestions();
  listenToDrags();
  const headings = [...new Set(now.kit.kinds.map(({ heading }) => heading))];
  find("of").append(...headings.map((one) => make("option", { value: one }, one)));
  find("table-of").append(...now.kit.tables.map(({ name, words }) => make("option", { value: name }, words)));
  find("ground-size").append(...now.kit.sizes.map((size) => make("option", { value: size, selected: size === "medium" }, size)));
  find("decided-by").append(...now.kit.agents.map(({ name, words }) => make("option", { value: name }, words)));
  find("table-of").addEventListener("change", ({ target }) => edit({ do: "table", name: target.value === "empty" ? "" : target.value }));
  find("sides").addEventListener("click", ({ target }) => {
    if (target.dataset.side === undefined) return;
    now.side = Number(target.dataset.side);
    showTools();
    showInto();
  });
  for (const id of ["search", "of"]) find(id).addEventListener("input", showTools);
  find("ground-away").addEventListener("click", () => takeTool({ do: "remove ground" }));
  find("clear").addEventListener("click", () => edit({ do: "clear" }));
  find("enough").addEventListener("click", stop);
  find("back").addEventListener("click", stepBack);
  find("whole").addEventListener("click", () => now.table.board.fit());
  find("closer").addEventListener("click", () => now.table.board.zoom(1.5));
  find("moments").addEventListener("click", ({ target }) => target.dataset.moment && moments(target.dataset.moment));
  find("ask-now").addEventListener("click", ask);
  find("hand-table").addEventListener("keydown", keys);
  find("open-text").addEventListener("click", () => openText(find("text").value));
  find("copy-text").addEventListener("click", () => navigator.clipboard?.writeText(find("text").value));
  find("load-text").addEventListener("change", async ({ target }) => target.files[0] && openText(await target.files[0].text()));
  edit(null, start.text).then(() => {
    if (!now.shown) return;
    if (start.question) takeQuestion(start.question, now.question?.name === start.question ? now.given : {});
    if (start.answered && ready()) ask();
    else showWords();
  });
}

open();
