"""Marks on sheets: in their order, from two phones, one of them often without a link."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.companion.tables import ENGINE, FLAG, HULL, MOVED, Marking

from musterhall.companion.record import BoxState, Done, Mark, Record
from musterhall.game.companion import ROUND
from musterhall.problems import BadInput

ANNA, BORIS = 0, 1


@pytest.fixture
def table() -> Marking:
    return Marking()


def test_a_later_mark_of_who_knew_of_the_first_stands(table: Marking) -> None:
    table.mark(ANNA, HULL, 2)
    table.mark(BORIS, HULL, 3)
    assert table.record.value(HULL) == 3
    assert not table.record.disputes()


def test_two_marks_that_knew_nothing_of_each_other_stand_beside_each_other_and_neither_wins(table: Marking) -> None:
    known = table.record.last
    table.mark(ANNA, HULL, 2)
    table.mark(BORIS, HULL, 3, seen=known)
    [dispute] = table.record.disputes()
    assert (dispute.name, dispute.claims, dispute.both) == (HULL, (2, 3), 5)
    table.mark(BORIS, HULL, 5, do="settle")
    assert table.record.value(HULL) == 5
    assert not table.record.disputes()


def test_two_equal_hits_may_be_two_hits_but_two_equal_choices_agree(table: Marking) -> None:
    known = table.record.last
    for side in (ANNA, BORIS):
        table.mark(side, HULL, 1, seen=known)
        table.mark(side, FLAG, 2, seen=known)
    [dispute] = table.record.disputes()
    assert (dispute.name, dispute.claims, dispute.both) == (HULL, (1, 1), 2)
    assert table.record.value(FLAG) == 2


def test_both_together_are_not_offered_where_the_box_cannot_take_them(table: Marking) -> None:
    known = table.record.last
    table.mark(ANNA, HULL, 4, seen=known)
    table.mark(BORIS, HULL, 5, seen=known)
    assert table.record.disputes()[0].both is None


def test_what_is_counted_twice_is_counted_from_what_the_late_sender_saw(table: Marking) -> None:
    table.mark(ANNA, HULL, 1)
    known = table.record.last
    table.mark(ANNA, HULL, 3)
    table.mark(BORIS, HULL, 2, seen=known)
    assert table.record.disputes()[0].both == 4


def test_who_has_not_seen_the_dispute_goes_on_with_the_own_mark_and_who_has_settles_it(table: Marking) -> None:
    known = table.record.last
    table.mark(ANNA, HULL, 1)
    table.mark(BORIS, HULL, 2, seen=known)
    table.mark(BORIS, HULL, 3, seen=known)
    assert table.record.disputes()[0].claims == (1, 3)
    table.mark(ANNA, HULL, 4)
    assert not table.record.disputes()
    assert table.record.value(HULL) == 4


def test_marks_on_different_boxes_never_meet(table: Marking) -> None:
    known = table.record.last
    table.mark(ANNA, HULL, 1, seen=known)
    table.mark(BORIS, ENGINE, 1, seen=known)
    assert not table.record.disputes()


def test_a_box_of_each_round_begins_anew_and_a_late_mark_goes_to_its_own_round(table: Marking) -> None:
    table.mark(ANNA, f"{MOVED}@1", 1)
    assert table.record.value(MOVED) == 1
    table.mark(ANNA, ROUND, 2)
    assert table.record.value(MOVED) == 0
    table.mark(BORIS, f"{MOVED}@1", 0, seen=0)
    assert table.record.value(MOVED) == 0
    assert table.record.in_order() == []
    table.mark(BORIS, f"{MOVED}@2", 1)
    assert table.record.in_order() == [(MOVED, 1)]


def test_what_was_marked_before_the_round_began_is_told_from_what_came_in_it(table: Marking) -> None:
    table.mark(ANNA, HULL, 2)
    table.mark(ANNA, ROUND, 2)
    table.mark(ANNA, HULL, 5)
    assert (table.record.began(HULL), table.record.value(HULL)) == (2, 5)


def test_taking_back_leaves_what_was_marked_before_and_after(table: Marking) -> None:
    table.mark(ANNA, HULL, 1)
    key = table.mark(ANNA, HULL, 4)
    table.mark(BORIS, ENGINE, 1)
    table.take_back(ANNA, key)
    assert (table.record.value(HULL), table.record.value(ENGINE)) == (1, 1)


def test_taking_back_one_of_two_marks_ends_their_dispute(table: Marking) -> None:
    known = table.record.last
    table.mark(ANNA, HULL, 1)
    key = table.mark(BORIS, HULL, 2, seen=known)
    table.take_back(BORIS, key)
    assert not table.record.disputes()
    assert table.record.value(HULL) == 1


def test_taking_a_new_round_back_brings_back_what_was_marked_in_the_one_before(table: Marking) -> None:
    table.mark(ANNA, f"{MOVED}@1", 1)
    key = table.mark(BORIS, ROUND, 2)
    table.take_back(ANNA, key)
    assert (table.record.round, table.record.value(MOVED)) == (1, 1)


@pytest.mark.parametrize(
    "box", ["0.9.hull", MOVED, f"{MOVED}@0", f"{MOVED}@x", f"{MOVED}@100", f"{MOVED}@01", f"{HULL}@1", "", "@"]
)
def test_a_box_that_is_not_there_is_refused_in_a_sentence(table: Marking, box: str) -> None:
    with pytest.raises(BadInput, match="none of this name on these sheets"):
        table.mark(ANNA, box, 1)


def test_more_than_a_box_takes_is_refused_and_changes_nothing(table: Marking) -> None:
    with pytest.raises(BadInput, match="more than it takes"):
        table.mark(ANNA, HULL, 7)
    assert table.record.last == 1


def test_nobody_takes_back_what_was_never_marked(table: Marking) -> None:
    with pytest.raises(BadInput, match="not here"):
        table.send(ANNA, Mark(do="take back", key="00000000", other="0-nothing"))


def test_a_mark_that_says_it_has_seen_more_than_there_is_wins_nothing_by_it(table: Marking) -> None:
    table.mark(ANNA, HULL, 1, seen=900)
    table.mark(BORIS, HULL, 2, seen=0)
    assert len(table.record.disputes()) == 1


MARKS = st.lists(
    st.tuples(
        st.integers(0, 1), st.sampled_from([HULL, ENGINE, FLAG, ROUND, f"{MOVED}@1", f"{MOVED}@2"]), st.integers(0, 2),
        st.integers(0, 12), st.sampled_from(["mark", "mark", "mark", "settle", "take back"]),
    ),
    max_size=14,
)  # fmt: skip


@given(MARKS)
def test_sheets_folded_again_from_their_entries_are_the_same(marks: list[tuple[int, str, int, int, str]]) -> None:
    table = Marking()
    for side, box, value, seen, do in marks:
        if do == "take back":
            if table.entries:
                table.take_back(side, table.entries[seen % len(table.entries)].key)
        elif table.record.boxes[box.partition("@")[0]].allows(value):
            table.mark(side, box, value, seen, do)
    again = table.again()
    assert again.values() == table.record.values()
    assert again.disputes() == table.record.disputes()
    assert again.in_order() == table.record.in_order()


def test_taking_back_much_in_a_row_works_everything_out_only_once(
    table: Marking, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [table.mark(ANNA, HULL, 1 + number % 2) for number in range(40)]
    taken_in: list[int] = []
    take_in = Record._take_in

    def counted(self: Record, states: dict[str, BoxState], done: Done) -> None:
        taken_in.append(done.seq)
        take_in(self, states, done)

    monkeypatch.setattr(Record, "_take_in", counted)
    for key in keys[1:]:
        table.take_back(ANNA, key)
    table.mark(ANNA, FLAG, 2)
    assert (table.record.value(HULL), table.record.value(FLAG)) == (1, 2)
    assert len(taken_in) == 2
