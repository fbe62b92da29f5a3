"""Text lists: a count is a count, and nothing is dropped without a word."""

from __future__ import annotations

import pytest

from musterhall.games.alpha_strike.lists.importing import import_list
from musterhall.games.alpha_strike.lists.reading import ListImport
from musterhall.games.alpha_strike.units.library import starter_library

LIBRARY = starter_library()


def imported(text: str) -> ListImport:
    return import_list(text, "list", LIBRARY)


def said(found: ListImport) -> str:
    return "\n".join(map(str, found.problems))


@pytest.mark.parametrize(
    "line",
    [
        "2x Locust LCT-1V 4",
        "2 x Locust LCT-1V 4",
        "2 Locust LCT-1V skill 4",
        "- 2 Locust LCT-1V (4) 18 PV",
        "Locust LCT-1V x2",
        "Locust LCT-1V (x2) skill 4",
        "Locust LCT-1V, skill 4, 18 PV, x2",
        "Locust LCT-1V \u00d72 36 PV",
        "2x Locust LCT-1V 36 PV",
    ],
)
def test_a_count_is_a_count_wherever_it_stands(line: str) -> None:
    found = imported(line)
    assert [(unit.card.name, unit.skill) for unit in found.force.units] == [("Locust LCT-1V", 4)] * 2
    assert not found.problems


def test_numbers_in_front_that_only_run_on_are_counts_with_a_warning() -> None:
    found = imported("1 Locust LCT-1V\n2 Atlas AS7-D\n3 Warhammer WHM-6R\n")
    assert len(found.force.units) == 6
    assert "taken as counts" in said(found)
    assert len(imported("1. Locust LCT-1V\n2. Atlas AS7-D\n3. Warhammer WHM-6R\n").force.units) == 3


@pytest.mark.parametrize(
    "line",
    [
        "Atlas AS7-D 3 Lucky (2), Marksman",
        "Atlas AS7-D, skill 3, abilities: Lucky (2), Marksman",
        "Atlas AS7-D skill 3 [SPA: Lucky 2, Marksman]",
        "Atlas AS7-D (3) - Lucky (2) / Marksman",
    ],
)
def test_abilities_of_a_line_are_kept(line: str) -> None:
    found = imported(line)
    unit = found.force.units[0]
    assert (unit.skill, unit.abilities) == (3, ("Lucky (2)", "Marksman"))
    assert not found.problems


def test_a_role_is_no_ability_unless_it_is_said_to_be() -> None:
    assert imported("Griffin GRF-6S BM Sniper 1 58").force.units[0].abilities == ()
    assert imported("Griffin GRF-6S 1, abilities: Sniper").force.units[0].abilities == ("Sniper",)
    assert imported("Atlas AS7-D 3 Sniper").force.units[0].abilities == ("Sniper",)


def test_an_ability_that_nobody_knows_is_kept_and_told() -> None:
    found = imported("Atlas AS7-D 3, abilities: Frobnicator")
    assert found.force.units[0].abilities == ("Frobnicator",)
    assert "'Frobnicator'" in said(found)


@pytest.mark.parametrize(
    "line",
    [
        "Atlas AS7-D 3, AC: Precision, LRM: Smoke",
        "Atlas AS7-D 3; munitions: AC: Precision, LRM: Smoke",
        "Atlas AS7-D 3 [ammo: Precision, LRM: Smoke]",
    ],
)
def test_munitions_of_a_line_are_kept(line: str) -> None:
    found = imported(line)
    assert found.force.units[0].alternate_munitions == ("AC: Precision", "LRM: Smoke")
    assert not found.problems


def test_a_munition_that_nobody_knows_is_told() -> None:
    assert "'Confetti'" in said(imported("Atlas AS7-D 3, munitions: Confetti"))


@pytest.mark.parametrize("mark", ["command unit", "(C)", "[CU]", "(command)", "\u2605"])
def test_command_marks_are_kept(mark: str) -> None:
    found = imported(f"Atlas AS7-D 3 {mark}")
    assert found.force.units[0].command_unit
    assert not found.problems


def test_a_commander_commands_the_formation_it_is_in() -> None:
    found = imported("Alpha: Battle Lance\nAtlas AS7-D 3 commander\nMarauder MAD-3R 4\n")
    assert found.force.groups[0].commander == "Atlas AS7-D"
    assert not found.force.units[0].command_unit
    assert "no formation" in said(imported("Atlas AS7-D 3 commander"))


def test_a_name_in_quotes_and_a_legendary_pilot_are_kept() -> None:
    unit = imported('Atlas AS7-D "Big one" skill 1, legendary pilot: Morgan Kell').force.units[0]
    assert (unit.name, unit.legendary, unit.skill) == ("Big one", "Morgan Kell", 1)


def test_what_a_card_says_anyway_needs_no_word() -> None:
    found = imported(
        'Atlas AS7-D | BM | Size 4 | TMM 1 | MV 6" | 5/5/2 | A10 S8 | Juggernaut | IF1, LRM1/1/1 | Skill 4 | 52 PV'
    )
    assert not found.problems


@pytest.mark.parametrize("what", ["the red one", "see page 7", "OmniFrob"])
def test_anything_else_on_a_units_line_is_named(what: str) -> None:
    found = imported(f"Atlas AS7-D skill 4, 52 PV, {what}")
    assert what in said(found)
    assert "left out" in said(found)


def test_command_abilities_pack_and_choices_are_read() -> None:
    found = imported(
        "Force: Hammer\nPack: herocon-2025\nCommand abilities: Overrun Combat, Forced March\n"
        'Eyes: Recon Lance\nChoice: ability = "Eagle\'s Eyes"\nLocust LCT-1V 4\nNo formation\nAtlas AS7-D 4\n'
    )
    assert [str(one) for one in found.force.command_abilities] == ["Overrun Combat", "Forced March"]
    assert found.force.pack == "herocon-2025"
    assert found.force.groups[0].choices == {"ability": "Eagle's Eyes"}
    assert found.force.groups[0].units == ("Locust LCT-1V",)
    assert not found.problems


def test_a_table_keeps_counts_abilities_munitions_command_marks_and_formations() -> None:
    found = imported(
        "Formation\tUnit\tQty\tSkill\tPV\tAbilities\tMunitions\tCommand\n"
        "Alpha: Battle Lance\tAtlas AS7-D\t1\t3\t62\tLucky (2)\tAC: Precision\tyes\n"
        "Alpha: Battle Lance\tLocust LCT-1V\t2\t4\t18\t\t\t\n"
    )
    atlas, *locusts = found.force.units
    assert (atlas.abilities, atlas.alternate_munitions, atlas.command_unit) == (
        ("Lucky (2)",),
        ("AC: Precision",),
        True,
    )
    assert len(locusts) == 2
    assert [(one.name, one.kind, len(one.units)) for one in found.force.groups] == [("Alpha", "Battle Lance", 3)]
    assert not found.problems


def test_a_column_that_nobody_knows_is_named_once() -> None:
    found = imported("Unit,Skill,Type,Paint\nAtlas AS7-D,4,BM,red\nLocust LCT-1V,4,BM,blue\n")
    assert said(found).count("'Paint'") == 1
    assert "Type" not in said(found)
