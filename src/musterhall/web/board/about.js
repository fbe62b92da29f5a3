/* What is known of a piece that somebody points at. */

export function showPiece(box, show, piece) {
  box.hidden = piece === null;
  if (piece === null) return;
  const { data, position, board } = show;
  const { name, side, group, profile } = data.pieces[piece];
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
  const lines = [
    ["b", name],
    ["small", data.profiles[profile]?.lines.join("\n") ?? ""],
    ["span", whole && whole.name !== name ? whole.name : ""],
    ["span", facts.filter(Boolean).join(" · ")],
    ["span", aboard.length ? `${words.carried}: ${aboard.join(", ")}` : ""],
  ];
  box.className = `piece-card side${side}`;
  box.replaceChildren(...lines.filter(([, text]) => text).map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })));
  const table = board.host.getBoundingClientRect();
  const { x, y } = board.screenPlace(piece);
  const [top, tall] = [table.top + y, box.offsetHeight];
  const within = (value, most) => Math.max(6, Math.min(value, most - 6));
  box.style.left = `${within(table.left + x - box.offsetWidth / 2, innerWidth - box.offsetWidth)}px`;
  box.style.top = `${within(top < tall + 30 ? top + 22 : top - tall - 22, innerHeight - tall)}px`;
}
