"""Which lists to bring, and how often, when the other does not say: a matrix of chances as a zero-sum game.

Solved by regret matching plus, whose average mixes close in on an equilibrium. How close is not believed but worked
out: what each mix is worth against the best answer to it bounds the value from both sides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from musterhall.lab.prices.fitting import Floats, as_floats

CLOSE = 1e-4
MOST_STEPS = 200_000
LOOK_EVERY = 500


@dataclass(frozen=True, slots=True)
class Mixed:
    """An equilibrium: how often each row and column is chosen, and what the row's player can count on."""

    rows: Floats
    columns: Floats
    low: float
    """What the rows are sure of, whatever the other does."""
    high: float
    """What the columns hold them to."""

    @property
    def value(self) -> float:
        return (self.low + self.high) / 2

    @property
    def gap(self) -> float:
        """How far this may be from the very best."""
        return self.high - self.low


def solve(matrix: Floats) -> Mixed:
    """The mixes for a matrix of what the row's player gets."""
    paid = as_floats(matrix)
    regrets = np.zeros(paid.shape[0]), np.zeros(paid.shape[1])
    sums = np.zeros(paid.shape[0]), np.zeros(paid.shape[1])
    best: Mixed | None = None
    for step in range(1, MOST_STEPS + 1):
        rows = _mix(regrets[0])
        gets = paid @ _mix(regrets[1])
        np.maximum(regrets[0] + gets - rows @ gets, 0.0, out=regrets[0])
        rows = _mix(regrets[0])
        columns = _mix(regrets[1])
        gives = rows @ paid
        np.maximum(regrets[1] + gives @ columns - gives, 0.0, out=regrets[1])
        sums[0][:] += step * rows
        sums[1][:] += step * _mix(regrets[1])
        if step % LOOK_EVERY == 0:
            best = _certified(paid, sums[0] / sums[0].sum(), sums[1] / sums[1].sum())
            if best.gap <= CLOSE:
                break
    assert best is not None
    return best


def _mix(regrets: Floats) -> Floats:
    total = float(regrets.sum())
    return regrets / total if total > 0 else np.full(len(regrets), 1 / len(regrets))


def _certified(paid: Floats, rows: Floats, columns: Floats) -> Mixed:
    return Mixed(rows, columns, float((rows @ paid).min()), float((paid @ columns).max()))
