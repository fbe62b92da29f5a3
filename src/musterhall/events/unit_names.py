"""Units named by any part of their names that no other unit of their player has."""

from __future__ import annotations

from dataclasses import replace

from musterhall.events.cards import Card, CardHalf, Fate, Roster
from musterhall.events.event import Event, Match
from musterhall.events.wording import possessive
from musterhall.problems import BadInput


def full_name(roster: Roster | None, text: str, owner: str, place: str) -> str:
    """The whole name of the unit that is meant; what fits none is handed on as it is, for the check to tell."""
    found = roster.units_like(text) if roster and text.strip() else []
    names = list(dict.fromkeys(unit.name for unit in found))
    if len(names) > 1:
        raise BadInput(f"{place}: {text!r} may be {possessive(owner)} {' or '.join(names)}; write more of the name.")
    return names[0] if names else text


def with_full_names(event: Event, match: Match, card: Card) -> Card:
    first, second = (
        _half(half, roster, event.player(id_).name)
        for half, roster, id_ in zip(card.sides, match.rosters, match.players, strict=True)
    )
    return replace(card, sides=(first, second))


def _half(half: CardHalf, roster: Roster | None, owner: str) -> CardHalf:
    units: dict[str, Fate] = {}
    for text, fate in half.units.items():
        name = full_name(roster, text, owner, "card")
        if name in units:
            raise BadInput(f"card: {possessive(owner)} {name} is on it twice, also as {text!r}; write it once.")
        units[name] = Fate(fate.state, full_name(roster, fate.inside, owner, "card"))
    return replace(half, units=units)
