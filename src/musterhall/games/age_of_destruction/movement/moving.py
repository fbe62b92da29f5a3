"""A unit's way over the table: how far it may go, what stops it, and where it may end."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from musterhall.battle.decisions import Illegal
from musterhall.games.age_of_destruction.field.bases import line_gap
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.movement.places import check_place, takes
from musterhall.games.age_of_destruction.position.conditions import changed
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import LEVELS, MOVING
from musterhall.geometry import SLACK, Point, Shapes, bearing, path_length, rounded

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


def judge_way(position: Position, unit: int, path: Sequence[Point], going: Going) -> Way:
    """40.4 The way as the rules take it, or `Illegal` with the reason."""
    state, name = position.states[unit], position.unit(unit).name
    up = state.cruising if going.cruise is None else going.cruise
    if up and position.unit(unit).sheet.type != "vtol":
        raise Illegal(f"{name} is no VTOL and cannot cruise", LEVELS)
    whole = (position.at(unit), *(rounded(point) for point in path))
    above = up or state.cruising or going.jumps
    length = path_length(whole)
    cost = length + _extra_inches(position, unit, whole, changes_level=up != state.cruising, above=above)
    allowed = going.inches
    if len(whole) > 1 and not above and _is_hindered(position, unit, whole):
        allowed = math.ceil(allowed / 2)
    if cost > allowed + SLACK:
        raise Illegal(f"{name} may go {allowed:g} inches, and this takes {cost:.1f}", MOVING)
    if not above:
        _check_terrain(position, unit, whole)
        _check_bases(position, unit, whole)
    turned = _turned(position, unit, whole, going.facing)
    check_place(position, unit, whole[-1], turned, cruising=up)
    return Way(whole, turned, length, up)


def stopped(position: Position, unit: int, end: Point) -> Point:
    """How far a unit comes on the straight way to a point before hindering terrain or a climb ends its move."""
    a = position.at(unit)
    shapes, share = Shapes(position.field.outlines), 1.0
    length = math.dist(a, end)
    began_in = set(position.field.pieces_at(a))
    for piece in range(len(position.field.kinds)):
        if piece not in began_in and _ends_a_move(position, unit, piece) and shapes.length_inside(piece, a, end):
            share = min(share, _entry(shapes, piece, a, end) + ENTERED / 2 / max(length, ENTERED))
    return rounded((a[0] + (end[0] - a[0]) * share, a[1] + (end[1] - a[1]) * share))


def _entry(shapes: Shapes, piece: int, a: Point, b: Point) -> float:
    """At which share of a stretch from outside it first lies inside a piece."""
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        c = (a[0] + (b[0] - a[0]) * middle, a[1] + (b[1] - a[1]) * middle)
        low, high = (low, middle) if shapes.length_inside(piece, a, c) > 0 else (middle, high)
    return high


def _turned(position: Position, unit: int, path: Sequence[Point], facing: float | None) -> float:
    if facing is not None:
        return facing % 360.0
    return bearing(path[-2], path[-1]) if len(path) > 1 else position.facing(unit)


def _extra_inches(position: Position, unit: int, path: Sequence[Point], *, changes_level: bool, above: bool) -> float:
    """40.14 What a change of level costs a VTOL, and a climb where it is paid in inches."""
    edition = position.field.edition
    extra = float(edition.level_change) if changes_level else 0.0
    if not above and edition.climb == "two_inches":
        extra += CLIMB * len(_entered(position, path, lambda piece: position.field.kinds[piece].is_high))
    return extra


CLIMB = 2.0
"""Inches of a climb where it is paid in inches, as the reading's name says."""


def _entered(position: Position, path: Sequence[Point], wanted: Callable[[int], bool]) -> list[int]:
    """The pieces that a way leads into from outside."""
    shapes = Shapes(position.field.outlines)
    began_in = set(position.field.pieces_at(path[0]))
    return [
        piece
        for piece in range(len(position.field.kinds))
        if piece not in began_in
        and wanted(piece)
        and any(shapes.length_inside(piece, a, b) > SLACK for a, b in pairwise(path))
    ]


def _is_hindered(position: Position, unit: int, path: Sequence[Point]) -> bool:
    """Whether a unit has half its speed: it starts in hindering terrain, or enters some where that halves it."""

    def hinders(piece: int) -> bool:
        return takes(position, unit, position.field.kinds[piece], cruising=False) == "hindering"

    if any(map(hinders, position.field.pieces_at(path[0]))):
        return True
    if position.field.edition.hindering_stops == "ends_move":
        return False
    return bool(_entered(position, path, hinders))


def _ends_a_move(position: Position, unit: int, piece: int) -> bool:
    """Whether a unit stops where it enters a piece: it is hindering terrain for it, or a climb that counts as such."""
    kind, edition = position.field.kinds[piece], position.field.edition
    if edition.hindering_stops != "ends_move":
        return False
    climbs = kind.is_high and edition.climb == "as_hindering"
    return climbs or takes(position, unit, kind, cruising=False) == "hindering"


def _check_terrain(position: Position, unit: int, path: Sequence[Point]) -> None:
    """40.4 The centre dot never enters what blocks, and a unit that enters hindering terrain stops there."""
    field, name = position.field, position.unit(unit).name
    shapes = Shapes(field.outlines)
    began_in = set(field.pieces_at(path[0]))
    for piece, kind in enumerate(field.kinds):
        if piece in began_in:
            continue
        inside = [shapes.length_inside(piece, a, b) for a, b in pairwise(path)]
        if sum(inside) <= SLACK:
            continue
        called = f"{kind.title} ({field.pieces[piece].name})"
        if takes(position, unit, kind, cruising=False) == "blocking":
            raise Illegal(f"{name} cannot enter {called}", MOVING)
        went_on = sum(inside) > ENTERED + SLACK or not shapes.contains(piece, path[-1])
        if went_on and _ends_a_move(position, unit, piece):
            raise Illegal(f"{name} stops where it enters {called}", MOVING)


def _check_bases(position: Position, unit: int, path: Sequence[Point]) -> None:
    """40.4 Nobody crosses opposing bases, but 'Mechs those of infantry; captives and what cruises bar no way."""
    mover = position.unit(unit)
    for other in position.on_table(1 - mover.side):
        enemy = position.unit(other)
        state = position.states[other]
        bars = not state.cruising and state.captor == NOBODY
        if not bars or (mover.sheet.is_mech and enemy.sheet.is_infantry):
            continue
        if any(line_gap(position.bases, other, *a, *b) < -SLACK for a, b in pairwise(path)):
            raise Illegal(f"{mover.name} cannot pass through {enemy.name}", MOVING)
