"""A round's clock is started, paused, extended and ended."""

from __future__ import annotations

from pydantic import Field

from musterhall.events.clock import Clock
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.events.handling import EntryData, handles
from musterhall.events.rounds import RoundNumbered
from musterhall.problems import BadInput


class ClockStarted(EntryData):
    round: int = Field(ge=1)
    minutes: int = Field(ge=1, le=24 * 60)


class ClockExtended(EntryData):
    round: int = Field(ge=1)
    minutes: int = Field(ge=-24 * 60, le=24 * 60)


def start_clock(event: Event, number: int, minutes: int | None = None) -> NewEntry:
    planned = event.rules.round_minutes(event.round(number).number)
    return NewEntry("clock.started", {"round": number, "minutes": planned if minutes is None else minutes})


def pause_clock(event: Event, number: int) -> NewEntry:
    return NewEntry("clock.paused", {"round": number})


def resume_clock(event: Event, number: int) -> NewEntry:
    return NewEntry("clock.resumed", {"round": number})


def extend_clock(event: Event, number: int, minutes: int) -> NewEntry:
    return NewEntry("clock.extended", {"round": number, "minutes": minutes})


def end_clock(event: Event, number: int) -> NewEntry:
    return NewEntry("clock.ended", {"round": number})


# What it changes


@handles("clock.started", ClockStarted)
def _started(event: Event, data: ClockStarted, entry: Entry) -> None:
    round_ = event.round(data.round)
    if not round_.published:
        raise BadInput(f"round {data.round}: is a draft still; publish it first.")
    round_.clock.start(entry.at, data.minutes)


@handles("clock.paused", RoundNumbered)
def _paused(event: Event, data: RoundNumbered, entry: Entry) -> None:
    _clock_of(event, data.round).pause(entry.at)


@handles("clock.resumed", RoundNumbered)
def _resumed(event: Event, data: RoundNumbered, entry: Entry) -> None:
    _clock_of(event, data.round).resume(entry.at)


@handles("clock.extended", ClockExtended)
def _extended(event: Event, data: ClockExtended, entry: Entry) -> None:
    _clock_of(event, data.round).extend(data.minutes)


@handles("clock.ended", RoundNumbered)
def _ended(event: Event, data: RoundNumbered, entry: Entry) -> None:
    _clock_of(event, data.round).end(entry.at)


def _clock_of(event: Event, number: int) -> Clock:
    return event.round(number).clock
