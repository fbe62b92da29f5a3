"""Where a base may stand, and the places beside another base."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from musterhall.battle.decisions import Illegal
from musterhall.games.age_of_destruction.field.bases import footing, inches_to_touch
from musterhall.games.age_of_destruction.field.terrain import BLOCKING, Going, TerrainKind, going
from musterhall.games.age_of_destruction.position.position import CONTACT, Position
from musterhall.games.age_of_destruction.sections import MOVING
from musterhall.geometry import Point, contains, rounded

AROUND = 24
"""In how many directions a place beside a base is looked for."""
FARTHEST = 6.0
"""Inches within which two bases touch, whatever they are."""


def takes(position: Position, unit: int, kind: TerrainKind, *, cruising: bool) -> Going:
    """How a unit takes a kind of terrain: what cruises takes everything."""
    return "clear" if cruising else going(position.unit(unit).sheet.speed_mode, kind)


def check_place(position: Position, unit: int, place: Point, facing: float, *, cruising: bool | None = None) -> None:
    """40.4 Where a base may stand: on the table, on no other base, no part in blocking terrain, its dot in none
    that blocks its way of moving."""
    name = position.unit(unit).name
    up = position.states[unit].cruising if cruising is None else cruising
    check_on_table(position, unit, place)
    if position.hangs_over(unit, place, facing):
        raise Illegal(f"The whole base of {name} must be on the table at the end", MOVING)
    others, pieces = _footing(position, unit, place, facing)
    for other in others:
        if position.states[other].place == "table" and position.states[other].cruising == up:
            raise Illegal(f"{name} would stand on the base of {position.unit(other).name}", MOVING)
    for piece in () if up else pieces:
        kind = position.field.kinds[piece]
        if takes(position, unit, kind, cruising=False) != "blocking":
            continue
        if kind.name == BLOCKING or contains(position.field.outlines, piece, *place):
            raise Illegal(f"{name} would stand in {kind.title} ({position.field.pieces[piece].name})", MOVING)


def check_on_table(position: Position, unit: int, place: Point) -> None:
    """40.4 No centre dot leaves the table, neither on its way nor at its end."""
    if not position.field.table.contains(place):
        raise Illegal(f"{position.unit(unit).name} must stay on the table", MOVING)


def may_stand(position: Position, unit: int, place: Point, facing: float, *, cruising: bool | None = None) -> bool:
    try:
        check_place(position, unit, place, facing, cruising=cruising)
    except Illegal:
        return False
    return True


def _footing(position: Position, unit: int, place: Point, facing: float) -> tuple[list[int], list[int]]:
    """The bases and the pieces of terrain that a base would be on somewhere else, with any part of it."""
    units, outlines = len(position.states), position.field.outlines
    room = np.empty(units + len(outlines), dtype=np.int64)
    others, pieces = footing(position.bases, unit, place[0], place[1], facing, outlines, CONTACT, room)
    return room[:others].tolist(), room[units : units + pieces].tolist()


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
    inches = inches_to_touch(position.bases, unit, other, ux, uy, facing, FARTHEST)
    return rounded((x + ux * inches, y + uy * inches))
