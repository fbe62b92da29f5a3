"""Pilots with every ability fight to the end, whoever plays them, and everything they are asked has an answer."""

from __future__ import annotations

from typing import Any

import pytest

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.dice import Dice
from musterhall.games.alpha_strike.abilities.pilot_abilities import PilotAbility, pilot_abilities
from musterhall.games.alpha_strike.agents import agent_named
from musterhall.games.alpha_strike.battles import AlphaStrikeRules
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.reading import position_from

CHOSEN = {"environment": " (woods)", "bracket": " (medium)"}
CROWD = (
    ["Antagonizer", "Slugger", "Float Like a Butterfly (4)", "Street Fighter"],
    ["Antagonizer", "Demoralizer", "Oblique Attacker", "Swordsman"],
    ["Multi-Tasker", "Marksman", "Human TRO", "Lucky (4)", "Street Fighter"],
    ["Weapon Specialist", "Sharpshooter", "Iron Will", "Slugger", "Float Like a Butterfly (2)"],
)


def written(ability: PilotAbility) -> str:
    chosen = CHOSEN.get(ability.choices[0], "") if ability.choices else ""
    return ability.name + (" (2)" if ability.up_to else chosen)


def one_of_each() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for ability in (one for key, one in pilot_abilities().items() if key != "terrain_master"):
        card: dict[str, Any] = {"move": '10"j', "specials": "MEL,LRM1/1/1,IF1,ARTT-1", "overheat": 1}
        if ability.airborne:
            card = {"unit": "Sparrowhawk SPR-H5"}
        elif "CV" in ability.types:
            card = {"type": "CV", "move": '10"t'}
        found.append({**card, "abilities": [written(ability)]})
    return found


def crowd() -> list[dict[str, Any]]:
    return [{"move": '10"j', "specials": "MEL,IF1", "abilities": CROWD[number % 4]} for number in range(16)]


def table(units: list[dict[str, Any]]) -> Position:
    """Both sides mixed on a small table, near enough to strike each other."""
    entries = []
    for number, unit in enumerate(units):
        side = ("red", "blue")[number % 2]
        place = {} if "unit" in unit else {"at": [4.0 + number % 8 * 3, 14.0 + number // 8 * 3]}
        entries.append({"name": f"{side} {number}", "side": side, "skill": 3, **place, **unit})
    terrain = [
        {"name": "grove", "kind": "woods", "rectangle": [0, 10, 20, 10]},
        {"name": "ruins", "kind": "rubble", "rectangle": [20, 25, 10, 10]},
    ]
    data = {"phase": "choices", "turn": 0, "unit": entries, "terrain": terrain, "width": 48}
    return position_from({**data, "variants": {"turn_limit": 3}}, "a table")


@pytest.mark.parametrize("seed", range(2))
def test_a_battle_with_one_pilot_of_each_ability_runs_to_its_end(seed: int) -> None:
    battle = Battle(AlphaStrikeRules(), table(one_of_each()), Dice(seed))
    play(battle, [RandomAgent(seed), RandomAgent(seed + 1)])
    assert battle.position.ended_by


@pytest.mark.parametrize("agent", ["random", "drill", "captain"])
def test_a_crowd_of_taunts_and_first_blows_runs_to_its_end(agent: str) -> None:
    assert fought(agent, 5).position.ended_by


def test_crowds_see_taunts_and_luck() -> None:
    told = {line.kind for seed in range(4) for line in fought("random", seed).log}
    assert {"mind", "luck"} <= told


def fought(agent: str, seed: int) -> Battle[Position]:
    battle = Battle(AlphaStrikeRules(), table(crowd()), Dice(seed))
    play(battle, [agent_named(agent, 1), RandomAgent(2)])
    return battle
