"""The captain before the battle: map, objectives, march, positions, and where late groups come on."""

from __future__ import annotations

import math
from itertools import permutations
from typing import Any

import numpy as np

from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.moves import has_guns, places_to_get_out
from musterhall.games.the_game.agents.places import cover_about, hindrance_about, into_cover, open_order
from musterhall.games.the_game.movement.ways import near_enemy
from musterhall.games.the_game.position.position import SQUARE, Formation, Position, group_key
from musterhall.games.the_game.scenario.deployment import Deploy
from musterhall.games.the_game.scenario.latecomers import EntryPoint
from musterhall.games.the_game.scenario.maps import (
    PRIMARY,
    DrawMap,
    PutObjective,
    columns,
    depths,
    objective_refusal,
    square_centre,
)
from musterhall.games.the_game.scenario.pre_battle import March
from musterhall.geometry import Point

FIGHTING_DEPTH = 2
"""The row of squares in which fighters take up positions; guns stay in the first."""
BAD_GROUND = 0.6
"""What difficult ground costs against a point of cover; impassable ground costs twice as much."""
OFF_CENTRE = 0.15
"""What it costs to stand a square away from the middle of the table."""


# 6.1.2 The map


def draw_map(decision: DrawMap, view: Position) -> Answer:
    """6.1.2 Side by side, each battle group where the ground suits it: foot to cover, wheels and tracks to the open."""
    wide, groups = columns(view), decision.groups
    column_of = _best_order(view, decision.player, groups) if len(groups) <= wide else _in_turn(groups, wide)
    arrows: dict[str, Any] = {}
    for group in groups:
        members = [view.formations[index] for index in view.scenario.groups[decision.player][group]]
        deep = min(1 if any(has_guns(view, formation) for formation in members) else FIGHTING_DEPTH, depths(view))
        path = [[column_of[group], depth] for depth in range(1, deep + 1)]
        arrows[group] = path
        if view.field.variants.mark_positions:
            place = square_centre(view, decision.player, (column_of[group], deep))
            arrows[group] = {"path": path, "place": list(place)}
    return arrows


def _in_turn(groups: list[str], wide: int) -> dict[str, int]:
    return {group: 1 + number * wide // len(groups) for number, group in enumerate(groups)}


def _best_order(view: Position, side: int, groups: list[str]) -> dict[str, int]:
    """The neighbouring columns, and the order of the groups in them, that suit the groups best."""
    wide, count = columns(view), len(groups)
    suits = [[_suits(view, side, group, column) for column in range(1, wide + 1)] for group in groups]
    firsts = range(1, wide - count + 2)
    lines = [tuple(first + place for place in order) for order in permutations(range(count)) for first in firsts]
    best = max(lines, key=lambda line: sum(suits[number][column - 1] for number, column in enumerate(line)))
    return dict(zip(groups, best, strict=True))


def _suits(view: Position, side: int, group: str, column: int) -> float:
    """What a column of squares is worth to a battle group, in points."""
    ground = [point for depth in (1, 2) for point in _points_of(square_centre(view, side, (column, depth)))]
    away = abs(column - (columns(view) + 1) / 2)
    total = 0.0
    for index in view.scenario.groups[side][group]:
        formation = view.formations[index]
        fighter, walker = formation.units[0], formation.units[-1]
        cover, hard = cover_about(view.field, fighter, ground), hindrance_about(view.field, walker, ground)
        total += formation.cost * (cover - BAD_GROUND * hard - OFF_CENTRE * away)
    return total


def _points_of(middle: Point) -> list[Point]:
    """Nine points that stand for a square."""
    return [(middle[0] + dx, middle[1] + dy) for dx in (-10.0, 0.0, 10.0) for dy in (-10.0, 0.0, 10.0)]


# 6.1.3 Objectives


def put_objective(decision: PutObjective, view: Position) -> Answer:
    """6.1.3 Own objectives close together, near the own groups and in cover; the far one where cover leads up to it."""
    anchor = _anchor(view, decision.player)
    soldier = _foot_soldier(view, decision.player)
    if decision.objective_kind == PRIMARY:
        options = list(decision.options())
        return min(options, key=lambda place: abs(place[0] - anchor[0]) - 12.0 * _shelter(view, soldier, place))
    best, least = None, math.inf
    width, depth = view.field.table.width, view.field.table.depth
    own = [o for o in view.scenario.objectives if o.half == decision.player]
    for x in range(0, int(width) + 1, 10):
        for y in (30.0, 40.0):
            place = (float(x), y if decision.player == 0 else depth - y)
            if objective_refusal(view, decision.player, decision.objective_kind, place):
                continue
            far = math.dist(place, anchor) + 1.5 * sum(math.dist(place, (o.x, o.y)) for o in own)
            far -= 15.0 * _shelter(view, soldier, list(place))
            if far < least:
                best, least = place, far
    if best is None:
        return next(iter(decision.options()))
    return list(best)


def _shelter(view: Position, soldier: int, place: list[float]) -> float:
    """How much cover there is about a place, on average."""
    inside = (place[0], min(max(place[1], 10.0), view.field.table.depth - 10.0))
    return cover_about(view.field, soldier, _points_of(inside))


def _foot_soldier(view: Position, side: int) -> int:
    """A unit on foot of this side, or any unit if it has none: to ask the ground about."""
    own = view.field.of_side[side]
    candidates = (own & view.field.infantry, own, np.ones_like(own))
    return next(int(np.flatnonzero(some)[0]) for some in candidates if some.any())


def _anchor(view: Position, side: int) -> Point:
    """The middle of the squares the own battle groups march to."""
    plans = view.scenario.plans[side].values()
    ends = [square_centre(view, side, plan.path[-1]) for plan in plans]
    if not ends:
        return (view.field.table.width / 2, view.field.table.depth / 4)
    return (sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))


# 6.1.4 The march


def next_to_march(decision: March, view: Position) -> str:
    """6.1.4 Whoever is met wins the initiative, so those go first who are the least likely to run into the enemy."""
    side = decision.player
    enemies = view.standing_side(1 - side)

    def room(group: str) -> float:
        x, y = square_centre(view, side, view.scenario.plans[side][group].path[-1])
        return float(np.hypot(view.x[enemies] - x, view.y[enemies] - y).min()) if len(enemies) else 0.0

    first: str = max(decision.choices, key=room)
    return first


def take_up_positions(decision: Deploy, view: Position) -> Answer:
    """6.1.4 In open order across the target square, in cover where there is some, companions behind each other."""
    formation = decision.formation
    units = view.standing(formation)
    if not len(units):
        return None
    forward = 1.0 if formation.side == 0 else -1.0
    middle = (decision.square[0], decision.square[1] + forward * _rank_in_square(view, formation))
    x, y = open_order(view, formation, units, middle, (0.0, forward), width=SQUARE - 6.0)
    low_x, low_y = decision.square[0] - SQUARE / 2, decision.square[1] - SQUARE / 2
    reach = np.full(len(units), math.inf)
    x, y = into_cover(view, units, x, y, reach, np.zeros(len(units), dtype=np.bool_))
    x, y = np.clip(x, low_x, low_x + SQUARE).round(2), np.clip(y, low_y, low_y + SQUARE).round(2)
    rows = [[unit, ax, ay] for unit, ax, ay in zip(units.tolist(), x.tolist(), y.tolist(), strict=True)]
    trials: list[Answer] = [{"go": rows}, decision.line()]
    if has_guns(view, formation):
        # guns that stand beside their trucks can fire in the first turn
        trials.insert(0, {"go": rows, "out": places_to_get_out(view, formation, trials[0])})
    return next((answer for answer in trials if answer and decision.legal(answer)), None)


def _rank_in_square(view: Position, formation: Formation) -> float:
    """How far before the middle of the square a formation stands; a battle group shares it, guns at the back."""
    members = [view.formations[index] for index in view.scenario.groups[formation.side][formation.battle_group]]
    order = sorted(members, key=lambda member: (has_guns(view, member), member.index))
    place = next(number for number, member in enumerate(order) if member is formation)
    return 7.0 - 14.0 * place / max(1, len(order) - 1) if len(order) > 1 else 0.0


def entry_point(decision: EntryPoint, view: Position) -> float:
    """6.1.4 A late battle group comes on at the foot of its arrow, or beside it if the enemy is there."""
    side, group = decision.player, decision.group
    plan = view.scenario.plans[side][group]
    foot = square_centre(view, side, plan.path[0])[0]
    edge = 0.0 if side == 0 else float(view.field.table.depth)
    taken = [x for key, x in view.scenario.entries.items() if key != group_key(side, group)]

    def cost(x: float) -> float:
        crowded = sum(abs(x - other) < SQUARE / 2 for other in taken)
        return abs(x - foot) + 40.0 * crowded + 60.0 * near_enemy(view, side, (x, edge), SQUARE)

    places: list[float] = [foot, *decision.options()]
    return min(places, key=cost)
