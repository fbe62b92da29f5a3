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
from musterhall.games.alpha_strike.parts.rulebook import AlphaStrikeRulebook, ability_rows, at_rest
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


def passes(stem: str) -> bool:
    path = CASES / f"{stem}.toml"
    return run_case(path.read_text(encoding="utf-8"), path.name, ask).passed


@pytest.fixture(autouse=True)
def _formations_anew() -> Iterator[None]:
    formation_choices._kind_called.cache_clear()
    yield
    formation_choices._kind_called.cache_clear()


@pytest.mark.parametrize("key", [key for key in command_abilities() if f"16.{key}" not in at_rest()])
def test_a_command_ability_changes_its_case(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = CASE_OF.get(key, f"16-{key}")
    assert passes(case)
    ability = command_abilities()[key]
    options = {name: replace(option, modifiers=()) for name, option in ability.options.items()}
    monkeypatch.setitem(command_abilities(), key, replace(ability, modifiers=(), options=options))
    for moment in Moment.all:
        monkeypatch.delitem(moment.acts, key, raising=False)
    assert not passes(case)


@pytest.mark.parametrize("key", [key for key in pilot_abilities() if f"17.{key}" not in at_rest()])
def test_a_pilot_ability_changes_its_case(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = PILOTS_CASE_OF.get(key, f"17-{key}")
    assert passes(case)
    whole = say._abilities

    def without(own: tuple[TakenPilotAbility, ...], granted: tuple[str, ...]) -> dict[str, TakenPilotAbility]:
        return {name: taken for name, taken in whole(own, granted).items() if name != key}

    monkeypatch.setattr(say, "_abilities", without)
    assert not passes(case)


@pytest.mark.parametrize("key", [key for key in formation_types() if f"18.{key}" not in at_rest()])
def test_a_formation_changes_its_case(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert passes(f"18-{key}")
    monkeypatch.setitem(formation_types(), key, replace(formation_types()[key], bonus=(), supports=False))
    formation_choices._kind_called.cache_clear()
    assert not passes(f"18-{key}")


def test_what_rests_is_an_ability_or_formation_of_the_book() -> None:
    assert set(at_rest()) <= {row.number for row in ability_rows()}


def test_nothing_acts_for_what_rests_but_figures_of_the_rule_that_it_waits_for() -> None:
    keys = {number.partition(".")[2] for number in at_rest()}
    assert [key for moment in Moment.all for key in moment.acts if key in keys] == []


def test_every_ability_and_formation_acts_and_is_played_in_a_case_or_rests_for_a_rule_that_is_named() -> None:
    cases = {path.name: path.read_text(encoding="utf-8") for path in CASES.glob("*.toml")}
    assert AlphaStrikeRulebook().coverage(cases).missing == ()
