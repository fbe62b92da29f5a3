"""Choices that players make for abilities and formations: what is refused, what stays secret, and that trials fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from musterhall.battle.agents import RandomAgent
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Illegal
from musterhall.games.alpha_strike.abilities.abilities import command_abilities
from musterhall.games.alpha_strike.battles import Setup, new_battle
from musterhall.games.alpha_strike.command.hidden import ComeOut, PlaceHidden, hidden_units
from musterhall.games.alpha_strike.command.picks import Given, OneOf
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.force.forces import CommandChoice, Force, shipped_force
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.scenarios.scenarios import SCENARIOS
from musterhall.games.alpha_strike.turn.choices import Choices
from musterhall.table import Table

DETAILS: dict[str, dict[str, Any]] = {
    "focus": {"pilot_ability": "Sniper"},
    "enemy_specialization": {"enemies": ["Draconis Combine"]},
    "environmental_specialization": {"environment": "woods", "benefits": ["improved_combat"]},
    "regional_specialization": {"region": "Skye"},
    "tactical_specialization": {"benefits": ["attack"]},
    "infiltrators": {"level": 3},
}


def with_every_ability(name: str) -> Force:
    taken = tuple(CommandChoice(one.name, DETAILS.get(key, {})) for key, one in command_abilities().items())
    force = shipped_force(name)
    return replace(force, units=force.units[:8], groups=force.groups[:1], command_abilities=taken)


def battle_with_everything(seed: int) -> Battle[Position]:
    table = Table("empty", 72, 48, (), "inches")
    forces = (with_every_ability("lyran-picket"), with_every_ability("combine-wall"))
    return new_battle(Setup(*forces, table, SCENARIOS["battle"], Edition.of({"turn_limit": 2}), attacker=0), seed)


@pytest.mark.parametrize("seed", [1, 2])
def test_with_every_ability_battles_end_and_trials_fit_what_a_player_knows(seed: int) -> None:
    battle, agents = battle_with_everything(seed), [RandomAgent(1), RandomAgent(2)]
    while battle.decision is not None:
        asked = battle.decision
        if isinstance(asked, Choices | PlaceHidden | ComeOut):
            trial = battle.trial(asked.player, len(battle.answers))
            assert trial.view(asked.player).fingerprint() == battle.view(asked.player).fingerprint()
        battle.answer(agents[asked.player].answer(asked, battle.view(asked.player)), asked.player)
    assert battle.position.ended_by


def test_nobody_sees_where_the_other_sides_units_lie_hidden() -> None:
    battle = battle_with_everything(1)
    while not isinstance(battle.decision, PlaceHidden):
        assert battle.decision is not None
        battle.answer(RandomAgent(3).answer(battle.decision, None))
    for player in (0, 1):
        battle.answer(next(answer for answer in battle.asked(player).options() if answer), player)
    for player in (0, 1):
        assert hidden_units(battle.position, player)
        assert hidden_units(battle.view(player), player)
        assert not hidden_units(battle.view(1 - player), player)


FIRE = Given("Lance: Sniper", "18", {1: ("Sniper",), 2: ("Sniper",), 3: ("Sniper",)}, 2)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("Sniper", "list of pairs"),
        ([[9, "Sniper"]], "no unit that may get something"),
        ([[1, "Lucky"]], "not on offer"),
        ([[1, "Sniper"], [1, "Sniper"]], "twice"),
        ([[1, "Sniper"], [2, "Sniper"], [3, "Sniper"]], "2 may"),
        ([[True, "Sniper"]], "no unit"),
    ],
)
def test_what_a_formation_does_not_offer_is_refused(answer: Any, why: str) -> None:
    with pytest.raises(Illegal, match=why):
        FIRE.check(answer)


def test_where_all_get_the_same_nobody_gets_another() -> None:
    blows = {1: ("Swordsman", "Zweihander"), 2: ("Swordsman", "Zweihander")}
    with pytest.raises(Illegal, match="the same"):
        Given("Lance: ability", "18", blows, 2, same=True).check([[1, "Swordsman"], [2, "Zweihander"]])


def test_a_word_that_is_not_on_offer_is_refused_with_those_that_are() -> None:
    with pytest.raises(Illegal, match="choose from roll, yield"):
        OneOf("banking_initiative", "16", ("roll", "yield")).check("spend")


def test_a_choice_for_nothing_that_is_asked_is_refused() -> None:
    view = battle_with_everything(1).view(0)
    with pytest.raises(Illegal, match="nothing to choose now"):
        Choices(view, 0, [FIRE]).check({"Lance: Lucky": []})
