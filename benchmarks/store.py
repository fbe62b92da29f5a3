"""How fast a journal grows when every entry is on the disk before the next one, next to bare SQLite."""

from __future__ import annotations

import json
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from musterhall.events.entries import NewEntry
from musterhall.store.opening import open_store

TURNS = 10
"""The two take turns, so that a disk which is slow for a while is slow for both."""
WHO = "table 12"
WHY = "both players agree"


def appends(seconds: float = 4.0) -> tuple[float, float]:
    """Appends a second through the store, and inserts a second without it: same table, pragmas and data."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with open_store(folder / "bare.db"):
            pass
        with (
            open_store(folder / "store.db") as store,
            closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as bare,
        ):
            store.create("event", "event", "A day of matches", [])
            bare.execute("PRAGMA synchronous = FULL")
            bare.execute("INSERT INTO streams VALUES ('event', 'event', 'A day of matches', '')")
            # What the store asks of every insert, nobody asks here.
            for trigger in ("entries_unchanged", "entries_undeleted", "entries_in_order"):
                bare.execute(f"DROP TRIGGER {trigger}")
            ours, theirs = [0, 0.0], [0, 0.0]
            for _ in range(TURNS):
                _count(ours, seconds / TURNS / 2, lambda number: store.append("event", [_card(number)]))
                _count(theirs, seconds / TURNS / 2, lambda number: _insert(bare, number))
            if store.last("event") != ours[0] or store.sound("event"):
                raise AssertionError("the journal does not hold what was appended")
    return ours[0] / ours[1], theirs[0] / theirs[1]


def _count(tally: list[Any], seconds: float, write: Callable[[int], object]) -> None:
    """Write for so long, and add number and time to the tally."""
    start = time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        tally[0] += 1
        write(tally[0])
    tally[1] += now - start


def _card(number: int) -> NewEntry:
    """A score card, about as long as they come."""
    return NewEntry("card", _card_data(number), WHO, WHY, f"card-{number}")


def _card_data(number: int) -> dict[str, Any]:
    side = {"objectives": 120 + number % 200, "destroyed": ["atlas-as7-d", "locust-lct-1v"], "crippled": ["wolfhound"]}
    return {"round": 1 + number % 5, "table": number % 40, "scenario": "capture-the-flag", "red": side, "blue": side}


def _insert(bare: sqlite3.Connection, number: int) -> None:
    data = json.dumps(_card_data(number))
    bare.execute("BEGIN IMMEDIATE")
    bare.execute(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ("event", number, "2025-11-29T08:30:00.000Z", "card", data, WHO, WHY, f"card-{number}", 1, "0" * 64),
    )
    bare.execute("COMMIT")


if __name__ == "__main__":
    ours, theirs = appends()
    print(f"{ours:.0f} appends a second, {theirs:.0f} bare inserts: {ours / theirs:.2f}")
