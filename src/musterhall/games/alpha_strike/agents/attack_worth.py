"""What damage is worth: in the points of whom it is done to, with what it takes to cripple and to destroy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from musterhall.battle.decisions import Answer
from musterhall.games.alpha_strike.agents.weighing import CHANCES
from musterhall.games.alpha_strike.attacks.target_number import HIGHEST
from musterhall.games.alpha_strike.position.position import Position

HURT, CRIPPLED, KILLED = 0.5, 0.3, 0.6
"""What it is worth, in the points of a target, to take all it has left, to cripple it, and to destroy it."""
DONE_FOR = 0.01
"""What a point of damage is worth to somebody who has been hit to death already."""


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that may be made."""

    answer: Answer
    value: float
    why: str
    """A sentence, without its end."""


def hit_chance(number: int) -> float:
    """That 2D6 come to a target number."""
    return float(CHANCES[max(2, number)]) if number <= HIGHEST else 0.0


def volley_worth(view: Position, target: int, dice: float, hit: float, price: float) -> float:
    """What so many dice at a target are worth, each of which does a point."""
    left, cripples = what_is_left(view, target)
    if left <= 0:
        return DONE_FOR * dice * hit
    harm = min(dice * hit, left) / left
    kill = at_least(round(dice), left, round(hit, 3))
    cripple = at_least(round(dice), cripples, round(hit, 3)) if cripples > 0 else 0.0
    return price * (HURT * harm + CRIPPLED * cripple + KILLED * kill)


def blow_worth(view: Position, target: int, points: float, hit: float, price: float) -> float:
    """What one throw is worth that does all its points or none."""
    left, cripples = what_is_left(view, target)
    if left <= 0:
        return DONE_FOR * points * hit
    cripple = CRIPPLED if 0 < cripples <= points else 0.0
    kill = KILLED if points >= left else 0.0
    return hit * price * (HURT * min(points, left) / left + cripple + kill)


def what_is_left(view: Position, target: int) -> tuple[int, int]:
    """What a target has left, with what is marked, and how much of that cripples it; 0 where nothing does any more."""
    condition, one = view.conditions[target], view.unit(target)
    left = condition.armour + condition.structure - sum(mark.points for mark in condition.marks)
    return left, 0 if condition.crippled else max(0, left - (one.card.structure + 1) // 2)


def dice_that_need(dice: int, number: int) -> str:
    """So many dice that need a number, in words."""
    return f"1 die that needs {number}" if dice == 1 else f"{dice} dice that need {number}"


@lru_cache(maxsize=8192)
def at_least(dice: int, wanted: int, hit: float) -> float:
    """That at least so many of the dice hit."""
    if wanted > dice:
        return 0.0
    chances = [1.0]
    for _ in range(dice):
        chances = [
            (chances[n] * (1 - hit) if n < len(chances) else 0.0) + (chances[n - 1] * hit if n else 0.0)
            for n in range(len(chances) + 1)
        ]
    return sum(chances[wanted:])
