"""Intervals for an average that hold however often one looks: confidence sequences by betting.

Whoever believes that the average of figures between 0 and 1 is `m` would take any bet that is fair if it is. So for
each `m` somebody bets against it, up and down, with stakes that rest on what came before. If the average is `m`, the
chance that their money ever grows to 1/alpha times what they had is at most alpha (Ville's inequality); so where it
has, `m` is ruled out for good, and nobody has to say beforehand when they will look.

The stakes are those of Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting (2023).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log, sqrt

import numpy as np

GRID = 1000
"""Steps between 0 and 1 at which averages are tried; an interval is wider by up to one at either end."""
MOST_STAKED = 0.5
"""Of what could be lost at once, so that nobody is ever ruined."""


class ConfidenceSequence:
    """The interval of an average of figures between `low` and `high`, after each of them."""

    def __init__(self, alpha: float, low: float = 0.0, high: float = 1.0) -> None:
        self.alpha = alpha
        self.count = 0
        self._low, self._width = low, high - low
        self._tried = np.linspace(0.0, 1.0, GRID + 1)
        self._up = np.zeros(GRID + 1)
        self._down = np.zeros(GRID + 1)
        """The logarithm of what those have who bet that it is more, and that it is less."""
        self._possible = np.ones(GRID + 1, dtype=bool)
        self._sum = 0.0
        self._deviations = 0.25

    @property
    def interval(self) -> tuple[float, float]:
        """The lowest and the highest average that nobody has ruled out."""
        left = np.flatnonzero(self._possible)
        if not len(left):  # so unlikely that it is one of the studies that may be wrong: what is told is the average
            first = last = round(self._guess * GRID)
        else:
            first, last = int(left[0]), int(left[-1])
        return self._scaled(max(0, first - 1) / GRID), self._scaled(min(GRID, last + 1) / GRID)

    def extend(self, figures: Iterable[float]) -> None:
        """Bet on each of these in turn, then see who has been ruled out."""
        for figure in figures:
            self._bet((figure - self._low) / self._width)

    @property
    def average(self) -> float:
        """Of the figures so far; the middle of what they can be where there are none."""
        return self._low + self._width * (self._sum / self.count if self.count else 0.5)

    @property
    def _guess(self) -> float:
        """What the average looks like to whoever has to bet before there is much to go by."""
        return (0.5 + self._sum) / (self.count + 1)

    def _bet(self, figure: float) -> None:
        turn = self.count + 1
        variance = self._deviations / turn
        stake = sqrt(2 * log(2 / self.alpha) / (variance * turn * log(1 + turn)))
        with np.errstate(divide="ignore"):
            up = np.minimum(stake, MOST_STAKED / self._tried)
            down = np.minimum(stake, MOST_STAKED / (1 - self._tried))
        self._up += np.log1p(up * (figure - self._tried))
        self._down += np.log1p(-down * (figure - self._tried))
        self.count, self._sum = turn, self._sum + figure
        self._deviations += (figure - self._guess) ** 2
        # Each of the two began with half of the money.
        self._possible &= np.maximum(self._up, self._down) < log(2 / self.alpha)

    def _scaled(self, share: float) -> float:
        return round(self._low + share * self._width, 9)
