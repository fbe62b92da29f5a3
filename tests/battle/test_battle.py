"""The battle driver, on a game small enough to see through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import pytest
from tests.battle import bidding as pots
from tests.battle.bidding import NONE, Bid, Bidding, RollOn, bidding

from musterhall.battle.agents import Bot, RandomAgent, Trials, answers, play
from musterhall.battle.battle import Battle, MissingAnswer, SurplusAnswers, kept, resolve
from musterhall.battle.decisions import Answer, Choice, Decision, Illegal, Rule
from musterhall.dice import Dice, d6


@dataclass
class Pot:
    """A pot of money that two players press their luck for."""

    turn: int = 0
    gold: tuple[int, int] = (0, 0)

    def copy(self) -> Self:
        return type(self)(self.turn, self.gold)

    def fingerprint(self) -> str:
        return repr((self.turn, self.gold))

    def seen_by(self, player: int) -> Self:
        return self

    def resample(self, dice: Dice, now: Self | None = None) -> Self:
        return self.copy()


class PressYourLuck:
    name, version = "press your luck", "1"

    def step(self, battle: Battle[Pot]) -> Rule[None]:
        """Roll until you stop or a 1 shows; it is all or nothing."""
        pot, player, won = battle.position, battle.position.turn % 2, 0
        while (yield RollOn(player)):
            face = battle.roll(1, d6, "luck")[0]
            won = won + face if face > 1 else 0
            battle.tell("roll", f"player {player} rolls {face}", "1")
            if face == 1:
                break
        gold = list(pot.gold)
        gold[player] += won
        pot.gold, pot.turn = (gold[0], gold[1]), pot.turn + 1

    def over(self, position: Pot) -> bool:
        return position.turn >= 4


def started(*faces: int, recording: bool = True) -> Battle[Pot]:
    return Battle(PressYourLuck(), Pot(), Dice.scripted(faces), recording=recording)


def test_a_battle_asks_until_it_is_over() -> None:
    battle = started(5, 4, 1)
    for answer in (True, True, False, True, False, False):
        battle.answer(answer)
    assert battle.over
    assert battle.position.gold == (9, 0)
    battle.dice.finish()


def test_a_refused_answer_changes_nothing_and_names_what_is_on_offer() -> None:
    battle = started(5)
    decision = battle.decision
    with pytest.raises(Illegal, match="'maybe' is not on offer; choose from no, yes"):
        battle.answer("maybe")
    assert battle.decision is decision
    assert battle.answers == []
    assert battle.dice.count == 0


def test_one_is_not_true() -> None:
    with pytest.raises(Illegal):
        started(5).answer(1)


def test_a_fork_hears_again_what_was_answered_since_the_checkpoint() -> None:
    battle = started(5, 4, 3, 2)
    battle.answer(True)
    battle.answer(True)
    fork = battle.fork()
    fork.answer(False)
    assert fork.position.gold == (9, 0)
    assert battle.position.gold == (0, 0)
    battle.answer(True)
    battle.answer(False)
    assert battle.position.gold == (12, 0)


def test_what_was_answered_stays_as_it_was_given() -> None:
    rows: Any = [[1, 2], {"go": [3]}]
    remembered = kept(rows)
    rows[0].append(9)
    rows.append({"go": []})
    assert remembered == [[1, 2], {"go": [3]}]


def test_a_fork_of_a_battle_that_is_over_is_over() -> None:
    battle = started()
    while not battle.over:
        battle.answer(False)
    assert battle.fork().over
    assert battle.fork(salt=1).fork().over


def test_a_battle_without_checkpoints_says_that_it_cannot_be_forked() -> None:
    battle = Battle(PressYourLuck(), Pot(), Dice(1), recording=False, forking=False)
    with pytest.raises(RuntimeError, match="no checkpoints"):
        battle.fork()


def test_marks_are_set_at_every_step_and_only_when_recording() -> None:
    loud, quiet = started(), started(recording=False)
    for battle in (loud, quiet):
        for _ in range(4):
            battle.answer(False)
    assert [one.answers for one in loud.activations] == [0, 1, 2, 3, 4]
    assert quiet.activations == []
    assert quiet.log == []


def test_one_rule_can_be_run_with_scripted_answers() -> None:
    battle = started(5, 4)
    resolve(battle, PressYourLuck().step(battle), [True, True, False])
    assert battle.position.gold == (9, 0)


def test_a_missing_answer_names_the_open_decision() -> None:
    battle = started(5)
    with pytest.raises(MissingAnswer, match="roll once more"):
        resolve(battle, PressYourLuck().step(battle), [True])


def test_answers_that_nobody_asked_for_are_an_error() -> None:
    battle = started()
    with pytest.raises(SurplusAnswers, match="1 answers were not asked for"):
        resolve(battle, PressYourLuck().step(battle), [False, True])


def test_a_number_may_be_given_whole() -> None:
    assert Choice(0, (15.0, 45.0)).check(45) == 45.0


def test_players_who_are_asked_at_once_answer_in_any_order() -> None:
    first, second = bidding(1), bidding(1)
    first.answer(4, 0)
    first.answer(2, 1)
    second.answer(2, 1)
    assert second.answered == (1,)
    assert [decision.player for decision in second.decisions] == [0]
    second.answer(4, 0)
    assert first.position == second.position
    assert not first.answered
    assert not second.answered
    assert first.position.bids == (4, 2)


def test_who_has_answered_already_is_told_to_wait() -> None:
    battle = bidding(1)
    battle.answer(2, 1)
    with pytest.raises(Illegal, match="Player 1 is not asked anything now"):
        battle.answer(3, 1)
    assert battle.position.bids == (NONE, NONE)


def test_a_fork_keeps_what_somebody_has_answered_and_a_trial_of_the_other_does_not() -> None:
    battle = bidding(1)
    battle.answer(5, 1)
    assert battle.fork().answered == (1,)
    trial = battle.trial(0, 3)
    assert trial.answered == ()
    assert [decision.player for decision in trial.decisions] == [0, 1]


def test_an_agent_that_looks_ahead_is_handed_battles_to_try_things_on() -> None:
    class Ahead(RandomAgent):
        tried = 0

        def answer_after_trials(self, decision: Decision, view: Pot, trials: Trials) -> Answer:
            for salt in (1, 2):
                play(trials(salt), [RandomAgent(1), RandomAgent(2)])
                self.tried += 1
            return self.answer(decision, view)

    battle, ahead = bidding(3), Ahead(1)
    play(battle, [ahead, RandomAgent(2)])
    assert battle.over
    assert ahead.tried == 2 * sum(given.player == 0 for given in battle.answers)


def test_one_player_may_be_asked_as_if_together_with_others() -> None:
    class Alone(Bidding):
        def step(self, battle: Battle[pots.Pot]) -> Rule[None]:
            [bid] = yield (Bid(1),)
            battle.position.gold = (0, bid)
            battle.position.round = pots.ROUNDS

    battle = Battle(Alone(), pots.Pot(), Dice(1))
    battle.answer(3)
    assert battle.over
    assert battle.position.gold == (0, 3)


def test_a_method_answers_types_of_decisions_and_each_type_has_one_method() -> None:
    with pytest.raises(TypeError, match="takes classes of decisions"):
        answers("move")  # type: ignore[arg-type]

    def bid(self: Bot, decision: Decision, view: object) -> Answer:
        return None

    twice = {"first": answers(Bid)(bid), "second": answers(Bid)(lambda self, decision, view: None)}
    with pytest.raises(TypeError, match="both first and second answer Bid"):
        type("Torn", (Bot,), twice)
