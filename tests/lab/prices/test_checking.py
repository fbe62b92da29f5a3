"""Whether equal prices make even battles: known chances are found again, and luck is taken off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from musterhall.lab.prices.checking import Check, check_pairs


@dataclass(frozen=True, slots=True)
class Met:
    armies: tuple[str, str]


def checked(chances: list[float], seeds: int = 40) -> Check:
    chance = np.random.default_rng(7)
    wins = [[float(chance.binomial(2, one)) / 2 for _ in range(seeds)] for one in chances]
    return check_pairs([Met(("Humans", "Orcs"))] * len(chances), wins)


def test_even_battles_are_even_whatever_the_luck_of_the_dice() -> None:
    found = checked([0.5] * 600)
    assert found.apart < 0.03
    assert "within 50 ± 3" in found.told()
    assert "not" not in found.told()


def test_forces_that_are_uneven_in_both_directions_are_found_out_though_armies_are_even() -> None:
    found = checked([0.3, 0.7] * 100)
    assert found.shares[0].won == pytest.approx(0.5, abs=0.02)
    assert found.apart == pytest.approx(0.2, abs=0.03)
    assert "not within 50 ± 3" in found.told()


def test_an_army_that_wins_too_often_is_told_by_how_much() -> None:
    found = checked([0.6] * 200)
    assert found.shares[0].low > 0.53
    assert "Humans won 60 of 100 against Orcs" in found.told() or "Humans won 61" in found.told()


def test_few_battles_say_that_they_are_too_few() -> None:
    assert "not yet clear" in checked([0.5, 0.55, 0.45], seeds=2).told()


def test_a_few_pairs_that_agree_by_chance_are_no_certainty() -> None:
    """Four pairs of which each won 1 of 8: a bootstrap draws nothing else, and would say 12 to 12."""
    found = check_pairs([Met(("Humans", "Orcs"))] * 4, [[0.0, 0.25]] * 4)
    [share] = found.shares
    assert share.low < 0.05
    assert share.high > 0.6
    assert not found.known
    assert found.told() == (
        "In 16 battles of 4 pairs of forces, Humans won 12 of 100 against Orcs "
        f"({100 * share.low:.0f} to {100 * share.high:.0f}). "
        "Whether that is within 50 ± 3 is not yet clear; fight more battles."
    )


def test_forces_that_met_once_say_nothing_of_how_uneven_pairs_are() -> None:
    found = checked([0.3, 0.7] * 50, seeds=1)
    assert not found.known
    assert "two forces" not in found.told()
