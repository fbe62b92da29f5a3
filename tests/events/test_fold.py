"""The journal is the event: undo, audit, checkpoints and strangers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.events.day import Day, new_day

from musterhall.events import fold, matches, notes, players, prizes
from musterhall.events.entries import Entry, NewEntry, numbered
from musterhall.events.fold import Ledger
from musterhall.events.handling import known_kinds
from musterhall.events.public import last_public
from musterhall.events.telling import Teller
from musterhall.events.undoing import MOST_NESTED
from musterhall.packs.model import shipped_pack_text
from musterhall.problems import BadInput, Problem


def test_undoing_the_last_entry_restores_the_event_exactly() -> None:
    day = new_day()
    day.pair()
    before = day.event.copy()
    entry = day.do(lambda event: players.leave(event, event.find("Anna")))
    assert day.event != before
    day.undo(entry.seq)
    assert day.event == before


def test_an_undo_can_be_undone() -> None:
    day = new_day()
    entry = day.do(lambda event: players.leave(event, event.find("Anna")))
    after = day.event.copy()
    undo = day.undo(entry.seq)
    day.undo(undo.seq)
    assert day.event == after


def _added(day: Day) -> Entry:
    return day.do(lambda event: players.add_player(event, "Boris"))


def test_an_undo_that_was_undone_is_not_undone_again() -> None:
    day = new_day(["Anna"])
    undo = day.undo(_added(day).seq)
    day.undo(undo.seq)
    with pytest.raises(BadInput, match=rf"entry {undo.seq}: was undone already"):
        day.ledger.undo(undo.seq)


def test_an_undo_that_would_change_nothing_is_refused() -> None:
    day = new_day(["Anna"])
    added = _added(day)
    back = day.undo(day.undo(added.seq).seq)
    day.undo(added.seq)
    with pytest.raises(BadInput, match=rf"entry {back.seq}: undoing it changes nothing"):
        day.ledger.undo(back.seq)


def test_undos_of_undos_come_to_an_end() -> None:
    day = new_day(["Anna"])
    added = last = _added(day)
    for _ in range(MOST_NESTED):
        last = day.undo(last.seq)
    with pytest.raises(BadInput, match=rf"without end; undo entry {added.seq} itself instead"):
        day.ledger.undo(last.seq)
    day.undo(added.seq)
    assert [player.name for player in day.event.players.values()] == ["Anna"]


@pytest.mark.parametrize("undone", [lambda seq: seq, lambda seq: seq - 1])
def test_a_journal_of_undos_of_themselves_or_of_each_other_is_told_to_its_end(undone: Callable[[int], int]) -> None:
    """Such a journal is taken in no more, and may lie in a database from before."""
    entries = list(new_day(["Anna"]).ledger.entries)
    for seq in range(len(entries) + 1, len(entries) + 2001):
        entries.append(Entry(seq, entries[0].at, "entry.undone", {"seq": undone(seq)}))
    ledger = Ledger.of(entries)
    teller = Teller(entries, ledger.event)
    assert max(len(teller.sentence(entry)) for entry in entries[1:]) < 100
    assert last_public(entries) in entries


def test_an_entry_on_which_others_rest_is_not_undone_and_the_first_of_them_is_named() -> None:
    day = new_day()
    added = next(entry for entry in day.ledger.entries if entry.data.get("name") == "Cleo")
    with pytest.raises(BadInput, match=rf"entry {added.seq}: cannot be undone, because entry {added.seq + 1} "):
        day.ledger.undo(added.seq)


def test_a_card_of_an_earlier_round_can_be_undone_and_its_round_is_open_again() -> None:
    day = new_day()
    day.pair()
    day.decide_all()
    first = next(entry for entry in day.ledger.entries if entry.kind == "card.decided")
    day.pair()
    day.undo(first.seq)
    assert not day.event.rounds[0].complete


def test_the_creation_of_an_event_is_not_undone() -> None:
    with pytest.raises(BadInput, match="delete the event"):
        new_day().ledger.undo(1)


def test_an_entry_of_a_kind_nobody_knows_is_refused_by_name() -> None:
    day = new_day()
    with pytest.raises(BadInput, match=r"'tea\.served' is of a kind that this version does not know; update"):
        day.do(NewEntry("tea.served", {}))


def test_an_entry_with_a_field_too_many_is_refused_with_its_place() -> None:
    day = new_day()
    with pytest.raises(BadInput, match=r"^A day: sugar is not a field"):
        day.do(NewEntry("player.left", {"player": "p1", "sugar": 2}))


def test_a_damaged_entry_of_a_journal_is_named_by_its_number_and_kind() -> None:
    day = new_day()
    day.do(NewEntry("note.added", {"text": "tea is served"}))
    *sound, last = day.ledger.entries
    with pytest.raises(BadInput, match=rf"^entry {last.seq}, note\.added: sugar is not a field"):
        fold.fold([*sound, replace(last, data={**last.data, "sugar": 2})])


def test_a_refused_entry_changes_nothing() -> None:
    day = new_day()
    day.pair()
    before, length = day.event.copy(), day.ledger.last
    with pytest.raises(BadInput):
        day.do(lambda event: matches.decide_card(event, 1, 99, {"sides": [{}, {}]}))
    assert (day.event, day.ledger.last) == (before, length)


def test_of_a_finished_event_only_the_end_is_undone() -> None:
    day = _finished()
    end = day.ledger.last
    card = next(entry.seq for entry in day.ledger.entries if entry.kind.startswith("card."))
    with pytest.raises(BadInput, match=rf"is finished; undo that first, and then entry {card}\."):
        day.ledger.undo(card)
    day.do(day.ledger.undo(end))
    day.do(day.ledger.undo(card))
    assert not day.event.finished
    with pytest.raises(BadInput, match=rf"because entry {end} rests on it"):
        day.ledger.undo(end + 1)  # which would bring the end back, with a card missing


def test_an_undo_is_not_held_up_by_an_old_entry_that_todays_rules_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    day = _played()
    day.do(NewEntry("note.added", {"text": "tea is served"}))
    note = day.ledger.last

    def refuse(*given: object) -> list[Problem]:
        return [Problem("the card", "breaks a rule that is new")]

    monkeypatch.setattr(matches, "problems_of", refuse)
    assert day.ledger.undo(note).data == {"seq": note}
    published = next(entry.seq for entry in day.ledger.entries if entry.kind == "round.published")
    with pytest.raises(BadInput, match="rests on it"):
        day.ledger.undo(published)


def test_folding_on_from_a_checkpoint_gives_the_same_event() -> None:
    day = _played()
    for cut in range(1, len(day.ledger.entries), 7):
        ledger = Ledger.of(day.ledger.entries[:cut]).copy()
        ledger.extend(day.ledger.entries[cut:])
        assert ledger.event == day.event


def test_a_copy_does_not_change_with_the_original() -> None:
    day = _played()
    before = day.event.copy()
    again = fold.fold(day.ledger.entries)
    day.do(lambda event: players.leave(event, event.find("Boris")))
    day.do(lambda event: matches.decide_card(event, 1, 1, {"sides": [{}, {}]}))
    assert before == again


def test_an_event_keeps_the_pack_it_began_with() -> None:
    text = shipped_pack_text("herocon-2025")
    created = numbered(fold.create("Old", text.replace("rounds = 3", "rounds = 3 # as then"), 1), 1, _AT)
    assert "# as then" in fold.fold([created]).pack_text


def test_a_pack_without_an_event_part_runs_no_event() -> None:
    text = shipped_pack_text("herocon-2025")
    bare = text[: text.index("[event]")] + text[text.index("[readings]") :]
    with pytest.raises(BadInput, match=r"has no \[event\] part"):
        fold.create("Bare", bare, 1)


def test_a_journal_of_something_else_is_refused() -> None:
    with pytest.raises(BadInput, match="does not begin with the creation of an event"):
        fold.fold([Entry(1, _AT, "note.added", {"text": "hello"})])


def test_every_kind_of_entry_has_a_name_in_two_words() -> None:
    assert all(kind.count(".") == 1 for kind in known_kinds())


_AT = "2025-11-29T08:00:00.000Z"


def _finished() -> Day:
    day = _played()
    day.do(lambda event: notes.plan_rounds(event, 2))
    day.do(prizes.finish)
    return day


def _played() -> Day:
    day = new_day(["Anna", "Boris", "Cleo", "Dario", "Edda"])
    for _ in range(2):
        day.pair()
        day.decide_all({"Anna": 2})
    return day
