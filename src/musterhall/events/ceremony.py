"""Prizes that are held back at the end of an event and revealed one by one, for all to see."""

from __future__ import annotations

from dataclasses import replace

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event
from musterhall.events.handling import EntryData, handles
from musterhall.events.prizes import Prize, award_named, prizes
from musterhall.problems import BadInput


class Nothing(EntryData):
    pass


class Revealed(EntryData):
    award: str


def hold_back(event: Event) -> NewEntry:
    """Let nobody see who won what until it is revealed."""
    return NewEntry("prizes.held_back", {})


def reveal(event: Event, award: str) -> NewEntry:
    """Let everybody see who has won a prize."""
    return NewEntry("award.revealed", {"award": award_named(event, award).name})


def prizes_to_reveal(event: Event) -> list[Prize]:
    """Those that are held back still and have somebody to give them to, the last of the list first."""
    if not (event.finished and event.prizes_held):
        return []
    return [one for one in reversed(prizes(event)) if one.winners and one.award not in event.revealed]


def prizes_shown(event: Event) -> list[Prize]:
    """What everybody may know: all of them, or what was revealed so far."""
    if not event.finished:
        return []
    if prizes_to_reveal(event):
        return [one for one in prizes(event) if one.award in event.revealed]
    return prizes(event)


TOLD_LATER = "The final standings come with the prizes."


def as_told(event: Event) -> Event:
    """An event as everybody but the desk may know it: while prizes are revealed, without its last round and its end.

    Whoever knew how the last round ended could work out who has won what is not revealed yet.
    """
    last = event.current
    if last is None or not prizes_to_reveal(event):
        return event
    rounds = [one for one in event.rounds if one.number < last.number]
    cut = event.cut if event.cut and event.cut.after <= len(rounds) else None
    return replace(event, rounds=rounds, cut=cut, finished=False)


def require_told(event: Event, number: int) -> None:
    """Refuse to tell how a round ended while that is held back."""
    if any(one.number == number for one in event.rounds) and all(one.number != number for one in as_told(event).rounds):
        raise BadInput(f"round {number}: how it ended is told with the prizes; come back after the prize giving.")


@handles("prizes.held_back", Nothing)
def _held_back(event: Event, data: Nothing, entry: Entry) -> None:
    if event.prizes_held:
        raise BadInput("prizes: they are held back already; there is nothing to do.")
    event.prizes_held = True


@handles("award.revealed", Revealed)
def _revealed(event: Event, data: Revealed, entry: Entry) -> None:
    rule = award_named(event, data.award)
    if not (event.finished and event.prizes_held):
        raise BadInput(f"{rule.title}: is not held back; finish the event, and choose to reveal the prizes one by one.")
    if rule.name in event.revealed:
        raise BadInput(f"{rule.title}: is revealed already; reveal another.")
    event.revealed += (rule.name,)
