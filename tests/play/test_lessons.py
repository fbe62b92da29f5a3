"""The first battle of each game is a short one, and every decision in it is explained."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.play.rooms import GAMES
from tests.play.test_gestures import decisions_of

from musterhall.battle.agents import RandomAgent
from musterhall.battle.battle import Battle
from musterhall.game.battles import Battles
from musterhall.game.teaching import Lesson
from musterhall.games import battles_of, game_named
from musterhall.web.playing.beginning import wanted
from musterhall.web.playing.forms import NewBattle

LESSONS = 20
MOST_DECISIONS = 120
"""Of one side in a usual lesson: at five seconds each that is ten minutes."""


def lesson_of(name: str) -> tuple[Battles, Lesson]:
    battles = battles_of(game_named(name))
    assert battles.lesson is not None
    return battles, battles.lesson


def lesson_battle(name: str, seed: int) -> Battle[Any]:
    ready = wanted(NewBattle(game=name, lesson=True), 0)
    return battles_of(ready.game).new_battle(ready.setup, seed, recording=False)


def asked_in(name: str, seed: int, agent: str) -> Counter[str]:
    """What the pupil is asked in one lesson; the teacher plays drill."""
    battles, _ = lesson_of(name)
    battle = lesson_battle(name, seed)
    pupil = RandomAgent(seed) if agent == "random" else battles.agent(agent, seed)
    agents = [pupil, battles.agent("drill", seed + 1)]
    asked: Counter[str] = Counter()
    while battle.decisions:
        decision = battle.decisions[0]
        if decision.player == 0:
            asked[decision.kind] += 1
        battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)
    return asked


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_of_twenty_lessons_is_explained(name: str) -> None:
    _, lesson = lesson_of(name)
    asked: Counter[str] = Counter()
    for seed in range(LESSONS):
        asked += asked_in(name, seed, "drill" if seed % 2 else "random")
    assert {kind: times for kind, times in asked.items() if kind not in lesson.words} == {}


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_over_in_about_ten_minutes(name: str) -> None:
    asked = sorted(asked_in(name, seed, "drill").total() for seed in range(5))
    assert asked[2] <= MOST_DECISIONS


@pytest.mark.parametrize("name", GAMES)
def test_every_explanation_is_about_a_decision_of_the_game(name: str) -> None:
    _, lesson = lesson_of(name)
    kinds = {one.kind for one in decisions_of(name)}
    assert set(lesson.words) <= kinds


@pytest.mark.parametrize("name", GAMES)
def test_every_set_up_of_a_game_says_how_it_is_won_without_a_figure_left_open(name: str) -> None:
    battles = battles_of(game_named(name))
    for setup in ("", *(one.name for one in battles.setups)):
        told = battles.winning(wanted(NewBattle(game=name, setup=setup), 0).setup)
        assert told
        assert not any(open_figure in " ".join(told) for open_figure in "{}"), setup
