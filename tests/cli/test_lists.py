"""`muster force import` and `export`: lists of other tools, both ways."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from musterhall.cli.main import app
from musterhall.games.alpha_strike.force.forces import read_force
from musterhall.games.alpha_strike.units.library import starter_library


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))


def force(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, ["force", *words])
    assert result.exit_code == code, result.output
    return result


def test_a_list_becomes_a_force_file(tmp_path: Path) -> None:
    text, written = tmp_path / "list.txt", tmp_path / "force.toml"
    text.write_text("Griffin GRF-6S skill 1\nwhat is this\n")
    result = force("import", str(text), "-o", str(written))
    assert "line 2: 'what is this' is not understood" in result.stderr
    assert read_force(written.read_text(), "f", starter_library()).pv == 58
    assert "named for" in force("import", str(text), "-o", str(text), code=2).stderr


def test_a_link_is_taken_as_it_is_copied() -> None:
    result = force("import", "https://mekbay.com/?gs=as&units=BMAtlas_AS7D:3,BMNosuch_X&name=Hammer")
    assert 'unit = "Atlas AS7-D"' in result.stdout
    assert "the link, group 1, unit 2: 'BMNosuch_X' is not understood" in result.stderr


@pytest.mark.parametrize("form", ["text", "jeffs", "mekbay", "mekbay-link", "tts"])
def test_a_force_is_exported_and_imported_again(tmp_path: Path, form: str) -> None:
    written, again = tmp_path / "list", tmp_path / "again.toml"
    force("export", "combine-wall", "--as", form, "-o", str(written))
    assert not force("import", str(written), "-o", str(again)).stderr
    library = starter_library()
    assert (
        read_force(again.read_text(), "f", library).pv
        == json.loads(force("show", "combine-wall", "--json").stdout)["pv"]
    )


def test_what_a_tool_has_no_place_for_is_said() -> None:
    result = force("export", "combine-wall", "--as", "tts")
    assert result.stdout.startswith("{{")
    assert "has no place for the faction: Draconis Combine" in result.stderr
    data = json.loads(force("export", "combine-wall", "--as", "tts", "--json").stdout)
    assert data["text"] == result.stdout
    assert data["left_out"]


def test_a_form_that_there_is_not_and_a_game_without_lists_are_refused() -> None:
    assert "there is none of this name" in force("export", "combine-wall", "--as", "clay", code=2).stderr
    assert "no list of another tool" in force("export", "humanxx-500", code=2).stderr


@pytest.mark.parametrize("command", [("show",), ("check", "--pack", "herocon-2025"), ("formations",)])
def test_a_list_is_taken_wherever_a_force_is_named(tmp_path: Path, command: tuple[str, ...]) -> None:
    text = tmp_path / "list.txt"
    text.write_text("Faction: Lyran Commonwealth\nGriffin GRF-6S skill 4\nwhat is this\n")
    result = force(command[0], str(text), *command[1:])
    assert "line 3: 'what is this' is not understood" in result.stderr
    assert "Griffin" in result.stdout or "is legal for Herocon" in result.stdout
