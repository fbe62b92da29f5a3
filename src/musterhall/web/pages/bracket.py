"""The bracket of a top cut, for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from musterhall.web.bracket_view import bracket_view
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.live import Asked, event_page, part

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/bracket")
async def bracket_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    return await event_page(request, house, event, "public/bracket.html", {})


@part("bracket")
def _bracket_part(asked: Asked) -> Mapping[str, Any]:
    return {"bracket": bracket_view(asked.told)}
