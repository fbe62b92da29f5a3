"""A unit's way over the table: how far it may go, what stops it, and where it may end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from musterhall.battle.decisions import Illegal
from musterhall.games.age_of_destruction.field.bases import base_gap, line_gap, nearest_on_stretch
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.field.terrain import BLOCKING, Going, TerrainKind, going
from musterhall.games.age_of_destruction.position.position import CONTACT, Position
from musterhall.geometry import SLACK, Point, Shapes, bearing, path_length, rounded

MOVING = "moving"


@dataclass(frozen=True, slots=True)
class Way:
    """A way that was found to be legal."""

    path: tuple[Point, ...]
    """From where it began to where it ends."""
    facing: float
    inches: float

    @property
    def end(self) -> Point:
        return self.path[-1]


def speed_of(position: Position, unit: int) -> int:
    """How many inches a unit moves: its dial, less what its heat dial takes off."""
    sheet, state = position.unit(unit).sheet, position.states[unit]
    speed = position.click(unit).speed
    if sheet.heat:
        speed += sheet.heat[min(state.heat, len(sheet.heat) - 1)].speed
    return max(0, speed)


def judge_way(position: Position, unit: int, path: Sequence[Point], inches: float, facing: float | None = None) -> Way:
    """The way as the rules take it, or `Illegal` with the reason; `inches` are what the unit has for it."""
    name, begin = position.unit(unit).name, position.at(unit)
    points = tuple(rounded(point) for point in path)
    whole = (begin, *points)
    if not points:
        return Way((begin,), position.facing(unit) if facing is None else facing % 360.0, 0.0)
    if _starts_hindered(position, unit):
        inches = math.ceil(inches / 2)
    length = path_length(whole)
    if length > inches + SLACK:
        raise Illegal(f"{name} may go {inches:g} inches, and this is {length:.1f}", MOVING)
    _check_terrain(position, unit, whole)
    _check_bases(position, unit, whole)
    turned = bearing(whole[-2], whole[-1]) if facing is None else facing % 360.0
    check_place(position, unit, points[-1], turned)
    return Way(whole, turned, length)


def takes(position: Position, unit: int, kind: TerrainKind) -> Going:
    """How a unit takes a kind of terrain: what cruises takes everything."""
    return "clear" if position.states[unit].cruising else going(position.unit(unit).sheet.speed_mode, kind)


def _starts_hindered(position: Position, unit: int) -> bool:
    return any(takes(position, unit, kind) == "hindering" for kind in position.kinds_under(unit))


def _check_terrain(position: Position, unit: int, path: Sequence[Point]) -> None:
    """The centre dot never enters what blocks, and a unit that enters hindering terrain stops there."""
    field, name = position.field, position.unit(unit).name
    shapes = Shapes(field.outlines)
    began_in = set(field.pieces_at(path[0]))
    for number, (a, b) in enumerate(pairwise(path)):
        for piece, kind in enumerate(field.kinds):
            how = takes(position, unit, kind)
            if how == "clear" or shapes.length_inside(piece, a, b) <= SLACK:
                continue
            if how == "blocking" and piece not in began_in:
                raise Illegal(f"{name} cannot enter {kind.title} ({field.pieces[piece].name})", MOVING)
            ends_here = number == len(path) - 2 and shapes.contains(piece, b)
            if how == "hindering" and piece not in began_in and not ends_here:
                raise Illegal(f"{name} stops where it enters {kind.title} ({field.pieces[piece].name})", MOVING)


def _check_bases(position: Position, unit: int, path: Sequence[Point]) -> None:
    """Nobody crosses opposing bases, but 'Mechs those of infantry, and what cruises all."""
    if position.states[unit].cruising:
        return
    mover = position.unit(unit)
    for other in position.on_table(1 - mover.side):
        enemy = position.unit(other)
        if position.states[other].cruising or (mover.sheet.is_mech and enemy.sheet.is_infantry):
            continue
        for a, b in pairwise(path):
            if line_gap(position.bases, other, *a, *b) < -SLACK:
                raise Illegal(f"{mover.name} cannot pass through {enemy.name}", MOVING)


def check_place(position: Position, unit: int, place: Point, facing: float) -> None:
    """Where a base may stand: on the table, on no other base, with no part in blocking terrain."""
    name = position.unit(unit).name
    if not position.field.table.contains(place):
        raise Illegal(f"{name} must stay on the table", MOVING)
    if (other := overlapping(position, unit, place, facing)) != NOBODY:
        raise Illegal(f"{name} would stand on the base of {position.unit(other).name}", MOVING)
    if position.states[unit].cruising:
        return
    radius = float(position.bases[unit, 4])
    shapes = Shapes(position.field.outlines)
    for piece, kind in enumerate(position.field.kinds):
        if kind.name == BLOCKING and (
            shapes.contains(piece, place) or _near_outline(position.field.pieces[piece].outline, place, radius)
        ):
            raise Illegal(f"{name} would stand in {kind.title} ({position.field.pieces[piece].name})", MOVING)


def _near_outline(outline: Sequence[Point], place: Point, radius: float) -> bool:
    corners = (*outline, outline[0])
    return any(nearest_on_stretch(*place, *a, *b) < radius - CONTACT for a, b in pairwise(corners))


def overlapping(position: Position, unit: int, place: Point, facing: float) -> int:
    """The unit on whose base another would stand, or NOBODY."""
    bases = position.bases.copy()
    bases[unit, 0], bases[unit, 1], bases[unit, 2] = place[0], place[1], facing
    for other in position.everybody():
        apart = position.states[other].cruising != position.states[unit].cruising
        if other != unit and not apart and base_gap(bases, unit, other) < -CONTACT:
            return other
    return NOBODY
