"""A season of simulated events, re-computed by a plain reading, and properties of the journals they leave."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.soak.seasons import HEROCON, LARGEST, PACKS, SMALLEST, Case, case_number, complaints

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.fold import Ledger, fold
from musterhall.events.simulation import simulate
from musterhall.events.simulation.invented import Luck
from musterhall.events.standings import round_figures, standings
from musterhall.events.undoing import live
from musterhall.packs.model import shipped_pack_text
from musterhall.problems import BadInput

EVENTS = 200
"""In a season; `make soak` plays as many of them as it finds time for, and the tests this many."""
PLAYED = 20
SEASON = [case_number(at) for at in range(EVENTS)]
AT = "2030-01-01T00:00:00.000Z"

few = settings(max_examples=12)
seeds = st.integers(0, 10_000)
packs = st.sampled_from(PACKS)
sizes = st.integers(SMALLEST, 14)


def test_the_season_has_two_hundred_events_of_eight_to_sixty_players_in_all_packs() -> None:
    assert {case.pack for case in SEASON} == set(PACKS)
    assert {case.players for case in SEASON} == set(range(SMALLEST, LARGEST + 1))
    assert sum(case.pack == HEROCON for case in SEASON) > EVENTS / 2


@pytest.mark.parametrize("case", SEASON[:PLAYED], ids=str)
def test_every_total_agrees_with_a_plain_reading_of_the_pack(case: Case) -> None:
    found = complaints(case)
    assert not found, "\n".join(found[:10])


def test_the_season_has_seen_all_the_troubles_of_a_real_day() -> None:
    kinds = {entry.kind for case in SEASON[:40] for entry in replace(case, players=12).entries()}
    assert kinds >= {
        "force.returned",
        "player.left",
        "player.returned",
        "player.warned",
        "player.disqualified",
        "players.kept_apart",
        "round.changed",
        "card.sent",
        "card.confirmed",
        "card.decided",
        "match.conceded",
        "match.absent",
        "entry.undone",
        "clock.extended",
        "draft.picked",
        "draft.expired",
        "hand.played",
        "vote.cast",
    }


@few
@given(packs, sizes, seeds)
def test_undoing_anything_leaves_the_event_as_if_it_had_not_happened(pack: str, players: int, seed: int) -> None:
    entries = simulate(shipped_pack_text(pack), players, seed)
    luck = Luck(seed)
    kept = live(entries)
    before = fold(entries)
    for entry in luck.some(kept[1:], 6):
        ledger = Ledger.of(entries)
        try:
            undo = ledger.undo(entry.seq)
        except BadInput:
            assert ledger.event == before, "a refused undo changes nothing"
            continue
        (undone,) = ledger.attempt([undo], AT)
        assert ledger.event == fold([one for one in kept if one.seq != entry.seq])
        ledger.attempt([ledger.undo(undone.seq)], AT)
        assert ledger.event == before, "the undoing undone brings everything back"


@few
@given(packs, sizes, seeds)
def test_an_undo_is_refused_only_when_something_later_rests_on_the_entry(pack: str, players: int, seed: int) -> None:
    entries = before_the_end(simulate(shipped_pack_text(pack), players, seed))
    ledger = Ledger.of(entries)
    kept = live(entries)
    assert ledger.undo(kept[-1].seq).data == {"seq": kept[-1].seq}
    refused = 0
    for entry in {one.seq: one for one in (kept[1], *Luck(seed).some(kept[1:-1], 8))}.values():
        try:
            ledger.undo(entry.seq)
        except BadInput as refusal:
            refused += 1
            named = named_in(refusal)
            assert named > entry.seq
            write_again(kept, named)
            with pytest.raises(BadInput):
                write_again([one for one in kept if one.seq != entry.seq], named)
    assert refused, "a player who was paired cannot be taken out"


def before_the_end(entries: Sequence[Entry]) -> list[Entry]:
    """Without the finish, which alone would refuse every undoing."""
    return list(takewhile(lambda entry: entry.kind != "event.finished", entries))


def write_again(kept: Sequence[Entry], seq: int) -> None:
    """Write this entry as a new one into the journal as it was before it."""
    (entry,) = [one for one in kept if one.seq == seq]
    new = NewEntry(entry.kind, entry.data, entry.who, entry.why, entry.key)
    Ledger.of([one for one in kept if one.seq < seq]).attempt([new], entry.at)


def named_in(refusal: BadInput) -> int:
    found = re.search(r"because entry (\d+)\b", str(refusal))
    assert found, refusal
    return int(found[1])


@few
@given(packs, sizes, seeds)
def test_a_fold_that_is_resumed_anywhere_comes_to_the_same(pack: str, players: int, seed: int) -> None:
    entries = simulate(shipped_pack_text(pack), players, seed)
    whole = fold(entries)
    for cut in Luck(seed).some(range(1, len(entries)), 4):
        ledger = Ledger.of(entries[:cut])
        ledger.extend(entries[cut:])
        assert ledger.event == whole


@few
@given(packs, sizes, seeds)
def test_a_fold_does_not_touch_what_it_was_resumed_from(pack: str, players: int, seed: int) -> None:
    entries = simulate(shipped_pack_text(pack), players, seed)
    cut = 1 + Luck(seed).below(len(entries) - 1)
    checkpoint = Ledger.of(entries[:cut])
    checkpoint.copy().extend(entries[cut:])
    assert checkpoint.event == fold(entries[:cut])


@few
@given(packs, sizes, seeds)
def test_standings_do_not_depend_on_which_table_is_entered_first(pack: str, players: int, seed: int) -> None:
    entries = live(simulate(shipped_pack_text(pack), players, seed))
    event, other = fold(entries), fold(shuffled_cards(entries, Luck(seed)))
    assert standings(other) == standings(event)
    for one, same in zip(event.rounds, other.rounds, strict=True):
        assert round_figures(event, one) == round_figures(other, same)


def shuffled_cards(entries: Sequence[Entry], luck: Luck) -> list[Entry]:
    """The same journal with the tables of each round entered in another order; each table's own order stays."""
    mixed = list(entries)
    for number in {entry.data["round"] for entry in entries if is_card(entry)}:
        places = [at for at, entry in enumerate(mixed) if is_card(entry) and entry.data["round"] == number]
        rank = {table: luck.below(1000) for table in sorted({mixed[at].data["table"] for at in places})}
        # A correction that came after later rounds were paired stays behind them.
        begun = [at for at, entry in enumerate(mixed) if entry.kind == "round.paired" and entry.data["round"] > number]
        early = [at for at in places if not begun or at < begun[0]]
        ordered = sorted((mixed[at] for at in early), key=lambda entry: rank[entry.data["table"]])
        for at, entry in zip(early, ordered, strict=True):
            mixed[at] = entry
    return [replace(entry, seq=seq) for seq, entry in enumerate(mixed, 1)]


def is_card(entry: Entry) -> bool:
    return entry.kind.startswith(("card.", "match."))


def test_a_card_that_is_scored_wrongly_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(HEROCON, 12, 5)
    assert not complaints(case)
    monkeypatch.setattr("tests.events.plain_reading.herocon_objective", lambda scenario, match, side: 1)
    assert complaints(case)
