"""Awards: who has which prize, and who can be given one."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.events.event import Event
from musterhall.events.prizes import prizes, votes_for
from musterhall.packs.event_rules import AwardRule
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.pages.desk.common import desk_page

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/desk/awards")
async def awards_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    context = await run_in_threadpool(_awards_context, house.event(event))
    return await desk_page(request, house, event, "awards", "awards", context)


def _awards_context(state: Event) -> dict[str, Any]:
    by = {rule.name: rule for rule in state.awards}
    return {
        "rows": [(prize, by[prize.award], _votes(state, prize.award)) for prize in prizes(state)],
        "choices": {name: _may_have(state, rule) for name, rule in by.items()},
        "titles": [(rule.name, rule.title) for rule in state.awards],
        "complete": not state.rounds or state.rounds[-1].complete,
    }


def _may_have(state: Event, rule: AwardRule) -> list[tuple[str, str]]:
    """Who can be given a prize."""
    here = [one for one in state.players.values() if one.status != "disqualified"]
    found = [one for one in here if one.painted or not rule.painted]
    return [(one.id, one.name) for one in sorted(found, key=lambda one: one.name.casefold())]


def _votes(event: Event, award: str) -> list[tuple[str, int]]:
    return [(event.player(id_).name, number) for id_, number in votes_for(event, award).most_common()]
