"""What players still hide, from whoever reads the journal while the event is on: cards of hands, command units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.events.entries import Entry
from musterhall.events.event import Event, Player
from musterhall.events.forces import hands_of, knows_hand, played_in
from musterhall.events.sealing import Sealed
from musterhall.game.hands import HandCards

DRAFT_SECRETS = {
    "draft.opened": frozenset({"draft", "group", "method", "seats", "units", "seconds"}),
    "draft.picked": frozenset({"draft", "player"}),
    "draft.expired": frozenset({"draft", "player", "by_organiser"}),
}
"""What of a draft's entries may be seen while it runs; from the rest the hands could be worked out."""


def hides_cards(event: Event, entry: Entry) -> bool:
    """Whether an entry names cards of a hand that nobody else may know yet."""
    if event.finished:
        return False
    return entry.kind == "hand.submitted" or (entry.kind == "hand.played" and not _on_the_table(event, entry.data))


def hides_anything(event: Event, entry: Entry) -> bool:
    """Whether an entry must not leave the hall as it is: it has cards of a hand or command units that are hidden."""
    if entry.kind == "command_units.sealed":
        return not event.finished and not is_revealed(event, entry)
    return hides_cards(event, entry)


def plays_to_show(event: Event, player: Player, who: str) -> dict[int, str | None]:
    """The card that a player played in each round, None where whoever asks may not know it yet."""
    return {number: card if _may_know(event, player, number, who) else None for number, card in player.played.items()}


def hand_to_show(event: Event, player: Player, who: str) -> HandCards:
    """A hand as far as somebody may see it: all of it or nothing."""
    return player.hand if event.finished or knows_hand(player, who) else ()


def _may_know(event: Event, player: Player, number: int, who: str) -> bool:
    data = {"round": number, "player": player.id, "card": player.played[number]}
    return event.finished or knows_hand(player, who) or _on_the_table(event, data)


def is_revealed(event: Event, entry: Entry) -> bool:
    """Whether this very choice of command units is open: one that was changed before the reveal stays a secret."""
    found = next(
        (one.sealed.get(entry.data["player"]) for one in event.rounds if one.number == entry.data["round"]), None
    )
    return found is not None and found.revealed and found.salt == entry.data["salt"]


def open_data(event: Event, entry: Entry) -> dict[str, Any]:
    """An entry's data without what is still secret: units under a seal, tournament hands, the hands of a draft."""
    data = dict(entry.data)
    if hides_cards(event, entry):
        return {name: value for name, value in data.items() if name not in ("cards", "card")}
    if entry.kind == "command_units.sealed" and not is_revealed(event, entry):
        kept = Sealed(tuple(data["units"]), data["salt"])
        return {"round": data["round"], "player": data["player"], "seal": kept.seal}
    if (shown := DRAFT_SECRETS.get(entry.kind)) is not None:
        draft = event.drafts.get(str(data.get("draft")))
        if draft is None or not draft.finished:
            return {name: value for name, value in data.items() if name in shown}
    return data


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
