"""The desk: nothing is told that is not written, and what others write is seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from musterhall.events import fold, matches, players, rounds, scenarios
from musterhall.events.entries import NewEntry
from musterhall.events.event import Event
from musterhall.packs.model import shipped_pack_text
from musterhall.problems import BadInput
from musterhall.store.desk import EVENT, Command, Desk
from musterhall.store.journals import Store
from musterhall.store.opening import open_store
from musterhall.store.ready_entries import MarkTaken


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as opened:
        opened.create("day", EVENT, "A day", [fold.create("A day", shipped_pack_text("drafted-for-war"), 7)])
        yield opened


def test_what_one_desk_writes_the_other_sees(store: Store) -> None:
    one, other = Desk(store, "day"), Desk(store, "day")
    one.do(lambda event: players.add_player(event, "Anna"), who="organiser")
    other.do(lambda event: players.add_player(event, "Boris"), who="organiser")
    one.refresh()
    assert [player.name for player in one.event.players.values()] == ["Anna", "Boris"]
    assert one.event == other.event == fold.fold(store.entries("day"))


def test_a_command_is_decided_anew_when_another_was_quicker(store: Store) -> None:
    one, other = Desk(store, "day"), Desk(store, "day")
    seen: list[int] = []

    def add(event: Event) -> NewEntry:
        seen.append(len(event.players))
        if len(seen) == 1:
            other.do(lambda event: players.add_player(event, "Boris"))
        return players.add_player(event, "Anna")

    one.do(add)
    assert seen == [0, 1]
    assert [player.id for player in one.event.players.values()] == ["p1", "p2"]


def test_a_refused_command_writes_nothing(store: Store) -> None:
    desk = Desk(store, "day")
    desk.do(lambda event: players.add_player(event, "Anna"))
    with pytest.raises(BadInput):
        desk.do(lambda event: players.add_player(event, "anna"))
    assert store.last("day") == 2


def test_the_same_mark_is_one_entry_however_often_it_is_sent(store: Store) -> None:
    desk = Desk(store, "day")
    first = desk.do(lambda event: players.add_player(event, "Anna"), who="p1", key="abc")
    again = Desk(store, "day").do(lambda event: players.add_player(event, "Anna"), who="p1", key="abc")
    assert first == again
    assert store.last("day") == 2
    with pytest.raises(BadInput, match="somebody else has used it"):
        desk.do(lambda event: players.add_player(event, "Boris"), who="p2", key="abc")


def test_a_mark_used_again_with_other_content_is_refused_and_writes_nothing(store: Store) -> None:
    desk = Desk(store, "day")
    first = desk.do(lambda event: players.add_player(event, "Anna"), who="p1", key="abc", content="Anna")
    for one in (desk, Desk(store, "day")):
        with pytest.raises(MarkTaken, match="'abc': something else was sent with it before"):
            one.do(lambda event: players.add_player(event, "Boris"), who="p1", key="abc", content="Boris")
        assert one.do(lambda event: players.add_player(event, "Anna"), who="p1", key="abc", content="Anna") == first
    assert store.last("day") == 2


def test_a_mark_from_before_fingerprints_is_compared_by_what_was_written(store: Store) -> None:
    desk = Desk(store, "day")
    first = desk.do(lambda event: players.add_player(event, "Anna"), who="p1", key="abc")
    assert desk.do(lambda event: players.add_player(event, "Anna"), who="p1", key="abc", content="Anna") == first
    for content in ("", "Boris"):
        with pytest.raises(MarkTaken, match="something else was sent with it before"):
            desk.do(lambda event: players.add_player(event, "Boris"), who="p1", key="abc", content=content)
    assert store.last("day") == 2


def test_the_same_sent_to_two_desks_at_once_is_one_entry(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process takes it in between our look at the journal and our writing."""
    desk, other = Desk(store, "day"), Desk(store, "day")
    append, late = store.append, []

    def overtaken(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(store, "append", append)
        late.extend(other.do(_drawn(1), who="p1", key="abc", content="draw"))
        other.do(lambda event: players.add_player(event, "Boris"))
        return append(*given, **more)

    monkeypatch.setattr(store, "append", overtaken)
    assert desk.do(_drawn(2), who="p1", key="abc", content="draw") == late
    assert store.last("day") == 3


def _drawn(seed: int) -> Command:
    """The same command, which comes out differently each time."""
    return lambda event: scenarios.draw_scenarios(event, seed)


@pytest.mark.parametrize("content", ["", "both"])
def test_several_entries_under_one_mark_are_all_given_back(store: Store, content: str) -> None:
    def both(event: Event) -> list[NewEntry]:
        return [NewEntry("note.added", {"text": text}) for text in ("one", "two")]

    desk = Desk(store, "day")
    first = desk.do(both, who="p1", key="abc", content=content)
    desk.do(lambda event: players.add_player(event, "Anna"), who="p1")
    assert len(first) == 2
    assert desk.do(both, who="p1", key="abc", content=content) == first


@pytest.mark.parametrize("rest", ["x", "x\ny", "x\n" + "9" * 40, "\n\n"], ids=["one", "two", "long", "none"])
def test_a_strange_mark_of_a_journal_from_elsewhere_is_read_all_the_same(store: Store, rest: str) -> None:
    store.append("day", [NewEntry("note.added", {"text": "one"}, "p1", "", f"abc\n{rest}")])
    desk = Desk(store, "day")
    with pytest.raises(MarkTaken):
        desk.do(lambda event: NewEntry("note.added", {"text": "two"}), who="p1", key="abc", content="two")


def test_a_mark_has_no_line_break(store: Store) -> None:
    with pytest.raises(BadInput, match="has a line break in it"):
        Desk(store, "day").do(lambda event: players.add_player(event, "Anna"), key="a\nb", content="Anna")


def test_a_preview_changes_nothing_and_says_what_would(store: Store) -> None:
    desk = _round_of_two(store)
    card = {"sides": [{"points": {"destroyed": 0}}, {"points": {"destroyed": 40}}]}
    desk.do(lambda event: matches.decide_card(event, 1, 1, card))
    before, last = desk.event.copy(), store.last("day")
    turned = {"sides": list(reversed(card["sides"]))}
    told = desk.preview(lambda event: matches.decide_card(event, 1, 1, turned))
    assert len(told) == 2
    assert (desk.event, store.last("day")) == (before, last)


def test_an_undo_is_an_entry_with_its_reason(store: Store) -> None:
    desk = Desk(store, "day")
    (added,) = desk.do(lambda event: players.add_player(event, "Anna"))
    (undone,) = desk.undo(added.seq, who="organiser", why="came twice")
    assert not desk.event.players
    assert (undone.kind, undone.why) == ("entry.undone", "came twice")


def test_several_entries_are_written_together_or_not_at_all(store: Store) -> None:
    desk = Desk(store, "day")
    with pytest.raises(BadInput):
        desk.do(lambda event: [players.add_player(event, "Anna"), players.add_player(event, "Boris")])
    assert store.last("day") == 1


def _round_of_two(store: Store) -> Desk:
    desk = Desk(store, "day")
    for name in ("Anna", "Boris"):
        desk.do(partial(players.add_player, name=name))
        player = desk.event.find(name)
        desk.do(partial(players.check_in, player=player))
    desk.do(lambda event: rounds.pair_round(event, 1, without_forces=True))
    desk.do(lambda event: rounds.publish(event, 1))
    return desk


def test_the_list_of_events_has_the_name_that_the_event_has_now(store: Store) -> None:
    desk = Desk(store, "day")
    renamed = desk.do(lambda event: NewEntry("event.renamed", {"name": "Another day"}))
    assert [info.title for info in store.streams(EVENT)] == ["Another day"]
    desk.undo(renamed[0].seq)
    assert [info.title for info in store.streams(EVENT)] == ["A day"]
