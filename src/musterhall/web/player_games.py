"""One player's games as anybody may see them: whom they met, how it went, and what it brought."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from musterhall.events.event import Event, Player, Round
from musterhall.events.records import records, winner_of
from musterhall.events.standings import standings
from musterhall.web.rosters import open_rows


@dataclass(frozen=True, slots=True)
class Game:
    """A player's part of a round."""

    round: int
    scenario: str
    table: int | None
    """None where the player had no opponent."""
    opponent: Player | None
    outcome: str
    """won, drawn, lost, bye, or nothing while it is played."""
    points: Fraction | None


def games_view(event: Event, player: Player) -> dict[str, Any]:
    found = standings(event)
    record = records(event, found.through, found.rounds)[player.id]
    rounds = [one for one in event.rounds if one.published]
    games = [
        game
        for round_, points in zip_longest(rounds, record.points)
        if (game := _game(event, round_, player, points)) is not None
    ]
    first = event.rules.standings.order[0]
    return {
        "player": player,
        "record": record,
        "standing": next((row for row in (*found.rows, *found.apart) if row.player == player.id), None),
        "placed": any(row.player == player.id for row in found.rows),
        "places": len(found.rows),
        "first": first,
        "first_title": event.rules.titles()[first],
        "games": games,
        "final": event.finished,
        "force": published_force(event, player),
    }


def published_force(event: Event, player: Player) -> dict[str, Any] | None:
    """A player's force as an opponent sees it, once the organiser has published the lists."""
    if not event.lists_published or player.force is None or player.roster is None:
        return None
    rows = open_rows(event.pack.game, player.roster, player.force)
    return {"name": player.force.force, "points": player.force.points, "rows": rows}


def _game(event: Event, round_: Round, player: Player, points: Fraction | None) -> Game | None:
    title = event.scenario_of(round_).title
    match = round_.match_of(player.id)
    if match is None:
        bye = player.id in round_.byes
        return Game(round_.number, title, None, None, "bye", points) if bye else None
    outcome = ""
    if match.settled:
        winner = winner_of(match)
        drawn = winner is None and not match.nobody_came
        outcome = "drawn" if drawn else "won" if winner == player.id else "lost"
    return Game(round_.number, title, match.table, event.player(match.other(player.id)), outcome, points)
