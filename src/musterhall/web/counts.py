"""Where tries are counted: in this process, or in one file for all processes of a server.

A server of several processes answers each request in any of them, so a bound that each counted for itself would be as
many times as large. The file lies in a folder of the server's own, and is gone when it ends.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Protocol

FILE = "MUSTER_COUNTS"
"""Names the file in the environment, where there are several processes."""
MOST_KEPT = 10_000
PATIENCE = 5.0

Change = Callable[[Any], Any]
"""From what was kept, or None, to what is kept now; None forgets it."""


class Counts(Protocol):
    def change(self, who: str, how: Change) -> None: ...

    def get(self, who: str) -> Any: ...


class OwnCounts:
    """In this process; what was asked for longest ago is forgotten first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, who: str) -> Any:
        return self._kept.get(who)

    def change(self, who: str, how: Change) -> None:
        with self._lock:
            found = how(self._kept.pop(who, None))
            if found is not None:
                self._kept[who] = found
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


class SharedCounts:
    """In a file that all processes of a server have in common; one changes it at a time."""

    def __init__(self, path: str, name: str) -> None:
        self.path, self.name = path, name
        self._own = threading.local()

    def get(self, who: str) -> Any:
        row = self._connection().execute("SELECT kept FROM counts WHERE name = ? AND who = ?", (self.name, who))
        found = row.fetchone()
        return json.loads(found[0]) if found else None

    def change(self, who: str, how: Change) -> None:
        connection = self._connection()
        connection.execute("BEGIN IMMEDIATE")
        try:
            found = how(self.get(who))
            connection.execute("DELETE FROM counts WHERE name = ? AND who = ?", (self.name, who))
            if found is not None:
                connection.execute("INSERT INTO counts VALUES (?, ?, ?)", (self.name, who, json.dumps(found)))
            connection.execute(FORGET, (self.name, MOST_KEPT))
        finally:
            connection.execute("COMMIT")

    def _connection(self) -> sqlite3.Connection:
        known: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if known is None:
            known = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            # Nothing here has to outlast the machine.
            known.execute("PRAGMA synchronous = OFF")
            known.execute("CREATE TABLE IF NOT EXISTS counts (name TEXT, who TEXT, kept TEXT, UNIQUE (name, who))")
            self._own.connection = known
        return known


FORGET = (
    "DELETE FROM counts WHERE rowid IN "
    "(SELECT rowid FROM counts WHERE name = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?)"
)  # fmt: skip
"""A row is put in anew with each change, so the oldest have the lowest numbers."""


def counts_for(name: str) -> Counts:
    """Where something is counted that all processes of this server have in common; without a name it is this one's."""
    path = os.environ.get(FILE)
    return SharedCounts(path, name) if path and name else OwnCounts()
