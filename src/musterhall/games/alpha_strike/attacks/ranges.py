"""Range brackets and arcs."""

from __future__ import annotations

from collections.abc import Callable

from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of
from musterhall.geometry import Point, in_arc

SHORT_TO, MEDIUM_TO, LONG_TO = 6.0, 24.0, 42.0
"""4 How far each bracket reaches, in inches from base to base."""
ALL_ROUND: Moment[Callable[[], bool]] = Moment("the front arc", "2")
"""Whether an ability makes everything around a unit its front."""


def bracket(inches: float, edition: Edition) -> str | None:
    """4, 12 The range bracket of a distance; None beyond the last."""
    if inches <= SHORT_TO:
        return "short"
    if inches <= MEDIUM_TO:
        return "medium"
    if inches <= LONG_TO:
        return "long"
    if inches <= edition.extreme_range_to:
        return "extreme"
    return "horizon" if edition.horizon_range else None


def in_front_arc(position: Position, unit: int, target: int) -> bool:
    """2 Whether a target lies in a unit's front arc, which for infantry and a Natural Grace is everywhere."""
    return place_in_front_arc(position, unit, position.at(target))


def place_in_front_arc(position: Position, unit: int, place: Point) -> bool:
    """2 The same for a place."""
    held = abilities_of(position, unit)
    if position.unit(unit).is_infantry or (held and any(every() for _, every in ALL_ROUND.of(held))):
        return True
    width = position.field.edition.front_arc
    return in_arc(position.at(unit), float(position.facing[unit]), width, place)


def hits_rear(position: Position, attacker: int, target: int) -> bool:
    """4 Whether an attack comes from behind; infantry and a Natural Grace have no rear."""
    return not in_front_arc(position, target, attacker)
