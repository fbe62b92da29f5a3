"""Journals in a database: appended to, read back and checked, never changed.

An entry that was returned from `append` is on the disk. Each entry carries a running check over all that stands before
it, so that a row which was edited or damaged afterwards is found and named.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, func, select

from musterhall.events.entries import Entry, NewEntry
from musterhall.problems import BadInput, Problem
from musterhall.store import tables
from musterhall.store.steady import CLOCK
from musterhall.store.troubles import Damaged, told

FORM = 1
"""The version of the entries' form that this program writes, and the newest that it reads."""
CHANNEL = "musterhall"
"""What PostgreSQL calls out on when a journal grew; see `listening`."""
LONGEST_NAME = 200
"""PostgreSQL calls out at most 8,000 bytes, and nobody types more than this."""


class Conflict(Exception):
    """Someone else appended in the meantime: look at the journal as it stands now, and decide again."""


class MarkTaken(BadInput):
    """A sender's mark that stands for something else already."""


@dataclass(frozen=True, slots=True)
class StreamInfo:
    """A journal in a list of journals."""

    stream: str
    kind: str
    title: str
    entries: int
    first_at: str
    last_at: str


class Store:
    """All journals of one database. Threads may share it; processes open one each."""

    def __init__(self, engine: Engine, url: str, path: Path | None = None) -> None:
        self.url = url
        """The database's address as it may be shown: never with a password."""
        self.path = path
        """The file, if it is SQLite."""
        self.engine = engine
        self.driver: Any = engine.dialect.loaded_dbapi

    # Writing

    def create(
        self, stream: str, kind: str, title: str, entries: Sequence[NewEntry], *, at: str | None = None
    ) -> list[Entry]:
        """Begin a journal with these entries; the name must be free."""
        drafts = _drafts(entries)
        now = _hour(at)
        with self._begun(stream, kind, title, now) as pen:
            return _add(pen, stream, NOTHING, drafts, now)

    def adopt(self, stream: str, kind: str, title: str, entries: Sequence[Entry]) -> None:
        """Begin a journal with the entries of another one, numbers and hours included."""
        _require_a_journal(stream, entries)
        drafts = _drafts([NewEntry(one.kind, one.data, one.who, one.why, one.key) for one in entries])
        if len(set(map(id, drafts))) < len(entries):
            raise BadInput(
                f'journal "{stream}": two of its entries have the same mark; each mark stands for one entry.'
            )
        with self._begun(stream, kind, title, entries[0].at if entries else _hour(None)) as pen:
            rows: list[Row] = []
            for draft, entry in zip(drafts, entries, strict=True):
                rows.append(_row(stream, _end(rows, NOTHING), draft, entry.at))
            _insert(pen, stream, rows)

    def append(
        self, stream: str, entries: Sequence[NewEntry], *, expected: int | None = None, at: str | None = None
    ) -> list[Entry]:
        """Write entries at the end of a journal, all or none; what is returned is on the disk.

        `expected` is the last number that the caller has seen: if it is no longer the last, nothing is written and
        `Conflict` is raised. An entry whose mark (`key`) the journal has already is not written again, the one written
        then is returned; that comes first, so that a sender may send again without having seen the answer. A mark
        that stands for something else is refused with `MarkTaken`.
        """
        drafts = _drafts(entries)
        now = _hour(at)
        with self._writing(stream) as pen:
            tip = self._found(stream, _tip(pen, stream))
            _require_form(stream, tip.seq, tip.form)
            if not isinstance(tip.at, str) or not isinstance(tip.check, str):
                raise damage(self.url, Problem(f'entry {tip.seq} of "{stream}"', "is damaged", remedy=REMEDY))
            known = _known(pen, stream, drafts)
            if known and (sent := _sent_before(pen, stream, drafts, known)) is not None:
                return sent
            if expected is not None and expected != tip.seq:
                raise Conflict(f'journal "{stream}" has {tip.seq} entries by now, not {expected}; look again.')
            if not known:
                return _add(pen, stream, tip, drafts, now)
            fresh = [draft for draft in drafts if draft.key not in known]
            written = dict(zip(map(id, fresh), _add(pen, stream, tip, fresh, now), strict=True))
            return [known[draft.key] if draft.key in known else written[id(draft)] for draft in drafts]

    def rename(self, stream: str, title: str) -> None:
        """Give a journal another title."""
        _require_text(title, f'the title of "{stream}"')
        with self._writing(stream) as pen:
            pen.write("UPDATE streams SET title = ? WHERE stream = ?", (title, stream))
            self._found(stream, _tip(pen, stream))

    def remove(self, stream: str, *, told_in: str = "", entry: NewEntry | None = None) -> None:
        """Remove a journal for good; one that is not there is removed already.

        With `told_in` another journal has an entry about it, both or neither.
        """
        drafts = _drafts([entry] if entry else [])
        with self._writing(stream) as pen:
            # The stream first: the database lets entries go only where their stream has gone.
            pen.write("DELETE FROM streams WHERE stream = ?", (stream,))
            pen.write("DELETE FROM entries WHERE stream = ?", (stream,))
            pen.call_out(stream, 0)
            if told_in:
                pen.lock_too(told_in)
                _add(pen, told_in, self._found(told_in, _tip(pen, told_in)), drafts, _hour(None))

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

    def last(self, stream: str) -> int:
        """The number of the last entry, 0 for a journal without entries."""
        with self._reading() as connection:
            return self._tip(connection, stream).seq

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
        before = NOTHING
        try:
            with self._reading() as connection:
                for row in self._rows(connection, stream, 0):
                    problems += _problems(stream, before, row)
                    before = Tip(row.seq, row.at, row.check, row.form)
                problems += self._unreached(connection, stream, before)
        except Damaged as harm:
            what = str(harm).removeprefix(f"{self.url}: ")
            problems.append(
                Problem(f'entries of "{stream}" after {before.seq}', f"cannot be read: {what}", remedy=REMEDY)
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
    def _writing(self, stream: str) -> Iterator[Pen]:
        """A transaction beside which no other one writes to this stream."""
        with told(self.url, self.driver):
            connection = self.engine.raw_connection()
            try:
                pen = Pen(connection.cursor(), postgres=self.engine.dialect.name == "postgresql")
                pen.lock(stream)
                yield pen
                connection.commit()
            except self.driver.IntegrityError:
                # Only someone who does not take our lock gets here.
                raise Conflict(f'journal "{stream}" was written to by someone else; look again.') from None
            finally:
                # This also takes back whatever was not committed.
                connection.close()

    @contextmanager
    def _begun(self, stream: str, kind: str, title: str, now: str) -> Iterator[Pen]:
        _require_name(stream, kind, title)
        with self._writing(stream) as pen:
            if _tip(pen, stream) is not None:
                raise BadInput(f'journal "{stream}": there is one of this name already; choose another name.')
            pen.write(
                "INSERT INTO streams (stream, kind, title, created) VALUES (?, ?, ?, ?)", (stream, kind, title, now)
            )
            yield pen

    def _found(self, stream: str, tip: Tip | None) -> Tip:
        if tip is None:
            raise BadInput(f'journal "{stream}": there is none of this name in {self.url}; check the name.')
        return tip

    def _tip(self, connection: Connection, stream: str) -> Tip:
        entries, streams = tables.entries.c, tables.streams.c
        end = select(entries.seq, entries.at, entries.check, entries.form).where(entries.stream == stream)
        row = connection.execute(end.order_by(entries.seq.desc()).limit(1)).first()
        known = row or connection.execute(select(streams.stream).where(streams.stream == stream)).first()
        return self._found(stream, Tip(*row) if row else NOTHING if known else None)

    def _read(self, stream: str, after: int, verify: bool) -> Iterator[Entry]:
        with self._reading() as connection:
            before = Tip(after - 1, "", "", FORM) if after > 0 else NOTHING
            # The entry at `after` is only read for its check, on which the next one rests.
            for row in self._rows(connection, stream, after):
                _require_form(stream, row.seq, row.form)
                if row.seq > after:
                    if verify and (problems := _problems(stream, before, row)):
                        raise damage(self.url, problems[0])
                    yield _entry(stream, row)
                before = Tip(row.seq, row.at, row.check, row.form)
            if (unreached := self._unreached(connection, stream, before)) and verify:
                raise damage(self.url, unreached[0])

    def _unreached(self, connection: Connection, stream: str, end: Tip) -> list[Problem]:
        """In a damaged file the way from the front may end early; the way from the back shows it."""
        tip = self._tip(connection, stream)
        # On a server somebody may have appended between the two looks, and damage of this kind is its own business.
        if self.path is None or tip.seq <= end.seq:
            return []
        return [Problem(f'entries of "{stream}" after {end.seq}', "cannot be reached", remedy=REMEDY)]

    def _rows(self, connection: Connection, stream: str, start: int) -> Iterator[Row]:
        wanted = select(*(tables.entries.c[name] for name in Row._fields))
        wanted = wanted.where(tables.entries.c.stream == stream, tables.entries.c.seq >= start)
        for row in connection.execute(wanted.order_by(tables.entries.c.seq)):
            if not isinstance(row.seq, int):
                raise Damaged(f'{self.url}: an entry of "{stream}" has no number; restore a backup from before that.')
            yield Row(*row)


def damage(place: str, problem: Problem) -> Damaged:
    """The first problem of a journal as the sentence that ends the reading."""
    return Damaged(f"{place}: {problem.where} {problem.what}; {problem.remedy[0].lower()}{problem.remedy[1:]}.")


class Pen:
    """A transaction that writes, spoken to in the driver's own words.

    SQLAlchemy's took as long as bringing the entry to the disk; it still keeps the connections and does the reading.
    """

    __slots__ = ("_cursor", "_postgres")

    def __init__(self, cursor: Any, *, postgres: bool) -> None:
        self._cursor = cursor
        self._postgres = postgres

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


class Tip(NamedTuple):
    """The end of a journal, on which the next entry rests."""

    seq: int
    at: str
    check: str
    form: int


NOTHING = Tip(0, "", "", FORM)


class Row(NamedTuple):
    """An entry as it lies in the database."""

    seq: int
    at: str
    kind: str
    data: str
    who: str
    why: str
    key: str
    form: int
    check: str


class Draft(NamedTuple):
    """An entry whose data are JSON already, so that nothing can go wrong with them while others wait."""

    kind: str
    data: str
    who: str
    why: str
    key: str


TIP = """
    SELECT entries.seq, entries.at, entries."check", entries.form
    FROM streams LEFT JOIN entries ON entries.stream = streams.stream
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


def _tip(pen: Pen, stream: str) -> Tip | None:
    """The end of a journal, none if there is no such journal."""
    found = pen.read(TIP, (stream,))
    if not found:
        return None
    return NOTHING if found[0][0] is None else Tip(*found[0])


def _known(pen: Pen, stream: str, drafts: Sequence[Draft]) -> dict[str, Entry]:
    """The entries that the journal has for these marks; a mark that stands for something else is refused."""
    known: dict[str, Entry] = {}
    for draft in drafts:
        if draft.key and draft.key not in known:
            for row in pen.read(BY_KEY, (stream, draft.key)):
                known[draft.key] = _same(stream, draft, Row(*row))
    return known


def _sent_before(pen: Pen, stream: str, drafts: Sequence[Draft], known: Mapping[str, Entry]) -> list[Entry] | None:
    """What was written then, if all of it was sent before.

    Entries without a mark were, if they stand beside the marked ones just as they were sent.
    """
    if {draft.key for draft in drafts if draft.key} != set(known):
        return None
    if all(draft.key for draft in drafts):
        return [known[draft.key] for draft in drafts]
    place, first = next((place, draft) for place, draft in enumerate(drafts) if draft.key)
    start = known[first.key].seq - place
    rows = [Row(*row) for row in pen.read(BETWEEN, (stream, start, start + len(drafts)))]
    if len(rows) != len(drafts) or not all(map(_is_draft, rows, drafts)):
        raise MarkTaken(f'mark "{first.key}": was sent with other entries beside it; use a new mark.')
    return [_entry(stream, row) for row in rows]


def _is_draft(row: Row, draft: Draft) -> bool:
    return (row.kind, row.key) == (draft.kind, draft.key) and _alike(row.data, draft.data)


def _add(pen: Pen, stream: str, tip: Tip, drafts: Sequence[Draft], now: str) -> list[Entry]:
    """Write drafts after the tip; one that was given twice is written once."""
    rows: dict[int, Row] = {}
    for draft in drafts:
        if id(draft) not in rows:
            rows[id(draft)] = _row(stream, tip, draft, max(now, tip.at))
            tip = _end([rows[id(draft)]], tip)
    _insert(pen, stream, list(rows.values()))
    return [_entry(stream, rows[id(draft)]) for draft in drafts]


def _end(rows: Sequence[Row], tip: Tip) -> Tip:
    """The end of a journal after these rows."""
    return Tip(rows[-1].seq, rows[-1].at, rows[-1].check, rows[-1].form) if rows else tip


def _insert(pen: Pen, stream: str, rows: Sequence[Row]) -> None:
    if rows:
        pen.write_all(INSERT, [(stream, *row) for row in rows])
        pen.call_out(stream, rows[-1].seq)


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


def _drafts(entries: Iterable[NewEntry]) -> list[Draft]:
    """The entries ready to be written; one that is sent twice under the same mark is one."""
    drafts: list[Draft] = []
    marked: dict[str, Draft] = {}
    for new in entries:
        draft = _draft(new)
        if draft.key:
            first = marked.setdefault(draft.key, draft)
            if first is not draft and (first.kind != draft.kind or not _alike(first.data, draft.data)):
                raise MarkTaken(f'mark "{draft.key}": stands for two different entries; give each its own mark.')
            draft = first
        drafts.append(draft)
    return drafts


JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _draft(new: NewEntry) -> Draft:
    if not new.kind:
        raise BadInput("an entry has no kind; say what happened.")
    for text in (new.kind, new.who, new.why, new.key):
        _require_text(text, f'entry "{new.kind}"')
    try:
        data = JSON.encode(dict(new.data))
        data.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput(
            f'entry "{new.kind}": its data cannot be written as JSON ({error}); use texts, whole numbers, lists.'
        ) from None
    return Draft(new.kind, data, new.who, new.why, new.key)


def _row(stream: str, tip: Tip, draft: Draft, at: str) -> Row:
    row = Row(tip.seq + 1, at, *draft, FORM, "")
    return row._replace(check=_check(stream, tip.check, row))


def _check(stream: str, before: str, row: Row) -> str:
    """The running check of an entry: over the check before it and everything in it."""
    # No part holds a NUL, so no two entries run together to the same text.
    parts = (before, stream, str(row.seq), row.at, row.kind, row.data, row.who, row.why, row.key, str(row.form))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _entry(stream: str, row: Row) -> Entry:
    try:
        data = json.loads(row.data)
    except (TypeError, ValueError):
        raise Damaged(f'entry {row.seq} of "{stream}" holds no JSON; restore a backup.') from None
    return Entry(row.seq, row.at, row.kind, data, row.who, row.why, row.key)


REMEDY = "Restore a backup from before that"


def _problems(stream: str, before: Tip, row: Row) -> list[Problem]:
    """What is wrong with an entry that follows the one with this number and check."""
    if row.seq != before.seq + 1:
        gone = f"entry {before.seq + 1}" if row.seq == before.seq + 2 else f"entries {before.seq + 1} to {row.seq - 1}"
        what = "is missing" if row.seq == before.seq + 2 else "are missing"
        # What the next one rests on is gone with them.
        return [Problem(f'{gone} of "{stream}"', what, remedy=REMEDY)]
    where = f'entry {row.seq} of "{stream}"'
    if _is_newer(row.form):
        newer = f"was written by a newer Musterhall (form {row.form}, this one knows {FORM})"
        return [Problem(where, newer, remedy="Update and try again")]
    if _check_or_nothing(stream, before.check, row) != row.check:
        return [Problem(where, "was changed after it was written", remedy=REMEDY)]
    return []


def _check_or_nothing(stream: str, before: str, row: Row) -> str:
    """SQLite lets a row be edited to hold anything at all, numbers and blobs included."""
    try:
        return _check(stream, before, row)
    except (TypeError, ValueError):
        return ""


def _same(stream: str, draft: Draft, row: Row) -> Entry:
    _require_form(stream, row.seq, row.form)
    if row.kind != draft.kind or not _alike(row.data, draft.data):
        raise MarkTaken(
            f'mark "{draft.key}": entry {row.seq} of "{stream}" has it and says something else; use a new mark.'
        )
    return _entry(stream, row)


def _alike(one: str, other: str) -> bool:
    """Do two JSON texts say the same, in whatever order?"""
    return one == other or _sorted(one) == _sorted(other)


def _sorted(data: str) -> str:
    return json.dumps(json.loads(data), sort_keys=True)


def _is_newer(form: object) -> bool:
    # In a damaged file it may be anything.
    return isinstance(form, int) and form > FORM


def _require_form(stream: str, seq: int, form: int) -> None:
    if _is_newer(form):
        raise BadInput(
            f'entry {seq} of "{stream}" was written by a newer Musterhall (form {form}, this one knows {FORM}); '
            "update and try again."
        )


def _require_name(stream: str, kind: str, title: str) -> None:
    if not stream or stream != stream.strip() or not stream.isprintable() or len(stream) > LONGEST_NAME:
        raise BadInput(f"name {stream!r}: write 1 to {LONGEST_NAME} signs, with no blank at either end.")
    _require_text(stream, f"the name {stream!r}")
    _require_text(kind, f'the kind of "{stream}"')
    _require_text(title, f'the title of "{stream}"')


def _require_text(text: str, what: str) -> None:
    """Neither database keeps a NUL in every place, nor half of a sign."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadInput(f"{what!r}: has a sign that is none; write it again.") from None
    if "\0" in text:
        raise BadInput(f"{what}: has a NUL in it; take it out.")


def _require_a_journal(stream: str, entries: Sequence[Entry]) -> None:
    """Numbers 1, 2, 3, ... and hours that never go back."""
    at = ""
    for number, entry in enumerate(entries, start=1):
        if entry.seq != number:
            raise BadInput(f'journal "{stream}": entry {entry.seq} stands where {number} should; give all, in order.')
        if _hour(entry.at) < at:
            raise BadInput(f'journal "{stream}": entry {number} is older than the one before it; mend its hour.')
        at = entry.at


HOUR = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


def _hour(at: str | None) -> str:
    """This hour, or the given one if it is written as all are: then the later is also the greater text."""
    if at is None:
        return CLOCK.hour()
    try:
        if HOUR.fullmatch(at):
            datetime.fromisoformat(at)
            return at
    except ValueError:
        pass
    raise BadInput(f"hour {at!r}: write it in UTC, as 2025-11-29T08:30:00.000Z.")
