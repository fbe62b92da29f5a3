"""Hands that nobody else may know yet leave the hall sealed: in an export they are read with the hall's key alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from musterhall.events.entries import Entry
from musterhall.events.fold import fold
from musterhall.events.hidden import hides_cards
from musterhall.problems import BadInput
from musterhall.store.journals import Store
from musterhall.store.seals import SEALED, opened, sealed


def with_hands_sealed(store: Store, stream: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries of an event as they may leave the hall."""
    event = fold(entries)
    hidden = {entry.seq for entry in entries if entry.kind.startswith("hand.") and hides_cards(event, entry)}
    if not hidden:
        return list(entries)
    key = store.hall_key()
    return [
        replace(one, data=sealed(key, stream, one.seq, one.kind, one.data)) if one.seq in hidden else one
        for one in entries
    ]


def with_hands_opened(store: Store, stream: str, entries: Sequence[Entry], name: str) -> list[Entry]:
    """The entries of an exported event as they were; `stream` is what it was called where it was exported."""
    return [_opened(store, stream, one, name) if SEALED in one.data else one for one in entries]


def _opened(store: Store, stream: str, entry: Entry, name: str) -> Entry:
    data = opened(store.keys.known(), stream, entry.seq, entry.kind, entry.data)
    if data is None:
        raise BadInput(
            f"{name}: holds hands that only the hall which exported it can open; import it there, bring that hall's "
            "backup along, or export the event again when it is finished."
        )
    return replace(entry, data=data)
