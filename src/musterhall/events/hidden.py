"""What players still hide, from whoever reads the journal while the event is on: cards of hands, command units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.events.entries import Entry
from musterhall.events.event import Event
from musterhall.events.forces import hands_of, played_in


def hides_cards(event: Event, entry: Entry) -> bool:
    """Whether an entry names cards of a hand that nobody else may know yet."""
    if event.finished:
        return False
    return entry.kind == "hand.submitted" or (entry.kind == "hand.played" and not _on_the_table(event, entry.data))


def is_revealed(event: Event, entry: Entry) -> bool:
    """Whether this very choice of command units is open: one that was changed before the reveal stays a secret."""
    found = next(
        (one.sealed.get(entry.data["player"]) for one in event.rounds if one.number == entry.data["round"]), None
    )
    return found is not None and found.revealed and found.salt == entry.data["salt"]


def _on_the_table(event: Event, data: Mapping[str, Any]) -> bool:
    """Whether both players know this card; one that was taken back since is in the hand again."""
    number, player = data["round"], event.players.get(data["player"])
    round_ = next((one for one in event.rounds if one.number == number), None)
    match = round_.match_of(data["player"]) if round_ else None
    if player is None or match is None or number not in player.played:
        return False
    if not hands_of(event.pack.game).same(player.played[number], data["card"]):
        return False
    return match.settled or played_in(event, number, event.player(match.other(player.id))) is not None
