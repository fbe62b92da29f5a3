"""Pairings: the draft of a round, and the rounds before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.events.event import Event, Round
from musterhall.events.stale_pairings import stale_pairings
from musterhall.web.actions.action import CARDS
from musterhall.web.desk_views.pairings import round_view
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.live import Asked, part
from musterhall.web.pages.desk.common import desk_page, known_to_templates

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/desk/pairings")
async def pairings_page(
    request: Request, event: str, visitor: Asking, house: TheHouse, round: Annotated[int | None, Query()] = None
) -> Response:
    context = await run_in_threadpool(_pairings_context, house.event(event), round)
    return await desk_page(request, house, event, "pairings", context)


def _pairings_context(state: Event, number: int | None) -> dict[str, Any]:
    last = state.rounds[-1] if state.rounds else None
    shown = state.round(number) if number is not None else last
    return {
        "shown": shown,
        "is_last": shown is last,
        "next_number": _next_round(state),
        "lacking": [one for one in state.present() if one.roster is None],
        "scenarios": [(one.name, one.title) for one in state.rules.scenario],
        "stale": stale_pairings(state),
        **_pairing_context(state, shown),
    }


@part("desk_pairing", roles=CARDS, personal=True)
def _pairing_part(asked: Asked) -> Mapping[str, Any]:
    last = asked.event.rounds[-1] if asked.event.rounds else None
    return {**_pairing_context(asked.event, last), **known_to_templates(asked.visitor, asked.event_id)}


def _pairing_context(event: Event, round_: Round | None) -> dict[str, Any]:
    view = round_view(event, round_) if round_ is not None else None
    return {"view": view, "title": event.scenario_of(round_).title if round_ is not None else ""}


def _next_round(event: Event) -> int | None:
    """The round that can be paired now: the one after a complete one, or a draft anew."""
    last = event.rounds[-1] if event.rounds else None
    if event.finished or (last is not None and last.published and not last.complete):
        return None
    number = 1 if last is None else last.number + last.published
    return number if number <= event.planned else None
