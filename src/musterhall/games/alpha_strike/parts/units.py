"""Alpha Strike's cards: looked up, searched, and taken from the Master Unit List."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from musterhall.game.showing import Shown, Table
from musterhall.game.units import Listing, Progress, Search, UnitImports, Units
from musterhall.games.alpha_strike.units import mul
from musterhall.games.alpha_strike.units.cards import Card, card_data, tmms
from musterhall.games.alpha_strike.units.library import Library, library_from, merge, starter_library
from musterhall.games.alpha_strike.units.searching import SEARCH_FIELDS, CardSearch, search_cards
from musterhall.games.alpha_strike.units.specials import gloss, specials_text
from musterhall.tally import counted


class MasterUnitList(UnitImports):
    title = "Master Unit List"
    address = "https://masterunitlist.azurewebsites.net"
    path = "/Unit/QuickList"
    types = mul.LIST_TYPES
    eras = mul.LIST_ERAS

    def query(self, type_: int, faction: int | None, era: int | None) -> list[tuple[str, str | int]]:
        """Those with a Point Value, of that faction and era."""
        asked: list[tuple[str, str | int]] = [("Types", type_), ("MinPV", 1), ("MaxPV", 999)]
        if faction is not None and era is not None:
            asked += [("Factions", faction), ("AvailableEras", era)]
        return asked

    def read(self, text: str, name: str, faction: str, era: str, progress: Progress | None = None) -> mul.MulImport:
        return mul.read_mul(text, name, faction, era, progress)

    def joined(self, parts: Sequence[mul.MulImport]) -> mul.MulImport:
        return mul.joined(parts)

    def shipped(self) -> Library:
        return starter_library()

    def library(self, rows: Sequence[Any], name: str) -> Library:
        return library_from(rows, name)

    def of(self, cards: Sequence[Card]) -> Library:
        return Library(cards)

    def merge(self, *libraries: Library) -> Library:
        return merge(*libraries)

    def rows(self, library: Library) -> list[Any]:
        return [card_data(card) for card in library.cards]


class Cards(Units):
    imports = MasterUnitList()
    search_fields = SEARCH_FIELDS

    def one(self, name: str, library: Library) -> Listing:
        card = library.find(name)
        return Listing(_data(card), _shown(card))

    def found(self, search: Search, library: Library, width: int) -> Listing:
        found = search_cards(library, CardSearch(**search))
        notes = [f"{counted(len(found), 'card')} of {len(library)}."]
        if (search.get("faction") or search.get("era")) and not any(card.available for card in library.cards):
            remedy = "import a list that the Master Unit List filtered by them, with --faction and --era"
            notes.append(f"Nothing is known yet about factions and eras; {remedy}.")
        return Listing(list(map(_data, found)), _listed(found), tuple(notes))


UNITS = Cards()


def _data(card: Card) -> dict[str, Any]:
    return card_data(card) | {"tmm": tmms(card)}


def _listed(found: Sequence[Card]) -> Shown:
    heads = ("unit", "type", "size", "move", "TMM", "damage", "A/S", "role", "PV", "specials")
    rows: list[tuple[str, ...]] = [heads]
    for card in found:
        damage = "/".join(map(str, card.damage[:3]))
        health = f"{card.armour}/{card.structure}"
        figures = (card.type, str(card.size), card.move, _tmm(card), damage, health, card.role, str(card.pv))
        rows.append((card.name, *figures, specials_text(card.specials)))
    return [Table(rows, right=(2, 8))] if found else []


def _shown(card: Card) -> Shown:
    kind = f"{card.kind or card.type} ({card.type})"
    threshold = f", threshold {card.threshold}" if card.threshold else ""
    lines: Shown = [
        card.name,
        f"  {kind}, Size {card.size}, {card.role or 'no role'}, {card.pv} PV at skill 4",
        f"  Move {card.move}, TMM {_tmm(card)}",
        f"  Damage {'/'.join(map(str, card.damage))}, overheat {card.overheat}",
        f"  Armour {card.armour}, structure {card.structure}{threshold}",
    ]
    origin = [part for part in (card.tech, card.rules, str(card.introduced or "")) if part]
    if origin:
        lines.append(f"  {', '.join(origin)}")
    for special in (one for outer in card.specials for one in (outer, *outer.inside)):
        lines.append(f"  {special}: {gloss(special) or 'not known to Musterhall.'}")
    pairs = ", ".join(f"{faction} ({era})" for faction, era in sorted(card.available))
    return [*lines, f"  Available to {pairs}." if pairs else "  Nothing is known about who may take it."]


def _tmm(card: Card) -> str:
    return "/".join(f"{value}{code}" for code, value in tmms(card).items())
