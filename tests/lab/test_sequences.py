"""Intervals that hold however often one looks."""

from __future__ import annotations

import numpy as np
import pytest

from musterhall.lab.sequences import ConfidenceSequence


def test_without_figures_nothing_is_ruled_out() -> None:
    assert ConfidenceSequence(0.05, -1, 1).interval == (-1, 1)


def test_the_true_average_leaves_the_interval_in_at_most_5_of_100_though_one_looks_after_every_figure() -> None:
    rng = np.random.default_rng(11)
    wrong = 0
    for _ in range(100):
        sequence = ConfidenceSequence(0.05)
        for figure in rng.choice([0.0, 0.5, 1.0], p=[0.3, 0.2, 0.5], size=150):
            sequence.extend([figure])
            low, high = sequence.interval
            if not low <= 0.6 <= high:
                wrong += 1
                break
    assert wrong <= 5


@pytest.mark.parametrize("figure", [0.0, 0.5, 1.0])
def test_figures_that_are_always_the_same_are_found_from_all_bounds(figure: float) -> None:
    sequence = ConfidenceSequence(0.05)
    sequence.extend([figure] * 400)
    low, high = sequence.interval
    assert low <= figure <= high
    assert high - low < 0.06


def test_the_interval_only_shrinks() -> None:
    rng = np.random.default_rng(3)
    sequence = ConfidenceSequence(0.05, -1, 1)
    before = sequence.interval
    for _ in range(40):
        sequence.extend(rng.uniform(-1, 1, size=5))
        now = sequence.interval
        assert before[0] <= now[0] <= now[1] <= before[1]
        before = now


def test_the_same_figures_in_other_portions_give_the_same_interval() -> None:
    figures = list(np.random.default_rng(5).uniform(0, 1, size=60))
    whole, parts = ConfidenceSequence(0.05), ConfidenceSequence(0.05)
    whole.extend(figures)
    for start in range(0, 60, 7):
        parts.extend(figures[start : start + 7])
    assert whole.interval == parts.interval
