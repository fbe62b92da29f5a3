"""A match of an event that is fought here: whether it can be, its battle, and the card that comes of it.

The battle is fought with the forces that were handed in and by the pack's scenario and readings. Nothing of it counts
by itself: its figures are put into the card, which both players send and confirm as they would any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from secrets import randbelow
from typing import Any

from musterhall.events.cards import Card
from musterhall.events.event import Event, Match, Player, Round
from musterhall.events.matches import read_card_of
from musterhall.game.battles import Force
from musterhall.game.bounds import require_small
from musterhall.games import battles_of, game_named
from musterhall.playing.record import Seat
from musterhall.playing.room import NoSuchBattle
from musterhall.playing.sitting import Sitting
from musterhall.problems import BadInput
from musterhall.web.house import House

NOBODY = -1
"""Who may hand out links of other seats: in a match each player comes by the own page alone."""
ON_YOUR_TABLE = "Play it on your table."


@dataclass(frozen=True, slots=True)
class Fighting:
    """What a player's page says of fighting the match here."""

    battle: str = ""
    cannot: str = ""
    """Why it cannot be fought here, in a sentence."""


def fighting(event: Event, round_: Round, match: Match) -> Fighting | None:
    """Whether a match can be fought here, as far as that is known without its forces; None where all is settled."""
    if match.settled:
        return None
    return Fighting(match.battle, "" if match.battle else _cannot(event, round_, match))


def _cannot(event: Event, round_: Round, match: Match) -> str:
    game, scenario = game_named(event.pack.game), event.scenario_of(round_)
    if game.battles is None or not game.battles.gestures:
        return f"{game.words.title} cannot be fought here. {ON_YOUR_TABLE}"
    if game.battles.setup_for(scenario.name, scenario.title) is None:
        return f"{scenario.title} cannot be fought here: no battle plays this scenario. {ON_YOUR_TABLE}"
    if any(event.player(id_).roster is None for id_ in match.players):
        return "This match can be fought here as soon as both forces are accepted."
    return ""


def begin(house: House, event_id: str, event: Event, player: Player) -> str:
    """Begin the battle of a player's match; what keeps it from being fought is told in a sentence."""
    round_ = event.current
    match = round_.match_of(player.id) if round_ else None
    if round_ is None or match is None or match.settled:
        raise BadInput("You have no match that could be fought here now.")
    if problem := _cannot(event, round_, match):
        raise BadInput(problem)
    game, scenario = game_named(event.pack.game), event.scenario_of(round_)
    battles = battles_of(game)
    setup_name = battles.setup_for(scenario.name, scenario.title) or ""
    red, blue = (_force(house, event, event.player(id_), player) for id_ in match.players)
    variants = game.variants.chosen(event.pack.chosen_variants()) if game.variants is not None else None
    table = game.tables.of_setup(setup_name, randbelow(1_000_000)) if game.tables is not None else None
    setup = battles.setup_named(setup_name, red, blue, table, variants)
    require_small(battles.bounds(setup), "the battle", "play it on your table")
    names = [event.player(id_).name for id_ in match.players]
    return house.room.begin(
        game.name,
        setup,
        f"{event.name}, round {round_.number}: {names[0]} against {names[1]}",
        (Seat(name=names[0][:60]), Seat(name=names[1][:60])),
        match=_named(event_id, round_, match),
        who=player.id,
        host=NOBODY,
    )


def battle_of(house: House, event_id: str, round_: Round | None, match: Match | None) -> str:
    """The battle that was begun for this very match, or nothing: what an event's journal says of a battle may have been
    written by a stranger, and only the battle itself knows whose it is."""
    if round_ is None or match is None or not match.battle:
        return ""
    try:
        begun = house.room.look(match.battle).record.begun
    except NoSuchBattle:
        return ""
    return match.battle if begun.match == _named(event_id, round_, match) else ""


def _named(event_id: str, round_: Round, match: Match) -> dict[str, object]:
    return {"event": event_id, "round": round_.number, "table": match.table}


def _force(house: House, event: Event, whose: Player, asking: Player) -> Force:
    """The force that a player handed in. What keeps another's from fighting is theirs to know."""
    game = game_named(event.pack.game)
    assert whose.force is not None, "a force that was accepted was handed in"
    try:
        force = game.forces.read(whose.force.text, "the force", house.library(game.name))
        problems = [str(one) for one in battles_of(game).cannot_fight(force)]
    except BadInput as unreadable:
        problems = [str(unreadable)]
    if problems and whose.id == asking.id:
        raise BadInput(f"Your force cannot fight here: {problems[0]} {ON_YOUR_TABLE}")
    if problems:
        raise BadInput(f"{whose.name}'s force cannot fight here. {ON_YOUR_TABLE}")
    return force


# The card


@dataclass(frozen=True, slots=True)
class Drafted:
    """A card as the battle filled it in, or why there is none."""

    card: Card | None
    sentence: str
    over: bool
    kind: str = "wait"


def drafted_card(house: House, event_id: str, event: Event, player: Player) -> Drafted | None:
    """What a battle comes to on the card; None where no battle was fought, or a card was sent already."""
    round_ = event.current
    match = round_.match_of(player.id) if round_ else None
    if match is None or not match.battle or match.settled or match.sent:
        return None
    battle = battle_of(house, event_id, round_, match)
    if not battle:
        return Drafted(None, "The battle of this match is no longer here; fill the card in by hand.", over=True)
    with house.room.with_lock(battle):
        return _drafted(event, match, house.room.look(battle))


def _drafted(event: Event, match: Match, sitting: Sitting) -> Drafted:
    ended = sitting.record.ended
    if ended is None:
        return Drafted(None, "The battle goes on; when it is over, the card is filled in from it.", over=False)
    figures = _figures(sitting)
    if figures is None:
        return Drafted(None, f"{ended.sentence} Fill the card in by hand.", over=True)
    filled = "The card below is filled in as the battle ended: look it over, then send it."
    if ended.by == "resigned":
        filled += " If the match is given up as well, whoever resigned concedes it at the bottom of this page."
    return Drafted(read_card_of(event, match, figures), f"{ended.sentence} {filled}", over=True, kind="good")


def _figures(sitting: Sitting) -> dict[str, Any] | None:
    fight = sitting.fight
    return None if fight is None else fight.battles.score_card(fight.battle.position)
