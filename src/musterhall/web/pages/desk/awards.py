"""Prizes: who has which one, and who can be given one."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.events.ceremony import prizes_to_reveal
from musterhall.events.event import Event
from musterhall.events.prizes import may_win, prizes, votes_for
from musterhall.packs.event_rules import AwardRule
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.pages.desk.common import desk_page

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/desk/awards")
async def awards_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    context = await run_in_threadpool(_awards_context, house.event(event))
    return await desk_page(request, house, event, "awards", context)


def _awards_context(state: Event) -> dict[str, Any]:
    by = {rule.name: rule for rule in state.awards}
    return {
        "rows": [(prize, by[prize.award], _votes(state, prize.award)) for prize in prizes(state)],
        "to_reveal": prizes_to_reveal(state),
        "choices": {name: _may_have(state, rule) for name, rule in by.items()},
        "categories": [(one.name, one.title) for one in state.rules.category],
        "factions": [(name, name) for name in sorted({one.faction for one in state.players.values()} - {""})],
        "titles": [(rule.name, rule.title) for rule in state.awards],
        "complete": not state.rounds or state.rounds[-1].complete,
    }


def _may_have(state: Event, rule: AwardRule) -> list[tuple[str, str]]:
    """Who can be given a prize."""
    here = [one for one in state.players.values() if one.status not in ("disqualified", "waiting")]
    found = [one for one in here if may_win(rule, one)]
    return [(one.id, one.name) for one in sorted(found, key=lambda one: one.name.casefold())]


def _votes(event: Event, award: str) -> list[tuple[str, int]]:
    return [(event.player(id_).name, number) for id_, number in votes_for(event, award).most_common()]
