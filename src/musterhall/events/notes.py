"""Notes that the organiser makes, and further rounds that are planned."""

from __future__ import annotations

from pydantic import Field

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.events.handling import EntryData, handles
from musterhall.problems import BadInput


class Note(EntryData):
    text: str = Field(min_length=1, max_length=4000)


class RoundsPlanned(EntryData):
    rounds: int = Field(ge=1, le=50)


class Renamed(EntryData):
    name: str = Field(min_length=1, max_length=120)


def add_note(event: Event, text: str) -> NewEntry:
    return NewEntry("note.added", {"text": text})


def plan_rounds(event: Event, rounds: int) -> NewEntry:
    """Play more or fewer rounds than the pack says."""
    return NewEntry("event.planned", {"rounds": rounds})


@handles("note.added", Note)
def _note(event: Event, data: Note, entry: Entry) -> None:
    event.notes.append(data.text)


@handles("event.planned", RoundsPlanned)
def _planned(event: Event, data: RoundsPlanned, entry: Entry) -> None:
    if data.rounds < len(event.rounds):
        raise BadInput(f"rounds: {len(event.rounds)} are paired already; plan at least as many.")
    event.planned = data.rounds
    names = event.scenarios
    if names:
        more = [one.name for one in event.rules.scenario if one.name not in names] or list(names)
        wanted = [*names, *(more[at % len(more)] for at in range(data.rounds))]
        event.scenarios = wanted[: data.rounds]


@handles("event.renamed", Renamed)
def _renamed(event: Event, data: Renamed, entry: Entry) -> None:
    event.name = data.name
