"""Where somebody goes on who asked for a page that is not here."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import quote

from fastapi import Request

from musterhall.problems import BadInput
from musterhall.web.gate import house_of, session_of
from musterhall.web.house import House
from musterhall.web.sessions import PLAYER, PUBLIC, Visitor, has_come_in, visitor

LONGEST_SHOWN = 80
OF_AN_EVENT = re.compile(r"/e/([^/]+)")


@dataclass(frozen=True, slots=True)
class Way:
    href: str
    text: str


def looked_for(request: Request) -> str:
    """The address as somebody typed it, if it can be shown."""
    path: str = request.scope["path"]
    shown = "".join(sign for sign in path if sign.isprintable())
    return shown if len(shown) <= LONGEST_SHOWN else f"{shown[: LONGEST_SHOWN - 1]}\u2026"


async def open_event(request: Request) -> None:
    """Have the event at hand that the address is about, so that it can be named to those who may know of it."""
    if here := _event_of(request):
        house = house_of(request)
        session_of(request)
        with suppress(BadInput):
            await house.opened(here, visitor(request, house.accounts, here))


def ways_on(request: Request) -> list[Way]:
    """One's own pages first, then the event that the address is about. Nothing here waits for the store."""
    house, found = house_of(request), []
    session = request.state.session
    here = _event_of(request)
    asking = visitor(request, house.accounts, here)
    if asking.role not in (PUBLIC, PLAYER) and here:
        found.append(Way(f"/e/{quote(here)}/desk", "The desk"))
    for event in sorted(session.players, key=lambda one: one != here):
        if has_come_in(house.accounts, session, event):
            found.append(Way(f"/e/{quote(event)}/me", f"Your page at {_name(house, event) or 'your event'}"))
    if here and (name := _name(house, here)) and _may_know(house, here, asking):
        found.append(Way(f"/e/{quote(here)}", name))
    return [*found, Way("/", "All events" if house.accounts.accounts else "To the start")]


def _event_of(request: Request) -> str:
    about = OF_AN_EVENT.match(request.scope["path"])
    return about[1] if about else ""


def _name(house: House, event: str) -> str:
    known = house.open_events().get(event)
    return known.name if known else ""


def _may_know(house: House, event: str, asking: Visitor) -> bool:
    return event not in house.accounts.private or asking.role != PUBLIC
