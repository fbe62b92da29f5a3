"""Units that are drawn to another: they close in on it, and attack nobody else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from musterhall.battle.decisions import Illegal
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.allowance import GROUND, JUMPING, modes_of
from musterhall.games.alpha_strike.movement.judging import Moved
from musterhall.games.alpha_strike.movement.leaving import must_withdraw
from musterhall.games.alpha_strike.movement.reach import reach
from musterhall.games.alpha_strike.position.condition import TABLE, Effect, Mode
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Point, distance

SECTION = "17"
NEARER = 0.5
"""By how many inches a unit has to come nearer to have closed in."""

DRAWN: Moment[Callable[[Position, int, Effect], bool]] = Moment("a unit is drawn to another", SECTION)
"""Whether an effect of this name still draws a unit to the one whose doing it is."""


def drawn_to(position: Position, unit: int) -> int:
    """17 The enemy to whom a unit is drawn now, or NOBODY."""
    effects = position.conditions[unit].effects
    for effect in effects:
        for _, draws in DRAWN.of((effect.name,)):
            if position.conditions[effect.by].on_table and draws(position, unit, effect):
                return effect.by
    return NOBODY


@dataclass(frozen=True, slots=True)
class Approach:
    """17 Whom a unit has to close in on, and how near to him its move has to end."""

    enemy: int
    at: Point
    within: float

    def fits(self, place: Point) -> bool:
        return distance(place, self.at) <= self.within + 0.01


def approach_of(position: Position, unit: int) -> Approach | None:
    """17 What being drawn to an enemy demands of a move; who withdraws goes home all the same.

    It has to end nearer where it can, and otherwise, or by the other reading in any case, no farther away.
    """
    condition = position.conditions[unit]
    if not condition.effects or condition.place != TABLE or must_withdraw(position, unit):
        return None
    enemy = drawn_to(position, unit)
    if enemy == NOBODY:
        return None
    at, now = position.at(enemy), distance(position.at(unit), position.at(enemy))
    if position.field.edition.taunted_move == "no_farther":
        return Approach(enemy, at, now)
    nearest = min((_nearest(position, unit, mode, at) for mode in _ways(position, unit)), default=now)
    return Approach(enemy, at, now - NEARER if nearest <= now - NEARER else now)


def _ways(position: Position, unit: int) -> list[Mode]:
    return [mode for mode in modes_of(position, unit) if mode in (GROUND, JUMPING)]


def _nearest(position: Position, unit: int, mode: Mode, at: Point) -> float:
    places = reach(position, unit, mode).places
    return float(np.hypot(places[:, 0] - at[0], places[:, 1] - at[1]).min()) if len(places) else np.inf


def check_approach(position: Position, unit: int, moved: Moved, approach: Approach | None) -> None:
    """17 Refuse a move that does not close in on the enemy to whom a unit is drawn."""
    if approach is not None and not approach.fits(moved.end):
        names = position.unit(unit).name, position.unit(approach.enemy).name
        raise Illegal(f"{names[0]} is taunted by {names[1]} and has to close in", SECTION)
