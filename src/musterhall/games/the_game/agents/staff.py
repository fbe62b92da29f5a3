"""The captain's staff work: where battle groups march, where objectives go, and who is wanted where."""

from __future__ import annotations

import math
from typing import Any

from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.moves import has_guns
from musterhall.games.the_game.agents.plans import Job, Situation, is_artillery, middle_of, pace
from musterhall.games.the_game.maps import (
    PRIMARY,
    DrawMap,
    PutObjective,
    columns,
    depths,
    objective_refusal,
    square_centre,
)
from musterhall.games.the_game.position import Formation, Objective, Position
from musterhall.geometry import Point

OWN_OBJECTIVE, FAR_OBJECTIVE, CROSS_THE_LINE = 45.0, 25.0, 40.0
CROSS_FROM = 3
"""The turn from which somebody is sent over the middle line."""
URGENCY = {1: 0.6, 2: 0.9, 3: 1.6, 4: 2.4, 5: 2.4, 6: 1.5}
"""How much places count by turn: from turn 4 on they can end the battle."""


def draw_map(decision: DrawMap, view: Position) -> Answer:
    """6.1.2 Side by side in the middle: fighters in the second row of squares, groups with guns behind in the first."""
    wide, count = columns(view), len(decision.groups)
    first = max(1, 1 + (wide - count) // 2)
    arrows: dict[str, Any] = {}
    for number, group in enumerate(decision.groups):
        column = min(wide, first + number) if count <= wide else 1 + number * wide // count
        members = (view.formations[index] for index in view.scenario.groups[decision.player][group])
        deep = min(1 if any(has_guns(view, formation) for formation in members) else 2, depths(view))
        path = [[column, depth] for depth in range(1, deep + 1)]
        arrows[group] = path
        if view.field.variants["mark_positions"]:
            arrows[group] = {"path": path, "place": list(square_centre(view, decision.player, (column, deep)))}
    return arrows


def put_objective(decision: PutObjective, view: Position) -> Answer:
    """6.1.3 Own objectives close together and near the own groups; the far one opposite them."""
    anchor = _anchor(view, decision.player)
    if decision.objective_kind == PRIMARY:
        options = list(decision.options())
        return min(options, key=lambda place: abs(place[0] - anchor[0]))
    best, least = None, math.inf
    width, depth = view.field.table.width, view.field.table.depth
    own = [o for o in view.scenario.objectives if o.half == decision.player]
    for x in range(0, int(width) + 1, 10):
        for y in (30.0, 40.0):
            place = (float(x), y if decision.player == 0 else depth - y)
            if objective_refusal(view, decision.player, decision.objective_kind, place):
                continue
            far = math.dist(place, anchor) + 1.5 * sum(math.dist(place, (o.x, o.y)) for o in own)
            if far < least:
                best, least = place, far
    if best is None:
        return next(iter(decision.options()))
    return list(best)


def _anchor(view: Position, side: int) -> Point:
    """The middle of the squares the own battle groups march to."""
    plans = view.scenario.plans[side].values()
    ends = [square_centre(view, side, plan.path[-1]) for plan in plans]
    if not ends:
        return (view.field.table.width / 2, view.field.table.depth / 4)
    return (sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))


def entry_point(view: Position, side: int, places: list[float]) -> float:
    own = [o.x for o in view.scenario.objectives if o.half == side]
    middle = sum(own) / len(own) if own else view.field.table.width / 2
    return min(places, key=lambda x: abs(x - middle))


# Jobs


def assign_jobs(situation: Situation) -> dict[int, Job]:
    """6.1.5 Who is wanted where: own objectives held, the far ones taken, the middle line crossed."""
    position, side = situation.position, situation.side
    ready = [f for f in position.of_side(side) if f.alive and not f.broken and f.on_table]
    places = {f.index: middle_of(position, f) for f in ready}
    speeds = {f.index: max(1.0, pace(position, f)) for f in ready}
    urgency = URGENCY.get(position.turn, 2.0)
    wanted = _wanted(situation)
    jobs: dict[int, Job] = {}
    pairs = sorted(
        (_cost(situation, f, job, places[f.index], speeds[f.index]), number, f.index)
        for number, job in enumerate(wanted)
        for f in ready
    )
    taken: set[int] = set()
    for _, number, index in pairs:
        if number not in taken and index not in jobs:
            taken.add(number)
            job = wanted[number]
            jobs[index] = Job(job.at, job.weight * urgency, job.name)
    return jobs


def _wanted(situation: Situation) -> list[Job]:
    position, side = situation.position, situation.side
    jobs = _cross_the_line(situation) if position.turn >= CROSS_FROM else []
    for number, objective in enumerate(position.scenario.objectives, start=1):
        own = objective.half == side
        name = f"{'hold' if own else 'take'} objective {number}"
        jobs.append(Job((objective.x, _inward(position, objective)), OWN_OBJECTIVE if own else FAR_OBJECTIVE, name))
    return jobs


def _cross_the_line(situation: Situation) -> list[Job]:
    """6.1.5 Somebody in the far half keeps the enemy from containing this side; the nearest goes if nobody is there."""
    position, side = situation.position, situation.side
    half = position.field.table.depth / 2
    ahead = 1.0 if side == 0 else -1.0
    ready = [f for f in position.of_side(side) if not f.broken and f.on_table and situation.stands(f)]
    gaps = [(ahead * (half - situation.middle(f)[1]), f.index) for f in ready]
    if not gaps or min(gaps)[0] < 0.0:
        return []
    x, _ = situation.middles[min(gaps)[1]]
    return [Job((x, half + 5.0 * ahead), CROSS_THE_LINE, "cross the middle line")]


def _inward(position: Position, objective: Objective) -> float:
    """A little inside the table, so that a formation about it has room."""
    return min(max(objective.y, 6.0), position.field.table.depth - 6.0)


def _cost(situation: Situation, formation: Formation, job: Job, at: Point, speed: float) -> float:
    """Turns to get there, less for what is wanted the most; guns only go where they nearly are."""
    turns = max(0.0, math.dist(job.at, at) - 10.0) / (1.5 * speed)
    slow = 3.0 if is_artillery(situation, formation) else 1.0
    return turns * slow - job.weight / 20.0
