"""1.6, 1.6.1, 1.6.2 How far units may go, what their way meets, and whether they may take it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from musterhall.games.the_game.army.datasheets import GEV
from musterhall.games.the_game.movement.ground import (
    DIFFICULT,
    IMPASSABLE,
    NO_CONTROL_AREAS,
    ControlAreas,
    survey,
    worst_effect,
)
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.geometry import SLACK, Flags, Floats, Ints, Point, bearing, distance
from musterhall.measuring import any_close, nearest_there

CONTROL_AREA = 5.0
NEAR_ENEMY = 30.0
ROAD_BONUS = 5.0
STRAIGHT = 1.0
"""Degrees within which a flight goes straight on: places are kept to 0.01 cm, which bends a short stretch a little."""


NORMAL, CHARGE, COUNTER_CHARGE, CONSOLIDATION, WITHDRAWAL = (
    "normal",
    "charge",
    "counter charge",
    "consolidation",
    "withdrawal",
)


@dataclass(slots=True)
class Underway:
    """What the moves of one action have to do with each other."""

    turns: int = 1
    """3.2 How often an attack helicopter may turn in flight: as the command has moves."""
    roads: dict[int, int] = field(default_factory=dict)
    """1.6.2 Whether each unit was on a road in all earlier moves of this action, or even hurried along it."""
    flown: set[int] = field(default_factory=set)
    """3.2 The attack helicopters that have had their one move."""
    fired: set[int] = field(default_factory=set)
    """3.5.1 The units that have fired anti-aircraft weapons at it in this action."""


def moves_made(position: Position, formation: Formation, moves: int) -> int:
    """1.4.1, 3.2 As many as there are to make; where all are attack helicopters, which move once, one at most."""
    only = formation.index in position.field.helicopters and position.field.helicopter[formation.units].all()
    return min(moves, 1) if only else moves


# How far


def enemy_near(position: Position, formation: Formation, reach: float) -> bool:
    """Is any enemy unit within `reach` of any unit of the formation?"""
    field, own = position.field, position.units_of(formation)
    enemies = field.units_of_side[1 - formation.side]
    return any_close(position.x, position.y, field.radius, position.on, own, enemies, reach + 1e-9)


def uses_combat_move(position: Position, formation: Formation) -> bool:
    """1.6 Near the enemy or under suppression units move in combat order, otherwise in march order."""
    if formation.suppression > 0:
        return True
    reach = NEAR_ENEMY
    if position.field.variants.combat_move_range == "less_than_30":
        reach -= 1e-6
    return enemy_near(position, formation, reach)


def allowances(position: Position, formation: Formation, kind: str, extra: float = 0.0) -> Floats:
    """1.6, 1.8.2, 1.8.3, 1.9.3 What each unit of the battle may move in this kind of move, before terrain and roads."""
    found = _allowances(position, formation, kind, extra)
    if position.field.variants.gev_use == "entry_only":
        return np.where(past_their_entry(position), 0.0, found)
    return found


def past_their_entry(position: Position) -> Flags:
    """4.5 As a variant: ground effect vehicles that have left the table's edge, and so have done what they came for."""
    field, x, y = position.field, position.x, position.y
    inside = (np.minimum(x, field.table.width - x) > SLACK) & (np.minimum(y, field.table.depth - y) > SLACK)
    flies = np.array([unit.sheet.type == GEV for unit in field.units], dtype=np.bool_)
    return flies & inside


def _allowances(position: Position, formation: Formation, kind: str, extra: float) -> Floats:
    walk = position.field.walk
    if kind == NORMAL:
        return walk[:, 0] if uses_combat_move(position, formation) else walk[:, 1]
    if kind == WITHDRAWAL:
        tactical = position.field.variants.withdrawal_move == "always_tactical"
        return walk[:, 1] if tactical or not uses_combat_move(position, formation) else walk[:, 0]
    if kind == COUNTER_CHARGE:
        return walk[:, 0] / 2
    return walk[:, 0] + extra


# Which way


@dataclass(slots=True)
class Way:
    """One unit's path and what it meets."""

    unit: int
    path: list[Point]
    length: float = 0.0
    difficult: int = -1
    impassable: int = -1
    control: int = NOBODY
    """An enemy whose control area it enters."""
    on_road: bool = False
    allowance: float = 0.0
    spent: float = 0.0
    """What of the allowance it takes: its length, and more where difficult ground counts double."""
    refusals: list[tuple[str, str]] = field(default_factory=list)
    """Why it may not be, each with its section."""


def control_areas(position: Position, enemies: Ints) -> ControlAreas:
    """1.6.1 Where these enemies stand, and how near each lets a unit come."""
    return np.array([position.x[enemies], position.y[enemies], position.field.radius[enemies] + CONTROL_AREA])


def look_at_ways(position: Position, formation: Formation, paths: Mapping[int, list[Point]], kind: str) -> list[Way]:
    """1.6.1, 1.6.2 What each unit's path meets on its way, before anybody judges it."""
    field = position.field
    ways = [Way(unit, path) for unit, path in paths.items()]
    walkers = [way for way in ways for _ in way.path[1:]]
    if not walkers:
        return ways
    legs = np.array([(*a, *b) for way in ways for a, b in pairwise(way.path)])
    units = np.array([way.unit for way in walkers])
    enemies = position.standing_side(1 - formation.side)
    goes_anywhere = kind in (CHARGE, COUNTER_CHARGE, WITHDRAWAL)
    areas = NO_CONTROL_AREAS if goes_anywhere else control_areas(position, enemies)
    found = survey(legs, field.effects[units], field.ground, areas, field.radius[units], field.roads)
    lengths = np.hypot(legs[:, 2] - legs[:, 0], legs[:, 3] - legs[:, 1]).tolist()
    for way, length, (difficult, impassable, enemy, road) in zip(walkers, lengths, found.tolist(), strict=True):
        way.on_road = road >= 0 and (way.on_road or way.length == 0.0)
        way.length += length
        if difficult >= 0:
            way.difficult = difficult
        if impassable >= 0:
            way.impassable = impassable
        if enemy >= 0:
            way.control = int(enemies[enemy])
    if formation.index in field.helicopters and not goes_anywhere:
        _fly_past(position, ways, enemies)
    return ways


def _fly_past(position: Position, ways: Sequence[Way], enemies: Ints) -> None:
    """3.2, 1.6.1 As a variant control areas do not stop attack helicopters on their way, or not at all."""
    variant = position.field.variants.heli_coa
    for way in ways:
        if variant != "as_ground" and position.field.helicopter[way.unit]:
            within = [int(enemy) for enemy in enemies if _in_control_area(position, way, int(enemy))]
            way.control = within[0] if within and variant == "ends_only" else NOBODY


def _in_control_area(position: Position, way: Way, enemy: int) -> bool:
    radii = position.unit(way.unit).radius, position.unit(enemy).radius
    return distance(way.path[-1], position.at(enemy), *radii) < CONTROL_AREA - SLACK


def judge_way(position: Position, way: Way, allowance: float, on_road_so_far: bool, extra: float = 0.0) -> Way:
    """1.6, 1.6.2 May the unit go there? Table 1.1 halves the move in difficult ground and lengthens it on a road.

    `extra` is what a charge's d5 has added to the allowance; the ground does not halve that.
    """
    field = position.field
    for x, y in way.path:
        if not (0 <= x <= field.table.width and 0 <= y <= field.table.depth):
            way.refusals.append((f"leaves the table at {x:g}, {y:g}", "1.6"))
    if way.on_road and on_road_so_far:
        allowance += ROAD_BONUS
    if way.difficult >= 0 and field.variants.difficult_scope == "whole_move":
        allowance -= (allowance - extra) / 2
    way.allowance, way.spent = allowance, way.length
    if way.difficult >= 0:
        way.spent += counted_twice(position, way.unit, way.path, extra)
    if way.spent > allowance + SLACK:
        way.refusals.append((f"moves {way.spent:.1f} cm and may move {allowance:g}", "1.6"))
    if way.impassable >= 0:
        way.refusals.append((f"cannot pass {field.pieces[way.impassable].name}", "1.6.2"))
    if way.control != NOBODY:
        way.refusals.append((f"enters the control area of {position.unit(way.control).name}", "1.6.1"))
    return way


def counted_twice(position: Position, unit: int, path: Sequence[Point], extra: float = 0.0) -> float:
    """1.6.2, 1.8.2 As a variant: how much of a path is paid twice, which is its part in difficult ground.

    So much of that part as a charge's d5 covers is paid once: the ground does not halve the d5.
    """
    if position.field.variants.difficult_scope != "portion":
        return 0.0
    return max(0.0, sum(length_in_difficult(position, unit, a, b) for a, b in pairwise(path)) - extra)


def length_in_difficult(position: Position, unit: int, a: Point, b: Point) -> float:
    """1.6.2 How much of a straight way is difficult for the unit; where two pieces overlap it counts once."""
    difficult = (position.field.effects[unit] == DIFFICULT).nonzero()[0].tolist()
    return position.field.ground.length_inside_any(difficult, a, b)


def turns_in_flight(path: Sequence[Point]) -> int:
    """3.2 How often a path changes its direction on the way."""
    headings = [bearing(a, b) for a, b in pairwise(path) if distance(a, b) > SLACK]
    return sum(abs((b - a + 180.0) % 360.0 - 180.0) > STRAIGHT for a, b in pairwise(headings))


def near_enemy(position: Position, side: int, place: Point, reach: float) -> bool:
    """Is any enemy of `side` nearer than `reach` to the place?"""
    if position.field.pointlike:
        others = position.field.units_of_side[1 - side]
        return bool(nearest_there(place[0], place[1], position.x, position.y, position.on, others) < reach)
    enemies = position.standing_side(1 - side)
    gaps = np.hypot(position.x[enemies] - place[0], position.y[enemies] - place[1]) - position.field.radius[enemies]
    return bool((gaps < reach).any())


def standing_room(position: Position, unit: int, place: Point) -> bool:
    """1.6.2 On the table, and not in terrain that is impassable for the unit."""
    field, (x, y) = position.field, place
    if not (0 <= x <= field.table.width and 0 <= y <= field.table.depth):
        return False
    worst = worst_effect(x, y, field.effects[unit], field.ground.outlines)
    return bool(worst != IMPASSABLE)


def nearest_enemies(position: Position, formation: Formation) -> tuple[Ints, Ints, Floats]:
    """Own units, enemy units, and the distances between them."""
    own, enemies = position.standing(formation), position.standing_side(1 - formation.side)
    return own, enemies, position.distances(own, enemies)
