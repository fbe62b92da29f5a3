"""Lists of other tools: what is understood becomes a force, what is not is named."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.games.alpha_strike.lists.importing import import_list
from musterhall.games.alpha_strike.lists.reading import ListImport
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.problems import BadInput

LIBRARY = starter_library()


def imported(text: str, library: Library = LIBRARY) -> ListImport:
    return import_list(text, "list", library)


def skills(found: ListImport) -> list[tuple[str, int]]:
    return [(unit.name, unit.skill) for unit in found.force.units]


def said(found: ListImport) -> str:
    return "\n".join(map(str, found.problems))


def jeffs(*units: dict[str, Any], bonus: str = "None", name: str = "") -> str:
    return json.dumps({"groups": [{"name": name, "formationBonus": bonus, "units": list(units)}]})


# JSON


def test_a_force_of_jeffs_tools_keeps_units_skills_and_names() -> None:
    found = imported(
        jeffs(
            {"Id": 0, "Name": "Atlas AS7-D", "BFPointValue": 52, "currentSkill": 3, "customName": "Big one"},
            {"mulID": 0, "name": "Marauder MAD-3R", "basePoints": 35, "pilot": {"gunnery": 2, "piloting": 5}},
            {"Name": "Warhammer WHM-6R", "currentSkill": 4},
            bonus="Battle Lance",
            name="Alpha",
        )
    )
    assert skills(found) == [("Big one", 3), ("Marauder MAD-3R", 2), ("Warhammer WHM-6R", 4)]
    assert found.force.groups[0].kind == "Battle Lance"
    assert found.force.groups[0].units == ("Big one", "Marauder MAD-3R", "Warhammer WHM-6R")
    assert not found.problems


def test_a_unit_is_known_by_its_number_even_under_another_name() -> None:
    library = Library([replace(LIBRARY.find("Atlas AS7-D"), mul_id=140)])
    found = imported(jeffs({"Id": 140, "Name": "Atlas, the big one", "currentSkill": 4}), library)
    assert found.force.units[0].card.name == "Atlas AS7-D"


def test_a_unit_that_the_catalogue_lacks_comes_with_the_lists_own_card() -> None:
    row = {
        "Id": 99999,
        "Name": "Newcomer NC-1",
        "Class": "Newcomer",
        "Variant": "NC-1",
        "BFType": "BM",
        "BFSize": 2,
        "BFMove": '10"j',
        "BFArmor": 5,
        "BFStructure": 3,
        "BFDamageShort": 3,
        "BFDamageMedium": 3,
        "BFDamageLong": 1,
        "BFPointValue": 33,
        "BFAbilities": "ECM",
        "currentSkill": 4,
    }
    found = imported(jeffs(row))
    assert found.force.pv == 33


@pytest.mark.parametrize(
    ("unit", "part"),
    [
        ({"Name": "Atlaz AS7-D"}, "'Atlaz AS7-D' is not understood. Perhaps Atlas AS7-D"),
        (
            {"Name": "Atlas AS7-D", "BFPointValue": 50, "currentSkill": 4},
            "costs 50 in the list and 52 in the catalogue",
        ),
        ({"Name": "Atlas AS7-D"}, "no skill that can be read. It is taken as 4"),
        ({"Name": "Atlas AS7-D", "currentSkill": True}, "no skill that can be read"),
        ({"Name": "Atlas AS7-D", "pilot": {"gunnery": 4, "spas": [3]}}, "the pilot's 'spas' is not understood"),
    ],
)
def test_what_is_not_understood_in_json_is_named_with_its_place(unit: dict[str, Any], part: str) -> None:
    found = imported(jeffs({"Name": "Locust LCT-1V", "currentSkill": 4}, unit))
    assert part in said(found)
    assert "group 1, unit 2" in said(found)


def test_a_bonus_for_an_unknown_formation_is_named() -> None:
    found = imported(jeffs({"Name": "Locust LCT-1V", "currentSkill": 4}, bonus="Ballet Lance"))
    assert "Ballet Lance" in said(found)
    assert not found.force.groups


# Text


@pytest.mark.parametrize(
    "line",
    [
        "Griffin GRF-6S\tBM\tSniper\t1\t58",
        "Griffin GRF-6S  Skill: 1  PV: 58",
        "Griffin GRF-6S, skill 1, 58 PV",
        "- Griffin GRF-6S (1) 58 PV",
        "1. GRIFFIN GRF-6S 58",
        "Griffin GRF-6S 58 points",
        "Griffin GRF-6S S1",
        "1x Griffin GRF-6S 1",
    ],
)
def test_a_line_gives_its_unit_and_skill_in_any_order(line: str) -> None:
    found = imported(line)
    assert skills(found) == [("Griffin GRF-6S", 1)]
    assert not found.problems


def test_where_skill_and_value_could_be_swapped_the_skill_comes_first() -> None:
    assert skills(imported("Foot Platoon (Rifle, Ballistic) CI 6 5")) == [("Foot Platoon (Rifle, Ballistic)", 6)]


def test_a_list_says_of_itself_what_it_is() -> None:
    found = imported(
        "Force: First company\nFaction: Draconis Combine\nEra: ilClan\n\n"
        "Rain: Fire Support Lance\n2x LRM Carrier (4)\nCatapult CPLT-C1 32 PV\nTotal: 76 PV\n"
    )
    assert (found.force.name, found.force.faction, found.force.era) == ("First company", "Draconis Combine", "ilClan")
    assert found.force.groups[0].name == "Rain"
    assert found.force.groups[0].units == ("LRM Carrier #1", "LRM Carrier #2", "Catapult CPLT-C1")
    assert not found.problems


def test_a_total_that_does_not_add_up_is_told() -> None:
    assert "the list adds up to 80 points, and what was read of it to 52" in said(
        imported("Atlas AS7-D 4\nTotal: 80 PV")
    )


def test_a_point_value_that_no_skill_gives_is_told() -> None:
    assert "line 1: the list has Atlas AS7-D at 50 points" in said(imported("Atlas AS7-D skill 4 PV 50"))


def test_lines_that_mean_nothing_are_named_as_they_are() -> None:
    found = imported("Atlas AS7-D 4\n<script>alert(1)</script>\n")
    assert "line 2: '<script>alert(1)</script>' is not understood" in said(found)


def test_a_table_is_read_by_its_headings() -> None:
    found = imported(
        "group,chassis,model,pilot,skill,adjustedPV,mul_id,PV\n"
        "Unit,Griffin,GRF-6S,,1,58,1,37\n"
        'Unit,"Locust",LCT-3M,,4,20,1,20\n'
        "Unit,Nosuch,X,,4,20,1,20\n"
    )
    assert skills(found) == [("Griffin GRF-6S", 1), ("Locust LCT-3M", 4)]
    assert "line 4" in said(found)


def test_the_code_of_tabletop_simulator_is_numbers_and_skills() -> None:
    library = Library([replace(LIBRARY.find("Atlas AS7-D"), mul_id=140)])
    found = imported("{{140,3},{140,4},{7,4}}", library)
    assert skills(found) == [("Atlas AS7-D #1", 3), ("Atlas AS7-D #2", 4)]
    assert "no unit 7 of the Master Unit List" in said(found)


# What cannot be used


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("{", "not readable as JSON"),
        ("[" * 100_000, "list"),
        ('{"a": 1}', "neither groups nor units"),
        ("", "no unit is found"),
        ("nothing\nof use", "The first thing not understood"),
        ("x" * 5_000_001, "characters"),
        ("99x Locust LCT-1V 4\n" * 9, "more than 500 units"),
    ],
)
def test_a_list_that_is_none_is_refused_in_one_sentence(text: str, part: str) -> None:
    with pytest.raises(BadInput, match=part):
        imported(text)


def test_of_very_many_unknown_lines_the_rest_is_counted() -> None:
    found = imported("Atlas AS7-D 4\n" + "what is this\n" * 500)
    assert len(found.problems) == 101
    assert "400 more lines are not understood" in said(found)


def test_a_very_long_line_is_shown_by_its_beginning() -> None:
    found = imported("Atlas AS7-D 4\n" + "x" * 300_000)
    assert len(said(found)) < 300


@given(st.text(max_size=200))
def test_no_text_at_all_breaks_the_import(text: str) -> None:
    found = imported(f"Atlas AS7-D 4\n{text}")
    assert found.force.units[0].card.name == "Atlas AS7-D"
