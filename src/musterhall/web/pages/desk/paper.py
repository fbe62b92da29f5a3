"""What can be printed."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from musterhall.printing.draft_sheets import METHODS
from musterhall.store.transfer import SHEETS
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.pages.desk.common import desk_page
from musterhall.web.pages.paper import address_of, is_only_here

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/desk/paper")
async def paper_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    state = house.event(event)
    address = address_of(request, house)
    context = {
        "published": [one for one in state.rounds if one.published],
        "draft": state.rounds[-1] if state.rounds and not state.rounds[-1].published else None,
        "scenarios": state.rules.scenario,
        "sheets": SHEETS,
        "methods": [(one, METHODS[one][0]) for one in state.rules.draft.methods] if state.rules.draft else [],
        "address": address,
        "only_here": is_only_here(address),
    }
    return await desk_page(request, house, event, "paper", context)
