"""Journals in a database: appended to, read back and checked, never changed.

An entry that was returned from `append` is on the disk. Each entry carries a running check over all that stands before
it, so that a row which was edited or damaged afterwards is found and named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import Connection, Engine, func, select

from musterhall.events.entries import Entry, NewEntry
from musterhall.problems import BadInput, Problem
from musterhall.store import tables
from musterhall.store.ready_entries import (
    SECRET,
    ReadyEntry,
    hour_or_now,
    made_ready,
    require_a_journal,
    require_name,
    require_text,
)
from musterhall.store.rows import (
    FORM,
    NOTHING_YET,
    RESTORE,
    JournalEnd,
    NotedEnd,
    Row,
    damage,
    end_after,
    end_problems,
    entry_of,
    next_row,
    require_form,
    row_problems,
)
from musterhall.store.seals import HallKeys, Unopened, fingerprint, new_key, opened_row, sealed_row
from musterhall.store.troubles import Damaged, told
from musterhall.store.writing import (
    Conflict,
    Transaction,
    add_entries,
    begin_journal,
    insert_rows,
    journal_end,
    known_by_mark,
    remove_journal,
    sent_before,
)

KEY_STREAM = "hall-key"


@dataclass(frozen=True, slots=True)
class StreamInfo:
    """A journal in a list of journals."""

    stream: str
    kind: str
    title: str
    entries: int
    first_at: str
    last_at: str


class NameTaken(BadInput):
    """Somebody has a journal of this name."""


class Store:
    """All journals of one database. Threads may share it; processes open one each."""

    def __init__(self, engine: Engine, url: str, keys: HallKeys, path: Path | None = None) -> None:
        self.url = url
        """The database's address as it may be shown: never with a password."""
        self.path = path
        """The file, if it is SQLite."""
        self.keys = keys
        """With which hands are sealed in the database; they lie elsewhere."""
        self.engine = engine
        self.driver: Any = engine.dialect.loaded_dbapi

    # Writing

    def create(
        self, stream: str, kind: str, title: str, entries: Sequence[NewEntry], *, at: str | None = None
    ) -> list[Entry]:
        """Begin a journal with these entries; the name must be free."""
        ready = made_ready(entries)
        now, key = hour_or_now(at), self._key_for(ready)
        with self._begun(stream, kind, title, now, key) as transaction:
            return add_entries(transaction, stream, NOTHING_YET, ready, now)

    def adopt(self, stream: str, kind: str, title: str, entries: Sequence[Entry]) -> None:
        """Begin a journal with the entries of another one, numbers and hours included."""
        rows = self._adopted_rows(stream, entries)
        with self._begun(stream, kind, title, rows[0].at if rows else hour_or_now(None)) as transaction:
            insert_rows(transaction, stream, rows)

    def replace(
        self, old: str, stream: str, entries: Sequence[Entry], *, told_in: str = "", told: Sequence[NewEntry] = ()
    ) -> None:
        """Begin a journal in place of another one, which goes for good; its kind and title stay.

        With `told_in` another journal has entries about it. All of this happens, or nothing does.
        """
        rows, ready = self._adopted_rows(stream, entries), made_ready(told)
        info = next((one for one in self.streams() if one.stream == old), None)
        if info is None:
            raise self._unknown(old)
        with self._begun(stream, info.kind, info.title, rows[0].at if rows else hour_or_now(None)) as transaction:
            insert_rows(transaction, stream, rows)
            transaction.lock_too(old)
            remove_journal(transaction, old)
            if told_in:
                transaction.lock_too(told_in)
                end = self._found(told_in, journal_end(transaction, told_in))
                add_entries(transaction, told_in, end, ready, hour_or_now(None))

    def append(
        self, stream: str, entries: Sequence[NewEntry], *, expected: int | None = None, at: str | None = None
    ) -> list[Entry]:
        """Write entries at the end of a journal, all or none; what is returned is on the disk.

        `expected` is the last number that the caller has seen: if it is no longer the last, nothing is written and
        `Conflict` is raised. An entry whose mark (`key`) the journal has already is not written again, the one written
        then is returned; that comes first, so that a sender may send again without having seen the answer. A mark
        that stands for something else is refused with `MarkTaken`.
        """
        ready = made_ready(entries)
        now, key = hour_or_now(at), self._key_for(ready)
        with self._writing(stream, key) as transaction:
            end = self._found(stream, journal_end(transaction, stream))
            if not isinstance(end.at, str) or not isinstance(end.check, str):
                raise damage(self.url, Problem(f'entry {end.seq} of "{stream}"', "is damaged", remedy=RESTORE))
            known = known_by_mark(transaction, stream, ready)
            if known and (sent := sent_before(transaction, stream, ready, known)) is not None:
                return sent
            if expected is not None and expected != end.seq:
                raise Conflict(f'journal "{stream}" has {end.seq} entries by now, not {expected}; look again.')
            if not known:
                return add_entries(transaction, stream, end, ready, now)
            fresh = [one for one in ready if one.key not in known]
            written = dict(zip(map(id, fresh), add_entries(transaction, stream, end, fresh, now), strict=True))
            return [known[one.key] if one.key in known else written[id(one)] for one in ready]

    def rename(self, stream: str, title: str) -> None:
        """Give a journal another title."""
        require_text(title, f'the title of "{stream}"')
        with self._writing(stream) as transaction:
            transaction.write("UPDATE streams SET title = ? WHERE stream = ?", (title, stream))
            self._found(stream, journal_end(transaction, stream))

    def remove(self, stream: str, *, told_in: str = "", entry: NewEntry | None = None) -> None:
        """Remove a journal for good; one that is not there is removed already.

        With `told_in` another journal has an entry about it, both or neither.
        """
        ready = made_ready([entry] if entry else [])
        with self._writing(stream) as transaction:
            remove_journal(transaction, stream)
            if told_in:
                transaction.lock_too(told_in)
                end = self._found(told_in, journal_end(transaction, told_in))
                add_entries(transaction, told_in, end, ready, hour_or_now(None))

    def tidy(self) -> None:
        """Let what was removed go from the file too; a server's disk is its own business."""
        if self.path is None:
            return
        with told(self.url, self.driver):
            connection = self.engine.raw_connection()
            try:
                connection.cursor().execute("VACUUM")
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                connection.close()

    def hall_key(self) -> bytes:
        """The key that this hall seals with, made when it is first needed; the database knows it by a fingerprint."""
        noted = self._noted_key()
        if not noted:
            key = new_key()
            # The key first: what was sealed could not be opened again without it.
            self.keys.add([key])
            # Two may come at once: the second finds it made.
            with suppress(BadInput):
                self.create(KEY_STREAM, KEY_STREAM, "Key", [NewEntry("key.made", {"fingerprint": fingerprint(key)})])
            noted = self._noted_key()
        found = self._key_noted_as(noted)
        if found is None:
            raise Unopened(
                "the hall's key is not on this machine, and hands are sealed with it; bring its key file along, or "
                "restore a backup."
            )
        return found

    def key_is_missing(self) -> bool:
        """Is something sealed here with a key that is not on this machine?"""
        noted = self._noted_key()
        return bool(noted) and self._key_noted_as(noted) is None

    def _key_noted_as(self, noted: str) -> bytes | None:
        return next((key for key in self.keys.known() if fingerprint(key) == noted), None)

    def _noted_key(self) -> str:
        known = any(info.stream == KEY_STREAM for info in self.streams(KEY_STREAM))
        return str(self.entries(KEY_STREAM)[0].data["fingerprint"]) if known else ""

    def _key_for(self, ready: Sequence[ReadyEntry]) -> bytes | None:
        """Looked for before anybody has to wait for a transaction of ours."""
        return self.hall_key() if any(one.kind in SECRET for one in ready) else None

    # Reading

    def entries(self, stream: str, after: int = 0, verify: bool = True) -> list[Entry]:
        """The entries with a number above `after`, in order, each checked against those before it.

        `Damaged` names the first that is not as it was written, and has those before it in `before`.
        """
        found: list[Entry] = []
        try:
            for entry in self._read(stream, after, verify):
                found.append(entry)
        except Damaged as harm:
            harm.before = found
            raise
        return found

    def first(self, stream: str) -> Entry:
        """The entry that a journal began with, without reading the others."""
        found = next(self._read(stream, 0, True), None)
        if found is None:
            raise self._unknown(stream)
        return found

    def last(self, stream: str) -> int:
        """The number of the last entry, 0 for a journal without entries."""
        with self._reading() as connection:
            return self._end(connection, stream).seq

    def streams(self, kind: str | None = None) -> list[StreamInfo]:
        """The journals, or those of a kind, in the order in which they began."""
        with self._reading() as connection:
            rows = connection.execute(_listing()).all()
        found = [
            StreamInfo(stream, of_kind, title, entries, first_at or created, last_at or created)
            for stream, of_kind, title, created, entries, first_at, last_at in rows
            if kind is None or of_kind == kind
        ]
        return sorted(found, key=lambda info: (info.first_at, info.stream))

    def sound(self, stream: str) -> list[Problem]:
        """Every entry that is missing or not as it was written; none in a sound journal."""
        problems: list[Problem] = []
        before = NOTHING_YET
        try:
            with self._reading() as connection:
                noted = self._noted_end(connection, stream)
                for row in self._rows(connection, stream, 0):
                    problems += row_problems(stream, before, row)
                    before = JournalEnd(row.seq, row.at, row.check, row.form)
                problems += self._unreached(connection, stream, before) or end_problems(stream, noted, before)
        except Damaged as harm:
            what = str(harm).removeprefix(f"{self.url}: ")
            problems.append(
                Problem(f'entries of "{stream}" after {before.seq}', f"cannot be read: {what}", remedy=RESTORE)
            )
        return problems

    # Opening and closing

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Helpers

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with told(self.url, self.driver), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self, stream: str, key: bytes | None = None) -> Iterator[Transaction]:
        """A transaction beside which no other one writes to this stream."""
        with told(self.url, self.driver):
            connection = self.engine.raw_connection()
            try:
                postgres = self.engine.dialect.name == "postgresql"
                transaction = Transaction(connection.cursor(), self.keys, key, postgres=postgres)
                transaction.lock(stream)
                yield transaction
                connection.commit()
            except self.driver.IntegrityError:
                # Only someone who does not take our lock gets here.
                raise Conflict(f'journal "{stream}" was written to by someone else; look again.') from None
            finally:
                # This also takes back whatever was not committed.
                connection.close()

    @contextmanager
    def _begun(self, stream: str, kind: str, title: str, now: str, key: bytes | None = None) -> Iterator[Transaction]:
        require_name(stream, kind, title)
        with self._writing(stream, key) as transaction:
            if journal_end(transaction, stream) is not None:
                raise NameTaken(f'journal "{stream}": there is one of this name already; choose another name.')
            begin_journal(transaction, stream, kind, title, now)
            yield transaction

    def _adopted_rows(self, stream: str, entries: Sequence[Entry]) -> list[Row]:
        """The rows of a journal that was kept elsewhere."""
        require_a_journal(stream, entries)
        ready = made_ready([NewEntry(one.kind, one.data, one.who, one.why, one.key) for one in entries])
        if len(set(map(id, ready))) < len(entries):
            raise BadInput(
                f'journal "{stream}": two of its entries have the same mark; each mark stands for one entry.'
            )
        key, rows = self._key_for(ready), list[Row]()
        for one, entry in zip(ready, entries, strict=True):
            hidden = sealed_row(key, stream, len(rows) + 1, one)
            rows.append(next_row(stream, end_after(rows, NOTHING_YET), hidden, entry.at))
        return rows

    def _found(self, stream: str, end: JournalEnd | None) -> JournalEnd:
        if end is None:
            raise self._unknown(stream)
        return end

    def _unknown(self, stream: str) -> BadInput:
        return BadInput(f'journal "{stream}": there is none of this name in {self.url}; check the name.')

    def _end(self, connection: Connection, stream: str) -> JournalEnd:
        entries, streams = tables.entries.c, tables.streams.c
        found = select(entries.seq, entries.at, entries.check, entries.form).where(entries.stream == stream)
        row = connection.execute(found.order_by(entries.seq.desc()).limit(1)).first()
        known = row or connection.execute(select(streams.stream).where(streams.stream == stream)).first()
        return self._found(stream, JournalEnd(*row) if row else NOTHING_YET if known else None)

    def _read(self, stream: str, after: int, verify: bool) -> Iterator[Entry]:
        with self._reading() as connection:
            # Before the entries: on a server somebody may append between the two looks.
            noted = self._noted_end(connection, stream)
            before = JournalEnd(after - 1, "", "", FORM) if after > 0 else NOTHING_YET
            # The entry at `after` is only read for its check, on which the next one rests.
            for row in self._rows(connection, stream, after):
                require_form(stream, row.seq, row.form)
                if row.seq > after:
                    if verify and (problems := row_problems(stream, before, row)):
                        raise damage(self.url, problems[0])
                    yield entry_of(stream, opened_row(self.keys, stream, row))
                before = JournalEnd(row.seq, row.at, row.check, row.form)
            unreached = self._unreached(connection, stream, before) or end_problems(stream, noted, before)
            if unreached and verify:
                raise damage(self.url, unreached[0])

    def _noted_end(self, connection: Connection, stream: str) -> NotedEnd | None:
        ends = tables.ends.c
        row = connection.execute(select(ends.seq, ends.check).where(ends.stream == stream)).first()
        return NotedEnd(*row) if row else None

    def _unreached(self, connection: Connection, stream: str, reached: JournalEnd) -> list[Problem]:
        """In a damaged file the way from the front may end early; the way from the back shows it."""
        end = self._end(connection, stream)
        # On a server somebody may have appended between the two looks, and damage of this kind is its own business.
        if self.path is None or end.seq <= reached.seq:
            return []
        return [Problem(f'entries of "{stream}" after {reached.seq}', "cannot be reached", remedy=RESTORE)]

    def _rows(self, connection: Connection, stream: str, start: int) -> Iterator[Row]:
        wanted = select(*(tables.entries.c[name] for name in Row._fields))
        wanted = wanted.where(tables.entries.c.stream == stream, tables.entries.c.seq >= start)
        for row in connection.execute(wanted.order_by(tables.entries.c.seq)):
            if not isinstance(row.seq, int):
                raise Damaged(f'{self.url}: an entry of "{stream}" has no number; restore a backup from before that.')
            yield Row(*row)


def _listing() -> Any:
    """Every stream with its number of entries and the hours of the first and the last, without reading the others."""
    streams, first, last = tables.streams, tables.entries.alias(), tables.entries.alias()
    numbers = tables.entries.alias()
    count = select(func.coalesce(func.max(numbers.c.seq), 0)).where(numbers.c.stream == streams.c.stream)
    entries = count.scalar_subquery()
    return (
        select(streams.c.stream, streams.c.kind, streams.c.title, streams.c.created, entries, first.c.at, last.c.at)
        .select_from(streams)
        .outerjoin(first, (first.c.stream == streams.c.stream) & (first.c.seq == 1))
        .outerjoin(last, (last.c.stream == streams.c.stream) & (last.c.seq == entries))
    )
