"""Hands and command units that nobody else may know yet leave the hall sealed: in an export the hall's key alone opens
them, and only for whoever has the hall in their keeping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from musterhall.events.entries import Entry
from musterhall.events.fold import fold
from musterhall.events.hidden import hides_anything
from musterhall.problems import BadInput
from musterhall.store.journals import Store
from musterhall.store.ready_entries import SECRET, without_fingerprint
from musterhall.store.seals import SEALED, opened, sealed

LEAVING = {**SECRET, "command_units.sealed": ("units", "salt")}
"""What is sealed of each kind of entry."""


def with_hands_sealed(store: Store, stream: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries of an event as they may leave the hall."""
    event = fold(entries)
    hidden = {entry.seq for entry in entries if entry.kind in LEAVING and hides_anything(event, entry)}
    if not hidden:
        return list(entries)
    key = store.hall_key()
    return [_sealed(key, stream, one) if one.seq in hidden else one for one in entries]


def with_hands_opened(store: Store, stream: str, entries: Sequence[Entry], name: str, *, may_open: bool) -> list[Entry]:
    """The entries of an exported event as they were; `stream` is what it was called where it was exported."""
    if not may_open and any(SEALED in one.data for one in entries):
        raise BadInput(
            f"{name}: holds hands or command units that players still hide; ask the owner of this hall to take it in, "
            "or export the event again when it is finished."
        )
    return [_opened(store, stream, one, name) if SEALED in one.data else one for one in entries]


def _sealed(key: bytes, stream: str, entry: Entry) -> Entry:
    data = sealed(key, stream, entry.seq, entry.kind, entry.data, LEAVING[entry.kind])
    return replace(entry, data=data, key=without_fingerprint(entry.key))


def _opened(store: Store, stream: str, entry: Entry, name: str) -> Entry:
    data = opened(store.keys.known(), stream, entry.seq, entry.kind, entry.data)
    if data is None:
        raise BadInput(
            f"{name}: holds hands or command units that only the hall which exported it can open; import it "
            "there, bring that hall's backup along, or export the event again when it is finished."
        )
    return replace(entry, data=data)
