"""A pack's file: the shipped ones are whole, and a wrong one is told everything that is wrong with it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from musterhall.games.alpha_strike.force.check import formation_settings
from musterhall.packs.model import load_pack, open_questions, pack_problems, shipped_pack_text, shipped_packs
from musterhall.problems import BadInput

SMALL = 'game = "alpha_strike"\nname = "Small"\nversion = "1"\n[force]\npoints = 250\n'


def problems(text: str) -> list[str]:
    return [str(problem) for problem in pack_problems(text, "my.toml")]


@pytest.mark.parametrize("name", shipped_packs())
def test_a_shipped_pack_has_nothing_wrong_with_it(name: str) -> None:
    assert problems(shipped_pack_text(name)) == []
    assert load_pack(name).force.points


@pytest.mark.parametrize("name", shipped_packs())
def test_every_rule_of_a_shipped_pack_says_where_it_stands(name: str) -> None:
    rules = tomllib.loads(shipped_pack_text(name))["force"]
    for key, rule in rules.items():
        for one in rule if isinstance(rule, list) else [rule]:
            assert one["because"], key


def test_herocon_has_the_figures_of_its_papers() -> None:
    force = load_pack("herocon-2025").force
    assert force.points.most == 400
    assert force.mech_share is not None
    assert force.mech_share.least == 50
    assert force.units is not None
    assert force.units.most == 16
    assert force.skill is not None
    assert (force.skill.best, force.skill.worst) == (2, 6)
    assert force.same_chassis is not None
    assert force.same_chassis.most == 3
    assert [(one.special, one.most) for one in force.carriers] == [("ART", 2)]
    assert len(force.command_abilities.banned) == 16
    assert (force.formations.fewest, force.formations.most) == (3, 6)


def test_engines_explode_in_battles_of_herocon_as_its_papers_say() -> None:
    assert load_pack("herocon-2025").chosen_variants()["engine_explosions"] is True
    assert "engine_explosions" not in load_pack("drafted-for-war").chosen_variants()


@pytest.mark.parametrize(("units", "points"), [(2, None), (3, 150), (4, 175), (5, 200), (6, None)])
def test_drafted_for_war_gives_points_by_the_number_of_units(units: int, points: int | None) -> None:
    assert load_pack("drafted-for-war").force.points.allowed(units) == points


def test_a_small_pack_needs_no_more_than_its_points() -> None:
    pack = load_pack(SMALL)
    assert pack.force.points.allowed(7) == 250
    assert pack.force.skill is None
    assert pack.reading("any_move") == "best"


def test_a_pack_may_choose_another_reading() -> None:
    pack = load_pack(SMALL + '[readings]\nhorde_size = "5-10"\nideal_role = true\n')
    assert formation_settings(pack).horde_size == (5, 10)
    assert formation_settings(pack).ideal_role is True


def test_the_usual_readings_are_the_usual_settings() -> None:
    from musterhall.games.alpha_strike.formations.formations import FormationSettings

    assert formation_settings(load_pack("herocon-2025")) == FormationSettings()


FROM_THE_TOP = ("drafted-for-war", "herocon-2025")
"""Their papers pair the highest with the next highest; the usual way is that of packs older than the question."""


@pytest.mark.parametrize("name", shipped_packs())
def test_a_shipped_pack_reads_everything_as_is_usual_but_for_the_way_of_pairing(name: str) -> None:
    pack = load_pack(name)
    usual = {setting: open_questions()[setting].default for setting in pack.readings}
    assert pack.readings == usual | {"pairing": "top_first" if name in FROM_THE_TOP else "least_gaps"}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("colour = 3\n", "my.toml, force.colour: is no field of a pack. Take it out, or check its spelling."),
        ("skill = { from = 6, to = 2 }\n", "my.toml, force.skill: from 6 is above to 2. Swap them."),
        ("units = { fewest = 5, most = 3 }\n", "my.toml, force.units: most 3 is below fewest 5. Swap them."),
        ("units = -1\n", "my.toml, force.units.most: is -1. It should be 0 or more."),
        ('units = "many"\n', "my.toml, force.units.most: is 'many'. It should be a whole number."),
        ("mech_share = 101\n", "my.toml, force.mech_share.least: is 101. It should be 100 or less."),
        ("carriers = [{ most = 2 }]\n", "my.toml, force.carriers, entry 1, special: is missing. Add it."),
        (
            'carriers = [{ special = "ARTT", most = 2 }, { special = "XYZ", most = 2 }]\n',
            "no special ability is called",
        ),
        ('[[force.barred]]\nwhat = "x"\n', "entry 1: bars nothing. Give it types, kinds or designations."),
        ('[[force.barred]]\nwhat = "x"\ntypes = ["BMM"]\n', "no type of unit is called 'BMM'. Perhaps BM"),
        (
            '[force.pilot_abilities]\nbanned = ["Snyper"]\n',
            "no special pilot ability is called 'Snyper'. Perhaps Sniper",
        ),
        ('[force.command_abilities]\nbanned = ["Brawlrs"]\n', "no special command ability is called 'Brawlrs'."),
        ('[force.alternate_munitions]\nbanned = ["Smok"]\n', "no alternate munition is called 'Smok'."),
        ('[force.formations]\nbanned = ["Ballet Lance"]\n', "no formation is called 'Ballet Lance'."),
        ("[readings]\nhord_size = 3\n", "my.toml, readings.hord_size: is no setting. Perhaps horde_size is meant."),
        ("[readings]\nideal_role = 1\n", "my.toml, readings.ideal_role: cannot be 1. Write false or true."),
        ('[readings]\nhorde_size = "7"\n', 'my.toml, readings.horde_size: cannot be "7". Write "5-6" or "5-10".'),
    ],
)
def test_a_mistake_is_named_with_file_entry_field_and_remedy(change: str, sentence: str) -> None:
    found = problems(SMALL + change)
    assert any(sentence in one for one in found), found


def test_all_mistakes_are_told_at_once() -> None:
    text = 'game = "%s"\nversion = 3\n[force]\npoints = 0\n[force.formations]\nbanned = ["x y z"]\n[readings]\nno = 1\n'
    assert len(problems(text % "alpha_strike")) == 5
    # Nobody can tell what a ban means in a game that is not there.
    assert len(problems(text % "chess")) == 5


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    [problem] = problems(SMALL.replace("alpha_strike", "chess"))
    assert problem == (
        "my.toml, game: is 'chess', which is no game here. Choose from the_game, alpha_strike, age_of_destruction."
    )


def test_a_force_rule_of_another_game_is_no_field_of_the_pack() -> None:
    [problem] = problems(SMALL.replace("alpha_strike", "the_game") + "mech_share = 50\n")
    assert problem.startswith("my.toml, force.mech_share: is no field of a pack.")


@pytest.mark.parametrize(
    ("points", "part"),
    [
        ("{}", "needs either most or by_units"),
        ("{ most = 3, by_units = { 3 = 4 } }", "needs either most or by_units"),
        ("{ by_units = { three = 4 } }", "'three' does not"),
    ],
)
def test_points_are_one_figure_or_one_for_each_number_of_units(points: str, part: str) -> None:
    assert any(part in one for one in problems(SMALL.replace("250", points)))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("game = ", "not readable as TOML"),
        ("x = " + "[" * 5000, "nested too deeply"),
        ("#" * 1_000_001 + "=", "characters"),
        (SMALL.replace("alpha_strike", "chess"), "game"),
        ("herocom-2025", "perhaps herocon-2025 is meant"),
    ],
)
def test_what_is_no_pack_is_refused_in_one_sentence(text: str, part: str) -> None:
    with pytest.raises(BadInput, match=part):
        load_pack(text)


def test_a_pack_that_is_broken_is_one_problem() -> None:
    [problem] = problems("game = ")
    assert problem.startswith("my.toml: not readable as TOML")


def test_a_pack_cannot_be_changed_later() -> None:
    pack: Any = load_pack(SMALL)
    with pytest.raises(ValueError):
        pack.name = "Other"
