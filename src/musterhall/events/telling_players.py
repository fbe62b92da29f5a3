"""What players are told of what they did just now: one sentence to the one who tapped.

The journal tells the same to everybody, in the third person (`telling.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from musterhall.events.entries import Entry
from musterhall.events.event import Event, Match, Player
from musterhall.events.views import CONCEDED, DISPUTED, SETTLED, card_state
from musterhall.tally import counted

Data = Mapping[str, Any]


def told_to(event: Event, player: Player, entry: Entry) -> str:
    """What this player's own entry came to, in an event that has it; nothing, where the journal's words must do."""
    tell = _SENTENCES.get(entry.kind)
    return tell(event, player, entry.data) if tell and entry.data.get("player") == player.id else ""


def _match(event: Event, player: Player, data: Data) -> Match | None:
    return event.round(data["round"]).match_of(player.id)


def _other(event: Event, player: Player, data: Data) -> str:
    match = _match(event, player, data)
    return event.player(match.other(player.id)).name if match else "Your opponent"


def _card(event: Event, player: Player, data: Data) -> str:
    match = _match(event, player, data)
    state = card_state(match, player) if match else ""
    opponent = _other(event, player, data)
    if state == SETTLED:
        return "Confirmed. The card counts."
    if state == DISPUTED:
        return f"Sent. It differs from {opponent}'s card: compare them, and agree or ask the organiser."
    return f"Sent. {opponent} confirms it on their own phone."


def _concede(event: Event, player: Player, data: Data) -> str:
    match = _match(event, player, data)
    won = match is not None and card_state(match, player) == CONCEDED
    return f"You conceded. {_other(event, player, data)} wins this match." if won else "You conceded this match."


def _force(event: Event, player: Player, data: Data) -> str:
    problems = data.get("problems") or ()
    if problems:
        found = counted(len(problems), "problem")
        return f"Handed in, with {found} for the organiser to look at."
    return "Handed in. You see here when the organiser has checked it."


def _hand(event: Event, player: Player, data: Data) -> str:
    return f"Your hand of {counted(len(data['cards']), 'card')} is in. Nobody else sees it."


def _played(event: Event, player: Player, data: Data) -> str:
    card = f"You play {data['card']}." if data["card"].strip() else "You play no card in this match."
    return f"{card} {_other(event, player, data)} sees it when both of you have chosen."


def _sealed(event: Event, player: Player, data: Data) -> str:
    return f"Sealed. {_other(event, player, data)} sees the seal, and not what is in it."


def _revealed(event: Event, player: Player, data: Data) -> str:
    return f"Revealed. {_other(event, player, data)} sees your command units now."


def _voted(event: Event, player: Player, data: Data) -> str:
    return f"Your vote is in, for {event.player(data['choice']).name}."


def _bye(event: Event, player: Player, data: Data) -> str:
    asked = data.get("asked", True)
    return "Asked for. The answer of the organiser appears here." if asked else "Your request is taken back."


_SENTENCES: Mapping[str, Callable[[Event, Player, Data], str]] = {
    "card.sent": _card,
    "card.confirmed": _card,
    "match.conceded": _concede,
    "force.submitted": _force,
    "hand.submitted": _hand,
    "hand.played": _played,
    "command_units.sealed": _sealed,
    "command_units.revealed": _revealed,
    "vote.cast": _voted,
    "bye.asked": _bye,
    "player.checked_in": lambda event, player, data: "You are checked in.",
    "player.left": lambda event, player, data: "You have left the event. Thank you for playing.",
    "draft.picked": lambda event, player, data: "Picked.",
}
