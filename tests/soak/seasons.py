"""Whole simulated events, and everything that must hold for each of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.events.plain_reading import plain_places, plain_totals

from musterhall.events.entries import Entry
from musterhall.events.event import Event
from musterhall.events.fold import fold
from musterhall.events.simulation import simulate
from musterhall.events.standings import standings
from musterhall.packs.model import shipped_pack_text

HEROCON, DRAFTED, AGE, MEETING = (
    "herocon-2025",
    "drafted-for-war",
    "age-of-destruction-constructed",
    "meeting-engagement",
)
PACKS = (HEROCON, DRAFTED, AGE, MEETING)
TURNS = (HEROCON, HEROCON, DRAFTED, HEROCON, HEROCON, AGE, HEROCON, HEROCON, MEETING, HEROCON)
"""Which packs come by turns."""
SMALLEST, LARGEST = 8, 60

OTHER_READINGS: tuple[dict[str, str], ...] = (
    {},
    {"modified_win_vp": '"average_alone"'},
    {"average_rounding": '"nearest"'},
    {"conceded_in_average": "false"},
    {"byes_in_average": "true"},
    {"majority": '"two"'},
)
"""Answers to open questions that change a total."""

HANDED_OUT = {
    HEROCON: ("victory", {200}),
    DRAFTED: ("wins", {1}),
    AGE: ("wins", {1}),
    MEETING: ("match", {3, 2}),
}
"""What both players of a match get together, whatever happened in it."""


@dataclass(frozen=True, slots=True)
class Case:
    """An event to simulate."""

    pack: str
    players: int
    seed: int
    readings: dict[str, str] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        told = "".join(f", {name} = {value}" for name, value in self.readings.items())
        return f"{self.pack}, {self.players} players, seed {self.seed}{told}"

    def text(self) -> str:
        """The pack with its questions answered so; one that does not ask a question stays as it is."""
        text = shipped_pack_text(self.pack)
        for name, value in self.readings.items():
            text = re.sub(rf"(?m)^{name} = .*$", f"{name} = {value}", text)
        return text

    def entries(self) -> list[Entry]:
        return simulate(self.text(), self.players, self.seed)


def case_number(at: int) -> Case:
    """Events of all sizes, mostly of Herocon, every other one with another answer to an open question."""
    return Case(
        pack=TURNS[at % len(TURNS)],
        players=SMALLEST + at * 7 % (LARGEST - SMALLEST + 1),
        seed=at,
        readings=OTHER_READINGS[at // 2 % len(OTHER_READINGS)] if at % 2 else {},
    )


def complaints(case: Case) -> list[str]:
    """Everything that is not as it should be; nothing if all is well."""
    entries = case.entries()
    event = fold(entries)
    found = [*_totals(entries, event), *_seats(event), *_points(case, event), *_command_units(event)]
    return [f"{case}: {one}" for one in found]


def _totals(entries: list[Entry], event: Event) -> Iterator[str]:
    """Each player stands in the standings once, with the totals and the place of the plain reading."""
    shown = standings(event)
    totals = plain_totals(entries)
    places = plain_places(entries, totals)
    lines = [*shown.rows, *shown.apart]
    if Counter(line.player for line in lines) != Counter(list(totals)):
        yield "somebody is missing from the standings, or stands in them twice"
    for line in lines:
        if dict(line.figures) != totals[line.player]:
            yield f"{line.player} has {_told(line.figures)}, and should have {_told(totals[line.player])}"
    for line in shown.rows:
        if line.place != places.get(line.player):
            yield f"{line.player} is at place {line.place}, and should be at {places.get(line.player)}"


def _seats(event: Event) -> Iterator[str]:
    for round_ in event.rounds:
        seated = [id_ for match in round_.matches for id_ in match.players] + round_.byes
        tables = [match.table for match in round_.matches]
        if len(set(seated)) < len(seated):
            yield f"round {round_.number}: somebody is at two places"
        if len(set(tables)) < len(tables):
            yield f"round {round_.number}: two matches share a table"
        if len(round_.byes) > 1:
            yield f"round {round_.number}: has {len(round_.byes)} byes"


def _points(case: Case, event: Event) -> Iterator[str]:
    """No match hands out more or less than its share."""
    figure, shares = HANDED_OUT[case.pack]
    for round_ in event.rounds:
        for match in round_.matches:
            if match.card is not None and match.result is not None:
                given = match.result.total(0, figure) + match.result.total(1, figure)
                if given not in shares:
                    yield f"round {round_.number}, table {match.table}: {given} {figure} between both"


def _command_units(event: Event) -> Iterator[str]:
    """Of units that were revealed as command units those crippled or destroyed count, and those withdrawn may."""
    for round_ in event.rounds:
        for match in round_.matches:
            for side, id_ in enumerate(match.players):
                sealed = round_.sealed.get(id_)
                if match.card is None or sealed is None or not sealed.revealed:
                    continue
                fates = [match.card.sides[side].units.get(name) for name in sealed.units]
                states = [fate.state for fate in fates if fate is not None]
                harmed, gone = sum(one in ("crippled", "destroyed") for one in states), states.count("withdrawn")
                claimed = match.card.sides[1 - side].fields.get("command_units", 0)
                if claimed not in range(harmed, harmed + gone + 1):
                    yield f"round {round_.number}, table {match.table}: {claimed} command units of {id_}, not {harmed}"


def _told(figures: object) -> str:
    pairs = dict(figures).items() if isinstance(figures, dict) else ()
    return ", ".join(f"{name} {value}" for name, value in pairs)
