"""Whom a unit may pass on its way, and on whom it may not end."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.movement.allowance import is_immobile
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
    return [other for other in others if not position.unit(other).is_aerospace and not flies(position, other)]


def bases_in_the_way(position: Position, unit: int) -> Floats:
    """The same as compiled functions take them: place, how near one may come, what an inch through it costs."""
    others = enemies_in_the_way(position, unit)
    bases = np.empty((len(others), 4))
    bases[:, 0], bases[:, 1] = position.x[others], position.y[others]
    bases[:, 2] = position.field.radius[others] + position.unit(unit).radius - TOUCH
    bases[:, 3] = min((act(position, unit) for _, act in PASSING.of(abilities_of(position, unit))), default=math.inf)
    return bases


def bases_to_keep_off(position: Position, unit: int) -> Floats:
    """2 Where a unit may not end: place, and how near, for everybody who stands on the table."""
    if position.field.edition.bases_may_overlap:
        return np.empty((0, 3))
    units = position.field.units
    others = [other for other in position.everybody_on_table() if other != unit and not units[other].is_aerospace]
    bases = np.empty((len(others), 3))
    bases[:, 0], bases[:, 1] = position.x[others], position.y[others]
    bases[:, 2] = position.field.radius[others] + units[unit].radius - TOUCH
    return bases


def overlaps(position: Position, unit: int, place: Point) -> int | None:
    """The unit on whose base another would stand at this place."""
    radius = position.field.radius + position.unit(unit).radius - TOUCH
    near = (position.x - place[0]) ** 2 + (position.y - place[1]) ** 2 < radius**2
    for other in np.flatnonzero(near).tolist():
        if other != unit and position.conditions[other].on_table and not position.unit(other).is_aerospace:
            return int(other)
    return None
