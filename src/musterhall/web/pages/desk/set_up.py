"""How the event is held: what its page tells, who comes in and how, and whatever else the organiser may switch."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from musterhall.events.bracket import undecided
from musterhall.events.event import Event, Player
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.link_pictures import picture_of
from musterhall.web.pages.desk.common import desk_page
from musterhall.web.pages.paper import address_of

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/desk/set-up")
async def set_up_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    state = house.event(event)
    page = f"{address_of(request, house)}/e/{event}"
    context = {
        "page": page,
        "code": picture_of(f"{page}/register" if state.registration_open else page),
        "left": state.places_left(),
        "waiting": state.waiting(),
        "undecided": _undecided(state),
        "played": bool(state.rounds) and all(one.complete for one in state.rounds),
    }
    return await desk_page(request, house, event, "set_up", context)


def _undecided(event: Event) -> list[list[Player]]:
    """Ties of the bracket from which nobody has gone on, though they are settled."""
    last = event.rounds[-1].number if event.rounds else 0
    return [[event.player(id_) for id_ in match.players] for match in undecided(event, last)]
