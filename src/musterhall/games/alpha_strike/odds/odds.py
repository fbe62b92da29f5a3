"""The odds of one attack or of a round of fire on one target: damage, criticals, and whether it is the end of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.battle.decisions import Illegal
from musterhall.games.alpha_strike.attacks.attacking import why_not_acting
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.volleys import volley
from musterhall.games.alpha_strike.attacks.weapons import read_shot
from musterhall.games.alpha_strike.odds.branching import Chances, added, mean
from musterhall.games.alpha_strike.odds.fate import Fates, Harm, State, condition_of
from musterhall.games.alpha_strike.odds.volleys import harms_of
from musterhall.games.alpha_strike.position.condition import Condition
from musterhall.games.alpha_strike.position.position import Position


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack of those that are weighed."""

    unit: int
    shot: Shot
    number: int
    """What each die needs."""
    dice: int
    expected: float
    """The damage it does on average."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What comes of some attacks on one target, once they have taken effect."""

    target: int
    attacks: tuple[Attack, ...]
    damage: Chances[int]
    """The chance of each number of points that hit."""
    expected: float
    destroyed: float
    by_damage: float
    """That the points alone are enough to destroy it, without a critical hit."""
    crippled: float
    """That it lives and is crippled."""
    criticals: Chances[str]
    """The chance that it lives with at least one more of each, by name."""

    def at_least(self, points: int) -> float:
        """The chance of so many points or more."""
        return sum(chance for value, chance in self.damage.items() if value >= points)


def odds_of(position: Position, target: int, attacks: Sequence[tuple[int, Mapping[str, Any]]]) -> Odds:
    """The odds of attacks on a target, in this order: who fires, and how, as an answer to its action says it."""
    fates = Fates(position, target)
    states: Chances[State] = {fates.start: 1.0}
    for mark in position.conditions[target].marks:
        states = fates.after(states, {Harm(mark): 1.0})
    damage: Chances[int] = {0: 1.0}
    weighed = []
    for unit, how in attacks:
        shot = shot_at(position, unit, target, how)
        rolled = volley(position, unit, shot)
        harms = harms_of(position, unit, shot, rolled)
        points = _points(harms)
        damage, states = added(damage, points), fates.after(states, harms)
        weighed.append(Attack(unit, shot, rolled.number, rolled.dice, mean(points)))
    return _odds(position, target, tuple(weighed), damage, states, fates.lost)


def damage_of(position: Position, unit: int, shot: Shot) -> Chances[int]:
    """The chance of each number of points that one shot does: quick, for what follows from them is not looked at."""
    return _points(harms_of(position, unit, shot, volley(position, unit, shot)))


def _points(harms: Chances[Harm]) -> Chances[int]:
    points: Chances[int] = {}
    for harm, chance in harms.items():
        points[harm.mark.points] = points.get(harm.mark.points, 0.0) + chance
    return points


def left_of(condition: Condition) -> int:
    """How many points a unit still bears, with those that are marked already."""
    return condition.armour + condition.structure - sum(mark.points for mark in condition.marks)


def shot_at(position: Position, unit: int, target: int, how: Mapping[str, Any]) -> Shot:
    """The shot of a unit at a target; `Illegal` where there is none."""
    try:
        why = why_not_acting(position, unit)
        if why:
            raise Illegal(why, "13.1")
        return read_shot(position, unit, {**how, "target": target})
    except Illegal as complaint:
        names = f"{position.unit(unit).name} cannot fire so at {position.unit(target).name}"
        raise Illegal(f"{names}: {complaint.reason}", complaint.section) from None


def _odds(
    position: Position,
    target: int,
    attacks: tuple[Attack, ...],
    damage: Chances[int],
    states: Chances[State],
    lost: State,
) -> Odds:
    before = position.conditions[target]
    crippled, criticals = 0.0, dict.fromkeys(CRITICALS, 0.0)
    for state, chance in states.items():
        if state == lost:
            continue
        after = condition_of(state)
        crippled += chance * after.crippled
        for name in CRITICALS:
            criticals[name] += chance * (_count(name, after) > _count(name, before))
    whole = left_of(before)
    return Odds(
        target,
        attacks,
        damage,
        mean(damage),
        states.get(lost, 0.0),
        sum(chance for points, chance in damage.items() if points >= whole),
        crippled,
        {name: chance for name, chance in criticals.items() if chance},
    )


CRITICALS = {
    "engine hit": "engine_hits",
    "fire control hit": "fire_control_hits",
    "weapon hit": "weapon_hits",
    "leg hit": "mp",
    "drive slowed": "slowed",
    "drive halved": "halved",
    "immobilised": "immobile",
    "crew stunned": "stunned_until",
    "heat": "heat_marked",
}
"""What a unit may live on with, and where its condition says so."""


def _count(name: str, condition: Condition) -> Any:
    where = CRITICALS[name]
    drive: tuple[str, ...] = condition.drive
    return getattr(condition, where) if hasattr(condition, where) else drive.count(where)
