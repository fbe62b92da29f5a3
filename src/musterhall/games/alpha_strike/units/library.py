"""A library of cards: found by name, merged from several sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Any

from pydantic import Field

from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data, shipped_names
from musterhall.games.alpha_strike.units.card_names import (
    best_first,
    listed_name,
    numbered_name,
    plain_name,
    short_names,
    squeezed,
)
from musterhall.games.alpha_strike.units.cards import Card, card_from_data
from musterhall.problems import BadInput, parse_model
from musterhall.spelling import names_like

NAMES_OFFERED = 3


class UnknownUnit(BadInput, KeyError):
    """A name that no card has: one sentence, with the names that come near."""

    def __str__(self) -> str:
        return str(self.args[0])


class Library:
    """Cards in a fixed order."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self.cards: tuple[Card, ...] = tuple(_told_apart(tuple(cards)))

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None

    def get(self, name: str) -> Card | None:
        """The card of this name, whatever its capitals and blanks; Timber Wolf Prime is Mad Cat (Timber Wolf) Prime."""
        return self._by_name.get(plain_name(name))

    def same(self, card: Card) -> Card | None:
        """The card of the unit that another card is of."""
        numbered = self._by_number.get(card.mul_id)
        if numbered is card:
            return card
        alike = numbered is not None and plain_name(listed_name(numbered)) == plain_name(listed_name(card))
        return numbered if alike else self.get(card.name)

    def which(self, name: str) -> str:
        """The cards to choose from where several share a name; empty where they do not."""
        shared = self._shared.get(plain_name(name), ())
        return " or ".join(f"{card.name} ({card.type}, {card.pv} PV)" for card in shared)

    def how_many(self, name: str) -> int:
        return len(self._shared.get(plain_name(name), ()))

    def by_number(self, number: int) -> Card | None:
        """The card with this number on the Master Unit List."""
        return self._by_number.get(number)

    def find(self, name: str) -> Card:
        """The card of this name; if there is none, or more than one, BadInput offers what may be meant."""
        card = self.get(name)
        if card is not None:
            return card
        if which := self.which(name):
            raise UnknownUnit(f"{self.how_many(name)} cards are called {name[:120]!r}; write {which}.")
        near = self.nearest(name)
        remedy = f"did you mean {' or '.join(near)}?" if near else "look it up."
        raise UnknownUnit(f"no card is called {name[:120]!r}; {remedy}", way="" if near else "units")

    def nearest(self, name: str, number: int = NAMES_OFFERED) -> list[str]:
        """The names that come nearest, the best first."""
        plain = plain_name(name)[:120]
        letters = squeezed(plain)
        holding = {card.name: card for key, card in self._by_name.items() if letters and letters in squeezed(key)}
        if holding:
            return [card.name for card in best_first(holding.values(), plain)][:number]
        # Who writes "Atlas" and a model that there is none of means an Atlas, whatever else is spelled alike.
        words = set(plain.split())
        sharing = [key for key in self._by_name if words & set(key.split())]
        for keys in (sharing, list(self._by_name)):
            close = names_like(plain, keys, 3 * number)
            names = list(dict.fromkeys(self._by_name[key].name for key in close))
            if names:
                return names[:number]
        return []

    @cached_property
    def _by_name(self) -> dict[str, Card]:
        """Cards by every name that one of them alone goes by: full names before short ones."""
        full = {plain_name(card.name): card for card in reversed(self.cards)}
        short = {key: card for card in reversed(self.cards) for key in short_names(card) if key not in self._shared}
        return short | full

    @cached_property
    def _shared(self) -> dict[str, tuple[Card, ...]]:
        """The cards of each name that means more than one."""
        full = {plain_name(card.name) for card in self.cards}
        called: dict[str, dict[str, Card]] = {}
        for card in self.cards:
            for key in (plain_name(listed_name(card)), *short_names(card)):
                called.setdefault(key, {})[card.name] = card
        return {key: tuple(cards.values()) for key, cards in called.items() if len(cards) > 1 and key not in full}

    @cached_property
    def _by_number(self) -> dict[int, Card]:
        return {card.mul_id: card for card in reversed(self.cards) if card.mul_id}


def merge(*libraries: Library) -> Library:
    """All cards of the libraries, each unit once: the later card holds, and is available to all that either knew.

    A unit is the same if its number on the Master Unit List is, or, where one has none, its name.
    """
    merged: dict[int | str, Card] = {}
    by_name: dict[str, int | str] = {}
    for library in libraries:
        for card in library.cards:
            key = _key(card, merged, by_name)
            known = merged.get(key)
            if known is not None:
                card = _joined(known, card)
            merged[key] = card
            by_name[plain_name(card.name)] = key
    return Library(merged.values())


def _told_apart(cards: Sequence[Card]) -> Iterator[Card]:
    """Each card under a name of its own: a unit that shares its name with another has its number behind it."""
    numbers: dict[str, set[int]] = {}
    for card in cards:
        if card.mul_id:
            numbers.setdefault(plain_name(listed_name(card)), set()).add(card.mul_id)
    for card in cards:
        shares = card.mul_id and len(numbers[plain_name(listed_name(card))]) > 1
        yield replace(card, name=numbered_name(card)) if shares and card.name != numbered_name(card) else card


@cache
def starter_library() -> Library:
    """The cards that come with Musterhall."""
    files = [name for name in shipped_names("catalogue") if name.startswith("cards-")]
    return Library(card for file in files for card in _file_cards(f"{file}.toml"))


def library_from(rows: Iterable[dict[str, Any]], name: str) -> Library:
    """A library from cards in our own form; a complaint names `name` and the card."""
    return Library(
        card_from_data(row, f"{name}, {title_of_card(row, number)}") for number, row in enumerate(rows, start=1)
    )


class _CardFile(FileModel):
    card: list[dict[str, Any]] = Field(min_length=1)


def _file_cards(file: str) -> tuple[Card, ...]:
    name = f"catalogue/{file}"
    return library_from(parse_model(_CardFile, catalogue_data(file), name).card, name).cards


def title_of_card(row: Any, number: int) -> str:
    title = f"{row.get('chassis', '')} {row.get('variant', '')}".strip() if isinstance(row, dict) else ""
    return title or f"card {number}"


def _key(card: Card, merged: dict[int | str, Card], by_name: dict[str, int | str]) -> int | str:
    if card.mul_id and card.mul_id in merged:
        return card.mul_id
    name = by_name.get(plain_name(card.name))
    if name is not None and (not card.mul_id or not merged[name].mul_id):
        return name
    return card.mul_id or plain_name(card.name)


def _joined(known: Card, card: Card) -> Card:
    available = known.available | card.available
    designations = tuple(dict.fromkeys((*known.designations, *card.designations)))
    return replace(card, available=available, designations=designations, mul_id=card.mul_id or known.mul_id)
