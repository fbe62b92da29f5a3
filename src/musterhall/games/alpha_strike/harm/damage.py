"""Damage: marked when an attack hits, in effect in the End Phase."""

from __future__ import annotations

from typing import NamedTuple

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.harm.crippling import is_crippled
from musterhall.games.alpha_strike.harm.criticals import critical_hit, motive_hit
from musterhall.games.alpha_strike.position.condition import DESTROYED, Mark
from musterhall.games.alpha_strike.position.position import Position

SECTION = "5"


class Toll(NamedTuple):
    """Who was lost and who was crippled just now."""

    lost: tuple[int, ...]
    crippled: tuple[int, ...]


def mark(position: Position, target: int, mark: Mark) -> None:
    """1 Write an attack's damage beside the unit; it counts in the End Phase."""
    condition = position.conditions[target]
    condition.marks = (*condition.marks, mark)


def apply_all_damage(battle: Battle[Position]) -> Toll:
    """1, 5 E2 All marked damage takes effect, on both sides at once."""
    units = [unit for unit, condition in enumerate(battle.position.conditions) if condition.marks and condition.alive]
    return apply_damage(battle, units)


def apply_damage(battle: Battle[Position], units: list[int]) -> Toll:
    """5 What is marked beside these units takes effect."""
    position = battle.position
    lost, crippled = [], []
    for unit in units:
        condition = position.conditions[unit]
        for one in condition.marks:
            if condition.structure > 0:
                _apply(battle, unit, one)
        condition.marks = ()
        if condition.structure <= 0:
            lost.append(unit)
            _lose(battle, unit)
        elif not condition.crippled and is_crippled(position, unit):
            crippled.append(unit)
            condition.crippled = True
            battle.tell("crippled", f"{position.unit(unit).name} is crippled", "13.4", unit=unit)
    return Toll(tuple(lost), tuple(crippled))


def _apply(battle: Battle[Position], target: int, one: Mark) -> None:
    """5 Armour first, then structure; hurt structure brings a critical hit, and a vehicle rolls for its drive."""
    position = battle.position
    unit, condition = position.unit(target), position.conditions[target]
    hurt = _take(battle, target, one.points)
    rolls = one.critical_rolls + (1 if hurt else 0)
    for _ in range(rolls):
        if condition.structure > 0:
            _take(battle, target, critical_hit(battle, target, one.critical_bonus))
    if one.points and one.motive and unit.is_vehicle and condition.structure > 0:
        motive_hit(battle, target)


def _take(battle: Battle[Position], target: int, points: int) -> bool:
    """Take points off armour and structure; whether structure was hurt."""
    if not points:
        return False
    position = battle.position
    condition = position.conditions[target]
    armour = min(points, condition.armour)
    structure = min(points - armour, condition.structure)
    condition.armour -= armour
    condition.structure -= structure
    if battle.recording:
        text = (
            f"{position.unit(target).name} takes {points}: armour {condition.armour}, structure {condition.structure}"
        )
        battle.tell("damage", text, SECTION, unit=target, points=points)
    return structure > 0


def _lose(battle: Battle[Position], unit: int) -> None:
    position = battle.position
    position.conditions[unit].place = DESTROYED
    battle.tell("destroyed", f"{position.unit(unit).name} is destroyed", SECTION, unit=unit)
