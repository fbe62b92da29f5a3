"""Studies read and made ready: arms, settings, and one sentence for everything that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.lab.helpers import plan_for, study_data

from musterhall.games import game_named
from musterhall.lab.fighting import fight_batch
from musterhall.lab.opening import plan_of
from musterhall.lab.plan import Batch
from musterhall.problems import BadInput
from musterhall.toml_text import toml_text


def refusal(text: str, beside: Path | None = None) -> str:
    with pytest.raises(BadInput) as refused:
        plan_of(text, "mine.toml", beside)
    return str(refused.value)


def test_a_star_stands_for_every_value_of_a_switch_the_usual_first() -> None:
    plan = plan_for(factors={"variants": {"die_allocation": "*"}})
    assert plan.arms[0] == "die_allocation = highest_to_nearest"
    assert len(plan.arms) == 3
    assert plan.cells[0][1].variants.as_data()["die_allocation"] == "easiest_kill_first"


def test_factors_are_crossed_and_settings_are_kept_apart() -> None:
    always = {"agents": ["drill", "captain"], "tables": ["random", "crossroads"]}
    factors = {"red": ["humanxx-500", "humanxx-1000"], "variants": {"die_allocation": "*"}}
    plan = plan_for(always=always, factors=factors)
    assert len(plan.arms) == 6
    assert [setting.told() for setting in plan.settings] == [
        "drill",
        "drill, crossroads",
        "captain",
        "captain, crossroads",
    ]


def test_a_force_without_a_formation_and_with_another_is_an_arm() -> None:
    compared = [
        {"name": "as listed"},
        {"name": "no mortars", "red": {"without": ["Mortar Battery"]}},
        {"name": "richer", "red": {"set": {"points": 900}, "plus": {"formation": [_tanks()]}}},
    ]
    plan = plan_for(compared=compared, factors={}, always={"red": "humanxx-500", "unchecked": True})
    brought = [[one.name for one in cell.red.formations] for cell in plan.cells[0]]
    assert "Mortar Battery" in brought[0]
    assert "Mortar Battery" not in brought[1]
    assert brought[2] == [*brought[0], "More Tanks"]


def _tanks() -> dict[str, str]:
    return {"name": "More Tanks", "entry": "Secondary Tank company", "battle_group": "Flank"}


def test_a_study_finds_forces_beside_its_file_and_a_stranger_none(tmp_path: Path) -> None:
    own = game_named("the-game").forces.shipped_text("humanxx-500")
    (tmp_path / "own.toml").write_text(own.replace("Border Guard", "My Guard"), encoding="utf-8")
    text = toml_text(study_data(always={"red": "own.toml", "agents": ["drill"]}))
    assert plan_of(text, "mine.toml", tmp_path).cells[0][0].red.name == "My Guard"
    assert "own.toml" in refusal(text)
    assert "passwd" in refusal(toml_text(study_data(always={"red": "/etc/passwd"})))


def test_everything_that_is_wrong_is_told_at_once() -> None:
    always = {"red": "humanx-500", "agents": ["drll"], "scenarios": ["lading"], "tables": ["crosroads"]}
    told = refusal(toml_text(study_data(always=always, factors={"variants": {"die_alocation": "*"}})))
    for word in ("mine.toml", "humanx-500", "drll", "lading", "crosroads", "die_alocation"):
        assert word in told
    assert "humanxx-500" in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "question = 'q'\ngame = 'the_game'\n[factors]\nweather = ['rain']\n",
            "factors.weather is not a field it knows",
        ),
        ("question = 'q'\ngame = 'chess'\n", "game 'chess': there is none of this name"),
        ("game = 'the_game'\n", "question is missing"),
        ("question = 'q'\ngame = 'the_game'\nmeasured = { luck = 1 }\n", "measured.luck"),
        ("question = 'q'\ngame = 'the_game'\nmeasured = { win = 0 }\n", "should be more than 0"),
        (
            "question = 'q'\ngame = 'the_game'\nmeasured = { win = 2 }\n",
            "win is a share, so 2 would be more than there is",
        ),
        ("question = 'q'\ngame = 'the_game'\nmeasured = { turns = inf }\n", "measured.turns"),
        (
            "question = 'q'\ngame = 'the_game'\n[always]\nblue = 'lyran-picket'\n",
            "always: force 'lyran-picket': ships for Alpha Strike, and THE GAME has none of this name",
        ),
        ("question = 'q'\ngame = 'the_game'\n[stop]\nseeds = 0\n", "stop.seeds: should be 1 or more"),
    ],
)
def test_a_wrong_field_is_named_with_its_place(text: str, said: str) -> None:
    told = refusal(text)
    assert told.startswith("mine.toml: ")
    assert said in told


def test_what_all_arms_share_is_told_once_and_where_it_stands() -> None:
    always = {"red": "humanxx-500", "blue": "orc-hegemony-500", "agents": ["dril"]}
    told = refusal(toml_text(study_data(always=always)))
    assert told.startswith("mine.toml: always: agent 'dril'")
    assert told.count("dril'") == 1


def test_a_force_that_is_not_legal_is_refused_unless_the_study_says_so() -> None:
    always = {"red": {"force": "humanxx-500", "set": {"points": 300}}, "agents": ["drill"]}
    told = refusal(toml_text(study_data(always=always)))
    assert "300" in told
    assert "unchecked = true" in told
    assert plan_for(always=always | {"unchecked": True}).arms


def test_another_force_or_variant_is_another_plan_and_the_same_is_the_same() -> None:
    first, again = plan_for(), plan_for()
    other = plan_for(always={"red": "humanxx-1000", "blue": "orc-hegemony-500", "agents": ["drill"]})
    assert first.digest == again.digest
    assert first.digest != other.digest


def test_a_force_that_is_not_legal_is_told_once_though_all_arms_have_it() -> None:
    always = {"red": {"force": "humanxx-500", "without": ["Mortar Battery"]}, "blue": "orc-hegemony-500"}
    said = refusal(toml_text(study_data(always=always)))
    assert said.startswith("mine.toml: humanxx-500 without Mortar Battery: battle group Main body: has 1 formation")
    assert said.count("has 1 formation") == 1
    assert said.endswith("With unchecked = true under [always] forces may be illegal.")


def test_where_each_side_has_its_own_part_armies_keep_their_sides() -> None:
    plan = plan_for(always={"agents": ["drill"], "scenarios": ["landing"]}, factors={})
    assert plan.cells[0][0].sides == (False,)
    assert plan_for().cells[0][0].sides == (False, True)


def test_figures_of_a_kind_of_unit_can_be_changed() -> None:
    figures = {"HumanXX Mobile Mortar": {"armour": 5, "120mm mortar range": 60}}
    compared = [{"name": "as it is"}, {"name": "other mortars", "red": {"figures": figures}}]
    plan = plan_for(compared=compared, factors={})
    usual, other = (cell.red.formations[1].units[0] for cell in plan.cells[0])
    assert (usual.armour, other.armour) == (3, 5)
    assert (usual.weapons[0].range, other.weapons[0].range) == (75.0, 60.0)
    assert plan.cells[0][0].red.formations[0] == plan.cells[0][1].red.formations[0]


def test_a_card_of_alpha_strike_can_be_changed() -> None:
    red = {"force": "drafted-five", "figures": {"Atlas AS7-D": {"armour": 1}}}
    always = {"red": red, "blue": "drafted-four", "agents": ["drill"], "unchecked": True}
    plan = plan_for(game="alpha_strike", always=always, factors={})
    assert [unit.card.armour for unit in plan.cells[0][0].red.units if unit.card.name == "Atlas AS7-D"] == [1]


def test_a_dial_of_age_of_destruction_can_be_changed_for_one_of_two_sides_that_field_it() -> None:
    figures = {"Lacquer Tortoise Cart": {"damage 1": 9, "attack 2": 11, "most_range": 20}}
    always = {"red": {"force": "liao-inkstone", "figures": figures}, "blue": "liao-inkstone", "agents": ["drill"]}
    plan = plan_for(game="age_of_destruction", always=always, factors={})
    position = plan.cells[0][0].battles.new_battle(plan.cells[0][0].setup(1, swapped=False), 1).position
    carts = [one for one in position.field.units if one.name.startswith("Lacquer Tortoise Cart")]
    shown = [(one.side, one.sheet.dial[0].damage, one.sheet.dial[1].attack, one.sheet.most_range) for one in carts]
    assert shown[:2] == [(0, 9, 11, 20)] * 2
    assert len(shown) == 4
    assert shown[2][1:] == shown[3][1:] != shown[0][1:]
    assert fight_batch(plan, Batch(0, 1, 1)).failed == ()


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({"Thornles Rose": {"damage 1": 5}}, "Perhaps Thornless Rose"),
        ({"Thornless Rose": {"damage 99": 5}}, "'damage 99' is none that can be changed"),
        ({"Thornless Rose": {"damage 1": 99}}, "click 1 has damage 99; write a whole number from 0 to 50"),
        ({"Thornless Rose": {"damage 1": -1}}, "should be a number, 0 or more"),
    ],
)
def test_figures_that_no_dial_has_are_refused(figures: dict[str, dict[str, object]], said: str) -> None:
    always = {"red": {"force": "liao-inkstone", "figures": figures}, "agents": ["drill"]}
    assert said in refusal(toml_text(study_data(game="age_of_destruction", always=always, factors={})))


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({"HumanXX Mobil Mortar": {"armour": 5}}, "Perhaps HumanXX Mobile Mortar"),
        ({"HumanXX Mobile Mortar": {"armor": 5}}, "Perhaps armour is meant"),
        ({"HumanXX Mobile Mortar": {"armour": "five"}}, "should be a number"),
    ],
)
def test_figures_that_are_not_there_are_refused(figures: dict[str, dict[str, object]], said: str) -> None:
    compared = [{"name": "a"}, {"name": "b", "red": {"figures": figures}}]
    assert said in refusal(toml_text(study_data(compared=compared, factors={})))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"factors": {"agents": ["drill"] * 900, "tables": ["random"] * 900, "scenarios": [""] * 900}},
            "729,000,000 arms",
        ),
        ({"always": {"agents": ["drill"] * 900, "tables": ["random"] * 900}}, "1,620,000 kinds of battles"),
        ({"stop": {"seeds": 4, "first_seed": 10**30}}, "stop.first_seed"),
    ],
)
def test_a_short_file_that_asks_for_more_than_a_machine_holds_is_refused_before_anything_is_made(
    changes: dict[str, Any], told: str
) -> None:
    assert told in refusal(toml_text(study_data(**changes)))
