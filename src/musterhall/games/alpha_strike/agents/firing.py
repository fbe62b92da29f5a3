"""What the captain does with its weapons: whom it fires at, how hot, and over whose eyes, by the rules' own numbers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from musterhall.battle.decisions import Illegal
from musterhall.games.alpha_strike.agents.aiming import expected
from musterhall.games.alpha_strike.agents.attack_worth import Attack, dice_that_need, hit_chance, volley_worth
from musterhall.games.alpha_strike.agents.outlook import Outlook, worth
from musterhall.games.alpha_strike.attacks.arms import overheat_of
from musterhall.games.alpha_strike.attacks.attacking import Act, may_act
from musterhall.games.alpha_strike.attacks.lots import Volley
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.spotting import fires_indirectly, indirect_shots
from musterhall.games.alpha_strike.attacks.volleys import volley
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Floats

LOOKED_AT = 4
"""How many targets are looked at closely."""
TRIES = 8
HEAT = 0.08
"""What each point of heat costs, in the points of the unit that takes it."""
HOT = 3
"""At so much heat the next point shuts a unit down."""
SHUT_DOWN = 0.5
"""What it costs a unit to shut down, in its points."""


def shots(decision: Act, view: Position, outlook: Outlook, ids: list[int], foes: Floats) -> Iterator[Attack]:
    """The shots at enemies that promise most, direct ones first."""
    unit = decision.unit
    if not ids:
        return
    promise = expected(view, unit, outlook, foes)
    hidden: list[int] = []
    seen = 0
    for place in np.argsort(-promise, kind="stable")[:TRIES].tolist():
        if promise[place] <= 0.0 or seen == LOOKED_AT:
            break
        try:
            _, shot = decision.check({"attack": "weapons", "target": ids[place]})
        except Illegal:
            hidden.append(ids[place])
            continue
        seen += 1
        yield _direct(view, unit, shot, outlook)
    if hidden and fires_indirectly(view, unit):
        yield from _indirect(decision, view, outlook, hidden[:LOOKED_AT], foes)


def shots_at_structures(decision: Act, view: Position) -> Iterator[Attack]:
    """The shots at bunkers that the scenario counts, directly or over a spotter."""
    unit = decision.unit
    best = 0.0
    for piece in view.scenario.targets(view, unit):
        each = view.scenario.worth_of(view, unit, piece)
        if not each or each <= best / 10:
            continue
        answer = {"attack": "weapons", "structure": piece}
        try:
            _, shot = decision.check(answer)
        except Illegal:
            continue
        rolled = volley(view, unit, shot)
        value = each * hit_chance(rolled.number) * rolled.points
        name = view.field.ground.pieces[piece].name
        why = f"The {name} is worth most: {dice_that_need(rolled.points, rolled.number)}"
        best = max(best, value)
        yield Attack(answer, value, why)


def _direct(view: Position, unit: int, shot: Shot, outlook: Outlook) -> Attack:
    """A shot with as much overheating as pays."""
    rolled, hit = _rolled(view, unit, shot)
    heat, price = view.conditions[unit].heat, worth(view.unit(unit))
    best, hottest = -1.0, 0
    for points in range(overheat_of(view, unit, shot.range, shot.mount) + 1):
        dice = rolled.points + points + 0.5 * rolled.minimal
        cost = HEAT * price * points * (1.0 + (heat + points)) if points else 0.0
        if heat + points > HOT:
            cost += SHUT_DOWN * price
        value = volley_worth(view, shot.target, dice, hit, float(outlook.worth[shot.target])) - cost
        if value > best:
            best, hottest = value, points
    answer: dict[str, object] = {"attack": "weapons", "target": shot.target}
    if hottest:
        answer["overheat"] = hottest
    dice_said = dice_that_need(rolled.points + hottest, rolled.number)
    return Attack(answer, best, f"{view.unit(shot.target).name} is worth most: {dice_said}")


def _indirect(decision: Act, view: Position, outlook: Outlook, hidden: list[int], foes: Floats) -> Iterator[Attack]:
    """8 Fire at those whom it does not see itself, over a friend who does."""
    unit = decision.unit
    for target, shot in indirect_shots(view, unit, hidden).items():
        rolled, hit = _rolled(view, unit, shot)
        value = volley_worth(view, target, rolled.points + 0.5 * rolled.minimal, hit, float(outlook.worth[target]))
        value -= _spoiled(view, shot.spotter, outlook, foes)
        name, spotter = view.unit(target).name, view.unit(shot.spotter).name
        why = f"{spotter} spots {name} for it: {dice_that_need(rolled.points, rolled.number)}"
        answer = {"attack": "weapons", "target": target, "spotter": shot.spotter}
        if decision.legal(answer):
            yield Attack(answer, value, why)


def _spoiled(view: Position, spotter: int, outlook: Outlook, foes: Floats) -> float:
    """8 What a spotter gives away who has yet to fire, and then needs one more."""
    if not may_act(view, spotter):
        return 0.0
    plain, harder = (float(expected(view, spotter, outlook, foes, more).max()) for more in (0.0, 1.0))
    return plain - harder


def _rolled(view: Position, unit: int, shot: Shot) -> tuple[Volley, float]:
    rolled = volley(view, unit, shot)
    return rolled, hit_chance(rolled.number)
