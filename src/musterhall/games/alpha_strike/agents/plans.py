"""Who is sent where: the scenario's goals shared out among the units of a side."""

from __future__ import annotations

import math
from dataclasses import dataclass
from dataclasses import field as new

from musterhall.games.alpha_strike.field.field import Field
from musterhall.games.alpha_strike.position.condition import TABLE, WAITING
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Goal


@dataclass(slots=True)
class Plan:
    """Whom a side sends where in one turn."""

    field: Field
    turn: int
    goals: dict[int, Goal] = new(default_factory=dict)
    """Where each unit is sent; who is not here fights as it sees fit."""


def plan_of(view: Position, side: int) -> Plan:
    """Each goal gets the nearest units that it needs, those worth most first."""
    plan = Plan(view.field, view.turn)
    wishes: list[tuple[float, int, Goal]] = []
    for unit in view.field.of_side[side]:
        if view.conditions[unit].place in (TABLE, WAITING) and not view.conditions[unit].shut_down:
            x, y = view.at(unit)
            for goal in view.scenario.goals(view, unit):
                far = math.hypot(goal.at[0] - x, goal.at[1] - y) - goal.near
                wishes.append((goal.worth / (8.0 + max(0.0, far)), unit, goal))
    wishes.sort(key=lambda one: (-one[0], one[1]))
    sent: dict[Goal, int] = {}
    for _, unit, goal in wishes:
        if unit not in plan.goals and sent.get(goal, 0) < goal.size:
            plan.goals[unit] = goal
            sent[goal] = sent.get(goal, 0) + (view.unit(unit).card.size if goal.size > 3 else 1)
    return plan
