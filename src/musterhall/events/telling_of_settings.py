"""Entries about how an event is held, in sentences: its page, places, check-in, tables, points beside the rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from musterhall.tally import counted, shown

if TYPE_CHECKING:
    from musterhall.events.telling import Teller

Data = Mapping[str, Any]


def _said(sentence: str) -> Callable[[Teller, Data], str]:
    return lambda teller, data: sentence


def _described(teller: Teller, data: Data) -> str:
    words = []
    if data.get("venue") is not None:
        words.append(f"The venue is {data['venue']}." if data["venue"] else "No venue is given.")
    if data.get("about") is not None:
        words.append("The event has a new description." if data["about"] else "The event has no description.")
    return " ".join(words)


def _places(teller: Teller, data: Data) -> str:
    places = data.get("places")
    return f"There is room for {counted(places, 'player')}." if places is not None else "There is room for everybody."


def _adjusted(teller: Teller, data: Data) -> str:
    points = Fraction(data["points"])
    title = teller.event.rules.titles().get(data["figure"], data["figure"])
    verb = "loses" if points < 0 else "gets"
    return f"{teller.name(data['player'])} {verb} {shown(abs(points))} {title} by the organiser's word."


def _soft(teller: Teller, data: Data) -> str:
    rule = next((one for one in teller.event.rules.soft if one.name == data["score"]), None)
    return f"{teller.name(data['player'])}: {rule.title if rule else data['score']} {shown(Fraction(data['points']))}."


def _leaders(teller: Teller, data: Data) -> str:
    return (
        "The leaders sit at the first tables."
        if data["on"]
        else "People change tables; the leaders have none of their own."
    )


def _cut(teller: Teller, data: Data) -> str:
    named = ", ".join(f"{at}. {teller.name(id_)}" for at, id_ in enumerate(data["seeds"], 1))
    return " ".join([f"The top {len(data['seeds'])} play on: {named}.", *data.get("notes", ())])


def _advanced(teller: Teller, data: Data) -> str:
    return (
        f"Round {data['round']}, table {data['table']}: {teller.name(data['player'])} goes on by the organiser's word."
    )


def _bye_asked(teller: Teller, data: Data) -> str:
    verb = "asks for" if data.get("asked", True) else "no longer asks for"
    return f"{teller.name(data['player'])} {verb} a bye in round {data['round']}."


def _bye_answered(teller: Teller, data: Data) -> str:
    verb = "is granted" if data["granted"] else "is declined"
    return f"{teller.name(data['player'])} {verb} a bye in round {data['round']}."


SETTINGS: Mapping[str, Callable[[Teller, Data], str]] = {
    "event.described": _described,
    "event.places": _places,
    "registration.opened": _said("Registration is open: people enter themselves on the event's page."),
    "registration.closed": _said("Registration is closed."),
    "tables.leaders_first": _leaders,
    "bye.asked": _bye_asked,
    "bye.answered": _bye_answered,
    "lists.published": _said("Everybody sees which forces were brought."),
    "lists.hidden": _said("Forces are for the players of a match alone again."),
    "cut.made": _cut,
    "match.advanced": _advanced,
    "points.adjusted": _adjusted,
    "soft.scored": _soft,
    "check_in.opened": _said("Check-in is open on the players' phones."),
    "check_in.closed": _said("Check-in on phones is closed."),
}
