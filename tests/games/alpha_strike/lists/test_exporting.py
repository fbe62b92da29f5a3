"""Forces written for other tools: read again they are the same, and what a tool has no place for is said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from musterhall.games.alpha_strike.force.forces import (
    CommandChoice,
    Force,
    ForceUnit,
    Group,
    read_force,
    shipped_force,
    shipped_forces,
)
from musterhall.games.alpha_strike.lists.exporting import FORMS, export_list
from musterhall.games.alpha_strike.lists.importing import import_list
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.problems import BadInput

LIBRARY = starter_library()
ATLAS, LOCUST = LIBRARY.find("Atlas AS7-D"), LIBRARY.find("Locust LCT-1V")

WHOLE = Force(
    "Hammer & Anvil",
    "Kim",
    "Lyran Commonwealth",
    "ilClan",
    (
        ForceUnit("Big one", ATLAS, 2, ("Lucky (2)", "Marksman"), True, "Morgan Kell", ("AC: Precision", "LRM: Smoke")),
        ForceUnit("Locust LCT-1V #1", LOCUST, 4),
        ForceUnit("Locust LCT-1V #2", LOCUST, 5, ("Sniper",)),
        ForceUnit("Locust LCT-1V #3", LOCUST, 4),
    ),
    (
        Group("Eyes", "Recon Lance", ("Big one", "Locust LCT-1V #1"), "Big one", {"ability": "Eagle's Eyes"}),
        Group("Support Lance", "Support Lance", ("Locust LCT-1V #2",), "", {"supports": "Eyes"}),
    ),
    (CommandChoice("Forced March"), CommandChoice("Overrun Combat", {"units": ["Big one"]})),
    "herocon-2025",
)


def again(force: Force, form: str, library: Library = LIBRARY) -> Force:
    return import_list(export_list(force, form).text, "list", library).force


def left_out(force: Force, form: str) -> str:
    return "\n".join(map(str, export_list(force, form).left_out))


def as_compared(force: Force) -> dict[str, Any]:
    """The order of the units says nothing."""
    return {"units": sorted(force.units, key=lambda unit: unit.name), "rest": replace(force, units=())}


def test_plain_text_loses_nothing() -> None:
    written = export_list(WHOLE, "text")
    assert not written.left_out
    found = import_list(written.text, "list", LIBRARY)
    assert not found.problems
    assert as_compared(found.force) == as_compared(WHOLE)


@pytest.mark.parametrize("name", shipped_forces())
def test_every_shipped_force_is_the_same_after_a_way_through_text(name: str) -> None:
    force = shipped_force(name)
    found = import_list(export_list(force, "text").text, "list", LIBRARY)
    assert not found.problems
    assert as_compared(found.force) == as_compared(force)


@pytest.mark.parametrize("form", [form.name for form in FORMS])
@pytest.mark.parametrize("name", shipped_forces())
def test_a_list_read_written_and_read_again_is_the_same_force(name: str, form: str) -> None:
    first = again(shipped_force(name), form)
    assert as_compared(again(first, form)) == as_compared(first)
    assert not import_list(export_list(first, form).text, "list", LIBRARY).problems


@pytest.mark.parametrize("form", [form.name for form in FORMS])
def test_units_and_skills_go_into_every_form(form: str) -> None:
    found = again(WHOLE, form)
    assert sorted((unit.card.name, unit.skill) for unit in found.units) == sorted(
        (unit.card.name, unit.skill) for unit in WHOLE.units
    )


def test_jeffs_tools_are_told_abilities_by_number_and_what_has_no_place_is_said() -> None:
    assert again(WHOLE, "jeffs").units[0].abilities == ("Lucky (2)", "Marksman")
    told = left_out(WHOLE, "jeffs")
    for part in (
        "the faction: Lyran Commonwealth",
        "command units: Big one",
        "AC: Precision",
        "Morgan Kell",
        "Forced March",
        "Kim",
    ):
        assert part in told
    assert "pilot abilities" not in told


def test_a_choice_that_a_number_cannot_hold_is_said() -> None:
    force = replace(WHOLE, units=(ForceUnit("A", ATLAS, 3, ("Range Master (long)", "Frobnicator")),), groups=())
    told = left_out(force, "jeffs")
    assert "the choice in Range Master (long)" in told
    assert "Frobnicator" in told
    assert "the choice in Range Master (long)" in left_out(force, "mekbay")
    assert again(force, "mekbay").units[0].abilities == ("Range Master", "Frobnicator")


def test_mekbays_file_keeps_names_abilities_commanders_and_what_formations_give() -> None:
    force = replace(WHOLE, groups=(replace(WHOLE.groups[0], choices={"Big one": "Eagle's Eyes"}), WHOLE.groups[1]))
    found = again(force, "mekbay")
    assert (found.name, found.faction, found.era) == ("Hammer & Anvil", "Lyran Commonwealth", "ilClan")
    assert found.groups == force.groups
    assert found.units[0].abilities == WHOLE.units[0].abilities
    assert "command units: Big one" in left_out(force, "mekbay")


def test_names_are_written_only_where_a_list_would_not_give_them_anyway() -> None:
    names = ("Locust LCT-1V", "Locust LCT-1V #2", "Atlas AS7-D")
    units = tuple(ForceUnit(name, ATLAS if "Atlas" in name else LOCUST) for name in names)
    force = replace(WHOLE, units=units, groups=(), command_abilities=())
    assert export_list(force, "text").text.count('"') == 2
    assert [unit.name for unit in again(force, "text").units] == list(names)


def test_a_faction_goes_by_its_number_under_any_of_its_names() -> None:
    assert again(replace(WHOLE, faction="House Kurita"), "mekbay").faction == "Draconis Combine"
    assert "has no number for Nowhere" in left_out(replace(WHOLE, faction="Nowhere"), "mekbay-link")


def test_a_link_says_that_it_has_no_place_for_abilities() -> None:
    assert "pilot abilities: Big one (Lucky (2), Marksman)" in left_out(WHOLE, "mekbay-link")


def test_a_formation_that_a_tool_does_not_have_is_said() -> None:
    force = replace(WHOLE, groups=(Group("Wall", "Anvil Lance", ("Big one",)),))
    assert "has no Anvil Lance" in left_out(force, "jeffs")
    assert "has no" not in left_out(force, "mekbay").replace("has no place", "")


def test_units_without_a_number_do_not_go_where_only_numbers_do() -> None:
    unknown = replace(WHOLE.units[0], card=replace(ATLAS, mul_id=0))
    with pytest.raises(BadInput, match="without a number on the Master Unit List"):
        export_list(replace(WHOLE, units=(unknown,), groups=()), "tts")


def test_a_form_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadInput, match="there is none of this name"):
        export_list(WHOLE, "papyrus")


def test_a_force_file_that_came_from_a_list_is_the_same_force() -> None:
    from musterhall.games.alpha_strike.force.forces import force_toml

    assert read_force(force_toml(again(WHOLE, "text"), LIBRARY), "f", LIBRARY) == again(WHOLE, "text")
