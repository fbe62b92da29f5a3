"""Charges and death from above: attacks that are chosen as the move, and bring the attacker into base contact."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.movement.allowance import GROUND, JUMPING, is_airborne, move_of
from musterhall.games.alpha_strike.position.condition import TABLE, Mode
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Point, rounded

SECTION = "7"
CHARGE: Mode = "charge"
DEATH_FROM_ABOVE: Mode = "dfa"
PLAIN: dict[Mode, Mode] = {CHARGE: GROUND, DEATH_FROM_ABOVE: JUMPING}
"""How a unit goes that makes such a move."""
SIDES_OF_A_BASE = 8
"""At how many places about an enemy a move ends where nobody names one."""


def attack_modes(position: Position, unit: int, modes: Sequence[Mode]) -> list[Mode]:
    """7 Which of the two are open to a unit: 'Mechs charge and leap, vehicles charge, VTOLs and all others do not."""
    one, condition = position.unit(unit), position.conditions[unit]
    if condition.place != TABLE or one.kind == "vtol" or not _has_a_target(position, unit):
        return []
    found: list[Mode] = []
    if GROUND in modes and (one.is_mech or one.is_vehicle):
        found.append(CHARGE)
    if JUMPING in modes and one.is_mech:
        found.append(DEATH_FROM_ABOVE)
    return found


def _has_a_target(position: Position, unit: int) -> bool:
    enemies, conditions = position.field.of_side[1 - position.unit(unit).side], position.conditions
    if any(conditions[enemy].place == TABLE and is_grounded(position, enemy) for enemy in enemies):
        return True
    return bool(position.scenario.targets(position, unit))


def may_be_charged(position: Position, unit: int) -> list[int]:
    """7 Enemies on the ground; what is in the air is out of reach."""
    return [enemy for enemy in position.on_table(1 - position.unit(unit).side) if is_grounded(position, enemy)]


def is_grounded(position: Position, unit: int) -> bool:
    return not is_airborne(position, unit)


def touches(position: Position, unit: int, place: Point, other: int) -> bool:
    """7 Whether a unit at this place is in base contact with another."""
    x, y = position.at(other)
    apart = position.unit(unit).radius + position.unit(other).radius
    return math.hypot(x - place[0], y - place[1]) <= apart + TOUCH


def ends_in_contact(position: Position, unit: int, place: Point) -> bool:
    """7, 14.2 Whether a unit at this place touches an enemy that it may charge, or a bunker that it may attack."""
    if any(touches(position, unit, place, enemy) for enemy in may_be_charged(position, unit)):
        return True
    ground, radius = position.field.ground, position.unit(unit).radius
    return any(ground.distance(piece, place) <= radius + TOUCH for piece in position.scenario.targets(position, unit))


def contacts(position: Position, unit: int, mode: Mode) -> Iterator[list[Point]]:
    """For each enemy that is near enough the places in contact with it: first the nearest, then all about it.

    For each bunker that is near enough the place where the way to its middle meets it.
    """
    at, inches = position.at(unit), move_of(position, unit, PLAIN[mode])
    for enemy in may_be_charged(position, unit):
        if position.gap(unit, enemy) > inches:
            continue
        x, y = position.at(enemy)
        apart = position.unit(unit).radius + position.unit(enemy).radius
        towards = math.atan2(at[1] - y, at[0] - x)
        angles = (towards + 2 * math.pi * step / SIDES_OF_A_BASE for step in range(SIDES_OF_A_BASE))
        yield [rounded((x + math.cos(angle) * apart, y + math.sin(angle) * apart)) for angle in angles]
    for piece in position.scenario.targets(position, unit):
        place = _beside(position, unit, piece)
        if math.dist(at, place) <= inches:
            yield [place]


def _beside(position: Position, unit: int, piece: int) -> Point:
    """Where a unit that goes straight towards the middle of a piece comes into contact with it."""
    ground, radius = position.field.ground, position.unit(unit).radius
    (x, y), _ = ground.middle(piece)
    place = position.at(unit)
    for _ in range(APPROACHES):
        apart, left = ground.distance(piece, place) - radius, math.dist(place, (x, y))
        if apart <= TOUCH / 4 or not left:
            break
        place = (place[0] + (x - place[0]) * apart / left, place[1] + (y - place[1]) * apart / left)
    return rounded(place)


APPROACHES = 20
"""After so many steps, each as long as what lies in between, a unit is in contact."""
