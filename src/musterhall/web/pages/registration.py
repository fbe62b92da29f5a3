"""How people enter an event by its page, and the link of their own that they have from then on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from musterhall.events.event import REGISTERED, WAITING, Event
from musterhall.events.players import LONGEST_NAME
from musterhall.events.registration import position, sign_up
from musterhall.events.requested_byes import asked_byes_of, rounds_to_ask_for
from musterhall.problems import BadInput
from musterhall.web.accounts import token_hash
from musterhall.web.doors import network_of
from musterhall.web.forms import form_data, read_form, sender_mark
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House
from musterhall.web.limits import count_entering, count_write
from musterhall.web.link_pictures import picture_of
from musterhall.web.live import Asked, event_page, part
from musterhall.web.pages.answering import wants_json
from musterhall.web.pages.paper import address_of, is_only_here
from musterhall.web.roles import PLAYERS
from musterhall.web.sessions import PLAYER, PUBLIC, Visitor, has_written, let_in
from musterhall.web.showing import telling

router = APIRouter(include_in_schema=False)


class Entering(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=LONGEST_NAME)
    team: str = Field(default="", max_length=LONGEST_NAME)
    faction: str = Field(default="", max_length=LONGEST_NAME)


@router.get("/e/{event}/register")
async def register_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    return await event_page(request, house, event, "public/register.html", _page(house.event(event)))


@router.post("/e/{event}/register")
async def register(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """Enter somebody, who is let in at once and shown the link that is theirs."""
    sent = await request.form()
    form = read_form(Entering, await form_data(sent), "registration")
    _require_newcomer(house.event(event), visitor)
    # Strangers are counted by where they come from alone, or one of them could use up what all others have.
    count_entering(house, network_of(request))
    if visitor.role != PUBLIC:
        count_write(house, visitor, event)
    try:
        player = await run_in_threadpool(_entered, house, event, visitor, form, sender_mark(sent.get("key")))
    except BadInput as refusal:
        if wants_json(request):
            raise
        context = _page(house.event(event)) | {"refused": str(refusal), "sent": form}
        return await event_page(request, house, event, "public/register.html", context, 400)
    let_in(visitor.session, house.accounts, event, player)
    state = house.event(event)
    place = position(state, state.player(player))
    told = f"You are number {place} on the waiting list." if place else "You are registered."
    if wants_json(request):
        return JSONResponse({"player": player, "waiting": place, "link": own_link(request, house, event, player)})
    where = "me/link" if visitor.role in (PUBLIC, PLAYER) else f"desk/players/{player}"
    return RedirectResponse(telling(request, f"/e/{event}/{where}", told), status_code=303)


@router.get("/e/{event}/me/link")
async def link_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    link = own_link(request, house, event, visitor.player)
    context = {"link": link, "code": picture_of(link), "only_here": is_only_here(link)}
    return await event_page(request, house, event, "player/link.html", context)


def own_link(request: Request, house: House, event: str, player: str) -> str:
    return f"{address_of(request, house)}/p/{house.accounts.link_token(event, player)}"


def _page(event: Event) -> dict[str, Any]:
    names = sorted((one.name for one in event.entered() if one.status in ("registered", "present")), key=str.casefold)
    return {
        "names": names,
        "waiting": [one.name for one in event.waiting()],
        "left": event.places_left(),
        "refused": "",
        "sent": None,
    }


def _require_newcomer(event: Event, visitor: Visitor) -> None:
    """One phone enters one person: another would lose the first one's page."""
    if visitor.player in event.players:
        name = event.player(visitor.player).name
        raise BadInput(f"{name}: this phone is registered already; enter somebody else on another one.")


def _entered(house: House, event: str, visitor: Visitor, form: Entering, mark: str) -> str:
    # The session is in the mark, so that nobody else is let in as somebody whose mark they have guessed.
    key = f"{token_hash(visitor.session.id)[:24]} {mark}"[:120] if mark else ""
    written = house.do(
        event,
        lambda state: sign_up(state, form.name, form.team, form.faction),
        who=visitor.name,
        key=key,
        content=form.model_dump_json(),
    )
    has_written(visitor.session, event, written[-1].seq)
    return str(written[0].data["player"])


# On the player's own page


def _entry_stamp(asked: Asked) -> Hashable:
    event = asked.event
    me = event.players.get(asked.visitor.player)
    if me is None:
        return None
    byes = (tuple(asked_byes_of(event, me)), tuple(rounds_to_ask_for(event, me)))
    return (me.status, position(event, me), event.check_in_open, event.current is not None, event.finished, byes)


@part("my_entry", roles=PLAYERS, personal=True, stamp=_entry_stamp)
def _entry_part(asked: Asked) -> Mapping[str, Any]:
    """Waiting for a place, checking in, and giving the place back, while that is to be done."""
    event = asked.event
    me = event.players.get(asked.visitor.player)
    before = me is not None and event.current is None and not event.finished
    return {
        "me": me,
        "place": position(event, me) if me else 0,
        "asked_byes": asked_byes_of(event, me) if me else [],
        "rounds_to_ask": [(number, f"Round {number}") for number in rounds_to_ask_for(event, me)] if me else [],
        "may_withdraw": before and me is not None and me.status in (WAITING, REGISTERED),
    }
