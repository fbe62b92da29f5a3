"""Journals: what is appended, in which order, under which marks, and that nothing changes afterwards."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from musterhall.events.entries import Entry, NewEntry
from musterhall.problems import BadInput
from musterhall.store import tables
from musterhall.store.journals import Store
from musterhall.store.opening import open_store
from musterhall.store.ready_entries import MarkTaken, ReadyEntry
from musterhall.store.rows import JournalEnd, next_row
from musterhall.store.troubles import Damaged
from musterhall.store.writing import Conflict

MORNING = "2025-11-29T08:30:00.000Z"
TRIGGERS = ("ends_forward", "ends_undeleted", "entries_in_order", "entries_unchanged", "entries_undeleted")
NOON = "2025-11-29T12:00:00.000Z"


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as store:
        yield store


def a_card(number: int, key: str = "") -> NewEntry:
    return NewEntry("card", {"table": number, "points": [120, "1/2"]}, "table 4", "both agree", key)


def herocon(store: Store, count: int = 0) -> list[Entry]:
    return store.create("herocon", "event", "Herocon", [a_card(number) for number in range(1, count + 1)], at=MORNING)


def tamper(store: Store, change: str) -> None:
    """Change a row behind the store's back, and behind the triggers'."""
    if store.path is None:
        change = f"SET LOCAL session_replication_role = replica; {change}"
    with store.engine.execution_options(writes=True).begin() as connection:
        if store.path is not None:
            for name in TRIGGERS:
                connection.execute(text(f"DROP TRIGGER {name}"))
        connection.exec_driver_sql(change)


def test_entries_are_numbered_from_one_without_gaps(store: Store) -> None:
    herocon(store, 2)
    assert [entry.seq for entry in store.append("herocon", [a_card(3), a_card(4)])] == [3, 4]
    assert [entry.seq for entry in store.entries("herocon")] == [1, 2, 3, 4]
    assert store.last("herocon") == 4


def test_what_is_returned_is_what_is_read_back(store: Store) -> None:
    data: dict[str, Any] = {
        "ä": ["ß", None, True, 1.5, 10**30, {"nested": []}],
        "tuple": (1, 2),
        "text": "a\0b\n'\"%s?",
    }
    given = NewEntry("card", MappingProxyType(data), "Jürgen O'Brien", "%s ? :x", "k?%s")
    written = store.create("a b ?%s", "event", "T", [given])
    assert written == store.entries("a b ?%s")
    assert written[0].data == data | {"tuple": [1, 2]}
    assert (written[0].who, written[0].why, written[0].key) == (given.who, given.why, given.key)


def test_entries_after_a_number_are_read_alone(store: Store) -> None:
    herocon(store, 5)
    assert [entry.seq for entry in store.entries("herocon", 3)] == [4, 5]
    assert store.entries("herocon", 5) == store.entries("herocon", 99) == []
    assert len(store.entries("herocon", -1)) == 5


def test_the_first_entry_is_read_alone(store: Store) -> None:
    store.create("a", "event", "A", [NewEntry("begun", {"number": 1}), NewEntry("went on", {"number": 2})])
    assert store.first("a") == store.entries("a")[0]
    with pytest.raises(BadInput, match="none of this name"):
        store.first("b")


def test_an_append_of_nothing_writes_nothing(store: Store) -> None:
    herocon(store)
    assert store.append("herocon", []) == []
    assert store.last("herocon") == 0
    assert store.entries("herocon") == []


def test_an_append_on_old_knowledge_is_a_conflict_and_writes_nothing(store: Store) -> None:
    herocon(store, 2)
    store.append("herocon", [a_card(3)], expected=2)
    with pytest.raises(Conflict, match="has 3 entries by now, not 2"):
        store.append("herocon", [a_card(4)], expected=2)
    assert store.last("herocon") == 3


def test_a_batch_is_written_whole_or_not_at_all(store: Store) -> None:
    herocon(store, 1)
    with pytest.raises(BadInput, match="cannot be written as JSON"):
        store.append("herocon", [a_card(2), NewEntry("card", {"points": object()})])
    store.append("herocon", [a_card(2, "mark")])
    with pytest.raises(BadInput, match="says something else"):
        store.append("herocon", [a_card(3), a_card(9, "mark")])
    assert store.last("herocon") == 2


def test_hours_never_go_back(store: Store) -> None:
    herocon(store)
    assert store.append("herocon", [a_card(1)], at=NOON)[0].at == NOON
    assert store.append("herocon", [a_card(2)], at=MORNING)[0].at == NOON
    now = store.append("herocon", [a_card(3)])[0].at
    assert now > NOON
    assert len(now) == len(NOON)
    assert now.endswith("Z")


@pytest.mark.parametrize("hour", ["", "noon", "2025-11-29T12:00:00Z", "2025-13-29T12:00:00.000Z", f"{NOON}\n"])
def test_an_hour_is_written_in_one_way_only(tmp_path: Path, hour: str) -> None:
    with open_store(tmp_path / "journals.db") as store, pytest.raises(BadInput, match="write it in UTC"):
        store.create("herocon", "event", "Herocon", [], at=hour)


# Marks


def test_an_entry_sent_again_under_its_mark_is_returned_and_not_written_again(store: Store) -> None:
    herocon(store)
    (first,) = store.append("herocon", [a_card(1, "mark")], expected=0)
    store.append("herocon", [a_card(2)])
    # What it was sent with is compared before what the sender had seen.
    assert store.append("herocon", [a_card(1, "mark")], expected=0) == [first]
    assert store.last("herocon") == 2


def test_the_order_of_names_in_an_entry_sent_again_does_not_matter(store: Store) -> None:
    herocon(store)
    (first,) = store.append("herocon", [NewEntry("card", {"a": 1, "b": 2}, key="mark")])
    assert store.append("herocon", [NewEntry("card", {"b": 2, "a": 1}, key="mark")]) == [first]


@pytest.mark.parametrize("other", [NewEntry("bye", {"a": 1}, key="mark"), NewEntry("card", {"a": True}, key="mark")])
def test_a_mark_stands_for_one_entry_only(store: Store, other: NewEntry) -> None:
    herocon(store)
    store.append("herocon", [NewEntry("card", {"a": 1}, key="mark")])
    with pytest.raises(BadInput, match='mark "mark": entry 1 of "herocon" has it and says something else'):
        store.append("herocon", [other])
    with pytest.raises(BadInput, match="stands for two different entries"):
        store.append("herocon", [NewEntry("card", {"a": 1}, key="new"), NewEntry("card", {"a": 2}, key="new")])
    assert store.last("herocon") == 1


def test_a_batch_sent_again_is_not_doubled_even_where_only_one_entry_has_a_mark(store: Store) -> None:
    herocon(store, 1)
    batch = [a_card(2), a_card(3, "mark"), a_card(4)]
    written = store.append("herocon", batch, expected=1)
    store.append("herocon", [a_card(5)])
    assert store.append("herocon", batch, expected=1) == written
    assert store.last("herocon") == 5


def test_a_mark_sent_again_with_other_entries_beside_it_is_refused(store: Store) -> None:
    herocon(store)
    store.append("herocon", [a_card(1, "mark"), a_card(2)])
    for others in ([a_card(3)], [a_card(2), a_card(3)]):
        with pytest.raises(MarkTaken, match='mark "mark": was sent with other entries beside it'):
            store.append("herocon", [a_card(1, "mark"), *others])
    assert store.last("herocon") == 2


def test_beside_an_entry_sent_again_only_what_is_new_is_written(store: Store) -> None:
    herocon(store)
    (first,) = store.append("herocon", [a_card(1, "one")])
    again, second = store.append("herocon", [a_card(1, "one"), a_card(2, "two")], expected=1)
    assert (again, second.seq) == (first, 2)
    with pytest.raises(Conflict):
        store.append("herocon", [a_card(1, "one"), a_card(3, "three")], expected=1)
    assert store.last("herocon") == 2


def test_the_same_entry_twice_in_one_batch_is_one(store: Store) -> None:
    herocon(store)
    one, other = store.append("herocon", [a_card(1, "mark"), a_card(1, "mark")])
    assert one == other
    assert store.last("herocon") == 1


def test_a_mark_belongs_to_its_journal(store: Store) -> None:
    herocon(store)
    store.create("other", "event", "Other", [])
    store.append("herocon", [a_card(1, "mark")])
    assert store.append("other", [a_card(2, "mark")])[0].data["table"] == 2


# Journals


def test_a_name_is_taken_once(store: Store) -> None:
    herocon(store, 1)
    with pytest.raises(BadInput, match="one of this name already"):
        store.create("herocon", "event", "Another", [a_card(9)])
    assert store.last("herocon") == 1


def test_a_journal_that_is_not_there_is_named(store: Store) -> None:
    calls: list[Any] = [
        lambda: store.append("nowhere", [a_card(1)]),
        lambda: store.entries("nowhere"),
        lambda: store.entries("nowhere", 5),
        lambda: store.last("nowhere"),
        lambda: store.sound("nowhere"),
        lambda: store.rename("nowhere", "x"),
    ]
    for call in calls:
        with pytest.raises(BadInput, match='journal "nowhere": there is none of this name'):
            call()
    store.remove("nowhere")


@pytest.mark.parametrize("name", ["", " x", "x ", "a\nb", "a\0b", "x" * 201, "\ud800"])
def test_a_name_is_a_short_line(tmp_path: Path, name: str) -> None:
    with open_store(tmp_path / "journals.db") as store, pytest.raises(BadInput):
        store.create(name, "event", "T", [])


@pytest.mark.parametrize(
    "entry",
    [
        NewEntry(""),
        NewEntry("card", who="a\0b"),
        NewEntry("card", why="\ud800"),
        NewEntry("card", {"a": "\ud800"}),
        NewEntry("card", {"a": float("nan")}),
        NewEntry("card", {"a": {1, 2}}),
    ],
)
def test_an_entry_that_no_database_keeps_is_refused_by_both(store: Store, entry: NewEntry) -> None:
    herocon(store)
    with pytest.raises(BadInput):
        store.append("herocon", [entry])
    assert store.last("herocon") == 0


def test_journals_are_listed_in_the_order_in_which_they_began(store: Store) -> None:
    store.create("b", "event", "Late", [a_card(1), a_card(2)], at=NOON)
    store.create("c", "battle", "Empty", [], at=NOON)
    store.create("a", "event", "Early", [a_card(1)], at=MORNING)
    store.append("a", [a_card(2)], at=NOON)
    listed = store.streams()
    assert [(info.stream, info.kind, info.title, info.entries) for info in listed] == [
        ("a", "event", "Early", 2),
        ("b", "event", "Late", 2),
        ("c", "battle", "Empty", 0),
    ]
    assert [(info.first_at, info.last_at) for info in listed] == [(MORNING, NOON), (NOON, NOON), (NOON, NOON)]
    assert [info.stream for info in store.streams("battle")] == ["c"]


def test_a_title_can_change_and_a_journal_can_go(store: Store) -> None:
    herocon(store, 3)
    store.create("other", "event", "Other", [a_card(1)])
    store.rename("herocon", "Herocon 2025")
    assert store.streams()[0].title == "Herocon 2025"
    store.remove("herocon")
    assert [info.stream for info in store.streams()] == ["other"]
    herocon(store, 1)
    assert store.last("herocon") == store.last("other") == 1


def test_an_adopted_journal_is_the_same_journal(store: Store) -> None:
    herocon(store, 2)
    store.append("herocon", [a_card(3, "mark")], at=NOON)
    copy = store.entries("herocon")
    store.adopt("copy", "event", "Copy", copy)
    assert store.entries("copy") == copy
    assert store.append("copy", [a_card(3, "mark")]) == copy[2:]


def test_an_adopted_journal_has_all_its_entries_in_order(store: Store) -> None:
    first, second = herocon(store, 2)
    older = Entry(2, "2020-01-01T00:00:00.000Z", "card")
    for entries in ([second], [first, first], [second, first], [first, older], [Entry(1, "now", "card")]):
        with pytest.raises(BadInput):
            store.adopt("copy", "event", "Copy", entries)
    marked = [Entry(1, NOON, "card", {}, key="k"), Entry(2, NOON, "card", {}, key="k")]
    with pytest.raises(BadInput, match="the same mark"):
        store.adopt("copy", "event", "Copy", marked)
    assert len(store.streams()) == 1


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=8,
)


def test_a_journal_goes_and_another_tells_of_it_both_or_neither(store: Store) -> None:
    store.create("gone", "event", "Gone", [a_card(1)])
    with pytest.raises(BadInput, match="none of this name"):
        store.remove("gone", told_in="nowhere", entry=NewEntry("event.removed", {"event": "gone"}))
    assert store.last("gone") == 1
    store.create("house", "house", "House", [a_card(1)])
    store.remove("gone", told_in="house", entry=NewEntry("event.removed", {"event": "gone"}))
    assert [info.stream for info in store.streams()] == ["house"]
    assert [entry.kind for entry in store.entries("house")] == ["card", "event.removed"]
    assert store.sound("house") == []


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(batches=st.lists(st.lists(st.dictionaries(st.text(st.characters(codec="utf-8")), JSON), max_size=3), max_size=4))
def test_whatever_is_appended_is_read_back_in_order(store: Store, batches: list[list[dict[str, Any]]]) -> None:
    store.remove("any")
    store.create("any", "event", "Any", [])
    for batch in batches:
        store.append("any", [NewEntry("card", data) for data in batch])
    read = store.entries("any")
    assert [entry.data for entry in read] == [data for batch in batches for data in batch]
    assert [entry.seq for entry in read] == list(range(1, len(read) + 1))
    assert store.sound("any") == []


# Nothing changes afterwards


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET data = '{}' WHERE seq = 2",
        "DELETE FROM entries WHERE seq = 3",
        "DELETE FROM entries",
        'INSERT INTO entries SELECT stream, 9, at, kind, data, who, why, key, form, "check" FROM entries WHERE seq = 1',
    ],
)
def test_the_database_itself_refuses_to_change_a_journal(store: Store, change: str) -> None:
    before = herocon(store, 3)
    with (
        pytest.raises(DBAPIError, match=r"only added to|next number"),
        store.engine.execution_options(writes=True).begin() as connection,
    ):
        connection.exec_driver_sql(change)
    assert store.entries("herocon") == before


def test_sqlite_refuses_to_replace_an_entry_and_postgresql_to_empty_the_table(store: Store) -> None:
    before = herocon(store, 3)
    row = "stream, seq, at, kind, '{}', who, why, key, form, \"check\" FROM entries WHERE seq = 2"
    change = "TRUNCATE entries" if store.path is None else f"INSERT OR REPLACE INTO entries SELECT {row}"
    with (
        pytest.raises(DBAPIError, match=r"only added to|next number"),
        store.engine.execution_options(writes=True).begin() as connection,
    ):
        connection.exec_driver_sql(change)
    assert store.entries("herocon") == before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET data = '{\"table\":9}' WHERE seq = 17",
        "UPDATE entries SET who = 'somebody else' WHERE seq = 17",
        "UPDATE entries SET at = '2025-11-29T08:30:00.001Z' WHERE seq = 17",
        "UPDATE entries SET data = 'no JSON' WHERE seq = 17",
        "UPDATE entries SET \"check\" = '' WHERE seq = 17",
    ],
)
def test_an_entry_changed_afterwards_is_named_and_those_before_it_are_read(store: Store, change: str) -> None:
    before = herocon(store, 20)
    tamper(store, change)
    with pytest.raises(Damaged, match='entry 17 of "herocon" was changed after it was written; restore') as caught:
        store.entries("herocon")
    assert caught.value.before == before[:16]
    assert str(store.sound("herocon")[0]).startswith('entry 17 of "herocon": was changed after it was written')
    with pytest.raises(Damaged):
        store.entries("herocon", 16)


def test_without_verifying_a_changed_journal_is_read_as_it_lies_there(store: Store) -> None:
    herocon(store, 3)
    tamper(store, "UPDATE entries SET who = 'somebody else' WHERE seq = 2")
    assert [entry.who for entry in store.entries("herocon", verify=False)] == ["table 4", "somebody else", "table 4"]
    assert len(store.sound("herocon")) == 1
    assert [entry.seq for entry in store.entries("herocon", 2)] == [3]


def test_an_entry_that_went_missing_is_named(store: Store) -> None:
    before = herocon(store, 9)
    tamper(store, "DELETE FROM entries WHERE seq IN (3, 6, 7)")
    with pytest.raises(Damaged, match='entry 3 of "herocon" is missing') as caught:
        store.entries("herocon")
    assert caught.value.before == before[:2]
    assert [problem.where for problem in store.sound("herocon")] == [
        'entry 3 of "herocon"',
        'entries 6 to 7 of "herocon"',
    ]
    with pytest.raises(Damaged, match='entry 7 of "herocon" is missing'):
        store.entries("herocon", 7)


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        ("DELETE FROM entries WHERE seq > 6", 'entries 7 to 9 of "herocon" are missing'),
        ("DELETE FROM entries WHERE seq = 9", 'entry 9 of "herocon" is missing'),
        ("DELETE FROM entries", 'entries 1 to 9 of "herocon" are missing'),
    ],
)
def test_a_missing_end_is_noticed_by_whoever_reads_and_nothing_is_written_after_it(
    store: Store, harm: str, sentence: str
) -> None:
    before = herocon(store, 9)
    tamper(store, harm)
    with pytest.raises(Damaged, match=sentence) as caught:
        store.entries("herocon")
    assert caught.value.before == before[: len(caught.value.before)]
    assert [f"{one.where} {one.what}" for one in store.sound("herocon")] == [sentence]
    with pytest.raises(Damaged, match=r'to 9 of "herocon" are missing|entry 9 of "herocon" is missing'):
        store.entries("herocon", 6)
    with pytest.raises(Damaged, match=sentence):
        store.append("herocon", [a_card(10)])


def test_an_end_that_was_written_anew_is_noticed(store: Store) -> None:
    herocon(store, 9)
    tamper(store, "DELETE FROM entries WHERE seq > 8")
    row = next_row("herocon", JournalEnd(8, *_end_of(store), 1), ReadyEntry("card", "{}", "", "", ""), "2030-01-01")
    with store.engine.execution_options(writes=True).begin() as connection:
        connection.execute(tables.entries.insert(), {"stream": "herocon", **row._asdict()})
    calls: list[Any] = [lambda: store.entries("herocon"), lambda: store.append("herocon", [a_card(10)])]
    for read in calls:
        with pytest.raises(Damaged, match='entry 9 of "herocon" is not the one that was written last'):
            read()


def test_a_journal_without_its_end_noted_is_damaged(store: Store) -> None:
    herocon(store, 3)
    tamper(store, "DELETE FROM ends")
    with pytest.raises(Damaged, match='the end of "herocon" is not noted'):
        store.entries("herocon")


@pytest.mark.parametrize("change", ["UPDATE ends SET seq = 2", "DELETE FROM ends"])
def test_the_database_itself_refuses_to_move_an_end_back(store: Store, change: str) -> None:
    herocon(store, 3)
    with (
        pytest.raises(DBAPIError, match="only added to"),
        store.engine.execution_options(writes=True).begin() as connection,
    ):
        connection.exec_driver_sql(change)


def _end_of(store: Store) -> tuple[str, str]:
    with store.engine.connect() as connection:
        at, check = connection.execute(text('SELECT at, "check" FROM entries ORDER BY seq DESC LIMIT 1')).one()
    return at, check


def test_an_entry_of_a_newer_form_is_refused_by_name(store: Store) -> None:
    herocon(store, 12)
    tamper(store, "UPDATE entries SET form = 2 WHERE seq = 12")
    sentence = (
        'entry 12 of "herocon" was written by a newer Musterhall (form 2, this one knows 1); update and try again.'
    )
    calls: list[Any] = [lambda: store.entries("herocon"), lambda: store.append("herocon", [a_card(13)])]
    for call in calls:
        with pytest.raises(BadInput) as caught:
            call()
        assert str(caught.value) == sentence
    assert "newer Musterhall" in str(store.sound("herocon")[0])


# Many at once


def test_threads_share_a_store(store: Store) -> None:
    herocon(store)

    def write(name: str) -> None:
        for number in range(25):
            store.append("herocon", [NewEntry("card", {"n": number}, name)])

    threads = [threading.Thread(target=write, args=(f"thread {number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = store.entries("herocon")
    assert len(entries) == 100
    for number in range(4):
        mine = [entry.data["n"] for entry in entries if entry.who == f"thread {number}"]
        assert mine == list(range(25))


def test_of_two_who_expect_the_same_number_one_gets_it(store: Store) -> None:
    herocon(store)
    outcomes: list[str] = []
    until = time.monotonic() + 60

    def write(name: str) -> None:
        for expected in range(20):
            while store.last("herocon") < expected:
                assert time.monotonic() < until, "the other one has given up"
            try:
                store.append("herocon", [NewEntry("card", {}, name)], expected=expected)
                outcomes.append("written")
            except Conflict:
                outcomes.append("conflict")

    threads = [threading.Thread(target=write, args=(name,)) for name in ("one", "other")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.last("herocon") == 20
    assert sorted(outcomes) == ["conflict"] * 20 + ["written"] * 20


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no /proc to count open files in")
def test_no_file_stays_open(tmp_path: Path) -> None:
    def use(number: int) -> None:
        with open_store(tmp_path / f"{number % 2}.db") as store:
            if not store.streams():
                herocon(store, 2)
            with pytest.raises(Conflict):
                store.append("herocon", [a_card(3)], expected=1)
            store.entries("herocon")

    foreign = tmp_path / "foreign.db"
    foreign.write_bytes(b"not a database at all" * 100)
    use(0)
    before = len(os.listdir("/proc/self/fd"))
    for number in range(10):
        use(number)
        with pytest.raises(BadInput):
            open_store(foreign)
    assert len(os.listdir("/proc/self/fd")) <= before


def test_sqlite_brings_every_append_to_the_disk(tmp_path: Path) -> None:
    with open_store(tmp_path / "journals.db") as store:
        herocon(store, 1)
        with store.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    with sqlite3.connect(tmp_path / "journals.db") as bare:
        (data,) = bare.execute("SELECT data FROM entries").fetchone()
    assert json.loads(data)["table"] == 1
