"""The papers of an event by their names: what hangs on the wall, lies on the tables and goes into a hand.

Each is typeset by a module of its own, which is loaded when it is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from musterhall.events.event import Event

OF_A_ROUND = ("pairings", "names", "cards")
"""They are about one round, so their order has to name it."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed, and how."""

    event: Event
    number: int | None = None
    """The round."""
    draft: bool = False
    """Also a round that is not published, marked so."""
    scenario: str | None = None
    """Blank cards, briefs or maps of this one only."""
    blank: bool = False
    """Empty draft sheets."""
    method: str | None = None
    """The empty sheet of this way only."""
    address: str | None = None
    links: Mapping[str, str] | None = None
    """Each player's own, for the slips."""
    codes: Mapping[str, str] | None = None
    """What each player may type in place of scanning the link."""
    paper: str = "a4"

    @property
    def round(self) -> int:
        assert self.number is not None, "whoever orders a paper of a round says which one"
        return self.number


def _pairings(order: Order) -> bytes:
    from musterhall.printing.pairings import pairings_pdf

    return pairings_pdf(order.event, order.round, by="table", draft=order.draft, paper=order.paper)


def _names(order: Order) -> bytes:
    from musterhall.printing.pairings import pairings_pdf

    return pairings_pdf(order.event, order.round, by="name", draft=order.draft, paper=order.paper)


def _cards(order: Order) -> bytes:
    from musterhall.printing.score_cards import score_cards_pdf

    return score_cards_pdf(order.event, order.round, draft=order.draft, paper=order.paper)


def _blank_cards(order: Order) -> bytes:
    from musterhall.printing.score_cards import score_cards_pdf

    return score_cards_pdf(order.event, order.number, scenario=order.scenario, blank=True, paper=order.paper)


def _standings(order: Order) -> bytes:
    from musterhall.printing.standings_sheet import standings_pdf

    return standings_pdf(order.event, order.number, paper=order.paper)


def _slips(order: Order) -> bytes:
    from musterhall.printing.slips import slips_pdf

    return slips_pdf(order.event, order.address, order.links, order.codes, paper=order.paper)


def _drafts(order: Order) -> bytes:
    from musterhall.printing.draft_sheets import draft_sheets_pdf

    return draft_sheets_pdf(order.event, blank=order.blank, method=order.method, paper=order.paper)


def _briefs(order: Order) -> bytes:
    from musterhall.printing.briefs import briefs_pdf

    return briefs_pdf(order.event, order.number, scenario=order.scenario, paper=order.paper)


def _maps(order: Order) -> bytes:
    from musterhall.printing.briefs import maps_pdf

    return maps_pdf(order.event, order.number, scenario=order.scenario, paper=order.paper)


def _schedule(order: Order) -> bytes:
    from musterhall.printing.schedule import schedule_pdf

    return schedule_pdf(order.event, paper=order.paper)


def _bracket(order: Order) -> bytes:
    from musterhall.printing.bracket import bracket_pdf

    return bracket_pdf(order.event, paper=order.paper)


PAPERS: Mapping[str, Callable[[Order], bytes]] = {
    "pairings": _pairings,
    "names": _names,
    "cards": _cards,
    "standings": _standings,
    "slips": _slips,
    "drafts": _drafts,
    "blank-cards": _blank_cards,
    "briefs": _briefs,
    "maps": _maps,
    "schedule": _schedule,
    "bracket": _bracket,
}
