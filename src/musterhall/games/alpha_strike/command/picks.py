"""One thing to choose for an ability or a formation: a word of several, or who gets what."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from musterhall.battle.decisions import Answer, Draw, Illegal, Schema

Pair = tuple[int, Any]
"""A unit, and what it gets."""


@dataclass(frozen=True)
class Pick(ABC):
    """What is chosen, under the key that answers and positions use for it."""

    key: str
    section: str

    @abstractmethod
    def usual(self) -> Any:
        """What holds when nothing is said: a sensible first choice."""

    @abstractmethod
    def options(self) -> Iterator[Any]:
        """Some answers, the usual one first."""

    @abstractmethod
    def sample(self, draw: Draw) -> Any:
        """Any legal answer."""

    @abstractmethod
    def check(self, answer: Answer) -> Any:
        """What the answer means, or `Illegal`."""

    @abstractmethod
    def schema(self) -> Schema:
        """The form of an answer."""

    def refuse(self, reason: str) -> Illegal:
        return Illegal(f"{self.key}: {reason}", self.section)


@dataclass(frozen=True)
class OneOf(Pick):
    """One of several; the first is the usual one."""

    choices: tuple[Any, ...]

    def usual(self) -> Any:
        return self.choices[0]

    def options(self) -> Iterator[Any]:
        yield from self.choices

    def sample(self, draw: Draw) -> Any:
        return self.choices[draw(len(self.choices))]

    def check(self, answer: Answer) -> Any:
        for choice in self.choices:
            if choice == answer and isinstance(choice, bool) == isinstance(answer, bool):
                return choice
        offered = ", ".join(repr(choice) if choice == "" else str(choice) for choice in self.choices)
        raise self.refuse(f"{answer!r:.60} is not on offer; choose from {offered}")

    def schema(self) -> Schema:
        return {"enum": list(self.choices)}


@dataclass(frozen=True)
class Given(Pick):
    """Who gets what: pairs of a unit and what it gets, up to a number of units."""

    offers: Mapping[int, Sequence[Any]]
    """What each unit may get."""
    most: int
    """How many units may get something."""
    same: bool = False
    """All of them get the same."""
    once: bool = False
    """Nobody gets what another has."""
    several: bool = False
    """One unit may get several things."""
    least: int = 0
    """How many units must get something."""
    counts: Mapping[Any, int] = field(default_factory=dict)
    """How many may get each thing, where that is limited."""
    name: Callable[[Any], str] = str
    """What a thing is called."""

    def usual(self) -> list[Pair]:
        return self._fill(list(self.offers), lambda things: things[0])

    def options(self) -> Iterator[list[Pair]]:
        """The usual one, nobody, and each unit alone with each thing."""
        yield self.usual()
        if self.least:
            return
        yield []
        for unit, things in self.offers.items():
            for thing in things:
                if self.most > 0:
                    yield [(unit, thing)]

    def sample(self, draw: Draw) -> list[Pair]:
        units = list(self.offers)
        for place in range(len(units) - 1, 0, -1):
            other = draw(place + 1)
            units[place], units[other] = units[other], units[place]
        return self._fill(units, lambda things: things[draw(len(things))])

    def _fill(self, units: Sequence[int], pick: Callable[[Sequence[Any]], Any]) -> list[Pair]:
        """Give to these units in turn, as far as it goes."""
        found: list[Pair] = []
        counts: Counter[Any] = Counter()
        for unit in units:
            left = [thing for thing in self.offers[unit] if self.may_get(thing, found, counts)]
            if left and len(found) < self.most:
                found.append((unit, pick(left)))
                counts[found[-1][1]] += 1
        return found

    def may_get(self, thing: Any, found: Sequence[Pair], counts: Mapping[Any, int]) -> bool:
        """Whether a thing may still be given, beside what others got."""
        if self.same and found and found[0][1] != thing:
            return False
        limit = 1 if self.once else self.counts.get(thing)
        return limit is None or counts.get(thing, 0) < limit

    def check(self, answer: Answer) -> list[Pair]:
        if not isinstance(answer, list) or not all(isinstance(one, list | tuple) and len(one) == 2 for one in answer):
            raise self.refuse("say it as a list of pairs, each a unit by number and what it gets")
        pairs = [self._pair(unit, thing) for unit, thing in answer]
        units = [unit for unit, _ in pairs]
        if len(set(pairs)) < len(pairs) or (len(set(units)) < len(units) and not self.several):
            raise self.refuse("a unit stands there twice")
        if len(set(units)) > self.most:
            raise self.refuse(f"{len(set(units))} units get something, and {self.most} may")
        if len(set(units)) < self.least:
            raise self.refuse(f"{len(set(units))} units get something, and {self.least} must")
        counts: Counter[Any] = Counter()
        for place, (_, thing) in enumerate(pairs):
            if not self.may_get(thing, pairs[:place], counts):
                what = "all of them get the same" if self.same else f"too many get {self.name(thing)}"
                raise self.refuse(what)
            counts[thing] += 1
        return pairs

    def _pair(self, unit: Any, thing: Any) -> Pair:
        if isinstance(unit, bool) or not isinstance(unit, int) or unit not in self.offers:
            raise self.refuse(f"{unit!r:.40} is no unit that may get something; there are {list(self.offers)}")
        if isinstance(thing, bool) or thing not in self.offers[unit]:
            offered = ", ".join(self.name(one) for one in self.offers[unit])
            raise self.refuse(f"{thing!r:.40} is not on offer; choose from {offered}")
        return unit, thing

    def schema(self) -> Schema:
        things = list(dict.fromkeys(thing for things in self.offers.values() for thing in things))
        pair = [{"enum": list(self.offers)}, {"enum": things}]
        one: Schema = {"type": "array", "prefixItems": pair, "minItems": 2, "maxItems": 2}
        return {"type": "array", "items": one}
