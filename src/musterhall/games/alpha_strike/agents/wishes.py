"""Where the captain wants a unit: home when it has to withdraw, where it was sent, or nearer to the enemy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from musterhall.games.alpha_strike.agents.going import home_from
from musterhall.games.alpha_strike.agents.weighing import FOE_WORTH, FOE_X, FOE_Y
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Goal
from musterhall.geometry import Floats, Point

PULL = 0.35
"""What an inch nearer to the enemy is worth while nothing else draws a unit."""
SCREENED = 0.5
"""How much less a command unit is drawn to the enemy."""
GOAL_INCH, GOAL_THERE = 0.05, 0.6
"""What an inch nearer to its goal is worth to a unit that was sent there, and to have got there, in its points."""
SOONER, LATER = 0.7, 1.0
"""How much a goal counts in any turn, and how much more in the last."""
HOME_INCH = 100.0
"""What an inch nearer home is worth to who has to withdraw: more than anything else."""
CLOSE = 4.0
"""Nearer than this nobody has to come to an enemy."""
STRAY = 0.4
"""How many inches nearer an enemy has to be for each inch that it is away from the rest of its side: nobody runs after
one that has strayed while the battle is elsewhere."""


class Wish(NamedTuple):
    """Where a unit would like to be."""

    at: Point
    near: float
    """How near is near enough."""
    inch: float
    """What an inch nearer is worth."""
    there: float = 0.0
    """What it is worth to be there."""
    what: str = ""
    """What for, to go on after "goes"; empty for who only seeks the enemy."""
    acts: bool = False
    """Whether it has something to do there, and so does not sprint."""
    withdraws: bool = False


def wish_of(view: Position, unit: int, at: Point, foes: Floats, goal: Goal | None) -> Wish:
    condition, one = view.conditions[unit], view.unit(unit)
    if condition.crippled and view.scenario.must_withdraw(view, unit):
        return Wish(home_from(view, unit, at), 0.0, HOME_INCH, what="home", withdraws=True)
    if goal is not None:
        stakes = goal.worth * (SOONER + LATER * view.turn / view.field.edition.turn_limit)
        return Wish(goal.at, goal.near, GOAL_INCH * stakes, GOAL_THERE * stakes, goal.what, goal.acts)
    pull = PULL * (SCREENED if unit in view.sides[one.side].command_units else 1.0)
    if len(foes):
        return Wish(prey(foes, at), CLOSE, pull)
    return Wish((at[0], view.field.table.depth / 2), 0.0, pull)


def prey(foes: Floats, at: Point) -> Point:
    """The enemy to go for: near, and not far from where the others are."""
    worth = foes[:, FOE_WORTH]
    x, y = np.average(foes[:, FOE_X], weights=worth), np.average(foes[:, FOE_Y], weights=worth)
    off = np.hypot(foes[:, FOE_X] - at[0], foes[:, FOE_Y] - at[1])
    off += STRAY * np.hypot(foes[:, FOE_X] - x, foes[:, FOE_Y] - y)
    place = int(np.argmin(off))
    return (float(foes[place, FOE_X]), float(foes[place, FOE_Y]))
