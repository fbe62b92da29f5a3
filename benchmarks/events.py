"""Benchmarks of events: the journal of a large one, read from its first entry to its last, and one card scored."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from tests.events.plain_reading import plain_totals

from musterhall.events.cards import Card, CardHalf, Fate, Roster, RosterUnit, read_card
from musterhall.events.entries import Entry
from musterhall.events.event import Event
from musterhall.events.fold import fold
from musterhall.events.scoring import rules, score
from musterhall.events.simulation import simulate
from musterhall.events.standings import standings
from musterhall.packs.model import load_pack, shipped_pack_text

PLAYERS = 1000
ROUNDS = 9
REPEATS = 5


@dataclass(frozen=True, slots=True)
class AgainstJson:
    """Seconds that something takes, and seconds to read what it rests on from JSON."""

    seconds: float
    json_seconds: float

    @property
    def times_json(self) -> float:
        return self.seconds / self.json_seconds


@dataclass(frozen=True, slots=True)
class Folded:
    """A journal folded, and what was in it."""

    time: AgainstJson
    entries: int
    matches: int


def measure_folding() -> Folded:
    """Nobody leaves this event, so that every round has all its matches."""
    entries = simulate(shipped_pack_text("herocon-2025"), PLAYERS, 1, rounds=ROUNDS, trouble=False)
    matches = checked(entries, fold(entries))
    texts = [json.dumps(entry.as_data()) for entry in entries]
    assert [json.loads(text) for text in texts] == [entry.as_data() for entry in entries], "JSON holds every entry"
    gc.collect()
    gc.freeze()  # what was built up before is nobody's garbage
    times = against_json(lambda: fold(entries), lambda: [json.loads(text) for text in texts])
    gc.unfreeze()
    return Folded(times, len(entries), matches)


def checked(entries: Sequence[Entry], event: Event) -> int:
    """The answer before the speed: everybody is there, has played, and has the totals of a plain reading."""
    matches = sum(match.card is not None for round_ in event.rounds for match in round_.matches)
    assert event.finished, "the journal was read to its end"
    assert len(event.rounds) == ROUNDS, "all rounds are played"
    assert matches == PLAYERS // 2 * ROUNDS, "everybody has played in every round"
    totals = plain_totals(entries)
    rows = standings(event).rows
    assert len(rows) == PLAYERS, "everybody has a place"
    assert all(dict(row.figures) == totals[row.player] for row in rows), "every total is right"
    return matches


def measure_scoring() -> AgainstJson:
    """The answer before the speed: ten crippled units of 25 points count by half, on both sides."""
    pack = load_pack("herocon-2025")
    played = rules(pack).scenario[0]
    force = Roster(tuple(RosterUnit(f"Unit {number}", "BM", 25) for number in range(16)))
    half = CardHalf({"command_units": 2}, {f"Unit {number}": Fate("crippled") for number in range(10)})
    card = Card((half, half))
    text = json.dumps(card.as_data())
    assert read_card(json.loads(text)) == card, "the card comes back as it was written"
    assert [score(pack, played, card, (force, force)).total(side, "destruction") for side in (0, 1)] == [125, 125]
    return against_json(lambda: score(pack, played, card, (force, force)), lambda: json.loads(text), times=500)


def against_json(work: Callable[[], object], reading: Callable[[], object], times: int = 1) -> AgainstJson:
    """Both by turns, so that a busy machine slows both."""
    pairs = [(_each(work, times), _each(reading, times)) for _ in range(REPEATS)]
    return AgainstJson(median(ours for ours, _ in pairs), median(theirs for _, theirs in pairs))


def _each(work: Callable[[], object], times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


if __name__ == "__main__":
    found = measure_folding()
    print(
        f"{found.entries:,} entries with {found.matches:,} cards folded in {found.time.seconds:.2f} s, "
        f"{found.time.times_json:.1f} times reading them as JSON"
    )
