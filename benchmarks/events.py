"""Benchmarks of events: the journal of a large one, read from its first entry to its last, and one card scored."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from tests.events.plain_reading import plain_totals

from musterhall.events.cards import Card, Fate, Roster, RosterUnit, Side, read_card
from musterhall.events.entries import Entry
from musterhall.events.event import Event
from musterhall.events.fold import fold
from musterhall.events.scoring import rules, score
from musterhall.events.simulate import simulate
from musterhall.events.standings import standings
from musterhall.packs.model import load_pack, shipped_pack_text

PLAYERS = 1000
ROUNDS = 9
REPEATS = 5
WANTED = 1.0
"""Seconds at most."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds to fold the journal, and what was in it."""

    seconds: float
    entries: int
    matches: int


def measure() -> Measured:
    """Nobody leaves this event, so that every round has all its matches."""
    entries = simulate(shipped_pack_text("herocon-2025"), PLAYERS, 1, rounds=ROUNDS, trouble=False)
    matches = checked(entries, fold(entries))
    gc.collect()
    gc.freeze()  # what was built up before is nobody's garbage
    seconds = median(folding(entries) for _ in range(REPEATS))
    gc.unfreeze()
    return Measured(seconds, len(entries), matches)


def checked(entries: Sequence[Entry], event: Event) -> int:
    """The answer before the speed: everybody is there, has played, and has the totals of a plain reading."""
    matches = sum(match.card is not None for round_ in event.rounds for match in round_.matches)
    assert len(event.rounds) == ROUNDS, "all rounds are played"
    assert matches == PLAYERS // 2 * ROUNDS, "everybody has played in every round"
    totals = plain_totals(entries)
    rows = standings(event).rows
    assert len(rows) == PLAYERS, "everybody has a place"
    assert all(dict(row.figures) == totals[row.player] for row in rows), "every total is right"
    return matches


def folding(entries: Sequence[Entry]) -> float:
    start = time.process_time()
    event = fold(entries)
    spent = time.process_time() - start
    assert event.finished, "the journal was read to its end"
    return spent


@dataclass(frozen=True, slots=True)
class Scored:
    """Seconds to score a card of sixteen units a side, and to read the same card from JSON."""

    seconds: float
    json_seconds: float

    @property
    def times_json(self) -> float:
        return self.seconds / self.json_seconds


def measure_scoring() -> Scored:
    """The answer before the speed: ten crippled units of 25 points count by half, on both sides."""
    pack = load_pack("herocon-2025")
    played = rules(pack).scenario[0]
    force = Roster(tuple(RosterUnit(f"Unit {number}", "BM", 25) for number in range(16)))
    half = Side({"command_units": 2}, {f"Unit {number}": Fate("crippled") for number in range(10)})
    card = Card((half, half))
    text = json.dumps(card.as_data())
    assert read_card(json.loads(text)) == card, "the card comes back as it was written"
    assert [score(pack, played, card, (force, force)).total(side, "destruction") for side in (0, 1)] == [125, 125]
    pairs = [
        (_each(lambda: score(pack, played, card, (force, force))), _each(lambda: json.loads(text)))
        for _ in range(REPEATS)
    ]
    return Scored(median(ours for ours, _ in pairs), median(theirs for _, theirs in pairs))


def _each(work: Callable[[], object], times: int = 500) -> float:
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


if __name__ == "__main__":
    found = measure()
    print(f"{found.entries:,} entries with {found.matches:,} cards folded in {found.seconds:.2f} s")
