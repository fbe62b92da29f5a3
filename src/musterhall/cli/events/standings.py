"""`muster event standings`: who stands where, with what breaks ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from musterhall.cli.events.common import Hall, RoundNumber, looks
from musterhall.cli.events.showing import show_table
from musterhall.cli.shell import say, say_json

if TYPE_CHECKING:
    from musterhall.events.event import Event
    from musterhall.events.standings import Standing, Standings

ROOM = 40
"""Columns for the heads of figures, where 80 are to hold names, too."""


@looks
def standings(hall: Hall, number: RoundNumber = None) -> None:
    """Show the standings as they are now, or as they were after a round."""
    from musterhall.events.standings import standings as command

    if number is not None:
        hall.event.round(number)
    found = command(hall.event, number)
    if hall.as_json:
        say_json(found.as_data())
        return
    after = f"after round {found.through}" if found.through else "before the first round"
    say(f"{hall.event.name}, {after}")
    show_standings(hall.event, found)


def show_standings(event: Event, found: Standings) -> None:
    titles = event.rules.scoring.titles()
    names = list(dict.fromkeys([*found.order, *event.rules.standings.show]))
    ties = any(row.broken_by for row in found.rows)
    short = _too_wide([titles[name] for name in names])
    columns = [name if short else titles[name] for name in names]
    heads = ("", "player", *columns, "played", "byes", *(["parted by"] if ties else []))
    right = (0, *range(2, len(names) + 4))
    show_table(heads, [_row(row, names, ties) for row in found.rows], right)
    if found.apart:
        say("Out of the standings:")
        show_table(heads, [_row(row, names, ties, apart=True) for row in found.apart], right)
    for line in found.open:
        say(line)
    if short:
        say("; ".join(f"{name}: {titles[name]}" for name in names) + ".")


def _too_wide(titles: list[str]) -> bool:
    """Whether names would be squeezed, even with a word on each line."""
    return sum(max(map(len, title.split())) for title in titles) > ROOM


def _row(row: Standing, names: list[str], ties: bool, *, apart: bool = False) -> tuple[str, ...]:
    from musterhall.events.scores import shown

    place = "" if apart else f"{row.place}{'=' if row.shared else ''}"
    name = f"{row.name} ({row.status})" if apart else row.name
    figures = (shown(row.figures[one]) for one in names)
    return (place, name, *figures, str(row.played), str(row.byes or ""), *([row.broken_by] if ties else []))
