"""A unit's way over the table: how far it may go, what stops it, and where it may end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from musterhall.battle.decisions import Illegal
from musterhall.games.age_of_destruction.field.bases import bases_crossed
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.field.ground import add_inches_inside, entry
from musterhall.games.age_of_destruction.movement.places import check_on_table, check_place, takes
from musterhall.games.age_of_destruction.position.conditions import changed
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import LEVELS, MOVING
from musterhall.geometry import SLACK, Point, bearing, contains, path_length, rounded

ENTERED = 0.1
"""How many inches a centre dot is inside hindering terrain at most when its move has ended on entering it."""


@dataclass(frozen=True, slots=True)
class Going:
    """What a unit sets out with: the inches it has, where it wants to be looking, and at what level it ends."""

    inches: float
    facing: float | None = None
    cruise: bool | None = None
    """At which level a VTOL ends; none is where it is."""
    jumps: bool = False
    """Over everything, to land in a legal place."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way that was found to be legal."""

    path: tuple[Point, ...]
    """From where it began to where it ends."""
    facing: float
    inches: float
    cruise: bool = False

    @property
    def end(self) -> Point:
        return self.path[-1]

    @property
    def goes(self) -> bool:
        return len(self.path) > 1


def speed_of(position: Position, unit: int) -> int:
    """40.4 How many inches a unit moves: its dial, less what its heat dial takes off, and what a card changes."""
    sheet, state = position.unit(unit).sheet, position.states[unit]
    speed = position.click(unit).speed
    if sheet.heat:
        speed += sheet.heat[min(state.heat, len(sheet.heat) - 1)].speed
    return max(0, speed + changed(position, "speed", unit))


def run_of(position: Position, unit: int) -> int:
    """40.4 How many inches a unit runs."""
    edition = position.field.edition
    return speed_of(position, unit) * edition.run_factor + edition.run_more


def judge_way(position: Position, unit: int, path: Sequence[Point], going: Going) -> Way:
    """40.4 The way as the rules take it, or `Illegal` with the reason."""
    state, name = position.states[unit], position.unit(unit).name
    up = state.cruising if going.cruise is None else going.cruise
    if up and position.unit(unit).sheet.type != "vtol":
        raise Illegal(f"{name} is no VTOL and cannot cruise", LEVELS)
    whole = (position.at(unit), *(rounded(point) for point in path))
    for point in whole[1:]:
        check_on_table(position, unit, point)
    above = up or state.cruising or going.jumps
    entered = {} if above else _entered(position, unit, whole)
    length = path_length(whole)
    cost = length + _extra_inches(position, entered, changes_level=up != state.cruising)
    allowed = going.inches
    if len(whole) > 1 and not above and _is_hindered(position, unit, entered):
        allowed = math.ceil(allowed / 2)
    if cost > allowed + SLACK:
        raise Illegal(f"{name} may go {allowed:g} inches, and this takes {cost:.1f}", MOVING)
    if not above:
        _check_terrain(position, unit, whole[-1], entered)
        _check_bases(position, unit, whole)
    turned = _turned(position, unit, whole, going.facing)
    check_place(position, unit, whole[-1], turned, cruising=up)
    return Way(whole, turned, length, up)


def stopped(position: Position, unit: int, end: Point) -> Point:
    """How far a unit comes on the straight way to a point before hindering terrain or a climb ends its move."""
    a, outlines, share = position.at(unit), position.field.outlines, 1.0
    length = math.dist(a, end)
    for piece in _entered(position, unit, (a, end), least=0.0):
        if _ends_a_move(position, unit, piece):
            share = min(share, entry(outlines, piece, *a, *end) + ENTERED / 2 / max(length, ENTERED))
    return rounded((a[0] + (end[0] - a[0]) * share, a[1] + (end[1] - a[1]) * share))


def _entered(position: Position, unit: int, path: Sequence[Point], least: float = SLACK) -> dict[int, float]:
    """The pieces that a unit's way leads into from outside, each with the inches inside it."""
    inches = np.zeros(len(position.field.pieces))
    for a, b in pairwise(path):
        add_inches_inside(position.field.outlines, *a, *b, inches)
    began_in = position.pieces_under(unit)
    return {piece: inside for piece, inside in enumerate(inches.tolist()) if inside > least and piece not in began_in}


def _turned(position: Position, unit: int, path: Sequence[Point], facing: float | None) -> float:
    if facing is not None:
        return facing % 360.0
    return bearing(path[-2], path[-1]) if len(path) > 1 else position.facing(unit)


def _extra_inches(position: Position, entered: Iterable[int], *, changes_level: bool) -> float:
    """40.14 What a change of level costs a VTOL, and a climb where it is paid in inches."""
    edition = position.field.edition
    extra = float(edition.level_change) if changes_level else 0.0
    if edition.climb == "two_inches":
        extra += CLIMB * sum(position.field.kinds[piece].is_high for piece in entered)
    return extra


CLIMB = 2.0
"""Inches of a climb where it is paid in inches, as the reading's name says."""


def _is_hindered(position: Position, unit: int, entered: Iterable[int]) -> bool:
    """Whether a unit has half its speed: it starts in hindering terrain, or enters some where that halves it."""
    minded = [*position.pieces_under(unit)]
    if position.field.edition.hindering_stops != "ends_move":
        minded += entered
    return any(takes(position, unit, position.field.kinds[piece], cruising=False) == "hindering" for piece in minded)


def _ends_a_move(position: Position, unit: int, piece: int) -> bool:
    """Whether a unit stops where it enters a piece: it is hindering terrain for it, or a climb that counts as such."""
    kind, edition = position.field.kinds[piece], position.field.edition
    if edition.hindering_stops != "ends_move":
        return False
    climbs = kind.is_high and edition.climb == "as_hindering"
    return climbs or takes(position, unit, kind, cruising=False) == "hindering"


def _check_terrain(position: Position, unit: int, end: Point, entered: Mapping[int, float]) -> None:
    """40.4 The centre dot never enters what blocks, and a unit that enters hindering terrain stops there."""
    field, name = position.field, position.unit(unit).name
    for piece, inches in entered.items():
        kind = field.kinds[piece]
        called = f"{kind.title} ({field.pieces[piece].name})"
        if takes(position, unit, kind, cruising=False) == "blocking":
            raise Illegal(f"{name} cannot enter {called}", MOVING)
        went_on = inches > ENTERED + SLACK or not contains(field.outlines, piece, *end)
        if went_on and _ends_a_move(position, unit, piece):
            raise Illegal(f"{name} stops where it enters {called}", MOVING)


def _check_bases(position: Position, unit: int, path: Sequence[Point]) -> None:
    """40.4 Nobody crosses opposing bases, but 'Mechs those of infantry; captives and what cruises bar no way."""
    mover = position.unit(unit)
    for other in _crossed(position, path):
        enemy, state = position.unit(other), position.states[other]
        bars = state.place == "table" and not state.cruising and state.captor == NOBODY
        if enemy.side == mover.side or not bars:
            continue
        if not (mover.sheet.is_mech and enemy.sheet.is_infantry):
            raise Illegal(f"{mover.name} cannot pass through {enemy.name}", MOVING)


def _crossed(position: Position, path: Sequence[Point]) -> list[int]:
    """The units whose bases a way crosses, the mover's own among them."""
    room = np.empty(len(position.states), dtype=np.int64)
    found: set[int] = set()
    for a, b in pairwise(path):
        found.update(room[: bases_crossed(position.bases, *a, *b, SLACK, room)].tolist())
    return sorted(found)
