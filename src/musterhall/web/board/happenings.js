/* Shots, blasts and losses between two positions: each is put into a layer, and gives a function that draws it at a time from
   0 to 1. */

import { add } from "./svg.js";
import { clamp, ease, mix, round } from "./shapes.js";
import { BURST, ringClass, shotClass, SPARK } from "./symbols.js";

/** What was put there and does not move. */
const STILL = () => {};

/** A shot that begins at this share of the time: what flies, where it came from and what it does there. */
export function shotEffect(layer, [x1, y1, x2, y2, kind], start) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const beyond = kind === "miss" ? 2.6 / length : 0;
  const [endX, endY] = [x2 + (x2 - x1) * beyond, y2 + (y2 - y1) * beyond];
  const shot = add(layer, "g", { class: `shot ${shotClass(kind)}` });
  const casing = add(shot, "path", { class: "casing" });
  const core = add(shot, "path", { class: "core" });
  if (kind === "plain") {
    for (const path of [casing, core]) path.setAttribute("d", `M${x1} ${y1}L${x2} ${y2}`);
    return STILL;
  }
  const muzzle = add(shot, "path", { class: "muzzle", d: SPARK });
  const impact = add(shot, "g", { class: "impact" });
  if (kind === "miss") add(impact, "circle", { class: "dust", r: 1 });
  else add(impact, "path", { class: "burst", d: kind === "kill" ? BURST : SPARK });
  const mark = kind === "miss" ? null : add(shot, "circle", { class: "mark", cx: x2, cy: y2, r: 2.7 });
  return (t) => {
    const flight = clamp((t - start) / 0.2);
    const after = clamp((t - start - 0.2) / 0.3);
    const tail = after > 0 ? 0 : Math.max(0, flight - 0.5);
    const d = `M${mix(x1, endX, tail)} ${mix(y1, endY, tail)}L${mix(x1, endX, flight)} ${mix(y1, endY, flight)}`;
    casing.setAttribute("d", d);
    core.setAttribute("d", d);
    shot.style.opacity = flight === 0 ? 0 : mix(1, kind === "miss" ? 0.55 : 0.85, after);
    pop(muzzle, x1 + ((x2 - x1) / length) * 2.4, y1 + ((y2 - y1) / length) * 2.4, flight, 2.1);
    pop(impact, endX, endY, after, kind === "kill" ? 4.6 : 2.6);
    if (mark) mark.style.opacity = after;
  };
}

/** A ring on the table; shells fall into one that is a blast. */
export function ringEffect(layer, [x, y, radius, kind]) {
  const root = add(layer, "g", { class: `ring ${ringClass(kind)}` });
  const disc = add(root, "circle", { cx: x, cy: y, r: radius });
  if (kind !== "blast") return STILL;
  add(root, "path", { class: "cross", d: `M${x - 1} ${y}h2M${x} ${y - 1}v2` });
  const shells = Array.from({ length: 7 }, (_, at) => {
    const angle = at * 2.4;
    const reach = radius * Math.sqrt((at + 0.5) / 7) * 0.92;
    const shell = add(root, "path", { class: "burst", d: BURST });
    return { shell, x: x + reach * Math.cos(angle), y: y + reach * Math.sin(angle), start: 0.12 + at * 0.07 };
  });
  return (t) => {
    disc.setAttribute("r", radius * mix(1.25, 1, ease(clamp(t / 0.15))));
    for (const one of shells) pop(one.shell, one.x, one.y, clamp((t - one.start) / 0.28), radius * 0.42);
  };
}

/** What is left of a piece: a burst where it stood. */
export function lossEffect(layer, x, y) {
  const blast = add(layer, "g", { class: "blast" });
  const wave = add(blast, "circle", { cx: x, cy: y, class: "wave" });
  const burst = add(blast, "path", { class: "burst", d: BURST });
  return (t) => {
    const after = clamp((t - 0.55) / 0.4);
    pop(burst, x, y, after, 5.2);
    wave.setAttribute("r", 1 + after * 5);
    wave.style.opacity = after > 0 && after < 1 ? 1 - after : 0;
  };
}

/** A flash that swells and fades while `t` goes from 0 to 1, and is gone at both ends. */
function pop(node, x, y, t, size) {
  const seen = t > 0 && t < 1;
  node.style.display = seen ? "" : "none";
  if (!seen) return;
  node.setAttribute("transform", `translate(${round(x)} ${round(y)}) scale(${round(size * (0.35 + 0.65 * Math.sqrt(t)))})`);
  node.style.opacity = 1 - t * t;
}
