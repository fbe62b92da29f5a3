"""A few seeds of everything that `make soak` tries, and that it tells what it tried."""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import re
import signal
from collections import Counter
from types import ModuleType

import pytest
from tests.soak.running import report, try_all
from tests.soak.signs import SIGNS, sections_in_force
from tests.soak.trials import Trial, all_trials

from musterhall.games.the_game import air

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


def test_what_a_trial_counts_is_told_and_what_never_occurred_is_named() -> None:
    counting = Trial(
        "counting", lambda seed: Counter({"odd": seed % 2}), wanted=lambda: {"odd": "Odd", "huge": "Huge"}, within=4
    )
    tried = try_all([counting], first_seed=0, seconds=60, jobs=1, times=4)
    text = "\n".join(report(tried, str))
    assert tried[0].times == 4
    assert re.search(r"odd +Odd +2\n +huge +Huge +0\n +These should have occurred in 4: huge", text)
    few = try_all([counting], first_seed=0, seconds=60, jobs=1, times=3)
    assert few[0].missing == []


def test_every_section_in_force_of_air_and_sea_is_named_by_the_log_or_has_a_sign() -> None:
    told = set(re.findall(r'"([34]\.[\d.]+)"', "".join(inspect.getsource(one) for one in _tellers())))
    assert sections_in_force().keys() - SIGNS.keys() - told == set()


def _tellers() -> list[ModuleType]:
    names = ["air." + one.name for one in pkgutil.iter_modules(air.__path__)] + ["sea.landings", "movement.moving"]
    return [importlib.import_module(f"musterhall.games.the_game.{name}") for name in names]


def test_a_trial_that_never_ends_or_dies_is_a_failure_and_holds_up_nobody() -> None:
    tried = try_all([Trial("endless", lambda _: signal.pause())], 0, seconds=0.01, jobs=1, longest=0.2)
    assert "had not ended" in tried[0].failures[0].reason
    tried = try_all([Trial("dying", lambda _: os._exit(3))], 0, seconds=0.01, jobs=1)
    assert "ended with 3" in tried[0].failures[0].reason
