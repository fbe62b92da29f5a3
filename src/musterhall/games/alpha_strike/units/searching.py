"""Cards that somebody is looking for: filtered by what they are, in the order that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from musterhall.game.units import SearchField
from musterhall.games.alpha_strike.units.card_names import best_first, joined, plain_name
from musterhall.games.alpha_strike.units.cards import CARDS_KEPT, Card, tmms
from musterhall.games.alpha_strike.units.factions import stands_for
from musterhall.games.alpha_strike.units.library import Library
from musterhall.problems import BadInput, near_names


@dataclass(frozen=True, slots=True)
class CardSearch:
    """What somebody is looking for; what is left empty does not matter."""

    role: str = ""
    type: str = ""
    tech: str = ""
    size: int | None = None
    pv: tuple[int, int] | None = None
    move: tuple[int, int] | None = None
    tmm: tuple[int, int] | None = None
    damage: tuple[int, int] | None = None
    armour: tuple[int, int] | None = None
    year: tuple[int, int] | None = None
    special: Sequence[str] = ()
    faction: str = ""
    era: str = ""
    text: str = ""
    sort: str = ""


WHICH_CARDS = (
    SearchField("role", "Striker, Scout, Missile Boat, ..."),
    SearchField("type", "BM, CV, BA, CI, PM, AF, ...", example="CODE"),
    SearchField("tech", "Inner Sphere, Clan, Mixed or Primitive."),
    SearchField("pv", "Point Value at skill 4: 30, 25-35, -20 or 50-.", "span"),
    SearchField("move", "Inches of the best Move: 12- for 12 and more.", "span"),
    SearchField("tmm", "The best target movement modifier.", "span"),
    SearchField("damage", "Damage at medium range.", "span"),
    SearchField("armour", "Points of armour.", "span"),
    SearchField("year", "Year of introduction: -3060 for 3060 and before.", "span"),
    SearchField("special", "A special ability; may be given several times.", "several"),
)
SEARCH_FIELDS = (
    *WHICH_CARDS,
    SearchField("size", "The card's Size.", "number"),
    SearchField("faction", "The faction that the units are available to.", example="NAME"),
    SearchField("era", "The era in which they are.", example="NAME"),
    SearchField("text", "Words that the name holds; the best match comes first."),
    SearchField("sort", "name, cheap, dear, move, tmm, damage, armour, role, tech, new, ...", example="ORDER"),
)


@lru_cache(maxsize=CARDS_KEPT)
def most_tmm(card: Card) -> int:
    """The higher one, where a unit jumps better than it walks."""
    return max(tmms(card).values(), default=0)


FIGURES: Mapping[str, Callable[[Card], int]] = {
    "pv": lambda card: card.pv,
    "move": lambda card: max(card.moves.values(), default=0),
    "tmm": lambda card: most_tmm(card),
    "damage": lambda card: card.damage[1].value,
    "armour": lambda card: card.armour,
    "year": lambda card: card.introduced,
}
"""What a span of a search is about; damage is that at medium range."""

BEST = "match"
SORTS: Mapping[str, tuple[str, Callable[[Card], Any]]] = {
    "name": ("by name", lambda card: ()),
    "cheap": ("cheapest first", lambda card: card.pv),
    "dear": ("dearest first", lambda card: -card.pv),
    "move": ("fastest first", lambda card: -FIGURES["move"](card)),
    "tmm": ("highest TMM first", lambda card: -most_tmm(card)),
    "damage": ("most damage first", lambda card: tuple(-card.damage[at].value for at in (1, 0, 2))),
    "armour": ("most armour first", lambda card: (-card.armour, -card.structure)),
    "size": ("largest first", lambda card: -card.size),
    "role": ("by role", lambda card: (not card.role, card.role)),
    "tech": ("by technology", lambda card: (not card.tech, card.tech)),
    "new": ("newest first", lambda card: -card.introduced),
    "old": ("oldest first", lambda card: card.introduced or 9999),
}


def search_cards(library: Library, search: CardSearch) -> list[Card]:
    """The cards to which all of this applies.

    With a faction or an era, only cards that are known to be available to it are found. Without an order, the best
    matches for the text come first, and without a text all are in the library's order.
    """
    fits = _test_of(search)
    found = [card for card in library.cards if fits(card)]
    if search.sort and search.sort != BEST:
        return ordered(found, search.sort)
    return best_first(found, search.text) if search.text.strip() else found


def ordered(cards: Sequence[Card], sort: str) -> list[Card]:
    if sort not in SORTS:
        raise BadInput(f"sort {sort[:40]!r}: there is no such order. {near_names(sort, SORTS)}")
    key = SORTS[sort][1]
    return sorted(cards, key=lambda card: (key(card), plain_name(card.name)))


# Which cards


def _test_of(search: CardSearch) -> Callable[[Card], bool]:
    specials = [one.strip().upper() for one in search.special if one.strip()]
    spans = [(FIGURES[name], span) for name in FIGURES if (span := getattr(search, name)) is not None]
    role, tech, type_ = search.role.strip().casefold(), search.tech.strip().casefold(), search.type.strip().upper()
    words, letters = plain_name(search.text).split(), joined(search.text)

    def fits(card: Card) -> bool:
        return (
            (not role or card.role.casefold() == role)
            and (not tech or card.tech.casefold() == tech)
            and (not type_ or card.type == type_)
            and (search.size is None or card.size == search.size)
            and all(low <= figure(card) <= high for figure, (low, high) in spans)
            and all(_has(card, name) for name in specials)
            and (not (search.faction or search.era) or _available(card, search.faction, search.era))
            and (not words or _is_called(card, words, letters))
        )

    return fits


def _is_called(card: Card, words: Sequence[str], letters: str) -> bool:
    """Every word is in the name, or the letters are, whatever stands between them: timberwolf."""
    name = plain_name(card.name)
    return all(word in name for word in words) or (len(letters) > 3 and letters in _letters(card))


@lru_cache(maxsize=CARDS_KEPT)
def _letters(card: Card) -> str:
    return joined(card.name)


def _has(card: Card, special: str) -> bool:
    """ART stands for every artillery gun, C3 for every kind of C3."""
    if special in ("ART", "C3"):
        return any(name.startswith(special) for name in card.special_names)
    return card.has(special) or special in (str(one).upper() for one in card.specials)


def _available(card: Card, faction: str, era: str) -> bool:
    when = plain_name(era)
    return any(
        (not faction or stands_for(listed, faction)) and (not when or plain_name(then) == when)
        for listed, then in card.available
    )
