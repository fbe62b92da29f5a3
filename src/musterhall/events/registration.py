"""Registration: what the event's page tells, who enters there, who waits for a place, and check-in by phone."""

from __future__ import annotations

import re

from pydantic import Field

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import LEFT, WAITING, Event, Player
from musterhall.events.handling import EntryData, handles
from musterhall.events.players import add_player, clean_name, leave, seen_line
from musterhall.problems import BadInput

MOST_WAITING = 200
"""On one waiting list: more is a flood and no queue."""
LONGEST_VENUE = 200
LONGEST_ABOUT = 4000


class Described(EntryData):
    venue: str | None = Field(default=None, max_length=LONGEST_VENUE)
    about: str | None = Field(default=None, max_length=LONGEST_ABOUT)


class Places(EntryData):
    places: int | None = Field(default=None, ge=2, le=5000)
    """Nothing, where there is room for all."""


class Nothing(EntryData):
    pass


# What can be done


def describe(event: Event, *, venue: str | None = None, about: str | None = None) -> NewEntry:
    """Say where the event is, and what people should know of it."""
    changed = {} if venue is None else {"venue": clean_line(venue)}
    changed |= {} if about is None else {"about": clean_text(about)}
    if not changed:
        raise BadInput(f"{event.name}: nothing is to be told; give a venue or a description.")
    return NewEntry("event.described", changed)


def set_places(event: Event, places: int | None) -> list[NewEntry]:
    """Say how many can play; whoever waits moves up as far as there is room now."""
    trial = event.copy()
    trial.capacity = places
    return [NewEntry("event.places", {} if places is None else {"places": places}), *moves_up(trial)]


def open_registration(event: Event) -> NewEntry:
    return NewEntry("registration.opened", {})


def close_registration(event: Event) -> NewEntry:
    return NewEntry("registration.closed", {})


def open_check_in(event: Event) -> NewEntry:
    return NewEntry("check_in.opened", {})


def close_check_in(event: Event) -> NewEntry:
    return NewEntry("check_in.closed", {})


def sign_up(event: Event, name: str, team: str = "", faction: str = "", *, by_player: bool = True) -> NewEntry:
    """Somebody enters: with a place while there is one, and else at the end of the waiting list."""
    if not clean_name(name):
        raise BadInput("name: nobody is named; write your name.")
    added = add_player(event, name, team)
    # Whoever waits already comes first, also for a place that has just come free.
    waits = event.places_left() == 0 or bool(event.waiting())
    if waits and len(event.waiting()) >= MOST_WAITING:
        raise BadInput(f"{event.name}: the waiting list is full with {MOST_WAITING}; ask the organiser.")
    data = dict(added.data)
    if faction.strip():
        data["faction"] = clean_name(faction)
    if by_player:
        data["by_player"] = True
    if waits:
        data["waiting"] = True
    return NewEntry(added.kind, data)


def move_up(event: Event, player: Player, *, beyond: bool = False) -> NewEntry:
    """Give somebody of the waiting list a place; at a full event only where one more than there are is meant."""
    full = event.places_left() == 0
    return NewEntry("player.moved_up", {"player": player.id} | ({"beyond": True} if beyond and full else {}))


def leave_with_successor(event: Event, player: Player) -> list[NewEntry]:
    """Somebody leaves; before the first round the first of the waiting list has the place."""
    trial = event.copy()
    trial.player(player.id).status = LEFT
    return [leave(event, player), *(moves_up(trial) if event.current is None else [])]


def withdraw(event: Event, player: Player) -> list[NewEntry]:
    """A player gives the place back, while nothing hangs on it."""
    if event.current is not None:
        raise BadInput(f"{event.name}: has begun; tell the organiser that you have to go.")
    return leave_with_successor(event, player)


def moves_up(event: Event) -> list[NewEntry]:
    """Who of the waiting list has a place now, the first first."""
    waiting, room = event.waiting(), event.places_left()
    return [move_up(event, one) for one in (waiting if room is None else waiting[:room])]


def position(event: Event, player: Player) -> int:
    """The place in the waiting list, from 1 on; 0 for somebody who does not wait."""
    waiting = event.waiting()
    return waiting.index(player) + 1 if player.status == WAITING else 0


def clean_line(text: str) -> str:
    line = seen_line(text)
    if len(line) > LONGEST_VENUE:
        raise BadInput(f"venue: has {len(line)} characters, and {LONGEST_VENUE} fit; shorten it.")
    return line


def clean_text(text: str) -> str:
    """A description with its lines, and at most one empty one between two, without what cannot be seen."""
    lines = "\n".join(map(seen_line, text.splitlines()))
    found = re.sub(r"\n{3,}", "\n\n", lines).strip()
    if len(found) > LONGEST_ABOUT:
        raise BadInput(f"description: has {len(found)} characters, and {LONGEST_ABOUT} fit; shorten it.")
    return found


# What it changes


@handles("event.described", Described)
def _described(event: Event, data: Described, entry: Entry) -> None:
    event.venue = event.venue if data.venue is None else data.venue
    event.about = event.about if data.about is None else data.about


@handles("event.places", Places)
def _places(event: Event, data: Places, entry: Entry) -> None:
    event.capacity = data.places


@handles("registration.opened", Nothing)
def _opened(event: Event, data: Nothing, entry: Entry) -> None:
    if event.registration_open:
        raise BadInput(f"{event.name}: registration is open already; nothing to do.")
    if event.current is not None:
        raise BadInput(f"{event.name}: has begun; add late players at the desk.")
    event.registration_open = True


@handles("registration.closed", Nothing)
def _closed(event: Event, data: Nothing, entry: Entry) -> None:
    if not event.registration_open:
        raise BadInput(f"{event.name}: registration is not open; nothing to do.")
    event.registration_open = False


@handles("check_in.opened", Nothing)
def _check_in_opened(event: Event, data: Nothing, entry: Entry) -> None:
    if event.check_in_open:
        raise BadInput(f"{event.name}: check-in is open already; nothing to do.")
    event.check_in_open = True


@handles("check_in.closed", Nothing)
def _check_in_closed(event: Event, data: Nothing, entry: Entry) -> None:
    if not event.check_in_open:
        raise BadInput(f"{event.name}: check-in is not open; nothing to do.")
    event.check_in_open = False
