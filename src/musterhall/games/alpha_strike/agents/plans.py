"""Who is sent where: the scenario's goals shared out among the units of a side."""

from __future__ import annotations

import math
from dataclasses import dataclass
from dataclasses import field as new

from musterhall.games.alpha_strike.agents.aims import aims_of
from musterhall.games.alpha_strike.agents.going import entry_towards
from musterhall.games.alpha_strike.field.field import Field
from musterhall.games.alpha_strike.position.condition import TABLE, WAITING
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Goal
from musterhall.games.alpha_strike.units.cards import best_move

HASTE = 0.5
"""How much less a goal is worth that is turns away: with the least of it, half as far is worth twice as much."""
SPARED = 0.2
"""What an inch of Move is worth elsewhere: fast units are for goals that others do not reach in time."""

FETCHERS = 2
"""So many take something up where it lies; the others who are sent there hold the enemy off."""


@dataclass(slots=True)
class Plan:
    """Whom a side sends where in one turn."""

    field: Field
    turn: int
    goals: dict[int, Goal] = new(default_factory=dict)
    """Where each unit is sent; who is not here fights as it sees fit."""


def plan_of(view: Position, side: int) -> Plan:
    """Each goal gets the units that it wants, those that are nearest for its worth first."""
    plan = Plan(view.field, view.turn)
    wishes: list[tuple[float, int, Goal]] = []
    for unit in view.field.of_side[side]:
        condition = view.conditions[unit]
        if condition.place not in (TABLE, WAITING) or condition.shut_down or view.unit(unit).is_aerospace:
            continue
        speed = max(4, best_move(view.unit(unit).card))
        for goal in aims_of(view, unit):
            x, y = view.at(unit) if condition.place == TABLE else entry_towards(view, unit, goal.at)
            far = max(0.0, math.hypot(goal.at[0] - x, goal.at[1] - y) - goal.near)
            turns = max(1, math.ceil(far / speed))
            wishes.append((goal.worth / (HASTE + turns) - SPARED * speed, unit, goal))
    wishes.sort(key=lambda one: (-one[0], one[1]))
    sent: dict[str, int] = {}
    for _, unit, goal in wishes:
        if unit not in plan.goals and sent.get(goal.what, 0) < goal.units:
            first = sent.get(goal.what, 0) < FETCHERS or not goal.acts
            plan.goals[unit] = goal if first else goal._replace(what=f"with others {goal.what}")
            sent[goal.what] = sent.get(goal.what, 0) + 1
    return plan
