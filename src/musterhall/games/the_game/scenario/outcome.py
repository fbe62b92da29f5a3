"""How a battle of THE GAME stands or ended, as figures and as a sentence."""

from __future__ import annotations

from typing import Any

from musterhall.game.battles import Outcome, Progress, ScoreTable
from musterhall.games.the_game.position.position import ACTION, NOBODY, OVER, PRE_BATTLE, SET_UP, Position
from musterhall.games.the_game.scenario.maps import holders
from musterhall.games.the_game.scenario.victory import victory_conditions, victory_points


def outcome(position: Position) -> Outcome:
    """Who won and by what, and what each side has met, earned and kept."""
    scenario = position.scenario
    held = holders(position)
    sides = [_side(position, side, held) for side in (0, 1)]
    winner = None if scenario.winner == NOBODY else scenario.winner
    figures = {
        "winner": side_name(position, scenario.winner),
        "by": scenario.ended_by,
        "turns": position.turn,
        "sides": sides,
    }
    losses = tuple((side["units"] - side["units_left"], side["units"]) for side in sides)
    sentence, table = result_sentence(position), _score_table(sides)
    return Outcome(sentence, winner, position.turn, scenario.ended_by, figures, table, losses)


def progress(position: Position) -> Progress:
    """How far a battle has come, and who is left."""
    before = position.phase in (SET_UP, PRE_BATTLE)
    last = position.scenario.last_turn
    done = 0 if before else last if position.phase == OVER else position.turn - 1
    left = tuple((position.field.players[side].name, units_left(position, side)) for side in (0, 1))
    return Progress("Before the battle" if before else f"Turn {position.turn}", done, last, left)


def first_mover(position: Position) -> int | None:
    """1.5 Who takes the first action of the battle, once it is settled."""
    if position.phase != ACTION or position.side == NOBODY:
        return None
    # Somebody may have acted without a question in between, and then the other side is to act by now.
    acted = {formation.side for formation in position.formations if formation.acted}
    return acted.pop() if len(acted) == 1 else position.side


def result_sentence(position: Position) -> str:
    """Who won and by what."""
    scenario = position.scenario
    if scenario.winner is None:
        return f"Nobody has won yet: the battle stands in {place(position)}."
    if scenario.winner == NOBODY:
        return f"A draw after {_turns(position)}: {scenario.ended_by}."
    return f"{side_name(position, scenario.winner)} wins after {_turns(position)}: {scenario.ended_by}."


def place(position: Position) -> str:
    """Where a battle stands, in words."""
    if position.phase == OVER:
        return f"turn {position.turn}, after the end"
    if position.phase in (SET_UP, PRE_BATTLE):
        return "the set-up" if position.phase == SET_UP else f"pre-battle turn {position.turn}"
    return f"turn {position.turn}, {position.phase} phase"


def side_name(position: Position, side: int | None) -> str:
    """The player's name; "nobody" for a draw, "" while the battle goes on."""
    if side is None:
        return ""
    return "nobody" if side == NOBODY else position.field.players[side].name


def units_left(position: Position, side: int) -> int:
    return sum(formation.size for formation in position.of_side(side))


def _side(position: Position, side: int, held: list[int | None]) -> dict[str, Any]:
    formations = position.of_side(side)
    return {
        "name": position.field.players[side].name,
        "army": position.field.players[side].army,
        "conditions": victory_conditions(position, side),
        "points": victory_points(position, side),
        "units": sum(formation.original for formation in formations),
        "units_left": units_left(position, side),
        "formations": len(formations),
        "formations_lost": sum(not formation.alive for formation in formations),
        "formations_broken": sum(formation.alive and formation.broken for formation in formations),
        "objectives_held": held.count(side),
    }


def _score_table(sides: list[dict[str, Any]]) -> ScoreTable:
    rows = {
        "conditions met": ["\n".join(side["conditions"]) or "none" for side in sides],
        "victory points": [str(side["points"]) for side in sides],
        "objectives held": [str(side["objectives_held"]) for side in sides],
        "units left": [f"{side['units_left']} of {side['units']}" for side in sides],
        "formations lost": [f"{side['formations_lost']} of {side['formations']}" for side in sides],
        "formations broken": [str(side["formations_broken"]) for side in sides],
    }
    heads = tuple(f"{side['name']}, {side['army']}" for side in sides)
    return ScoreTable(heads, tuple((word, tuple(figures)) for word, figures in rows.items()))


def _turns(position: Position) -> str:
    return "1 turn" if position.turn == 1 else f"{position.turn} turns"
