"""Who touches what, and who counts there: bases on circles, areas and tokens."""

from __future__ import annotations

import math

from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.movement.allowance import is_airborne
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Goal, Zone
from musterhall.geometry import Point, rounded


def from_disc(position: Position, unit: int, at: Point, radius: float) -> float:
    """How far a unit's base is from a disc, edge to edge."""
    x, y = position.at(unit)
    return max(0.0, math.hypot(x - at[0], y - at[1]) - radius - position.unit(unit).radius)


def from_area(position: Position, unit: int, zone: Zone) -> float:
    """How far a unit's base is from a rectangle, edge to edge."""
    x, y = position.at(unit)
    aside = max(zone.left - x, 0.0, x - zone.right)
    along = max(zone.top - y, 0.0, y - zone.bottom)
    return max(0.0, math.hypot(aside, along) - position.unit(unit).radius)


def touches_disc(position: Position, unit: int, at: Point, radius: float) -> bool:
    return from_disc(position, unit, at, radius) <= TOUCH


def touches_area(position: Position, unit: int, zone: Zone) -> bool:
    return from_area(position, unit, zone) <= TOUCH


def is_grounded(position: Position, unit: int) -> bool:
    """13.6 Whether a unit stands on the table: not aboard another, and not in the air."""
    return position.conditions[unit].on_table and not is_airborne(position, unit)


def may_contest(position: Position, unit: int, idle: frozenset[int]) -> bool:
    """13.6 Whether a unit counts where both sides touch something.

    Crippled, immobile and sprinting units do, those that are shut down do not, and fighters never.
    """
    one = position.unit(unit)
    if not position.conditions[unit].on_table or unit in idle or one.is_aerospace:
        return False
    return position.field.edition.airborne_contests or not is_airborne(position, unit)


def goal_at_disc(
    position: Position,
    unit: int,
    at: Point,
    radius: float,
    what: str,
    worth: float,
    units: int = 1,
    *,
    acts: bool = False,
) -> Goal:
    """A goal that is reached when the unit's base touches a disc."""
    return Goal(what, at, radius + position.unit(unit).radius, worth, units, acts)


def goal_at_area(
    position: Position, unit: int, zone: Zone, what: str, worth: float, units: int = 1, *, acts: bool = False
) -> Goal:
    """A goal that is reached when the unit's base touches a rectangle, which it does at the nearest place."""
    x, y = position.at(unit)
    at = (min(max(x, zone.left), zone.right), min(max(y, zone.top), zone.bottom))
    return Goal(what, at, position.unit(unit).radius + TOUCH, worth, units, acts)


def under(position: Position, unit: int) -> Point:
    """13.6 Where a thing lies that a unit let fall: under it, or at the edge where it has just left the table."""
    (x, y), table = position.at(unit), position.field.table
    return rounded((min(max(x, 0.0), table.width), min(max(y, 0.0), table.depth)))


def beside(position: Position, unit: int, angle: float, radius: float) -> Point:
    """13.6 The middle of a disc that lies in contact with a unit, in this direction, and on the table."""
    x, y = position.at(unit)
    reach = position.unit(unit).radius + radius
    table = position.field.table
    there = (x + math.cos(math.radians(angle)) * reach, y + math.sin(math.radians(angle)) * reach)
    return rounded((min(max(there[0], 0.0), table.width), min(max(there[1], 0.0), table.depth)))
