"""Which units are of one chassis: the list writes a variant into the name of some, and a second name into others.

A bracket in a 'Mech's name is its other name, Mad Cat (Timber Wolf), and different 'Mechs may share one: an Inner
Sphere Gladiator is no Gladiator (Executioner). In the name of any other unit it is a variant: Elemental Battle Armor
(Fire).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from musterhall.games.alpha_strike.units.card_names import both_names, plain_name
from musterhall.games.alpha_strike.units.cards import CARDS_KEPT, Card, is_aerospace, is_mech

Chassis = tuple[str, str]
"""What sort of unit it is, and the name: a Tomahawk that walks is none that flies."""
PlainMech = tuple[str, str, bool]
"""A 'Mech's name, its technology, and whether it is an OmniMech."""


def chassis_of(cards: Sequence[Card]) -> list[Chassis]:
    """The chassis of each of these cards, as it is compared with the others'."""
    mechs = {_plain_mech(card) for card in cards if is_mech(card)}
    return [_mech(card, mechs) if is_mech(card) else _other(card) for card in cards]


def perhaps_the_same(card: Card) -> tuple[str, int, str] | None:
    """What 'Mechs have in common that may be of one chassis: Black Hawk (Standard) and Black Hawk (Nova)."""
    return (_without_bracket(card.chassis), card.size, card.tech) if is_mech(card) else None


def _mech(card: Card, mechs: set[PlainMech]) -> Chassis:
    """By either of its names where such a 'Mech has that alone: Katana (Crockett) is a Crockett.

    Snow Fox (Omni) is a Snow Fox, too; but an OmniMech is none of the 'Mechs without pods that have its other name.
    """
    first, other = _two_names(card.chassis)
    if not other:
        return "'Mech", plain_name(card.chassis)
    if (first, card.tech, True) in mechs or (first, card.tech, False) in mechs:
        return "'Mech", first
    alike = (other, card.tech, card.has("OMNI"))
    return "'Mech", other if alike in mechs else plain_name(card.chassis)


@lru_cache(maxsize=CARDS_KEPT)
def _plain_mech(card: Card) -> PlainMech:
    return plain_name(card.chassis), card.tech, card.has("OMNI")


@lru_cache(maxsize=CARDS_KEPT)
def _two_names(chassis: str) -> tuple[str, str]:
    first, other = both_names(chassis) or ("", "")
    return plain_name(first), plain_name(other)


def _other(card: Card) -> Chassis:
    return "aerospace" if is_aerospace(card) else "ground", _without_bracket(card.chassis)


@lru_cache(maxsize=CARDS_KEPT)
def _without_bracket(name: str) -> str:
    return plain_name(re.sub(r" \([^()]*\)", " ", name))
