"""`muster units add`: one's own figures of Age of Destruction, from a file or by questions, and found everywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from musterhall import library
from musterhall.cli.main import app

GAME = "age-of-destruction"
KETTLE = """\
game = "age_of_destruction"

[[unit]]
name = "Kettle"
type = "infantry"
rank = "green"
points = 15
speed_mode = "foot"
range = [0, 6]
speed = [5, 4, 4]
attack = [8, 7, 6]
defense = [16, 15, 15]
damage = [2, 2, 1]
"""
FORCE = """\
game = "age_of_destruction"
name = "Kettles"
faction = "House Liao"

[[unit]]
name = "Kettle"
count = 3
"""
QUESTIONS = ("Pan Lid", "vehicle", "elite", "40", "Liao", "", "0 8", "")
"""Up to the dial."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("MUSTER_DB", raising=False)
    return tmp_path / "home"


def run(*words: str, code: int = 0, typed: tuple[str, ...] = ()) -> Any:
    result = CliRunner().invoke(app, list(words), input="".join(f"{line}\n" for line in typed))
    assert result.exit_code == code, result.output
    return result


def written(folder: Path, text: str, name: str = "own.toml") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_unit_from_a_file_is_listed_shown_and_exported_as_it_was(tmp_path: Path) -> None:
    assert "1 of them new: Kettle" in run("units", "add", GAME, written(tmp_path, KETTLE)).stdout
    assert json.loads(run("units", GAME, "Kettle", "--json").stdout)["attack"] == [8, 7, 6]
    assert "1 of them made here" in run("units", GAME).stderr
    out = tmp_path / "out.toml"
    run("units", "export", GAME, "-o", str(out))
    again = run("units", "add", GAME, str(out), "--json")
    assert json.loads(again.stdout) == {"game": "age_of_destruction", "units": ["Kettle"], "new": 0}


def test_a_unit_of_ones_own_is_checked_shown_printed_and_fights(tmp_path: Path) -> None:
    force = written(tmp_path, FORCE, "force.toml")
    assert "no unit of this name is known" in run("force", "check", force, code=2).output
    run("units", "add", GAME, written(tmp_path, KETTLE))
    assert "45 of 450 points" in run("force", "check", force).stdout
    shown = run("force", "show", force).stdout
    assert "Kettle #3" in shown
    assert "16  15  15" in shown
    run("force", "print", force, "-o", str(tmp_path / "force.pdf"))
    assert (tmp_path / "force.pdf").read_bytes().startswith(b"%PDF")
    words = ("battle", GAME, "--red", force, "--blue", force, "--seed", "3", "--save", str(tmp_path / "b.journal"))
    run(*words)
    # The journal has the dials in it, and needs no hall.
    run("units", "remove", GAME, "kettle")
    run("replay", str(tmp_path / "b.journal"))


def test_the_referee_knows_units_of_ones_own(tmp_path: Path) -> None:
    rows = "".join(f"[[unit]]\nname = {name!r}\nside = {side!r}\nunit = 'Kettle'\nat = [18, {y}]\n"
                   for name, side, y in (("One", "red", 6), ("Two", "blue", 10)))  # fmt: skip
    question = written(
        tmp_path, f"game = 'age_of_destruction'\nask = {{ speed = {{ unit = 'One' }} }}\n{rows}", "q.toml"
    )
    assert "Kettle" in run("ask", question, code=2).output
    run("units", "add", GAME, written(tmp_path, KETTLE))
    assert json.loads(run("ask", question, "--json").output)["result"]["speed"] == 5
    assert library.ask(Path(question)).result["speed"] == 5


def test_a_unit_is_removed_once_and_then_unknown(tmp_path: Path) -> None:
    run("units", "add", GAME, written(tmp_path, KETTLE))
    assert "Kettle: removed." in run("units", "remove", GAME, " KETTLE ").stdout
    assert "none of this name was made here" in run("units", "remove", GAME, "Kettle", code=2).stderr
    assert "none were made here yet" in run("units", "export", GAME, code=2).stderr


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            ("attack = [8, 7, 6]", "attack = [8, 7]"),
            "Kettle: the dial has a hole: click 3 has no attack",
        ),
        (
            ('rank = "green"', 'rank = "green"\nfaction = "Hous Liao"'),
            "no faction is called 'Hous Liao'. Perhaps House",
        ),
        (
            ('rank = "green"', 'rank = "green"\nequipment = ["Puls"]'),
            "no special equipment is called 'Puls'. Perh",
        ),
        (('rank = "green"', 'rank = "grene"'), "rank should be 'green', 'veteran', 'elite' or 'unique'"),
        (('"foot"', '"tracked"'), "a unit of type infantry goes by foot or hover or aquatic; choose one"),
        (('"infantry"', '"mech"'), "a 'Mech has a heat dial, and nobody else does"),
        (("damage = [2, 2, 1]", "damage = [2, 2, 99]"), "click 3 has damage 99; write a whole number from 0 to 50"),
        (("range = [0, 6]", "range = [9, 6]"), "the least first"),
        (('"Kettle"', '" thornless  ROSE"'), "comes with the game; choose another name"),
        (("points = 15", "cost = 15"), "cost is not known here; take it out"),
        (('game = "age_of_destruction"', 'game = "chess"'), 'begin it with game = "age_of_destruction"'),
        (("[[unit]]", "[unit]"), "write each below a line with [[unit]]"),
    ],
)
def test_a_unit_that_cannot_be_is_one_sentence_and_nothing_is_kept(
    tmp_path: Path, change: tuple[str, str], sentence: str
) -> None:
    result = run("units", "add", GAME, written(tmp_path, KETTLE.replace(*change)), code=2)
    assert sentence in " ".join(result.stderr.split())
    assert "own.toml" in result.stderr
    assert "made here" not in run("units", GAME).stderr


def test_a_row_that_is_missing_is_said_once_and_a_slip_of_the_pen_is_recognised(tmp_path: Path) -> None:
    without = KETTLE.replace("speed = [5, 4, 4]\n", "").replace("defense =", "defence =")
    told = " ".join(run("units", "add", GAME, written(tmp_path, without), code=2).stderr.split())
    assert told.count("speed is missing") == 1
    assert "hole" not in told
    assert "defence is not known here; perhaps defense is meant." in told


def test_a_unit_that_takes_the_place_of_one_made_before_is_said_to_replace_it(tmp_path: Path) -> None:
    run("units", "add", GAME, written(tmp_path, KETTLE))
    both = KETTLE + KETTLE[KETTLE.index("[[unit]]") :].replace('"Kettle"', '"Pan Lid"')
    told = run("units", "add", GAME, written(tmp_path, both)).stdout
    assert told == "Kept: 2 units, 1 of them new, 1 of them replaced: Kettle, Pan Lid.\n"
    again = run("units", "add", GAME, written(tmp_path, KETTLE)).stdout
    assert again == "Kept: 1 unit, 1 of them replaced: Kettle.\n"


def test_all_units_of_a_file_are_looked_at_and_two_of_one_name_are_refused(tmp_path: Path) -> None:
    other = KETTLE[KETTLE.index("[[unit]]") :].replace('"Kettle"', '"kettle "').replace("[5, 4, 4]", "[5, -4, 4]")
    told = " ".join(run("units", "add", GAME, written(tmp_path, KETTLE + other), code=2).stderr.split())
    assert "click 2 has speed -4" in told
    assert "is there twice; keep one of them" in told


def test_only_games_whose_units_can_be_made_take_some(tmp_path: Path) -> None:
    sentence = "only units of age-of-destruction can be made here"
    assert sentence in run("units", "add", "the-game", "x.toml", code=2).stderr


# By questions


def test_a_unit_is_asked_for_click_by_click_and_what_is_wrong_is_said_at_once() -> None:
    dial = ("7 9 18", "7 9 18 three", "7 9 18 3", "6 8 17 2 1", "6 8 17 2", "")
    result = run("units", "add", GAME, typed=(*QUESTIONS, *dial, "1", "", "3", ""))
    said = " ".join(result.output.split())
    assert "click 1 has no damage" in said
    assert "Click 1 has damage 'three'" in said
    assert "Click 2 has 5 figures, and a click has 4" in said
    made = json.loads(run("units", GAME, "Pan Lid", "--json").stdout)
    assert (made["speed"], made["damage"], made["salvage"], made["places"]) == ([7, 6], [3, 2], 1, 3)
    assert made["faction"] == "House Liao"


def test_a_session_that_is_ended_goes_on_where_it_was(home: Path) -> None:
    assert "answers are kept" in run("units", "add", GAME, typed=(*QUESTIONS, "7 9 18 3", "stop")).stderr
    gone_on = run("units", "add", GAME, typed=("6 8 17 2", "", "", "", "", ""))
    assert "You go on with Pan Lid after 9 answers" in gone_on.stdout
    assert json.loads(run("units", GAME, "Pan Lid", "--json").stdout)["speed"] == [7, 6]
    assert [file.name for file in home.iterdir() if file.name.startswith("unit-begun")] == []


def test_a_terminal_that_is_closed_keeps_what_was_typed() -> None:
    run("units", "add", GAME, typed=("Pan Lid", "vehicle"), code=130)
    assert "Pan Lid after 2 answers" in run("units", "add", GAME, typed=("stop",)).stdout
    assert "You go on" not in run("units", "add", GAME, "--fresh", typed=("stop",)).stdout


def test_an_answer_is_taken_back() -> None:
    typed = ("Pan Lidd", "back", "Pan Lid", *QUESTIONS[1:], "7 9 18 3", "", "", "", "", "")
    run("units", "add", GAME, typed=typed)
    assert json.loads(run("units", GAME, "Pan Lid", "--json").stdout)["name"] == "Pan Lid"


def test_a_mech_is_asked_for_its_heat_too() -> None:
    base = ("Oven", "'Mech", "veteran", "120", "", "quad", "0-9", "energy", "melee", "2")
    typed = (*base, "8 10 20 4 2", "", "0 0 0", "-1 0 0 critical jam energy", "0 1 0", "", "", "pulse", "jump jets")
    result = run("units", "add", GAME, typed=typed)
    assert "takes 1 off damage; write 0, or -1 for one less" in " ".join(result.output.split())
    made = json.loads(run("units", GAME, "Oven", "--json").stdout)
    assert made["heat"]["ammunition"] == ["", "critical"]
    assert (made["equipment"], made["jump_jets"], made["speed_mode"]) == (["Pulse"], True, "quad")


def test_a_name_that_comes_with_the_game_is_refused_when_it_is_asked_for() -> None:
    result = run("units", "add", GAME, typed=("thornless rose", "Pan Lid", "stop"))
    assert "Thornless Rose comes with the game; choose another name" in " ".join(result.output.split())


# A force beside the dials


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('type = "infantry"\npoints = 9\nrank = "green"', "has points 9 in this force, and 15 on its base"),
        ('type = "infantry"\npoints = 15\nrank = "elite"', "has rank elite in this force, and green on its base"),
        ('faction = "Stormhamers"', "no faction is called 'Stormhamers'. Perhaps Stormhammers is meant"),
    ],
)
def test_a_force_that_says_otherwise_than_its_dials_or_names_no_known_faction_is_told(
    tmp_path: Path, line: str, sentence: str
) -> None:
    run("units", "add", GAME, written(tmp_path, KETTLE))
    force = written(tmp_path, FORCE.replace("count = 3", line), "force.toml")
    assert sentence in " ".join(run("force", "check", force, code=2).output.split())


def test_an_alliance_that_cannot_be_is_told_where_units_must_be_of_one_faction(tmp_path: Path) -> None:
    run("units", "add", GAME, written(tmp_path, KETTLE))
    force = written(tmp_path, FORCE + '\n[[unit]]\nname = "Eggshell Point"\n', "force.toml")
    run("force", "check", force)
    told = " ".join(run("force", "check", force, "--variant", "one_faction=true", code=2).output.split())
    assert "Eggshell Point: is of Clan Jade Falcon, and this force may have units of House Liao, its allies" in told
