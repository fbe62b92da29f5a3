"""What every page of the desk has: what this visitor may do, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from musterhall.events.event import Event, Player
from musterhall.web.actions import ACTIONS
from musterhall.web.house import House, Unknown
from musterhall.web.live import event_page
from musterhall.web.sessions import Visitor
from musterhall.web.showing import telling


async def desk_page(request: Request, house: House, event: str, template: str, context: Mapping[str, Any]) -> Response:
    known = known_to_templates(request.state.visitor, event)
    return await event_page(request, house, event, f"desk/{template}.html", {**known, **context})


def known_to_templates(visitor: Visitor, event_id: str) -> dict[str, Any]:
    """What every template of the desk may ask: what this visitor may do, and where the desk is."""

    def may(action: str) -> bool:
        return visitor.role in ACTIONS[action].roles

    return {"may": may, "desk": f"/e/{event_id}/desk"}


def player_or_unknown(event: Event, id_: str) -> Player:
    found = event.players.get(id_)
    if found is None:
        raise Unknown(f"player {id_!r}: nobody here has this number; look at the list of players.")
    return found


def sent_text(sent: FormData, name: str) -> str:
    value = sent.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def back_with_word(request: Request, address: str, told: str) -> RedirectResponse:
    return RedirectResponse(telling(request, address, told), status_code=303)
