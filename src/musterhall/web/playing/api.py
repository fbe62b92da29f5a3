"""Battles for pages, scripts and bots: begin, join, look, decide, take back, resign, and hear what is new.

Whoever plays shows the token of their seat as the header `Muster-Seat`; without one they look on. Whoever begins a
battle without an account's token sends the header empty: it shows that no strange page made their browser do it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from functools import partial
from secrets import randbelow
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import PlainTextResponse, Response

from musterhall.battle.decisions import Answer, Illegal
from musterhall.events.entries import NewEntry
from musterhall.game.gestures.gesture import Gesture, Sketch
from musterhall.playing.record import SIDES
from musterhall.playing.room import Seen
from musterhall.playing.sharing import journal_text
from musterhall.playing.sitting import NOT_ASKED, Verdict
from musterhall.playing.sitting import Sitting as Battle
from musterhall.playing.terminal.text_board import NARROWEST, WIDE_ENOUGH
from musterhall.problems import BadInput
from musterhall.web.accounts import revoke_link
from musterhall.web.api import ANSWERS, json_body, read_body
from musterhall.web.gate import Asking, Refused, TheHouse
from musterhall.web.house import House
from musterhall.web.limits import count_write
from musterhall.web.playing import answers, forms, views
from musterhall.web.playing.beginning import readable_name, wanted
from musterhall.web.playing.keeping import count_battle, remove_old
from musterhall.web.playing.seats import (
    BOTH,
    Looking,
    Sitter,
    Sitting,
    account_id,
    open_links,
    remember,
    require_side,
    seat_link,
    seat_name,
    seat_token,
    swapped_seat,
)
from musterhall.web.playing.shown import (
    Looked,
    asked_as_data,
    gesture_of,
    hint_of,
    log_lines,
    news,
    text_view,
    whole_view,
)

PING = 15
GATHERED = 0.03
"""Seconds in which further answers are waited for: bots may give several in one go."""

MOST_EXAMPLES = 50

router = APIRouter(prefix="/api/battles", responses=ANSWERS)
Made = TypeVar("Made")


def told_as(form: Any) -> dict[str, Any]:
    """OpenAPI tells this form of an answer, which is not read again on its way out."""
    return {"response_model": None, "responses": {200: {"model": form}}}


async def in_thread(house: House, work: Callable[[], Made]) -> Made:
    return await asyncio.get_running_loop().run_in_executor(house.table_threads, work)


@router.post("", status_code=201, openapi_extra=json_body(forms.NewBattle))
async def begin(request: Request, visitor: Asking, house: TheHouse) -> answers.Begun:
    """Begin a battle. The tokens of its seats are told to whoever begins it, and to nobody else."""
    count_write(house, visitor, "")
    form = await read_body(request, forms.NewBattle)
    ready = await in_thread(house, lambda: wanted(form, randbelow(1_000_000)))
    await in_thread(house, lambda: count_battle(house, request))
    mine = SIDES if form.one_screen else (ready.host,)
    owned = ready.of_account(account_id(visitor), mine)
    name = await in_thread(house, lambda: owned.begin(house.room, visitor.name))
    people = [side for side, seat in enumerate(ready.seats) if seat.by == "person"]
    seats = [seat_name(side) for side in people] + ([BOTH] if form.one_screen else [])
    return answers.Begun(battle=name, seats={seat: seat_token(house.accounts, name, seat) for seat in seats})


@router.post("/forget", openapi_extra=json_body(forms.Forgetting))
async def forget(request: Request, visitor: Asking, house: TheHouse) -> answers.Removed:
    """Remove the battles that nobody has touched for so many months; for the owner of this hall."""
    form = await read_body(request, forms.Forgetting)
    return answers.Removed(removed=await in_thread(house, lambda: remove_old(house, form.months)))


@router.post("/{battle}/join", openapi_extra=json_body(forms.Joining), **told_as(views.View))
async def join(request: Request, battle: str, visitor: Asking, sitter: Sitting, house: TheHouse) -> dict[str, Any]:
    """Sit down under a name; the seat is the one whose token you show."""
    form = await read_body(request, forms.Joining)
    name = readable_name(form.name)
    if not name:
        raise BadInput("Say under which name you sit down.")
    for side in sitter.sides:
        await _do(house, battle, partial(_seated, side=side, name=name, account=account_id(visitor)))
    return await view(battle, sitter, house)


def _seated(sitting: Battle, *, side: int, name: str, account: str) -> list[NewEntry]:
    return sitting.seated(side, name, account)


@router.get("/{battle}", **told_as(views.View))
async def view(battle: str, sitter: Looking, house: TheHouse) -> dict[str, Any]:
    """The board and everything that was told so far, as you may see it, and what you are asked."""
    return await in_thread(house, lambda: _looked(house, sitter, whole_view))


@router.get("/{battle}/news", **told_as(views.News))
async def what_is_new(
    battle: str, sitter: Looking, house: TheHouse, after: Annotated[int, Query(ge=0)] = 0
) -> dict[str, Any]:
    """What was told after so many frames, and what you are asked now."""
    return await in_thread(house, lambda: _looked(house, sitter, lambda looked: news(looked, after)))


@router.get("/{battle}/decisions", **told_as(list[views.Question]))
async def decisions(
    battle: str, sitter: Looking, house: TheHouse, some: Annotated[int, Query(ge=0, le=MOST_EXAMPLES)] = 0
) -> list[dict[str, Any]]:
    """What you are asked, as plain data: the options, or what an answer looks like, and what helps to choose.

    Where the options cannot be counted, `some` asks for that many legal answers, as options are written.
    """

    def look(looked: Looked) -> list[dict[str, Any]]:
        return [asked_as_data(one, some) for one in looked.sitting.decisions if one.player in sitter.looking]

    return await in_thread(house, lambda: _looked(house, sitter, look))


@router.get("/{battle}/log")
async def log(battle: str, sitter: Looking, house: TheHouse) -> list[answers.Line]:
    """Every line that you may read, with its section."""
    lines = await in_thread(house, lambda: _looked(house, sitter, log_lines))
    return [answers.Line(**line) for line in lines]


@router.get("/{battle}/hint")
async def hint(
    battle: str, sitter: Sitting, house: TheHouse, side: Annotated[int | None, Query(ge=0, le=1)] = None
) -> answers.Hinted:
    """What the best bot would answer in your place, and why; it is not given."""
    player = require_side(sitter, side)
    thinking = await in_thread(house, lambda: house.room.hint(battle, player))
    # Whoever goes away meanwhile must not end the thought for the next who asks.
    thought = await asyncio.shield(asyncio.wrap_future(thinking))

    def look(looked: Looked) -> answers.Hinted:
        try:
            return answers.Hinted(**hint_of(looked.sitting, player, thought))
        except (AssertionError, Illegal):
            raise BadInput("The battle has gone on since; ask again.") from None

    return await in_thread(house, lambda: _looked(house, sitter, look))


@router.get("/{battle}/text", **told_as(views.Letters))
async def text(
    battle: str,
    sitter: Looking,
    house: TheHouse,
    colours: bool = False,
    columns: Annotated[int, Query(ge=NARROWEST, le=WIDE_ENOUGH)] = WIDE_ENOUGH,
) -> dict[str, Any]:
    """The board in letters, for a terminal: its lines, what they mean, and by which squares places are named."""
    shown = partial(text_view, colours=colours, columns=columns)
    return await in_thread(house, lambda: _looked(house, sitter, shown))


@router.post("/{battle}/sketch", openapi_extra=json_body(forms.Sketched), **told_as(views.Meant))
async def sketch(request: Request, battle: str, sitter: Sitting, house: TheHouse) -> dict[str, Any]:
    """What a gesture on the board would mean: the answer, whether it would be taken, and where pieces would stand."""
    form = await read_body(request, forms.Sketched)
    side = require_side(sitter, form.side)

    def look(looked: Looked) -> dict[str, Any]:
        sitting = looked.sitting
        try:
            if form.sketch.get("open") is True:
                return {"opened": _gesture(sitting, side).opened(form.sketch).as_data(), "legal": True, "words": ""}
            gesture, by = _gesture(sitting, side).behind(form.sketch)
            ghost = gesture.ghost(by)
            answer = gesture.answer(by)
        except Illegal as refusal:
            return {
                "answer": None,
                "places": [],
                "way": [],
                "acting": [],
                "help": "",
                **Verdict(False, refusal.reason, refusal.section).as_data(),
            }
        places = [[piece, *place] for piece, place in ghost.items()]
        way = [list(place) for place in gesture.way(answer)]
        verdict = sitting.check(side, answer)
        told = gesture.told(answer) if verdict.legal else ""
        acting = list(gesture.acting(answer)) if verdict.legal else []
        sketched = {"answer": answer, "places": places, "way": way, "acting": acting, "help": told}
        return sketched | verdict.as_data()

    return await in_thread(house, lambda: _looked(house, sitter, look))


@router.post("/{battle}/check", openapi_extra=json_body(forms.Answered))
async def check(request: Request, battle: str, sitter: Sitting, house: TheHouse) -> answers.Judged:
    """Judge an answer without giving it."""
    form = await read_body(request, forms.Answered)
    side = require_side(sitter, form.side)

    def look(looked: Looked) -> answers.Judged:
        return answers.Judged(**looked.sitting.check(side, form.answer).as_data())

    return await in_thread(house, lambda: _looked(house, sitter, look))


@router.post("/{battle}/answer", openapi_extra=json_body(forms.Answered))
async def answer(request: Request, battle: str, sitter: Sitting, house: TheHouse) -> answers.Written:
    """Give an answer. It is on the disk when this is answered."""
    form = await read_body(request, forms.Answered)
    side = require_side(sitter, form.side)

    def give() -> answers.Written:
        room, seen = house.room, Seen(form.answers, form.times_back)
        if form.sketch is None:
            sitting = room.answer(battle, side, form.answer, seen, mark=form.mark)
        else:
            meant = partial(_meant, side=side, sketch=form.sketch)
            sitting = room.answer_made(battle, side, meant, seen, mark=form.mark)
        return _written(sitting)

    return await in_thread(house, give)


@router.post("/{battle}/undo", openapi_extra=json_body(forms.Agreeing))
async def undo(request: Request, battle: str, sitter: Sitting, house: TheHouse) -> answers.Written:
    """Take your last answer back, or ask the other to agree; with another's request open, agree or not."""
    form = await read_body(request, forms.Agreeing)
    side = require_side(sitter, form.side)

    def writes(sitting: Battle) -> list[NewEntry]:
        if sitting.record.asks_undo == 1 - side:
            return sitting.undo_answered(side, yes=form.yes)
        return sitting.taken_back(side)

    return await _do(house, battle, writes)


@router.post("/{battle}/resign", openapi_extra=json_body(forms.Acting))
async def resign(request: Request, battle: str, sitter: Sitting, house: TheHouse) -> answers.Written:
    """Give the battle up."""
    form = await read_body(request, forms.Acting)
    side = require_side(sitter, form.side)
    return await _do(house, battle, lambda sitting: sitting.resigned(side))


@router.post("/{battle}/draw", openapi_extra=json_body(forms.Agreeing))
async def draw(request: Request, battle: str, sitter: Sitting, house: TheHouse) -> answers.Written:
    """Offer a draw, or answer the other's offer."""
    form = await read_body(request, forms.Agreeing)
    side = require_side(sitter, form.side)
    return await _do(house, battle, lambda sitting: sitting.draw(side, yes=form.yes))


@router.post("/{battle}/rules", openapi_extra=json_body(forms.Acting))
async def rules(request: Request, battle: str, sitter: Sitting, house: TheHouse) -> answers.Written:
    """Agree that a battle begun under older rules goes on by the rules as they are now."""
    form = await read_body(request, forms.Acting)
    side = require_side(sitter, form.side)
    return await _do(house, battle, lambda sitting: sitting.rules_agreed(side))


@router.post("/{battle}/rematch", openapi_extra=json_body(forms.Acting))
async def rematch(request: Request, battle: str, visitor: Asking, sitter: Sitting, house: TheHouse) -> answers.Begun:
    """The battle once more with sides swapped, and the token of the seat that is now yours.

    Whoever asks second comes to the same battle. A browser comes to its seat by `/play/{battle}/rematch`.
    """
    form = await read_body(request, forms.Acting)
    side = require_side(sitter, form.side)
    await in_thread(house, lambda: count_battle(house, request))
    again = await in_thread(house, lambda: house.room.rematch(battle, side, visitor.name))
    seat = swapped_seat(sitter)
    return answers.Begun(battle=again, seats={seat: seat_token(house.accounts, again, seat)})


@router.post("/{battle}/links", openapi_extra=json_body(forms.Linked))
async def links(request: Request, battle: str, visitor: Asking, sitter: Sitting, house: TheHouse) -> answers.Link:
    """A new link for a seat, yours or one at the battle that you began; the links it had open nothing any more."""
    form = await read_body(request, forms.Linked)
    count_write(house, visitor, "")
    record = (await in_thread(house, lambda: house.room.look(battle))).record
    if not sitter.plays(form.side) and not sitter.plays(record.begun.host):
        raise Refused(403, "Only whoever sits there, or began this battle, can make a new link for that seat.")
    if record.over or form.side not in record.people:
        raise BadInput("That seat has no link: the battle is over, or a bot plays it.")
    seat = seat_name(form.side)
    await in_thread(house, lambda: house.account_do(lambda _: revoke_link(battle, f"seat {seat}"), who=visitor.name))
    if sitter.sides == (form.side,):
        remember(house.accounts, visitor.session, battle, seat)
    elif record.seats[form.side].account:
        # Whoever had it by an account has lost it as well.
        again = partial(_seated, side=form.side, name=record.seats[form.side].name, account="")
        await _do(house, battle, again)
    house.hub.tell(battle)
    return answers.Link(link=seat_link(house.accounts, battle, form.side))


@router.get("/{battle}/journal", responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}})
async def journal(battle: str, visitor: Asking, house: TheHouse) -> Response:
    """The whole battle as a file that can be fought again, once it is over."""

    def text() -> str:
        with house.room.with_lock(battle):
            return journal_text(house.room.look(battle))

    named = {"Content-Disposition": f'attachment; filename="{battle}.journal"'}
    return PlainTextResponse(await in_thread(house, text), headers=named)


@router.get("/{battle}/stream", responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}})
async def stream(battle: str, sitter: Sitting, house: TheHouse) -> EventSourceResponse:
    """The number of the last thing that was written, whenever there is a new one; ask for the news then."""
    await in_thread(house, lambda: house.room.look(battle))
    return EventSourceResponse(_numbers(house, battle), ping=PING)


async def _numbers(house: House, battle: str) -> AsyncIterator[ServerSentEvent]:
    bell = house.hub.bell(battle)
    told = 0
    try:
        while not house.hub.closed:
            bell.clear()
            sitting = await in_thread(house, lambda: house.room.look(battle))
            if sitting.record.last != told:
                told = sitting.record.last
                yield ServerSentEvent(data=json.dumps({"version": told}), event="news", id=str(told))
            await bell.wait()
            await asyncio.sleep(GATHERED)
    finally:
        house.hub.leave(battle, bell)


# Helpers


def _looked(house: House, sitter: Sitter, look: Callable[[Looked], Made]) -> Made:
    room = house.room
    with room.with_lock(sitter.battle):
        sitting, left = room.look(sitter.battle), room.time_left(sitter.battle)
        return look(Looked(sitting, sitter, left, open_links(house.accounts, sitter, sitting.record)))


async def _do(house: House, battle: str, writes: Callable[[Battle], list[NewEntry]]) -> answers.Written:
    return _written(await in_thread(house, lambda: house.room.do(battle, writes)))


def _written(sitting: Battle) -> answers.Written:
    return answers.Written(version=sitting.record.last, answers=len(sitting.record.answers))


def _meant(sitting: Battle, *, side: int, sketch: Sketch) -> Answer:
    """The answer that a sketch means."""
    return _gesture(sitting, side).answer(sketch)


def _gesture(sitting: Battle, side: int) -> Gesture:
    decision = sitting.asked(side)
    if decision is None:
        raise BadInput(NOT_ASKED)
    return gesture_of(sitting, decision)
