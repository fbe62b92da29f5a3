/* Cards over the table of a replay: a piece that is pointed at, the key, and how it ended. */

import { finalFigures, firstShot, turnedTo, turningPoint } from "./moments.js";
import { clamp } from "./shapes.js";
import { groundPicture, levelPicture, signPicture, symbolPicture } from "./symbols.js";
import { capital, make, named, stateOf, turnName } from "./telling.js";

/** How it ended: who won and why, what it cost, and where it turned. */
export function fillEnd(card, data, timeline, jump) {
  const turning = turningPoint(data, timeline);
  const close = make("button", "close", "×");
  close.type = "button";
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => (card.hidden = true));
  const table = make("table");
  const head = table.appendChild(make("tr"));
  head.append(make("td"), ...data.sides.map((side, at) => make("th", `side${at}`, named(side))));
  for (const [words, red, blue] of finalFigures(data, timeline, timeline.at(data.frames.length - 1))) {
    const row = table.appendChild(make("tr"));
    row.append(make("th", "", capital(words)), make("td", "", String(red)), make("td", "", String(blue)));
  }
  card.append(close, make("h2", "", data.result), table);
  const onward = make("p", "onward");
  const way = (words, index) => {
    const button = onward.appendChild(make("button", "", words));
    button.type = "button";
    button.addEventListener("click", () => jump(index));
  };
  if (turning !== null) {
    const frame = data.frames[turning];
    const turned = make("p", "turned");
    turned.append(make("b", "", `It turned ${named(data.sides[turnedTo(timeline, turning)])}'s way: `), `${frame.text} (${turnName(frame.turn)})`);
    card.append(turned);
    way("See the turning point", turning);
  }
  way("Watch from the first shot", firstShot(data.frames));
  card.append(onward);
}

/** What is known about the piece pointed at. */
export function fillCard(card, data, position, id) {
  const piece = data.pieces[id];
  const group = data.groups[piece.group];
  const { left, size } = position.strength(data, piece.group);
  const badge = data.words.badge ? `${position.badges[piece.group]} ${data.words.badge}` : "";
  const height = data.words.levels[position.levels[id]].words;
  const aboard = position.passengers(id).map((passenger) => data.pieces[passenger].name);
  card.className = `card side${piece.side}`;
  card.replaceChildren(
    make("b", "", piece.name),
    make("span", "type", data.profiles[piece.profile].lines.join("\n")),
    ...(data.profiles[piece.profile].abilities ?? []).map(([code, words]) => make("span", "type", `${code}: ${words}`)),
    make("span", "of", group && group.name !== piece.name ? group.name : ""),
    make("span", "facts", [`${left} of ${size} left`, badge, stateOf(data, position, piece.group), position.notes[piece.group], height].filter(Boolean).join(" · ")),
    ...ordersOf(data, position, piece.group),
    ...(aboard.length ? [make("span", "facts", `${data.words.carried}: ${aboard.join(", ")}`)] : []),
  );
}

function ordersOf(data, position, group) {
  const told = (position.orders[group] ?? []).map((words, at) => words && `${data.words.orders[at]}: ${words}`).filter(Boolean);
  return told.length ? [make("span", "facts", capital(told.join(" · ")))] : [];
}

export function placeCard(card, host, place) {
  card.hidden = false;
  const [width, tall] = [card.offsetWidth, card.offsetHeight];
  const table = host.getBoundingClientRect();
  const [x, y] = [table.left + place.x, table.top + place.y];
  const top = y < tall + 24 ? y + 18 : y - tall - 18;
  card.style.left = `${clamp(x - width / 2, 6, Math.max(6, innerWidth - width - 6))}px`;
  card.style.top = `${clamp(top, 6, Math.max(6, innerHeight - tall - 6))}px`;
}

/** In a corner of the table, on that side where it hides nothing of what its piece can reach. */
export function placeAside(card, host, place) {
  card.hidden = false;
  const table = host.getBoundingClientRect();
  const far = place.x < table.width / 2 ? table.right - card.offsetWidth - 6 : table.left + 6;
  card.style.left = `${far}px`;
  card.style.top = `${table.top + 6}px`;
}

/** Which signs there are in this battle: nobody has to read past those that never come. */
function signsIn(data) {
  const seen = { symbols: new Set(data.pieces.map(({ symbol }) => symbol)), paths: new Set(), signs: new Set(), levels: new Set() };
  for (const frame of data.frames) {
    for (const [, , , , kind] of frame.paths ?? []) seen.paths.add(kind);
    for (const [, , , kind] of frame.rings ?? []) seen.signs.add(kind);
    for (const [, , , sign] of frame.markers ?? []) seen.signs.add(sign);
    if (frame.arcs?.length) seen.signs.add("arc");
    if (frame.orders?.length) seen.signs.add("orders");
    for (const [, , , , status, , level] of frame.pieces ?? []) {
      if (status === "carried") seen.signs.add("load");
      if (status === "lost") seen.signs.add("wreck");
      seen.levels.add(level ?? 0);
    }
    for (const [, badge, , , left] of frame.groups ?? []) {
      if (badge) seen.signs.add("badge");
      if (left !== undefined) seen.signs.add("strength");
    }
  }
  return seen;
}

export function fillKey(dialog, data) {
  const { key, words, table, zones } = data;
  const seen = signsIn(data);
  const turn = words.turn.toLowerCase();
  const keys = {
    Space: "play or pause", "← →": "step", "Page ↑ ↓": turn, "N P": "next, previous key moment", "Home End": "start, end",
    F: "follow the action, or hold still", R: "reach of the chosen piece", "+ − 0": "closer, farther, whole table",
  };
  const list = (rows) => {
    const made = make("ul", "symbols");
    for (const [text, ...pictures] of rows) made.appendChild(make("li")).append(...pictures, make("span", "", text));
    return made;
  };
  const occurs = ({ symbols, loads }) => (loads.some(Boolean) ? seen.signs.has("load") : symbols.some((symbol) => seen.symbols.has(symbol)));
  const symbols = key.symbols.filter(occurs).map(({ symbols, loads, words }) => [
    words, ...symbols.map((symbol, side) => symbolPicture(symbol, side, loads[side])),
  ]);
  if (seen.signs.has("badge")) symbols.push([words.badge || words.badge_short, signPicture("badge")]);
  const levels = words.levels.filter(({ mark }, level) => mark && seen.levels.has(level)).map(({ words, mark }) => [words, levelPicture(mark)]);
  const signs = key.signs.filter(([sign]) => seen.signs.has(sign)).map(([sign, words]) => [words, signPicture(sign)]);
  const shots = key.paths.filter(([kind]) => seen.paths.has(kind)).map(([kind, words]) => [words, make("i", `shot-${kind}`)]);
  if (seen.signs.has("orders")) signs.push([words.orders.join(", then "), signPicture("orders")]);
  if (seen.signs.has("wreck")) signs.push(["lost here", signPicture("wreck")]);
  const grounds = (table.kinds ?? []).map(([words, art]) => [words, groundPicture(art)]);
  if (zones.length) grounds.push([`${words.zones ?? "places"}, numbered`, signPicture("flag")]);
  const keyboard = make("dl");
  for (const [key, words] of Object.entries(keys)) keyboard.appendChild(make("div")).append(make("dt", "", key), make("dd", "", words));
  const close = make("button", "", "Close");
  close.type = "button";
  close.addEventListener("click", () => dialog.close());
  const head = make("header");
  head.append(make("h2", "", "Key"), close);
  const parts = { Pieces: symbols, Height: levels, "What happens": [...shots, ...signs], Table: grounds };
  const shown = Object.entries(parts).filter(([, rows]) => rows.length);
  dialog.append(head, ...shown.flatMap(([title, rows]) => [make("h3", "", title), list(rows)]), make("h3", "", "Keyboard"), keyboard);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}
