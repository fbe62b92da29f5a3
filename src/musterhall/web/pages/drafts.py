"""The draft room: a player's hand, the table for everybody, the desk's view of all tables, and the force afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from musterhall.events.drafting import draft_named, draft_of, drafting_of, has_built
from musterhall.events.drafts import Draft
from musterhall.events.drafts.records import record_example
from musterhall.events.event import Event, Player
from musterhall.game.drafting import Pool
from musterhall.printing.draft_sheets import METHODS
from musterhall.problems import BadInput
from musterhall.store.desk import now
from musterhall.tally import counted
from musterhall.web.actions import ACTIONS
from musterhall.web.actions.action import CARDS
from musterhall.web.draft_views import Table, built_view, mine_stamp, mine_view, table_stamp, table_view
from musterhall.web.drafts import without_seat
from musterhall.web.forms import form_data
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House, Unknown
from musterhall.web.library import library_of
from musterhall.web.live import Asked, event_page, part
from musterhall.web.roles import PLAYERS
from musterhall.web.sessions import Visitor

router = APIRouter(include_in_schema=False)

MOST_UNITS = 12
"""For each player, where the pack sets no limit."""


# A player


@router.get("/e/{event}/me/draft")
async def my_draft(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    return await event_page(request, house, event, "drafts/mine.html", {})


def _mine_stamp(asked: Asked) -> Hashable:
    player, draft = _seat(asked.event, asked.visitor)
    names = tuple(one.name for one in asked.event.players.values())
    return (names, player.force, mine_stamp(draft, player.id) if draft else _was_closed(asked.event, player))


@part("draft_mine", roles=PLAYERS, personal=True, stamp=_mine_stamp)
def _mine_part(asked: Asked) -> Mapping[str, Any]:
    player, draft = _seat(asked.event, asked.visitor)
    if draft is None:
        closed = _was_closed(asked.event, player)
        return {
            "table": None,
            "mine": None,
            "me": player,
            "built": False,
            "was_closed": closed,
            "pick_key": "",
            "to_choose": "",
        }
    library = library_of(asked.event.pack.game)
    return {
        "table": table_view(asked.event, draft, library, now()),
        "mine": mine_view(asked.event, draft, player.id, library),
        "me": player,
        "built": has_built(draft, player),
        "was_closed": False,
        "to_choose": drafting_of(asked.event).to_choose,
        # One choice has one key, so that of two taps on two boxes the first counts.
        "pick_key": secrets.token_hex(12),
    }


@router.get("/e/{event}/me/draft/force")
async def draft_force(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    return await _force_page(request, house, event, visitor, "", None)


@router.post("/e/{event}/me/draft/force")
async def work_out_force(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """The same page with the points and problems of what was chosen; handing in is an action of its own."""
    data = await form_data(await request.form())
    given = data.get("choices")
    choices = [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []
    return await _force_page(request, house, event, visitor, str(data.get("name", ""))[:120], choices)


async def _force_page(
    request: Request,
    house: House,
    event: str,
    visitor: Visitor,
    name: str,
    choices: Sequence[Mapping[str, Any]] | None,
) -> Response:
    state = house.event(event)
    player, draft = _seat(state, visitor)
    if draft is None or not draft.finished or draft.setup.method == "volunteers":
        return RedirectResponse(f"/e/{event}/me/draft", status_code=303)
    called = name.strip() or f"{player.name}'s draft"
    built = await run_in_threadpool(built_view, state, player, draft, called, choices, library_of(state.pack.game))
    context = {"built": built, "me": player, "draft": draft.setup.draft}
    return await event_page(request, house, event, "drafts/force.html", context)


def _seat(event: Event, visitor: Visitor) -> tuple[Player, Draft | None]:
    player = event.player(visitor.player)
    try:
        return player, draft_of(event, player)[1]
    except BadInput:
        return player, None


def _was_closed(event: Event, player: Player) -> bool:
    return any(draft.seat_of(player.id) is not None for draft in event.closed_drafts.values())


# Everybody


@router.get("/e/{event}/drafts/{draft}")
async def watch(request: Request, event: str, draft: str, visitor: Asking, house: TheHouse) -> Response:
    state = house.event(event)
    found = state.drafts.get(draft) or state.closed_drafts.get(draft)
    if found is None:
        raise Unknown(f"draft {draft[:40]!r}: is not open at this event; look at the event's page.")
    tables = [(name, f"Group {one.setup.group}", name == draft) for name, one in state.drafts.items()]
    context = {
        "draft": found.setup,
        "table": table_view(state, found, library_of(state.pack.game), now()) if draft in state.drafts else None,
        "tables": [(f"/e/{event}/drafts/{name}", text, here) for name, text, here in tables],
    }
    return await event_page(request, house, event, "drafts/watch.html", context)


def _tables_stamp(asked: Asked) -> Hashable:
    names = tuple(one.name for one in asked.event.players.values())
    return (names, tuple(map(table_stamp, asked.event.drafts.values())), tuple(asked.event.closed_drafts))


@part("draft_table", stamp=_tables_stamp)
def _tables_part(asked: Asked) -> Mapping[str, Any]:
    return {"tables": _tables(asked.event), "closed": [one.setup for one in asked.event.closed_drafts.values()]}


# The desk


@router.get("/e/{event}/desk/drafts")
async def desk_drafts(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    state = house.event(event)
    rules, waiting, span = state.rules.draft, len(without_seat(state)), state.pack.force.units
    drafting = drafting_of(state) if rules else None
    pools = [(name, drafting.pool(name)) for name in drafting.pools()] if drafting else []
    context = {
        "rules": rules,
        "fewest": span.fewest if span else 1,
        "most": span.most if span and span.most else MOST_UNITS,
        "drafting": drafting,
        "record_example": record_example(pools[0][1]) if pools else "",
        "methods": [(one, *METHODS[one]) for one in rules.methods] if rules else [],
        "pools_shown": [(name, _pool_words(pool)) for name, pool in pools],
        "waiting": waiting,
        "displays": _displays(pools[0][1], rules.units, waiting) if pools and rules else 1,
    }
    may_open = visitor.role in ACTIONS["draft.open"].roles
    return await event_page(request, house, event, "drafts/desk.html", {**context, "may_open": may_open})


def _desk_stamp(asked: Asked) -> Hashable:
    handed_in = tuple(one.force.at if one.force else "" for one in asked.event.players.values())
    return (_tables_stamp(asked), handed_in, tuple(player.id for player in without_seat(asked.event)))


@part("draft_desk", roles=CARDS, personal=True, stamp=_desk_stamp)
def _desk_part(asked: Asked) -> Mapping[str, Any]:
    return {
        "tables": _tables(asked.event),
        "others": [(one.id, one.name) for one in without_seat(asked.event)],
        "may_change": asked.visitor.role in ACTIONS["draft.pause"].roles,
    }


@router.get("/e/{event}/desk/drafts/{draft}/pick/{player}")
async def desk_pick(
    request: Request, event: str, draft: str, player: str, visitor: Asking, house: TheHouse
) -> Response:
    """A hand is shown at the desk only to who picks for a player."""
    state = house.event(event)
    found = draft_named(state, draft)
    chooser, library = state.player(player), library_of(state.pack.game)
    if found.seat_of(player) is None:
        raise BadInput(f"{chooser.name}: has no seat at this table; look at the others.")
    context = {
        "table": table_view(state, found, library, now()),
        "mine": mine_view(state, found, player, library),
        "chooser": chooser,
        "pick_key": secrets.token_hex(12),
    }
    return await event_page(request, house, event, "drafts/pick.html", context)


def _pool_words(pool: Pool) -> str:
    return f"{pool.name}: {counted(len(pool.boxes), 'box', 'boxes')}, {counted(len(pool.force_packs), 'force pack')}"


def _displays(pool: Pool, units: int, players: int) -> int:
    """As many displays of a pool as everybody's boxes need."""
    return max(1, -(-units * players // len(pool.boxes)))


def _tables(event: Event) -> list[Table]:
    """The tables that go on come first, then the newest."""
    library, at = library_of(event.pack.game), now()
    found = [table_view(event, draft, library, at) for draft in event.drafts.values()]
    return sorted(found, key=lambda one: one.finished)
