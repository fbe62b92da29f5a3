"""From the journal to the event: what happened, one entry after the other, without what was undone."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date as day

from pydantic import Field

import musterhall.events.every_kind  # noqa: F401, it brings all handlers
from musterhall.events.clock import moment
from musterhall.events.entries import Entry, NewEntry, numbered
from musterhall.events.event import Event
from musterhall.events.handling import AFTER_THE_END, CREATED, FINISHED, UNDONE, EntryData, apply, require_form
from musterhall.events.players import clean_name
from musterhall.events.undoing import MOST_NESTED, live, undone_by, undone_in, what_flips
from musterhall.packs.event_check import registration_problems
from musterhall.packs.model import load_pack
from musterhall.problems import BadInput, named, parse_model


class Created(EntryData):
    name: str = Field(min_length=1, max_length=120)
    pack: str
    """The whole text of the pack: the event keeps the one it began with."""
    pack_name: str = ""
    pack_version: str = ""
    seed: int
    date: str = ""
    rounds: int | None = Field(default=None, ge=1, le=50)


def create(name: str, pack_text: str, seed: int, *, date: str = "", rounds: int | None = None) -> NewEntry:
    """The first entry of an event."""
    pack = load_pack(pack_text, "the pack")
    if pack.event is None:
        raise BadInput(f"{pack.name}: has no [event] part, so no event can be run with it; add one.")
    if problems := registration_problems(pack.event, "the pack"):
        raise BadInput(named(problems))
    if not (title := clean_name(name)):
        raise BadInput("name: the event has none; write what people call it.")
    data = {
        "name": title,
        "pack": pack_text,
        "pack_name": pack.name,
        "pack_version": pack.version,
        "seed": seed,
    }
    if date:
        data["date"] = _day(date)
    if rounds is not None:
        data["rounds"] = rounds
    parse_model(Created, data, title)
    return NewEntry(CREATED, data)


def _day(date: str) -> str:
    try:
        return day.fromisoformat(date).isoformat()
    except ValueError:
        raise BadInput(f"date {date[:40]!r}: is no day; write it as 2025-11-29.") from None


def fold(entries: Sequence[Entry]) -> Event:
    """The event that a whole journal comes to."""
    kept = live(entries)
    if not kept or kept[0].kind != CREATED:
        raise BadInput("journal: it does not begin with the creation of an event; this is another kind of journal.")
    _require_forms(entries, kept)
    event = _created(kept[0])
    _go_on(event, kept[1:])
    return event


def _go_on(event: Event, written: Sequence[Entry]) -> None:
    """Let entries happen that were checked when they were written."""
    event.checking = False
    try:
        with _no_collection(len(written)):
            for entry in written:
                apply(event, entry)
    finally:
        event.checking = True


@contextmanager
def _no_collection(entries: int) -> Iterator[None]:
    """A long journal makes many objects and no circles of them; searching for circles takes a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if entries > LONG:
            # All that was made counts as old at once: the next search for circles would look at every piece of it.
            gc.freeze()
            gc.unfreeze()
        if was_on:
            gc.enable()


def _require_forms(entries: Sequence[Entry], kept: Sequence[Entry]) -> None:
    """What was undone never happens, and so nobody else looks at its data before it is told of."""
    counted = {entry.seq for entry in kept}
    for entry in entries:
        if entry.kind != UNDONE and entry.seq not in counted:
            require_form(entry)


@dataclass(slots=True)
class Ledger:
    """A journal as far as it was read, and the event it comes to."""

    entries: list[Entry] = field(default_factory=list)
    _event: Event | None = None

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> Ledger:
        return cls(list(entries), fold(entries))

    @property
    def event(self) -> Event:
        if self._event is None:
            raise BadInput("journal: it is empty; there is no event in it.")
        return self._event

    @property
    def last(self) -> int:
        return self.entries[-1].seq if self.entries else 0

    def extend(self, entries: Iterable[Entry]) -> None:
        """Go on with what was written since. Only an undo makes it necessary to begin anew."""
        new = list(entries)
        if self._event is None or any(entry.kind == UNDONE for entry in new):
            self._event = fold([*self.entries, *new])
        else:
            _go_on(self._event, new)
        self.entries += new

    def copy(self) -> Ledger:
        """To try something out."""
        return Ledger(list(self.entries), self.event.copy())

    def attempt(self, new: Iterable[NewEntry], at: str) -> list[Entry]:
        """Add entries as if they were written now; a refused one leaves this ledger as it was."""
        first = self.last + 1
        entries = [numbered(one, first + place, at) for place, one in enumerate(new)]
        if any(entry.kind == UNDONE for entry in entries):
            self.extend(entries)
            return entries
        trial = self.event.copy() if len(entries) > 1 else self.event  # one that is refused has changed nothing
        for entry in entries:
            apply(trial, entry)
        self._event = trial
        self.entries += entries
        return entries

    def undo(self, seq: int) -> NewEntry:
        """Undo an entry, or say which later one rests on it."""
        entry = next((one for one in self.entries if one.seq == seq), None)
        if entry is None:
            raise BadInput(f"entry {seq}: is not in the journal; it has entries 1 to {self.last}.")
        if entry.kind == CREATED:
            raise BadInput("entry 1: is the event itself; delete the event instead.")
        if self.event.finished and entry.kind not in (FINISHED, *AFTER_THE_END):
            raise BadInput(f"{self.event.name}: is finished; undo that first, and then entry {seq}.", way="find_finish")
        if seq in undone_in(self.entries):
            raise BadInput(f"entry {seq}: was undone already; undo that undoing to have it back.")
        named = {one.seq: undone_by(one) for one in self.entries if one.kind == UNDONE}
        if len(chain := what_flips(seq, named)) > MOST_NESTED:
            raise BadInput(f"entry {seq}: is an undo of undos without end; undo entry {chain[-1]} itself instead.")
        new = NewEntry(UNDONE, {"seq": seq})
        kept = live([*self.entries, numbered(new, self.last + 1, entry.at)])
        if kept == live(self.entries):
            raise BadInput(f"entry {seq}: undoing it changes nothing, because what it brought back was undone again.")
        _require_ground(self, kept, seq)
        return new


def _created(entry: Entry) -> Event:
    data = parse_model(Created, entry.data, f"entry {entry.seq}")
    pack = load_pack(data.pack, f"the pack of {data.name}")
    event = Event(data.name, pack, data.pack, data.seed, data.date)
    event.planned = data.rounds or event.rules.rounds
    registration = event.rules.registration
    event.venue, event.capacity = registration.venue, registration.most
    event.leaders_first = event.rules.pairing.tables == "by_standing"
    due = registration.forces_due
    # One that was over before the event was opened may be that of another year. Nobody could have kept it, so it
    # counts only once the organiser says so.
    if due is not None and moment(entry.at) < due:
        event.forces_due, event.due_told = due, registration.due_told
    return event


def _require_ground(ledger: Ledger, kept: Sequence[Entry], seq: int) -> None:
    """Refuse an undo that takes the ground from under a later entry.

    From the first entry that makes a difference on, the journal is gone through twice at once, as it is and as it would
    be. What today's rules refuse either way was written under older ones, and rests on nothing that is undone.
    """
    from musterhall.events.telling import Teller  # which reads journals itself

    counted = live(ledger.entries)
    standing = {entry.seq for entry in counted}
    staying = {entry.seq for entry in kept}
    first = min(standing ^ staying)
    now = fold([entry for entry in counted if entry.seq < first])
    then = now.copy()
    for entry in ledger.entries:
        if entry.seq < first:
            continue
        needed = _let_happen(now, entry) if entry.seq in standing else FITS
        if entry.seq in staying and _let_happen(then, entry) < needed:
            # What the entry itself would complain about says how to make it, not how to be rid of it.
            told = Teller(ledger.entries, ledger.event).sentence(entry).rstrip(".")
            raise BadInput(
                f"entry {seq}: cannot be undone, because entry {entry.seq} rests on it: {told}. "
                f"Undo entry {entry.seq} first."
            )


LONG = 1000
"""Entries, from which on a journal is worth a trick."""
FITS, FITTED, IMPOSSIBLE = 2, 1, 0
"""An entry would be taken today; could only be taken under older rules; has no ground at all."""


def _let_happen(event: Event, entry: Entry) -> int:
    """Let an entry happen, if it can in any way."""
    for fitness, checking in ((FITS, True), (FITTED, False)):
        event.checking = checking
        try:
            apply(event, entry)
            return fitness
        except BadInput:
            continue
        finally:
            event.checking = True
    return IMPOSSIBLE
