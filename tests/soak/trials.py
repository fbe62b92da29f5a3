"""What `make soak` tries: small functions that take a seed and raise when something is not as it should be.

A seed is all that a trial depends on, so whatever failed once can be tried again with its seed alone. A trial may count
what occurred, and say what must have occurred after so many times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

Run = Callable[[int], Counter[str] | None]
Wanted = Callable[[], Mapping[str, str]]
"""What is to occur, each with its title."""


def _nothing() -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Trial:
    name: str
    run: Run
    sample: int = 2
    """How many seeds every test run tries."""
    wanted: Wanted = _nothing
    within: int = 0
    """After so many times all that is wanted must have occurred."""

    @property
    def about(self) -> str:
        return (self.run.__doc__ or "").split("\n")[0]


Counted = TypeVar("Counted", Counter[str], None)
TRIALS: dict[str, Trial] = {}


def trial(
    name: str, *, sample: int = 2, wanted: Wanted = _nothing, within: int = 0
) -> Callable[[Callable[[int], Counted]], Callable[[int], Counted]]:
    """Registers the function as a trial."""

    def register(run: Callable[[int], Counted]) -> Callable[[int], Counted]:
        TRIALS[name] = Trial(name, run, sample, wanted, within)
        return run

    return register


def all_trials() -> list[Trial]:
    """Every trial there is; to read a module registers its own."""
    from tests.soak import (
        addresses,
        answers,
        attacks,
        battles,
        events,
        forces,
        hardship,
        odds,
        random_dials,
        random_musters,
        scenarios,
        studies,
        writers,
    )
    from tests.soak import skies_and_seas as elsewhere

    assert all((addresses, attacks, battles, events, forces, hardship, random_dials, random_musters, scenarios))
    assert all((answers, odds, studies, writers, elsewhere))
    return list(TRIALS.values())
