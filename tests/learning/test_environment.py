"""The environments of all games: what PettingZoo asks of them, and that nothing is learnt from what is hidden."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from tests.games.toy.skirmish import GAME as SKIRMISH

from musterhall import games, library
from musterhall.battle.agents import RandomAgent
from musterhall.game.game import Game
from musterhall.learning import Observer, environment
from musterhall.learning.battle_environment import BattleEnvironment
from musterhall.problems import BadInput

FORCES = {
    "the_game": {"red": "humanxx-500", "blue": "orc-hegemony-500"},
    "alpha_strike": {"red": "drafted-four", "blue": "drafted-five"},
    "age_of_destruction": {},
    "skirmish": {},
}
SHORT, LONG = 60, 150
"""Answers: enough to see many kinds of decisions in no time, and enough to have something hidden."""
HIDING: dict[str, dict[str, Any]] = {
    "the_game": FORCES["the_game"],
    "alpha_strike": {"setup": "assassination"},
    "skirmish": {},
}
"""Battles in which something stays hidden for a while; in Age of Destruction what is chosen unseen is shown at once."""


@pytest.fixture(autouse=True)
def a_fourth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """One from outside, about which nothing in the house knows anything."""
    known = games.game_named

    def named(name: str) -> Game:
        return SKIRMISH if name == "skirmish" else known(name)

    for module in [one for name, one in sys.modules.items() if name.startswith("musterhall.")]:
        if getattr(module, "game_named", None) is known:
            monkeypatch.setattr(module, "game_named", named)


def of(game: str, **wanted: Any) -> BattleEnvironment:
    return environment(game, **{**FORCES[game], "limit": SHORT, **wanted})


def played(env: BattleEnvironment, seed: int) -> Iterator[str]:
    """Each agent that is asked, in a battle in which everybody answers at random."""
    env.reset(seed=seed)
    lots = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        yield agent
        over = termination or truncation
        env.step(None if over else lots.choice(np.flatnonzero(observation["action_mask"])))


# What PettingZoo asks


@pytest.mark.parametrize("game", FORCES)
def test_the_api_test_is_passed(game: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=UserWarning)
        # An observation with a mask is a table of arrays; PettingZoo says so of every environment but its own.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        api_test(of(game), num_cycles=SHORT)


@pytest.mark.parametrize("game", FORCES)
def test_the_seed_test_is_passed(game: str) -> None:
    seed_test(lambda: of(game), num_cycles=SHORT)


def test_observations_have_one_size_in_every_game() -> None:
    assert len({of(game).observer.size for game in FORCES}) == 1


@pytest.mark.parametrize("game", FORCES)
def test_every_action_that_the_mask_allows_is_taken_by_the_rules(game: str) -> None:
    env = of(game)
    tried = 0
    for _ in played(env, seed=5):
        decision = env.decision
        if decision is not None:
            assert all(decision.legal(answer) for answer in env.answers)
            assert len(env.answers) == env.observe(env.agent_selection)["action_mask"].sum()
            tried += len(env.answers)
    assert tried > SHORT / 4


def test_an_action_that_is_not_offered_is_refused_in_a_sentence_and_changes_nothing() -> None:
    env = of("the_game")
    env.reset(seed=3)
    before = env.observe("player_0")["observation"].copy()
    for action in (None, 40, -1, 1.0, True, "0", np.int64(32)):
        with pytest.raises(BadInput, match=r"is offered \d+ answers now; choose a number from 0 to"):
            env.step(action)
    assert np.array_equal(env.observe("player_0")["observation"], before)
    env.step(np.int32(0))


# How a battle ends


def test_the_winner_gets_one_and_the_loser_minus_one_at_the_end_and_nothing_before() -> None:
    ended = set()
    for seed in range(12):
        env = of("skirmish", limit=1000)
        given = {"player_0": [0.0], "player_1": [0.0]}
        for agent in played(env, seed):
            given[agent].append(env.last(observe=False)[1])
        assert not any(reward for rewards in given.values() for reward in rewards[:-1])
        last = (given["player_0"][-1], given["player_1"][-1])
        winner = SKIRMISH.battles.outcome(env.battle.position).winner
        assert last == {None: (0.0, 0.0), 0: (1.0, -1.0), 1: (-1.0, 1.0)}[winner]
        ended.add(winner)
    assert ended == {None, 0, 1}


def test_a_battle_that_goes_on_for_too_long_is_truncated_without_a_reward() -> None:
    env = of("the_game", limit=9)
    ends = [env.last(observe=False)[1:4] for _ in played(env, seed=1)][-2:]
    assert ends == [(0.0, False, True)] * 2
    assert len(env.battle.answers) == 9


def test_reset_without_a_seed_goes_on_to_another_battle_and_the_row_begins_anew_with_the_seed() -> None:
    env = of("skirmish")

    def begun(seed: int | None) -> int:
        env.reset(seed=seed)
        return env.battle.dice.seed

    row = [begun(4), begun(None), begun(None)]
    assert row[0] == 4
    assert len(set(row)) == 3
    assert [begun(4), begun(None), begun(None)] == row


# Who plays


def test_a_bot_plays_one_side_and_is_none_of_the_agents() -> None:
    env = of("the_game", bots={"player_0": "drill"})
    assert env.possible_agents == ["player_1"]
    assert set(played(env, seed=2)) == {"player_1"}
    assert {given.player for given in env.battle.answers} == {0, 1}


def test_a_bot_in_an_environment_plays_as_in_a_duel() -> None:
    env = of("skirmish", bots={"player_1": "random"}, limit=1000)
    for _ in played(env, seed=6):
        pass
    given = env.battle.answers
    again = library.set_up("skirmish", seed=6).battle(recording=False)
    random = RandomAgent(library.agent_seed(6, 1))
    for one in given:
        decision = again.asked(one.player)
        if one.player == 1:
            assert random.answer(decision, again.view(1)) == one.answer
        again.answer(one.answer, one.player)


def test_whoever_wants_to_look_is_shown_the_question_and_the_answers_in_words() -> None:
    env = of("skirmish", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "round 1\nplayer_0: How does your band fight this round?\n   0 aim\n   1 cover\n   2 rush"
    assert env.infos == {
        "player_0": {"kind": "stance", "question": "How does your band fight this round?"},
        "player_1": {},
    }


# What is hidden


@pytest.mark.parametrize("game", HIDING)
def test_battles_that_differ_in_what_is_hidden_look_the_same(game: str) -> None:
    """Whatever the others keep to themselves is drawn anew: the player sees the same, and is offered the same."""
    battle, observer = library.set_up(game, seed=8, **HIDING[game]).battle(), Observer(game)
    agents = [RandomAgent(1), RandomAgent(2)]
    differ = 0
    while battle.decisions and len(battle.answers) < LONG:
        decision = battle.asked()
        player = decision.player
        other = battle.trial(player, salt=7)
        if other.position.fingerprint() != battle.position.fingerprint() and len(battle.answers) % 3 == 0:
            seen = observer.sight(decision, battle.view(player))
            same = observer.sight(other.asked(player), other.view(player))
            assert np.array_equal(seen.observation, same.observation)
            assert list(seen.answers) == list(same.answers)
            differ += 1
        battle.answer(agents[player].answer(decision, battle.view(player)), player)
    assert differ


def test_an_environment_shows_an_agent_its_own_view_and_not_the_truth() -> None:
    """The same environment over a battle in which only hidden things differ."""
    env, differ = of("the_game", limit=LONG), 0
    for agent in played(env, seed=8):
        # In a trial whoever has answered an open question is asked again, and comes first.
        if env.decision is None or env.battle.answered or len(env.battle.answers) % 5:
            continue
        truth, seen = env.battle, env.observe(agent)["observation"]
        env.battle, env._sights = truth.trial(env.decision.player, salt=7), {}
        differ += env.battle.position.fingerprint() != truth.position.fingerprint()
        assert np.array_equal(env.observe(agent)["observation"], seen)
        env.battle, env._sights = truth, {}
    assert differ


def test_who_is_asked_second_sees_nothing_of_the_answer_that_the_first_gave() -> None:
    seen = []
    for stance in range(3):
        env = of("skirmish")
        env.reset(seed=1)
        env.step(stance)
        assert env.agent_selection == "player_1"
        seen.append(env.observe("player_1")["observation"])
    assert np.array_equal(seen[0], seen[1])
    assert np.array_equal(seen[0], seen[2])


# What cannot be


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"game": "chess"}, "game 'chess': there is none of this name"),
        ({"red": "nobody"}, "force 'nobody': none of this name comes with the game"),
        ({"bots": {"red": "drill"}}, "bots: 'red' is none of the players; choose from player_0, player_1."),
        ({"bots": {"player_0": "dril"}}, "agent 'dril': there is none of this name; did you mean drill?"),
        ({"bots": {"player_0": "drill", "player_1": "drill"}}, "bots: both players are bots"),
        ({"offered": 1}, "offered=1: offer a whole number of answers from 2 to 4096."),
        ({"limit": -1}, "limit=-1: use a whole number that is not negative."),
        ({"render_mode": "human"}, "render_mode='human': choose \"ansi\", or None."),
    ],
)
def test_what_cannot_be_fought_is_told_in_a_sentence_when_the_environment_is_made(
    wanted: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadInput, match=f"^{sentence}"):
        environment(**{"game": "the_game", **wanted})


def test_a_seed_that_is_none_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadInput, match=r"^seed=1.5: use a whole number that is not negative\.$"):
        of("skirmish").reset(seed=1.5)  # type: ignore[arg-type]


def test_without_the_extra_the_sentence_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "musterhall.learning.battle_environment")
    with pytest.raises(BadInput, match=r'not installed here; install it with: pip install "musterhall\[learning\]"$'):
        environment("the_game")
