"""What cards are called, and which of them comes nearest to what somebody typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from musterhall.games.alpha_strike.units.cards import CARDS_KEPT, Card, is_mech


@lru_cache(maxsize=20_000)
def plain_name(name: str) -> str:
    return " ".join(name.casefold().replace("\u2019", "'").split())


def squeezed(name: str) -> str:
    """Without blanks: many write Timberwolf."""
    return name.replace(" ", "")


def listed_name(card: Card) -> str:
    """What the unit list calls a card: without the number that tells it from another of that name."""
    return card.name.removesuffix(_number(card))


def numbered_name(card: Card) -> str:
    """Tomahawk C [6301]"""
    return f"{listed_name(card)}{_number(card)}"


def _number(card: Card) -> str:
    return f" [{card.mul_id}]"


def short_names(card: Card) -> Iterator[str]:
    """'Mechs with two names are called by either: Mad Cat Prime and Timber Wolf Prime."""
    both = both_names(card.chassis) if is_mech(card) else ()
    for chassis in (*both, f"{both[1]} ({both[0]})") if both else ():
        yield plain_name(f"{chassis} {card.variant}")


def best_first(cards: Iterable[Card], text: str) -> list[Card]:
    """Timber Wolf finds the Timber Wolf itself before its odd variants, and these before what only holds the words."""
    wanted = plain_name(text)
    return sorted(cards, key=lambda card: (_distance(card, wanted), _oddity(card), plain_name(card.name)))


def _distance(card: Card, wanted: str) -> int:
    """How far a card's names are from what was typed."""
    chassis, names = _names(card)
    letters = squeezed(wanted)
    if letters in map(squeezed, names):
        return 0
    if letters in map(squeezed, chassis):
        return 1
    if any(name.startswith(f"{wanted} ") for name in chassis):
        return 2
    if any(squeezed(name).startswith(letters) for name in names):
        return 3
    return 4 if all(re.search(rf"\b{re.escape(word)}", plain_name(card.name)) for word in wanted.split()) else 5


@lru_cache(maxsize=CARDS_KEPT)
def _names(card: Card) -> tuple[frozenset[str], frozenset[str]]:
    """What the chassis is called, and the whole unit."""
    chassis = frozenset(map(plain_name, (card.chassis, *both_names(card.chassis))))
    return chassis, frozenset({plain_name(card.name), *short_names(card)})


def both_names(chassis: str) -> tuple[str, ...]:
    match = re.fullmatch(r"([^()]+) \(([^()]+)\)", chassis)
    return match.groups() if match else ()


def _oddity(card: Card) -> tuple[bool, bool, int]:
    """The usual unit before somebody's own one, the first configuration before the others, the old before the new."""
    usual = card.variant in ("", "Prime")
    return "(" in card.variant or "[" in card.variant, not usual, card.introduced or 9999


@lru_cache(maxsize=CARDS_KEPT)
def joined(name: str) -> str:
    """A name without spaces and signs, in American spelling: Head Hunter is Headhunter."""
    letters = "".join(sign for sign in name.casefold() if sign.isalnum())
    return letters.replace("isation", "ization").replace("defence", "defense")
