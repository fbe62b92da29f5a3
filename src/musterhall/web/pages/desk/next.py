"""The desk itself: what to do next, the clock and the running round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from musterhall.events.tasks import tasks
from musterhall.store.desk import now
from musterhall.web.actions.action import CARDS
from musterhall.web.desk_views.readiness import before_the_first
from musterhall.web.desk_views.steps import agenda
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.live import Asked, part
from musterhall.web.pages.desk.cards import round_context
from musterhall.web.pages.desk.common import desk_page, known_to_templates
from musterhall.web.roles import DESK

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/desk")
async def desk(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    return await desk_page(request, house, event, "desk", {})


@part("desk_tasks", roles=CARDS, personal=True)
def _tasks_part(asked: Asked) -> Mapping[str, Any]:
    return _agenda(asked)


@part("desk_waiting", roles=CARDS, personal=True)
def _waiting_part(asked: Asked) -> Mapping[str, Any]:
    return _agenda(asked)


def _agenda(asked: Asked) -> Mapping[str, Any]:
    found = tasks(asked.event, now(), secrets=asked.visitor.role in DESK)
    plan = agenda(asked.event, asked.event_id, found)
    return {"agenda": plan, **known_to_templates(asked.visitor, asked.event_id)}


@part("desk_clock", roles=CARDS, personal=True)
def _clock_part(asked: Asked) -> Mapping[str, Any]:
    round_ = asked.event.current
    minutes = asked.event.rules.round_minutes(round_.number) if round_ else 0
    ends = round_.clock.ends(now()) if round_ else None
    return {"round": round_, "minutes": minutes, "ends": ends, **known_to_templates(asked.visitor, asked.event_id)}


@part("desk_round", roles=CARDS, personal=True)
def _round_part(asked: Asked) -> Mapping[str, Any]:
    """The tables of the running round, of a draft, or what is to be done before there is one."""
    event = asked.event
    shown = event.rounds[-1] if event.rounds else None
    known = known_to_templates(asked.visitor, asked.event_id)
    return {**round_context(event, shown), "before": [] if shown else before_the_first(event), **known}
