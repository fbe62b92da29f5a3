"""When time is called, how far the turn is played, and how a match is brought to its end."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.position.position import (
    COMBAT,
    END,
    INITIATIVE,
    MOVEMENT,
    OVER,
    START,
    Phase,
    Position,
)

SECTION = "13.5"
SIDES = ("Red", "Blue")
CALLED = "time is called"


def call_time(battle: Battle[Position]) -> None:
    """13.5 Time is called where it is due; between two turns, or by one reading at any moment, that ends the match."""
    position = battle.position
    if position.time_due is None and not position.time_called:
        return
    if position.time_due == (position.turn, position.phase) and not position.time_called:
        position.time_called = position.phase
        battle.tell("time", "Time is called", SECTION, phase=position.phase)
    at_once = position.field.edition.time_called == "at_once" or position.phase == START
    if position.time_called and at_once:
        finish(battle, CALLED)


def cut_short(position: Position, phase: Phase) -> None:
    """13.5 Once time is called, no other phase begins but the End Phase."""
    if not position.time_called or position.field.edition.time_called != "phase":
        return
    if phase in (INITIATIVE, MOVEMENT) and position.phase in (MOVEMENT, COMBAT) and position.phase != phase:
        position.phase = END


def ends_at_once(battle: Battle[Position]) -> bool:
    """13.6 By one reading a match is over as soon as its condition is met, and not at the turn's end."""
    position = battle.position
    if position.field.edition.early_end != "at_once" or position.phase == OVER:
        return False
    why = position.scenario.finished(position)
    if why:
        finish(battle, why)
    return bool(why)


def why_over(position: Position) -> str:
    """13.1 E7 Why a match is over: the scenario's own condition, nobody left on a side, or time."""
    by_scenario = position.scenario.finished(position)
    if by_scenario:
        return by_scenario
    for side in (0, 1):
        if not position.scenario.on_board(position, side):
            return f"{SIDES[side]} has no unit left"
    if position.time_called:
        return CALLED
    if position.turn >= position.field.edition.turn_limit:
        return f"{CALLED} after turn {position.turn}"
    return ""


def finish(battle: Battle[Position], why: str) -> None:
    """13.1 The match is over; who has won is settled."""
    position = battle.position
    position.scenario.settle(battle)
    position.phase, position.ended_by = OVER, why
    position.winner = position.scenario.winner(position)
    who = "nobody has won" if position.winner < 0 else f"{SIDES[position.winner]} has won"
    battle.tell("end", f"The match is over: {why}; {who}", SECTION, winner=position.winner)
