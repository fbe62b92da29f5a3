"""How a battle of Age of Destruction stands or ended, as figures and as a sentence."""

from __future__ import annotations

from typing import Any

from musterhall.game.battles import Outcome, Progress, ScoreTable
from musterhall.games.age_of_destruction.position.position import (
    CARDS,
    CLEAN_UP,
    COMMAND,
    DEPLOYMENT,
    INFILTRATORS,
    ORDER,
    OVER,
    SET_UP,
    START,
    TERRAIN,
    Position,
)
from musterhall.games.age_of_destruction.victory.score_card import score_card
from musterhall.games.age_of_destruction.victory.winning import conditions_won, standing
from musterhall.tally import counted

BEFORE = (SET_UP, TERRAIN, CARDS, DEPLOYMENT, INFILTRATORS)
STAGES = {START: "start of the turn", COMMAND: "command stage", ORDER: "order stage", CLEAN_UP: "clean-up stage"}


def first_mover(position: Position) -> int | None:
    """10 The first player, once the battle has begun."""
    return None if position.stage in BEFORE else position.first


def outcome(position: Position) -> Outcome:
    """Who won and by what, and what each side has lost and kept."""
    sides = [_side(position, side) for side in (0, 1)]
    winner = position.winner if position.winner in (0, 1) else None
    figures = {
        "winner": "" if winner is None else position.field.players[winner].name,
        "by": position.ended_by,
        "rounds": position.round,
        "sides": sides,
        "card": score_card(position),
    }
    losses = tuple((side["eliminated"], side["units"]) for side in sides)
    return Outcome(sentence(position), winner, position.round, position.ended_by, figures, _table(sides), losses)


def sentence(position: Position) -> str:
    """Who won and by what."""
    if position.stage != OVER:
        return f"Nobody has won yet: the battle stands in {place(position)}."
    winner = position.winner
    if winner not in (0, 1):
        return f"Nobody wins after {counted(_rounds(position), 'round')}: {position.ended_by}."
    mine, theirs = conditions_won(position)[winner], conditions_won(position)[1 - winner]
    by = f"{counted(mine, 'condition')} to {theirs}"
    wins = position.field.players[winner].does("wins", "win")
    return f"{wins} after {counted(_rounds(position), 'round')} with {by}: {position.ended_by}."


def place(position: Position) -> str:
    """Where a battle stands, in words."""
    if position.stage == OVER:
        return f"round {_rounds(position)}, after the end"
    if position.stage in BEFORE:
        return "the set-up"
    return f"round {position.round}, {position.field.players[position.side].name}'s {STAGES[position.stage]}"


def progress(position: Position) -> Progress:
    """How far a battle has come, and who is left."""
    last = position.field.edition.round_limit
    before = position.stage in BEFORE
    done = 0 if before else last if position.stage == OVER else position.round - 1
    left = tuple((position.field.players[side].name, _able(position, side)) for side in (0, 1))
    return Progress("Before the battle" if before else f"Round {_rounds(position)}", done, last, left, "able units")


def _rounds(position: Position) -> int:
    return min(position.round, position.field.edition.round_limit)


def _able(position: Position, side: int) -> int:
    return sum(position.is_able(unit) for unit in position.field.of_side[side])


def _side(position: Position, side: int) -> dict[str, Any]:
    own = position.field.of_side[side]
    now = standing(position, side)
    return {
        "name": position.field.players[side].name,
        "vc1": now.vc1,
        "vc2": now.vc2,
        "vc3": now.vc3,
        "vc4": now.vc4,
        "conditions": conditions_won(position)[side],
        "units": len(own),
        "able": _able(position, side),
        "eliminated": sum(position.states[unit].place == "eliminated" for unit in own),
    }


ROWS = {
    "vc1": "condition 1: eliminated",
    "vc2": "condition 2: the battlefield",
    "vc3": "condition 3: the opponent's zone",
    "vc4": "condition 4: the mission",
    "conditions": "conditions won",
    "able": "able units",
    "eliminated": "units lost",
}


def _table(sides: list[dict[str, Any]]) -> ScoreTable:
    rows = tuple(
        (words, tuple(str(side[key]) for side in sides)) for key, words in ROWS.items() if sides[0][key] is not None
    )
    return ScoreTable(tuple(str(side["name"]) for side in sides), rows)
