"""What the organiser changes about the event as a whole: its name, its day, its number of rounds; and notes."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.events.handling import EntryData, handles
from musterhall.events.players import clean_name
from musterhall.problems import BadInput


class Note(EntryData):
    text: str = Field(min_length=1, max_length=4000)


class RoundsPlanned(EntryData):
    rounds: int = Field(ge=1, le=50)


class Renamed(EntryData):
    name: str = Field(min_length=1, max_length=120)


class Dated(EntryData):
    date: str = Field(max_length=40)
    """Nothing, where the day is open."""


def add_note(event: Event, text: str) -> NewEntry:
    return NewEntry("note.added", {"text": text})


def plan_rounds(event: Event, rounds: int) -> NewEntry:
    """Play more or fewer rounds than the pack says."""
    return NewEntry("event.planned", {"rounds": rounds})


def rename(event: Event, name: str) -> NewEntry:
    """Call the event something else."""
    called = clean_name(name)
    if not called:
        raise BadInput("name: it is empty; write what the event is called.")
    if called == event.name:
        raise BadInput(f"name: the event is called {event.name} already; nothing to do.")
    return NewEntry("event.renamed", {"name": called})


def set_date(event: Event, day: str) -> NewEntry:
    """Hold the event on another day; nothing leaves the day open."""
    written = day.strip()
    if written and not _is_day(written):
        raise BadInput(f"date {written[:40]!r}: is not a day; write it as 2026-11-28.")
    if written == event.date:
        raise BadInput(f"date: it is {event.date or 'open'} already; nothing to do.")
    return NewEntry("event.dated", {"date": written})


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def extend_plan(event: Event, rounds: int) -> None:
    """Plan so many rounds, each with a scenario where they were drawn or chosen."""
    event.planned = rounds
    names = event.scenarios
    if names:
        more = [one.name for one in event.rules.scenario if one.name not in names] or list(names)
        wanted = [*names, *(more[at % len(more)] for at in range(rounds))]
        event.scenarios = wanted[:rounds]


@handles("note.added", Note)
def _note(event: Event, data: Note, entry: Entry) -> None:
    event.notes.append(data.text)


@handles("event.planned", RoundsPlanned)
def _planned(event: Event, data: RoundsPlanned, entry: Entry) -> None:
    if event.cut is not None:
        raise BadInput("rounds: the bracket says how many are played; undo the cut to plan others.")
    if data.rounds < len(event.rounds):
        raise BadInput(f"rounds: {len(event.rounds)} are paired already; plan at least as many.")
    extend_plan(event, data.rounds)


@handles("event.renamed", Renamed)
def _renamed(event: Event, data: Renamed, entry: Entry) -> None:
    event.name = data.name


@handles("event.dated", Dated)
def _dated(event: Event, data: Dated, entry: Entry) -> None:
    event.date = data.date
