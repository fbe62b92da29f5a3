"""The journal in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from musterhall.events.clock import shown_day_and_hour
from musterhall.events.entries import Entry
from musterhall.events.event import Event
from musterhall.events.handling import CREATED
from musterhall.events.telling import Teller
from musterhall.events.undoing import undone_in


@dataclass(frozen=True, slots=True)
class ToldEntry:
    """An entry in a sentence."""

    seq: int
    at: str
    hour: str
    who: str
    kind: str
    sentence: str
    why: str
    undone: bool
    can_undo: bool


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """Which entries are looked for; nothing given means all."""

    who: str = ""
    kind: str = ""
    player: str = ""
    text: str = ""
    before: int | None = None

    def has(self, entry: Entry, sentence: str, who: str) -> bool:
        # Only what is told is searched, never the data: it holds what players keep secret.
        words = f"{sentence} {entry.why} {who}".casefold()
        return (
            (not self.who or self.who.casefold() in (entry.who.casefold(), who.casefold()))
            and (not self.kind or entry.kind.partition(".")[0] == self.kind)
            and (not self.player or self.player == entry.who or self.player in _players_named(entry))
            and self.text.casefold() in words
            and (self.before is None or entry.seq < self.before)
        )


def told_entries(
    event: Event, entries: Sequence[Entry], wanted: EntryFilter, most: int
) -> tuple[list[ToldEntry], bool]:
    """The newest entries that are wanted, and whether there are older ones."""
    teller = Teller(entries, event, open_only=True)
    gone = undone_in(entries)
    found: list[ToldEntry] = []
    for entry in reversed(entries):
        sentence, who = teller.sentence(entry), teller.name(entry.who)
        if not wanted.has(entry, sentence, who):
            continue
        if len(found) == most:
            return found, True
        undone = entry.seq in gone
        hour = shown_day_and_hour(entry.at)
        can_undo = not undone and entry.kind != CREATED
        found.append(ToldEntry(entry.seq, entry.at, hour, who, entry.kind, sentence, entry.why, undone, can_undo))
    return found, False


def kinds_in(entries: Sequence[Entry]) -> list[str]:
    return sorted({entry.kind.partition(".")[0] for entry in entries})


def people_in(event: Event, entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """Whoever wrote something, with the name to show."""
    teller = Teller(entries, event)
    return sorted({(entry.who, teller.name(entry.who)) for entry in entries if entry.who}, key=lambda one: one[1])


def _players_named(entry: Entry) -> set[str]:
    """The players whom an entry names openly."""
    data = entry.data
    found = {data.get("player"), data.get("choice"), *data.get("players", ()), *data.get("byes", ())}
    found |= {id_ for row in data.get("matches", ()) for id_ in row.get("players", ())}
    return {id_ for id_ in found if isinstance(id_, str)}
