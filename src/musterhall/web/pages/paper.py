"""What is printed and taken home: PDFs for walls and tables, tables for a spreadsheet, the whole event as a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Annotated, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.events.event import Event
from musterhall.problems import BadInput
from musterhall.store.transfer import csv_text, export_event
from musterhall.web.accounts import ORGANISER, OWNER
from musterhall.web.gate import Asking, Refused, TheHouse
from musterhall.web.house import House, Unknown

router = APIRouter(include_in_schema=False)

SHEETS = ("players", "pairings", "cards", "standings")


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be printed, and how."""

    event: Event
    event_id: str
    house: House
    address: str
    number: int | None
    draft: bool
    scenario: str | None
    paper: Literal["a4", "letter"]

    @property
    def round(self) -> int:
        """The round that is asked for, or the last published one; a draft only where it is asked for."""
        if self.number is not None:
            return self.number
        last = self.event.rounds[-1] if self.draft and self.event.rounds else self.event.current
        if last is None:
            raise BadInput(f"{self.event.name}: no round is published yet, so there is nothing to print; publish one.")
        return last.number


@router.get("/e/{event}/paper/{what}")
async def paper(
    request: Request,
    event: str,
    what: str,
    visitor: Asking,
    house: TheHouse,
    round: Annotated[int | None, Query(ge=0, le=50)] = None,
    draft: bool = False,
    scenario: Annotated[str, Query(max_length=60)] = "",
    paper: Literal["a4", "letter"] = "a4",
) -> Response:
    """A PDF; the name says which, as in pairings.pdf."""
    name = what.removesuffix(".pdf")
    typeset = PAPERS.get(name)
    if typeset is None or name == what:
        known = ", ".join(f"{one}.pdf" for one in PAPERS)
        raise Unknown(f"paper {what!r}: is not one that can be printed; there is {known}.")
    if name == "slips" and visitor.role not in (OWNER, ORGANISER):
        # They hold everybody's link.
        raise Refused(403, "Slips hold the players' links; ask an organiser for them.")
    wish = Wish(house.event(event), event, house, address_of(request, house), round, draft, scenario or None, paper)
    content = await run_in_threadpool(typeset, wish)
    return Response(content, media_type="application/pdf", headers=_named(f"{event}-{name}.pdf", inline=True))


@router.get("/e/{event}/export.json")
async def export(event: str, visitor: Asking, house: TheHouse) -> Response:
    """The whole journal, to be kept or taken in elsewhere; not while it holds what a player still hides."""
    _require_nothing_hidden(house.event(event))
    data = await run_in_threadpool(export_event, house.store, event)
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return Response(text, media_type="application/json", headers=_named(f"{event}.json"))


@router.get("/e/{event}/csv/{what}")
async def sheet(event: str, what: str, visitor: Asking, house: TheHouse) -> Response:
    name = what.removesuffix(".csv")
    if name not in SHEETS:
        raise Unknown(f"table {what!r}: is not one of {', '.join(SHEETS)}; choose one of them.")
    text = await run_in_threadpool(csv_text, house.event(event), name)
    return Response(text, media_type="text/csv; charset=utf-8", headers=_named(f"{event}-{name}.csv"))


def _require_nothing_hidden(event: Event) -> None:
    """A whole journal has everything in it: sealed units and picks that are not on the table yet."""
    round_ = event.current
    open_seals = round_ is not None and not round_.complete and any(not one.revealed for one in round_.sealed.values())
    if open_seals or any(not draft.finished for draft in event.drafts.values()):
        raise BadInput(
            "export: players still hide something, command units or picks; wait for the round or the draft to end. "
            "A backup on the server's own machine works at any time."
        )


def address_of(request: Request, house: House) -> str:
    """How phones reach this server: as it was told, or as this request did."""
    return (house.settings.address or str(request.base_url)).rstrip("/")


def is_only_here(address: str) -> bool:
    """Whether an address leads a phone to itself."""
    host = urlsplit(address).hostname or ""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


# Each paper is typeset by a module of its own, which is loaded when it is wanted.


def _pairings(wish: Wish) -> bytes:
    from musterhall.printing.pairings import pairings_pdf

    return pairings_pdf(wish.event, wish.round, by="table", draft=wish.draft, paper=wish.paper)


def _names(wish: Wish) -> bytes:
    from musterhall.printing.pairings import pairings_pdf

    return pairings_pdf(wish.event, wish.round, by="name", draft=wish.draft, paper=wish.paper)


def _cards(wish: Wish) -> bytes:
    from musterhall.printing.score_cards import score_cards_pdf

    return score_cards_pdf(wish.event, wish.round, draft=wish.draft, paper=wish.paper)


def _blank(wish: Wish) -> bytes:
    from musterhall.printing.score_cards import score_cards_pdf

    return score_cards_pdf(wish.event, wish.number, scenario=wish.scenario, blank=True, paper=wish.paper)


def _standings(wish: Wish) -> bytes:
    from musterhall.printing.standings_sheet import standings_pdf

    return standings_pdf(wish.event, wish.number, paper=wish.paper)


def _slips(wish: Wish) -> bytes:
    from musterhall.printing.slips import slips_pdf

    accounts = wish.house.accounts
    links = {id_: f"{wish.address}/p/{accounts.link_token(wish.event_id, id_)}" for id_ in wish.event.players}
    return slips_pdf(wish.event, f"{wish.address}/e/{wish.event_id}", links, paper=wish.paper)


def _drafts(wish: Wish) -> bytes:
    from musterhall.printing.draft_sheets import draft_sheets_pdf

    return draft_sheets_pdf(wish.event, blank=not wish.event.drafts, paper=wish.paper)


PAPERS: dict[str, Callable[[Wish], bytes]] = {
    "pairings": _pairings,
    "names": _names,
    "cards": _cards,
    "blank": _blank,
    "standings": _standings,
    "slips": _slips,
    "drafts": _drafts,
}


def _named(name: str, *, inline: bool = False) -> dict[str, str]:
    return {"Content-Disposition": f'{"inline" if inline else "attachment"}; filename="{name}"'}
