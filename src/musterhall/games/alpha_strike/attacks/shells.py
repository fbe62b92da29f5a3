"""Guns and their shells: what artillery a unit has, which rounds it may load, and what each does where it falls."""

from __future__ import annotations

from dataclasses import dataclass

from musterhall.games.alpha_strike.abilities.munitions import munitions_for
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.harm.damage_values import artillery_damage, hurt
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.units.cards import Card, Damage
from musterhall.games.alpha_strike.units.specials import Special

SECTION = "8"
AIR_DEFENSE, CLUSTER, FLECHETTE, HOMING = "air defense", "cluster", "flechette", "homing"
KNOWN = (AIR_DEFENSE, CLUSTER, FLECHETTE, HOMING)
"""8 Artillery rounds whose effect a source prints; the others are standard rounds, or barred."""
STANDARD = ""


@dataclass(frozen=True, slots=True)
class Gun:
    """8 Artillery of one type that a unit has."""

    name: str
    """Its special, such as ARTLT."""
    number: int
    """How many of them; each makes its own attack roll."""


def guns_of(card: Card) -> list[Gun]:
    """8 The artillery on a card, also inside a turret."""
    return [gun for special in card.specials for gun in _guns(special)]


def _guns(special: Special) -> list[Gun]:
    if special.inside:
        return [gun for one in special.inside for gun in _guns(one)]
    if not special.name.startswith("ART"):
        return []
    said = special.values[0] if special.values else "1"
    return [Gun(special.name, int(said) if said.isdigit() else 1)]


def damage_of(position: Position, unit: int, gun: str) -> tuple[Damage, Damage] | None:
    """8 What a gun does under its template and in the ring about it, as hits on its weapons leave it."""
    found = artillery_damage(position.field.edition, gun)
    if found is None:
        return None
    one, condition = position.unit(unit), position.conditions[unit]
    return hurt(one, condition, found.template), hurt(one, condition, found.ring)


def round_of(unit: Unit, gun: str) -> str | None:
    """8 The group of the alternate munition that a unit has for a gun; None for none."""
    name = unit.munitions.get(gun)
    return next((one.group for one in munitions_for(gun) if one.name == name), None) if name else None
