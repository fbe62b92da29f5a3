/* The referee's page: draws the table of the position, and shows what a question takes when it is chosen. */

/** The animation under way. */
let running = 0;

const picture = document.getElementById("picture");
if (picture) draw(JSON.parse(picture.textContent));

async function draw(sent) {
  const { Board, Position, inLengths } = await import("/board/board.js");
  const data = inLengths(sent);
  const pointed = document.getElementById("pointed");
  const tell = (id) => {
    const piece = id === null ? null : data.pieces[id];
    pointed.textContent = piece ? `${piece.name} (${data.groups[piece.group].name}): ${said(data.profiles[piece.profile])}` : "";
  };
  const board = new Board(document.getElementById("table"), data, tell);
  const before = Position.of(data).apply(data.before);
  const after = data.after ? before.copy().apply(data.after) : before;
  const [first = null, second = null] = data.asked.groups;
  const setOff = { rings: rings(data, before), paths: paths(data, before), arcs: data.arcs };
  const frame = { ...(data.after ?? data.before), group: first, ...setOff };
  const still = { ...frame, pieces: data.before.pieces };
  board.chosen = second;
  const show = (now) => {
    cancelAnimationFrame(running);
    if (now === "before") board.draw(before, before, still, 1);
    else animate((t) => board.draw(before, after, frame, t));
    for (const button of document.querySelectorAll("[data-moment]")) {
      button.setAttribute("aria-pressed", String(button.dataset.moment === now));
    }
  };
  const moments = document.querySelector(".moments");
  if (moments) {
    moments.hidden = false;
    moments.addEventListener("click", (event) => {
      const { moment } = event.target.dataset;
      if (moment) show(moment);
    });
  }
  lookAt(board, data, [before, after]);
  board.draw(before, before, still, 1);
  show(data.after ? "after" : "before");
}

/** Closer to the pieces where they stand together; the whole table is a button away. */
function lookAt(board, data, positions) {
  const host = document.getElementById("table");
  // The page must scroll over the picture; closer goes with the control key or two fingers.
  host.addEventListener("wheel", (event) => event.ctrlKey || event.stopPropagation(), { capture: true });
  const places = positions.flatMap((one) => [...one.x.keys()].filter((id) => one.status[id] === 0).map((id) => [one.x[id], one.y[id]]));
  if (!places.length) return;
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const { width, height } = board.whole;
  const wide = Math.max(Math.max(...xs) - Math.min(...xs) + 24, (Math.max(...ys) - Math.min(...ys) + 24) * (width / height), width / 3);
  if (wide > 0.75 * width) return;
  const middle = (values) => (Math.max(...values) + Math.min(...values)) / 2;
  board.look(middle(xs) - wide / 2, middle(ys) - (wide * height) / width / 2, wide);
  const whole = document.querySelector("[data-whole]");
  whole.hidden = false;
  whole.addEventListener("click", () => board.fit());
}

/** A profile in one line; what kind of piece it is, the name says already. */
function said({ name, lines }) {
  return [name, ...lines.slice(1)].join("; ");
}

/** A ring around each piece that was asked about. */
function rings(data, position) {
  return [...data.rings, ...data.asked.pieces.map((id) => [position.x[id], position.y[id], 3.4, "area"])];
}

/** Two pieces: what is asked lies between them. */
function paths(data, position) {
  const { pieces } = data.asked;
  if (data.paths.length || pieces.length !== 2) return data.paths;
  const [one, other] = pieces;
  return [[position.x[one], position.y[one], position.x[other], position.y[other], "plain"]];
}

function animate(step) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return step(1);
  const start = performance.now();
  const next = (now) => {
    const t = Math.min(1, Math.max(0, (now - start) / 1200));
    step(t);
    if (t < 1) running = requestAnimationFrame(next);
  };
  running = requestAnimationFrame(next);
}

const form = document.querySelector("form.referee");
const hideButton = () => form.querySelector("[data-without-script]")?.setAttribute("hidden", "");
hideButton();

form.addEventListener("change", async (event) => {
  if (!event.target.matches("[data-question]")) return;
  const sent = new FormData(form);
  sent.set("choose", "yes");
  sent.delete("file");
  const answer = await fetch(form.action, { method: "POST", body: sent, headers: { Accept: "text/html" } }).catch(() => null);
  const fresh = answer && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("ask");
  // Without an answer the button does the same by a whole page.
  if (!fresh) return form.querySelector("[data-without-script]")?.removeAttribute("hidden");
  document.getElementById("ask").replaceWith(document.importNode(fresh, true));
  hideButton();
  form.querySelector("[data-question]").focus();
});
