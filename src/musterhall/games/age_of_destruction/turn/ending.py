"""Rule 9: when the game is over, and how both players agree to it or say that time is called."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule, YesOrNo
from musterhall.games.age_of_destruction.position.position import OVER, Position
from musterhall.games.age_of_destruction.victory.missions import score_eliminations
from musterhall.games.age_of_destruction.victory.winning import decide

AGREED, TIME = "end the game", "time is called"
PROPOSALS = {AGREED: "proposes to end the game", TIME: "says that time is called"}
"""What a player may say in place of an order, and the other must confirm."""
SIDES = ("Red", "Blue")


class Agree(YesOrNo):
    """9 Whether the other player agrees."""

    __slots__ = ("what",)
    kind = "agree"
    section = "9"

    def __init__(self, player: int, what: str) -> None:
        super().__init__(player)
        self.what = what

    def question(self) -> str:
        return f"Your opponent {PROPOSALS[self.what]}. Do you agree?"


def propose(battle: Battle[Position], what: str) -> Rule[None]:
    """9 The game ends if the other player agrees; a call of time ends it as far on as that is read."""
    position = battle.position
    agreed = yield Agree(1 - position.side, what)
    if not agreed:
        battle.tell("agree", f"{SIDES[1 - position.side]} does not agree", "9")
    elif what == AGREED:
        end(battle, "both players agreed to end it")
    else:
        position.time_called = True
        battle.tell("time", "Time is called", "9")


def check_end(battle: Battle[Position], *, after: str) -> None:
    """9 Looked at after each order and each turn: nobody able left on a side, or time."""
    position = battle.position
    if position.stage == OVER:
        return
    edition = position.field.edition
    why = ""
    if after == "turn" or edition.end_check == "each_order":
        why = why_nobody_left(position)
    if not why and _time_is_up(position, after):
        why = "time was called"
    if not why and after == "round" and position.round > edition.round_limit:
        why = f"time was called after round {edition.round_limit}"
    if why:
        end(battle, why)


def _time_is_up(position: Position, after: str) -> bool:
    if not position.time_called:
        return False
    far = {"at_once": ("order", "turn", "round"), "finish_turn": ("turn", "round"), "equal_turns": ("round",)}
    return after in far[position.field.edition.time_called]


def why_nobody_left(position: Position) -> str:
    """9 Why the game is over: at most one player has an able unit."""
    empty = [side for side in (0, 1) if not any(position.is_able(unit) for unit in position.field.of_side[side])]
    if len(empty) == 2:
        return "nobody has an able unit left"
    return f"{SIDES[empty[0]]} has no able unit left" if empty else ""


def end(battle: Battle[Position], why: str) -> None:
    """9 The battle is over, and somebody has won."""
    position = battle.position
    position.ended_by, position.stage = why, OVER
    score_eliminations(position)
    decide(battle)
    battle.tell("end", f"The battle is over: {why}", "9", winner=position.winner)
