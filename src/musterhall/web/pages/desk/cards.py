"""Cards: a round's tables, and what each player says of a match."""

from __future__ import annotations

import json
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from musterhall.events.contradictions import WHAT_TO_DO, contradictions_at
from musterhall.events.event import Event, Match, Round
from musterhall.events.sealing import revealed_units
from musterhall.problems import BadInput
from musterhall.web.desk_views.compared_cards import compared, differing, outcome
from musterhall.web.desk_views.tables import table_row, table_rows
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.pages.desk.common import desk_page
from musterhall.web.roles import DESK

router = APIRouter(include_in_schema=False)


@router.get("/e/{event}/desk/cards")
async def cards_page(
    request: Request,
    event: str,
    visitor: Asking,
    house: TheHouse,
    round: Annotated[int | None, Query()] = None,
    table: Annotated[int | None, Query()] = None,
) -> Response:
    state = house.event(event)
    shown = state.round(round) if round is not None else state.current
    if shown is not None and not shown.published:
        raise BadInput(f"round {shown.number}: is a draft, so there are no cards yet; publish it first.")
    if shown is not None and table is not None:
        match = shown.match_at(table)
        return RedirectResponse(f"/e/{quote(event, safe='')}/desk/cards/{shown.number}/{match.table}", 303)
    context = {"is_current": shown is state.current, **round_context(state, shown)}
    return await desk_page(request, house, event, "cards", context)


@router.get("/e/{event}/desk/cards/{number}/{table}")
async def card_page(
    request: Request, event: str, number: int, table: int, visitor: Asking, house: TheHouse
) -> Response:
    state = house.event(event)
    round_ = state.round(number)
    if not round_.published:
        raise BadInput(f"round {number}: is a draft, so there are no cards yet; publish it first.")
    match = round_.match_at(table)
    named = [(f"What {state.player(id_).name} says", card) for id_, card in match.sent.items()]
    cards = [("What counts", match.card)] if match.card is not None else []
    # A card that both agree on is the one that counts; it is not shown three times.
    cards += [one for one in named if match.card is None or one[1].as_data() != match.card.as_data()]
    groups = compared(state, round_, match, [card for _, card in cards]) if cards else []
    context = {
        "round": round_,
        "match": match,
        "row": table_row(state, match),
        "heads": [head for head, _ in cards],
        "groups": groups,
        "differing": differing(groups),
        "outcomes": [outcome(state, round_, match, card) for card in match.sent.values()],
        "senders": [state.player(id_) for id_ in match.sent],
        "side_names": [state.player(id_).name for id_ in match.players],
        "card": match.card or next(iter(match.sent.values()), None),
        "revealed": _revealed(state, round_, match),
        "contradictions": list(contradictions_at(state, round_, match)) if visitor.role in DESK else [],
        "what_to_do": WHAT_TO_DO,
        "stands": json.dumps(match.card.as_data()) if match.card else "",
        "around": _neighbours(round_, table),
    }
    return await desk_page(request, house, event, "card", context)


def _revealed(event: Event, round_: Round, match: Match) -> list[tuple[str, tuple[str, ...]]]:
    """Who has shown which command units."""
    players = [event.player(id_) for id_ in match.players]
    found = [(player.name, revealed_units(round_, player).named) for player in players]
    return [one for one in found if one[1]]


def round_context(event: Event, round_: Round | None) -> dict[str, Any]:
    if round_ is None:
        return {"round": None, "rows": [], "byes": [], "settled": 0, "title": ""}
    return {
        "round": round_,
        "rows": table_rows(event, round_),
        "byes": [event.player(id_) for id_ in round_.byes],
        "settled": sum(match.settled for match in round_.matches),
        "title": event.scenario_of(round_).title,
    }


def _neighbours(round_: Round, table: int) -> list[tuple[int, str]]:
    """The tables beside this one that wait for a card."""
    waiting = [match.table for match in round_.matches if not match.settled and match.table != table]
    after = [one for one in waiting if one > table] or waiting
    return [(after[0], f"On to table {after[0]}")] if after else []
