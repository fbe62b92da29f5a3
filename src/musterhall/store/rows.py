"""Entries as they lie in the database, each with a running check over all before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import NamedTuple

from musterhall.events.entries import Entry
from musterhall.problems import BadInput, Problem
from musterhall.store.ready_entries import ReadyEntry
from musterhall.store.troubles import Damaged

FORM = 1
"""The version of the entries' form that this program writes, and the newest that it reads."""


class JournalEnd(NamedTuple):
    """The end of a journal, on which the next entry rests."""

    seq: int
    at: str
    check: str
    form: int


class NotedEnd(NamedTuple):
    """The last number and check as they were noted with the last entry."""

    seq: int
    check: str


NOTHING_YET = JournalEnd(0, "", "", FORM)


class Row(NamedTuple):
    """An entry as it lies in the database."""

    seq: int
    at: str
    kind: str
    data: str
    who: str
    why: str
    key: str
    form: int
    check: str


def end_after(rows: Sequence[Row], end: JournalEnd) -> JournalEnd:
    """The end of a journal after these rows."""
    return JournalEnd(rows[-1].seq, rows[-1].at, rows[-1].check, rows[-1].form) if rows else end


def next_row(stream: str, end: JournalEnd, one: ReadyEntry, at: str) -> Row:
    row = Row(end.seq + 1, at, *one, FORM, "")
    return row._replace(check=running_check(stream, end.check, row))


def running_check(stream: str, before: str, row: Row) -> str:
    """The running check of an entry: over the check before it and everything in it."""
    # No part holds a NUL, so no two entries run together to the same text.
    parts = (before, stream, str(row.seq), row.at, row.kind, row.data, row.who, row.why, row.key, str(row.form))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def entry_of(stream: str, row: Row) -> Entry:
    try:
        data = json.loads(row.data)
    except (TypeError, ValueError):
        raise Damaged(f'entry {row.seq} of "{stream}" holds no JSON; restore a backup.') from None
    return Entry(row.seq, row.at, row.kind, data, row.who, row.why, row.key)


# Damage

RESTORE = "Restore a backup from before that"


def damage(place: str, problem: Problem) -> Damaged:
    """The first problem of a journal as the sentence that ends the reading."""
    return Damaged(f"{place}: {problem.where} {problem.what}; {problem.remedy[0].lower()}{problem.remedy[1:]}.")


def row_problems(stream: str, before: JournalEnd, row: Row) -> list[Problem]:
    """What is wrong with an entry that follows the one with this number and check."""
    if row.seq != before.seq + 1:
        # What the next one rests on is gone with them.
        return [_missing(stream, before.seq + 1, row.seq - 1)]
    where = f'entry {row.seq} of "{stream}"'
    if _is_newer(row.form):
        newer = f"was written by a newer Musterhall (form {row.form}, this one knows {FORM})"
        return [Problem(where, newer, remedy="Update and try again")]
    if _check_or_nothing(stream, before.check, row) != row.check:
        return [Problem(where, "was changed after it was written", remedy=RESTORE)]
    return []


def end_problems(stream: str, noted: NotedEnd | None, reached: JournalEnd) -> list[Problem]:
    """What is wrong where the reading of a journal ended; more than was noted may have come in while it was read."""
    if noted is None:
        return [Problem(f'the end of "{stream}"', "is not noted", remedy=RESTORE)]
    if reached.seq < noted.seq:
        return [_missing(stream, reached.seq + 1, noted.seq)]
    if reached.seq == noted.seq and reached.check != noted.check:
        return [Problem(f'entry {noted.seq} of "{stream}"', "is not the one that was written last", remedy=RESTORE)]
    return []


def _missing(stream: str, first: int, last: int) -> Problem:
    if first >= last:
        return Problem(f'entry {first} of "{stream}"', "is missing", remedy=RESTORE)
    return Problem(f'entries {first} to {last} of "{stream}"', "are missing", remedy=RESTORE)


def _check_or_nothing(stream: str, before: str, row: Row) -> str:
    """SQLite lets a row be edited to hold anything at all, numbers and blobs included."""
    try:
        return running_check(stream, before, row)
    except (TypeError, ValueError):
        return ""


def _is_newer(form: object) -> bool:
    # In a damaged file it may be anything.
    return isinstance(form, int) and form > FORM


def require_form(stream: str, seq: int, form: int) -> None:
    if _is_newer(form):
        raise BadInput(
            f'entry {seq} of "{stream}" was written by a newer Musterhall (form {form}, this one knows {FORM}); '
            "update and try again."
        )
