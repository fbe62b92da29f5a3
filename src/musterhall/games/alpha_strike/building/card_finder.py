"""The cards to add on the builder's page: what is looked for, and a page of what is found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import fields as dataclass_fields

from musterhall.games.alpha_strike.building.workpiece import Fields, text_of
from musterhall.games.alpha_strike.force.check import availability_known, check_force
from musterhall.games.alpha_strike.force.force_rules import Terms
from musterhall.games.alpha_strike.force.forces import Force, ForceUnit
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.games.alpha_strike.units.library import Library
from musterhall.games.alpha_strike.units.searching import BEST, SORTS, CardSearch, most_tmm, search_cards

CARDS_A_PAGE = 20
MOST = 10**6


@dataclass(frozen=True, slots=True)
class PageSearch:
    """What somebody is looking for, as the page has it: texts, of which any may be empty."""

    text: str = ""
    type: str = ""
    role: str = ""
    tech: str = ""
    size: str = ""
    least: str = ""
    most: str = ""
    move: str = ""
    tmm: str = ""
    damage: str = ""
    armour: str = ""
    """The last four from this figure on."""
    since: str = ""
    until: str = ""
    """Years of introduction."""
    specials: str = ""
    available: bool = False
    """Only what the force's faction is known to have."""
    sort: str = BEST
    page: int = 1

    @property
    def narrowed(self) -> bool:
        """Whether anything but a name is asked for."""
        return replace(self, text="", page=1) != PageSearch()

    def asked(self, faction: str, era: str) -> CardSearch:
        return CardSearch(
            text=self.text,
            type=self.type,
            role=self.role,
            tech=self.tech,
            size=_number(self.size),
            pv=_span(self.least, self.most),
            move=_span(self.move),
            tmm=_span(self.tmm),
            damage=_span(self.damage),
            armour=_span(self.armour),
            year=_span(self.since, self.until),
            special=self.specials.replace(",", " ").split(),
            faction=faction if self.available else "",
            era=era if self.available and faction else "",
            sort="name" if self.sort == BEST and not self.text else self.sort,
        )


@dataclass(frozen=True, slots=True)
class CardRow:
    card: Card
    line: str
    barred: str
    """Why the event does not allow it, where it does not."""


@dataclass(frozen=True, slots=True)
class Found:
    search: PageSearch
    rows: tuple[CardRow, ...]
    total: int
    page: int
    pages: int
    unknown: str = ""
    """What is not known about all of them."""


ORDERS: Mapping[str, str] = {BEST: "best match first", **{key: words for key, (words, _) in SORTS.items()}}


def read_search(fields: Fields) -> PageSearch:
    page, sort = text_of(fields, "page"), text_of(fields, "sort")
    texts = (one.name for one in dataclass_fields(PageSearch) if one.name not in ("available", "sort", "page"))
    return PageSearch(
        **{name: text_of(fields, name) for name in texts},
        available=bool(fields.get("available")),
        sort=sort if sort in ORDERS else BEST,
        page=int(page) if page.isdecimal() and len(page) < 6 else 1,
    )


def find_cards(library: Library, search: PageSearch, terms: Terms, faction: str, era: str) -> Found:
    """A page of the cards that are looked for, each with whether the event bars it."""
    era = terms.force.era.name if terms.force.era else era
    cards = search_cards(library, search.asked(faction, era))
    pages = max(1, -(-len(cards) // CARDS_A_PAGE))
    page = min(max(1, search.page), pages)
    shown = cards[(page - 1) * CARDS_A_PAGE : page * CARDS_A_PAGE]
    rows = tuple(CardRow(card, card_line(card), _barred(card, terms, faction, library)) for card in shown)
    return Found(search, rows, len(cards), page, pages, _unknown(library, search, terms, faction, era))


def _unknown(library: Library, search: PageSearch, terms: Terms, faction: str, era: str) -> str:
    """That nobody has imported what the faction has, where that matters."""
    rule = terms.force.faction
    matters = search.available or (rule is not None and rule.available)
    if not matters or availability_known(library, faction, era):
        return ""
    if not faction:
        return "Which cards may be taken depends on the faction; choose it under Name, faction and era."
    when = f" in the {era} era" if era else ""
    return f"What {faction} has{when} is not known here; the organiser can import it from the Master Unit List."


def card_line(card: Card) -> str:
    """A card in one line: BM, Brawler, size 3, Move 10", TMM 2, damage 3/3/2, 5+4, Clan, 3049."""
    damage = "/".join(str(one) for one in card.damage[: 4 if card.damage[3].value else 3])
    parts = [
        card.type,
        card.role,
        f"size {card.size}",
        f"Move {card.move}",
        f"TMM {most_tmm(card)}",
        f"damage {damage}",
    ]
    parts += [f"{card.armour}+{card.structure}", card.tech, str(card.introduced or "")]
    return ", ".join(filter(None, parts))


def _barred(card: Card, terms: Terms, faction: str, library: Library) -> str:
    """Why the event does not allow a card at all, whatever else is in the force."""
    era = terms.force.era.name if terms.force.era else ""
    alone = Force("", "", faction, era, (ForceUnit(card.name, card, _usual_skill(terms)),), ())
    found = [one for one in check_force(alone, terms, library).problems if one.where == card.name]
    return found[0].what if found else ""


def _usual_skill(terms: Terms) -> int:
    span = terms.force.skill
    return min(max(4, span.best), span.worst) if span else 4


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 7 else None


def _span(least: str, most: str = "") -> tuple[int, int] | None:
    low, high = _number(least), _number(most)
    return None if low is None and high is None else (low or 0, MOST if high is None else high)
