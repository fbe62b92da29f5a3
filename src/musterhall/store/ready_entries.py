"""New entries made ready before anybody waits: their data are JSON already, and what they say is text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from musterhall.events.entries import Entry, NewEntry
from musterhall.problems import BadInput
from musterhall.store.steady import CLOCK

SECRET = {"hand.submitted": ("cards",), "hand.played": ("card",)}
"""Kinds of entries with what nobody may read in the database alone; see `seals`."""
BREAK = "\n"
"""Between a sender's mark, the fingerprint of what was sent with it, and how many entries came of it, if several."""


class MarkTaken(BadInput):
    """A sender's mark that stands for something else already."""


class ReadyEntry(NamedTuple):
    """An entry whose data are JSON already, so that nothing can go wrong with them while others wait."""

    kind: str
    data: str
    who: str
    why: str
    key: str


def made_ready(entries: Iterable[NewEntry]) -> list[ReadyEntry]:
    """The entries ready to be written; one that is sent twice under the same mark is one."""
    ready: list[ReadyEntry] = []
    marked: dict[str, ReadyEntry] = {}
    for new in entries:
        one = _ready(new)
        if one.key:
            first = marked.setdefault(one.key, one)
            if first is not one and (first.kind != one.kind or not alike(first.data, one.data)):
                raise MarkTaken(f'mark "{one.key}": stands for two different entries; give each its own mark.')
            one = first
        ready.append(one)
    return ready


JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _ready(new: NewEntry) -> ReadyEntry:
    if not new.kind:
        raise BadInput("an entry has no kind; say what happened.")
    for text in (new.kind, new.who, new.why, new.key):
        require_text(text, f'entry "{new.kind}"')
    try:
        data = JSON.encode(dict(new.data))
        data.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput(
            f'entry "{new.kind}": its data cannot be written as JSON ({error}); use texts, whole numbers, lists.'
        ) from None
    return ReadyEntry(new.kind, data, new.who, new.why, kept_mark(new))


def kept_mark(new: NewEntry) -> str:
    """The mark as it is kept: beside a secret no fingerprint, by which one of a few cards could be guessed."""
    return without_fingerprint(new.key) if new.kind in SECRET else new.key


def without_fingerprint(key: str) -> str:
    """A mark alone, and how many entries came of it."""
    mark, _, rest = key.partition(BREAK)
    if not rest:
        return key
    count = rest.partition(BREAK)[2]
    return f"{mark}{BREAK}{BREAK}{count}" if count else mark


def alike(one: str, other: str) -> bool:
    """Do two JSON texts say the same, in whatever order?"""
    return one == other or _with_sorted_keys(one) == _with_sorted_keys(other)


def _with_sorted_keys(data: str) -> str:
    return json.dumps(json.loads(data), sort_keys=True)


# What is refused

LONGEST_NAME = 200
"""PostgreSQL calls out at most 8,000 bytes, and nobody types more than this."""


def require_name(stream: str, kind: str, title: str) -> None:
    if not stream or stream != stream.strip() or not stream.isprintable() or len(stream) > LONGEST_NAME:
        raise BadInput(f"name {stream!r}: write 1 to {LONGEST_NAME} characters, with no blank at either end.")
    require_text(stream, f"the name {stream!r}")
    require_text(kind, f'the kind of "{stream}"')
    require_text(title, f'the title of "{stream}"')


def require_text(text: str, what: str) -> None:
    """Neither database keeps a NUL in every place, nor half of a sign."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadInput(f"{what!r}: has a character that is none; write it again.") from None
    if "\0" in text:
        raise BadInput(f"{what}: has a NUL in it; take it out.")


def require_a_journal(stream: str, entries: Sequence[Entry]) -> None:
    """Numbers 1, 2, 3, ... and hours that never go back."""
    at = ""
    for number, entry in enumerate(entries, start=1):
        if entry.seq != number:
            raise BadInput(f'journal "{stream}": entry {entry.seq} stands where {number} should; give all, in order.')
        if hour_or_now(entry.at) < at:
            raise BadInput(f'journal "{stream}": entry {number} is older than the one before it; mend its hour.')
        at = entry.at


HOUR = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


def hour_or_now(at: str | None) -> str:
    """This hour, or the given one if it is written as all are: then the later is also the greater text."""
    if at is None:
        return CLOCK.hour()
    try:
        if HOUR.fullmatch(at):
            datetime.fromisoformat(at)
            return at
    except ValueError:
        pass
    raise BadInput(f"hour {at!r}: write it in UTC, as 2025-11-29T08:30:00.000Z.")
