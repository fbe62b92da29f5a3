"""Byes on request: a player asks for a round without a match, the organiser grants it, and the pairing keeps to it."""

from __future__ import annotations

from pydantic import Field

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import BYE_ASKED, BYE_DECLINED, BYE_GRANTED, PRESENT, REGISTERED, Event, Player
from musterhall.events.handling import EntryData, handles
from musterhall.problems import BadInput


class Asked(EntryData):
    player: str
    round: int = Field(ge=1, le=50)
    asked: bool = True
    """Or the player takes the question back."""


class Answered(EntryData):
    player: str
    round: int = Field(ge=1, le=50)
    granted: bool


# What can be done


def ask_bye(event: Event, player: Player, number: int, *, asked: bool = True) -> NewEntry:
    """Ask for a round without a match, or take that back while nobody has answered."""
    return NewEntry("bye.asked", {"player": player.id, "round": number} | ({} if asked else {"asked": False}))


def answer_bye(event: Event, player: Player, number: int, *, granted: bool) -> NewEntry:
    """Grant a player a round without a match, asked for or not, or decline what was asked for."""
    return NewEntry("bye.answered", {"player": player.id, "round": number, "granted": granted})


def are_asked_for(event: Event) -> bool:
    """Whether players of this event may ask."""
    return event.rules.bye.on_request != "no"


def rounds_to_ask_for(event: Event, player: Player) -> list[int]:
    """The rounds that are not published yet and that this player has asked nothing about."""
    if (
        not are_asked_for(event)
        or event.cut is not None
        or event.finished
        or player.status not in (REGISTERED, PRESENT)
    ):
        return []
    published = sum(one.published for one in event.rounds)
    return [number for number in range(published + 1, event.planned + 1) if (number, player.id) not in event.asked_byes]


def asked_byes_of(event: Event, player: Player) -> list[tuple[int, str]]:
    """The rounds that a player has asked for, each with how that stands."""
    return sorted((number, state) for (number, id_), state in event.asked_byes.items() if id_ == player.id)


def open_requests(event: Event) -> list[tuple[int, Player]]:
    """What waits for the organiser's answer; a round that is out asks no more."""
    published = sum(one.published for one in event.rounds)
    return [
        (number, event.player(id_))
        for (number, id_), state in sorted(event.asked_byes.items())
        if state == BYE_ASKED and number > published and event.player(id_).here
    ]


# What it changes


@handles("bye.asked", Asked)
def _asked(event: Event, data: Asked, entry: Entry) -> None:
    player, key = event.player(data.player), (data.round, data.player)
    if not are_asked_for(event):
        raise BadInput(f"{event.name}: grants no byes on request; talk to the organiser.")
    _require_coming(event, data.round)
    state = event.asked_byes.get(key)
    if data.asked and state is not None:
        raise BadInput(f"{player.name}: a bye in round {data.round} is {state} already; nothing to do.")
    if not data.asked and state != BYE_ASKED:
        raise BadInput(
            f"{player.name}: no open request for round {data.round} is there to take back; ask the organiser."
        )
    if data.asked:
        event.asked_byes[key] = BYE_ASKED
    else:
        del event.asked_byes[key]


@handles("bye.answered", Answered)
def _answered(event: Event, data: Answered, entry: Entry) -> None:
    player, key = event.player(data.player), (data.round, data.player)
    _require_coming(event, data.round)
    state = event.asked_byes.get(key)
    if not data.granted and state != BYE_ASKED:
        raise BadInput(f"{player.name}: asks for no bye in round {data.round}; there is nothing to decline.")
    if data.granted and state == BYE_GRANTED:
        raise BadInput(f"{player.name}: has a bye in round {data.round} already; nothing to do.")
    event.asked_byes[key] = BYE_GRANTED if data.granted else BYE_DECLINED


def _require_coming(event: Event, number: int) -> None:
    if number > event.planned or event.in_bracket(number):
        raise BadInput(f"round {number}: is none in which a bye can be had; {event.planned} are planned.")
    if number <= sum(one.published for one in event.rounds):
        raise BadInput(f"round {number}: is published already; choose a later one.")
