"""What `make soak` tries: small functions that take a seed and raise when something is not as it should be.

A seed is all that a trial depends on, so whatever failed once can be tried again with its seed alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Run = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Trial:
    name: str
    run: Run
    sample: int = 2
    """How many seeds every test run tries."""

    @property
    def about(self) -> str:
        return (self.run.__doc__ or "").split("\n")[0]


TRIALS: dict[str, Trial] = {}


def trial(name: str, *, sample: int = 2) -> Callable[[Run], Run]:
    """Registers the function as a trial."""

    def register(run: Run) -> Run:
        TRIALS[name] = Trial(name, run, sample)
        return run

    return register


def all_trials() -> list[Trial]:
    """Every trial there is; to read a module registers its own."""
    from tests.soak import addresses, attacks, battles, events, forces, writers

    assert all((addresses, attacks, battles, events, forces, writers))
    return list(TRIALS.values())
