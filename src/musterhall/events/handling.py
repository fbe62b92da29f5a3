"""The kinds of entries: each has a form for its data and a handler that checks it and changes the event.

A handler refuses what cannot be with `BadInput` before it changes anything, so whatever the journal holds made sense
when it was written, and an undo that would leave a later entry without its ground is noticed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from musterhall.events.entries import Entry, NewEntry, numbered
from musterhall.events.event import Event
from musterhall.problems import BadInput, parse_model


class EntryData(BaseModel):
    """What an entry of one kind holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Data = TypeVar("Data", bound=EntryData)
Handler = Callable[[Event, Any, Entry], None]

_HANDLERS: dict[str, tuple[type[EntryData], Handler]] = {}
CREATED = "event.created"
UNDONE = "entry.undone"
FINISHED = "event.finished"
AFTER_THE_END = ("note.added", "award.revealed")


def handles(kind: str, form: type[Data]) -> Callable[[Callable[[Event, Data, Entry], None]], Handler]:
    """Make a function the handler of a kind of entry."""

    def register(handler: Callable[[Event, Data, Entry], None]) -> Handler:
        _HANDLERS[kind] = (form, handler)
        return handler

    return register


def known_kinds() -> tuple[str, ...]:
    return tuple(sorted(_HANDLERS))


def apply(event: Event, entry: Entry) -> None:
    """Let an entry happen, or refuse it and change nothing."""
    form, handler = _known(entry)
    # A journal is read as it was written, also where a rule has become stricter since.
    if event.checking and event.finished and entry.kind not in AFTER_THE_END:
        raise BadInput(f"{event.name}: is finished; undo that to change anything.", way="find_finish")
    try:
        data = form.model_validate(entry.data)
    except ValidationError:
        # Whoever writes something new has typed it just now, and knows nothing of entries and their kinds.
        place = event.name if event.checking else f"entry {entry.seq}, {entry.kind}"
        data = parse_model(form, entry.data, place)
    handler(event, data, entry)


def require_form(entry: Entry) -> None:
    """Refuse an entry whose data is not what its kind holds, also one that was undone: it is told of all the same."""
    parse_model(_known(entry)[0], entry.data, f"entry {entry.seq}, {entry.kind}")


def _known(entry: Entry) -> tuple[type[EntryData], Handler]:
    known = _HANDLERS.get(entry.kind)
    if known is None:
        raise BadInput(
            f"entry {entry.seq}: {entry.kind!r} is of a kind that this version does not know; update Musterhall."
        )
    return known


def attempt(event: Event, new: NewEntry, seq: int, at: str) -> Entry:
    """Let a new entry happen, as if it were written down at this place and hour."""
    entry = numbered(new, seq, at)
    apply(event, entry)
    return entry
