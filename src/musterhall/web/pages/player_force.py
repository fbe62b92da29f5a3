"""A player's force on the phone: the one that was handed in, and another that is looked at before it is."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.events import views
from musterhall.events.drafting import with_draft
from musterhall.events.event import RETURNED, Event, Player
from musterhall.game.forces import Submission
from musterhall.games import game_named
from musterhall.packs.submissions import is_list, submission
from musterhall.problems import BadInput, Problem
from musterhall.web.forms import form_data
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.live import Asked, event_page, part
from musterhall.web.next_places import address_of_next
from musterhall.web.roles import PLAYERS
from musterhall.web.rosters import offered_forces, own_rows, word_for

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/me/force")
async def force_page(
    request: Request, event: str, visitor: Asking, house: TheHouse, start: Annotated[str, Query(max_length=60)] = ""
) -> Response:
    """`start` names a force that comes with the game, to begin with."""
    state = house.event(event)
    context = await run_in_threadpool(_force_context, state, visitor.player, start)
    return await event_page(request, house, event, "player/force.html", context)


@router.post("/e/{event}/me/force")
async def look_at_force(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """What was uploaded or pasted, read and checked, before it is handed in."""
    state = house.event(event)
    text = (await form_data(await request.form())).get("text", "")
    context = await run_in_threadpool(_force_context, state, visitor.player)
    try:
        if not isinstance(text, str) or not text.strip():
            raise BadInput("force: nothing was sent; choose a file, or paste your list.")
        found = await house.intake.do(
            lambda: _read_force(state, state.player(visitor.player), text, house.library(state.pack.game))
        )
    except BadInput as refusal:
        context |= {"refused": str(refusal), "text": text}
        return await event_page(request, house, event, "player/force.html", context, 400)
    return await event_page(request, house, event, "player/force.html", context | {"found": found, "text": text})


def _force_stamp(asked: Asked) -> Hashable:
    event, player = asked.event, asked.event.player(asked.visitor.player)
    return (event.forces_locked, player.force, event.rules.draft is None, player.status)


@part("my_force", roles=PLAYERS, personal=True, stamp=_force_stamp)
def _force_part(asked: Asked) -> Mapping[str, Any]:
    event, player = asked.event, asked.event.player(asked.visitor.player)
    force = views.force_data(player)
    word = word_for(event.pack.game, len(force["units"]) if force else 0)
    mends = force is not None and force["state"] == RETURNED and not views.is_out(player)
    return {"force": force, "unit_word": word, "mend": address_of_next(asked, "mend") if mends else ""}


@dataclass(frozen=True, slots=True)
class ReadForce:
    """A force before it is handed in."""

    submission: Submission
    unread: tuple[Problem, ...] = ()
    """What of a list from another tool was not understood, and so is not in the force."""


def _read_force(event: Event, player: Player, text: str, library: Any) -> ReadForce:
    """A force file, or a list from another tool made into one."""
    lists = game_named(event.pack.game).lists
    if lists is None or not is_list(text):
        return ReadForce(_checked(event, player, text, library))
    found = lists.read(text, f"{player.name}'s force", library)
    return ReadForce(_checked(event, player, found.text, library), found.problems)


def _checked(event: Event, player: Player, text: str, library: Any) -> Submission:
    """A force with all that will be found in it when it is handed in."""
    found = submission(event.pack, text, f"{player.name}'s force", library)
    return with_draft(event, player, found, library)


def _force_context(event: Event, id_: str, start: str = "") -> dict[str, Any]:
    player = event.player(id_)
    game = event.pack.game
    offered, example = offered_forces(game), game_named(game).forces.example
    text = player.force.text if player.force else example
    return {
        "me": player,
        "rows": own_rows(game, player.force) if player.force else [],
        "word": word_for(game, 1),
        "words": word_for(game),
        "out": views.is_out(player),
        "fixed": event.forces_locked and player.roster is not None,
        "text": offered[start][1] if start in offered else text,
        "start": start if start in offered else "",
        "example": example,
        "offered": [(name, words) for name, (words, _) in offered.items()],
        "by_draft": event.rules.draft is not None,
        "can_build": game_named(game).builder is not None,
        "lists": game_named(game).lists,
        "found": None,
        "refused": "",
    }
