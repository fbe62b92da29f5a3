"""The forces that somebody with an account has saved: a journal for each account, so that backups take them along."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from musterhall.events.entries import Entry, NewEntry
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.store.journals import Store

KIND = "saved-forces"
SAVED, REMOVED = "force.saved", "force.removed"
MOST_FORCES = 60
"""That an account has at one time."""
MOST_CHARACTERS = 3_000_000
"""That an account writes in all: nothing that was saved over is lost, so it adds up."""


@dataclass(frozen=True, slots=True)
class SavedForce:
    name: str
    game: str
    text: str
    """Its force file."""
    points: int
    at: str


def saved_forces(store: Store, account: str) -> dict[str, SavedForce]:
    """An account's forces by their names in small letters, those saved last first."""
    forces: dict[str, SavedForce] = {}
    for entry in _entries(store, account):
        forces.pop(_plain(entry.data["name"]), None)
        if entry.kind == SAVED:
            forces[_plain(entry.data["name"])] = _force(entry)
    return dict(reversed(forces.items()))


def save_force(store: Store, account: str, force: Mapping[str, str | int]) -> bool:
    """Save a force in place of one of the same name; whether there was one."""
    entries = _entries(store, account)
    known = saved_forces(store, account)
    name = _plain(str(force["name"]))
    if name not in known and len(known) >= MOST_FORCES:
        raise BadInput(f"saved forces: you have {MOST_FORCES} already; remove one that you no longer need.")
    written = sum(len(str(entry.data.get("text", ""))) for entry in entries) + len(str(force["text"]))
    if written > MOST_CHARACTERS:
        raise BadInput("saved forces: you have saved as much as one account may; download the file instead.")
    _write(store, account, NewEntry(SAVED, dict(force), who=account))
    return name in known


def remove_force(store: Store, account: str, name: str) -> str:
    """Remove a saved force; its name as it was written."""
    found = saved_forces(store, account).get(_plain(name))
    if found is None:
        raise BadInput("saved forces: there is none of this name any more; load the page again.")
    _write(store, account, NewEntry(REMOVED, {"name": found.name}, who=account))
    return found.name


def _force(entry: Entry) -> SavedForce:
    data = entry.data
    return SavedForce(data["name"], data["game"], data["text"], data["points"], entry.at)


def _stream(account: str) -> str:
    return f"saved-forces-{account}"


def _entries(store: Store, account: str) -> list[Entry]:
    return list(store.entries(_stream(account))) if _begun(store, account) else []


def _write(store: Store, account: str, entry: NewEntry) -> None:
    if not _begun(store, account):
        # Two may come at once: the second finds it begun.
        with suppress(BadInput):
            store.create(_stream(account), KIND, "Saved forces", [])
    store.append(_stream(account), [entry])


def _begun(store: Store, account: str) -> bool:
    return any(info.stream == _stream(account) for info in store.streams(KIND))


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
