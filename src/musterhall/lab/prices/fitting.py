"""Prices from battles by a logistic model: what everything in a force adds to the log-odds of winning.

If two forces differ by one formation, the price of that formation is the handicap in points that makes them even
again. So the log-odds of a battle are a sum over what red has more than blue, and prices are these weights in points.
Beside them stands what is not for sale: the side of the table, in each scenario and for each agent. The opponent is in
the sum with everything that it has.

Where battles say little, a weak belief holds a weight near its stand-in. It is drawn anew in each replica of the
bootstrap, so that what was hardly ever fielded gets a wide interval, and not a narrow one around the belief.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from musterhall.problems import BadInput

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

LOG_ODDS = 6.0
"""What a whole force is believed to be worth, before any battle."""
OFF_BY = 25.0
"""Points that a price may well be from its stand-in, beside as much again as the stand-in itself."""
SIDE_SPREAD = 1.0
STEPS = 25
REPLICAS = 400
CONFIDENCE = 0.95
LEAST_LOG_ODDS = 0.1
"""That a whole force must be worth for its parts to have prices."""
HELD, TINY = 1e8, 1e-4
"""How firmly a weight is held at 0, and how far below it counts as there."""
ROUNDS_OF_HOLDING = 6
FURTHEST = 30.0
"""Log-odds beyond which nothing changes any more."""


@dataclass(frozen=True, slots=True)
class Fought:
    """Battles to be weighed; a row is what was fought by two forces from one side of the table."""

    more: Floats
    """By row and thing: how much more of it red's force has than blue's."""
    beside: Floats
    """By row: what else bears on who wins."""
    won: Floats
    """The share of these battles that red's force won, a draw counting half."""
    battles: Floats
    """How many they are."""
    pair: Whole
    """Which two forces met. Their battles stand or fall together in the bootstrap."""

    def only(self, rows: NDArray[np.bool_]) -> Fought:
        return Fought(self.more[rows], self.beside[rows], self.won[rows], self.battles[rows], self.pair[rows])


@dataclass(frozen=True, slots=True)
class Scale:
    """What makes points of log-odds."""

    points: float
    """What the forces below cost on average, whatever the prices."""
    forces: Floats
    """By force and thing: how much of it each has."""
    believed: Floats
    """What each thing costs before any battle."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Prices in points, with their intervals."""

    price: Floats
    low: Floats
    high: Floats
    log_odds: float
    """What a whole force of the usual points is worth; the handicap that turns an even battle can be told from it."""
    beside: Floats
    """The weights of what else bears on who wins, in log-odds."""


def fit_prices(fought: Fought, scale: Scale, seed: int, replicas: int = REPLICAS) -> Fit:
    """The prices that explain these battles best, and the interval of each by a bootstrap over pairs of forces."""
    chance = np.random.default_rng(seed)
    believed = _believed(fought, scale)
    spread = _spread(fought, scale)
    whole = _weigh(fought, fought.battles[None, :], believed[None, :], spread)
    prices, log_odds = _in_points(whole, scale)
    beliefs = believed + spread * chance.standard_normal((replicas, len(believed)))
    drawn = _weigh(fought, _resampled(fought, chance, replicas), beliefs, spread)
    again, _ = _in_points(drawn, scale)
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.nanpercentile(again, [tail, 100 - tail], axis=0)
    return Fit(
        prices[0],
        np.minimum(low, prices[0]),
        np.maximum(high, prices[0]),
        float(log_odds[0]),
        whole[0, len(scale.believed) :],
    )


def _believed(fought: Fought, scale: Scale) -> Floats:
    things = scale.believed * LOG_ODDS / scale.points
    return np.concatenate([things, np.zeros(fought.beside.shape[1])])


def _spread(fought: Fought, scale: Scale) -> Floats:
    """How far each weight may well be from what is believed."""
    things = (scale.believed + OFF_BY) * LOG_ODDS / scale.points
    return np.concatenate([things, np.full(fought.beside.shape[1], SIDE_SPREAD)])


def _resampled(fought: Fought, chance: np.random.Generator, replicas: int) -> Floats:
    """Each replica's number of battles by row: pairs of forces are drawn with replacement, with all their battles."""
    pairs, at = np.unique(fought.pair, return_inverse=True)
    times = chance.multinomial(len(pairs), np.full(len(pairs), 1 / len(pairs)), size=replicas)
    found: Floats = times[:, at] * fought.battles
    return found


def _weigh(fought: Fought, battles: Floats, believed: Floats, spread: Floats) -> Floats:
    """The weights of all replicas at once, none of a thing below 0, because nobody is paid for what harms them.

    What would be below is held at 0 and the rest weighed again, so that a formation bears what its options do to it.
    """
    precision = np.tile(1 / spread**2, (len(battles), 1))
    centre = believed.copy()
    things = fought.more.shape[1]
    for _ in range(ROUNDS_OF_HOLDING):
        weights = _free_weights(fought, battles, centre, precision)
        below = weights[:, :things] < -TINY
        if not below.any():
            break
        precision[:, :things][below] = HELD
        centre[:, :things][below] = 0.0
    return weights


def _free_weights(fought: Fought, battles: Floats, believed: Floats, precision: Floats) -> Floats:
    """The same with no bounds, by Newton's method."""
    x = np.hstack([fought.more, fought.beside])
    products = (x[:, :, None] * x[:, None, :]).reshape(len(x), -1)
    weights = np.zeros_like(believed)  # from here Newton's method comes to the one best place
    for _ in range(STEPS):
        odds = np.clip(weights @ x.T, -FURTHEST, FURTHEST)
        chance = 1 / (1 + np.exp(-odds))
        slope = (battles * (fought.won - chance)) @ x - precision * (weights - believed)
        bend = ((battles * chance * (1 - chance)) @ products).reshape(len(weights), x.shape[1], x.shape[1])
        bend[:, range(x.shape[1]), range(x.shape[1])] += precision
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        weights = weights + step
        if float(np.abs(step).max()) < 1e-6:
            break
    return weights


def _in_points(weights: Floats, scale: Scale) -> tuple[Floats, Floats]:
    """Weights as prices, so that the forces of the scale cost what they did on average; none is below 0."""
    things = weights[:, : len(scale.believed)]
    paid = np.maximum(things, 0.0)
    worth = (paid @ scale.forces.T).mean(axis=1)
    if float(worth[0]) < LEAST_LOG_ODDS:
        raise BadInput("these battles say nothing about what a force is worth; fight more of them.")
    return paid * (scale.points / np.where(worth > 0, worth, np.nan))[:, None], worth


def as_floats(rows: Any) -> Floats:
    return np.asarray(rows, dtype=np.float64)
