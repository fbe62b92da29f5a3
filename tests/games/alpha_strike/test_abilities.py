"""Pilot abilities, command abilities and munitions: what the catalogue holds and who may have it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as some

from musterhall.games.alpha_strike.abilities.abilities import (
    Modifier,
    average_skill,
    check_command_abilities,
    check_munitions,
    check_pilot_abilities,
    command_abilities,
    munitions,
    munitions_for,
    pilot_abilities,
    pilot_ability_limits,
    rating,
    read_command_ability,
    read_munition,
    read_pilot_ability,
)
from musterhall.games.alpha_strike.abilities.modifiers import LARGEST, basic_modifiers, fact_entries
from musterhall.games.alpha_strike.formations.formations import formation_types
from musterhall.games.alpha_strike.units.specials import special_entries
from musterhall.problems import BadInput

REGULAR, VETERAN, ELITE, HEROIC = [4, 4, 4], [3, 3, 3], [2, 2, 2], [1, 1, 1]
CHOSEN = ("$enemies", "$environment", "$urban", "$region", "$scenario", "$bracket")


def all_modifiers() -> Iterator[Modifier]:
    yield from basic_modifiers()
    for pilot in pilot_abilities().values():
        yield from pilot.modifiers
    for command in command_abilities().values():
        yield from command.modifiers
        for option in command.options.values():
            yield from option.modifiers


def problems(said: str | dict[str, object], skills: list[int], *others: str, banned: Sequence[str] = ()) -> str:
    taken = [read_command_ability(one, "force") for one in (said, *others)]
    return " ".join(str(one) for one in check_command_abilities(taken, skills, banned=banned))


# The catalogue


def test_there_are_fifty_command_abilities() -> None:
    assert len(command_abilities()) == 50


def test_every_condition_is_a_word_of_the_vocabulary() -> None:
    known = fact_entries()
    for modifier in all_modifiers():
        for name in (*modifier.when, *filter(None, (modifier.per, modifier.limit))):
            assert name in known, f"{name} in {modifier}"


def test_every_value_of_a_condition_is_one_the_vocabulary_has() -> None:
    for modifier in all_modifiers():
        for name, wanted in modifier.when.items():
            entry = fact_entries()[name]
            inner = wanted.get("not", []) if isinstance(wanted, dict) else wanted
            values = inner if isinstance(inner, list) else [inner]
            if entry.among:
                assert set(values) <= {*entry.among, *CHOSEN}, f"{name} in {modifier}"
            if entry.kind == "flag":
                assert all(isinstance(value, bool) for value in values), f"{name} in {modifier}"


def test_every_word_of_the_vocabulary_is_used() -> None:
    used = {name for one in all_modifiers() for name in (*one.when, one.per, one.limit)}
    used |= {"skill", "edge_distance", "move"}  # the referee's own
    assert set(fact_entries()) <= used


def test_every_ability_says_what_it_does() -> None:
    for pilot in pilot_abilities().values():
        assert pilot.effect.endswith(".")
        assert pilot.trigger
        assert pilot.source.startswith("AS:CE ")
        assert 1 <= pilot.cost <= 4
    for command in command_abilities().values():
        assert command.effect.endswith(".")
        assert command.modifiers or command.options


def test_every_keyword_of_a_munition_is_a_special() -> None:
    assert {one.keyword for one in munitions().values()} <= set(special_entries())


def test_a_munition_of_several_keywords_is_one_for_each() -> None:
    assert {"lrm_smoke", "srm_smoke", "artais_smoke", "artt_smoke"} <= set(munitions())
    assert {one.name for one in munitions_for("ART-AIS")} >= {"Cluster", "Homing", "Thunder"}


# Skills


@pytest.mark.parametrize(
    ("skill", "name", "limits"),
    [
        (0, "Legendary", (3, 6)),
        (1, "Heroic", (3, 6)),
        (2, "Elite", (2, 4)),
        (3, "Veteran", (2, 4)),
        (4, "Regular", (1, 2)),
        (5, "Green", (0, 0)),
        (6, "Very Green", (0, 0)),
        (7, "Wet Behind the Ears", (0, 0)),
        (8, "Wet Behind the Ears", (0, 0)),
    ],
)
def test_a_skill_has_its_name_and_its_limits(skill: int, name: str, limits: tuple[int, int]) -> None:
    assert rating(skill) == name
    assert pilot_ability_limits(skill) == limits


@pytest.mark.parametrize("skill", [-1, 9])
def test_a_skill_off_the_scale_is_refused(skill: int) -> None:
    with pytest.raises(BadInput, match="no skill"):
        rating(skill)


@given(some.lists(some.integers(0, 7), min_size=1, max_size=40))
def test_an_average_is_the_nearest_whole_and_a_half_goes_up(skills: list[int]) -> None:
    found = average_skill(skills)
    assert -0.5 < found.average - sum(skills) / len(skills) <= 0.5
    assert found.rating == rating(found.average)


def test_no_units_have_no_average() -> None:
    with pytest.raises(BadInput, match="at least one"):
        average_skill([])


# Pilots


def test_all_that_is_wrong_with_a_pilot_is_told_at_once() -> None:
    taken = [read_pilot_ability(one, "pilot") for one in ("Sniper", "Sniper", "Range Master", "Ground-Hugger")]
    found = " ".join(map(str, check_pilot_abilities(4, taken, ["Ground Hugger"])))
    for part in ("allows 1", "allows 2", "2 times", "names no bracket", "Ground-Hugger is banned"):
        assert part in found


@pytest.mark.parametrize("said", ["Lucky (3)", "lucky 3", "LUCKY (3)"])
def test_points_may_stand_in_brackets_or_not(said: str) -> None:
    assert read_pilot_ability(said, "pilot").points == 3


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("Lucky (9)", "1 to 4"),
        ("Sniper (long)", "nothing to choose"),
        ("Snoper", "Sniper"),
        ("Terrain Master (Moon)", "Frogman"),
    ],
)
def test_a_strange_ability_is_refused_with_a_remedy(said: str, part: str) -> None:
    with pytest.raises(BadInput, match=part):
        read_pilot_ability(said, "pilot")


def test_a_ban_on_a_family_bars_its_members() -> None:
    taken = [read_pilot_ability("Terrain Master (Frogman)", "pilot")]
    assert check_pilot_abilities(3, taken, ["Terrain Master"])
    assert not check_pilot_abilities(3, taken, ["Terrain Master (Nightwalker)"])


def test_a_terrain_master_names_his_terrain() -> None:
    assert "names no kind" in str(check_pilot_abilities(3, [read_pilot_ability("Terrain Master", "pilot")])[0])


def test_every_ability_that_a_formation_gives_is_in_the_catalogue() -> None:
    for kind in formation_types().values():
        for award in kind.bonus:
            assert set(award.abilities) <= set(pilot_abilities()), kind.name
            assert set(award.command_abilities) <= set(command_abilities()), kind.name


# Command abilities


@pytest.mark.parametrize(
    ("said", "skills", "part"),
    [
        ("Strategic Planning", REGULAR, "Veteran or better"),
        ("Focus", REGULAR, "names no pilot ability"),
        ("Regional Specialization", REGULAR, "names no region"),
        ("Enemy Specialization (Clan Wolf, House Davion)", VETERAN, "more enemies than 1"),
        ({"ability": "Infiltrators", "times": 4}, REGULAR, "3 times at most"),
        ({"ability": "Berserkers", "times": 2}, REGULAR, "once at most"),
        ({"ability": "Tactical Specialization", "benefits": ["attack", "attack"]}, VETERAN, "a benefit twice"),
        ({"ability": "Tactical Specialization", "benefits": ["attack"] * 3}, HEROIC, "taken 3 times"),
        ({"ability": "Tactical Specialization", "benefits": ["attack", "defense"]}, REGULAR, "has 2 benefits"),
        ({"ability": "Tactical Specialization", "benefits": ["scenario"]}, REGULAR, "names no scenario"),
        (
            {"ability": "Enemy Specialization", "enemies": ["Clan Wolf"], "options": ["doubled", "second enemy"]},
            VETERAN,
            "exclude each other",
        ),
        (
            {"ability": "Enemy Specialization", "enemies": ["Clan Wolf"], "options": ["negate one"]},
            VETERAN,
            "not for a force rated veteran",
        ),
        (
            {"ability": "Enemy Specialization", "enemies": ["Clan Wolf"], "negates": ["Brawlers"]},
            ELITE,
            "negates more abilities than 0",
        ),
    ],
)
def test_what_speaks_against_an_ability_is_said(said: str | dict[str, object], skills: list[int], part: str) -> None:
    assert part in problems(said, skills)


@pytest.mark.parametrize(
    ("said", "skills"),
    [
        ("Strategic Planning", VETERAN),
        ("Focus (Sniper)", REGULAR),
        ("Infiltrators (3)", REGULAR),
        ({"ability": "Tactical Specialization", "benefits": ["attack"]}, [6, 6]),
        ({"ability": "Tactical Specialization", "benefits": ["attack", "attack", "defense"]}, HEROIC),
        ({"ability": "Environmental Specialization", "environment": "clear", "benefits": ["improved combat"]}, REGULAR),
    ],
)
def test_what_is_in_order_passes(said: str | dict[str, object], skills: list[int]) -> None:
    assert problems(said, skills) == ""


def test_false_flag_goes_with_off_map_movement() -> None:
    assert "needs Off-Map Movement" in problems("False Flag", REGULAR)
    assert problems("False Flag", REGULAR, "Off-Map Movement") == ""


def test_two_different_focuses_are_not_one_taken_twice_too_often() -> None:
    assert problems("Focus (Sniper)", REGULAR, "Focus (Sniper)", "Focus (Dodge)") == ""
    assert "2 times at most" in problems("Focus (Sniper)", REGULAR, "Focus (Sniper)", "Focus (Sniper)")


def test_a_ban_holds_in_british_spelling_and_for_that_ability_only() -> None:
    bans = ["Tactical Specialisation"]
    assert "banned" in problems("Tactical Specialization (Attack)", REGULAR, banned=bans)
    assert problems("Tactical Specialization (Small Unit Actions)", REGULAR, banned=bans) == ""


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("Brawler Club", "Brawlers has nothing to choose; write its name alone"),
        ("Brawling", "did you mean Brawlers"),
        ("Brawlers (hard)", "nothing to choose"),
        ("Infiltrators (9)", "give 1 to 3"),
        ("Focus (Snoper)", "did you mean Sniper"),
        ({"ability": "Tactical Specialization", "benefits": ["tea"]}, "has no option 'tea'"),
        ({"ability": "Brawlers", "colour": "red"}, "colour is not a field"),
        ({}, "ability is missing"),
    ],
)
def test_a_strange_command_ability_is_refused_with_a_remedy(said: str | dict[str, object], part: str) -> None:
    with pytest.raises(BadInput, match=part.replace("(", r"\(")):
        read_command_ability(said, "force")


def test_clear_terrain_has_benefits_of_its_own() -> None:
    said = {"ability": "Environmental Specialization", "environment": "Clear", "benefits": ["improved mobility"]}
    assert read_command_ability(said, "force").options == ("clear_improved_mobility",)


# Munitions


def test_a_munition_without_its_keyword_on_a_card_is_a_problem() -> None:
    chosen = [read_munition("AC: Precision", "force")]
    assert "no card" in str(check_munitions(chosen, ["LRM"])[0])
    assert not check_munitions(chosen, ["AC", "LRM"])


def test_the_same_munition_on_many_units_is_one_type() -> None:
    assert not check_munitions([read_munition("LRM: Swarm", "force")] * 3)


def test_an_unknown_munition_is_refused_with_its_nearest_names() -> None:
    with pytest.raises(BadInput, match="AC: Precision"):
        read_munition("AC: Precison", "force")


def test_no_figure_of_the_catalogue_is_off_the_table() -> None:
    assert all(abs(one.value) < LARGEST for one in all_modifiers())
