"""Pages that keep themselves up to date: parts of them are sent anew when the event has changed.

A part is a template that a page includes and that a stream sends again. Parts that look the same to everybody are made
once for each state of the event, however many phones are listening; the others only when their stamp has changed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse

from musterhall.events.event import Event
from musterhall.events.fold import Ledger
from musterhall.events.public import last_public
from musterhall.problems import BadInput
from musterhall.store.desk import now
from musterhall.store.steady import CLOCK
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House, Unknown
from musterhall.web.roles import EVERYBODY, STAFF
from musterhall.web.sessions import Visitor, form_token, lasts_until
from musterhall.web.sessions import visitor as visitor_now
from musterhall.web.showing import page, templates
from musterhall.web.told import told_to

GATHERED = 0.25
"""Seconds in which further changes are waited for: when forty cards come in at once, phones get a few updates."""
PING = 15
LOOK = 60.0
"""Seconds between two looks at whether a sign-in has run out: the laptop may have slept, and timers with it."""
MOST_KEPT = 400
SEQ, TOLD = "/seq", "/told"
"""Beside the parts that were sent: how far everybody knows the journal, and how far this page was told of it."""

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Asked:
    """For whom a part is made."""

    house: House
    event_id: str
    ledger: Ledger
    visitor: Visitor

    @property
    def event(self) -> Event:
        return self.ledger.event

    @property
    def told(self) -> Event:
        """The event with as much of its end as this visitor may know."""
        return told_to(self.event, self.visitor)

    @property
    def state(self) -> Hashable:
        """The same for the same state of the same event at the same side of the desk, and for nothing else."""
        return (self.event_id, self.ledger.entries[0].at, self.ledger.last, self.visitor.role in STAFF)

    @property
    def last(self) -> int:
        """The number of the last entry that this visitor may know of."""
        return self.ledger.last if self.visitor.role in STAFF else last_public(self.ledger.entries).seq


def asked_of(house: House, event_id: str, visitor: Visitor) -> Asked:
    return Asked(house, event_id, house.desk(event_id).ledger, visitor)


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    context: Callable[[Asked], Mapping[str, Any]]
    """What its template, parts/NAME.html, is given beside `event`, `event_id`, `visitor` and `form_token`."""
    roles: frozenset[str] = EVERYBODY
    personal: bool = False
    """Looks different to each visitor."""
    stamp: Callable[[Asked], Hashable] | None = None
    """Changes whenever the part does; without one every entry of the event may change it."""


PARTS: dict[str, Part] = {}


def part(
    name: str,
    *,
    roles: frozenset[str] = EVERYBODY,
    personal: bool = False,
    stamp: Callable[[Asked], Hashable] | None = None,
) -> Callable[[Callable[[Asked], Mapping[str, Any]]], Callable[[Asked], Mapping[str, Any]]]:
    """Make a function the maker of a part's context."""

    def register(context: Callable[[Asked], Mapping[str, Any]]) -> Callable[[Asked], Mapping[str, Any]]:
        PARTS[name] = Part(name, context, roles, personal, stamp)
        return context

    return register


class NotMade(Exception):
    """A part that is the same to everybody has yet to be made, which is work for a thread."""


def part_html(name: str, asked: Asked, *, at_once: bool = False) -> str:
    """A part as it stands now; at once means `NotMade` where it would take time or a lock."""
    one = PARTS[name]
    if one.personal:
        return _rendered(one, asked)
    key, made = (name, asked.state), asked.house.parts
    if (known := made.get(key)) is not None:
        return known
    if at_once:
        raise NotMade(name)
    # Three hundred phones ask at once when something has changed: the first makes it, the others wait for that.
    with asked.house.part_lock:
        if key not in made:
            made[key] = _rendered(one, asked)
            while len(made) > MOST_KEPT:
                made.popitem(last=False)
        return made[key]


def _rendered(one: Part, asked: Asked) -> str:
    return templates().get_template(f"parts/{one.name}.html").render(part_context(one, asked))


def part_context(one: Part, asked: Asked) -> dict[str, Any]:
    known: dict[str, Any] = {"event": asked.event, "event_id": asked.event_id}
    if one.personal:
        # What is made once for everybody must not know for whom.
        known |= {"visitor": asked.visitor, "form_token": form_token(asked.visitor.session, asked.house.accounts)}
    return {**known, **one.context(asked)}


async def event_page(
    request: Request,
    house: House,
    event_id: str,
    template: str,
    context: Mapping[str, Any],
    status: int = 200,
    *,
    short: bool = False,
) -> HTMLResponse:
    """A page about an event. Its template may say `live("standings")` where a part is to keep itself up to date.

    A short one has little beside its parts. It is made at once if they are at hand: the way to a thread and back takes
    longer than that, and much longer while many ask.
    """
    asked = asked_of(house, event_id, request.state.visitor)

    def made(*, at_once: bool) -> HTMLResponse:
        def live(name: str) -> Markup:
            return Markup('<div data-part="{}">{}</div>').format(name, Markup(part_html(name, asked, at_once=at_once)))

        known = {"event": asked.event, "event_id": event_id, "live": live, "seq": asked.last, "asked": asked}
        return page(request, template, {**known, **context}, status)

    if short:
        with suppress(NotMade):
            return made(at_once=True)
    return await run_in_threadpool(made, at_once=False)


@router.get("/e/{event}/stream")
async def stream(
    request: Request, event: str, visitor: Asking, house: TheHouse, parts: str = Query(default="", max_length=400)
) -> EventSourceResponse:
    """The parts named, each now and whenever it changes."""
    names = list(dict.fromkeys(filter(None, parts.split(","))))
    for name in names:
        if name not in PARTS or visitor.role not in PARTS[name].roles:
            raise BadInput(f"part {name!r}: is not one that you can follow; load the page again.")
    updates = _updates(request, house, event, visitor, names)
    return EventSourceResponse(updates, ping=PING, ping_message_factory=the_time)


def the_time() -> ServerSentEvent:
    """Sent when nothing else is: clocks go by the server's time, and a phone notices a link that died silently."""
    return ServerSentEvent(data=json.dumps({"now": now()}), event="time")


async def _updates(
    request: Request, house: House, event_id: str, visitor: Visitor, names: list[str]
) -> AsyncIterator[ServerSentEvent]:
    bell = house.hub.bell(event_id)
    sent: dict[str, Hashable] = {}
    loop = asyncio.get_running_loop()
    end = lasts_until(visitor)
    try:
        # Whoever was put out meanwhile has to come in again.
        while CLOCK.seconds() < end and not house.hub.closed and is_still(request, house, event_id, visitor):
            bell.clear()
            asked = await loop.run_in_executor(house.threads, asked_of, house, event_id, visitor)
            news = await loop.run_in_executor(house.threads, changes_for, asked, names, sent)
            if news is not None:
                yield ServerSentEvent(data=json.dumps({**news, "now": now()}), event="parts", id=str(news["seq"]))
            await _rung(bell, end)
            await asyncio.sleep(GATHERED)
    except Unknown:
        pass  # The event was deleted; the page is told so when it asks again.
    finally:
        house.hub.leave(event_id, bell)


async def _rung(bell: asyncio.Event, end: float) -> None:
    """Wait until there is something to look at, or this moment has come."""
    while not bell.is_set() and (left := end - CLOCK.seconds()) > 0:
        with suppress(TimeoutError):
            async with asyncio.timeout(min(left, LOOK)):
                await bell.wait()


def is_still(request: Request, house: House, event_id: str, visitor: Visitor) -> bool:
    """Whether somebody is still let in as who they were when their stream began."""
    now = visitor_now(request, house.accounts, event_id)
    if house.accounts.has_ended(visitor.session.id) or (event_id in house.accounts.private and now.is_stranger):
        return False
    return (now.role, now.player) == (visitor.role, visitor.player)


def changes_for(asked: Asked, names: list[str], sent: dict[str, Hashable]) -> dict[str, Any] | None:
    """What an open page is told; nothing, where all that was written since is somebody's secret."""
    changed, last = _changed(asked, names, sent), asked.last
    if not changed and sent.get(TOLD) == last:
        return None
    sent[TOLD] = last
    return {"seq": last, "parts": changed}


def _changed(asked: Asked, names: list[str], sent: dict[str, Hashable]) -> dict[str, str]:
    """The parts that are not as they were sent last."""
    changed: dict[str, str] = {}
    public = (asked.ledger.entries[0].at, last_public(asked.ledger.entries).seq)
    unnoticed = sent.get(SEQ) == public
    sent[SEQ] = public
    for name in names:
        stamp = PARTS[name].stamp
        if unnoticed and name in sent and not stamp and not PARTS[name].personal:
            # It may hold the hour and so differ each time it is made, which would tell that something was written.
            continue
        now = ("stamp", stamp(asked)) if stamp else None
        if now is not None and sent.get(name) == now:
            continue
        html = part_html(name, asked)
        if now is None and sent.get(name) == html:
            continue
        sent[name] = now if now is not None else html
        changed[name] = html
    return changed
