"""THE GAME on a board: units as pieces, formations as groups with suppression for a badge, objectives as zones."""

from __future__ import annotations

import re

from musterhall.board import (
    Board,
    BoardWords,
    Figure,
    Group,
    GroupState,
    Key,
    KeySymbol,
    Moment,
    Orders,
    Piece,
    PieceState,
    Profile,
    Reach,
    Status,
    Symbol,
    Zone,
)
from musterhall.game.glance import Glance, seen_piece, seen_zone
from musterhall.games.the_game.army.datasheets import Datasheet, Weapon
from musterhall.games.the_game.field.field import Unit
from musterhall.games.the_game.parts.in_the_air import LEVELS, levels_of, markers_of
from musterhall.games.the_game.position.orders import HIDDEN
from musterhall.games.the_game.position.position import NOBODY, SQUARE, Position
from musterhall.games.the_game.scenario.maps import HOLDING, holders
from musterhall.games.the_game.scenario.victory import victory_conditions, victory_points

STEADY, BROKEN = 0, 1
FACE_DOWN = "?"
"""1.4 A command that the viewer may not see yet."""
WORDS = BoardWords(
    groups="Formations",
    pieces="units",
    carried="Aboard",
    badge="suppression",
    badge_short="ST",
    zones="objectives",
    orders=("this turn", "next turn"),
    states=("", "broken"),
    levels=LEVELS,
)
NAMES: dict[Symbol, str] = {
    "infantry": "infantry",
    "tank": "tank",
    "carrier": "APC, IFV",
    "truck": "soft vehicle",
    "scout": "scout",
    "gun": "gun",
    "gun-tracked": "self-propelled gun",
    "antiair": "anti-aircraft",
    "helicopter": "helicopter",
    "aircraft": "aircraft",
    "ship": "ship",
}
KEY = Key(
    symbols=(
        *(KeySymbol((symbol, symbol), words) for symbol, words in NAMES.items()),
        KeySymbol(("carrier", "truck"), "a dot for each unit aboard", (2, 1)),
    ),
    paths=(
        ("kill", "destroys"),
        ("hit", "suppresses"),
        ("miss", "misses"),
        ("leg", "a section of a flight"),
        ("past", "flown or moved before"),
        ("arrow", "blown off course, or put ashore"),
    ),
    signs=(
        ("arc", "fire arc of aircraft"),
        ("blast", "under shells or bombs"),
        ("area", "where paratroopers come down"),
        ("spot", "marker of a drop"),
        ("heading", "where a patrol comes in"),
    ),
)


def board_of(position: Position) -> Board:
    """What stays as it is for the whole battle."""
    field = position.field
    sheets = list({id(unit.sheet): unit.sheet for unit in field.units}.values())
    numbers = {id(sheet): number for number, sheet in enumerate(sheets)}
    return Board(
        field.table,
        [_piece(unit, numbers[id(unit.sheet)]) for unit in field.units],
        [Profile(sheet.name, (sheet.type, *sheet_lines(sheet)), reaches_of(sheet)) for sheet in sheets],
        [Group(one.name, one.side, one.original) for one in position.formations],
        [Zone(one.x, one.y, HOLDING, one.side, one.kind == "primary") for one in position.scenario.objectives],
        WORDS,
        ruler=(10, SQUARE),
    )


def _piece(unit: Unit, sheet: int) -> Piece:
    leads = re.search(r"command|\bhq\b", unit.name, re.IGNORECASE) is not None
    return Piece(unit.name, unit.side, unit.formation, symbol_of(unit.sheet.type, unit.name), sheet, leads)


_BY_TYPE: tuple[tuple[str, Symbol], ...] = (
    (r"helicopter", "helicopter"),
    (r"aircraft|fighter|bomber|^attack|^transport", "aircraft"),
    (r"boat|ship|hovercraft|ground effect|submarine", "ship"),
)


def symbol_of(type_: str, name: str) -> Symbol:
    """The unit's type decides, its name tells guns from tanks."""
    type_, name = type_.lower(), name.lower()
    for pattern, symbol in _BY_TYPE:
        if re.search(pattern, type_):
            return symbol
    armoured = "armoured" in type_
    if re.search(r"anti-?air|\baa\b|flak", name):
        return "antiair"
    if re.search(r"howitzer|artillery|mortar|rocket launcher|\bmrl\b", name):
        return "gun-tracked" if armoured else "gun"
    if re.search(r"scout|recon", name):
        return "scout"
    if armoured:
        return "carrier" if re.search(r"\b(apc|ifv)\b|carrier", name) else "tank"
    return "truck" if re.search(r"soft|vehicle", type_) else "infantry"


def sheet_lines(sheet: Datasheet) -> list[str]:
    """What a player asks first about a unit: its stats, then a line for each weapon."""
    stats = (
        f"move {sheet.combat:g}/{sheet.tactical:g} · COM {sheet.command} · ARM {sheet.armour} · VIS {sheet.visibility}"
    )
    return [stats, *(_weapon_line(weapon) for weapon in sheet.weapons)]


def _weapon_line(weapon: Weapon) -> str:
    attack = "/".join(f"{kind}{value}" for kind, value in weapon.attacks) or f"AS{weapon.score}/{weapon.maximum}"
    return f"{weapon.name}: {weapon.range:g} cm, {attack}"


def reaches_of(sheet: Datasheet) -> tuple[Reach, ...]:
    """1.6, 1.7 How far a unit moves and how far each of its weapons reaches; of equal ones the first is told."""
    moves = {sheet.combat: "combat move", sheet.tactical: "tactical move"}
    weapons = {weapon.range: weapon.name for weapon in reversed(sheet.weapons)}
    return (
        *(Reach("move", float(radius), words) for radius, words in moves.items() if radius > 0),
        *(Reach("range", float(radius), words) for radius, words in sorted(weapons.items()) if radius > 0),
    )


def orders_of(position: Position) -> list[Orders]:
    """1.4 What lies on each formation's command stack, as far as whoever looks may know it."""
    return [
        Orders(_told(stack.now), _told(stack.next)) if formation.alive else Orders()
        for formation, stack in zip(position.formations, position.orders, strict=True)
    ]


def _told(command: str | None) -> str:
    if command is None:
        return ""
    return FACE_DOWN if command == HIDDEN else command


def score_of(position: Position) -> list[Figure]:
    """6.1.5 Victory points, and how many conditions each side meets."""
    return [
        *(Figure(side, victory_points(position, side), "victory points") for side in (0, 1)),
        *(Figure(side, len(victory_conditions(position, side)), "conditions") for side in (0, 1)),
    ]


def glance_of(position: Position) -> Glance:
    """A unit is whole or lost; what a formation has suffered is how many of its units are left."""
    table, states = position.field.table, moment_of(position).pieces
    pieces = [
        seen_piece(unit.side, unit.formation, state, float(state.status != "lost"))
        for unit, state in zip(position.field.units, states, strict=True)
    ]
    held = zip(position.scenario.objectives, holders(position), strict=True)
    zones = [seen_zone(one.x, one.y, holder) for one, holder in held]
    return Glance(table.width, table.depth, pieces, zones, score_of(position))


def moment_of(position: Position, last: Moment | None = None) -> Moment:
    """Where everybody stands, to hundredths of a centimetre and tenths of a degree.

    The dead lie where they were shown `last`; whoever died aboard has no place of their own in the position.
    """
    x, y = position.x.round(2).tolist(), position.y.round(2).tolist()
    facing = position.facing.round(1).tolist()
    levels = levels_of(position)
    left = {unit for formation in position.formations for unit in formation.units}
    pieces: list[PieceState] = []
    for unit in range(len(position.field.units)):
        carrier = int(position.aboard[unit])
        at = unit if carrier == NOBODY else carrier
        if last is not None and unit not in left:
            shown = last.pieces[unit]
            x[at], y[at], facing[at] = shown.x, shown.y, shown.facing
        status = _status(position, unit, unit in left)
        level = levels.get(unit, 0)
        pieces.append(PieceState(x[at], y[at], facing[at], status, None if at == unit else carrier, level))
    groups = [GroupState(f.suppression, BROKEN if f.broken else STEADY, not f.alive) for f in position.formations]
    return Moment(pieces, groups, markers_of(position))


def _status(position: Position, unit: int, alive: bool) -> Status:
    if not alive:
        return "lost"
    if position.on[unit]:
        return "on"
    carrier = int(position.aboard[unit])
    return "carried" if carrier != NOBODY and position.on[carrier] else "away"
