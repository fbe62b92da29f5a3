"""The page of a match's sheets, what is marked on it, and the stream by which both phones see the same."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import JSONResponse, RedirectResponse, Response

from musterhall.companion.record import Mark
from musterhall.problems import BadInput
from musterhall.web.api import read_body
from musterhall.web.companion.matches import Kept, begin, kept_of, sheets_note
from musterhall.web.companion.shown import (
    CLOCK,
    Looked,
    clock_html,
    context,
    findings_data,
    has_news,
    look,
    parts_html,
    state_data,
)
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House, Unknown
from musterhall.web.limits import count_write
from musterhall.web.live import PING, event_page, is_still, the_time
from musterhall.web.pages.answering import wants_json
from musterhall.web.playing.api import in_thread
from musterhall.web.sessions import Visitor
from musterhall.web.showing import telling

router = APIRouter(include_in_schema=False)

GATHERED = 0.05
"""Seconds in which further marks are waited for: a finger taps several boxes in one go."""
GONE = ServerSentEvent(data="{}", event="gone")
"""The page shows sheets of a match that is no longer this player's."""
LONGEST_NUMBER = 4
MOST_AT_ONCE = 200
"""Marks that are sent in one go: a round without a link."""


OTHER_MATCH = "These marks are of a match that is no longer yours, so they were not taken; load the page again."


class Marks(BaseModel):
    model_config = ConfigDict(extra="forbid")

    marks: list[Mark] = Field(max_length=MOST_AT_ONCE)
    of: str = Field(default="", max_length=80)
    """Whose sheets the page shows: a phone without a link may send its marks when another match has begun."""


@router.get("/e/{event}/me/sheets")
async def sheets_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    looked = await in_thread(house, lambda: _look(house, event, visitor))
    if looked is None:
        return await event_page(request, house, event, "companion/begin.html", _not_begun(house, event, visitor))

    def made() -> dict[str, Any]:
        with house.sheets.with_lock(looked.kept.name):
            known = context(looked) | {"round": looked.round, "match": looked.match, "seq_seen": looked.record.last}
            sent: dict[str, Any] = {}
            state = state_data(looked, sent) | {"parts": {}}
            parts = parts_html(looked) | {CLOCK: clock_html(looked)}
            return known | {"parts": parts, "state": state, "findings": findings_data(looked.record)}

    return await event_page(request, house, event, "companion/sheets.html", await in_thread(house, made))


def _not_begun(house: House, event: str, visitor: Visitor) -> dict[str, Any]:
    state = house.event(event)
    kept = kept_of(house, event, state, visitor.player)
    note = sheets_note(state, kept.match) if kept else None
    opponent = state.player(kept.match.other(visitor.player)).name if kept else ""
    return {"can": note == "", "note": note or "", "opponent": opponent}


@router.post("/e/{event}/me/sheets")
async def begin_sheets(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """Begin the sheets, unless the other player was quicker."""
    count_write(house, visitor, event)
    state = house.event(event)
    try:
        await in_thread(house, lambda: begin(house, event, state, state.player(visitor.player)))
    except BadInput as problem:
        return RedirectResponse(telling(request, f"/e/{event}/me", str(problem)), status_code=303)
    return RedirectResponse(f"/e/{event}/me/sheets", status_code=303)


@router.post("/e/{event}/me/sheets/marks")
async def mark(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """Take marks in. They are on the disk when this is answered; each is answered for by itself."""
    count_write(house, visitor, event)
    script = wants_json(request)
    form = await read_body(request, Marks) if script else await _one_mark(request)
    kept = _kept(house, event, visitor)
    page = f"/e/{event}/me/sheets"
    if form.of not in ("", kept.code):
        if script:
            raise BadInput(OTHER_MATCH)
        return RedirectResponse(telling(request, page, OTHER_MATCH), status_code=303)

    def take() -> dict[str, Any]:
        taken = house.sheets.mark(kept.name, kept.side, form.marks, visitor.name)
        refused = {one.key: one.refused for one in taken if one.refused}
        return {"taken": [one.key for one in taken], "refused": refused, "seq": house.sheets.look(kept.name).last}

    answer = await in_thread(house, take)
    if script:
        return JSONResponse(answer)
    told = next(iter(answer["refused"].values()), "")
    return RedirectResponse(telling(request, page, told) if told else page, status_code=303)


async def _one_mark(request: Request) -> Marks:
    """A button of the page, where no script is at hand: mark:box=value, settle:box=value or back:key."""
    sent = await request.form()
    do, _, rest = str(sent.get("mark", "")).partition(":")
    box, _, value = rest.partition("=")
    key = secrets.token_hex(12)
    of = str(sent.get("of", ""))[:80]
    if do == "back":
        return Marks(marks=[Mark(do="take back", key=key, other=rest[:60])], of=of)
    does: Literal["mark", "settle"] = "settle" if do == "settle" else "mark"
    marked = Mark(do=does, key=key, box=box[:80], value=_number(value), seen=_number(sent.get("seen", "")))
    return Marks(marks=[marked], of=of)


def _number(text: object) -> int:
    """What is no number of ours is 0; the sheets refuse what cannot be."""
    said = str(text)
    return int(said) if said.isascii() and said.isdecimal() and len(said) < LONGEST_NUMBER else 0


@router.get("/e/{event}/me/sheets/stream")
async def stream(
    request: Request, event: str, visitor: Asking, house: TheHouse, of: Annotated[str, Query(max_length=80)] = ""
) -> EventSourceResponse:
    """What the other has marked, as soon as it is marked; `of` says whose sheets the page shows."""
    kept = _kept(house, event, visitor)
    await in_thread(house, lambda: house.sheets.look(kept.name))
    if of and of != kept.code:
        return EventSourceResponse(_gone(), ping=PING)
    return EventSourceResponse(_news(request, house, event, visitor, kept), ping=PING, ping_message_factory=the_time)


async def _gone() -> AsyncIterator[ServerSentEvent]:
    yield GONE


async def _news(
    request: Request, house: House, event: str, visitor: Visitor, kept: Kept
) -> AsyncIterator[ServerSentEvent]:
    bells = {name: house.hub.bell(name) for name in (kept.name, event)}
    sent: dict[str, Any] = {}
    try:
        # Whoever was put out meanwhile has to come in again.
        while not house.hub.closed and is_still(request, house, event, visitor):
            for bell in bells.values():
                bell.clear()
            news = await in_thread(house, lambda: _news_of(house, event, visitor, kept, sent))
            if news is None:
                yield GONE
                return
            if has_news(news):
                yield ServerSentEvent(data=json.dumps(news), event="sheets", id=str(news["seq"]))
            await _any_rung(bells.values())
            await asyncio.sleep(GATHERED)
    except Unknown:
        pass  # The event was deleted; the page is told so when it asks again.
    finally:
        for name, bell in bells.items():
            house.hub.leave(name, bell)


async def _any_rung(bells: Iterable[asyncio.Event]) -> None:
    """The sheets ring when they are marked, and the event when the clock has changed or another round is out."""
    waiting = [asyncio.create_task(bell.wait()) for bell in bells]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()


def _news_of(house: House, event: str, visitor: Visitor, kept: Kept, sent: dict[str, Any]) -> dict[str, Any] | None:
    """What has changed; nothing where the match is no longer this player's."""
    now = _look(house, event, visitor)
    if now is None or now.kept.name != kept.name:
        return None
    with house.sheets.with_lock(kept.name):
        return state_data(now, sent)


# Helpers


def _kept(house: House, event: str, visitor: Visitor) -> Kept:
    kept = kept_of(house, event, house.event(event), visitor.player)
    if kept is None:
        raise BadInput("You have no match whose sheets are kept here now; go back to your match.")
    return kept


def _look(house: House, event: str, visitor: Visitor) -> Looked | None:
    """The player's sheets as they stand; None where none are kept."""
    state = house.event(event)
    kept = kept_of(house, event, state, visitor.player)
    record = house.sheets.find(kept.name) if kept else None
    if kept is None or record is None:
        return None
    with house.sheets.with_lock(kept.name):
        return look(event, state, kept, record)
