"""The contract, kept by a small game, and broken by games that are wrong in one way each."""

from __future__ import annotations

from typing import Any

import pytest
from tests.battle.bidding import HIDDEN, NONE, PRESSING, Bidding, Pot, RollOn, bidding
from tests.battle.contract import GameContract

from musterhall.battle.agents import Agent, RandomAgent
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Rule
from musterhall.dice import Dice


class TestBidding(GameContract):
    kinds_expected = 1
    each_kind = 6

    def battle(self, seed: int) -> Battle[Pot]:
        return bidding(seed)

    def agents(self, seed: int) -> list[Agent]:
        return [RandomAgent(seed)]

    def secrets(self, position: Pot, owner: int) -> list[object]:
        return [bid for bid in [position.bids[owner]] if bid not in (HIDDEN, NONE)]

    def secret_objects(self, position: Pot, owner: int) -> list[object]:
        return [position.bids] if position.bids != (NONE, NONE) else []


class Leaky(TestBidding):
    """Broken in one way, which each test below fills in."""

    def battle(self, seed: int) -> Battle[Pot]:
        return Battle(self.rules(), Pot(), Dice(seed))

    def rules(self) -> Bidding:
        raise NotImplementedError


def test_a_decision_that_holds_the_position_is_found_out() -> None:
    class Tells(Bidding):
        def step(self, battle: Battle[Pot]) -> Rule[None]:
            rule = super().step(battle)
            answer: Any = None
            while True:
                try:
                    asked = rule.send(answer)
                except StopIteration:
                    return
                if not isinstance(asked, tuple):
                    asked.position = battle.position  # type: ignore[attr-defined]
                answer = yield asked

    class Broken(Leaky):
        def rules(self) -> Bidding:
            return Tells()

    with pytest.raises(AssertionError, match="leads to"):
        Broken().test_nothing_in_a_decision_or_its_view_leads_to_a_secret(1)


def test_options_that_depend_on_a_secret_are_found_out() -> None:
    class Hints(Bidding):
        def step(self, battle: Battle[Pot]) -> Rule[None]:
            if battle.position.phase == PRESSING:
                yield Hint(0, battle.position.bids[1])
            yield from super().step(battle)

    class Hint(RollOn):
        kind = "hint"

        def __init__(self, player: int, bid: int) -> None:
            super().__init__(player)
            self.choices = (True,) if bid > 2 else (False, True)

    class Broken(Leaky):
        def rules(self) -> Bidding:
            return Hints()

    with pytest.raises(AssertionError):
        Broken().test_a_trial_is_the_same_battle_to_its_player_and_nobody_elses_secret_is_in_it(1)


def test_a_rule_that_goes_on_after_a_secret_answer_is_found_out() -> None:
    class GoesOn(Bidding):
        def step(self, battle: Battle[Pot]) -> Rule[None]:
            yield from super().step(battle)
            yield from super().step(battle)

    class Broken(Leaky):
        def rules(self) -> Bidding:
            return GoesOn()

    with pytest.raises(RuntimeError, match="end its step there"):
        Broken().test_a_trial_is_the_same_battle_to_its_player_and_nobody_elses_secret_is_in_it(1)


def test_an_agent_that_writes_into_its_view_is_found_out() -> None:
    class Greedy(RandomAgent):
        name = "greedy"

        def answer(self, decision: Decision, view: Any) -> Answer:
            view.gold = (9, 0)
            return super().answer(decision, view)

    class Broken(TestBidding):
        def agents(self, seed: int) -> list[Agent]:
            return [Greedy(seed)]

    with pytest.raises(AssertionError, match="greedy changed what it was shown when asked bid"):
        Broken().test_no_agent_changes_what_it_is_shown()


def test_forks_on_the_real_dice_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dice, "lineage", lambda dice, salt: dice.copy())
    with pytest.raises(AssertionError):
        TestBidding().test_no_descendant_of_a_search_fork_meets_the_real_dice(1, monkeypatch)


def test_an_onlooker_who_is_shown_a_secret_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    hides = Pot.seen_by
    monkeypatch.setattr(Pot, "seen_by", lambda pot, player: pot if HIDDEN in pot.bids else hides(pot, player))
    with pytest.raises(AssertionError):
        TestBidding().test_an_onlooker_sees_neither_sides_secrets(1)
