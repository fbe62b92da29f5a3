"""What becomes of one unit when damage that is marked beside it takes effect, in every way the dice can fall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any, NamedTuple

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.dice import Dice
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.damage import apply_damage
from musterhall.games.alpha_strike.harm.protection import building_around
from musterhall.games.alpha_strike.odds.branching import Chances, every_way
from musterhall.games.alpha_strike.position.condition import DESTROYED, NAMES, Condition, Mark
from musterhall.games.alpha_strike.position.position import Position

State = tuple[Any, ...]
"""A condition that can be told from another."""


class Harm(NamedTuple):
    """What one attack does to a unit: damage that is marked, and heat."""

    mark: Mark
    heat: int = 0


class NoPlay:
    """Rules that play nothing on: the battle is there to roll dice for."""

    name = "alpha_strike"
    version = ""

    def step(self, battle: Battle[Position]) -> Rule[None]:
        return
        yield

    def over(self, position: Position) -> bool:
        return True


def still_battle(position: Position) -> Battle[Position]:
    """A battle on a copy of a position in which nothing happens by itself."""
    return Battle(NoPlay(), position.copy(), Dice(0), recording=False, forking=False)


class Fates:
    """The fates of one unit, which are worked out once for each condition and harm."""

    def __init__(self, position: Position, target: int) -> None:
        self.target = target
        self.battle = still_battle(position)
        self._kept: dict[tuple[State, Harm], Chances[State]] = {}
        unmarked = position.conditions[target].copy()
        unmarked.marks = ()
        self.start = state_of(unmarked)
        self.lost = self._lost()
        self._drives = position.unit(target).is_vehicle
        self._alike: dict[int, int] = {}
        # A building keeps off a part that depends on where an attack comes from.
        self._in_building = building_around(position, target) is not None

    def after(self, states: Mapping[State, float], harms: Mapping[Harm, float]) -> Chances[State]:
        """The chances of each state once an attack that may do any of this has taken effect."""
        found: Chances[State] = {}
        for state, chance in states.items():
            for harm, share in harms.items():
                for then, part in self._after(state, harm).items():
                    found[then] = found.get(then, 0.0) + chance * share * part
        return found

    def _after(self, state: State, harm: Harm) -> Chances[State]:
        if state == self.lost or not (harm.mark.points or harm.mark.critical_rolls or harm.heat):
            return {state: 1.0}
        key = (state, harm._replace(mark=harm.mark._replace(by=self._stand_in(harm.mark.by))))
        if key not in self._kept:
            self._kept[key] = self._worked_out(state, harm)
        return self._kept[key]

    def _stand_in(self, by: int) -> int:
        """The first attacker who is just like this one: what they do comes to the same."""
        if by not in self._alike:
            self._alike[by] = next((one for one in self._alike if self._is_like(one, by)), by)
        return self._alike[by]

    def _is_like(self, one: int, other: int) -> bool:
        if NOBODY in (one, other):
            return one == other
        units = self.battle.position.field.units
        first, second = units[one], units[other]
        named = replace(first.card, name=second.card.name, chassis=second.card.chassis, variant=second.card.variant)
        return named == second.card and first.abilities == second.abilities and not self._in_building

    def _worked_out(self, state: State, harm: Harm) -> Chances[State]:
        """One roll after the other where that comes to the same: each is then worked out once for each state.

        A vehicle rolls for its drive after all criticals, so a mark on it takes effect as a whole.
        """
        mark = harm.mark
        if mark.critical_rolls and mark.points and not self._drives:
            hit = self._after(state, Harm(mark._replace(critical_rolls=0), harm.heat))
            return self.after(hit, {Harm(mark._replace(points=0)): 1.0})
        return every_way(lambda dice: self._applied(state, harm, dice))

    def _applied(self, state: State, harm: Harm, dice: Dice) -> State:
        condition = condition_of(state)
        condition.marks = (harm.mark,)
        condition.heat_marked += harm.heat
        self.battle.position.conditions[self.target] = condition
        self.battle.dice = dice
        apply_damage(self.battle, [self.target])
        return self.lost if condition.place == DESTROYED else state_of(condition)

    def _lost(self) -> State:
        """One state for a unit that is lost, however it came to that."""
        condition = condition_of(self.start)
        condition.structure, condition.place = 0, DESTROYED
        return state_of(condition)


def state_of(condition: Condition) -> State:
    """What can be told of a condition, but for whose doing it is: that changes nothing here, and doubles the states."""
    condition.hurt_by, condition.killed_by = (), NOBODY
    used = condition.used
    return (*_PLAIN(condition), tuple(sorted(used.items())) if used else ())


def condition_of(state: State) -> Condition:
    """A condition of its own as the state says."""
    condition = Condition.__new__(Condition)
    for name, value in zip(_NAMES, state, strict=False):
        setattr(condition, name, value)
    condition.used = dict(state[-1])
    return condition


_NAMES = tuple(name for name in NAMES if name != "used")
_PLAIN = attrgetter(*_NAMES)
