"""One throw of 2D6 for a whole attack: blows, shells and bombs, which never roll a die for each point."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.attacks.target_number import HIGHEST
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import abilities_of, formation_effects


class Throw(NamedTuple):
    """4 What 2D6 came to against a target number."""

    total: int
    number: int
    hit: bool

    @property
    def twelve(self) -> bool:
        return self.hit and self.total == HIGHEST

    @property
    def missed_by(self) -> int:
        """By how many points; a natural 2 that would have been enough misses by one."""
        return 0 if self.hit else max(1, self.number - self.total)


Again = Callable[[Battle[Position], int, Throw], Rule[bool]]
MISSED: Moment[Again] = Moment("after a throw missed", "4")
"""Whether an ability of the attacker throws again; the second throw stands."""
HIT: Moment[Again] = Moment("after a throw hit", "4")
"""The same for an ability of the target."""


Fits = Callable[[int], bool]
"""Whether another unit could be attacked in just the same way."""
TARGETED: Moment[Callable[[Battle[Position], int, int, Fits], Rule[int]]] = Moment("a unit is attacked", "4")
"""Before the dice: who is attacked in the end. Asked of what the target's formation gives it."""


def who_is_attacked(battle: Battle[Position], unit: int, target: int, fits: Fits) -> Rule[int]:
    """4, 18 The target of an attack when its owner has had his say."""
    if target != NOBODY:
        for _, act in TARGETED.of(formation_effects(battle.position, target)):
            target = yield from act(battle, unit, target, fits)
    return target


def throw(battle: Battle[Position], unit: int, target: int, number: int, purpose: str) -> Rule[Throw]:
    """4 Throw 2D6 for an attack, and again where an ability may do so."""
    thrown = _throw(battle, number, purpose)
    if not thrown.hit:
        for _, again in MISSED.of(abilities_of(battle.position, unit)):
            if (yield from again(battle, unit, thrown)):
                return _throw(battle, number, purpose)
    elif target != NOBODY:
        for _, again in HIT.of(abilities_of(battle.position, target)):
            if (yield from again(battle, target, thrown)):
                return _throw(battle, number, purpose)
    return thrown


def _throw(battle: Battle[Position], number: int, purpose: str) -> Throw:
    edition = battle.position.field.edition
    total = sum(battle.roll(2, D6, purpose))
    if total == 2 and edition.natural_two_misses:
        return Throw(total, number, hit=False)
    return Throw(total, number, total >= number or (total == HIGHEST and edition.natural_twelve_hits))
