"""Writing to a journal, within a transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from musterhall.events.entries import Entry
from musterhall.store.ready_entries import MarkTaken, ReadyEntry, alike
from musterhall.store.rows import (
    NOTHING_YET,
    JournalEnd,
    NotedEnd,
    Row,
    end_after,
    end_problems,
    entry_of,
    next_row,
    require_form,
)
from musterhall.store.seals import HallKeys, opened_row, sealed_row
from musterhall.store.troubles import Damaged

CHANNEL = "musterhall"
"""What PostgreSQL calls out on when a journal grew; see `listening`."""


class Conflict(Exception):
    """Someone else appended in the meantime: look at the journal as it stands now, and decide again."""


class Transaction:
    """A transaction that writes, spoken to in the driver's own words.

    SQLAlchemy's took as long as bringing the entry to the disk; it still keeps the connections and does the reading.
    """

    __slots__ = ("_cursor", "_postgres", "key", "keys")

    def __init__(self, cursor: Any, keys: HallKeys, key: bytes | None, *, postgres: bool) -> None:
        self._cursor = cursor
        self._postgres = postgres
        self.keys = keys
        """What was sealed before is opened with these."""
        self.key = key
        """With which secrets are sealed, if any are to be written."""

    def lock(self, stream: str) -> None:
        """Begin, and keep all other writers of this stream waiting until the end; SQLite does so for all streams."""
        if self._postgres:
            self.write("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", (stream,))
        else:
            self.write("BEGIN IMMEDIATE")

    def lock_too(self, stream: str) -> None:
        """Within a transaction; in SQLite it holds all streams already."""
        if self._postgres:
            self.lock(stream)

    def call_out(self, stream: str, seq: int) -> None:
        """Let those who listen know, once the transaction is through."""
        if self._postgres:
            self.write("SELECT pg_notify(?, ?)", (CHANNEL, f"{stream} {seq}"))

    def write(self, sql: str, values: Sequence[object] = ()) -> None:
        self._cursor.execute(sql.replace("?", "%s") if self._postgres else sql, values)

    def write_all(self, sql: str, rows: Sequence[Sequence[object]]) -> None:
        self._cursor.executemany(sql.replace("?", "%s") if self._postgres else sql, rows)

    def read(self, sql: str, values: Sequence[object]) -> list[Any]:
        self.write(sql, values)
        found: list[Any] = self._cursor.fetchall()
        return found


END = """
    SELECT entries.seq, entries.at, entries."check", entries.form, ends.seq, ends."check"
    FROM streams LEFT JOIN ends ON ends.stream = streams.stream
    LEFT JOIN entries ON entries.stream = streams.stream
        AND entries.seq = (SELECT max(seq) FROM entries AS others WHERE others.stream = streams.stream)
    WHERE streams.stream = ?
"""
ROWS = 'SELECT seq, at, kind, data, who, why, key, form, "check" FROM entries WHERE stream = ?'
BY_KEY = f"{ROWS} AND key = ? AND key <> ''"
BETWEEN = f"{ROWS} AND seq >= ? AND seq < ? ORDER BY seq"
INSERT = """
    INSERT INTO entries (stream, seq, at, kind, data, who, why, key, form, "check")
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
NEW_END = 'INSERT INTO ends (stream, seq, "check") VALUES (?, ?, ?)'
MOVE_END = 'UPDATE ends SET seq = ?, "check" = ? WHERE stream = ?'


def begin_journal(transaction: Transaction, stream: str, kind: str, title: str, now: str) -> None:
    values = (stream, kind, title, now)
    transaction.write("INSERT INTO streams (stream, kind, title, created) VALUES (?, ?, ?, ?)", values)
    transaction.write(NEW_END, (stream, NOTHING_YET.seq, NOTHING_YET.check))


def remove_journal(transaction: Transaction, stream: str) -> None:
    # The stream first: the database lets the others go only where their stream has gone.
    for table in ("streams", "ends", "entries"):
        transaction.write(f"DELETE FROM {table} WHERE stream = ?", (stream,))
    transaction.call_out(stream, 0)


def journal_end(transaction: Transaction, stream: str) -> JournalEnd | None:
    """The end of a journal, none if there is no such journal; one that is not the end that was noted is refused."""
    found = transaction.read(END, (stream,))
    if not found:
        return None
    *last, seq, check = found[0]
    end = NOTHING_YET if last[0] is None else JournalEnd(*last)
    require_form(stream, end.seq, end.form)
    for problem in end_problems(stream, None if seq is None else NotedEnd(seq, check), end):
        raise Damaged(f"{problem.where} {problem.what}; {problem.remedy[0].lower()}{problem.remedy[1:]}.")
    return end


def add_entries(
    transaction: Transaction, stream: str, end: JournalEnd, ready: Sequence[ReadyEntry], now: str
) -> list[Entry]:
    """Write entries after the end; one that was given twice is written once."""
    rows: dict[int, Row] = {}
    for one in ready:
        if id(one) not in rows:
            hidden = sealed_row(transaction.key, stream, end.seq + 1, one)
            rows[id(one)] = next_row(stream, end, hidden, max(now, end.at))
            end = end_after([rows[id(one)]], end)
    insert_rows(transaction, stream, list(rows.values()))
    return [_entry(transaction, stream, rows[id(one)]) for one in ready]


def insert_rows(transaction: Transaction, stream: str, rows: Sequence[Row]) -> None:
    if rows:
        transaction.write_all(INSERT, [(stream, *row) for row in rows])
        transaction.write(MOVE_END, (rows[-1].seq, rows[-1].check, stream))
        transaction.call_out(stream, rows[-1].seq)


def _entry(transaction: Transaction, stream: str, row: Row) -> Entry:
    return entry_of(stream, opened_row(transaction.keys, stream, row))


# Marks


def known_by_mark(transaction: Transaction, stream: str, ready: Sequence[ReadyEntry]) -> dict[str, Entry]:
    """The entries that the journal has for these marks; a mark that stands for something else is refused."""
    known: dict[str, Entry] = {}
    for one in ready:
        if one.key and one.key not in known:
            for row in transaction.read(BY_KEY, (stream, one.key)):
                known[one.key] = _known_entry(stream, one, opened_row(transaction.keys, stream, Row(*row)))
    return known


def sent_before(
    transaction: Transaction, stream: str, ready: Sequence[ReadyEntry], known: Mapping[str, Entry]
) -> list[Entry] | None:
    """What was written then, if all of it was sent before.

    Entries without a mark were, if they stand beside the marked ones just as they were sent.
    """
    if {one.key for one in ready if one.key} != set(known):
        return None
    if all(one.key for one in ready):
        return [known[one.key] for one in ready]
    place, first = next((place, one) for place, one in enumerate(ready) if one.key)
    start = known[first.key].seq - place
    found = transaction.read(BETWEEN, (stream, start, start + len(ready)))
    rows = [opened_row(transaction.keys, stream, Row(*row)) for row in found]
    if len(rows) != len(ready) or not all(map(_is_same_entry, rows, ready)):
        raise MarkTaken(f'mark "{first.key}": was sent with other entries beside it; use a new mark.')
    return [entry_of(stream, row) for row in rows]


def _is_same_entry(row: Row, one: ReadyEntry) -> bool:
    return (row.kind, row.key) == (one.kind, one.key) and alike(row.data, one.data)


def _known_entry(stream: str, one: ReadyEntry, row: Row) -> Entry:
    require_form(stream, row.seq, row.form)
    if row.kind != one.kind or not alike(row.data, one.data):
        raise MarkTaken(
            f'mark "{one.key}": entry {row.seq} of "{stream}" has it and says something else; use a new mark.'
        )
    return entry_of(stream, row)
