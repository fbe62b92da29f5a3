"""How factions fared: a table and a picture, for everybody once lists are published, and for the desk at any time."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from musterhall.events.event import Event
from musterhall.events.factions import FactionRecord, faction_statistics
from musterhall.printing.faction_plot import faction_svg
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import Unknown
from musterhall.web.live import event_page
from musterhall.web.roles import STAFF
from musterhall.web.sessions import Visitor
from musterhall.web.told import told_to

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/statistics")
async def statistics_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    found = _statistics(house.event(event), visitor)
    context = {
        "factions": found,
        "drawn": any(one.share is not None for one in found),
        "lead": house.event(event).rules.titles()[house.event(event).rules.standings.order[0]],
    }
    return await event_page(request, house, event, "public/statistics.html", context)


@router.get("/e/{event}/statistics.svg")
async def statistics_picture(
    event: str, visitor: Asking, house: TheHouse, dark: Annotated[bool, Query()] = False
) -> Response:
    found = _statistics(house.event(event), visitor)
    svg = await house.works.do(lambda: faction_svg(found, dark=dark))
    return Response(svg, media_type="image/svg+xml")


def _statistics(event: Event, visitor: Visitor) -> list[FactionRecord]:
    """Who plays what is for the players of a match to know until lists are published."""
    if not event.lists_published and visitor.role not in STAFF:
        raise Unknown("statistics: the organiser has not published the lists of this event; come back later.")
    return faction_statistics(told_to(event, visitor))
