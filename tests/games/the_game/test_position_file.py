"""The position form: what is written can be read again, and what is wrong is said in one sentence."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.the_game.air_forces import air_setup

from musterhall.battle.agents import RandomAgent
from musterhall.games.the_game.army.forces import shipped_force
from musterhall.games.the_game.field.tables import shipped_tables
from musterhall.games.the_game.fire.sight import cover_of
from musterhall.games.the_game.game import Setup, new_battle
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.position_file import position_data, position_toml, read_position, read_situation
from musterhall.games.the_game.readings.variants import Variants
from musterhall.problems import BadInput

GROND = "Orc Grond-21 Transport Helicopter"
TANKS: dict[str, Any] = {"name": "tanks", "side": "red", "units": [{"unit": "HumanXX MBT I", "count": 3}]}


def company(*units: Any, **more: Any) -> dict[str, Any]:
    return {"formation": [{"name": "company", "side": "red", "units": list(units), **more}]}


def armed(attack: str, *notes: str) -> dict[str, Any]:
    return {"type": "infantry", "weapons": [{"range": 30, "attack": attack, "notes": list(notes)}]}


def read_again(position: Position) -> Position:
    return read_position(tomllib.loads(position_toml(position)), "again.toml")


def ground_setup() -> Setup:
    forces = shipped_force("humanxx-500"), shipped_force("orc-hegemony-500")
    return Setup(*forces, next(iter(shipped_tables().values())), Variants.default())


@pytest.mark.parametrize(("setup", "seen_in_the_air"), [(ground_setup, 0), (air_setup, 10)])
def test_a_position_in_mid_battle_is_the_same_after_writing_and_reading(
    setup: Callable[[], Setup], seen_in_the_air: int
) -> None:
    battle = new_battle(setup(), 5)
    agents = RandomAgent(1), RandomAgent(2)
    phases, in_the_air = set(), 0
    while battle.decision is not None:
        flights = bool(battle.position.air.flights)
        if len(battle.answers) % (3 if flights else 15) == 0:
            phases.add(battle.position.phase)
            in_the_air += flights
            again = read_again(battle.position)
            assert again.fingerprint() == battle.position.fingerprint()
            assert [unit.sheet for unit in again.field.units] == [unit.sheet for unit in battle.position.field.units]
        player = battle.decision.player
        battle.answer(agents[player].answer(battle.decision, battle.view(player)))
    assert {"set-up", "action"} <= phases
    assert in_the_air >= seen_in_the_air
    assert read_again(battle.position).fingerprint() == battle.position.fingerprint()


def test_a_place_on_the_edge_keeps_its_sign() -> None:
    position = read_position(company({"type": "infantry", "place": [-0.0, 5.0]}), "x")
    assert str(position.x[0]) == "-0.0"


def test_units_of_one_datasheet_share_their_weapons_after_reading() -> None:
    stats = {"type": "infantry", "weapons": [{"range": 30, "attack": "AP5"}]}
    first, second = read_position(company(stats, stats), "x").field.units
    assert first.sheet.weapons[0] is second.sheet.weapons[0]


def test_noughts_that_mean_something_are_written_down() -> None:
    rock = {"type": "infantry", "weapons": [{"name": "rock", "range": 0, "attack": "AP1"}]}
    again = read_again(read_position(company(rock) | {"scenario": {"last_turn": 0}}, "x"))
    assert again.field.units[0].sheet.weapons[0].range == 0
    assert again.scenario.last_turn == 0


def test_position_data_can_be_written_as_json() -> None:
    position = read_position({"formation": [TANKS]}, "x")
    data = json.loads(json.dumps(position_data(position)))
    assert read_position(data, "y").fingerprint() == position.fingerprint()


def test_unnamed_units_are_numbered_through_the_whole_file() -> None:
    second = {**TANKS, "name": "more tanks", "side": "blue"}
    names = [unit.name for unit in read_position({"formation": [TANKS, second]}, "x").field.units]
    assert names == [f"HumanXX MBT I {number}" for number in range(1, 7)]


def test_a_slip_in_a_datasheet_name_is_resolved() -> None:
    [unit] = read_position(company("Ork Infantry"), "x").field.units
    assert unit.sheet.name == "Orc Infantry"


def test_formations_without_places_stand_out_of_each_others_way() -> None:
    rows = [{**TANKS, "name": f"{side} {n}", "side": side} for side in ("red", "blue") for n in range(4)]
    position = read_position({"formation": rows}, "x")
    red, blue = position.standing_side(0), position.standing_side(1)
    assert position.distances(red, blue).min() > 30
    first, second = (position.standing(formation) for formation in position.formations[:2])
    assert position.distances(first, second).min() > 10


@pytest.mark.parametrize("share", [0.5, 1.0])
def test_inside_gives_cover_from_half_the_base_on(share: float) -> None:
    unit = {"type": "infantry", "inside": {"kind": "ruins", "share": share}}
    position = read_position(company(unit), "x")
    cover = cover_of(position, position.standing_side(0))
    assert (int(cover.armour[0]), int(cover.visibility[0])) == (1, 1)


def test_a_printed_unit_may_have_some_stats_otherwise() -> None:
    [unit] = read_position(company({"unit": "HumanXX MBT I", "arm": 9, "rules": ["Leader"]}), "x").field.units
    assert unit.sheet.armour == 9
    assert unit.rule("leader") is not None
    assert unit.sheet.weapons


def test_units_that_have_shot_are_remembered() -> None:
    assert read_situation(company({"type": "infantry", "shot": True}, {"type": "infantry"}), "x").shot == {0}


WRONG = {
    "off the table": company({"type": "infantry", "place": [200, 10]}),
    "no datasheet is called": company("HumanXX Starship"),
    "no special rule": company({"type": "infantry", "rules": ["Invisible"]}),
    "belongs to a formation": company({"type": "infantry", "rules": ["Shaky"]}),
    "belongs to a unit or weapon": company(rules=["Scout(10)"]),
    "takes less in its brackets": company(armed("AP1", "Targeting")),
    "no unit type": company({"type": "dragon"}),
    "not a weapon type": company(armed("XX5")),
    "one or two figures": company({"type": "infantry", "move": "fast"}),
    "no unit is called": company({"type": "infantry", "aboard": "nothing"}),
    "is no transport": company({"type": "infantry", "name": "a"}, {"type": "infantry", "aboard": "a"}),
    "is no command": company({"type": "infantry"}, orders={"now": "retreat"}),
    "no terrain of table 1.1": company({"type": "infantry", "inside": "lava"}),
    "names no cover": company({"type": "infantry", "behind": "hedge"}),
    "its place is not beside": company({"name": "t", "place": [9, 9]}, {"touching": "t", "place": [20, 20]}),
    "two units are called": company({"name": "t", "type": "infantry"}, {"name": "t", "type": "infantry"}),
    "formations have this name": {"formation": [TANKS, TANKS]},
    "came with 1 and has 3": {"formation": [{**TANKS, "original": 1}]},
    "is no phase": {"phase": "lunch"},
    "there is no such variant": {"variants": {"hurry": True}},
    "is not a field it knows": {"weather": "rain"},
    "its kind": {"terrain": [{"kind": "lava", "circle": [50, 50, 5]}]},
    "should be 999 or less": {"formation": [{**TANKS, "tokens": 10**30}]},
    "no battle group": {"scenario": {"arrived": ["green:A"]}},
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_said_with_file_and_words(words: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_position(WRONG[words], "place.toml")
    sentence = str(refusal.value)
    assert sentence.startswith("place.toml: ")
    assert words in sentence


numbers = st.one_of(st.integers(), st.floats(), st.integers(-5, 200))
words = st.one_of(st.text(max_size=8), st.sampled_from(["red", "tanks", "HumanXX MBT I", "AP6/AT8", "AS 2/8", "10/20"]))
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, words),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=6,
)
UNIT = [
    "unit",
    "name",
    "count",
    "place",
    "step",
    "facing",
    "radius",
    "aboard",
    "damage_taken",
    "inside",
    "behind",
    "touching",
    "type",
    "move",
    "com",
    "arm",
    "cf",
    "nf",
    "weapons",
    "rules",
    "transport",
    "lost",
    "off_table",
]
FORMATION = ["name", "side", "units", "original", "tokens", "rules", "cost", "orders", "battle_group"]
FILE = ["turn", "phase", "to_act", "variants", "red", "table", "terrain", "datasheet", "objective", "scenario"]


@settings(max_examples=300, deadline=None)
@given(
    unit=st.dictionaries(st.sampled_from(UNIT), anything, max_size=4),
    formation=st.dictionaries(st.sampled_from(FORMATION), anything, max_size=2),
    file=st.dictionaries(st.sampled_from(FILE), anything, max_size=2),
)
def test_nothing_but_bad_input_comes_of_bad_input(
    unit: dict[str, Any], formation: dict[str, Any], file: dict[str, Any]
) -> None:
    row = {"name": "tanks", "side": "red", "units": [{"unit": "HumanXX MBT I", **unit}], **formation}
    found = position_or_sentence({"formation": [row], **file})
    if isinstance(found, str):
        assert found.startswith("fuzz.toml: ")
    else:
        assert read_again(found).fingerprint() == found.fingerprint()


def position_or_sentence(data: dict[str, Any]) -> Position | str:
    try:
        return read_position(data, "fuzz.toml")
    except BadInput as refusal:
        return str(refusal)


def lift(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "side": "red", "units": [{"name": "grond", "unit": GROND, **more}]}


def riders(*aboard: str, **more: Any) -> dict[str, Any]:
    units = [{"unit": "Orc Infantry", "aboard": carrier} for carrier in aboard]
    return {"name": "riders", "side": "red", "units": units, **more}


def test_who_is_aboard_what_is_off_the_table_is_off_the_table() -> None:
    for order in ([lift("ferry"), riders("grond")], [riders("grond"), lift("ferry")]):
        position = read_position({"formation": order}, "x")
        formation = position.formation_named("riders")
        assert formation is not None
        assert not formation.on_table
        assert read_again(position).fingerprint() == position.fingerprint()


def test_who_is_aboard_a_helicopter_that_has_landed_is_on_the_table() -> None:
    position = read_position({"formation": [lift("ferry", place=[60, 45]), riders("grond")]}, "x")
    assert position.formations[1].on_table


def test_a_formation_of_which_somebody_stands_is_on_the_table_whoever_rides() -> None:
    company = riders("grond")
    company["units"].append({"unit": "Orc Infantry", "place": [60, 60]})
    position = read_position({"formation": [lift("ferry"), company]}, "x")
    assert position.formations[1].on_table


def test_what_is_said_about_who_is_aboard_is_kept() -> None:
    position = read_position({"formation": [lift("ferry"), riders("grond", on_table=True)]}, "x")
    assert read_again(position).formations[1].on_table


def test_carriers_of_one_name_are_told_apart() -> None:
    data = {"formation": [lift("first"), lift("second"), riders("first / grond", "second / grond")]}
    position = read_position(data, "x")
    assert read_again(position).fingerprint() == position.fingerprint()


def test_an_unknown_unit_is_told_with_both_ways_out_in_whole_sentences() -> None:
    formation = {"name": "Ferry", "side": "red", "units": [{"unit": "Nosuch Copter", "name": "f"}]}
    with pytest.raises(BadInput) as told:
        read_position({"formation": [formation]}, "the test")
    assert str(told.value).endswith("the catalogue lists them all. Or give it a type and stats of its own.")
