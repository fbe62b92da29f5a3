"""What is left of a unit's damage after hits on its weapons and its engine."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.position.condition import Condition
from musterhall.games.alpha_strike.units.cards import RANGES, Card, Damage
from musterhall.games.alpha_strike.units.specials import Special

NONE, MINIMAL = Damage(0), Damage(0, minimal=True)
WEAPONS = ("AC", "FLK", "HT", "IATM", "IF", "LRM", "REAR", "SRM", "TUR")
"""5 Specials whose values a weapon hit lowers, beside artillery."""


class ArtilleryDamage(NamedTuple):
    """8 What a shell does under its template, and in the ring about it."""

    template: Damage
    ring: Damage


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


def artillery_damage(edition: Edition, gun: str) -> ArtilleryDamage | None:
    """8 What a gun does, by its special such as ARTLT; None for cruise missiles, whose figures nobody has seen."""
    figures = {
        "ARTAIS": (edition.artillery_ais, 0),
        "ARTAC": (edition.artillery_ac, 0),
        "ARTT": (edition.artillery_t, 0),
        "ARTS": (edition.artillery_s, 0),
        "ARTLT": (edition.artillery_lt, edition.artillery_lt_ring),
        "ARTTC": (edition.artillery_tc, 0),
        "ARTSC": (edition.artillery_sc, 0),
        "ARTLTC": (edition.artillery_ltc, 0),
        "ARTBA": (edition.artillery_ba, 0),
    }
    found = figures.get(gun)
    return ArtilleryDamage(Damage(found[0]), Damage(found[1])) if found else None


def can_lose_a_weapon(unit: Unit, condition: Condition, edition: Edition) -> bool:
    """5 Whether a weapon hit still takes something away: some damage value is left."""
    guns = (artillery_damage(edition, special.name) for special in unit.card.specials)
    values = (*_values(unit.card), *(gun.template for gun in guns if gun))
    return any(hurt(unit, condition, damage) != NONE for damage in values)


@lru_cache(maxsize=1024)
def _values(card: Card) -> tuple[Damage, ...]:
    found = [*card.damage, *(value for special in card.specials for value in _special_values(special))]
    return tuple(damage for damage in found if damage != NONE)


def _special_values(special: Special) -> list[Damage]:
    if special.name not in WEAPONS:
        return []
    inside = [value for one in special.inside for value in _special_values(one)]
    return inside + [_value(said) for said in special.values]


def _value(said: str) -> Damage:
    if said.endswith("*"):
        return MINIMAL
    return Damage(int(said)) if said.isdigit() else NONE
