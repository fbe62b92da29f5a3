"""Prices by a logistic model, tried on battles of a toy game whose prices are known."""

from __future__ import annotations

import numpy as np
import pytest

from musterhall.lab.prices.fitting import Fit, Floats, Fought, Scale, fit_prices
from musterhall.problems import BadInput

TRUTH = np.array([180.0, 120.0, 90.0, 60.0, 30.0, 20.0])
BELIEVED = np.array([120.0, 120.0, 120.0, 60.0, 60.0, 20.0])
"""What a stand-in says, which is wrong."""
USUAL_FORCE = np.array([[2.0, 2.0, 2.0, 2.0, 2.0, 2.0]])
SCALE = Scale(1000.0, USUAL_FORCE, BELIEVED)
LOG_ODDS, SIDE = 5.0, 0.3
PAIRS, SEEDS = 80, 2
STUDIES = 100
LEAST = 90


def invented(chance: np.random.Generator, noise: float = 0.0) -> Fought:
    """A study of the toy game: forces of random formations meet from both sides."""
    forces = chance.integers(0, 5, size=(2, PAIRS, len(TRUTH)))
    more = (forces[0] - forces[1]).astype(float).repeat(2, axis=0)
    side = np.tile([1.0, -1.0], PAIRS)
    unlike = (noise * chance.standard_normal(PAIRS)).repeat(2)
    odds = more @ TRUTH * LOG_ODDS / 1000 + SIDE * side + unlike
    won = chance.binomial(SEEDS, 1 / (1 + np.exp(-odds))) / SEEDS
    return Fought(more, side[:, None], won, np.full(2 * PAIRS, float(SEEDS)), np.arange(PAIRS).repeat(2))


def studies(noise: float = 0.0) -> list[Fit]:
    return [fit_prices(invented(np.random.default_rng(seed), noise), SCALE, seed, 100) for seed in range(STUDIES)]


def times_within(fits: list[Fit], truth: Floats) -> Floats:
    found: Floats = np.sum([(one.low <= truth) & (truth <= one.high) for one in fits], axis=0, dtype=float)
    return found


def test_known_prices_lie_within_their_interval_in_at_least_90_of_100_studies() -> None:
    fits = studies()
    assert times_within(fits, TRUTH).min() >= LEAST
    # A stand-in that is wrong is found out, so the intervals say something.
    assert times_within(fits, BELIEVED)[[0, 2, 4]].max() <= STUDIES / 2


def test_they_do_so_where_forces_have_virtues_that_no_sum_explains() -> None:
    assert times_within(studies(noise=0.5), TRUTH).min() >= LEAST - 3


def test_the_usual_forces_keep_their_points_whatever_was_fought() -> None:
    for seed in range(5):
        found = fit_prices(invented(np.random.default_rng(seed)), SCALE, seed, 20)
        assert float((USUAL_FORCE @ found.price).mean()) == pytest.approx(1000)


def test_the_side_of_the_table_is_no_part_of_a_price() -> None:
    found = fit_prices(invented(np.random.default_rng(1)), SCALE, 1, 20)
    assert found.beside[0] == pytest.approx(SIDE, abs=0.35)


def test_what_was_never_fielded_keeps_a_wide_interval() -> None:
    fought = invented(np.random.default_rng(3))
    fielded = fit_prices(fought, SCALE, 3, 200)
    fought.more[:, 3] = 0.0
    never = fit_prices(fought, SCALE, 3, 200)
    assert (never.high - never.low)[3] > 2 * (fielded.high - fielded.low)[3]


def test_the_same_battles_give_the_same_prices() -> None:
    fought = invented(np.random.default_rng(4))
    first, second = (fit_prices(fought, SCALE, 9, 50) for _ in range(2))
    assert np.array_equal(first.price, second.price)
    assert np.array_equal(first.low, second.low)


def test_battles_that_only_the_weaker_side_wins_are_refused_in_a_sentence() -> None:
    fought = invented(np.random.default_rng(5))
    turned = Fought(fought.more, fought.beside, 1 - fought.won, fought.battles, fought.pair)
    with pytest.raises(BadInput, match="fight more"):
        fit_prices(turned, SCALE, 5, 20)
