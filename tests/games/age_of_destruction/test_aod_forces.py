"""A force file becomes units; what has no meaning is refused, and what is not legal is found by the check."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.games.age_of_destruction.force_check import force_problems
from musterhall.games.age_of_destruction.forces import (
    Force,
    ForceUnit,
    force_summary,
    force_toml,
    read_force,
    shipped_force,
    shipped_force_text,
    shipped_forces,
)
from musterhall.games.age_of_destruction.names import plain, tell_apart
from musterhall.games.age_of_destruction.parts.forces import FORCES
from musterhall.problems import BadInput

HEAD = 'game = "age_of_destruction"\nname = "Test"\nfaction = "Stormhammers"\n'
TANK = '[[unit]]\nname = "Tank"\ntype = "vehicle"\npoints = 40\nrank = "green"\n'

ONE_FACTION = {"one_faction": True}

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20).map(
    lambda name: " ".join(name.split()) or "x"
)
UNITS = st.builds(
    ForceUnit,
    name=NAMES,
    type=st.sampled_from(["infantry", "vehicle", "mech"]),
    points=st.integers(1, 500),
    rank=st.sampled_from(["green", "veteran", "elite", "unique"]),
    faction=st.just("") | NAMES,
    transport=st.integers(0, 9),
    speed_mode=st.just("") | NAMES,
    infiltrator=st.booleans(),
)


def read(body: str) -> Force:
    return read_force(HEAD + body, "test.toml")


def refusal(body: str) -> str:
    with pytest.raises(BadInput) as refused:
        read(body)
    return str(refused.value)


def test_two_of_a_kind_are_told_apart_by_number() -> None:
    assert [unit.name for unit in read(TANK + "count = 2\n").units] == ["Tank #1", "Tank #2"]


def test_a_number_that_a_player_has_written_is_not_given_again() -> None:
    assert tell_apart(["Tank", "Tank", "Tank #1"]) == ["Tank #2", "Tank #3", "Tank #1"]


@given(st.lists(st.sampled_from(["a", "A", "a #1", "a #2", "a #1 #1", "b"]), max_size=8))
def test_no_two_names_are_alike_after_telling_apart(labels: list[str]) -> None:
    names = tell_apart(labels)
    assert len(set(map(plain, names))) == len(labels)


def test_a_unit_is_of_the_forces_faction_unless_it_says_another() -> None:
    force = read(TANK + TANK + 'faction = "Mercenary"\n' + TANK + 'faction = ""\n')
    assert [unit.faction for unit in force.units] == ["Stormhammers", "Mercenary", ""]


def test_the_points_of_a_force_show_their_parts() -> None:
    force = read(TANK + "count = 2\n")
    assert force.points == 80
    assert str(force.tally()) == "Test 0 + Tank #1 40 + Tank #2 40 = 80"


@pytest.mark.parametrize("type_", ["infantry", "mech"])
def test_only_vehicles_are_vtols(type_: str) -> None:
    assert "a VTOL is a vehicle" in refusal(TANK.replace('"vehicle"', f'"{type_}"') + "vtol = true\n")


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("", "unit is missing"),
        (TANK.replace('"green"', '"sergeant"'), "unit.0.rank"),
        (TANK.replace("40", "0"), "unit.0.points"),
        (TANK.replace("40", "40.5"), "unit.0.points"),
        (TANK.replace('"Tank"', '"  "'), "unit.0.name: is empty"),
        (TANK + "wings = 2\n", "unit.0.wings is not a field it knows"),
        ((TANK + "count = 50\n") * 5, "has 250 units"),
        ("unit = " + "[" * 5000, "test.toml: "),
        ("#" * 1_000_001, "characters"),
    ],
)
def test_what_has_no_meaning_is_refused_with_its_place(body: str, complaint: str) -> None:
    assert complaint in refusal(body)


@given(st.lists(UNITS, min_size=1, max_size=6), NAMES, st.just("") | NAMES)
def test_a_written_force_is_read_as_the_same_force(units: list[ForceUnit], name: str, faction: str) -> None:
    labels = tell_apart([unit.name for unit in units])
    named = tuple(replace(unit, name=label) for unit, label in zip(units, labels, strict=True))
    force = Force(name, "Ada Invented", faction, named)
    assert read_force(force_toml(force), "again.toml") == force


def test_the_shipped_forces_are_legal_at_450() -> None:
    assert len(shipped_forces()) == 6
    for name in shipped_forces():
        force = shipped_force(name)
        assert force.points <= 450
        assert force_problems(force) == []
        assert force_problems(force, readings=ONE_FACTION) == []
        assert read_force(shipped_force_text(name), name) == force


def test_an_unknown_shipped_force_is_refused_with_a_near_name() -> None:
    with pytest.raises(BadInput, match="Perhaps hammer-line is meant"):
        shipped_force("hammerline")


def test_a_summary_is_plain_data_with_the_total() -> None:
    summary = force_summary(shipped_force("cat-patrol"))
    assert (summary["game"], summary["points"]) == ("age_of_destruction", 447)
    assert summary["units"][2] == {
        "name": "Dragonfly Lifter #1",
        "type": "vehicle",
        "points": 42,
        "rank": "veteran",
        "faction": "Spirit Cats",
        "vtol": True,
        "transport": 2,
        "speed_mode": "vtol",
        "infiltrator": False,
    }


def test_a_force_may_cost_the_build_total_and_not_a_point_more() -> None:
    at_total = read(TANK.replace("40", "450"))
    above = read(TANK.replace("40", "451"))
    assert force_problems(at_total) == []
    assert [str(one) for one in force_problems(above)] == [
        "Test: costs 451 points and may cost 450. Take out units worth 1 or more. (build total)"
    ]
    assert force_problems(above, points=600) == []


def test_units_of_any_faction_stand_together_unless_the_event_reads_it_otherwise() -> None:
    force = read(TANK + 'faction = "House Liao"\n')
    assert force_problems(force) == []
    assert [one.where for one in force_problems(force, readings=ONE_FACTION)] == ["Tank"]


def test_allies_and_mercenaries_belong_to_a_force_of_one_faction() -> None:
    ally = read(TANK + 'faction = "Steiner"\n')
    hired = read(TANK + 'faction = "mercenaries"\n' + TANK + 'faction = ""\n')
    assert force_problems(ally, readings=ONE_FACTION) == []
    assert force_problems(hired, alliances=False, readings=ONE_FACTION) == []
    assert len(force_problems(ally, alliances=False, readings=ONE_FACTION)) == 1


def test_a_faction_nobody_knows_is_said_to_be_unknown() -> None:
    [problem] = force_problems(read(TANK + 'faction = "Stormhamers"\n'), readings=ONE_FACTION)
    assert "no faction of that name is known" in problem.what
    assert "Stormhammers" in problem.remedy


def test_a_force_without_faction_has_that_said_once_and_its_total_too() -> None:
    force = replace(read(TANK.replace("40", "500") * 2), faction="")
    assert [one.rule for one in force_problems(force, readings=ONE_FACTION)] == ["build total", "one faction"]


def test_a_printed_roster_has_a_card_with_dials_for_each_kind_and_names_units_without() -> None:
    force = read(TANK.replace("Tank", "Nobody's Cart"))
    known = replace(force, units=(*shipped_force("liao-inkstone").units, *force.units))
    data = FORCES.sheet(known).data
    assert [(card["name"], card["count"]) for card in data["cards"]][-1] == ("Copper Whistle Levy", 4)
    rose = next(card for card in data["cards"] if card["name"] == "Thornless Rose")
    assert rose["dial"]["shaded"] == [10]
    assert rose["heat"]["rows"][0] == ["speed", "0", "0", "0", "\N{MINUS SIGN}1", "\N{MINUS SIGN}1", "off"]
    assert data["unknown"] == ["Nobody's Cart"]


def test_a_unique_unit_is_in_a_force_once() -> None:
    once = ForceUnit("Debt of Nowhere", "mech", 126, "unique")
    twins = (replace(once, name="Debt of Nowhere #1"), replace(once, name="Debt of Nowhere #2"))
    assert force_problems(Force("Alone", "", "", (once,))) == []
    (problem,) = force_problems(Force("Twice", "", "", twins))
    assert str(problem).startswith("Debt of Nowhere: is unique and stands there 2 times")
