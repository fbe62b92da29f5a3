"""Lists of Jeff's BattleTech Tools: read whole, in today's form and in the older one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from musterhall.games.alpha_strike.lists.importing import import_list
from musterhall.games.alpha_strike.lists.reading import ListImport
from musterhall.games.alpha_strike.units.library import Library, starter_library

LIBRARY = starter_library()

ATLAS: dict[str, Any] = {
    "mulID": 140,
    "name": "Atlas AS7-D",
    "variant": "AS7-D",
    "customName": "",
    "type": "BM",
    "size": 4,
    "tmm": 1,
    "move": [{"move": 6, "currentMove": 6, "type": ""}],
    "jumpMove": 0,
    "armor": 10,
    "structure": 8,
    "threshold": 0,
    "damage": {"short": "5", "medium": "5", "long": "2", "extreme": "0"},
    "overheat": 0,
    "abilities": "AC2/2/-, IF1, LRM1/1/1, REAR1/1/-",
    "basePoints": 52,
    "role": "Juggernaut",
    "currentSkill": 3,
    "pilot": {"name": "", "piloting": 5, "gunnery": 4, "wounds": 0, "alphaStrikeAbilities": []},
    "currentArmor": [False] * 10,
    "engineHits": 0,
    "currentHeat": 0,
    "uuid": "5d5f2bde",
}


def member(**changes: Any) -> dict[str, Any]:
    return {**ATLAS, **changes}


def exported(*members: dict[str, Any], bonus: str = "None", name: str = "", **more: Any) -> str:
    group = {"name": name, "members": list(members), "uuid": "g", "formationBonus": bonus, "groupLabel": "Lance"}
    return json.dumps({"groups": [group], "uuid": "f", "lastUpdated": "2026-01-01", "turn": 0, "phase": 0, **more})


def imported(text: str, library: Library = LIBRARY) -> ListImport:
    return import_list(text, "list", library)


def said(found: ListImport) -> str:
    return "\n".join(map(str, found.problems))


def test_todays_form_has_its_units_under_members() -> None:
    locust = {"mulID": 1901, "name": "Locust LCT-1V", "currentSkill": 4}
    found = imported(exported(member(), locust, bonus="Battle Lance", name="Alpha"))
    assert [(unit.card.name, unit.skill) for unit in found.force.units] == [("Atlas AS7-D", 3), ("Locust LCT-1V", 4)]
    assert [(one.name, one.kind, len(one.units)) for one in found.force.groups] == [("Alpha", "Battle Lance", 2)]
    assert not found.problems


def test_a_pilots_abilities_are_numbers() -> None:
    pilot = {**ATLAS["pilot"], "alphaStrikeAbilities": [28, 45, 14, 54, 1]}
    found = imported(exported(member(pilot=pilot)))
    abilities = ("Lucky (2)", "Sniper", "Float Like a Butterfly (2)", "Terrain Master (Frogman)", "Animal Mimicry")
    assert found.force.units[0].abilities == abilities
    assert not found.problems


def test_a_number_that_is_no_ability_is_named() -> None:
    pilot = {**ATLAS["pilot"], "alphaStrikeAbilities": [99]}
    assert "pilot ability number 99 is not known" in said(imported(exported(member(pilot=pilot))))


@pytest.mark.parametrize(
    ("bonus", "kind"), [("Berserker Lance", "Berserker/Close Combat Lance"), ("Horde", "Horde Lance")]
)
def test_a_formation_goes_by_the_tools_own_name(bonus: str, kind: str) -> None:
    assert imported(exported(member(), bonus=bonus)).force.groups[0].kind == kind


def test_where_both_are_there_members_hold() -> None:
    data = json.loads(exported(member()))
    data["groups"][0]["units"] = [{"Id": 140, "Name": "Atlas AS7-D"}]
    found = imported(json.dumps(data))
    assert [unit.skill for unit in found.force.units] == [3]


def test_a_member_that_the_catalogue_lacks_comes_with_the_lists_own_card() -> None:
    stranger = member(
        mulID=999_999, name="Newcomer NC-1", variant="NC-1", move=[{"move": 12, "type": ""}, {"move": 8, "type": "j"}]
    )
    card = imported(exported(stranger)).force.units[0].card
    assert (card.name, card.variant, card.pv, card.armour, dict(card.moves)) == (
        "Newcomer NC-1",
        "NC-1",
        52,
        10,
        {"": 12, "j": 8},
    )
    assert card.has("IF")


def test_a_card_unlike_the_catalogues_is_told() -> None:
    found = imported(exported(member(armor=30)))
    assert "armour 30 for 10" in said(found)
    assert found.force.units[0].card.armour == 10


def test_marks_of_play_are_left_out_with_a_word() -> None:
    found = imported(exported(member(currentArmor=[True, False], currentHeat=2), member()))
    assert "1 unit carries damage or heat from a game" in said(found)


def test_a_field_that_nobody_knows_is_named_once() -> None:
    found = imported(exported(member(blessing="yes"), member(blessing="yes"), campaign="Tukayyid"))
    assert said(found).count("'blessing'") == 1
    assert "'campaign'" in said(found)


def test_the_name_of_a_group_without_a_formation_is_left_out_with_a_word() -> None:
    found = imported(exported(member(), name="Alpha"))
    assert "'Alpha' is no formation" in said(found)


def test_a_pilots_name_is_the_units_where_it_has_no_other() -> None:
    pilot = {**ATLAS["pilot"], "name": "Kit"}
    assert imported(exported(member(pilot=pilot))).force.units[0].name == "Kit"
    both = imported(exported(member(pilot=pilot, customName="Big one")))
    assert both.force.units[0].name == "Big one"
    assert "its pilot's name 'Kit' is left out" in said(both)


def test_the_number_on_the_list_finds_a_unit_under_another_name() -> None:
    library = Library([replace(LIBRARY.find("Atlas AS7-D"), mul_id=140)])
    assert imported(exported(member(name="Atlas, the big one")), library).force.units[0].card.name == "Atlas AS7-D"
