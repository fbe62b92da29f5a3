"""Verdicts on paired differences."""

from __future__ import annotations

import numpy as np
import pytest
from tests.lab.helpers import invented, plan_for

from musterhall.lab.fighting import Done
from musterhall.lab.findings import DOWN, NONE, UNCLEAR, UP, Comparison, LeftOut, Reckoning, verdict
from musterhall.lab.in_words import pairing_told, verdict_told
from musterhall.lab.plan import Plan


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_for(stop={"seeds": 400, "batch": 10})


def simulated(plan: Plan, rng: np.random.Generator, gap: float, shared: float = 0.6) -> Comparison:
    """The verdict on two arms whose true win rates differ by `gap`, looked at after every batch."""
    reckoning = Reckoning(plan)
    while not reckoning.over():
        look = [_batch(plan, key, rng, gap, shared) for key in reckoning.next_look]
        reckoning.take(look)
    return reckoning.comparisons()[0]


def _batch(plan: Plan, key: str, rng: np.random.Generator, gap: float, shared: float) -> Done:
    seeds = int(key.partition("+")[2])
    luck = rng.uniform(size=(seeds, 2))
    own = np.where(rng.uniform(size=(seeds, 2)) < shared, luck, rng.uniform(size=(seeds, 2)))
    return invented(plan, key, {0: (luck < 0.5).astype(float).tolist(), 1: (own < 0.5 + gap).astype(float).tolist()})


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.01, 0.2, UP),
        (-0.2, -0.01, DOWN),
        (-0.04, 0.04, NONE),
        (0.01, 0.04, NONE),
        (-0.01, 0.2, UNCLEAR),
        (0.0, 0.2, UNCLEAR),
        (-0.05, 0.05, UNCLEAR),
    ],
)
def test_a_verdict_is_against_the_margin_that_was_declared(low: float, high: float, said: str) -> None:
    assert verdict(low, high, 0.05) == said


def test_a_variant_without_effect_is_called_better_or_worse_in_at_most_5_of_100_studies(plan: Plan) -> None:
    rng = np.random.default_rng(2)
    verdicts = [simulated(plan, rng, 0.0).verdict for _ in range(100)]
    assert verdicts.count(UP) + verdicts.count(DOWN) <= 5


def test_a_large_effect_is_found_and_ends_the_study_early(plan: Plan) -> None:
    found = simulated(plan, np.random.default_rng(4), -0.3)
    assert found.verdict == DOWN
    assert found.seeds < 400


def test_pairing_is_worth_what_the_seeds_share(plan: Plan) -> None:
    together = simulated(plan, np.random.default_rng(6), 0.0, shared=0.9)
    apart = simulated(plan, np.random.default_rng(6), 0.0, shared=0.0)
    assert together.correlation is not None
    assert together.correlation > 0.8
    assert together.gain is not None
    assert together.gain > 4
    assert together.high - together.low < (apart.high - apart.low) / 1.5


def test_where_no_battle_came_out_otherwise_the_verdict_says_so(plan: Plan) -> None:
    alike = _looked(plan, [[1.0, 0.0]], [[1.0, 0.0]])
    assert alike.same
    assert "No battle came out otherwise." in verdict_told(alike, plan)
    # The seed's average is the same, but both of its battles were won by the other force.
    turned = _looked(plan, [[1.0, 0.0]], [[0.0, 1.0]])
    assert not turned.same
    assert "came out otherwise" not in verdict_told(turned, plan)


def test_pairing_that_made_a_comparison_worse_is_told_as_such(plan: Plan) -> None:
    found = _looked(plan, [[1.0, 1.0], [0.0, 0.0]], [[0.0, 0.0], [1.0, 1.0]])
    assert found.correlation == -1
    assert pairing_told(found) == "-1.00 (it made this worse, and cost 2.0 times the battles)"


def _looked(plan: Plan, first: list[list[float]], second: list[list[float]]) -> Comparison:
    """What one look comes to, in which both arms won so over and over."""
    reckoning = Reckoning(plan)
    (key,) = reckoning.next_look
    times = int(key.partition("+")[2]) // len(first)
    reckoning.take([invented(plan, key, {0: first * times, 1: second * times})])
    return reckoning.comparisons()[0]


def test_all_verdicts_of_a_study_share_the_chance_of_a_wrong_one() -> None:
    alone = plan_for(stop={"seeds": 20, "batch": 20})
    many = plan_for(stop={"seeds": 20, "batch": 20}, measured={"win": 0.05, "turns": 1.0, "red_lost": 0.05})
    widths = [simulated(one, np.random.default_rng(8), 0.0) for one in (alone, many)]
    assert widths[0].high - widths[0].low < widths[1].high - widths[1].low


def test_a_batch_that_was_given_up_is_named_and_left_out_of_all_arms(plan: Plan) -> None:
    reckoning = Reckoning(plan)
    rng = np.random.default_rng(9)
    reckoning.take([_batch(plan, key, rng, 0.0, 0.5) for key in reckoning.next_look])
    reckoning.take([LeftOut(reckoning.next_look[0], "its worker died")])
    found = reckoning.findings()
    assert found.left_out == (("0:11+10", "its worker died"),)
    assert {one.seeds for one in found.arms} == {10}


def test_what_agents_disagree_on_is_marked_and_not_averaged() -> None:
    plan = plan_for(
        always={"red": "humanxx-500", "blue": "orc-hegemony-500", "agents": ["drill", "random"]},
        stop={"seeds": 200, "batch": 200, "early": False},
    )
    gaps = {"0": 0.4, "1": -0.4}
    rng = np.random.default_rng(10)
    reckoning = Reckoning(plan)
    reckoning.take([_batch(plan, key, rng, gaps[key[0]], 0.5) for key in reckoning.next_look])
    found = reckoning.findings().comparisons
    assert [(one.setting, one.verdict, one.disputed) for one in found] == [(0, UP, True), (1, DOWN, True)]


def test_a_single_arm_is_compared_with_an_even_battle() -> None:
    plan = plan_for(factors={}, stop={"seeds": 200, "batch": 200})
    assert plan.arms[0].startswith("Border Guard against ")
    reckoning = Reckoning(plan)
    rng = np.random.default_rng(12)
    wins = (rng.uniform(size=(200, 2)) < 0.7).astype(float).tolist()
    reckoning.take([invented(plan, key, {0: wins}) for key in reckoning.next_look])
    one = reckoning.findings().comparisons[0]
    assert one.verdict == UP
    assert one.correlation is None
