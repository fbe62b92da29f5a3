"""The organiser's desk: read an event, try something, and write it down before saying that it happened."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from musterhall.events.differences import differences
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.events.fold import Ledger, fold
from musterhall.problems import BadInput
from musterhall.store.journals import Store
from musterhall.store.ready_entries import BREAK, MarkTaken, kept_mark
from musterhall.store.steady import CLOCK
from musterhall.store.writing import Conflict

EVENT = "event"
DRAWN = ("salt", "seed")
"""What comes out differently each time."""
ATTEMPTS = 20
"""So often another writer may be quicker before we give up."""

Command = Callable[[Event], NewEntry | Sequence[NewEntry]]


class Desk:
    """One event in a store. Every change goes through `do`, which checks it against the newest state.

    An event that was handed out never changes any more: a change makes a new one, so whoever looks at an event in
    another thread sees one moment of it and not a mixture.
    """

    def __init__(self, store: Store, stream: str) -> None:
        self.store = store
        self.stream = stream
        self.ledger = Ledger()
        self._lock = threading.RLock()
        self.refresh()

    @property
    def event(self) -> Event:
        return self.ledger.event

    def refresh(self) -> bool:
        """Read what others have written since; whether there was anything."""
        with self._lock:
            known = self.ledger.entries[-1:]
            found = self.store.entries(self.stream, after=max(self.ledger.last - 1, 0))
            if found[:1] == known or not known:
                return self._go_on(self.ledger, found[len(known) :])
            # Our last entry is not there: the journal was removed, and another has its name now.
            return self._go_on(Ledger(), self.store.entries(self.stream))

    def _go_on(self, ledger: Ledger, new: Sequence[Entry]) -> bool:
        if new:
            longer = ledger.copy() if ledger.entries else Ledger()
            longer.extend(new)
            self.ledger = longer
        return bool(new)

    def do(self, command: Command, *, who: str = "", why: str = "", key: str = "", content: str = "") -> list[Entry]:
        """Let a command happen: it is checked, it is on disk, and only then is it told.

        `key` is the sender's mark, and `content` what was sent with it: the same again does nothing more, and something
        else is refused with `MarkTaken`.
        """
        if BREAK in key:
            raise BadInput("mark: has a line break in it; use letters, digits and hyphens.")
        with self._lock:
            return self._do(command, who, why, marked(key, content) if key and content else key)

    def _do(self, command: Command, who: str, why: str, key: str) -> list[Entry]:
        for _ in range(ATTEMPTS):
            self.refresh()
            if key and (again := self._sent_before(key, who, command)):
                return again
            new = _signed(command(self.event), who, why, key)
            trial, at = self.ledger.copy(), self._next_hour()
            entries = trial.attempt(new, at)
            try:
                written = self.store.append(self.stream, new, expected=self.ledger.last, at=at)
            except (Conflict, MarkTaken):
                continue
            if [(one.seq, one.at) for one in written] != [(one.seq, one.at) for one in entries]:
                continue  # the same came in through another process just now
            if trial.event.name != self.event.name:
                self.store.rename(self.stream, trial.event.name)
            self.ledger = trial
            return entries
        raise BadInput(f"{self.stream}: too many others write at once; try again in a moment.")

    def _next_hour(self) -> str:
        """Now, or the hour of the last entry: another machine's clock, or this one's before a start, may be ahead."""
        return max(now(), self.ledger.entries[-1].at)

    def _sent_before(self, key: str, who: str, command: Command) -> list[Entry]:
        """What was written when this mark came in first; another sender's mark is not ours to answer for."""
        mark, _, content = key.partition(BREAK)
        found = [entry for entry in self.ledger.entries if entry.key.partition(BREAK)[0] == mark]
        if any(entry.who != who for entry in found):
            raise MarkTaken(f"mark {mark!r}: somebody else has used it; send again with another.")
        for entry in found:
            then = _fingerprint(entry.key)
            if (then != content) if then and content else not self._says(entry, command):
                raise MarkTaken(
                    f"mark {mark!r}: something else was sent with it before; load the page again, or use a new mark."
                )
        return [each for entry in found for each in self.ledger.entries[entry.seq - 1 :][: _together(entry.key)]]

    def _says(self, entry: Entry, command: Command) -> bool:
        """Whether a command says what an entry does that has no fingerprint, had it come in its place."""
        try:
            new = command(fold(self.ledger.entries[: entry.seq - 1]))
        except BadInput:
            return True  # what can no longer be said cannot be compared either
        first = new if isinstance(new, NewEntry) else next(iter(new))
        drawn = any(name in first.data for name in DRAWN)
        return first.kind == entry.kind and (drawn or first.data == entry.data)

    def preview(self, command: Command, *, why: str = "") -> list[str]:
        """What a command would change in the standings, without doing it."""
        self.refresh()
        trial = self.ledger.copy()
        trial.attempt(_signed(command(self.event), "", why, ""), self._next_hour())
        return differences(self.event, trial.event)

    def undo(self, seq: int, *, who: str = "", why: str = "") -> list[Entry]:
        """Undo an entry, if nothing later rests on it."""
        return self.do(lambda event: self.ledger.undo(seq), who=who, why=why)


def now() -> str:
    """This moment, as journals write it."""
    return CLOCK.hour()


def marked(key: str, content: str) -> str:
    """A mark as the journal keeps it; without the mark in its fingerprint one of a few choices could be guessed."""
    fingerprint = hashlib.sha256(f"{key}{BREAK}{content}".encode()).hexdigest()
    return f"{key}{BREAK}{fingerprint}"


def _fingerprint(key: str) -> str:
    return "".join(key.split(BREAK)[1:2])


def _together(key: str) -> int:
    """How many entries were written with the one that has this mark; older journals do not say."""
    told = "".join(key.split(BREAK)[2:3])
    # In a journal that was taken in from elsewhere it may be anything.
    return int(told) if re.fullmatch(r"[0-9]{1,5}", told) else 1


def _signed(command: NewEntry | Sequence[NewEntry], who: str, why: str, key: str) -> list[NewEntry]:
    new = [command] if isinstance(command, NewEntry) else list(command)
    # A key marks one entry; of several it is the first, since all are written together or not at all.
    if key and len(new) > 1:
        key = f"{key}{'' if BREAK in key else BREAK}{BREAK}{len(new)}"
    signed = [
        replace(one, who=one.who or who, why=one.why or why, key=one.key or (key if place == 0 else ""))
        for place, one in enumerate(new)
    ]
    return [replace(one, key=kept_mark(one)) for one in signed]
