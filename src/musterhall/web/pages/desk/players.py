"""Players: who is here, and a page for each with the link to be handed out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.events.event import Event, Player
from musterhall.events.extras import extras_of
from musterhall.events.hidden import hand_to_show, plays_to_show
from musterhall.events.matches import match_for
from musterhall.events.requested_byes import asked_byes_of, rounds_to_ask_for
from musterhall.events.views import command_units_at_desk
from musterhall.games import game_named
from musterhall.problems import BadInput
from musterhall.web import accounts as rules
from musterhall.web.actions import ACTIONS
from musterhall.web.actions.action import CARDS, DESK
from musterhall.web.desk_views.forces import force_word
from musterhall.web.doors import doors_of
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.limits import count_write
from musterhall.web.link_pictures import picture_of
from musterhall.web.live import Asked, part
from musterhall.web.pages.desk.common import back_with_word, desk_page, known_to_templates, player_or_unknown, sent_text
from musterhall.web.pages.paper import address_of, is_only_here
from musterhall.web.rosters import hand_form
from musterhall.web.slip_codes import shown_code

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/desk/players")
async def players_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    everyone = house.event(event).players.values()
    choices = [(one.id, f"{one.name} ({one.id})") for one in everyone if one.status in ("registered", "present")]
    return await desk_page(request, house, event, "players", {"choices": choices})


@part("desk_players", roles=CARDS, personal=True)
def _players_part(asked: Asked) -> Mapping[str, Any]:
    everyone = sorted(asked.event.players.values(), key=lambda one: one.name.casefold())
    return {
        "waiting": [one for one in everyone if one.status == "registered"],
        "rows": [(one, force_word(one)) for one in everyone],
        "apart": [sorted(map(asked.event.player, pair), key=lambda one: one.name) for pair in asked.event.apart],
        **known_to_templates(asked.visitor, asked.event_id),
    }


@router.get("/e/{event}/desk/players/{player}")
async def player_page(request: Request, event: str, player: str, visitor: Asking, house: TheHouse) -> Response:
    found = player_or_unknown(house.event(event), player)
    context: dict[str, Any] = {
        "player": found,
        "running": _running_table(house.event(event), found),
        "force_word": force_word(found),
        "can_build": visitor.role in DESK and game_named(house.event(event).pack.game).builder is not None,
    }
    if visitor.role in ACTIONS["hand.submit"].roles:
        context |= _hand(house.event(event), found, visitor.name)
    if visitor.role in ACTIONS["points.adjust"].roles:
        context |= _points(house.event(event), found)
    if visitor.role in ACTIONS["units.seal"].roles:
        context |= {"units": command_units_at_desk(house.event(event), found)}
    if visitor.role in ACTIONS["player.add"].roles:
        # A link lets in whoever has it, so only those see it who may hand it out.
        link = f"{address_of(request, house)}/p/{house.accounts.link_token(event, found.id)}"
        codes = await run_in_threadpool(doors_of(request).codes.of_event, house, event)
        context |= {"link": link, "code": picture_of(link), "only_here": is_only_here(link)}
        context |= {"letters": shown_code(codes.get(found.id, ""))}
    return await desk_page(request, house, event, "player", context)


@router.post("/e/{event}/links/revoke")
async def revoke(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    sent = await request.form()
    player = player_or_unknown(house.event(event), sent_text(sent, "player"))
    count_write(house, visitor, event)
    await run_in_threadpool(house.account_do, lambda _: rules.revoke_link(event, player.id), who=visitor.name)
    return back_with_word(
        request, f"/e/{event}/desk/players/{player.id}", f"{player.name} has a new link; the old one opens nothing."
    )


def _hand(event: Event, player: Player, who: str) -> dict[str, Any]:
    """A player's hand as far as whoever sits at the desk may see it."""
    known = hand_to_show(event, player, who)
    return {"hand_known": known, "plays": plays_to_show(event, player, who), **hand_form(event, known)}


def _points(event: Event, player: Player) -> dict[str, Any]:
    """Points beside the rounds, the figures that can be adjusted, and byes on request."""
    titles = event.rules.scoring.titles()
    figures = [(name, titles[name]) for name in event.rules.standings.order if name in titles]
    return {
        "extras": extras_of(event, player.id, len(event.rounds), final=True),
        "adjustable": figures,
        "asked_byes": asked_byes_of(event, player),
        "rounds_to_ask": [(number, f"Round {number}") for number in rounds_to_ask_for(event, player)],
    }


def _running_table(event: Event, player: Player) -> int | None:
    """The table where a player's match is not settled."""
    try:
        match = match_for(event, player)[1]
    except BadInput:
        return None
    return None if match.settled else match.table
