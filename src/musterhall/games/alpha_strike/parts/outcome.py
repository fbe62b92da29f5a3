"""How a battle of Alpha Strike stands or ended, as figures and as a sentence."""

from __future__ import annotations

from typing import Any

from musterhall.game.battles import Outcome, Progress, ScoreTable
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.condition import DESTROYED, WITHDRAWN
from musterhall.games.alpha_strike.position.position import CHOICES, MOVEMENT, OVER, SET_UP, START, Position
from musterhall.tally import counted

PHASES = {"start": "start of the turn", "end": "End Phase"}


def first_mover(position: Position) -> int | None:
    """1, 13.2 Who moves first, once the initiative cannot change any more."""
    return position.first if position.phase == MOVEMENT else None


def outcome(position: Position) -> Outcome:
    """Who won and by what, and what each side has scored, lost and kept."""
    winner = winner_of(position)
    points, objectives = position.scenario.standing(position), position.scenario.objective_figures(position)
    sides = [_side(position, side, points[side], objectives[side]) for side in (0, 1)]
    figures = {
        "scenario": position.scenario.name,
        "winner": side_name(position, winner),
        "by": position.ended_by,
        "turns": position.turn,
        "sides": sides,
    }
    won = None if winner == NOBODY else winner
    losses = tuple((side["destroyed"], side["units"]) for side in sides)
    return Outcome(sentence(position), won, position.turn, position.ended_by, figures, _table(sides), losses)


def winner_of(position: Position) -> int | None:
    """The side that won, NOBODY for a draw; None while the battle goes on."""
    if position.winner is not None or position.phase != OVER:
        return position.winner
    return position.scenario.winner(position)


def sentence(position: Position) -> str:
    """Who won and by what."""
    winner = winner_of(position)
    if winner is None:
        return f"Nobody has won yet: the battle stands in {place(position)}."
    who = "A draw" if winner == NOBODY else f"{side_name(position, winner)} wins"
    return f"{who} after {counted(position.turn, 'turn')}{_points(position, winner)}: {position.ended_by}."


def _points(position: Position, winner: int) -> str:
    """The total that both sides have scored, the winner's first: with 510 points to 130."""
    red, blue = (one.get("total") for one in position.scenario.standing(position))
    if red is None or blue is None:
        return ""
    first, second = (blue, red) if winner == 1 else (red, blue)
    return f" with {first:g} points to {second:g}"


def place(position: Position) -> str:
    """Where a battle stands, in words."""
    if position.phase == OVER:
        return f"turn {position.turn}, after the end"
    if position.phase in (SET_UP, CHOICES):
        return "the set-up"
    if position.phase == START:
        return f"turn {position.turn + 1}, before it begins"
    return f"turn {position.turn}, {PHASES.get(position.phase, f'{position.phase} phase')}"


def progress(position: Position) -> Progress:
    """How far a battle has come, and who is left."""
    last = position.field.edition.turn_limit
    before = position.phase in (SET_UP, CHOICES) or not position.turn
    done = 0 if before else last if position.phase == OVER else position.turn - 1
    left = tuple((side_name(position, side), len(position.in_play(side))) for side in (0, 1))
    return Progress("Before the battle" if before else f"Turn {position.turn}", done, last, left)


def side_name(position: Position, side: int | None) -> str:
    """The player's name; "nobody" for a draw, "" while the battle goes on."""
    if side is None:
        return ""
    return "nobody" if side == NOBODY else position.field.players[side].name


def _side(position: Position, side: int, points: dict[str, Any], objectives: dict[str, Any]) -> dict[str, Any]:
    own = position.field.of_side[side]
    conditions = [position.conditions[unit] for unit in own]
    return {
        "name": side_name(position, side),
        "objectives": objectives,
        "points": points,
        "units": len(own),
        "crippled": sum(one.crippled and one.alive for one in conditions),
        "withdrawn": sum(one.place == WITHDRAWN for one in conditions),
        "destroyed": sum(one.place == DESTROYED for one in conditions),
    }


def _table(sides: list[dict[str, Any]]) -> ScoreTable:
    """What the scenario counts, the points for it, and what became of units."""
    rows = [
        (WORDS.get(name, name.replace("_", " ")), tuple(_said(side[group][name]) for side in sides))
        for group in ("objectives", "points")
        for name in sides[0][group]
    ]
    rows += [(f"units {word}", tuple(str(side[word]) for side in sides)) for word in LOSSES]
    return ScoreTable(tuple(str(side["name"]) for side in sides), tuple(rows))


LOSSES = ("crippled", "withdrawn", "destroyed")
WORDS = {
    "objective": "Objective Points",
    "victory": "Victory Points",
    "destruction": "Destruction Points",
    "total": "total",
    "vc1": "condition 1: destroyed",
    "vc2": "condition 2: standing",
    "vc3": "condition 3: in the strip",
    "conditions": "conditions won",
    "wins": "match won",
}


def _said(value: Any) -> str:
    if isinstance(value, list | tuple):
        return str(sum(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, int | float) else str(value)
