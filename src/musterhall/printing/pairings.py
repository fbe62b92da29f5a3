"""Pairings for the wall: by table for whoever looks for the game, by name for whoever looks for the table."""

from __future__ import annotations

from typing import Any, Literal

from musterhall.events.event import Event, Round
from musterhall.printing.event_pages import alphabetical, page_data, printable_round, round_data
from musterhall.printing.typesetting import typeset
from musterhall.problems import BadInput

TEMPLATE = "pairings.typ"
ORDERS = ("table", "name")


def pairings_pdf(
    event: Event,
    number: int,
    *,
    by: Literal["table", "name"] = "table",
    draft: bool = False,
    paper: str = "a4",
) -> bytes:
    """A round's pairings, to be read from two metres; a round that is not published only as a draft, marked so."""
    return typeset(TEMPLATE, pairings_data(event, number, by=by, draft=draft), paper=paper)


def pairings_data(event: Event, number: int, *, by: Literal["table", "name"], draft: bool = False) -> dict[str, Any]:
    """All that the template prints."""
    if by not in ORDERS:
        raise BadInput(f"pairings by {by!r}: cannot be printed; choose from {', '.join(ORDERS)}.")
    round_ = printable_round(event, number, draft=draft)
    return {
        **page_data(event, draft=not round_.published),
        "round": round_data(event, round_),
        "by": by,
        "rows": _by_table(event, round_) if by == "table" else _by_name(event, round_),
    }


def _by_table(event: Event, round_: Round) -> list[dict[str, Any]]:
    matches = sorted(round_.matches, key=lambda match: match.table)
    rows = [_row(match.table, *(event.player(id_).name for id_ in match.players)) for match in matches]
    return rows + [_row(None, event.player(id_).name) for id_ in round_.byes]


def _by_name(event: Event, round_: Round) -> list[dict[str, Any]]:
    """A row for each player, the one with a bye among them."""
    seats = {id_: (match.table, match.other(id_)) for match in round_.matches for id_ in match.players}
    players = sorted((event.player(id_) for id_ in (*seats, *round_.byes)), key=alphabetical)
    rows = []
    for player in players:
        table, other = seats.get(player.id, (None, None))
        rows.append(_row(table, player.name, event.player(other).name if other else ""))
    return rows


def _row(table: int | None, name: str, opponent: str = "") -> dict[str, Any]:
    """Without a table it is a bye."""
    return {"table": table, "name": name, "opponent": opponent}
