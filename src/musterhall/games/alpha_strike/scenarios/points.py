"""What a match comes to: each side's points as they stand now, and the score card as an event reads it."""

from __future__ import annotations

from typing import Any

from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.position import Position

MOST_POINTS = 400
"""13.1 Objective Points and Destruction Points count no further."""
WIN, DRAW = 200, 100
"""13.1 Victory Points."""
STANDING, CRIPPLED, DESTROYED, WITHDRAWN = "standing", "crippled", "destroyed", "withdrawn"
SIDES = ("red", "blue")


def standing(position: Position) -> dict[str, dict[str, Any]]:
    """13.1, 15 What each side would score if the match ended now."""
    sides = position.scenario.standing(position)
    return dict(zip(SIDES, sides, strict=True))


def score_card(position: Position) -> dict[str, Any]:
    """13.1, 15 The match's score card, in the form in which an event takes it."""
    fields = position.scenario.objective_figures(position)
    card: dict[str, Any] = {
        "sides": [{"fields": fields[side], "units": unit_states(position, side)} for side in (0, 1)],
        "ended": how_ended(position),
    }
    dice = position.scenario.tie_rolls(position)
    return card | ({"dice": dice} if dice else {})


def unit_states(position: Position, side: int) -> dict[str, str]:
    """What became of a side's units, by the names on its list; who is unharmed is left out."""
    names = [one.name for one in position.field.players[side].force.units]
    states = [position.scenario.unit_state(position, unit) for unit in position.field.of_side[side]]
    return {name: state for name, state in zip(names, states, strict=True) if state != STANDING}


def how_ended(position: Position) -> str:
    """13.1 E7 How the match ended, in the score card's word."""
    if position.scenario.finished(position):
        return "early"
    return "time" if all(position.in_play(side) for side in (0, 1)) else "no_opponent"


def destruction_points(position: Position, side: int) -> float:
    """13.4 The points of the opponent's units that are destroyed, and half of those crippled and still here."""
    points = 0.0
    for unit in position.field.of_side[1 - side]:
        state = position.scenario.unit_state(position, unit)
        share = {DESTROYED: 1.0, CRIPPLED: 0.5}.get(state, 0.0)
        points += share * position.unit(unit).points
    return min(points, MOST_POINTS)


def victory_points(objective: tuple[int, int]) -> tuple[int, int]:
    """13.1 For who has more Objective Points, or half for each."""
    if objective[0] == objective[1]:
        return DRAW, DRAW
    return (WIN, 0) if objective[0] > objective[1] else (0, WIN)


def leader(figures: tuple[float, float]) -> int:
    """The side with more; NOBODY where both are level."""
    return NOBODY if figures[0] == figures[1] else int(figures[1] > figures[0])


def markers(position: Position) -> list[dict[str, Any]]:
    """What lies on the table, as plain data for a drawing."""
    return list(position.scenario.markers(position))
