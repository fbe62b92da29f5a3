"""Hearing of what others append, so that a page can show it: PostgreSQL calls out, SQLite is looked at now and then."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from musterhall.store.journals import Store
from musterhall.store.tables import entries, streams
from musterhall.store.troubles import told
from musterhall.store.writing import CHANNEL

SECONDS = 0.2
"""How often SQLite is looked at, and how soon a listener notices that it is to stop."""


class Change(NamedTuple):
    """A journal has this many entries now; 0 also when it is gone."""

    stream: str
    seq: int


def changes(store: Store, stop: Event) -> Iterator[Change]:
    """First every journal as it stands, then each that grows, begins or goes, until `stop` is set.

    Nothing is missed between the two. The same number may come twice.
    """
    calls_out = store.path is None
    engine = store.engine.execution_options(isolation_level="AUTOCOMMIT") if calls_out else store.engine
    with told(store.url, store.driver), engine.connect() as connection:
        # Not one of the shared connections any more: closing it ends the listening for good.
        connection.detach()
        yield from _called_out(connection, stop) if calls_out else _looked_at(connection, stop)


def _called_out(connection: Connection, stop: Event) -> Iterator[Change]:
    connection.exec_driver_sql(f"LISTEN {CHANNEL}")
    yield from _ends(connection)
    driver: Any = connection.connection.dbapi_connection
    while not stop.is_set():
        for call in driver.notifies(timeout=SECONDS, stop_after=1):
            stream, _, seq = call.payload.rpartition(" ")
            yield Change(stream, int(seq))


def _looked_at(connection: Connection, stop: Event) -> Iterator[Change]:
    known: dict[str, int] = {}
    version = None
    while not stop.is_set():
        # A number that another connection's commit changes, and that costs next to nothing to ask for.
        before, version = version, connection.exec_driver_sql("PRAGMA data_version").scalar()
        if version != before:
            now = dict(_ends(connection))
            yield from (Change(stream, seq) for stream, seq in now.items() if known.get(stream) != seq)
            yield from (Change(stream, 0) for stream in known if stream not in now)
            known = now
        connection.rollback()
        stop.wait(SECONDS)


def _ends(connection: Connection) -> list[Change]:
    last = select(func.coalesce(func.max(entries.c.seq), 0)).where(entries.c.stream == streams.c.stream)
    rows = connection.execute(select(streams.c.stream, last.scalar_subquery()).order_by(streams.c.stream))
    return [Change(stream, seq) for stream, seq in rows]
