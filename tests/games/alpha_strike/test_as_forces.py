"""A force file becomes units, groups and choices; what has no meaning is refused with the place and a remedy."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.games.alpha_strike.force.forces import (
    CommandChoice,
    Force,
    ForceUnit,
    Group,
    force_summary,
    force_toml,
    force_with_mistakes,
    read_force,
    shipped_force,
    shipped_forces,
    tell_apart,
)
from musterhall.games.alpha_strike.lists.importing import import_list
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.problems import BadInput

HEAD = 'game = "alpha_strike"\nname = "Test"\n'
LIBRARY = starter_library()
ATLAS = LIBRARY.find("Atlas AS7-D")

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20).map(
    lambda name: " ".join(name.split()) or "x"
)


def read(body: str) -> Force:
    return read_force(HEAD + body, "test.toml", LIBRARY)


def refusal(text: str) -> str:
    with pytest.raises(BadInput) as refused:
        read_force(text, "test.toml", LIBRARY)
    return str(refused.value)


def test_a_unit_is_found_by_its_name_whatever_its_capitals() -> None:
    force = read('[[unit]]\nunit = "atlas as7-d"\n')
    assert force.units == (ForceUnit("Atlas AS7-D", ATLAS),)


def test_a_unit_keeps_the_shorter_name_that_the_player_uses() -> None:
    force = read('[[unit]]\nunit = "Stormcrow Prime"\n[[formation]]\nkind = "Support"\nunits = ["Stormcrow Prime"]\n')
    assert force.units[0].name == "Stormcrow Prime"
    assert force.units[0].card.name == "Ryoken (Stormcrow) Prime"
    assert force.groups[0].units == ("Stormcrow Prime",)


def test_units_of_a_kind_are_told_apart_and_taken_in_order() -> None:
    force = read(
        '[[unit]]\nunit = "Locust LCT-1V"\ncount = 3\n'
        '[[formation]]\nkind = "Recon Lance"\nunits = ["Locust LCT-1V", "Locust LCT-1V"]\n'
        '[[formation]]\nkind = "Support Lance"\nunits = ["Locust LCT-1V"]\n'
    )
    assert [unit.name for unit in force.units] == ["Locust LCT-1V #1", "Locust LCT-1V #2", "Locust LCT-1V #3"]
    assert [group.units for group in force.groups] == [
        ("Locust LCT-1V #1", "Locust LCT-1V #2"),
        ("Locust LCT-1V #3",),
    ]


def test_a_unit_named_too_often_is_left_for_the_check_to_find() -> None:
    force = read(
        '[[unit]]\nunit = "Locust LCT-1V"\n'
        '[[formation]]\nkind = "Recon Lance"\nunits = ["Locust LCT-1V", "Locust LCT-1V", "Nobody"]\n'
    )
    assert force.groups[0].units == ("Locust LCT-1V", "Locust LCT-1V", "Nobody")


def test_every_unknown_unit_is_named_with_its_place_and_near_names() -> None:
    sentence = refusal(HEAD + '[[unit]]\nunit = "Atlaz AS7-D"\n[[unit]]\nunit = "Lokust LCT-1V"\n')
    assert "unit 1: no card is called 'Atlaz AS7-D'; did you mean Atlas AS7-D" in sentence
    assert "unit 2: no card is called 'Lokust LCT-1V'; did you mean Locust LCT-1V" in sentence


def test_a_field_that_nobody_knows_is_refused() -> None:
    sentence = refusal(HEAD + '[[unit]]\nunit = "Atlas AS7-D"\nskil = 3\n')
    assert "unit.0.skil is not a field it knows" in sentence


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("name = ", "not readable as TOML"),
        (HEAD, "unit is missing"),
        ('game = "the_game"\nname = "x"\n[[unit]]\nunit = "Atlas AS7-D"\n', "game"),
        (HEAD + '[[unit]]\nunit = "Atlas AS7-D"\nskill = "three"\n', "unit.0.skill"),
        (HEAD + '[[unit]]\nunit = "Atlas AS7-D"\ncount = 1000000000\n', "unit.0.count"),
        (HEAD + '[[unit]]\nunit = "Atlas AS7-D"\ncount = 50\n' * 5, "has 250 units"),
        (HEAD + "x = " + "[" * 5000, "nested too deeply"),
        (HEAD + "#" * 1_000_001, "characters"),
        (HEAD + '[[unit]]\nunit = "Mine"\n[[card]]\nchassis = "Mine"\n', "Mine"),
    ],
)
def test_what_has_no_meaning_is_refused_in_one_sentence(text: str, part: str) -> None:
    sentence = refusal(text)
    assert part in sentence
    assert sentence.startswith("test.toml")
    assert "\n" not in sentence or "TOML" in sentence


def test_a_force_may_bring_a_card_that_no_catalogue_has() -> None:
    force = read(
        '[[unit]]\nunit = "Mine MN-1"\n[[card]]\nchassis = "Mine"\nvariant = "MN-1"\ntype = "BM"\nsize = 2\n'
        'move = \'8"\'\ndamage = "2/2/0"\narmour = 4\nstructure = 3\npv = 22\n'
    )
    assert force.units[0].card.pv == 22
    again = read_force(force_toml(force, LIBRARY), "again.toml", LIBRARY)
    assert again.units[0].card.pv == 22
    assert "[[card]]" not in force_toml(force, Library([force.units[0].card]))


def test_alternate_munitions_are_given_by_keyword() -> None:
    force = read(
        '[[unit]]\nunit = "Atlas AS7-D"\nalternate_munitions = { AC = "Precision", LRM = ["Swarm", "Smoke"] }\n'
    )
    assert force.units[0].alternate_munitions == ("AC: Precision", "LRM: Swarm", "LRM: Smoke")


def test_command_abilities_are_names_or_tables() -> None:
    force = read(
        'command_abilities = ["Tactical Experts (Siege)", '
        '{ ability = "Enemy Specialization", enemies = ["Pirates"] }]\n'
        '[[unit]]\nunit = "Atlas AS7-D"\n'
    )
    assert force.command_abilities == (
        CommandChoice("Tactical Experts (Siege)"),
        CommandChoice("Enemy Specialization", {"enemies": ["Pirates"]}),
    )
    assert str(force.command_abilities[1]) == "Enemy Specialization (enemies Pirates)"


@pytest.mark.parametrize("name", shipped_forces())
def test_a_shipped_force_survives_being_written_and_read(name: str) -> None:
    force = shipped_force(name)
    assert read_force(force_toml(force), name, LIBRARY) == force
    assert force_summary(force)["pv"] == force.pv


@given(st.lists(NAMES, min_size=1, max_size=4, unique_by=lambda name: " ".join(name.casefold().split())), NAMES)
def test_names_of_any_kind_survive_being_written_and_read(names: list[str], player: str) -> None:
    units = tuple(ForceUnit(name, ATLAS, 3, ("Sniper",), legendary=player) for name in names)
    groups = (Group("<b>&amp;", "Support Lance", tuple(names), names[0], {"supports": player}),)
    force = Force("f", player, "", "", units, groups, (CommandChoice(player, {"enemies": names}),))
    assert read_force(force_toml(force), "f", LIBRARY) == force


def test_a_name_with_markup_stays_as_it_is() -> None:
    force = read('[[unit]]\nunit = "Atlas AS7-D"\nname = "<script>alert(1)</script>{{ 7*7 }}"\n')
    assert force.units[0].name == "<script>alert(1)</script>{{ 7*7 }}"


def test_only_names_that_occur_twice_get_numbers() -> None:
    assert tell_apart(["Atlas", "atlas", "Locust"]) == ["Atlas #1", "atlas #2", "Locust"]


WALKER = replace(ATLAS, name="Tomahawk C", chassis="Tomahawk", variant="C", pv=63, mul_id=6301)
BOTH = Library([replace(WALKER, type="AF", pv=38, mul_id=3268), WALKER])


def test_a_force_keeps_which_of_two_cards_of_one_name_it_has() -> None:
    for text in ("{{6301,4}}", '{"groups": [{"members": [{"mulID": 6301, "name": "Tomahawk C", "currentSkill": 4}]}]}'):
        force = import_list(text, "list", BOTH).force
        assert force.units[0].card.pv == 63
        again = read_force(force_toml(force, BOTH), "again", BOTH)
        assert again.units[0].card == force.units[0].card
        elsewhere = read_force(force_toml(force, LIBRARY), "elsewhere", LIBRARY)
        assert elsewhere.units[0].card.pv == 63


def test_a_unit_by_a_name_that_two_cards_share_asks_which() -> None:
    text = 'game = "alpha_strike"\nname = "x"\n[[unit]]\nunit = "Tomahawk C"\n'
    with pytest.raises(BadInput, match=r"unit 1: 2 cards are called 'Tomahawk C'; write Tomahawk C \[3268\]"):
        read_force(text, "x", BOTH)
    _, problems = force_with_mistakes(tomllib.loads(text), "x", BOTH)
    which = "Write Tomahawk C [3268] (AF, 38 PV) or Tomahawk C [6301] (BM, 63 PV)"
    assert [str(one) for one in problems] == [f"x: unit 1: 2 cards are called 'Tomahawk C'. {which}."]
