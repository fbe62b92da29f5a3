"""The units that people of this hall have made: a journal among the others, so that backups take it along."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from musterhall.events.entries import Entry, NewEntry
from musterhall.problems import BadInput, near_names
from musterhall.store.home import home_folder

if TYPE_CHECKING:
    from musterhall.store.journals import Store

STREAM = KIND = "own-units"
KEPT, DROPPED = "unit.kept", "unit.dropped"
MOST = 2000
"""Units of a game; more than were ever printed."""


class OwnUnits:
    """What the journal comes to: the units of each game as their game keeps them."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._rows: dict[str, dict[str, Mapping[str, Any]]] = {}
        self.last = 0
        """The number of the last entry that is in it."""
        for entry in entries:
            self.apply(entry)

    def apply(self, entry: Entry) -> None:
        rows = self._rows.setdefault(entry.data["game"], {})
        if entry.kind == KEPT:
            rows[_plain(entry.data["unit"]["name"])] = entry.data["unit"]
        else:
            rows.pop(_plain(entry.data["name"]), None)
        self.last = entry.seq

    def rows(self, game: str) -> list[Mapping[str, Any]]:
        return list(self._rows.get(game, {}).values())

    def row(self, game: str, name: str) -> Mapping[str, Any] | None:
        return self._rows.get(game, {}).get(_plain(name))


def read_own_units(store: Store) -> OwnUnits:
    return OwnUnits(store.entries(STREAM) if _begun(store) else ())


def own_units_here() -> OwnUnits:
    """Those of the database that commands use; nothing is opened where there is none."""
    from musterhall.store.opening import FILE_NAME, open_store

    if not os.environ.get("MUSTER_DB") and not Path(home_folder() / FILE_NAME).exists():
        return OwnUnits()
    with open_store() as store:
        return read_own_units(store)


def keep_own_units(store: Store, game: str, rows: Sequence[Mapping[str, Any]], *, who: str = "") -> int:
    """Keep units, each in place of one of the same name; how many are new."""
    known = read_own_units(store)
    fresh = [row for row in rows if known.row(game, row["name"]) is None]
    number = len(known.rows(game)) + len(fresh)
    if number > MOST:
        raise BadInput(f"units: {number:,} would be more than the {MOST:,} that a hall keeps; remove some first.")
    _write(store, [NewEntry(KEPT, {"game": game, "unit": dict(row)}, who=who) for row in rows])
    return len(fresh)


def drop_own_unit(store: Store, game: str, name: str, *, who: str = "") -> str:
    """Remove a unit; its name as it was written."""
    known = read_own_units(store)
    found = known.row(game, name)
    if found is None:
        names = [str(row["name"]) for row in known.rows(game)]
        remedy = near_names(name, names, "Only units that were made here can be removed.")
        raise BadInput(f"unit {name!r:.80}: none of this name was made here. {remedy}")
    _write(store, [NewEntry(DROPPED, {"game": game, "name": found["name"]}, who=who)])
    return str(found["name"])


def _write(store: Store, entries: Sequence[NewEntry]) -> None:
    if not _begun(store):
        # Two may come at once: the second finds it begun.
        with suppress(BadInput):
            store.create(STREAM, KIND, "Own units", [])
    store.append(STREAM, entries)


def _begun(store: Store) -> bool:
    return any(info.stream == STREAM for info in store.streams(KIND))


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
