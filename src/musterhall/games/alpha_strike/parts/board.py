"""Alpha Strike on a board: each unit a piece and a group of its own, with its armour and structure as a bar under it,
its heat as a badge, and what it does crippled or shut down as a state; objectives are zones and markers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from musterhall.board import (
    NOBODYS,
    ON_THE_TABLE,
    Arc,
    Board,
    BoardWords,
    Figure,
    Group,
    GroupState,
    Key,
    KeySymbol,
    Level,
    Marker,
    Moment,
    Piece,
    PieceState,
    Profile,
    Reach,
    Ring,
    Status,
    Symbol,
    Zone,
)
from musterhall.game.glance import Glance, seen_piece, seen_zone
from musterhall.games.alpha_strike.attacks.ranges import LONG_TO, MEDIUM_TO, SHORT_TO
from musterhall.games.alpha_strike.field.tables import LENGTH
from musterhall.games.alpha_strike.field.unit import NOBODY, Unit, kind_of
from musterhall.games.alpha_strike.movement.allowance import GROUND, JUMPING, is_airborne, move_of
from musterhall.games.alpha_strike.position.condition import ABOARD, DESTROYED, TABLE, WITHDRAWN, Condition
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.scenarios.points import destruction_points
from musterhall.games.alpha_strike.units.cards import Card, card_data, is_infantry, is_mech, jump_move
from musterhall.games.alpha_strike.units.specials import explained
from musterhall.geometry import Point, distance
from musterhall.table import TerrainPiece
from musterhall.tally import counted

UNKNOWN = "Not known to Musterhall; look at the card."

STEADY, CRIPPLED, SHUT_DOWN = 0, 1, 2
GROUNDED, FLYING = 0, 1
ZONE_ACROSS = 2.5
"""Round objectives of this size are ground to stand on; what is smaller is carried about."""
STRIP = 12.0
"""Areas longer than this run along an edge."""
WORDS = BoardWords(
    groups="Units",
    pieces="units",
    carried="Aboard",
    badge="heat",
    badge_short="heat",
    zones="objectives",
    states=("", "crippled", "shut down"),
    levels=(ON_THE_TABLE, Level("in the air", "up", 1.2)),
)
NAMES: dict[Symbol, str] = {
    "walker": "'Mech, ProtoMech",
    "tank": "vehicle",
    "gun-tracked": "artillery",
    "helicopter": "VTOL",
    "infantry": "infantry, battle armor",
    "aircraft": "aerospace",
    "ship": "vessel",
}
KEY = Key(
    symbols=tuple(KeySymbol((symbol, symbol), words) for symbol, words in NAMES.items()),
    paths=(
        ("hit", "damage is marked"),
        ("miss", "misses"),
        ("leg", "a way on the ground"),
        ("arrow", "a jump"),
        ("plain", "line of sight"),
    ),
    signs=(
        ("strength", "armour and structure; the pale end is marked to go in the End Phase"),
        ("arc", "front arc of who attacks, as far as that range"),
        ("range", "range"),
        ("blast", "under artillery or bombs"),
        ("spot", "what a scenario is about"),
        ("heading", "a bunker's door"),
    ),
)
COUNTED = {"total": "points", "conditions": "conditions"}
"""13.1, 15 What a scenario may be won by."""
RANGES = {"short": SHORT_TO, "medium": MEDIUM_TO, "long": LONG_TO}


# What stays


def board_of(position: Position, terrain: Iterable[TerrainPiece]) -> Board:
    """What stays as it is for the whole battle."""
    field = position.field
    return Board(
        replace(field.table, pieces=tuple(terrain)),
        [
            Piece(one.name, one.side, one.index, symbol_of(one.card), one.index, _leads(position, one))
            for one in field.units
        ],
        [_profile(position, one) for one in field.units],
        [Group(one.name, one.side, one.card.armour + one.card.structure) for one in field.units],
        [_zone(one) for one in zones_of(position)],
        WORDS,
        ruler=(1, 6),
        length=LENGTH,
    )


def symbol_of(card: Card) -> Symbol:
    kind = kind_of(card)
    if is_mech(card) or kind == "protomech":
        return "walker"
    if kind in ("aerospace", "dropship"):
        return "aircraft"
    if is_infantry(card):
        return "infantry"
    if kind == "vtol":
        return "helicopter"
    if any(code[:1] in ("n", "s") for code in card.moves):
        return "ship"
    return "gun-tracked" if any(one.name.startswith("ART") for one in card.specials) else "tank"


def _leads(position: Position, unit: Unit) -> bool:
    return any(formation.commander == unit.index for formation in position.field.formations)


def _profile(position: Position, unit: Unit) -> Profile:
    card = card_data(unit.card)
    formation = position.field.formations[unit.formation] if unit.formation != NOBODY else None
    lines = [
        f"{unit.card.name}, size {unit.card.size}, {unit.points} PV",
        f"skill {unit.skill}, move {card['move']}, damage {card['damage']}"
        + (f", overheat {unit.card.overheat}" if unit.card.overheat else ""),
        card.get("specials", ""),
        ", ".join(one.ability.name for one in unit.abilities),
        f"{formation.name}, {formation.kind.name}" if formation and formation.kind else "",
    ]
    abilities = [
        *((code, words or UNKNOWN) for code, words in explained(unit.card.specials)),
        *((one.ability.name, one.ability.effect) for one in unit.abilities),
    ]
    return Profile(unit.card.name, tuple(filter(None, lines)), abilities=tuple(abilities))


def zones_of(position: Position) -> list[Mapping[str, Any]]:
    """Objectives that are ground to stand on."""
    return [one for one in position.scenario.markers(position) if _is_zone(one)]


def _is_zone(marker: Mapping[str, Any]) -> bool:
    return bool(marker["shape"] == "circle" and marker["across"] >= ZONE_ACROSS)


def _zone(marker: Mapping[str, Any]) -> Zone:
    x, y = marker["at"]
    return Zone(x, y, marker["across"] / 2, NOBODYS)


# What changes


class Terrain:
    """The pieces of terrain that lay on a table at one moment or another, numbered as they were first seen."""

    def __init__(self) -> None:
        self._numbers: dict[TerrainPiece, int] = {}

    def __iter__(self) -> Iterator[TerrainPiece]:
        return iter(self._numbers)

    def now(self, position: Position) -> list[int]:
        """Which of them lie there now; what was not seen before gets the next number."""
        pieces = position.field.ground.now(position.lie)
        return [self._numbers.setdefault(piece, len(self._numbers)) for piece in pieces]


def moment_of(position: Position, terrain: Terrain) -> Moment:
    """The ground, where everybody stands and how everybody is, to hundredths of an inch."""
    x, y = position.x.round(2).tolist(), position.y.round(2).tolist()
    facing = position.facing.round(1).tolist()
    pieces = []
    for unit, condition in enumerate(position.conditions):
        aboard = condition.place == ABOARD and condition.carrier != NOBODY
        at = condition.carrier if aboard else unit
        level = FLYING if _flies(position, unit) else GROUNDED
        carrier = condition.carrier if aboard else None
        pieces.append(PieceState(x[at], y[at], facing[at], _status(condition, x[at]), carrier, level))
    groups = [group_state(position, unit) for unit in range(len(pieces))]
    return Moment(pieces, groups, markers_of(position), terrain.now(position))


def _flies(position: Position, unit: int) -> bool:
    return position.conditions[unit].place == TABLE and is_airborne(position, unit)


def _status(condition: Condition, x: float) -> Status:
    if condition.place == TABLE:
        return "on"
    if condition.place == ABOARD:
        return "carried"
    # Whoever was lost before coming on has no place where a wreck could lie.
    return "lost" if condition.place == DESTROYED and x >= 0 else "away"


def group_state(position: Position, unit: int) -> GroupState:
    condition = position.conditions[unit]
    state = SHUT_DOWN if condition.shut_down else CRIPPLED if condition.crippled else STEADY
    left = condition.armour + condition.structure
    marked = min(left, sum(mark.points for mark in condition.marks))
    note = ", ".join(_notes(position.unit(unit), condition, marked))
    return GroupState(condition.heat, state, not condition.alive, left, marked, note)


def _notes(unit: Unit, condition: Condition, marked: int) -> Iterator[str]:
    yield f"armour {condition.armour} of {unit.card.armour}"
    yield f"structure {condition.structure} of {unit.card.structure}"
    if marked:
        yield f"{marked} damage marked"
    if condition.place == WITHDRAWN:
        yield "withdrawn"
    for hits, where in (
        (condition.engine_hits, "engine"),
        (condition.fire_control_hits, "fire control"),
        (condition.weapon_hits, "weapon"),
    ):
        if hits:
            yield counted(hits, f"{where} hit")
    if condition.drive:
        yield f"drive: {', '.join(condition.drive)}"
    yield from dict.fromkeys(effect.name.replace("_", " ") for effect in condition.effects)


def markers_of(position: Position) -> list[Marker]:
    """What lies on the table or is carried about."""
    said = [one for one in position.scenario.markers(position) if not _is_zone(one) and not _is_strip(one)]
    places = [middle(one) for one in said if one["shape"] != "line"]
    return [_door(one, places) if one["shape"] == "line" else _marker(one) for one in said]


def _marker(said: Mapping[str, Any]) -> Marker:
    armour = f", armour {said['armour']}" if "armour" in said else ""
    return Marker(middle(said), said["owner"], "spot", f"{said['text']}{armour}")


def _door(said: Mapping[str, Any], places: Sequence[Point]) -> Marker:
    """A way in points away from the middle of what it leads into."""
    x, y = middle(said)
    inside = min(places, key=lambda place: distance(place, (x, y)))
    return Marker((x, y), said["owner"], "heading", "", 90.0 if y > inside[1] else 270.0)


def middle(marker: Mapping[str, Any]) -> Point:
    if marker["shape"] == "circle":
        return (marker["at"][0], marker["at"][1])
    left, top, right, bottom = marker["zone"]
    return ((left + right) / 2, (top + bottom) / 2)


def _is_strip(marker: Mapping[str, Any]) -> bool:
    """A home edge, which the table's own edge shows."""
    return bool(marker["shape"] == "area" and marker["zone"][2] - marker["zone"][0] > STRIP)


def owners_of(position: Position) -> list[int | None]:
    """Who holds each zone."""
    return [None if one["owner"] == NOBODY else one["owner"] for one in zones_of(position)]


def glance_of(position: Position) -> Glance:
    """What is left of a unit is its armour and structure."""
    table, states = position.field.table, moment_of(position, Terrain()).pieces
    pieces = [
        seen_piece(unit.side, unit.index, state, share_left(unit, condition))
        for unit, state, condition in zip(position.field.units, states, position.conditions, strict=True)
    ]
    held = zip(zones_of(position), owners_of(position), strict=True)
    zones = [seen_zone(one["at"][0], one["at"][1], holder) for one, holder in held]
    return Glance(table.width, table.depth, pieces, zones, score_of(position))


def share_left(unit: Unit, condition: Condition) -> float:
    if not condition.alive:
        return 0.0
    return (condition.armour + condition.structure) / max(1, unit.card.armour + unit.card.structure)


# Reach


def front_arc(position: Position, unit: int, radius: float) -> Arc:
    """2 What a unit can fire at, as far as that."""
    one = position.unit(unit)
    width = 360.0 if one.is_infantry else float(position.field.edition.front_arc)
    return Arc(position.at(unit), float(position.facing[unit]), min(width, 359.9), radius + one.radius)


def reach_of(position: Position, range_: str) -> float:
    """4 How far a range reaches."""
    return RANGES.get(range_, float(position.field.edition.extreme_range_to))


def reaches_of(position: Position, unit: int) -> tuple[Reach, ...]:
    """2, 4 How far a unit moves and jumps, and the ranges at which it does damage, in its front arc."""
    one = position.unit(unit)
    if one.is_aerospace:
        return ()
    ways = ((GROUND, "move"), (JUMPING, "jump")) if jump_move(one.card) else ((GROUND, "move"),)
    moves = [(move_of(position, unit, mode), words) for mode, words in ways]
    width = 360.0 if one.is_infantry else float(position.field.edition.front_arc)
    return (
        *(Reach("move", float(inches), words) for inches, words in moves if inches > 0),
        *(Reach("range", reach + one.radius, words, width) for words, reach in RANGES.items()),
    )


def score_of(position: Position) -> list[Figure]:
    """13.1, 13.4, 15 What each side would score if the match ended now, and what it has got for destroying units."""
    standing = position.scenario.standing(position)
    told = [(name, words) for name, words in COUNTED.items() if name in standing[0]]
    return [
        *(Figure(side, standing[side][name], words) for name, words in told for side in (0, 1)),
        *(Figure(side, destruction_points(position, side), "for destruction") for side in (0, 1)),
    ]


def range_rings(position: Position, unit: int, ranges: Sequence[str] = tuple(RANGES)) -> list[Ring]:
    """4 How far the ranges reach from a unit; they are measured from base to base."""
    return [Ring(position.at(unit), reach_of(position, name) + position.unit(unit).radius, "range") for name in ranges]
