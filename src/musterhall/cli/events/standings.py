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
    say(f"{hall.event.name}, {_when(hall.event, found.through)}")
    show_standings(hall.event, found)


def show_standings(event: Event, found: Standings, most: int | None = None) -> None:
    """Everybody, or only the first so many."""
    titles = event.rules.scoring.titles()
    names = list(dict.fromkeys([*found.order, *event.rules.standings.show]))
    ties = any(row.broken_by for row in found.rows)
    short = _too_wide([titles[name] for name in names])
    columns = [name if short else titles[name] for name in names]
    heads = ("", "player", *columns, "played", "byes", *(["parted by"] if ties else []))
    right = (0, *range(2, len(names) + 4))
    show_table(heads, [_row(row, names, ties) for row in found.rows[:most]], right)
    if most is not None and len(found.rows) > most:
        say(f"And {len(found.rows) - most} more; --all shows all of them.")
    elif found.apart:
        say("Out of the standings:")
        show_table(heads, [_row(row, names, ties, apart=True) for row in found.apart], right)
    for line in (*found.open, *found.read):
        say(line)
    if short:
        say("; ".join(f"{name}: {titles[name]}" for name in names) + ".")


def _when(event: Event, through: int) -> str:
    """A round without any card has changed nothing yet."""
    if not through:
        return "before the first round"
    round_ = event.round(through)
    if round_.complete:
        return f"after round {through}"
    begun = any(match.settled for match in round_.matches)
    return f"in round {through}" if begun else f"before the first card of round {through}"


def _too_wide(titles: list[str]) -> bool:
    """Whether names would be squeezed, even with a word on each line."""
    return sum(max(map(len, title.split())) for title in titles) > ROOM


def _row(row: Standing, names: list[str], ties: bool, *, apart: bool = False) -> tuple[str, ...]:
    from musterhall.tally import shown

    place = "" if apart else f"{row.place}{'=' if row.shared else ''}"
    name = f"{row.name} ({row.status})" if apart else row.name
    figures = (shown(row.figures[one]) for one in names)
    return (place, name, *figures, str(row.played), str(row.byes or ""), *([row.broken_by] if ties else []))
