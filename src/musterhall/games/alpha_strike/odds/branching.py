"""Dice that fall every way: a rule is run once for each, and its results are weighed by how likely they are.

A rule is run with faces that were told before. Where it asks for more, it is stopped and run again from its start, once
for each way in which that roll can fall. So a chance comes from the rule that a battle plays by, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from itertools import product
from typing import TypeVar

from musterhall.dice import Dice, Die

Result = TypeVar("Result", bound=Hashable)
Chances = dict[Result, float]
"""Every result that can come about, with its chance."""


class Untold(Exception):
    """A rule asks for dice that nobody has told."""

    def __init__(self, number: int, die: Die) -> None:
        super().__init__(f"{number} x {die.name}")
        self.number = number
        self.die = die


class ToldDice(Dice):
    """Rolls that are told one by one."""

    __slots__ = ("rolls",)

    def __init__(self, rolls: tuple[tuple[int, ...], ...]) -> None:
        super().__init__(0, recording=False)
        self.rolls = rolls

    def roll(self, number: int, die: Die, purpose: str) -> list[int]:
        if self.count == len(self.rolls):
            raise Untold(number, die)
        self.count += 1
        return list(self.rolls[self.count - 1])


@cache
def ways_to_fall(number: int, die: Die) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every roll that makes a difference, with its chance: two dice are told apart by their sum alone."""
    each = 1.0 / die.faces**number
    rolls: dict[object, tuple[tuple[int, ...], float]] = {}
    for faces in product(range(1, die.faces + 1), repeat=number):
        key = sum(faces) if number == 2 else faces
        rolls[key] = (faces, rolls.get(key, (faces, 0.0))[1] + each)
    return tuple(rolls.values())


def every_way(run: Callable[[Dice], Result]) -> Chances[Result]:
    """What a rule comes to in every way its dice can fall. `run` begins anew each time that it is called."""
    found: Chances[Result] = {}
    todo: list[tuple[tuple[tuple[int, ...], ...], float]] = [((), 1.0)]
    while todo:
        rolls, chance = todo.pop()
        try:
            result = run(ToldDice(rolls))
        except Untold as more:
            todo += [((*rolls, faces), chance * share) for faces, share in ways_to_fall(more.number, more.die)]
        else:
            found[result] = found.get(result, 0.0) + chance
    return found


def added(one: Mapping[int, float], other: Mapping[int, float]) -> Chances[int]:
    """The chances of the sum of two figures that have nothing to do with each other."""
    sums: Chances[int] = {}
    for a, chance in one.items():
        for b, share in other.items():
            sums[a + b] = sums.get(a + b, 0.0) + chance * share
    return sums


def mean(chances: Mapping[int, float]) -> float:
    return sum(value * chance for value, chance in chances.items())
