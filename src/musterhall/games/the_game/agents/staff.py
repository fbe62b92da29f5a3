"""The captain's staff work: who is wanted where."""

from __future__ import annotations

import math

from musterhall.games.the_game.agents.plans import Job
from musterhall.games.the_game.agents.situation import Situation, is_artillery, middle_of, pace
from musterhall.games.the_game.position.position import Formation, Objective, Position
from musterhall.games.the_game.scenario.setups import LANDING
from musterhall.geometry import Point

OWN_OBJECTIVE, FAR_OBJECTIVE, CROSS_THE_LINE = 45.0, 25.0, 40.0
GUARDED = 40.0
"""An enemy this near to a place guards it."""
NEARBY = 50.0
OVER_THERE = "cross the middle line"
OVER_THE_LINE = 6.0
"""How far beyond the middle line somebody is wanted."""
CROSS_FROM = 3
"""The turn from which somebody is sent over the middle line."""
URGENCY = {1: 0.6, 2: 0.9, 3: 1.6, 4: 2.4, 5: 2.4, 6: 1.5}
"""How much places count by turn: from turn 4 on they can end the battle."""


def assign_jobs(situation: Situation) -> dict[int, Job]:
    """6.1.5 Who is wanted where: own objectives held, the far ones taken, the middle line crossed."""
    position, side = situation.position, situation.side
    ready = [f for f in position.of_side(side) if f.alive and not f.broken and f.on_table and _holds(position, f)]
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
            if job.name == OVER_THERE:
                jobs[index] = _farther(situation, jobs[index], places[index], urgency)
    return jobs


def _holds(position: Position, formation: Formation) -> bool:
    """Has it anybody who could go to a place on land?"""
    return not position.field.vessel[formation.units].all()


def _farther(situation: Situation, job: Job, at: Point, urgency: float) -> Job:
    """Who is over the line already goes on to an objective that nobody guards, if there is one near."""
    position, side = situation.position, situation.side
    half = position.field.table.depth / 2
    if (at[1] > half) != (side == 0):
        return job
    for number, objective in enumerate(position.scenario.objectives, start=1):
        place = (objective.x, _inward(position, objective))
        guarded = any(math.dist(situation.middles[index], place) < GUARDED for index in situation.enemies)
        if objective.half != side and not guarded and math.dist(place, at) < NEARBY:
            return Job(place, job.weight + FAR_OBJECTIVE * urgency, f"take objective {number}")
    return job


def _wanted(situation: Situation) -> list[Job]:
    position, side = situation.position, situation.side
    crossing = position.turn >= CROSS_FROM and position.scenario.name != LANDING
    jobs = _cross_the_line(situation) if crossing else []
    for number, objective in enumerate(position.scenario.objectives, start=1):
        own = objective.half == side
        name = f"{'hold' if own else 'take'} objective {number}"
        jobs.append(Job((objective.x, _inward(position, objective)), OWN_OBJECTIVE if own else FAR_OBJECTIVE, name))
    return jobs


def _cross_the_line(situation: Situation) -> list[Job]:
    """6.1.5 Somebody in the far half keeps the enemy from containing this side: who is there, or the nearest."""
    position, side = situation.position, situation.side
    half = position.field.table.depth / 2
    ahead = 1.0 if side == 0 else -1.0
    ready = [f for f in position.of_side(side) if not f.broken and f.on_table and situation.stands(f)]
    gaps = [(ahead * (half - situation.middle(f)[1]), f.index) for f in ready if not is_artillery(situation, f)]
    if not gaps:
        return []
    x, y = situation.middles[min(gaps)[1]]
    over = max(ahead * (y - half), OVER_THE_LINE)
    return [Job((x, half + over * ahead), CROSS_THE_LINE, OVER_THERE)]


def _inward(position: Position, objective: Objective) -> float:
    """A little inside the table, so that a formation about it has room."""
    return min(max(objective.y, 6.0), position.field.table.depth - 6.0)


def _cost(situation: Situation, formation: Formation, job: Job, at: Point, speed: float) -> float:
    """Turns to get there, less for what is wanted the most; guns only go where they nearly are.

    Nobody is sent to a place that is guarded by an enemy who outmatches it if somebody else can go.
    """
    turns = max(0.0, math.dist(job.at, at) - 10.0) / (1.5 * speed)
    slow = 3.0 if is_artillery(situation, formation) else 1.0
    masters = situation.masters(formation)
    guards = sum(math.dist(situation.middles[index], job.at) < GUARDED for index in masters) if masters else 0
    return turns * slow + 1.5 * guards - job.weight / 20.0
