"""Which entries anybody may notice: a number that moves when the organiser drafts a round would tell of the draft."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.events.entries import Entry
from musterhall.events.handling import UNDONE

SECRET = frozenset(
    {
        "round.paired",
        "players.kept_apart",
        "note.added",
        "hand.submitted",
        "hand.played",
        "command_units.sealed",
        "vote.cast",
        "bye.asked",
        "bye.answered",
    }
)
"""Kinds that change nothing which everybody sees."""


def last_public(entries: Sequence[Entry]) -> Entry:
    """The last entry of a journal that anybody may notice; the first one always is."""
    return next((entry for entry in reversed(entries) if is_public(entries, entry)), entries[0])


def is_public(entries: Sequence[Entry], entry: Entry) -> bool:
    entry = _first_undone(entries, entry)
    match entry.kind:
        case "round.changed":
            return _was(entries, entry, "round.published", round=entry.data.get("round"))
        case "event.scenarios":
            return _was(entries, entry, "scenarios.made_known")
    return entry.kind not in SECRET


def _first_undone(entries: Sequence[Entry], entry: Entry) -> Entry:
    """What an undo, or an undo of undos, is about in the end."""
    while entry.kind == UNDONE and 0 < entry.data["seq"] < entry.seq:
        entry = entries[entry.data["seq"] - 1]
    return entry


def _was(entries: Sequence[Entry], before: Entry, kind: str, **data: object) -> bool:
    """Whether something was written before an entry."""
    return any(
        one.kind == kind and all(one.data.get(name) == value for name, value in data.items())
        for one in entries[: before.seq - 1]
    )
