"""A few seeds of everything that `make soak` tries, and that it tells what it tried."""

from __future__ import annotations

import os
import signal

import pytest
from tests.soak.running import report, try_all
from tests.soak.trials import Trial, all_trials

SAMPLE = [(one, seed) for one in all_trials() for seed in range(one.sample)]


@pytest.mark.parametrize(("trial", "seed"), SAMPLE, ids=[f"{one.name}, seed {seed}" for one, seed in SAMPLE])
def test_a_trial_holds(trial: Trial, seed: int) -> None:
    trial.run(seed)


def test_every_trial_says_what_it_tries() -> None:
    assert [one.name for one in all_trials() if not one.about.endswith(".")] == []


def test_what_was_tried_is_counted_and_a_failure_is_told_with_its_seed() -> None:
    def refuse_two(seed: int) -> None:
        assert seed != 2, "two is too many"

    tried = try_all([Trial("soon over", refuse_two)], first_seed=2, seconds=0.01, jobs=1)
    text = "\n".join(report(tried, lambda failure: f"again {failure.seed}"))
    assert tried[0].times >= 1
    assert [failure.seed for failure in tried[0].failures] == [2]
    assert "soon over, seed 2: try it again with `again 2`" in text
    assert "two is too many" in text


def test_a_trial_that_never_ends_or_dies_is_a_failure_and_holds_up_nobody() -> None:
    tried = try_all([Trial("endless", lambda _: signal.pause())], 0, seconds=0.01, jobs=1, longest=0.2)
    assert "had not ended" in tried[0].failures[0].reason
    tried = try_all([Trial("dying", lambda _: os._exit(3))], 0, seconds=0.01, jobs=1)
    assert "ended with 3" in tried[0].failures[0].reason
