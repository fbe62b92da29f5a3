/* Small sums about places on the table, and the ghost of a piece. */

import { add } from "./svg.js";

export function ghostAt(layer, { x, y }, facing, name = "") {
  const ghost = add(layer, "g", { class: `ghost ${name}`, transform: `translate(${x} ${y})` });
  add(ghost, "circle", { r: 1.9 });
  if (facing !== null) add(ghost, "path", { d: "M-.9-1 1.9 0-.9 1Z", transform: `rotate(${facing})` });
  return ghost;
}

/** The middle of the first ground that something may lie on. */
export function middleOfGround([ground], desk) {
  return ground ? middleOf(ground.map((place) => desk.inLengths(place))) : null;
}

/** How far the nearest two of some places are apart, by the first of them. */
export function spacing(places) {
  const [first, ...others] = places;
  return Math.min(...others.map(({ x, y }) => Math.hypot(x - first.x, y - first.y)), 10);
}

/** The way a piece looks that has come along a line. */
export function along(points) {
  const [before, last] = points.slice(-2);
  return last ? degrees(before, last) : null;
}

export function nearest(spots, point, within) {
  let found = null;
  let least = within;
  for (const spot of spots) {
    const away = Math.hypot(spot.x - point.x, spot.y - point.y);
    if (away < least) [found, least] = [spot, away];
  }
  return found;
}

export function near(place, point, within) {
  return Math.hypot(place.x - point.x, place.y - point.y) < within;
}

/** The board's own angles: 0 looks east, and it grows clockwise. */
export function degrees(from, to) {
  return Math.round(((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI + 360) % 360);
}

export function middleOf(places) {
  const sum = places.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / places.length, y: sum.y / places.length };
}

/** Something that is said by itself, and not within a sentence. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a sketch means, and what it comes to. */
export function told({ words, help }) {
  return [words, help].filter(Boolean).map(capital).join(". ");
}
