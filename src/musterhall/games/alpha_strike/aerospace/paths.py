"""The way that a fighter flew this turn, and what lies below it."""

from __future__ import annotations

import math
from typing import NamedTuple

from musterhall.games.alpha_strike.movement.allowance import GROUND, move_facts
from musterhall.games.alpha_strike.movement.drive import hurt_move
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import say_of
from musterhall.games.alpha_strike.units.cards import best_move
from musterhall.geometry import SLACK, Point

SECTION = "12"
BOMBS = "bombs"


class Lie(NamedTuple):
    """Where something lies in relation to a flight path, in inches."""

    along: float
    """From where the flight began."""
    aside: float
    """From the line, to either side."""


def bombs_left(position: Position, unit: int) -> int:
    """12, 10 The bombs that a fighter still carries (BOMB#)."""
    special = position.unit(unit).card.special("BOMB")
    carried = int(special.values[0]) if special and special.values else 0
    return max(0, carried - position.conditions[unit].used.get(BOMBS, 0))


def thrust_of(position: Position, unit: int) -> int:
    """12, 10 A fighter's Thrust: what hits leave of it, less one for each bomb, but enough to stay in the air."""
    whole = hurt_move(best_move(position.unit(unit).card), position.conditions[unit].drive)
    if whole <= 0:
        return 0
    facts = move_facts(position, unit, GROUND) | {"heat": 0}
    return max(1, say_of(position, unit).total("move", whole, facts) - bombs_left(position, unit))


def flight_inches(position: Position, unit: int) -> int:
    """12 How far a fighter flies at most."""
    return thrust_of(position, unit) * position.field.edition.thrust_inches


def start_of(position: Position, unit: int) -> Point:
    """Where this turn's flight began: it was straight, so its end, its heading and its length tell."""
    (x, y), angle = position.at(unit), math.radians(float(position.facing[unit]))
    inches = position.conditions[unit].inches
    return (x - math.cos(angle) * inches, y - math.sin(angle) * inches)


def lie_of(position: Position, unit: int, place: Point) -> Lie:
    """Where a place lies in relation to a fighter's flight of this turn."""
    (x, y), angle = start_of(position, unit), math.radians(float(position.facing[unit]))
    dx, dy = place[0] - x, place[1] - y
    return Lie(dx * math.cos(angle) + dy * math.sin(angle), abs(dy * math.cos(angle) - dx * math.sin(angle)))


def is_below(position: Position, unit: int, place: Point, radius: float = 0.0) -> bool:
    """12 Whether the flight of this turn went over a place, or over a base of this radius there."""
    inches, half = position.conditions[unit].inches, position.field.edition.flight_path_width / 2
    lie = lie_of(position, unit, place)
    return -radius - SLACK <= lie.along <= inches + radius + SLACK and lie.aside <= half + radius + SLACK


def units_below(position: Position, unit: int) -> list[int]:
    """12 Everybody but fighters whom the flight of this turn went over."""
    return [
        other
        for other in position.everybody_on_table()
        if not position.unit(other).is_aerospace
        and is_below(position, unit, position.at(other), position.unit(other).radius)
    ]
