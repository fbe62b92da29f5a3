"""What the captain does in base contact: blows, charges and death from above, where they beat its weapons."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from musterhall.games.alpha_strike.agents.attack_worth import HURT, Attack, blow_worth, hit_chance
from musterhall.games.alpha_strike.agents.going import LEAP, MODES, WALK, Going
from musterhall.games.alpha_strike.agents.outlook import Outlook, worth
from musterhall.games.alpha_strike.agents.weighing import FOE_RADIUS, FOE_SHORT, FOE_TMM, FOE_WORTH, FOE_X, FOE_Y
from musterhall.games.alpha_strike.attacks.attacking import Act
from musterhall.games.alpha_strike.attacks.physical import (
    ANTI_MECH,
    STANDARD,
    Blow,
    blow_damage,
    blow_number,
    blows,
    has_melee_weapon,
    open_hows,
    own_damage,
    reach,
)
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.allowance import GROUND, is_immobile, move_of
from musterhall.games.alpha_strike.movement.attack_moves import CHARGE, DEATH_FROM_ABOVE, is_grounded
from musterhall.games.alpha_strike.position.condition import Mode
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.scenarios.salvage import NAME as SALVAGE
from musterhall.games.alpha_strike.scenarios.salvage import salvage_of
from musterhall.geometry import Floats, Point, rounded

SHAKEN_LOOSE = 0.5
"""How much of the salvage of a carrier a blow is worth that makes it drop everything."""
CRITICAL = 0.08
"""What a critical roll is worth, in the points of whom it is rolled for."""
OWN = 0.8
"""What a point of its own is worth to a unit, beside a point of the enemy's."""
MINIMAL = 0.5


def best_blows(decision: Act, view: Position, outlook: Outlook, foes: Floats) -> Iterator[Attack]:
    """Every blow that a unit can strike now, with what it is worth."""
    unit = decision.unit
    if not _touches_somebody(view, unit, foes):
        return
    counted = view.scenario.targets(view, unit)
    for blow in blows(view, unit):
        if blow.piece != NOBODY and blow.piece not in counted:
            continue
        yield _weighed(view, unit, blow, outlook)


def _touches_somebody(view: Position, unit: int, foes: Floats) -> bool:
    """A quick look, before the rules are asked."""
    if view.scenario.targets(view, unit):
        return bool(open_hows(view, unit))
    if not len(foes):
        return False
    x, y = view.at(unit)
    apart = np.hypot(foes[:, FOE_X] - x, foes[:, FOE_Y] - y) - foes[:, FOE_RADIUS] - view.unit(unit).radius
    return bool(apart.min() <= reach(view))


def _weighed(view: Position, unit: int, blow: Blow, outlook: Outlook) -> Attack:
    damage, number = blow_damage(view, unit, blow), blow_number(view, unit, blow)
    points, hit = damage.value + MINIMAL * damage.minimal, hit_chance(number)
    answer: dict[str, object] = {"attack": "physical", "how": blow.how}
    if blow.piece != NOBODY:
        answer["structure"] = blow.piece
        value = hit * points * view.scenario.worth_of(view, unit, blow.piece)
        name = f"The {view.field.ground.pieces[blow.piece].name}"
    else:
        answer["target"] = blow.target
        value = blow_worth(view, blow.target, points, hit, float(outlook.worth[blow.target]))
        value += hit * _besides(view, blow, float(outlook.worth[blow.target]))
        name = view.unit(blow.target).name
    value -= _own_price(view, unit, blow, hit)
    return Attack(answer, value, f"{name} is within its arms' reach: {points:g} damage with {number} or more")


def _besides(view: Position, blow: Blow, price: float) -> float:
    """What a hit brings beside its damage: a critical roll, salvage that is dropped."""
    value = CRITICAL * price if blow.how in (DEATH_FROM_ABOVE, ANTI_MECH) else 0.0
    return value + SHAKEN_LOOSE * loose_salvage(view, blow.target)


def loose_salvage(view: Position, target: int) -> float:
    """14.6 The points of what a blow would make a carrier drop."""
    if view.scenario.name != SALVAGE or not salvage_of(view).load_of(target):
        return 0.0
    return view.scenario.prize(view, target)


def _own_price(view: Position, unit: int, blow: Blow, hit: float) -> float:
    condition = view.conditions[unit]
    left = max(1, condition.armour + condition.structure)
    takes = hit * own_damage(view, unit, blow, hit=True) + (1 - hit) * own_damage(view, unit, blow, hit=False)
    return HURT * OWN * worth(view.unit(unit)) * takes / left


# Before it moves


class Hope(NamedTuple):
    """A move into contact, and what the blow at its end may do."""

    row: int
    target: int
    """By the row of the enemy."""
    worth: float


def add_blows(going: Going, outlook: Outlook, ids: Sequence[int], foes: Floats, bias: Floats) -> list[Hope]:
    """Add to the places of a unit those from which it strikes an enemy, where a blow may do more than its weapons."""
    view, unit = going.view, going.unit
    if going.walks_on or not len(foes):
        return []
    x, y = going.begin
    apart = np.hypot(foes[:, FOE_X] - x, foes[:, FOE_Y] - y) - foes[:, FOE_RADIUS] - view.unit(unit).radius
    found: list[Hope] = []
    for way in _ways(view, unit, going.decision.modes, outlook):
        inches = move_of(view, unit, MODES[way.mode])
        for foe in np.flatnonzero(apart <= inches).tolist():
            enemy = ids[foe] if foe < len(ids) else NOBODY
            if enemy == NOBODY or not is_grounded(view, enemy) or _may_step_aside(view, enemy):
                continue
            hope = _hope(view, unit, way, foes[foe], float(bias[foe, 0]), float(outlook.left[enemy]))
            loose = loose_salvage(view, enemy)
            plain = float(outlook.figures[unit, FOE_SHORT]) * hit_chance(int(way.number + foes[foe, FOE_TMM]))
            if not loose and hope <= plain * foes[foe, FOE_WORTH]:
                continue
            row = going.add_contact(way.mode, _beside(view, unit, foes[foe]), way.said)
            if row >= 0:
                hit = hit_chance(int(way.number + foes[foe, FOE_TMM] + bias[foe, 0]))
                found.append(Hope(row, foe, hope + SHAKEN_LOOSE * hit * loose))
    return found


def _may_step_aside(view: Position, enemy: int) -> bool:
    """Whether an enemy has yet to move, and so need not wait for a blow."""
    return not view.conditions[enemy].mode and not is_immobile(view, enemy)


class _Way(NamedTuple):
    """A way to come to blows."""

    mode: int
    said: Mode
    points: int
    number: int
    """What it needs before the target's movement."""
    own: float
    """What it costs whoever strikes, in points."""


def _ways(view: Position, unit: int, modes: Sequence[Mode], outlook: Outlook) -> Iterator[_Way]:
    one, size = view.unit(unit), view.unit(unit).card.size
    point = OWN * float(outlook.worth[unit] / outlook.left[unit])
    if GROUND in modes and STANDARD in open_hows(view, unit):
        yield _Way(WALK, GROUND, size + has_melee_weapon(view, unit), one.skill, 0.0)
    if CHARGE in modes:
        yield _Way(WALK, CHARGE, size + int(outlook.tmm[unit, WALK]) // 2, one.skill + 1, size * point)
    if DEATH_FROM_ABOVE in modes:
        points = size + int(outlook.tmm[unit, LEAP]) // 2 + 1
        yield _Way(LEAP, DEATH_FROM_ABOVE, points, one.skill + 2 + 1, (size + 0.5) * point)


def _hope(view: Position, unit: int, way: _Way, foe: Floats, bias: float, left: float) -> float:
    """What a blow may be expected to do, as places are weighed: in what a point of damage is worth."""
    hit = hit_chance(int(way.number + foe[FOE_TMM] + bias))
    return float(hit * min(way.points, left) * foe[FOE_WORTH]) - way.own


def _beside(view: Position, unit: int, foe: Floats) -> Point:
    """Where a unit that goes straight to an enemy touches it."""
    (x, y), at = view.at(unit), (float(foe[FOE_X]), float(foe[FOE_Y]))
    share = (float(foe[FOE_RADIUS]) + view.unit(unit).radius) / max(0.1, math.dist((x, y), at))
    return rounded((at[0] + (x - at[0]) * share, at[1] + (y - at[1]) * share))
