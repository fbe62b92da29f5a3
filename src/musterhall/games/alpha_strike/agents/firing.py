"""Whom the captain fires at, and how hot: what each shot is worth, by the number that the rules give."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from musterhall.battle.decisions import Answer, Illegal
from musterhall.games.alpha_strike.agents.aiming import expected
from musterhall.games.alpha_strike.agents.outlook import Outlook, worth
from musterhall.games.alpha_strike.agents.weighing import CHANCES
from musterhall.games.alpha_strike.attacks.arms import overheat_of
from musterhall.games.alpha_strike.attacks.attacking import Act
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.volleys import volley
from musterhall.games.alpha_strike.position.position import Position

LOOKED_AT = 4
"""How many targets are looked at closely."""
TRIES = 8
HURT, CRIPPLED, KILLED = 0.5, 0.3, 0.6
"""What it is worth, in the points of a target, to take all it has left, to cripple it, and to destroy it."""
HEAT = 0.08
"""What each point of heat costs, in the points of the unit that takes it."""
HOT = 3
"""At so much heat the next point shuts a unit down."""


@dataclass(frozen=True, slots=True)
class Fire:
    """A shot that was chosen."""

    answer: Answer
    value: float
    why: str


def best_fire(decision: Act, view: Position, outlook: Outlook) -> Fire | None:
    """The shot that is worth most."""
    unit = decision.unit
    ids, foes = outlook.foes(view, view.unit(unit).side)
    if not ids:
        return _best_structure(decision, view)
    promise = expected(view, unit, outlook, foes)
    best = _best_structure(decision, view)
    seen = 0
    for place in np.argsort(-promise, kind="stable")[:TRIES].tolist():
        if promise[place] <= 0.0 or seen == LOOKED_AT:
            break
        try:
            _, shot = decision.check({"attack": "weapons", "target": ids[place]})
        except Illegal:
            continue
        seen += 1
        fire = _weighed(view, unit, shot, outlook)
        if best is None or fire.value > best.value:
            best = fire
    return best


def _best_structure(decision: Act, view: Position) -> Fire | None:
    """The best shot at a building or bunker that the scenario counts."""
    unit = decision.unit
    best: Fire | None = None
    for piece in view.scenario.targets(view, unit):
        each = view.scenario.worth_of(view, unit, piece)
        if not each or (best is not None and each <= best.value / 10):
            continue
        try:
            _, shot = decision.check({"attack": "weapons", "structure": piece})
        except Illegal:
            continue
        rolled = volley(view, unit, shot)
        hit = float(CHANCES[max(2, rolled.number)]) if rolled.number <= 12 else 0.0
        value = each * hit * rolled.points
        if best is None or value > best.value:
            name = view.field.ground.pieces[piece].name
            why = f"The {name} is worth most: {dice_that_need(rolled.points, rolled.number)}"
            best = Fire({"attack": "weapons", "structure": piece}, value, why)
    return best


def _weighed(view: Position, unit: int, shot: Shot, outlook: Outlook) -> Fire:
    """What a shot is worth, with as much overheating as pays."""
    rolled, target = volley(view, unit, shot), view.unit(shot.target)
    hit = float(CHANCES[max(2, rolled.number)]) if rolled.number <= 12 else 0.0
    heat, price = view.conditions[unit].heat, worth(view.unit(unit))
    best, hottest = -1.0, 0
    for points in range(overheat_of(view, unit, shot.range, shot.mount) + 1):
        dice = rolled.points + points + 0.5 * rolled.minimal
        cost = HEAT * price * points * (1.0 + (heat + points)) if points else 0.0
        if heat + points > HOT:
            cost += 0.5 * price
        value = _value(view, shot.target, dice, hit, float(outlook.worth[shot.target])) - cost
        if value > best:
            best, hottest = value, points
    answer: dict[str, object] = {"attack": "weapons", "target": shot.target}
    if hottest:
        answer["overheat"] = hottest
    dice = rolled.points + hottest
    why = f"{target.name} is worth most: {dice_that_need(dice, rolled.number)}"
    return Fire(answer, best, why)


def dice_that_need(dice: int, number: int) -> str:
    return f"1 die that needs {number}" if dice == 1 else f"{dice} dice that need {number}"


def _value(view: Position, target: int, dice: float, hit: float, price: float) -> float:
    """What so many dice at a target are worth: harm, a cripple, a kill; nothing where it is done for already."""
    condition, one = view.conditions[target], view.unit(target)
    whole = condition.armour + condition.structure
    left = whole - sum(mark.points for mark in condition.marks)
    if left <= 0:
        return 0.01 * dice * hit
    cripples = left - (one.card.structure + 1) // 2
    harm = min(dice * hit, left) / left
    kill = at_least(round(dice), left, round(hit, 3))
    cripple = at_least(round(dice), cripples, round(hit, 3)) if not condition.crippled and cripples > 0 else 0.0
    return price * (HURT * harm + CRIPPLED * cripple + KILLED * kill)


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


def needing(dice: int, number: int) -> str:
    """So many dice that need a number, in words."""
    return f"1 die that needs {number}" if dice == 1 else f"{dice} dice that need {number}"
