"""Forces: those to be looked at, and a page for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from musterhall.events.event import HandedIn, Player
from musterhall.events.forces import due_remark
from musterhall.web.actions.action import CARDS
from musterhall.web.desk_views.forces import force_groups, force_word
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.live import Asked, part
from musterhall.web.pages.desk.common import desk_page, known_to_templates, player_or_unknown
from musterhall.web.roles import DESK
from musterhall.web.rosters import Row, open_rows, own_rows, word_for

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/desk/forces")
async def forces_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    remark = due_remark(house.event(event)) if visitor.role in DESK else ""
    return await desk_page(request, house, event, "forces", {"due_remark": remark})


@part("desk_forces", roles=CARDS, personal=True)
def _forces_part(asked: Asked) -> Mapping[str, Any]:
    legal = sum(one.force is not None and one.force.clear for one in asked.event.players.values())
    groups = force_groups(asked.event)
    return {"groups": groups, "legal": legal, **known_to_templates(asked.visitor, asked.event_id)}


@router.get("/e/{event}/desk/forces/{player}")
async def force_page(request: Request, event: str, player: str, visitor: Asking, house: TheHouse) -> Response:
    state = house.event(event)
    found = player_or_unknown(state, player)
    waiting = [
        one
        for one in state.players.values()
        if one.force and one.force.state == "submitted" and one.status in ("registered", "present") and one != found
    ]
    # Who commands a formation stands on the sheet, and a scorekeeper may play.
    whole = visitor.role in DESK or state.finished
    force = found.force
    context = {
        "player": found,
        "force": force,
        "whole": whole,
        "word": force_word(found),
        "following": waiting[0] if waiting else None,
        "locked": _locked_lines(found) if whole else [],
        "rows": _force_rows(state.pack.game, force, whole=whole) if force else [],
        "unit_word": word_for(state.pack.game, 1),
        "unit_words": word_for(state.pack.game),
    }
    return await desk_page(request, house, event, "force", context)


def _force_rows(game: str, force: HandedIn, *, whole: bool) -> list[Row]:
    return own_rows(game, force) if whole else open_rows(game, force.roster, force)


def _locked_lines(player: Player) -> list[tuple[str, list[str]]]:
    """Formations, abilities and munitions of a force, as words."""
    if player.force is None:
        return []
    return [
        (key.replace("_", " ").capitalize(), _data_as_lines(value))
        for key, value in player.force.locked.items()
        if value
    ]


def _data_as_lines(value: Any) -> list[str]:
    """Data of a force as lines: a mapping of mappings or a list has one for each."""
    if isinstance(value, Mapping):
        return [f"{key}: {_data_as_phrase(inner)}" for key, inner in value.items() if inner]
    return [_data_as_phrase(inner) for inner in value] if isinstance(value, list | tuple) else [str(value)]


def _data_as_phrase(value: Any) -> str:
    if isinstance(value, Mapping):
        said = {key: _data_as_phrase(inner) for key, inner in value.items() if inner}
        head = " ".join(said.pop(key) for key in ("name", "kind") if key in said)
        rest = ", ".join(text if key in ("units", "abilities") else f"{key} {text}" for key, text in said.items())
        return f"{head}: {rest}" if head and rest else head or rest
    return ", ".join(map(_data_as_phrase, value)) if isinstance(value, list | tuple) else str(value)
