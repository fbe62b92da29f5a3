"""What an event's journal holds: one entry for everything that happened, with who, when, what and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class NewEntry:
    """Something that is about to be written down."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict, hash=False)
    who: str = ""
    why: str = ""
    key: str = ""
    """The sender's own mark. A second entry with the same mark is the same entry, sent again after a lost answer.

    A desk adds a fingerprint of what was sent, after a line break; older journals have none.
    """


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that was written down: it has a number and an hour, and never changes."""

    seq: int
    """1, 2, 3, ... without gaps."""
    at: str
    """In UTC, as 2025-11-29T08:30:00.000Z."""
    kind: str
    data: Mapping[str, Any] = field(default_factory=dict, hash=False)
    who: str = ""
    why: str = ""
    key: str = ""

    def as_data(self) -> dict[str, Any]:
        return {
            "seq": self.seq,
            "at": self.at,
            "kind": self.kind,
            "data": self.data,
            "who": self.who,
            "why": self.why,
            "key": self.key,
        }


def numbered(new: NewEntry, seq: int, at: str) -> Entry:
    """The entry as it is written down at this place and hour."""
    return Entry(seq, at, new.kind, new.data, new.who, new.why, new.key)
