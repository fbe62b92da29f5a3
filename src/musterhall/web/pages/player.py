"""A player's phone: my match, the card, the scenario, my force, and the secrets that are mine."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import astuple
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from musterhall.events import views
from musterhall.events.cards import Card
from musterhall.events.ceremony import as_told, prizes_shown, prizes_to_reveal
from musterhall.events.event import Event, Match, Player, Round
from musterhall.events.matches import read_card_of
from musterhall.events.standings import Standing
from musterhall.games import game_named
from musterhall.packs.pictures import scenario_svg
from musterhall.packs.rules_in_words import field_text
from musterhall.packs.scenarios import Scenario
from musterhall.problems import BadInput
from musterhall.store.desk import now
from musterhall.web.cards import Sums, card_from_form, match_of_form, sums
from musterhall.web.companion.matches import sheets_card, sheets_note
from musterhall.web.desk_views.compared_cards import compared
from musterhall.web.forms import form_data
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House
from musterhall.web.live import Asked, event_page, part
from musterhall.web.next_places import address_of_next
from musterhall.web.pages.answering import wants_json
from musterhall.web.playing.matches import Drafted, drafted_card, fighting
from musterhall.web.public_view import clock_view, scenarios_view
from musterhall.web.roles import DESK, PLAYERS
from musterhall.web.rosters import hand_form, open_rows, word_for
from musterhall.web.sessions import PLAYER
from musterhall.web.showing import templates

router = APIRouter(include_in_schema=False)

KEPT_STATES = 8


# Pages


@router.get("/e/{event}/me")
async def my_match_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    return await event_page(request, house, event, "player/me.html", {})


@router.get("/e/{event}/me/card")
async def card_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    state = house.event(event)
    me = _me(state, visitor.player)
    drafted = await run_in_threadpool(_drafted, house, event, state, me)
    context = _card_context(state, me, drafted.card if drafted else None) | {"drafted": drafted}
    return await event_page(request, house, event, "player/card.html", context)


def _drafted(house: House, event_id: str, event: Event, me: Player) -> Drafted | None:
    """The card as the battle that was fought here fills it in, or the sheets that were kept."""
    return drafted_card(house, event_id, event, me) or sheets_card(house, event_id, event, me)


@router.post("/e/{event}/me/card/sums")
async def card_sums(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """What a card comes to as it stands in the form; nothing is written down."""
    state = house.event(event)
    data = await form_data(await request.form())
    round_, match = match_of_form(state, visitor, data)
    found = card_from_form(state, visitor, data).get("card")
    if found is None:
        raise BadInput("card: the form holds none; load the page again.")
    card = read_card_of(state, match, found)
    by_player = visitor.role == PLAYER
    worked = await run_in_threadpool(sums, state, round_, match, card, at_desk=visitor.role in DESK)
    own = match.side(visitor.player) if by_player else 0
    shown = _sums_context(state, match, worked, own)
    if wants_json(request):
        html = templates().get_template("player/sums.html").render(shown)
        return JSONResponse({"html": html, "die_needed": worked.die_needed, "over": worked.over})
    if not by_player:
        return await event_page(request, house, event, "player/sums_page.html", {**shown, "round": round_})
    context = _card_context(state, _me(state, visitor.player), card)
    return await event_page(request, house, event, "player/card.html", {**context, **shown})


@router.get("/e/{event}/me/scenario")
async def scenario_page(
    request: Request, event: str, visitor: Asking, house: TheHouse, name: Annotated[str, Query(max_length=60)] = ""
) -> Response:
    state = house.event(event)
    scenario = _scenario(state, name)
    layout = scenario.layout if scenario else None
    context = {
        "scenario": scenario,
        "picture": scenario_svg(layout, f"{scenario.title}: the table") if scenario and layout else "",
        "scenarios": state.rules.scenario,
        "scores": [field_text(one) for one in state.rules.card_fields(scenario) if one.each] if scenario else [],
        "known": scenarios_view(state),
    }
    return await event_page(request, house, event, "player/scenario.html", context)


# Parts that keep themselves up to date. Each belongs to one player; a stamp holds all that it is made of.


def _news_stamp(asked: Asked) -> Hashable:
    _, player, round_, match = _mine(asked)
    return (round_.number if round_ else 0, _news(asked, player, round_, match))


@part("my_news", roles=PLAYERS, personal=True, stamp=_news_stamp)
def _news_part(asked: Asked) -> Mapping[str, Any]:
    """A line for every page of a player's that is not about the match itself."""
    _, player, round_, match = _mine(asked)
    return {"news": _news(asked, player, round_, match)}


def _news(asked: Asked, player: Player, round_: Round | None, match: Match | None) -> str:
    """That a round is out, until somebody has done something about it."""
    if round_ is None or asked.event.finished or views.is_out(player):
        return ""
    if match is None:
        alone = player.id in round_.byes and not round_.complete
        return f"Round {round_.number} is out: you have no opponent." if alone else ""
    if match.settled or match.sent:
        return ""
    opponent = asked.event.player(match.other(player.id)).name
    return f"Round {round_.number} is out: table {match.table}, against {opponent}."


def _clock_stamp(asked: Asked) -> Hashable:
    round_ = asked.event.current
    return (round_.number, round_.scenario, astuple(round_.clock)) if round_ else None


@part("round_clock", stamp=_clock_stamp)
def _clock_part(asked: Asked) -> Mapping[str, Any]:
    round_ = asked.event.current
    return {"round": round_, "scenario": asked.event.scenario_of(round_) if round_ else None}


def _match_stamp(asked: Asked) -> Hashable:
    event, player, round_, match = _mine(asked)
    clock = astuple(round_.clock) if round_ else ()
    return (
        views.next_thing(event, player),
        (event.finished, event.planned, tuple(player.warnings), player.name),
        (prizes_shown(event), _place(asked, player)) if event.finished else None,
        (round_.number, round_.scenario, player.id in round_.byes, clock) if round_ else None,
        _match_key(event, player, match),
    )


@part("my_match", roles=PLAYERS, personal=True, stamp=_match_stamp)
def _match_part(asked: Asked) -> Mapping[str, Any]:
    event, player, round_, match = _mine(asked)
    following = views.next_thing(event, player)
    other = event.player(match.other(player.id)) if match else None
    roster = match.rosters[match.side(other.id)] if match and other else None
    return {
        "me": player,
        "round": round_,
        "scenario": event.scenario_of(round_) if round_ else None,
        "match": views.match_data(event, round_, match, player) if round_ and match else None,
        "their_units": open_rows(event.pack.game, roster, other.force if other else None) if roster else [],
        "unit_word": word_for(event.pack.game, len(roster.units) if roster else 0),
        "place": _place(asked, player) if event.finished else None,
        "places": len(_common(asked).standings.rows) if event.finished else 0,
        "prizes": clock_view(event)["prizes"] if event.finished else [],
        "prize_giving": bool(prizes_to_reveal(event)),
        "bye": round_ is not None and player.id in round_.byes,
        "following": following,
        "fighting": fighting(event, round_, match) if round_ and match else None,
        "sheets": sheets_note(event, match) if match else None,
        "where": address_of_next(asked, following.what),
    }


def _card_stamp(asked: Asked) -> Hashable:
    event, player, round_, match = _mine(asked)
    return (round_.number if round_ else 0, _match_key(event, player, match))


@part("my_card", roles=PLAYERS, personal=True, stamp=_card_stamp)
def _card_part(asked: Asked) -> Mapping[str, Any]:
    event, player, round_, match = _mine(asked)
    if round_ is None or match is None:
        return {"match": None, "round": round_}
    mine, theirs = match.sent.get(player.id), match.sent.get(match.other(player.id))
    cards = [match.card] if match.card else [card for card in (mine, theirs) if card is not None]
    shown = match.card or theirs or mine
    worked = sums(event, round_, match, shown) if shown else None
    return {
        "match": views.match_data(event, round_, match, player),
        "round": round_,
        "me": player,
        "groups": compared(event, round_, match, cards) if cards else [],
        "theirs_text": json.dumps(theirs.as_data()) if theirs else "",
        **(_sums_context(event, match, worked, match.side(player.id)) if worked else {"sums": None}),
    }


def _units_stamp(asked: Asked) -> Hashable:
    _, player, round_, match = _mine(asked)
    if round_ is None or match is None:
        return None
    sealed = round_.sealed.get(player.id), round_.sealed.get(match.other(player.id))
    open_ = (bool(round_.clock.started_at), match.settled, bool(match.sent))
    return (round_.number, round_.scenario, open_, sealed, player.roster)


@part("my_units", roles=PLAYERS, personal=True, stamp=_units_stamp)
def _units_part(asked: Asked) -> Mapping[str, Any]:
    event, player, round_, match = _mine(asked)
    if round_ is None or match is None:
        return {"units": None}
    found = views.command_units_data(event, round_, match, player)
    theirs = found["theirs"] if found else None
    return {
        "units": found,
        "round": round_,
        "opponent": event.player(match.other(player.id)),
        "their_units": json.dumps(theirs["units"]) if theirs and theirs["revealed"] else "",
    }


def _hand_stamp(asked: Asked) -> Hashable:
    event, player, round_, match = _mine(asked)
    seen = views.hand_data(event, player, match)
    # Of the opponent's only what is shown: a part that is sent again tells that something of it has changed.
    theirs = seen["theirs"] if seen else ""
    number = round_.number if round_ else 0
    settled = bool(match and match.settled)
    mine = (player.status, player.hand, tuple(player.played.items()))
    return (mine, number, theirs, settled, event.forces_locked, event.planned)


@part("my_hand", roles=PLAYERS, personal=True, stamp=_hand_stamp)
def _hand_part(asked: Asked) -> Mapping[str, Any]:
    event, player, round_, match = _mine(asked)
    hands = game_named(event.pack.game).hands
    return {
        "hand": None if views.is_out(player) else views.hand_data(event, player, match),
        "round": round_,
        "playing": match is not None and not match.settled,
        "opponent": event.player(match.other(player.id)).name if match else "",
        "hand_text": hands.text(player.hand) if hands else "",
        "about_card": hands.about if hands else None,
        **hand_form(event, player.hand),
    }


def _votes_stamp(asked: Asked) -> Hashable:
    event, player, round_, _ = _mine(asked)
    voted = tuple((award, choice) for (award, voter), choice in event.votes.items() if voter == player.id)
    painted = tuple((one.name, one.painted) for one in event.players.values())
    return (round_ is None, event.finished, voted, painted, len(event.added_awards), player.status)


@part("my_votes", roles=PLAYERS, personal=True, stamp=_votes_stamp)
def _votes_part(asked: Asked) -> Mapping[str, Any]:
    event, player, _, _ = _mine(asked)
    return {"votes": views.votes_data(event, player)}


def _results_stamp(asked: Asked) -> Hashable:
    known = _common(asked)
    event, player, _, match = _mine(asked)
    rows = (*known.standings.rows, *known.standings.apart)
    mine = next((row for row in rows if row.player == player.id), None)
    figures = tuple(of_round.get(player.id) for of_round in known.figures)
    return (mine, len(known.standings.rows), figures, match.settled if match else None, bool(prizes_to_reveal(event)))


@part("my_results", roles=PLAYERS, personal=True, stamp=_results_stamp)
def _results_part(asked: Asked) -> Mapping[str, Any]:
    event, player, _, _ = _mine(asked)
    view = views.player_view(event, player, now(), _common(asked))
    return {
        "results": view["results"],
        "standing": view["standing"],
        "lead": event.rules.standings.order[0],
        "prize_giving": bool(prizes_to_reveal(event)),
    }


# What they are made of

_COMMON: OrderedDict[int, tuple[Event, views.Common]] = OrderedDict()
_COMMON_LOCK = threading.Lock()


def _common(asked: Asked) -> views.Common:
    """Standings and the like, worked out once for all phones that look at one state of an event."""
    event = asked.event
    with _COMMON_LOCK:
        # An event that was handed out never changes, and as long as it is kept here no other has its number.
        if id(event) not in _COMMON:
            _COMMON[id(event)] = (event, views.common(as_told(event)))
            while len(_COMMON) > KEPT_STATES:
                _COMMON.popitem(last=False)
        return _COMMON[id(event)][1]


def _place(asked: Asked, player: Player) -> Standing | None:
    """Where a player stands; nothing, where he left and is listed apart, or while that is told with the prizes."""
    if prizes_to_reveal(asked.event):
        return None
    return next((row for row in _common(asked).standings.rows if row.player == player.id), None)


def _mine(asked: Asked) -> tuple[Event, Player, Round | None, Match | None]:
    event = asked.event
    player = _me(event, asked.visitor.player)
    round_ = event.current
    match = round_.match_of(player.id) if round_ else None
    # Nothing more is asked of somebody who has left, not even in a match that is open still.
    gone = match is not None and not match.settled and views.is_out(player)
    return event, player, round_, None if gone else match


def _me(event: Event, id_: str) -> Player:
    return event.player(id_)


def _match_key(event: Event, player: Player, match: Match | None) -> Hashable:
    if match is None:
        return None
    other = event.player(match.other(player.id))
    cards = (match.sent.get(player.id), match.sent.get(other.id), match.card)
    return (
        match.table,
        other.id,
        other.name,
        match.rosters,
        cards,
        match.conceded,
        match.absent,
        match.nobody_came,
        match.decided,
        match.battle,
    )


def _card_context(event: Event, player: Player, card: Card | None = None) -> dict[str, Any]:
    round_ = event.current
    match = round_.match_of(player.id) if round_ else None
    context: dict[str, Any] = {"me": player, "round": round_, "match": match, "card": None, "own": 0, "sums": None}
    context |= {"drafted": None, "card_state": views.card_state}
    if match is not None and not match.settled and views.is_out(player):
        return context | {"match": None}
    if round_ is None or match is None:
        return context
    mine, theirs = match.sent.get(player.id), match.sent.get(match.other(player.id))
    last = mine or theirs
    return context | {
        "card": card or last,
        "own": match.side(player.id),
        "opponent": event.player(match.other(player.id)),
        "conceding": _conceding(event, event.player(match.other(player.id)).name, has_card=last is not None),
    }


def _conceding(event: Event, opponent: str, *, has_card: bool) -> str:
    """What giving up brings the opponent."""
    average = event.pack.reading("bye") != "no_points"
    if average and has_card:
        return f"{opponent} gets the win, and the better of the round's average and the points on the card."
    if average:
        return f"{opponent} gets the round's average, and the win."
    return f"{opponent} gets the win{', and the points on the card' if has_card else ''}."


def _sums_context(event: Event, match: Match, worked: Sums, own: int) -> dict[str, Any]:
    return {
        "sums": worked,
        "names": [event.player(id_).name for id_ in match.players],
        "order": (own, 1 - own),
    }


def _scenario(event: Event, name: str) -> Scenario | None:
    """The one asked for, or the one that is played now."""
    if name:
        return event.rules.scenario_named(name)
    if event.current is not None:
        return event.scenario_of(event.current)
    return event.rules.scenario[0] if len(event.rules.scenario) == 1 else None
