"""The sheets of all matches that are kept on one store: opened, marked, and told of.

What somebody was told is on the disk. Several processes may serve the same sheets: each follows the journal, and
whoever writes second looks again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from musterhall.companion import record as records
from musterhall.companion.record import Begun, Mark, Record, key_of
from musterhall.events.entries import NewEntry
from musterhall.game.companion import OVER, ROUND, STAGE
from musterhall.games import game_named
from musterhall.problems import BadInput
from musterhall.store.journals import NameTaken, Store
from musterhall.store.writing import Conflict

PREFIX = "sheets/"
MOST_OPEN = 200
"""Sheets kept at hand; others are read again when somebody asks for them."""
MOST_MARKS = 5_000
"""Of one match: more than anybody can tap in an afternoon."""
ATTEMPTS = 20


class NoSheets(BadInput):
    """No sheets are kept of this match."""


@dataclass(slots=True)
class _Open:
    """Sheets at hand, and what only one may do at a time."""

    record: Record
    moment: tuple[int, ...] = ()
    """How far the table had come when that was last told."""
    lock: threading.RLock = field(default_factory=threading.RLock)


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a mark."""

    key: str
    refused: str = ""


def name_of(event: str, match: Mapping[str, Any]) -> str:
    """The journal of a match's sheets: no other match has it, nor one that is paired anew."""
    return _of_event(event) + _digest(repr(sorted(match.items())))


def remove_sheets(store: Store, event: str) -> None:
    """Remove the sheets of all matches of an event."""
    for info in store.streams(records.KIND):
        if info.stream.startswith(_of_event(event)):
            store.remove(info.stream)


def _of_event(event: str) -> str:
    return f"{PREFIX}{_digest(event)}/"


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=12).hexdigest()


class Folder:
    """`tell` is called with the name of sheets whenever there is something new to see on them."""

    def __init__(self, store: Store, tell: Callable[[str], None]) -> None:
        self.store = store
        self._tell = tell
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, name: str, game: str, match: dict[str, Any], data: dict[str, Any], who: str) -> None:
        """Begin the sheets of a match, unless the other player was quicker."""
        begun = Begun(game=game, match=match, data=data)
        first = NewEntry(records.BEGUN, begun.model_dump(mode="json"), who=who)
        try:
            self.store.create(name, records.KIND, "Sheets", [first])
        except NameTaken:
            return
        self._tell(name)

    def look(self, name: str) -> Record:
        """The sheets as they stand. Not to be changed."""
        opened = self._opened(name)
        with opened.lock:
            self._follow(name, opened)
        return opened.record

    def find(self, name: str) -> Record | None:
        try:
            return self.look(name)
        except NoSheets:
            return None

    def with_lock(self, name: str) -> threading.RLock:
        """What to hold while several things are asked that must belong together."""
        return self._opened(name).lock

    def mark(self, name: str, side: int, marks: Sequence[Mark], who: str = "") -> list[Taken]:
        """Take marks in, in their order. What is answered for is on the disk; what cannot be is refused by itself."""
        opened = self._opened(name)
        with opened.lock:
            for _ in range(ATTEMPTS):
                self._follow(name, opened)
                new, taken = _written(opened.record, side, marks, who)
                with suppress(Conflict):
                    for entry in self.store.append(name, new, expected=opened.record.last) if new else ():
                        opened.record.apply(entry)
                    break
            else:
                raise BadInput("Too many mark these sheets at once; try again in a moment.")
        if new:
            self._told(name, opened)
        return taken

    def has_open(self, name: str) -> bool:
        return name in self._open

    def heard(self, name: str) -> None:
        """Something was written on these sheets, perhaps by another process."""
        opened = self._opened(name)
        before = opened.record.last
        if self.look(name).last > before:
            self._told(name, opened)

    def _told(self, name: str, opened: _Open) -> None:
        """Tell of news; and where a table has come further, its event, too: the desk looks at that."""
        self._tell(name)
        with opened.lock:
            moment = tuple(opened.record.value(box) for box in (ROUND, STAGE, OVER))
        if moment != opened.moment:
            opened.moment = moment
            self._tell(str(opened.record.begun.match.get("event", "")))

    # Helpers

    def _opened(self, name: str) -> _Open:
        with self._lock:
            opened = self._open.get(name)
            if opened is not None:
                self._open.move_to_end(name)
                return opened
        read = self._read(name)
        with self._lock:
            opened = self._open.setdefault(name, _Open(read))
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        return opened

    def _read(self, name: str) -> Record:
        if not name.startswith(PREFIX) or all(info.stream != name for info in self.store.streams(records.KIND)):
            raise NoSheets("No sheets are kept of this match yet; begin them on the page of your match.")
        first, *rest = self.store.entries(name)
        begun = records.begun_of(first)
        companion = game_named(begun.game).companion
        if companion is None:
            raise BadInput(f"{begun.game}: keeps no sheets here; update Musterhall.")
        record = Record(begun, companion.tabletop(begun.data), first.at)
        for entry in rest:
            record.apply(entry)
        return record

    def _follow(self, name: str, opened: _Open) -> None:
        """Take in what other processes have written."""
        try:
            new = self.store.entries(name, after=opened.record.last)
        except BadInput:
            self._forget(name)
            raise
        for entry in new:
            opened.record.apply(entry)

    def _forget(self, name: str) -> None:
        with self._lock:
            self._open.pop(name, None)


def _written(record: Record, side: int, marks: Sequence[Mark], who: str) -> tuple[list[NewEntry], list[Taken]]:
    """What is to be written for marks, and what is answered for each."""
    new: list[NewEntry] = []
    taken: list[Taken] = []
    for mark in marks:
        coming = {one.key for one in new}
        refused = ""
        try:
            if key_of(mark, side) not in record.keys | coming:
                if record.last + len(new) >= MOST_MARKS:
                    raise BadInput("These sheets are full; go on with paper.")
                new.append(record.entry(mark, side, who, coming))
        except BadInput as problem:
            refused = str(problem)
        taken.append(Taken(mark.key, refused))
    return new, taken
