"""Area attacks: templates, who is under them, and where a shot goes that misses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from shapely import Point as Place
from shapely import Polygon

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.buildings import is_building, mark_building
from musterhall.games.alpha_strike.harm.marking import mark
from musterhall.games.alpha_strike.harm.protection import AREA
from musterhall.games.alpha_strike.movement.allowance import is_airborne
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.units.cards import Damage
from musterhall.geometry import Point, rounded

SECTION = "8"
MINIMAL_ON = 4
DEGREES_A_PIP = 60.0
"""8 The direction of scatter: so much for each pip of 1D6."""


@dataclass(frozen=True, slots=True)
class Blast:
    """8 What an area attack does: under a template, and perhaps less in a ring about it."""

    point: Point
    across: float
    """Inches across the template."""
    damage: int
    ring_to: float = 0.0
    """Inches from the point to which the lesser damage reaches; 0 for no ring."""
    ring_damage: int = 0


def scatter(battle: Battle[Position], point: Point, missed_by: int) -> Point:
    """8 Where a shot goes that missed: in a direction by 1D6, as far as it missed by or by the other reading 1D6."""
    direction = battle.roll(1, D6, "scatter")[0] * DEGREES_A_PIP
    inches = missed_by
    if battle.position.field.edition.scatter_distance == "one_die":
        inches = battle.roll(1, D6, "scatter distance")[0]
    angle = math.radians(direction)
    return rounded((point[0] + math.cos(angle) * inches, point[1] + math.sin(angle) * inches))


def rolled_damage(battle: Battle[Position], damage: Damage) -> int:
    """8 The points of a shell; a 0* is one with luck."""
    lucky = damage.minimal and battle.roll(1, D6, "minimal damage")[0] >= MINIMAL_ON
    return damage.value + int(lucky)


def burst(
    battle: Battle[Position],
    by: int,
    blast: Blast,
    *,
    spared: int = NOBODY,
    change: Callable[[int, int], int] = lambda _, points: points,
) -> list[int]:
    """8 Mark what a blast does to friend, foe, building and bunker; the units that it reached.

    Who made it is spared where it says so; a munition may do more or less to some units.
    """
    position = battle.position
    reached = []
    for unit in units_near(position, blast.point, blast.ring_to or blast.across / 2):
        within = distance_to(position, unit, blast.point) <= blast.across / 2 + TOUCH
        points = change(unit, blast.damage if within else blast.ring_damage)
        if points and unit != spared:
            reached.append(unit)
            mark(position, unit, Mark(points, by, kind=AREA))
            if battle.recording:
                battle.tell("blast", f"{position.unit(unit).name} is caught for {points}", SECTION, unit=unit)
    _hit_pieces(battle, by, blast)
    return reached


def units_near(position: Position, point: Point, inches: float) -> Iterator[int]:
    """8 Units whose base comes so near to a point; fighters are above it all."""
    low_flyers = position.field.edition.area_hits_low_flyers
    for unit in position.everybody_on_table():
        above = position.unit(unit).is_aerospace or (not low_flyers and is_airborne(position, unit))
        if not above and distance_to(position, unit, point) <= inches + TOUCH:
            yield unit


def distance_to(position: Position, unit: int, point: Point) -> float:
    """From a point to the nearest part of a base."""
    x, y = position.at(unit)
    return max(0.0, math.hypot(x - point[0], y - point[1]) - position.unit(unit).radius)


# Terrain that can be hit


def _hit_pieces(battle: Battle[Position], by: int, blast: Blast) -> None:
    """8, 12 Buildings and enemy bunkers under a blast."""
    position = battle.position
    for piece in targets_of(position, by):
        apart = distance_to_piece(position, piece, blast.point)
        points = blast.damage if apart <= blast.across / 2 else blast.ring_damage if apart <= blast.ring_to else 0
        if points:
            hit_piece(battle, by, piece, points, critical=False, how=AREA)


def targets_of(position: Position, unit: int) -> list[int]:
    """12 The terrain that a unit may attack: what the scenario offers, and every building."""
    pieces = range(len(position.field.ground.pieces))
    offered = position.scenario.targets(position, unit)
    return [*offered, *(piece for piece in pieces if piece not in offered and is_building(position, piece))]


def hit_piece(battle: Battle[Position], by: int, piece: int, points: int, *, critical: bool, how: str) -> None:
    """12 A hit on terrain: the scenario knows what its bunkers bear, a building has its strength."""
    position = battle.position
    if piece in position.scenario.targets(position, by):
        position.scenario.attack_terrain(battle, by, piece, points, critical=critical, how=how)
    else:
        mark_building(position, piece, points)


def distance_to_piece(position: Position, piece: int, point: Point) -> float:
    """From a point to the nearest part of a piece of terrain."""
    return float(_shape(position, piece).distance(Place(point)))


def gap_to_piece(position: Position, unit: int, piece: int) -> float:
    """From a unit's base to a piece of terrain."""
    return max(0.0, distance_to_piece(position, piece, position.at(unit)) - position.unit(unit).radius)


def middle_of(position: Position, piece: int) -> Point:
    inside = _shape(position, piece).representative_point()
    return rounded((inside.x, inside.y))


def _shape(position: Position, piece: int) -> Polygon:
    memo, key = position.field.memo, ("shape", piece)
    if key not in memo:
        memo[key] = Polygon(position.field.ground.pieces[piece].outline)
    return memo[key]  # type: ignore[no-any-return]
