"""How far the tables of a round have come, for the desk: no more than anybody sees who walks by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from musterhall.companion.folder import name_of
from musterhall.events.event import Event, Round
from musterhall.games import game_named
from musterhall.web.companion.matches import identity, is_over
from musterhall.web.house import House
from musterhall.web.live import Asked, part
from musterhall.web.roles import STAFF


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the players at a table have come, as anybody could see who walks by."""

    table: int
    where: str
    over: bool


def progress(house: House, event_id: str, event: Event) -> tuple[Progress, ...]:
    """The tables of this round whose sheets are kept."""
    round_ = event.current
    if round_ is None or not game_named(event.pack.game).has_companion:
        return ()
    return tuple(_progress(house, event_id, round_))


def _progress(house: House, event_id: str, round_: Round) -> Iterator[Progress]:
    for match in round_.matches:
        name = name_of(event_id, identity(house, event_id, round_, match))
        record = house.sheets.find(name) if not match.settled else None
        if record is None:
            continue
        with house.sheets.with_lock(name):
            standing = record.tabletop.stands(record)
            yield Progress(match.table, standing.where, is_over(record, standing))


@part("desk_sheets", roles=STAFF, personal=True, stamp=lambda asked: progress(asked.house, asked.event_id, asked.event))
def _desk_part(asked: Asked) -> Mapping[str, Any]:
    return {"tables": progress(asked.house, asked.event_id, asked.event)}
