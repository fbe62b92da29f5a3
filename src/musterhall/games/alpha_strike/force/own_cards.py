"""Cards that a force brings itself: the catalogue's holds, and what it does not have is customised.

A force may carry cards so that it can be read where they were never imported. They are no way to change a unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from musterhall.games.alpha_strike.units.cards import Card, card_data
from musterhall.games.alpha_strike.units.library import Library
from musterhall.problems import Problem

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.force.forces import Force

CUSTOM = "Custom"
"""The designation that a unit has here which no catalogue knows."""

FIGURES: Mapping[str, Callable[[Card], str]] = {
    "type": lambda card: card.type,
    "size": lambda card: str(card.size),
    "role": lambda card: card.role,
    "Move": lambda card: str(card_data(card)["move"]),
    "damage": lambda card: str(card_data(card)["damage"]),
    "overheat": lambda card: str(card.overheat),
    "armour": lambda card: str(card.armour),
    "structure": lambda card: str(card.structure),
    "threshold": lambda card: str(card.threshold),
    "PV": lambda card: str(card.pv),
    "abilities": lambda card: ",".join(sorted(map(str, card.specials))) or "none",
}
"""What a card is played by; all else about a unit is the catalogue's to say."""


def differences(own: Card, known: Card) -> list[str]:
    """armour 30 for 10"""
    if own is known:
        return []
    pairs = ((name, figure(own), figure(known)) for name, figure in FIGURES.items())
    return [f"{name} {mine} for {theirs}" for name, mine, theirs in pairs if mine.casefold() != theirs.casefold()]


def card_to_field(own: Card, library: Library) -> Card:
    """The catalogue's card where the force's own is a copy of it, with all that is known of the unit."""
    known = library.same(own)
    return own if known is None or differences(own, known) else known


def changed_cards(force: Force, library: Library) -> Iterator[Problem]:
    """Units with another card than the catalogue's."""
    for unit in force.units:
        known = library.same(unit.card)
        found = differences(unit.card, known) if known else []
        if found:
            what = f"its card is not the catalogue's: {', '.join(found)}"
            remedy = "Use the catalogue's card, or have the unit list imported anew if this one is newer."
            yield Problem(unit.name, what, "", remedy)


def is_customised(card: Card, library: Library) -> bool:
    return library.same(card) is None
