"""The log of a battle is read by people: one heading a turn, verbs that go with their names, no counting of nothing."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.games.the_game.test_contract import small_setup

from musterhall.battle.agents import play
from musterhall.battle.battle import LogLine
from musterhall.dice import Dice
from musterhall.games.the_game.agents import agent_named
from musterhall.games.the_game.air.flak import flak_at, shoot_at_aircraft
from musterhall.games.the_game.fire.volleys import DieResult, shots_in_words
from musterhall.games.the_game.game import new_battle
from musterhall.games.the_game.position_file import read_position
from musterhall.tally import does


@cache
def told() -> tuple[LogLine, ...]:
    battle = new_battle(small_setup(), 21)
    play(battle, [agent_named("drill", side) for side in (0, 1)])
    return tuple(battle.log)


def test_every_turn_has_one_heading() -> None:
    headings = [line.text for line in told() if line.kind == "phase"]
    assert headings == list(dict.fromkeys(headings))
    before = [text for text in headings if text.startswith("Pre-battle turn ")]
    assert before == [f"Pre-battle turn {number}" for number in range(1, len(before) + 1)]
    assert before
    assert headings[len(before)] == "Turn 1"


def test_a_pre_battle_turn_begins_with_its_heading() -> None:
    """6.1.4 Its initiative is the first that happens in it."""
    lines = told()
    first = next(at for at, line in enumerate(lines) if line.kind == "initiative")
    heading = lines[first - 1]
    assert (heading.text, heading.section, heading.data) == ("Pre-battle turn 1", "6.1.4", {"pre_battle_turn": 1})


def test_several_tanks_fire_and_one_company_fires() -> None:
    first_words = {line.text.partition(" at ")[0] for line in told() if line.kind == "fire"}
    assert {"Light Tanks fire", "Orc Company fires"} <= first_words
    assert not [line.text for line in told() if re.match(r"(Light Tanks|Goblin \w+s|Buggies) \w+s\b", line.text)]


def test_numbers_go_with_their_words() -> None:
    wrong = re.compile(r"\b(?<!\.)1 (units|tokens|shots|kills|formations|turns)\b|\b0 kills\b|\b1 token become\b")
    assert not [line.text for line in told() if wrong.search(line.text)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Orc Company", "fires"),
        ("Light Tanks", "fire"),
        ("Goblin Tanks 2", "fire"),
        ("Company of Tanks", "fires"),
        ("Hammer and Anvil", "fire"),
        ("Shore Pass", "fires"),
        ("Regulus", "fires"),
    ],
)
def test_a_name_and_its_verb(name: str, said: str) -> None:
    assert does(name, "fires", "fire") == f"{name} {said}"


@pytest.mark.parametrize(
    ("fired", "kills", "said"),
    [(1, 1, "1 shot, 1 kill"), (6, 1, "6 shots, 1 kill; 5 found no target"), (2, 0, "2 shots, no kills")],
)
def test_shots_that_find_nobody_left_are_told(fired: int, kills: int, said: str) -> None:
    results = [DieResult(10, 0, 5, 3, 12, "kill") for _ in range(kills)] or [DieResult(1, 0, 5, 3, 3, "miss")] * fired
    assert shots_in_words(fired, results) == said


def test_a_volley_at_the_last_unit_tells_every_shot() -> None:
    """1.7.2 Dice that are left when nobody is left to meet them were fired all the same."""
    jet = {"unit": "HumanXX Strike Fighter", "name": "jet"}
    flak = {"unit": "HumanXX AA Tank", "name": "falcon", "count": 3, "place": [60, 40]}
    flight = {"path": [[60, 0], [60, 30]]}
    formations = [
        {"name": "wing", "side": "red", "units": [jet], "flight": flight},
        {"name": "flak", "side": "blue", "units": [flak]},
    ]
    position = read_position({"formation": formations}, "the test")
    battle, wing = new_battle(small_setup(), 1), position.formations[0]
    battle.position, battle.dice = position, Dice.scripted([10, 10, 10])
    shoot_at_aircraft(battle, wing, flak_at(position, wing), " from the ground", "3.5.1")
    assert battle.log[-1].text == "flak fires at wing from the ground: 3 shots, 1 kill; 2 found no target"
