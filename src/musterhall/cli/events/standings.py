"""`muster event standings`: who stands where, round by round, with what breaks ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from musterhall.cli.events.common import Hall, RoundNumber, looks
from musterhall.cli.events.showing import show_table
from musterhall.cli.shell import console, say, say_json

if TYPE_CHECKING:
    from musterhall.events.event import Event
    from musterhall.events.records import Record
    from musterhall.events.standings import Standing, Standings

HEADS = 40
"""Columns for the heads of figures, where 80 are to hold names, too."""
NAMES = 20
"""Columns that names are left at least."""
NEEDED, ROUNDS, BESIDE = range(3)
"""What has to be shown, and what is left out first where a terminal is narrow."""


@looks
def standings(hall: Hall, number: RoundNumber = None) -> None:
    """Show the standings as they are now, or as they were after a round."""
    from musterhall.events.records import records
    from musterhall.events.standings import standings as command

    if number is not None:
        hall.event.round(number)
    found = command(hall.event, number)
    if hall.as_json:
        known = records(hall.event, found.through, found.rounds)
        say_json(found.as_data() | {"records": {id_: one.as_data() for id_, one in known.items()}})
        return
    say(f"{hall.event.name}, {_when(hall.event, found.through)}")
    show_standings(hall.event, found)


def show_standings(event: Event, found: Standings, most: int | None = None) -> None:
    """Everybody, or only the first so many."""
    rows = [*found.rows[:most], *(() if most is not None and len(found.rows) > most else found.apart)]
    all_ = _columns(event, found, rows)
    shown = _fitting(all_, console().width)
    placed = len(found.rows[:most])
    heads, right = [one.head for one in shown], [at for at, one in enumerate(shown) if one.right]
    lines = list(zip(*(one.cells for one in shown), strict=True))
    show_table(heads, lines[:placed], right)
    if most is not None and len(found.rows) > most:
        say(f"And {len(found.rows) - most} more; --all shows all of them.")
    elif found.apart:
        say("Out of the standings:")
        show_table(heads, lines[placed:], right)
    for line in (*found.open, *found.read):
        say(line)
    if _too_wide(event, found):
        names, titles = _figures(event, found), event.rules.titles()
        say("; ".join(f"{name}: {titles[name]}" for name in names) + ".")
    if len(shown) < len(all_):
        missing = ", ".join(one.head for one in all_ if one not in shown)
        say(f"Left out because this terminal is narrow: {missing}. --json has them.")


@dataclass(frozen=True, slots=True)
class _Column:
    head: str
    cells: tuple[str, ...]
    right: bool = True
    need: int = NEEDED

    @property
    def width(self) -> int:
        """With the gap to the next one; the words of a head are stacked."""
        words = self.head.split() if self.right else [self.head]
        return 2 + max(map(len, (*words, *self.cells)), default=0)


def _columns(event: Event, found: Standings, rows: Sequence[Standing]) -> list[_Column]:
    from musterhall.events.records import records
    from musterhall.tally import shown

    titles, known = event.rules.titles(), records(event, found.through, found.rounds)
    mine: list[Record] = [known[row.player] for row in rows]
    places = [f"{row.place}{'=' if row.shared else ''}" for row in rows if row not in found.apart]
    columns = [
        _Column("", tuple((places + [""] * len(rows))[: len(rows)])),
        _Column("player", tuple(_name(row, found) for row in rows), right=False),
        _Column("W-D-L", tuple(map(str, mine))),
    ]
    for at in range(min(found.through, event.cut.after) if event.cut else found.through):
        points = ["" if (one := record.points[at]) is None else shown(one) for record in mine]
        columns.append(_Column(f"R{at + 1}", tuple(points), need=ROUNDS))
    short = _too_wide(event, found)
    for name in _figures(event, found):
        need = NEEDED if name in found.order else BESIDE
        head = name if short else titles[name]
        columns.append(_Column(head, tuple(shown(row.figures[name]) for row in rows), need=need))
    columns.append(_Column("byes", tuple(str(row.byes or "") for row in rows), need=BESIDE))
    columns.append(_Column("parted by", tuple(row.broken_by for row in rows), right=False))
    return [one for one in columns if one.head not in ("byes", "parted by") or any(one.cells)]


def _figures(event: Event, found: Standings) -> list[str]:
    return list(dict.fromkeys([*found.order, *event.rules.standings.show]))


def _too_wide(event: Event, found: Standings) -> bool:
    """Whether the heads would squeeze the names, even with a word on each line: then short names do."""
    titles = event.rules.titles()
    return sum(max(map(len, titles[name].split())) for name in _figures(event, found)) > HEADS


def _fitting(columns: list[_Column], room: int) -> list[_Column]:
    """What leaves names enough room: first without what stands beside the total, then without the rounds."""
    for most in (BESIDE, ROUNDS, NEEDED):
        kept = [one for one in columns if one.need <= most]
        taken = sum(one.width for one in kept if one.head != "player")
        if taken + NAMES <= room:
            return kept
    return kept


def _name(row: Standing, found: Standings) -> str:
    return f"{row.name} ({row.status})" if row in found.apart else row.name


def _when(event: Event, through: int) -> str:
    """A round without any card has changed nothing yet."""
    if not through:
        return "before the first round"
    round_ = event.round(through)
    if round_.complete:
        return f"after round {through}"
    begun = any(match.settled for match in round_.matches)
    return f"in round {through}" if begun else f"before the first card of round {through}"
