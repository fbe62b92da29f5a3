"""Entries from strangers: they are refused in a sentence, or taken, and then nothing breaks later."""

from __future__ import annotations

import copy
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.events.day import new_day

from musterhall.events import drafting, fold, players
from musterhall.events.differences import differences
from musterhall.events.entries import Entry, NewEntry, numbered
from musterhall.events.event import Event
from musterhall.events.handling import apply, known_kinds
from musterhall.events.prizes import prizes
from musterhall.events.rounds import pair_round
from musterhall.events.simulation import simulate
from musterhall.events.standings import standings
from musterhall.events.tasks import tasks
from musterhall.events.telling import Teller
from musterhall.events.undoing import live
from musterhall.events.views import player_view
from musterhall.packs.model import shipped_pack_text, shipped_packs
from musterhall.problems import BadInput

NOW = "2025-11-29T12:00:00.000Z"
EXAMPLES = 150
"""For each pack; a few seconds."""

IDS = ["", " ", "p1", "p2", "p99", "p", "p" + "9" * 5000, "d1", "d", "x", "first", "organiser"]
TRAPS = ["0", "1/0", "nan", "1e99999", "\x00", "a\nb", "\ud800" * 16, "{p1}", "{0.__class__}", "x" * 300]
STRINGS = st.sampled_from([*IDS, *TRAPS, "destroyed", "2025-11-29"])
NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 99, 2**31, 2**63, 10**30, -(10**30), 0.5, float("nan"), float("inf")])
LEAVES = st.one_of(st.none(), st.booleans(), NUMBERS, STRINGS)
KEYS = st.sampled_from(["", "p1", "name", "state", "inside", "fields", "units", "points", "turn", "x", "carried"])
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)), max_leaves=6
)


EXTRA: dict[str, dict[str, Any]] = {
    "award.given": {"award": "first", "player": "p1"},
    "clock.paused": {"round": 1},
    "clock.resumed": {"round": 1},
    "clock.extended": {"round": 1, "minutes": 5},
    "draft.expired": {"draft": "d1", "player": "p1"},
    "draft.paused": {"draft": "d1"},
    "draft.resumed": {"draft": "d1"},
    "draft.seat": {"draft": "d1", "player": "p1", "to": "p99", "name": "Zoe"},
    "award.revealed": {"award": "first"},
    "event.dated": {"date": "2026-11-28"},
    "event.planned": {"rounds": 4},
    "event.renamed": {"name": "Another day"},
    "event.tables": {"tables": [1, 2, 3]},
    "prizes.held_back": {},
    "players.kept_apart": {"players": ["p1", "p2"], "apart": True},
    "scenarios.made_known": {},
    "round.changed": {"round": 1, "matches": [{"table": 1, "players": ["p1", "p2"]}], "pinned": [["p1", "p2"]]},
}
"""Honest data of kinds that a simulated event seldom has."""


@dataclass(frozen=True)
class Case:
    """An entry, and the event just before it."""

    kind: str
    data: dict[str, Any]
    before: Event = field(repr=False)


@cache
def cases(pack: str) -> dict[str, list[Case]]:
    """One or two entries of each kind, taken from a whole small event."""
    kept = live(simulate(shipped_pack_text(pack), 6, 3))
    found: dict[str, list[Case]] = {}
    for at, entry in enumerate(kept[1:], 1):
        if len(found.setdefault(entry.kind, [])) < 2:
            found[entry.kind].append(Case(entry.kind, dict(entry.data), fold.fold(kept[:at])))
    middle = fold.fold(kept[: len(kept) // 2])
    for kind, data in EXTRA.items():
        found.setdefault(kind, []).append(Case(kind, data, middle))
    return {kind: found[kind] for kind in known_kinds() if kind in found}


@st.composite
def spoilt(draw: st.DrawFn, honest: dict[str, Any]) -> dict[str, Any]:
    """Honest data with one place or two changed."""
    data = copy.deepcopy(honest)
    for _ in range(draw(st.integers(1, 2))):
        _spoil(draw, data)
    return data


def _spoil(draw: st.DrawFn, data: Any) -> None:
    place: Any = data
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        if isinstance(place[key], dict | list) and place[key] and draw(st.booleans()):
            place = place[key]
            continue
        place[key] = draw(ANYTHING)
        return


def look_at(event: Event, entry: Entry) -> None:
    """Everything that people see of an event."""
    standings(event)
    prizes(event)
    tasks(event, NOW)
    differences(event, event)
    Teller([entry], event).sentence(entry)
    for player in event.players.values():
        player_view(event, player, NOW)
    event.copy()


def go_on(event: Event) -> None:
    """What an organiser does next; a sentence is an answer."""
    for command in (
        lambda: players.add_player(event, "Zoe"),
        lambda: drafting.open_draft(event, {}),
        lambda: pair_round(event, 1, without_forces=True),
        lambda: event.find("p1"),
    ):
        with suppress(BadInput):
            command()


@pytest.mark.parametrize("pack", shipped_packs())
@settings(max_examples=EXAMPLES)
@given(st.data())
def test_hostile_data_is_refused_in_a_sentence_or_does_no_harm(pack: str, data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(cases(pack)[data.draw(st.sampled_from(list(cases(pack))))]))
    event = case.before.copy()
    event.checking = data.draw(st.booleans())
    entry = numbered(NewEntry(case.kind, data.draw(spoilt(case.data)), "stranger"), 1000, NOW)
    try:
        apply(event, entry)
    except BadInput:
        return
    event.checking = True
    look_at(event, entry)
    go_on(event)


FOUND: list[tuple[str, dict[str, Any], str]] = [
    ("player.added", {"player": "p" + "9" * 5000, "name": "Zoe"}, "player"),
    ("round.changed", {"round": 1, "matches": [], "pinned": [[]]}, "pinned"),
    ("round.paired", {"round": 2, "seed": 1, "matches": [], "basis": {"p1": ["1e999999999"]}}, "basis"),
    ("round.paired", {"round": 2, "seed": 1, "matches": [], "basis": {"p1": ["1/0"]}}, "basis"),
    ("force.submitted", {"player": "p1", "force": "F", "text": "", "points": 1, "roster": [{}]}, "roster"),
]


@pytest.mark.parametrize(("kind", "data", "place"), FOUND)
@pytest.mark.parametrize("checking", [True, False])
def test_what_once_broke_is_refused_with_its_place(kind: str, data: dict[str, Any], place: str, checking: bool) -> None:
    day = new_day(["Anna", "Boris"])
    day.pair()
    day.decide_all()
    event = day.event.copy()
    event.checking = checking
    with pytest.raises(BadInput, match=place):
        apply(event, numbered(NewEntry(kind, data), 1000, NOW))


def test_a_draft_of_any_name_leaves_the_next_one_its_number() -> None:
    day = new_day(["Anna", "Boris"], pack="drafted-for-war")
    opening = {"method": "volunteers", "seats": ["p1"], "units": 4, "seed": 1}
    day.do(NewEntry("draft.opened", {"draft": "Table by the window", **opening}))
    assert drafting.open_draft(day.event, opening).data["draft"] == "d1"


# What was undone


@pytest.mark.parametrize("kind", ["player.added", "draft.opened", "round.paired", "note.added", "card.sent"])
def test_an_undone_entry_that_holds_nothing_of_its_kind_is_refused(kind: str) -> None:
    """Pages tell of it, whether it happened or not."""
    day = new_day(["Anna", "Boris"])
    last = day.ledger.last
    spoilt = numbered(NewEntry(kind, {"text": []}), last + 1, NOW)
    undo = numbered(NewEntry("entry.undone", {"seq": last + 1}), last + 2, NOW)
    with pytest.raises(BadInput, match=f"entry {last + 1}"):
        fold.fold([*day.ledger.entries, spoilt, undo])


def test_an_undo_that_was_undone_a_thousand_times_over_is_told_in_a_sentence() -> None:
    day = new_day(["Anna", "Boris"])
    day.do(NewEntry("note.added", {"text": "Lunch"}))
    entries = list(day.ledger.entries)
    for _ in range(1500):
        entries.append(numbered(NewEntry("entry.undone", {"seq": entries[-1].seq}), entries[-1].seq + 1, NOW))
    told = Teller(entries, fold.fold(entries)).sentence(entries[-1])
    assert told == f"Entry {entries[-2].seq} is undone (Entry {entries[-3].seq} is undone)."
