"""Which tables there are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import Field

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.events.handling import EntryData, handles
from musterhall.problems import BadInput

LONGEST_TABLE = 4
"""Digits of a table's number."""


class TablesNumbered(EntryData):
    tables: list[int] = Field(max_length=5000)


class LeadersFirst(EntryData):
    on: bool


def put_leaders_first(event: Event, on: bool) -> NewEntry:
    """Let the best pair sit at the first table, the next at the second, or let people change tables."""
    return NewEntry("tables.leaders_first", {"on": on})


def number_tables(event: Event, tables: Sequence[int]) -> NewEntry:
    return NewEntry("event.tables", {"tables": list(tables)})


def table_numbers(text: str) -> list[int]:
    """What is written as 1-8, 11, 12."""
    found: list[int] = []
    for part in re.split(r"[\s,;]+", text.strip()) if text.strip() else ():
        span = re.fullmatch(r"([0-9]+)(?:-([0-9]+))?", part)
        if span is None:
            raise BadInput(f"tables {part[:20]!r}: is no number and no span; write 1-20, or 1, 2, 5.")
        if max(map(len, part.split("-"))) > LONGEST_TABLE:
            raise BadInput(f"tables {part[:20]!r}: are more than any hall has; write 1-20, or 1, 2, 5.")
        first, last = int(span[1]), int(span[2] or span[1])
        if last < first:
            raise BadInput(f"tables {part!r}: runs backwards; write 1-20, or 1, 2, 5.")
        found += range(first, last + 1)
    return found


@handles("event.tables", TablesNumbered)
def _tables(event: Event, data: TablesNumbered, entry: Entry) -> None:
    if len(set(data.tables)) < len(data.tables) or any(table < 1 for table in data.tables):
        raise BadInput("tables: give each a number of its own, from 1 on.")
    event.tables = tuple(data.tables)


@handles("tables.leaders_first", LeadersFirst)
def _leaders_first(event: Event, data: LeadersFirst, entry: Entry) -> None:
    if event.leaders_first == data.on:
        told = "sit at the first tables already" if data.on else "do not sit at the first tables"
        raise BadInput(f"{event.name}: the leaders {told}; nothing to do.")
    event.leaders_first = data.on
