"""Whether a store's disk takes more, without writing to a journal."""

from __future__ import annotations

import os
import tempfile

from sqlalchemy import text

from musterhall.store.journals import Store

TRIAL = 64 * 1024
"""Bytes; an entry has a few thousand, and SQLite writes whole pages."""


def is_writable(store: Store) -> bool:
    return _server_takes_more(store) if store.path is None else _disk_takes_more(store)


def _disk_takes_more(store: Store) -> bool:
    """A file beside the database is written, brought to the disk and taken away."""
    assert store.path is not None
    if not os.access(store.path, os.W_OK):
        return False
    try:
        with tempfile.TemporaryFile(dir=store.path.absolute().parent) as trial:
            trial.write(bytes(TRIAL))
            trial.flush()
            os.fsync(trial.fileno())
    except OSError:
        return False
    return True


def _server_takes_more(store: Store) -> bool:
    """Whether the server only reads; that its disk is full it says when it is written to."""
    with store.engine.connect() as connection:
        return connection.execute(text("SHOW transaction_read_only")).scalar() == "off"
