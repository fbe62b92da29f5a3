"""Where forms go: one address for each action."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.events.telling import Teller
from musterhall.events.telling_players import told_to
from musterhall.problems import BadInput
from musterhall.web.actions import ACTIONS
from musterhall.web.actions.action import Action, ActionContext, Form
from musterhall.web.cards import card_from_form, is_in_doubt
from musterhall.web.forms import form_data, read_data, read_form, safe_next, sender_mark
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House
from musterhall.web.limits import counted, require_room
from musterhall.web.live import event_page
from musterhall.web.pages.answering import wants_json
from musterhall.web.sessions import PLAYER, Visitor, has_written
from musterhall.web.showing import telling

router = APIRouter(include_in_schema=False)

MOST_SAID = 3
"""Sentences that say what was done; of more only the first is told."""
LONGEST_SAID = 300
"""It travels in an address, and a note may be long."""


async def perform(house: House, event: str, one: Action, form: Form, visitor: Visitor, key: str = "") -> list[Entry]:
    """Let an action happen; what it says is on disk before anybody hears of it."""
    content = json.dumps([one.name, form.model_dump(mode="json", exclude={"key"})], sort_keys=True)

    def command(state: Event) -> NewEntry | Sequence[NewEntry]:
        require_room(house, visitor, event, len(content))
        return one.run(ActionContext(state, house.desk(event).ledger, visitor, house.library), form)

    with counted(house, visitor, event, len(content)):
        written = await run_in_threadpool(
            house.do, event, command, who=visitor.name, why=form.why, key=key, content=content
        )
    if written:
        has_written(visitor.session, event, written[-1].seq)
    return written


def _posted(one: Action) -> Callable[..., Awaitable[Response]]:
    async def post(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
        sent = await request.form()
        data: dict[str, Any] = await form_data(sent)
        if one.has_card:
            found = card_from_form(house.event(event), visitor, data)
            if is_in_doubt(house.event(event), visitor, data, found.get("card")):
                return await _asked(request, house, event, one, found, str(sent.get("next", "")))
            form = read_data(one.form, found, one.name)
        else:
            form = read_form(one.form, data, one.name)
        key = sender_mark(sent.get("key"))
        entries = await perform(house, event, one, form, visitor, key)
        said = await run_in_threadpool(_said, house, event, entries, visitor)
        told = telling(request, safe_next(str(sent.get("next", "")), f"/e/{event}"), said)
        if wants_json(request):
            return JSONResponse({"entries": [entry.seq for entry in entries], "said": said, "told": told})
        return RedirectResponse(told, status_code=303)

    return post


def _said(house: House, event: str, entries: Sequence[Entry], visitor: Visitor) -> str:
    """What was done: to a player in words of their own, to the desk in those of the journal."""
    ledger = house.desk(event).ledger
    if visitor.role == PLAYER:
        me = ledger.event.player(visitor.player)
        if own := " ".join(filter(None, (told_to(ledger.event, me, entry) for entry in entries))):
            return own
    # Players know their own secrets.
    teller = Teller(ledger.entries, ledger.event, open_only=visitor.role != PLAYER)
    first = entries if len(entries) <= MOST_SAID else entries[:1]
    more = f"And {len(entries) - 1} more." if len(entries) > MOST_SAID else ""
    said = " ".join(filter(None, [*map(teller.sentence, first), more]))
    return said if len(said) <= LONGEST_SAID else f"{said[: LONGEST_SAID - 1]}\u2026"


async def _asked(
    request: Request, house: House, event: str, one: Action, found: Mapping[str, Any], next_: str
) -> Response:
    """Instead of taking a card on which nothing is: whether that is meant."""
    if wants_json(request):
        raise BadInput("card: nothing is on it; fill it in, or say that nobody scored anything and nothing was lost.")
    home = f"/e/{event}"
    by_player = request.state.visitor.role == PLAYER
    context = {
        "action": one.name,
        "fields": {**found, "card": json.dumps(found["card"])},
        "back": f"{home}/me/card" if by_player else f"{home}/desk/cards/{found['round']}/{found['table']}",
        "next": safe_next(next_, home),
    }
    return await event_page(request, house, event, "player/blank.html", context, 409)


for _name, _action in ACTIONS.items():
    router.add_api_route(f"/e/{{event}}/do/{_name}", _posted(_action), methods=["POST"], name=f"do {_name}")
