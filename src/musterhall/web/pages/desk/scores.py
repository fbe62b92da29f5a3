"""Soft scores: a field for each player, all on one page."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from musterhall.web.gate import Asking, TheHouse
from musterhall.web.pages.desk.common import desk_page

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/desk/scores")
async def scores_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    state = house.event(event)
    context = {
        "columns": [rule for rule in state.rules.soft if rule.by == "organiser"],
        "players": sorted(
            (one for one in state.entered() if one.status in ("registered", "present")),
            key=lambda one: one.name.casefold(),
        ),
    }
    return await desk_page(request, house, event, "scores", context)
