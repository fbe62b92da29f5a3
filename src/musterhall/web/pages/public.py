"""An event as anybody can see it: schedule, pairings, standings, results, rules, and the projector on the wall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.events.ceremony import TOLD_LATER
from musterhall.events.event import Event, Round
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House, Unknown
from musterhall.web.link_pictures import picture_of
from musterhall.web.live import Asked, event_page, part
from musterhall.web.pages.paper import address_of, is_only_here
from musterhall.web.player_games import games_view
from musterhall.web.public_view import (
    LEADERS,
    clock_view,
    pairings_view,
    published,
    results_view,
    scenarios_view,
    schedule_view,
    standings_rules,
    standings_view,
)
from musterhall.web.rules_view import rules_view
from musterhall.web.told import require_told_to, told_to
from musterhall.web.wall import KINDS, TITLES, slide_seen, slides

SECONDS_A_SLIDE = 12

router = APIRouter(include_in_schema=False)

Number = Annotated[int | None, Query(ge=1, le=999)]
Name = Annotated[str, Query(max_length=80)]


@router.get("/e/{event}")
async def event_home(request: Request, event: str, visitor: Asking, house: TheHouse, name: Name = "") -> Response:
    state = house.event(event)
    context = {
        # All of them are a part, which is made once for everybody.
        "pairings": pairings_view(state, state.current, name) if name else {"round": state.current},
        "clock": clock_view(state),
        "drafts": list(state.drafts),
        "name": name,
    }
    return await event_page(request, house, event, "public/event.html", context, short=not name)


@router.get("/e/{event}/pairings")
async def pairings_page(
    request: Request, event: str, visitor: Asking, house: TheHouse, round: Number = None, name: Name = ""
) -> Response:
    state = house.event(event)
    shown = _round(state, round)
    context = {
        "pairings": pairings_view(state, shown, name),
        "clock": clock_view(state),
        "tabs": _tabs(event, state, "pairings", shown),
        "newest": shown is state.current,
        "name": name,
    }
    return await event_page(request, house, event, "public/pairings.html", context)


@router.get("/e/{event}/standings")
async def standings_page(
    request: Request, event: str, visitor: Asking, house: TheHouse, round: Number = None
) -> Response:
    require_told_to(house.event(event), visitor, round)
    state = told_to(house.event(event), visitor)
    shown = _round(state, round)
    newest = shown is state.current
    # The newest ones are a part, likewise.
    view = standings_rules(state) if newest else await run_in_threadpool(standings_view, state, round)
    context = {"standings": view, "tabs": _tabs(event, state, "standings", shown), "newest": newest, "later": ""}
    return await event_page(request, house, event, "public/standings.html", context, short=newest)


@router.get("/e/{event}/results")
async def results_page(
    request: Request, event: str, visitor: Asking, house: TheHouse, round: Number = None, table: Number = None
) -> Response:
    require_told_to(house.event(event), visitor, round)
    state = told_to(house.event(event), visitor)
    shown = _round(state, round)
    newest = shown is state.current and table is None
    view = {"round": shown} if newest else await run_in_threadpool(results_view, state, shown, table)
    context = {"results": view, "tabs": _tabs(event, state, "results", shown), "newest": newest, "table": table}
    return await event_page(request, house, event, "public/results.html", context, short=newest)


@router.get("/e/{event}/players/{player}")
async def player_page(request: Request, event: str, player: str, visitor: Asking, house: TheHouse) -> Response:
    state = house.event(event)
    found = state.players.get(player)
    if found is None:
        raise Unknown(f"player {player!r}: nobody here has this number; look at the standings.")
    view = await run_in_threadpool(games_view, told_to(state, visitor), found)
    return await event_page(request, house, event, "public/player.html", view)


@router.get("/e/{event}/rules")
async def rules_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    state = house.event(event)
    return await event_page(request, house, event, "public/rules.html", rules_view(state))


@router.get("/e/{event}/projector")
async def projector(
    request: Request,
    event: str,
    visitor: Asking,
    house: TheHouse,
    show: Annotated[str, Query(max_length=80)] = "",
    page: Annotated[int, Query(ge=0, le=9999)] = 0,
) -> Response:
    """Rotates by script, or without one by loading the next page of it."""
    state = house.event(event)
    kinds = _kinds(show)
    context = {
        **await run_in_threadpool(_projector, state, kinds, page),
        "kinds": kinds,
        "modes": _modes(kinds),
        "code": _code(request, house, event),
        "seconds": SECONDS_A_SLIDE,
        "next_page": f"?{urlencode({'show': ','.join(kinds), 'page': (page + 1) % 10_000})}",
    }
    return await event_page(request, house, event, "public/projector.html", context)


# Parts that keep themselves up to date. All of them look the same to everybody.


@part("pairings")
def _pairings_part(asked: Asked) -> Mapping[str, Any]:
    return {"pairings": pairings_view(asked.event, asked.event.current)}


@part("standings")
def _standings_part(asked: Asked) -> Mapping[str, Any]:
    return {"standings": standings_view(asked.told), "later": _later(asked)}


@part("leaders")
def _leaders_part(asked: Asked) -> Mapping[str, Any]:
    return {"standings": standings_view(asked.told, most=LEADERS), "later": _later(asked)}


def _later(asked: Asked) -> str:
    return TOLD_LATER if asked.told is not asked.event else ""


@part("results")
def _results_part(asked: Asked) -> Mapping[str, Any]:
    return {"results": results_view(asked.told, asked.told.current)}


@part("clock")
def _clock_part(asked: Asked) -> Mapping[str, Any]:
    return {"clock": clock_view(asked.event)}


@part("scenarios")
def _scenarios_part(asked: Asked) -> Mapping[str, Any]:
    return {"scenarios": scenarios_view(asked.event)}


@part("schedule")
def _schedule_part(asked: Asked) -> Mapping[str, Any]:
    return {"schedule": schedule_view(asked.event)}


@part("projector")
def _projector_part(asked: Asked) -> Mapping[str, Any]:
    return _projector(asked.event, list(KINDS), 0)


def _projector(event: Event, kinds: list[str], page: int) -> dict[str, Any]:
    """All slides, of which one is seen."""
    found = slides(event)
    return {
        "slides": found,
        "current": slide_seen(found, kinds, page),
        "clock": clock_view(event),
        "schedule": schedule_view(event),
    }


def _kinds(show: str) -> list[str]:
    wanted = [kind for kind in KINDS if kind in show.split(",")]
    return wanted or list(KINDS)


def _code(request: Request, house: House, event: str) -> str:
    """The way to the event's page, to be scanned; nothing where no phone would get there."""
    address = address_of(request, house)
    return "" if is_only_here(address) else picture_of(f"{address}/e/{quote(event, safe='')}")


def _modes(kinds: list[str]) -> list[tuple[str, str, bool]]:
    """Everything in turn, or one thing that stays."""
    whole = ("", "Everything in turn", kinds == list(KINDS))
    return [whole, *((kind, TITLES[kind], kinds == [kind]) for kind in KINDS)]


def _round(event: Event, number: int | None) -> Round | None:
    """A published round; without a number the newest. A draft is nobody's business yet."""
    if number is None:
        return event.current
    found = next((one for one in published(event) if one.number == number), None)
    if found is None:
        known = f"rounds 1 to {len(published(event))} are" if published(event) else "none is so far"
        raise Unknown(f"round {number}: is not published; {known}.")
    return found


def _tabs(event_id: str, event: Event, page: str, shown: Round | None) -> list[tuple[str, str, bool]]:
    """A tab for each published round."""
    return [
        (f"/e/{event_id}/{page}?round={one.number}", f"Round {one.number}", one is shown) for one in published(event)
    ]
