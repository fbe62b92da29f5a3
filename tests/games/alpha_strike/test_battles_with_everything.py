"""Battles with fighters, guns off the table, melee weapons and booby traps go on to their end, whoever plays them."""

from __future__ import annotations

from typing import Any

import pytest

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.dice import Dice
from musterhall.games.alpha_strike.battles import AlphaStrikeRules
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.reading import position_from

UNITS: list[dict[str, Any]] = [
    {"name": "Eagle", "unit": "Sparrowhawk SPR-H5"},
    {"name": "Bomber", "unit": "Stuka STU-K5"},
    {"name": "Gun", "type": "CV", "move": '6"t', "specials": "ARTLT-1", "off_board": True},
    {"name": "Tube", "type": "CV", "move": '6"t', "specials": "ARTT-2", "alternate_munitions": ["ARTT: Flechette"]},
    {"name": "Axe", "move": '10"j', "specials": "MEL,TSM", "overheat": 1, "size": 4},
    {"name": "Ram", "move": '12"', "specials": "CASE"},
    {"name": "Trap", "type": "CV", "move": '10"w', "specials": "BT", "size": 1},
    {"name": "Rotor", "type": "CV", "move": '14"v', "size": 1},
    {"name": "Climbers", "type": "BA", "size": 1, "move": '6"j', "specials": "AM", "damage": "2/1/0"},
]


def table(scenario: str) -> Position:
    sides = ("red", "blue")
    units = [{**unit, "name": f"{side} {unit['name']}", "side": side} for side in sides for unit in UNITS]
    terrain = [
        {"name": "house", "kind": "light building", "rectangle": [30, 20, 6, 6]},
        {"name": "lake", "kind": "deep water", "rectangle": [10, 18, 8, 8]},
    ]
    data = {"phase": "start", "turn": 0, "scenario": scenario, "unit": units, "terrain": terrain, "width": 48}
    data["variants"] = {"engine_explosions": True, "turn_limit": 8}
    return position_from(data, "a table")


@pytest.mark.parametrize("seed", range(4))
def test_a_battle_with_everything_runs_to_its_end(seed: int) -> None:
    battle = Battle(AlphaStrikeRules(), table("battle"), Dice(seed))
    play(battle, [RandomAgent(seed), RandomAgent(seed + 1)])
    assert battle.over
    for condition in battle.position.conditions:
        assert condition.armour >= 0
        assert condition.structure >= 0
        assert 0 <= condition.heat <= 4
        assert not condition.marks or not condition.alive
    assert any("altitude" in line.text for line in battle.log)
    kinds = {line.kind for line in battle.log}
    assert {"attack", "blast", "damage", "move"} <= kinds


def test_the_same_seed_plays_the_same_battle() -> None:
    prints = []
    for _ in range(2):
        battle = Battle(AlphaStrikeRules(), table("battle"), Dice(7))
        play(battle, [RandomAgent(1), RandomAgent(2)])
        prints.append(battle.position.fingerprint())
    assert prints[0] == prints[1]
