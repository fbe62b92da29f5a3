"""Who destroyed what: the books of a battle, kept from its log.

A game says what each of its groups is worth at a moment and who struck whom in a line of the log. What a group loses in
a line that tells who killed is theirs alone. Any other loss (it broke and ran, say) is put down to those who struck it
since the loss before, in the shares of what they did; what nobody struck is nobody's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from musterhall.battle.battle import LogLine


class Worth(NamedTuple):
    """A formation or unit at one moment. It keeps its place in the list of all for the whole battle."""

    side: int
    name: str
    cost: float
    left: float
    """What is left of its cost."""


class Strike(NamedTuple):
    """One group that hurt another, by their places in the list, and how much it did beside others."""

    by: int
    target: int
    weight: float
    kills: int = 0
    """How much of the target it destroyed for certain, where the log tells."""


@dataclass(frozen=True, slots=True)
class Account:
    """What one group cost, destroyed and lost in a battle, in points."""

    side: int
    name: str
    cost: float
    destroyed: float
    lost: float


class Ledger:
    """Watches a battle from its first line."""

    def __init__(
        self,
        worths: Callable[[Any], Sequence[Worth]],
        strikes: Callable[[LogLine, Any], Iterable[Strike]],
        told_early: frozenset[str] = frozenset(),
    ) -> None:
        self._worths = worths
        self._strikes = strikes
        self._told_early = told_early
        """Kinds of lines that tell of losses before the line that tells who struck."""
        self._before: list[float] = []
        self._destroyed: list[float] = []
        self._pending: dict[int, float] = {}
        self._hits: dict[int, dict[int, float]] = {}
        self._kills: dict[int, dict[int, float]] = {}
        """The same for those who killed in this very line."""
        self._settled: set[int] = set()

    def watch(self, line: LogLine, position: Any) -> None:
        now = self._worths(position)
        if not self._before:
            self._before = [one.cost for one in now]
            self._destroyed = [0.0] * len(now)
        self._kills = {}
        for strike in self._strikes(line, position):
            if now[strike.by].side != now[strike.target].side:
                self._note(strike)
        for place, worth in enumerate(now):
            if worth.left < self._before[place]:
                self._pending[place] = self._pending.get(place, 0.0) + self._before[place] - worth.left
            self._before[place] = worth.left
        if self._pending and line.kind not in self._told_early:
            self._settle()

    def accounts(self, position: Any) -> list[Account]:
        """The books as they stand, a line for each group."""
        destroyed = self._destroyed or [0.0] * len(self._worths(position))
        return [
            Account(one.side, one.name, one.cost, round(gone, 3), round(one.cost - one.left, 3))
            for one, gone in zip(self._worths(position), destroyed, strict=True)
        ]

    def _note(self, strike: Strike) -> None:
        if strike.target in self._settled:
            self._settled.discard(strike.target)
            self._hits[strike.target] = {}
        hits = self._hits.setdefault(strike.target, {})
        hits[strike.by] = hits.get(strike.by, 0.0) + strike.weight
        if strike.kills:
            kills = self._kills.setdefault(strike.target, {})
            kills[strike.by] = kills.get(strike.by, 0.0) + strike.kills

    def _settle(self) -> None:
        for place, loss in self._pending.items():
            hits = self._kills.get(place) or self._hits.get(place, {})
            total = sum(hits.values())
            for by, weight in hits.items():
                self._destroyed[by] += loss * weight / total
            self._settled.add(place)
        self._pending = {}
