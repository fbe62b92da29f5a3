"""Alternate munitions of autocannons and missiles: what dice do that are fired with them."""

from __future__ import annotations

from dataclasses import replace

from musterhall.games.alpha_strike.abilities.munitions import munitions
from musterhall.games.alpha_strike.attacks.lots import Lot
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.unit import Unit

SECTION = "8"
PIERCING, INFERNO, IMPROVED_INFERNO, PULSE = "piercing", "inferno", "improved inferno", "pulse"


def loaded(unit: Unit, keyword: str) -> str:
    """8 How the munition that a unit has for a keyword plays; empty for standard rounds and what plays like them."""
    name = unit.munitions.get(keyword)
    if name is None:
        return ""
    return next((one.plays for one in munitions().values() if one.keyword == keyword and one.name == name), "")


def most_dice(plays: str, dice: int, edition: Edition) -> int:
    """8 How many dice may be fired with a munition: infernos give no more than so much heat."""
    return min(dice, edition.inferno_most) if plays == INFERNO else dice


def lots_with(plays: str, lot: Lot, range_: str, edition: Edition) -> list[Lot]:
    """8 What named dice become when they are fired with a munition."""
    if plays == PIERCING:
        return [replace(one, critical=True) for one in _fewer(lot, edition.piercing_damage_less)]
    if plays == PULSE:
        lots = _fewer(lot, PULSE_LESS) if range_ == "short" else [lot]
        return [replace(one, pulse=True) for one in lots]
    if plays == INFERNO:
        return [replace(lot, points=0, heat=1)]
    if plays == IMPROVED_INFERNO:
        lots = _fewer(lot, INFERNO_LESS) if range_ in ("short", "medium") else [lot]
        return [part for one in lots for part in _heated(one, edition.inferno_most)]
    return [lot]


PULSE_LESS, INFERNO_LESS = 1, 1
"""8 Damage that a magnetic pulse gives up at short range, and an improved inferno up to medium."""


def _fewer(lot: Lot, less: int) -> list[Lot]:
    """Some dice fewer; the last becomes a 0*."""
    if lot.dice > less:
        return [replace(lot, dice=lot.dice - less)]
    return [replace(lot, dice=1, points=0, minimal=True)]


def _heated(lot: Lot, most: int) -> list[Lot]:
    """The first dice heat as well."""
    hot = min(lot.dice, most)
    cold = [replace(lot, dice=lot.dice - hot)] if lot.dice > hot else []
    return [replace(lot, dice=hot, heat=1), *cold]
