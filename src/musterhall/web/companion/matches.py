"""A match of an event whose sheets are kept here: whether they can be, where they are, and the card that comes of them.

Sheets hold what both players may know: the lists that they show each other at the table. What either conceals is left
out before anything is written down, so both phones can be told the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from musterhall.companion.folder import name_of
from musterhall.companion.record import Record
from musterhall.events.event import Event, Match, Player, Round
from musterhall.events.matches import read_card_of
from musterhall.events.wording import possessive
from musterhall.game.companion import OVER, Companion, Counted, Standing
from musterhall.games import game_named
from musterhall.packs.card_rules import CardField
from musterhall.problems import BadInput
from musterhall.web.house import House
from musterhall.web.playing.matches import Drafted

ON_PAPER = "Keep them on paper."
MANY = 99
"""The most that is counted where a pack says no number."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A match whose sheets are kept, seen by one of its players."""

    round: Round
    match: Match
    side: int
    name: str
    """Of the journal."""

    @property
    def code(self) -> str:
        """By which a page knows these sheets from others."""
        return self.name.rpartition("/")[2]


def sheets_note(event: Event, match: Match) -> str | None:
    """What a player's page says of keeping the sheets here: nothing against it, or why not; None where all is settled
    or the game has none."""
    if match.settled or not game_named(event.pack.game).has_companion:
        return None
    if any(event.player(id_).roster is None for id_ in match.players):
        return "The sheets of this match can be kept here as soon as both forces are accepted."
    return ""


def kept_of(house: House, event_id: str, event: Event, player: str) -> Kept | None:
    """The player's match of this round, where its sheets may be kept."""
    round_ = event.current
    match = round_.match_of(player) if round_ else None
    if round_ is None or match is None or not game_named(event.pack.game).has_companion:
        return None
    return Kept(round_, match, match.side(player), name_of(event_id, identity(house, event_id, round_, match)))


def identity(house: House, event_id: str, round_: Round, match: Match) -> dict[str, Any]:
    """What makes a match this one: an event that was begun anew under its name, and a round that was paired again,
    have others."""
    return {
        "event": event_id,
        "begun": house.desk(event_id).ledger.entries[0].at,
        "round": round_.number,
        "published": round_.published_by,
        "table": match.table,
        "players": list(match.players),
    }


def begin(house: House, event_id: str, event: Event, player: Player) -> None:
    """Begin the sheets of a player's match; what keeps them from being kept is told in a sentence."""
    kept = kept_of(house, event_id, event, player.id)
    if kept is None or kept.match.settled:
        raise BadInput("You have no match whose sheets could be kept here now.")
    if house.sheets.find(kept.name) is not None:
        return
    if note := sheets_note(event, kept.match):
        raise BadInput(note)
    data = _made_of(house, event, kept, player)
    match = identity(house, event_id, kept.round, kept.match)
    house.sheets.begin(kept.name, event.pack.game, match, data, player.id)


def _made_of(house: House, event: Event, kept: Kept, asking: Player) -> dict[str, Any]:
    game, scenario = game_named(event.pack.game), event.scenario_of(kept.round)
    companion = game.companion
    assert companion is not None, "asked before"
    players = [event.player(id_) for id_ in kept.match.players]
    red, blue = (_force(house, event, one, asking) for one in players)
    fields = event.rules.card_fields(scenario)
    variants = game.variants.chosen(event.pack.chosen_variants()) if game.variants is not None else None
    names = (players[0].name, players[1].name)
    data = companion.begin((red, blue), names, (scenario.name, scenario.title), list(_counted(fields)), variants)
    _require_rosters(companion, data, kept.match)
    return data


def _counted(fields: list[CardField]) -> Iterator[Counted]:
    """What the card asks each player for."""
    for one in fields:
        if not one.shared:
            most = one.most_per if one.per else 1 if one.yes else one.most
            yield Counted(one.name, one.title, MANY if most is None else most, bool(one.per))


def _force(house: House, event: Event, whose: Player, asking: Player) -> Any:
    """The force that a player handed in. What keeps another's from being read is theirs to know."""
    game = game_named(event.pack.game)
    try:
        if whose.force is None:
            raise BadInput("it was not handed in here.")
        return game.forces.read(whose.force.text, "the force", house.library(game.name))
    except BadInput as problem:
        if whose.id == asking.id:
            raise BadInput(f"Your force cannot be put on sheets: {problem} {ON_PAPER}") from None
        raise BadInput(f"{possessive(whose.name)} force cannot be put on sheets. {ON_PAPER}") from None


def _require_rosters(companion: Companion, data: dict[str, Any], match: Match) -> None:
    """A force may have been changed since the round was paired; the card asks for the one of then."""
    sheets = companion.tabletop(data).sheets
    for side, roster in enumerate(match.rosters):
        names = [sheet.name for sheet in sheets if sheet.side == side]
        if roster is None or [unit.name for unit in roster.units] != names:
            raise BadInput(f"The forces have changed since this round was paired, so there are no sheets. {ON_PAPER}")


# The card


def sheets_card(house: House, event_id: str, event: Event, player: Player) -> Drafted | None:
    """The card as the sheets fill it in; None where none are kept, or a card was sent already."""
    kept = kept_of(house, event_id, event, player.id)
    if kept is None or kept.match.settled or kept.match.sent:
        return None
    record = house.sheets.find(kept.name)
    if record is None or record.last == 1:
        return None
    with house.sheets.with_lock(kept.name):
        return _drafted(event, kept, record)


def _drafted(event: Event, kept: Kept, record: Record) -> Drafted:
    standing = record.tabletop.stands(record)
    card = read_card_of(event, kept.match, standing.card)
    if number := len(record.disputes()):
        boxes = "one box" if number == 1 else f"{number} boxes"
        return Drafted(card, f"Filled in from your sheets, but {boxes} are marked twice: settle that first.", over=True)
    if is_over(record, standing):
        return Drafted(card, "Filled in from your sheets: look it over, then send it.", over=True, kind="good")
    return Drafted(card, "Filled in from your sheets as they stand. The match is not marked as over.", over=True)


def is_over(record: Record, standing: Standing) -> bool:
    return bool(standing.over or record.value(OVER))
