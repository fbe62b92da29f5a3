"""Whom a unit may pass on its way, and on whom it may not end."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from musterhall.games.alpha_strike.field.ground import bases_of, bases_under
from musterhall.games.alpha_strike.movement.allowance import is_airborne, is_immobile
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of
from musterhall.geometry import Floats, Point

PASSING: Moment[Callable[[Position, int], float]] = Moment("passing enemies", "2")
"""2 Whoever may pass through enemies says what each inch through them costs beyond itself."""


@PASSING.acted_by("stand_aside")
def _stand_aside(position: Position, unit: int) -> float:
    """17 An inch more for each inch."""
    return 1.0


def flies(position: Position, unit: int) -> bool:
    """2 Whether a unit moves through the air, over everything and everybody: a VTOL that can move."""
    return position.field.units[unit].kind == "vtol" and not is_immobile(position, unit)


def enemies_in_the_way(position: Position, unit: int) -> list[int]:
    """2 Enemies on the ground, which a unit may not pass; friends let it through, and who flies is in nobody's way."""
    if flies(position, unit):
        return []
    others = position.on_table(1 - position.unit(unit).side)
    if not position.field.flyers:
        return others
    return [other for other in others if position.unit(other).kind == "wige" or not is_airborne(position, other)]


def bases_in_the_way(position: Position, unit: int) -> Floats:
    """The same as compiled functions take them: place, how near one may come, what an inch through it costs."""
    cost = min((act(position, unit) for _, act in PASSING.of(abilities_of(position, unit))), default=math.inf)
    return bases_about(position, unit, enemies_in_the_way(position, unit), cost)


def bases_to_keep_off(position: Position, unit: int) -> Floats:
    """2 Where a unit may not end: place, and how near, for everybody who stands on the table."""
    if position.field.edition.bases_may_overlap:
        return np.empty((0, 4))
    units = position.field.units
    others = [other for other in position.everybody_on_table() if other != unit and not units[other].is_aerospace]
    return bases_about(position, unit, others)


def bases_about(position: Position, unit: int, others: list[int], cost: float = math.inf) -> Floats:
    """The bases of these units as compiled functions take them when this one moves."""
    field, numbers = position.field, np.array(others, dtype=np.int64)
    return bases_of(numbers, position.x, position.y, field.radius, field.units[unit].radius, cost)


def overlaps(position: Position, unit: int, place: Point) -> int | None:
    """The unit on whose base another would stand at this place."""
    field = position.field
    under = bases_under(*place, position.x, position.y, field.radius, field.units[unit].radius)
    for other in under.tolist():
        if other != unit and position.conditions[other].on_table and not position.unit(other).is_aerospace:
            return int(other)
    return None
