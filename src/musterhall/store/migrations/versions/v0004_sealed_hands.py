"""Hands are sealed with a key that lies elsewhere; it was a journal of its own, and they were there for all to read.

A journal is never changed, so one with hands is taken out and written anew, with the checks that belong to it. One that
is damaged stays as it is, for whoever reads it to be told. Of a mark beside a hand the fingerprint goes, by which it
could be guessed.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import context, op

from musterhall.events.entries import NewEntry
from musterhall.store.ready_entries import SECRET, ReadyEntry, kept_mark, made_ready
from musterhall.store.rows import NOTHING_YET, JournalEnd, Row, end_after, entry_of, next_row, row_problems
from musterhall.store.seals import HallKeys, fingerprint, new_key, sealed_row
from musterhall.store.tables import ends, entries, streams

revision = "0004"
down_revision = "0003"

KEY_STREAM = "hall-key"


def upgrade() -> None:
    op.create_table("kept_keys", sa.Column("key", sa.Text, primary_key=True))
    connection = op.get_bind()
    with_hands = sa.select(entries.c.stream).where(entries.c.kind.in_(SECRET)).distinct()
    found = sorted(connection.execute(with_hands).scalars())
    old = _rows(connection, KEY_STREAM)
    if found or old:
        key = bytes.fromhex(entry_of(KEY_STREAM, old[0]).data["key"]) if old else new_key()
        keys: HallKeys = context.config.attributes["keys"]
        keys.add([key])
        _note_key(connection, key, old)
        for stream in found:
            _seal(connection, stream, key)


def _rows(connection: sa.Connection, stream: str) -> list[Row]:
    wanted = sa.select(*(entries.c[name] for name in Row._fields)).where(entries.c.stream == stream)
    return [Row(*row) for row in connection.execute(wanted.order_by(entries.c.seq))]


def _note_key(connection: sa.Connection, key: bytes, old: list[Row]) -> None:
    from musterhall.store.steady import CLOCK

    at = old[0].at if old else CLOCK.hour()
    made = made_ready([NewEntry("key.made", {"fingerprint": fingerprint(key)})])
    about = {"stream": KEY_STREAM, "kind": KEY_STREAM, "title": "Key", "created": at}
    _write_anew(connection, about, [next_row(KEY_STREAM, NOTHING_YET, made[0], at)])


def _seal(connection: sa.Connection, stream: str, key: bytes) -> None:
    rows, before = _rows(connection, stream), NOTHING_YET
    for row in rows:
        if row_problems(stream, before, row):
            return
        before = JournalEnd(row.seq, row.at, row.check, row.form)
    noted = connection.execute(sa.select(ends.c.seq, ends.c.check).where(ends.c.stream == stream)).first()
    if noted is None or tuple(noted) != (before.seq, before.check):
        return
    new: list[Row] = []
    for row in rows:
        mark = kept_mark(NewEntry(row.kind, key=row.key))
        one = ReadyEntry(row.kind, row.data, row.who, row.why, mark)
        new.append(next_row(stream, end_after(new, NOTHING_YET), sealed_row(key, stream, row.seq, one), row.at))
    about = connection.execute(sa.select(streams).where(streams.c.stream == stream)).mappings().one()
    _write_anew(connection, dict(about), new)


def _write_anew(connection: sa.Connection, about: dict[str, Any], rows: list[Row]) -> None:
    stream = about["stream"]
    # The stream first: the database lets the others go only where their stream has gone.
    for table in (streams, ends, entries):
        connection.execute(sa.delete(table).where(table.c.stream == stream))
    connection.execute(sa.insert(streams), [about])
    connection.execute(sa.insert(ends), [{"stream": stream, "seq": rows[-1].seq, "check": rows[-1].check}])
    connection.execute(sa.insert(entries), [{"stream": stream, **row._asdict()} for row in rows])
