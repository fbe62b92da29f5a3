/* The strip below the table: how strength went, the turns, and the moments to jump to. */

import { shotsOf } from "./position.js";
import { add } from "./svg.js";
import { icon, make, turnName } from "./telling.js";

/** The strip under the table: turns as bands, how much happens as bars, what is left as two lines. */
export function drawChart(svg, data, timeline) {
  const count = data.frames.length;
  const across = (index) => (1000 * index) / Math.max(1, count - 1);
  turnStarts(data.frames).forEach(({ index, end }, at) => {
    if (at % 2 === 0) return;
    add(svg, "rect", { class: "band", x: across(index), width: across(end) - across(index), height: 100 });
  });
  const bins = Math.min(150, count);
  const busy = new Float32Array(bins);
  data.frames.forEach((frame, index) => {
    const weight = shotsOf(frame).length + 3 * (frame.rings?.length ?? 0) + (frame.pieces?.length ? 0.5 : 0);
    if (index > 0) busy[Math.min(bins - 1, Math.floor((index * bins) / count))] += weight;
  });
  const most = Math.max(1, ...busy);
  const bars = [...busy].map((value, at) => {
    const tall = 46 * Math.sqrt(value / most);
    return value ? `M${(1000 * at) / bins} 100v${-tall}h${850 / bins}v${tall}z` : "";
  });
  add(svg, "path", { class: "busy", d: bars.join("") });
  const totals = data.sides.map((_, side) => Math.max(1, data.pieces.filter((piece) => piece.side === side).length));
  const worst = Math.max(0.2, ...timeline.left.map((left, side) => 1 - left[count - 1] / totals[side]));
  data.sides.forEach((_, side) => {
    const left = timeline.left[side];
    const height = (pieces) => (8 + (80 * (1 - pieces / totals[side])) / worst).toFixed(1);
    let path = `M0 ${height(left[0])}`;
    for (let index = 1; index < count; index += 1) {
      if (left[index] !== left[index - 1]) path += `H${across(index).toFixed(1)}V${height(left[index])}`;
    }
    for (const part of ["halo", "line"]) {
      add(svg, "path", { class: `left side${side} ${part}`, d: `${path}H1000`, "vector-effect": "non-scaling-stroke" });
    }
  });
}

/** Markers over the strip for what a battle is remembered for; where two would touch, the later moves on. */
export function buildMoments(host, moments, last, jump) {
  let free = 0;
  return moments.map(({ index, sign, words }) => {
    const button = make("button", "moment");
    button.type = "button";
    button.append(icon(sign === "set-up" ? "phase" : sign));
    button.title = words;
    button.setAttribute("aria-label", words);
    const place = Math.max(free, index / Math.max(1, last));
    free = place + 1 / 24;
    button.style.left = `clamp(.4rem, ${100 * Math.min(place, 1)}%, 100% - .4rem)`;
    button.addEventListener("click", () => jump(index));
    host.append(button);
    return { button, index };
  });
}

function turnStarts(frames) {
  const starts = [];
  frames.forEach((frame, index) => {
    if (frame.turn === starts.at(-1)?.turn) return;
    if (starts.length) starts.at(-1).end = index;
    starts.push({ turn: frame.turn, index, end: frames.length - 1 });
  });
  return starts;
}

export function buildTurns(host, frames, jump) {
  return turnStarts(frames).map(({ turn, index, end }) => {
    const button = make("button", "", turn > 0 ? String(turn) : "·");
    button.type = "button";
    button.setAttribute("aria-label", turnName(turn));
    button.title = turnName(turn);
    button.style.flexGrow = Math.max(1, end - index);
    button.addEventListener("click", () => jump(index));
    host.append(button);
    return { button, turn };
  });
}
