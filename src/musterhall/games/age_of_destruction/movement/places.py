"""Where a base may stand, and the places beside another base."""

from __future__ import annotations

import math
from collections.abc import Iterator

from musterhall.battle.decisions import Illegal
from musterhall.games.age_of_destruction.field.bases import FACING, X, Y, base_gap, outline_gap
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.field.terrain import BLOCKING, Going, TerrainKind, going
from musterhall.games.age_of_destruction.position.position import CONTACT, Position
from musterhall.games.age_of_destruction.sections import MOVING
from musterhall.geometry import Floats, Point, contains

AROUND = 24
"""In how many directions a place beside a base is looked for."""


def takes(position: Position, unit: int, kind: TerrainKind, *, cruising: bool) -> Going:
    """How a unit takes a kind of terrain: what cruises takes everything."""
    return "clear" if cruising else going(position.unit(unit).sheet.speed_mode, kind)


def check_place(position: Position, unit: int, place: Point, facing: float, *, cruising: bool | None = None) -> None:
    """40.4 Where a base may stand: on the table, on no other base, no part in blocking terrain, its dot in none
    that blocks its way of moving."""
    name = position.unit(unit).name
    up = position.states[unit].cruising if cruising is None else cruising
    if not position.field.table.contains(place):
        raise Illegal(f"{name} must stay on the table", MOVING)
    bases = moved_bases(position, unit, place, facing)
    if (other := overlapping(position, bases, unit, cruising=up)) != NOBODY:
        raise Illegal(f"{name} would stand on the base of {position.unit(other).name}", MOVING)
    if up:
        return
    for piece, kind in enumerate(position.field.kinds):
        inside = _covers(position, bases, unit, piece) if kind.name == BLOCKING else _dot_in(position, place, piece)
        if inside and takes(position, unit, kind, cruising=False) == "blocking":
            raise Illegal(f"{name} would stand in {kind.title} ({position.field.pieces[piece].name})", MOVING)


def may_stand(position: Position, unit: int, place: Point, facing: float, *, cruising: bool | None = None) -> bool:
    try:
        check_place(position, unit, place, facing, cruising=cruising)
    except Illegal:
        return False
    return True


def moved_bases(position: Position, unit: int, place: Point, facing: float) -> Floats:
    """The bases as they would be with one of them elsewhere."""
    bases = position.bases.copy()
    bases[unit, X], bases[unit, Y], bases[unit, FACING] = place[0], place[1], facing
    return bases


def overlapping(position: Position, bases: Floats, unit: int, *, cruising: bool) -> int:
    """The unit on whose base another would stand, or NOBODY; what cruises is above the others."""
    for other in position.everybody():
        apart = position.states[other].cruising != cruising
        if other != unit and not apart and base_gap(bases, unit, other) < -CONTACT:
            return other
    return NOBODY


def places_beside(position: Position, unit: int, other: int, *, behind: bool = False) -> Iterator[tuple[Point, float]]:
    """Legal places of a unit in contact with another, nearest to where it stands first; only behind it if asked."""
    x, y = position.at(other)
    here = position.at(unit) if position.states[unit].place == "table" else (x, y)
    found: list[tuple[float, Point, float]] = []
    for step in range(AROUND):
        angle = 360.0 * step / AROUND
        if behind and abs((angle - position.facing(other) + 180) % 360 - 180) < 180 - rear_half(position, other):
            continue
        place = touching_place(position, unit, other, angle, angle)
        if may_stand(position, unit, place, angle, cruising=False):
            found.append((math.dist(here, place), place, angle))
    return ((place, facing) for _, place, facing in sorted(found))


def rear_half(position: Position, unit: int) -> float:
    """Half the degrees of a unit's rear arc, which is all that is not its front arc."""
    return 180.0 - (position.unit(unit).sheet.arc or position.field.edition.front_arc) / 2


def touching_place(position: Position, unit: int, other: int, angle: float, facing: float) -> Point:
    """Where a unit's middle is when it touches another in a direction from that one's middle."""
    x, y = position.at(other)
    ux, uy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    bases = moved_bases(position, unit, (x, y), facing)
    low, high = 0.0, 6.0
    while high - low > 0.004:
        middle = (low + high) / 2
        bases[unit, X], bases[unit, Y] = x + ux * middle, y + uy * middle
        if base_gap(bases, unit, other) < 0:
            low = middle
        else:
            high = middle
    return (round(x + ux * high, 2), round(y + uy * high, 2))


def _covers(position: Position, bases: Floats, unit: int, piece: int) -> bool:
    if _dot_in(position, (float(bases[unit, X]), float(bases[unit, Y])), piece):
        return True
    return bool(outline_gap(bases, unit, position.field.outlines, piece) < -CONTACT)


def _dot_in(position: Position, place: Point, piece: int) -> bool:
    return bool(contains(position.field.outlines, piece, *place))
