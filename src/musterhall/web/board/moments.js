/* What a battle is remembered for: the moments to jump to, where it turned, and what it came to. */

import { shotsOf } from "./position.js";
import { clamp } from "./shapes.js";

const MOST = 14;

/** The first frame in which somebody fires; the first of all where nobody ever does. */
export function firstShot(frames) {
  return Math.max(0, frames.findIndex(isShot));
}

function isShot(frame) {
  return frame.turn > 0 && (shotsOf(frame).length > 0 || (frame.rings ?? []).some(([, , , kind]) => kind === "blast"));
}

/** Moments in their order: where, what is shown of them, and a few words. */
export function keyMoments(data, timeline) {
  const { frames } = data;
  const last = frames.length - 1;
  const found = [{ index: 0, sign: "set-up", words: data.words.before }];
  const shot = frames.findIndex(isShot);
  if (shot > 0) found.push({ index: shot, sign: "fire", words: "First shot" });
  const loss = frames.findIndex((_, index) => index > 0 && lossesAt(timeline, index) > 0);
  if (loss > 0) found.push({ index: loss, sign: "break", words: "First loss" });
  const salvo = most(frames, (frame) => shotsOf(frame).length);
  if (salvo !== null && shotsOf(frames[salvo]).length > 1) found.push({ index: salvo, sign: "blast", words: "Biggest salvo" });
  const turning = turningPoint(data, timeline);
  if (turning !== null) found.push({ index: turning, sign: "turning", words: "Turning point" });
  found.push(...leads(data, timeline), ...captures(data));
  found.push({ index: last, sign: "result", words: "The end" });
  return sorted(found);
}

/** One for each place, the most telling first; not more than a strip has room for. */
function sorted(found) {
  const byPlace = new Map();
  for (const moment of found) {
    const other = byPlace.get(moment.index);
    if (other) {
      other.words += `, ${moment.words.charAt(0).toLowerCase()}${moment.words.slice(1)}`;
      if (moment.sign === "result") other.sign = moment.sign;
    } else if (byPlace.size < MOST || moment.sign === "result") byPlace.set(moment.index, moment);
  }
  return [...byPlace.values()].sort((a, b) => a.index - b.index);
}

function lossesAt(timeline, index) {
  return timeline.left.reduce((sum, left) => sum + Math.max(0, left[index - 1] - left[index]), 0);
}

/** Where somebody goes past the other in what counts most. */
function leads(data, timeline) {
  const found = [];
  let leader = null;
  timeline.ahead.forEach((ahead, index) => {
    const now = ahead > 0 ? 0 : ahead < 0 ? 1 : null;
    if (now !== null && leader !== null && now !== leader) found.push({ index, sign: "lead", words: `${nameOf(data, now)} in the lead` });
    leader = now ?? leader;
  });
  return found;
}

/** Where a place changes hands. */
function captures(data) {
  const found = [];
  let owners = null;
  data.frames.forEach((frame, index) => {
    if (!frame.owners) return;
    frame.owners.forEach((owner, zone) => {
      const before = owners?.[zone];
      const taken = owners && (owner === 0 || owner === 1) && owner !== before && frame.turn > 0;
      if (taken && data.zones[zone].side !== owner) found.push({ index, sign: "zone", words: `${nameOf(data, owner)} takes ${zone + 1}` });
    });
    owners = frame.owners;
  });
  return found;
}

/** The frame that brought most, in strength and in what counts, to whoever is ahead in the end; where nobody is, the one
    in which most changed. None where nothing did. */
export function turningPoint(data, timeline) {
  const last = data.frames.length - 1;
  const towards = Math.sign(timeline.ahead[last]) || Math.sign(timeline.balance[last]);
  const change = (index) => timeline.balance[index] - timeline.balance[index - 1];
  const worth = (index) => (towards ? towards * change(index) : Math.abs(change(index)));
  const index = most(data.frames, (_, at) => (at > 0 ? worth(at) : 0));
  return index !== null && worth(index) > 0.005 ? index : null;
}

/** For whom the turning point was. */
export function turnedTo(timeline, index) {
  return timeline.balance[index] > timeline.balance[index - 1] ? 0 : 1;
}

function most(frames, weigh) {
  let [best, found] = [0, null];
  frames.forEach((frame, index) => {
    const weight = weigh(frame, index);
    if (weight > best) [best, found] = [weight, index];
  });
  return found;
}

/** Both sides' figures at the end, a row for each: what it is called, and each side's. */
export function finalFigures(data, timeline, position) {
  const last = data.frames.length - 1;
  const lostBy = (side) => timeline.left[side][0] - timeline.left[side][last];
  const rows = [[`${data.words.pieces} destroyed`, lostBy(1), lostBy(0)]];
  if (data.groups.some(({ size }, id) => size > 1 && data.pieces.filter(({ group }) => group === id).length > 1)) {
    const gone = (side) => data.groups.filter((group, id) => group.side !== side && position.strength(data, id).left === 0).length;
    rows.push([`${data.words.groups.toLowerCase()} wiped out`, gone(0), gone(1)]);
  }
  if (data.zones.length) {
    const held = (side) => position.owners.flatMap((owner, zone) => (owner === side ? [zone + 1] : [])).join(", ") || "none";
    rows.push([`${data.words.zones ?? ""} held`.trim(), held(0), held(1)]);
  }
  for (const words of new Set(position.score.map(([, , words]) => words))) {
    const of = (side) => position.score.find(([one, , label]) => one === side && label === words)?.[1] ?? 0;
    rows.push([words, of(0), of(1)]);
  }
  return rows;
}

/** Both sides' figures of what counts most. */
function counted(score) {
  if (!score.length) return [0, 0];
  const [[, , words]] = score;
  return [0, 1].map((side) => score.find(([one, , label]) => one === side && label === words)?.[1] ?? 0);
}

/** The most that anybody ever had of what counts most: the measure of every lead. */
export function mostScored(frames) {
  return frames.reduce((scale, { score }) => Math.max(scale, ...counted(score ?? []).map(Math.abs)), 1);
}

/** Who is how far ahead in what counts most, from -1 to 1. */
export function aheadBy(score, scale) {
  const [red, blue] = counted(score);
  return clamp((red - blue) / scale, -1, 1);
}

function nameOf(data, side) {
  const { name } = data.sides[side];
  return name.charAt(0).toUpperCase() + name.slice(1);
}
