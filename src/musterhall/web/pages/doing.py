"""Where forms go: one address for each action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.web.actions import ACTIONS, Action, Doing, Form
from musterhall.web.cards import card_from_form
from musterhall.web.forms import form_data, read_data, read_form, safe_next
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House
from musterhall.web.sessions import Visitor

router = APIRouter(include_in_schema=False)

WITH_CARD = ("card.send", "card.decide", "match.concede")
"""Their forms have a field for every figure and unit of the card."""


async def perform(house: House, event: str, one: Action, form: Form, visitor: Visitor, key: str = "") -> list[Entry]:
    """Let an action happen; what it says is on disk before anybody hears of it."""

    def command(state: Event) -> NewEntry | Sequence[NewEntry]:
        return one.run(Doing(state, house.desk(event).ledger, visitor), form)

    return await run_in_threadpool(house.do, event, command, who=visitor.name, why=form.why, key=key)


def _posted(one: Action) -> Callable[..., Awaitable[Response]]:
    async def post(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
        sent = await request.form()
        data: dict[str, Any] = await form_data(sent)
        if one.name in WITH_CARD:
            form = read_data(one.form, card_from_form(house.event(event), visitor, data), one.name)
        else:
            form = read_form(one.form, data, one.name)
        key = str(sent.get("key", ""))[:80]
        entries = await perform(house, event, one, form, visitor, key)
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse({"entries": [entry.seq for entry in entries]})
        return RedirectResponse(safe_next(str(sent.get("next", "")), f"/e/{event}"), status_code=303)

    return post


for _name, _action in ACTIONS.items():
    router.add_api_route(f"/e/{{event}}/do/{_name}", _posted(_action), methods=["POST"], name=f"do {_name}")
