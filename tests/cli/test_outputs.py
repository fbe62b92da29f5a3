"""Where commands write: a folder that is missing is made, and a command that is refused makes none."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from musterhall.cli.main import app

SMALL = ("--agents", "random", "--red", "humanxx-500", "--blue", "orc-hegemony-500", "--seed", "1")


def muster(words: str) -> Result:
    return CliRunner().invoke(app, words.split())


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        f"battle the-game {' '.join(SMALL)} --save NEW --replay new/too/b.html",
        "table the-game --svg NEW --toml new/too/table.toml",
        "force print combine-wall -o NEW",
        "force import units.txt -o NEW",
        "force export combine-wall --as jeffs -o NEW",
        "event print standings -o NEW",
        "event export -o NEW",
        "event csv standings -o NEW",
        "backup NEW",
    ],
)
def test_a_missing_folder_is_made(empty: Path, words: str) -> None:
    (empty / "units.txt").write_text("Atlas AS7-D\n", encoding="utf-8")
    muster("event simulate --pack meeting-engagement --players 4 --no-trouble --keep day")
    result = muster(words.replace("NEW", "new/folder/file"))
    assert result.exit_code == 0, result.output
    assert (empty / "new/folder/file").stat().st_size > 0


def test_a_replay_is_written_into_a_folder_that_is_made(empty: Path) -> None:
    muster(f"battle the-game {' '.join(SMALL)} --save battle.journal")
    assert muster("replay battle.journal --html new/again.html").exit_code == 0
    assert (empty / "new/again.html").is_file()


@pytest.mark.parametrize(
    "words",
    [
        "battle the-game --red nobody --save new/b.journal",
        "battle the-game --agents nobody --save new/b.journal",
        "table the-game --table nothing --svg new/t.svg",
        "force print nobody -o new/f.pdf",
        "event export nobody -o new/e.json",
    ],
)
def test_a_refused_command_makes_no_folder(empty: Path, words: str) -> None:
    assert muster(words).exit_code == 2
    assert not (empty / "new").exists()


WRITING = [
    f"battle the-game {' '.join(SMALL)} --save OLD",
    f"battle the-game {' '.join(SMALL)} --replay OLD",
    f"battle the-game {' '.join(SMALL)} --log OLD",
    "replay battle.journal --html OLD",
    "replay battle.journal --log OLD",
    "table the-game --svg OLD",
    "table the-game --toml OLD",
    "force import units.txt -o OLD",
    "force export combine-wall -o OLD",
    "force print combine-wall -o OLD",
    "event export -o OLD",
    "event csv standings -o OLD",
    "event print standings -o OLD",
    "backup OLD",
]


@pytest.mark.parametrize("words", WRITING)
def test_a_file_that_is_there_stays_until_somebody_says_overwrite(empty: Path, words: str) -> None:
    (empty / "units.txt").write_text("Atlas AS7-D\n", encoding="utf-8")
    if words.startswith("replay"):
        muster(f"battle the-game {' '.join(SMALL)} --save battle.journal")
    muster("event simulate --pack meeting-engagement --players 4 --no-trouble --keep day")
    old = empty / "OLD"
    old.write_text("an hour's battle", encoding="utf-8")
    result = muster(words)
    assert result.exit_code == 2, result.output
    assert "OLD: is there already; name another file, or replace it with --overwrite." in result.output
    assert old.read_text(encoding="utf-8") == "an hour's battle"
    assert muster(f"{words} --overwrite").exit_code == 0
    assert old.read_bytes()[:16] != b"an hour's battle"


def test_an_empty_file_is_no_older_journal(empty: Path) -> None:
    (empty / "new.journal").touch()
    assert muster(f"battle the-game {' '.join(SMALL)} --save new.journal").exit_code == 0


@pytest.mark.parametrize("words", ["force print combine-wall -o", "backup", "table the-game --svg"])
def test_a_file_in_the_place_of_a_folder_is_named(empty: Path, words: str) -> None:
    (empty / "file").write_text("mine", encoding="utf-8")
    result = muster(f"{words} file/sub/x")
    assert result.exit_code == 2
    assert "file is a file, not a folder" in result.output
    assert (empty / "file").read_text(encoding="utf-8") == "mine"
