"""Where the players of a match come to its battle: each to the own seat, by the own page."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from musterhall.events import matches
from musterhall.events.event import Match
from musterhall.problems import BadInput
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House
from musterhall.web.limits import count_write
from musterhall.web.playing.api import in_thread
from musterhall.web.playing.matches import battle_of
from musterhall.web.playing.matches import begin as begin_battle
from musterhall.web.playing.seats import remember, seat_name
from musterhall.web.sessions import Visitor
from musterhall.web.showing import telling

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/me/battle")
async def come(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """To one's own seat at the battle; the device remembers it."""
    round_, match = house.event(event).current, _match(house, event, visitor)
    battle = await in_thread(house, lambda: battle_of(house, event, round_, match))
    if match is None or not battle:
        return RedirectResponse(telling(request, f"/e/{event}/me", "This match has no battle here yet."), 303)
    remember(house.accounts, visitor.session, battle, seat_name(match.side(visitor.player)))
    return RedirectResponse(f"/play/{battle}", status_code=303)


@router.post("/e/{event}/me/battle")
async def begin(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """Begin the battle of one's match, unless the other was quicker, and sit down at it."""
    count_write(house, visitor, event)
    match = _match(house, event, visitor)
    try:
        if match is None or not match.battle:
            await in_thread(house, lambda: _begin(house, event, visitor))
    except BadInput as problem:
        return RedirectResponse(telling(request, f"/e/{event}/me", str(problem)), status_code=303)
    return RedirectResponse(f"/e/{event}/me/battle", status_code=303)


def _begin(house: House, event: str, visitor: Visitor) -> None:
    state = house.event(event)
    player = state.player(visitor.player)
    battle = begin_battle(house, event, state, player)
    try:
        house.do(event, lambda now: matches.fight(now, now.player(player.id), battle), who=visitor.name)
    except BadInput:
        house.room.remove(battle)
        found = _match(house, event, visitor)
        if found is None or not found.battle:
            raise


def _match(house: House, event: str, visitor: Visitor) -> Match | None:
    round_ = house.event(event).current
    return round_.match_of(visitor.player) if round_ else None
