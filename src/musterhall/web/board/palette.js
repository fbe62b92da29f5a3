/* What can be put on the referee's table: units, terrain, and who they belong to. */

import { showWords } from "./beside.js";
import { draggable } from "./dragging.js";
import { make } from "./fields.js";
import { edit, find, gently, now } from "./situation.js";
import { symbolPicture } from "./symbols.js";
import { scale } from "./tabletop.js";

export const SIDES = ["red", "blue"];

export const group = () => find("into").value;
export const groundLook = () => ({ size: find("ground-size").value, facing: find("ground-turned").checked ? 90 : 0 });

export function showTools() {
  const wanted = find("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const heading = find("of").value;
  const fits = ({ name, heading: own, note }) => (!heading || own === heading) && wanted.every((word) => `${name} ${note}`.toLowerCase().includes(word));
  const found = now.kit.kinds.filter(fits);
  find("kinds").replaceChildren(...found.slice(0, 60).map((kind) => chip(kind)));
  find("more-kinds").textContent = found.length > 60 ? `${found.length - 60} more; search for a name.` : found.length ? "" : "No unit is called so.";
  find("grounds").replaceChildren(...now.kit.ground.map(({ kind, words }) => groundChip(kind, words)));
  for (const button of find("sides").children) button.setAttribute("aria-pressed", String(Number(button.dataset.side) === now.side));
}

function chip({ name, symbol, note }) {
  const tool = { do: "put", name };
  const button = make("button", { type: "button", class: "chip", title: note, "aria-pressed": String(now.tool?.do === "put" && now.tool.name === name) }, symbolPicture(symbol, now.side), make("span", {}, name));
  button.addEventListener("click", (event) => {
    // Who came here by the keyboard cannot tap: the unit is put down, and the arrows move it.
    if (event.detail === 0) return edit({ ...tool, side: SIDES[now.side], group: group(), at: middle() }).then(() => find("hand-table").focus());
    takeTool(tool);
  });
  draggable(button, tool);
  return button;
}

function groundChip(kind, words) {
  const tool = { do: "ground", name: kind };
  const button = make("button", { type: "button", class: "chip", "aria-pressed": String(now.tool?.do === "ground" && now.tool.name === kind) }, make("span", {}, words));
  button.addEventListener("click", (event) => (event.detail === 0 ? edit({ ...tool, ...groundLook(), at: middle() }) : takeTool(tool)));
  draggable(button, tool);
  return button;
}

function middle() {
  const { width, depth } = now.shown.picture.table;
  const own = now.shown.units.filter(({ side }) => side === now.side).length;
  return [Math.round(width / 2 + ((own % 9) - 4) * 5 * scale()), Math.round(depth * (now.side ? 0.7 : 0.3) + Math.floor(own / 9) * 5 * scale())];
}

export function takeTool(tool) {
  now.tool = tool;
  now.picking = null;
  if (now.tool && window.innerWidth < 960) find("hand-table").scrollIntoView({ block: "nearest", behavior: gently });
  showWords();
}

export function showInto() {
  const own = now.shown.groups.filter(({ side }) => side === now.side);
  const select = find("into");
  const last = select.value;
  const options = [...own.map(({ name }) => make("option", { value: name }, name)), make("option", { value: "" }, `a new ${now.kit.group}`)];
  select.replaceChildren(...options);
  select.value = own.some(({ name }) => name === last) ? last : own.at(-1)?.name ?? "";
  find("into-line").hidden = !now.kit.group;
}
