"""What is printed and taken home: PDFs for walls and tables, tables for a spreadsheet, the whole event as a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from ipaddress import ip_address
from typing import Annotated, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.events.event import Event
from musterhall.printing.papers import OF_A_ROUND, PAPERS, Order
from musterhall.printing.press import printing_apart
from musterhall.problems import BadInput
from musterhall.store.transfer import SHEETS, csv_text, export_event
from musterhall.web.accounts import ORGANISER, OWNER
from musterhall.web.doors import doors_of
from musterhall.web.gate import Asking, Refused, TheHouse
from musterhall.web.house import House, Unknown
from musterhall.web.slip_codes import shown_code

router = APIRouter(include_in_schema=False)


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
    blank: bool = False,
    method: Annotated[str, Query(max_length=60)] = "",
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
    state, address = house.event(event), address_of(request, house)
    order = Order(
        state,
        _round(state, round, draft=draft) if name in OF_A_ROUND else round,
        draft,
        scenario or None,
        blank=blank or bool(method) or not state.drafts,
        method=method or None,
        address=f"{address}/e/{event}",
        links=_links(house, event, address) if name == "slips" else None,
        codes=await run_in_threadpool(_codes, request, house, event) if name == "slips" else None,
        paper=paper,
    )
    content = await house.printer.do(lambda: _printed(house, typeset, order), "print less at once")
    return Response(content, media_type="application/pdf", headers=_named(f"{event}-{name}.pdf", inline=True))


def _printed(house: House, typeset: Callable[[Order], bytes], order: Order) -> bytes:
    with printing_apart(house.settings.bounds.print_seconds):
        return typeset(order)


@router.get("/e/{event}/export.json")
async def export(event: str, visitor: Asking, house: TheHouse) -> Response:
    """The whole journal, to be kept or taken in elsewhere; what players still hide is sealed in it."""
    _require_no_hidden_picks(house.event(event))
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


def _require_no_hidden_picks(event: Event) -> None:
    """The hands of a draft can be worked out from its beginning and its picks, which are not sealed."""
    if any(not draft.finished for draft in event.drafts.values()):
        raise BadInput(
            "export: players still hide what they pick; wait for the draft to end. A backup on the server's own "
            "machine works at any time."
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


def _links(house: House, event: str, address: str) -> dict[str, str]:
    return {id_: f"{address}/p/{house.accounts.link_token(event, id_)}" for id_ in house.event(event).players}


def _codes(request: Request, house: House, event: str) -> dict[str, str]:
    codes = doors_of(request).codes.of_event(house, event)
    return {id_: shown_code(code) for id_, code in codes.items()}


def _round(event: Event, number: int | None, *, draft: bool) -> int:
    """The round that is asked for, or the last published one; a draft only where it is asked for."""
    if number is not None:
        return number
    last = event.rounds[-1] if draft and event.rounds else event.current
    if last is None:
        raise BadInput(f"{event.name}: no round is published yet, so there is nothing to print; publish one.")
    return last.number


def _named(name: str, *, inline: bool = False) -> dict[str, str]:
    return {"Content-Disposition": f'{"inline" if inline else "attachment"}; filename="{name}"'}
