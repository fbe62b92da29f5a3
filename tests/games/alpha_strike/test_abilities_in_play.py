"""Every ability and every formation changes a battle: without it, its worked case no longer comes out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from musterhall.battle.cases import run_case
from musterhall.games.alpha_strike.abilities.abilities import TakenPilotAbility
from musterhall.games.alpha_strike.abilities.command_abilities import command_abilities
from musterhall.games.alpha_strike.abilities.pilot_abilities import pilot_abilities
from musterhall.games.alpha_strike.force import formation_choices
from musterhall.games.alpha_strike.formations.formations import formation_types
from musterhall.games.alpha_strike.position import say
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.referee.referee import ask

CASES = Path(__file__).parents[2] / "cases" / "alpha_strike"

CASE_OF = {
    "adjusting_fire": "8-adjusting",
    "anti_mech_training": "7-anti-mech-training",
    "direct_fire_artillery_specialists": "8-direct-fire-specialists",
    "esprit_de_corps": "13.4-esprit",
    "fast_withdrawal": "13.4-fast-withdrawal",
    "highlander_burial": "7-highlander-burial",
    "infantry_dragoons": "2-dismount-dragoons",
    "loppers": "7-loppers",
    "tactical_experts_siege": "12-absorption-siege",
}
"""The cases of abilities that belong to another section first."""
RESTING_ABILITIES = {
    "intelligence_specialists": "battlefield intelligence is not in force",
    "tactical_experts_dogfighting": "engagements of fighters",
}
"""Command abilities that change no battle yet, with what they wait for."""
PILOTS_CASE_OF = {
    "combat_intuition": "17-combat-intuition",
    "golden_goose": "12-strike-golden-goose",
    "maneuvering_ace": "2-maneuvering-ace",
    "melee_master": "7-melee-master",
    "stand_aside": "2-stand-aside",
    "sure_footed": "2-pavement-sure-footed",
    "swordsman": "17-swordsman-harder",
    "tactical_genius": "17-tactical-genius",
    "terrain_master_mountaineer": "2-climb-mountaineer",
    "zweihander": "7-zweihander",
}
"""The same for pilot abilities."""
RESTING_PILOTS = {
    "terrain_master": "its kinds are abilities of their own",
    "terrain_master_drag_racer": "skidding is not in force",
    "terrain_master_nightwalker": "darkness is not in force",
    "terrain_master_swamp_beast": "no table has mud or swamp",
}
"""Pilot abilities that change no battle, with the rule they wait for."""
RESTING_FORMATIONS = {"urban_combat": "no bonus is printed"}
"""Formations that give nothing."""


def passes(stem: str) -> bool:
    path = CASES / f"{stem}.toml"
    return run_case(path.read_text(encoding="utf-8"), path.name, ask).passed


@pytest.fixture(autouse=True)
def _formations_anew() -> Iterator[None]:
    formation_choices._kind_called.cache_clear()
    yield
    formation_choices._kind_called.cache_clear()


@pytest.mark.parametrize("key", [key for key in command_abilities() if key not in RESTING_ABILITIES])
def test_a_command_ability_changes_its_case(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = CASE_OF.get(key, f"16-{key}")
    assert passes(case)
    ability = command_abilities()[key]
    options = {name: replace(option, modifiers=()) for name, option in ability.options.items()}
    monkeypatch.setitem(command_abilities(), key, replace(ability, modifiers=(), options=options))
    for moment in Moment.all:
        monkeypatch.delitem(moment.acts, key, raising=False)
    assert not passes(case)


@pytest.mark.parametrize("key", [key for key in pilot_abilities() if key not in RESTING_PILOTS])
def test_a_pilot_ability_changes_its_case(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = PILOTS_CASE_OF.get(key, f"17-{key}")
    assert passes(case)
    whole = say._abilities

    def without(own: tuple[TakenPilotAbility, ...], granted: tuple[str, ...]) -> dict[str, TakenPilotAbility]:
        return {name: taken for name, taken in whole(own, granted).items() if name != key}

    monkeypatch.setattr(say, "_abilities", without)
    assert not passes(case)


@pytest.mark.parametrize("key", [key for key in formation_types() if key not in RESTING_FORMATIONS])
def test_a_formation_changes_its_case(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert passes(f"18-{key}")
    monkeypatch.setitem(formation_types(), key, replace(formation_types()[key], bonus=(), supports=False))
    formation_choices._kind_called.cache_clear()
    assert not passes(f"18-{key}")


def test_what_rests_is_an_ability_or_formation_of_the_book() -> None:
    assert set(RESTING_ABILITIES) <= set(command_abilities())
    assert set(RESTING_PILOTS) <= set(pilot_abilities())
    assert set(RESTING_FORMATIONS) <= set(formation_types())
