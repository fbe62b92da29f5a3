"""What is left of a unit's damage after hits on its weapons and its engine."""

from __future__ import annotations

from functools import lru_cache

from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.position.condition import Condition
from musterhall.games.alpha_strike.units.cards import RANGES, Damage

NONE, MINIMAL = Damage(0), Damage(0, minimal=True)


@lru_cache(maxsize=4096)
def less(damage: Damage, hits: int) -> Damage:
    """5 A damage value after so many weapon hits, on the scale 2, 1, 0*, 0."""
    for _ in range(hits):
        if damage.value > 1:
            damage = Damage(damage.value - 1)
        elif damage.value == 1:
            damage = MINIMAL
        else:
            return NONE
    return damage


@lru_cache(maxsize=4096)
def halved(damage: Damage) -> Damage:
    """5 A damage value under a vehicle's engine hit: half, rounded down."""
    return Damage(damage.value // 2)


def hurt(unit: Unit, condition: Condition, damage: Damage) -> Damage:
    """5 One of a unit's damage values as its hits leave it."""
    if condition.weapon_hits:
        damage = less(damage, condition.weapon_hits)
    if condition.engine_hits and unit.is_vehicle:
        damage = halved(damage)
    return damage


def damage_at(unit: Unit, condition: Condition, range_: str) -> Damage:
    """4, 5 What a unit's weapons do at a range, as its hits leave it."""
    return hurt(unit, condition, unit.card.damage[RANGES.index(range_)])
