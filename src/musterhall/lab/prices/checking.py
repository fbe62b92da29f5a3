"""Whether equal prices make even battles: by armies, and from one pair of forces to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from musterhall.lab.prices.fitting import CONFIDENCE, Floats, as_floats
from musterhall.lab.sequences import ConfidenceSequence
from musterhall.tally import counted

WITHIN = 0.03
"""How far from 50 in 100 equal prices may be."""
REPLICAS = 1000
FEWEST_PAIRS = 20
"""With fewer, a bootstrap has seen too little to say how far off it may be: pairs that agree by chance would make it
certain."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often one army beat another at equal cost."""

    armies: tuple[str, str]
    pairs: int
    won: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Check:
    """How even battles at equal cost are."""

    pairs: int
    battles: int
    shares: tuple[Share, ...]
    """By armies that met; an army that met its like says nothing here."""
    apart: float
    """How far the chances of two forces are from even, typically, once the luck of the dice is taken off."""
    apart_low: float
    apart_high: float
    known: bool = True
    """Whether this can be told: few pairs cannot, nor forces that met on one table alone, whose luck nobody can tell
    from their worth."""

    def told(self) -> str:
        """The check in a sentence or two."""
        if not self.pairs:
            return "No two forces of equal cost met, so nothing is checked."
        parts = [
            f"{one.armies[0]} won {100 * one.won:.0f} of 100 against {one.armies[1]} "
            f"({100 * one.low:.0f} to {100 * one.high:.0f})"
            for one in self.shares
        ]
        if self.known:
            parts.append(
                f"two forces are typically {100 * self.apart:.0f} points from 50 in 100 "
                f"({100 * self.apart_low:.0f} to {100 * self.apart_high:.0f})"
            )
        rests_on = f"{counted(self.battles, 'battle')} of {counted(self.pairs, 'pair')} of forces"
        return f"In {rests_on}, {'; '.join(parts) or 'nothing can be told of them'}. {self._verdict()}"

    def _verdict(self) -> str:
        lows = [self.apart_low, *(max(0.0, one.low - 0.5, 0.5 - one.high) for one in self.shares)]
        highs = [self.apart_high, *(max(abs(one.low - 0.5), abs(one.high - 0.5)) for one in self.shares)]
        if max(highs) <= WITHIN:
            return "That is within 50 ± 3."
        if max(lows) > WITHIN:
            return "That is not within 50 ± 3."
        return "Whether that is within 50 ± 3 is not yet clear; fight more battles."


def check_pairs(pairs: Sequence[Any], wins: Sequence[Sequence[float]]) -> Check:
    """What battles of equal cost come to; `wins` are red's by pair and seed."""
    chance = np.random.default_rng(len(pairs))
    averages = as_floats([np.mean(one) for one in wins])
    luck = as_floats([np.var(one, ddof=1) / len(one) if len(one) > 1 else np.nan for one in wins])
    apart, low, high = _apart(averages, luck, chance)
    armies = list(dict.fromkeys(pair.armies for pair in pairs if pair.armies[0] != pair.armies[1]))
    shares = [_share(armies_of, averages[[pair.armies == armies_of for pair in pairs]]) for armies_of in armies]
    known = int((~np.isnan(luck)).sum()) >= FEWEST_PAIRS
    return Check(len(pairs), 2 * sum(map(len, wins)), tuple(shares), apart, low, high, known)


def _share(armies: tuple[str, str], averages: Floats) -> Share:
    """The interval holds for any number of pairs, also for a few that agree by chance."""
    sequence = ConfidenceSequence(1 - CONFIDENCE)
    sequence.extend(map(float, averages))
    return Share(armies, len(averages), float(averages.mean()), *sequence.interval)


def _apart(averages: Floats, luck: Floats, chance: np.random.Generator) -> tuple[float, float, float]:
    """The root of the mean square of what is not luck; a pair that met once is no help."""
    known = ~np.isnan(luck)
    if known.sum() < FEWEST_PAIRS:
        return 0.0, 0.0, 0.5
    squares = (averages[known] - 0.5) ** 2 - luck[known]
    drawn = squares[chance.integers(0, len(squares), size=(REPLICAS, len(squares)))].mean(axis=1)
    low, high = _interval(np.sqrt(np.maximum(drawn, 0.0)))
    return float(np.sqrt(max(0.0, float(squares.mean())))), low, high


def _interval(values: Floats) -> tuple[float, float]:
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(values, [tail, 100 - tail])
    return float(low), float(high)
