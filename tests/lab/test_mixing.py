"""Mixed strategies: games with a known solution, and the proof that comes with every other."""

from __future__ import annotations

import numpy as np
import pytest

from musterhall.lab.mixing import CLOSE, solve


def test_scissors_paper_stone_is_mixed_evenly() -> None:
    found = solve(np.array([[0.5, 1.0, 0.0], [0.0, 0.5, 1.0], [1.0, 0.0, 0.5]]))
    assert found.value == pytest.approx(0.5, abs=CLOSE)
    assert found.rows == pytest.approx([1 / 3] * 3, abs=0.01)


def test_a_list_that_beats_all_others_is_brought_always() -> None:
    found = solve(np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]]))
    assert found.rows == pytest.approx([1, 0, 0], abs=0.01)


def test_a_game_that_is_not_square_has_its_known_value() -> None:
    # Rows mix 3:2 so that both of the first two columns give 0.6, and the third is never chosen.
    found = solve(np.array([[0.8, 0.4, 0.9], [0.3, 0.9, 0.9]]))
    assert found.value == pytest.approx(0.6, abs=CLOSE)
    assert found.rows == pytest.approx([0.6, 0.4], abs=0.01)
    assert found.columns[2] == pytest.approx(0, abs=0.01)


def test_every_solution_is_proven_within_its_gap() -> None:
    chance = np.random.default_rng(1)
    for _ in range(20):
        matrix = chance.random((4, 6))
        found = solve(matrix)
        assert found.gap <= CLOSE
        assert float((found.rows @ matrix).min()) == pytest.approx(found.low)
        assert float((matrix @ found.columns).max()) == pytest.approx(found.high)
