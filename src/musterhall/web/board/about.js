/* What is known of a piece that somebody points at or holds, and of all that fight here. */

/** What a kind of piece is and can do; each code with what it means. */
function kind({ lines = [], abilities = [] } = {}) {
  return [["small", lines.join("\n")], ...abilities.map(([code, words]) => ["small", `${code}: ${words}`, "ability"])];
}

/** All that is known of one piece at the moment that is shown, a line each. */
function known({ data, position }, piece) {
  const { name, group, profile } = data.pieces[piece];
  const whole = data.groups[group];
  const { left, size } = position.strength(data, group);
  const { words } = data;
  const facts = [
    `${left} of ${size} left`,
    words.badge && position.badges[group] ? `${position.badges[group]} ${words.badge}` : "",
    words.states[position.states[group]] ?? "",
    position.notes[group],
    words.levels[position.levels[piece]]?.words ?? "",
  ];
  const aboard = position.passengers(piece).map((one) => data.pieces[one].name);
  return [
    ...kind(data.profiles[profile]),
    ["span", whole && whole.name !== name ? whole.name : ""],
    ["span", facts.filter(Boolean).join(" · ")],
    ["span", aboard.length ? `${words.carried}: ${aboard.join(", ")}` : ""],
  ];
}

function made(lines) {
  return lines.filter(([, text]) => text).map(([tag, textContent, className = ""]) => Object.assign(document.createElement(tag), { textContent, className }));
}

export function showPiece(box, show, piece) {
  box.hidden = piece === null;
  if (piece === null) return;
  const { data, board } = show;
  const { name, side } = data.pieces[piece];
  box.className = `piece-card side${side}`;
  box.replaceChildren(...made([["b", name], ...known(show, piece)]));
  const table = board.host.getBoundingClientRect();
  const { x, y } = board.screenPlace(piece);
  const [top, tall] = [table.top + y, box.offsetHeight];
  const within = (value, most) => Math.max(6, Math.min(value, most - 6));
  box.style.left = `${within(table.left + x - box.offsetWidth / 2, innerWidth - box.offsetWidth)}px`;
  box.style.top = `${within(top < tall + 30 ? top + 22 : top - tall - 22, innerHeight - tall)}px`;
}

/** One piece, to be read at leisure: its name, and what stands below it. */
export function aboutPiece(show, piece) {
  return [show.data.pieces[piece].name, made(known(show, piece).map(([, text, name = ""]) => ["p", text, name]))];
}

/** Everybody who fights here, side by side; what is alike is told once. */
export function aboutAll({ data }) {
  return data.sides.flatMap((side, at) => {
    const own = [...new Set(data.pieces.filter((piece) => piece.side === at).map(({ profile }) => profile))];
    const heading = Object.assign(document.createElement("h3"), { textContent: side.name, className: `side${at}` });
    return [heading, ...own.flatMap((profile) => whole(data, at, profile))];
  });
}

function whole(data, side, number) {
  const profile = data.profiles[number];
  const names = data.pieces.filter((piece) => piece.side === side && piece.profile === number).map(({ name }) => name);
  const heading = names.length > 1 ? `${profile.name}, ${names.length}` : names[0];
  return made([["h4", heading], ...kind(profile).map(([, text, name]) => ["p", text, name])]);
}
