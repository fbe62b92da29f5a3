"""Agents that somebody wrote, in every command that takes an agent, and what is said when one of them is no good."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from musterhall.cli import own_agents
from musterhall.cli.main import app

BOT = """
from musterhall.battle.agents import Bot

class Gunner(Bot):
    name = "gunner"

class Lucky:
    name = "lucky"

    def __init__(self, seed):
        from musterhall.battle.agents import RandomAgent
        self.inner = RandomAgent(seed)
        self.why = "because"

    def answer(self, decision, view):
        return self.inner.answer(decision, view)

class Searcher(Lucky):
    def answer_after_trials(self, decision, view, trials):
        if decision.kind == "activate":
            assert trials(1).asked(decision.player).as_data() == decision.as_data()
        return self.inner.answer(decision, view)

class Stubborn(Bot):
    def answer(self, decision, view):
        return "no"

class Vague(Bot):
    def answer(self, decision, view):
        return {1, 2}

class Clumsy(Bot):
    def answer(self, decision, view):
        return 1 / 0

class Scribbler(Lucky):
    def answer(self, decision, view):
        for formation in view.formations:
            formation.suppression = 9
        return self.inner.answer(decision, view)

class Nobody:
    pass
"""
SMALL = ("--red", "humanxx-500", "--blue", "orc-hegemony-500")
QUESTION = """
ask = { action = "watch" }
seed = 3
answers = "my_bot.py:Gunner"

[[formation]]
name = "watch"
side = "red"
orders = { now = "advance", face_up = true }
units = [{ type = "infantry", com = 7, count = 3, place = [50, 50] }]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("musterhall.cli.own_agents._loaded", own_agents._loaded.__wrapped__)
    Path("my_bot.py").write_text(BOT, encoding="utf-8")
    return tmp_path


def muster(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def battle(agents: str, *more: str) -> Result:
    return muster("battle", "the-game", "--seed", "3", *SMALL, "--agents", agents, *more)


def test_a_battle_is_fought_by_an_agent_of_ones_own_and_its_journal_replays() -> None:
    done = battle("my_bot.py:Gunner,my_bot.py:Lucky", "--save", "own.journal", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["agents"] == ["my_bot.py:Gunner", "my_bot.py:Lucky"]
    assert muster("replay", "own.journal").exit_code == 0


def test_an_agent_that_writes_into_what_it_is_shown_is_stopped() -> None:
    told = muster("battle", "the-game", "--agents", "my_bot.py:Scribbler,drill", *SMALL)
    assert told.exit_code == 2
    assert "my_bot.py:Scribbler changed what it was shown" in " ".join(told.stderr.split())


def test_the_seed_is_handed_to_an_agent_that_takes_one() -> None:
    first, second = (battle("my_bot.py:Lucky", "--json").stdout for _ in range(2))
    assert first == second


def test_an_agent_of_ones_own_may_look_ahead() -> None:
    assert battle("my_bot.py:Searcher,random", "--quiet").exit_code == 0


def test_an_agent_of_ones_own_fights_a_duel_in_several_processes() -> None:
    done = muster("duel", "my_bot.py:Gunner", "random", "--seeds", "1", "--jobs", "2", *SMALL)
    assert done.exit_code == 0, done.output
    assert "my_bot.py:Gunner wins" in done.stdout
