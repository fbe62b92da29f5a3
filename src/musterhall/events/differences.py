"""What a correction changes in standings and pairings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from musterhall.events.event import DISQUALIFIED, LEFT, Event
from musterhall.events.stale_pairings import stale_pairings
from musterhall.events.standings import standings
from musterhall.tally import shown


def differences(before: Event, after: Event) -> list[str]:
    """What stands differently: figures and places of players, and pairings that were made on the old ones."""
    old, new = ({row.player: row for row in _standings_rows(event)} for event in (before, after))
    lead = after.rules.standings.order[0]
    lines = []
    for id_, row in new.items():
        was = old.get(id_)
        if was is None or (was.figures == row.figures and was.place == row.place):
            continue
        then, now = shown(was.figures[lead]), shown(row.figures[lead])
        figures = f"{then} to {now}" if then != now else f"{now} as before"
        place = f"place {was.place} to {row.place}" if was.place != row.place else f"place {row.place} as before"
        if row.status in (LEFT, DISQUALIFIED):
            place = "no longer in the standings"
        lines.append(f"{row.name}: {after.rules.titles()[lead]} {figures}, {place}.")
    known = {stale.sentence for stale in stale_pairings(before)}
    return [*lines, *(stale.sentence for stale in stale_pairings(after) if stale.sentence not in known)]


def _standings_rows(event: Event) -> Sequence[Any]:
    found = standings(event)
    return (*found.rows, *found.apart)
