"""`muster force check` on files with several mistakes: those of the form and those against the rules, all at once."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from musterhall.cli.main import app
from musterhall.games.age_of_destruction import forces as age_of_destruction
from musterhall.games.alpha_strike.force import forces as alpha_strike
from musterhall.games.the_game.army import forces as the_game

HUMANS = the_game.shipped_force_text("humanxx-500")


def check(folder: Path, text: str, *words: str) -> Result:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(app, ["force", "check", str(file), *words])


def without(text: str, field: str) -> str:
    """The file without the first line that gives this field."""
    lines = text.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith(f"{field} ="))
    return "".join([*lines[:at], *lines[at + 1 :]])


@pytest.mark.parametrize("field", ["game", "name", "army", "initiative"])
def test_whichever_field_is_missing_the_price_is_told_too(tmp_path: Path, field: str) -> None:
    result = check(tmp_path, without(HUMANS.replace("points = 500", "points = 100"), field))
    assert result.exit_code == 2
    assert f"{field} is missing" in result.stdout
    if field != "army":  # what a unit costs is known only by its army's list
        assert "100 are allowed" in result.stdout


def test_a_file_without_points_or_initiative_has_its_unknown_entry_named(tmp_path: Path) -> None:
    wrong = without(without(HUMANS, "points"), "initiative").replace('"Infantry company"', '"Infantry compny"', 1)
    told = check(tmp_path, wrong).stdout
    assert "points is missing" in told
    assert "initiative is missing" in told
    assert "Perhaps Infantry company" in told
    assert "is not legal: 3 problems." in told


def test_a_formation_without_its_entry_does_not_hide_what_is_wrong_with_the_others(tmp_path: Path) -> None:
    told = check(tmp_path, without(HUMANS, "entry").replace('battle_group = "Flank"\n', "")).stdout
    assert "formation.0.entry is missing" in told
    assert "is in no battle group" in told
    assert "no formation '" not in told


def test_a_field_nobody_knows_does_not_hide_the_rest(tmp_path: Path) -> None:
    told = check(tmp_path, HUMANS.replace("points = 500", "points = 100\npiont = 3")).stdout
    assert "piont is not a field" in told
    assert "100 are allowed" in told


@pytest.mark.parametrize(
    "line", ["carried_by = 5", "carried_by = [5]", "battle_group = [1]", "cost = -1", "weapons = [{a = 1}]"]
)
def test_a_value_of_the_wrong_kind_is_named_whatever_it_is(tmp_path: Path, line: str) -> None:
    kept = HUMANS.replace('battle_group = "Main body"\ncommander', "commander")
    result = check(tmp_path, without(kept, "initiative").replace("commander = true", f"commander = true\n{line}"))
    assert result.exit_code == 2
    assert "initiative is missing" in result.stdout, result.output
    assert f"formation.0.{line.split()[0]}" in result.stdout


def test_the_same_is_told_as_json(tmp_path: Path) -> None:
    data = json.loads(check(tmp_path, without(HUMANS.replace("= 500", "= 100"), "initiative"), "--json").stdout)
    assert data["legal"] is False
    first, *rest = (one["what"] for one in data["problems"])
    assert first == "initiative is missing"
    assert any("100 are allowed" in one for one in rest)


def test_an_alpha_strike_force_without_a_name_is_checked_all_the_same(tmp_path: Path) -> None:
    wrong = without(alpha_strike.shipped_force_text("sea-fox-nova"), "name").replace("skill =", "skill = 0 #")
    told = check(tmp_path, wrong, "--pack", "herocon-2025").stdout
    assert "name is missing" in told
    assert "400 are allowed" in told


def test_unknown_units_are_named_together_with_missing_fields(tmp_path: Path) -> None:
    text = 'game = "alpha_strike"\n[[unit]]\nunit = "Atlaz AS7-D"\n[[unit]]\nunit = "Grifin GRF-6S"\nskil = 3\n'
    result = check(tmp_path, text, "--pack", "herocon-2025")
    assert result.exit_code == 2
    for said in ("name is missing", "unit.1.skil is not a field", "Perhaps Atlas AS7-D", "Perhaps Griffin"):
        assert said in result.stdout
    assert "rest is checked" in result.stdout


def test_a_force_without_a_game_is_known_by_what_it_has(tmp_path: Path) -> None:
    told = check(tmp_path, without(alpha_strike.shipped_force_text("sea-fox-nova"), "game")).stdout
    assert 'game is missing. Begin the file with game = "alpha_strike".' in told
    assert told.count("problem") == 1


def test_a_force_of_another_game_is_checked_against_its_pack(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["force", "check", "humanxx-1000", "--pack", "meeting-engagement"])
    assert "is legal" in result.stdout, result.output
    wrong = without(without(HUMANS, "initiative"), "points")
    told = check(tmp_path, wrong, "--pack", "meeting-engagement").stdout
    assert "initiative is missing" in told
    assert "points is missing" in told
    assert "is not legal for Meeting Engagement: 2 problems." in told
    assert "and Herocon 2025 is played with alpha_strike" in check(tmp_path, HUMANS, "--pack", "herocon-2025").stderr


def test_an_age_of_destruction_force_is_checked_with_all_its_problems(tmp_path: Path) -> None:
    text = age_of_destruction.shipped_force_text(age_of_destruction.shipped_forces()[0])
    assert "is legal" in check(tmp_path, text).stdout
    dear = without(text, "name").replace("points = ", "points = 9", 1)
    told = check(tmp_path, dear, "--pack", "age-of-destruction-constructed").stdout
    assert "name is missing" in told
    assert "may cost" in told


def test_a_force_may_name_the_event_that_it_is_meant_for(tmp_path: Path) -> None:
    result = check(tmp_path, HUMANS.replace('army = "', 'pack = "meeting-engagement"\narmy = "', 1))
    assert "pack" not in result.stdout
    assert "for Meeting Engagement" in result.stdout


def test_a_warning_says_what_it_is_by_its_kind_and_not_by_its_words(tmp_path: Path) -> None:
    nova = alpha_strike.shipped_force_text("sea-fox-nova")
    elsewhere = nova.replace('pack = "herocon-2025"', 'pack = "a cup not known here"', 1)
    told = check(tmp_path, elsewhere, "--pack", "herocon-2025").stdout
    assert "Note: Sea Fox nova: was built for a cup not known here" in told, told
    strange = nova.replace("command_unit = true", 'abilities = ["Nobody Has Heard Of It"]', 1)
    told = check(tmp_path, strange, "--pack", "herocon-2025").stdout
    assert re.search(r"^To decide: .*is called .Nobody Has Heard", told, re.MULTILINE), told
