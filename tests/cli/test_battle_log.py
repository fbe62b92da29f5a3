"""A battle's log as a file, of a battle and of its journal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from musterhall.cli.main import app

BATTLE = ("battle", "the-game", "--seed", "3", "--agents", "captain,drill", "--quiet")
SMALL = ("--red", "humanxx-500", "--blue", "orc-hegemony-500")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def muster(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_battle_and_its_journal_write_the_same_log() -> None:
    muster(*BATTLE, *SMALL, "--save", "b.journal", "--log", "battle.txt")
    assert "Log: again.txt" in muster("replay", "b.journal", "--log", "again.txt")
    told = Path("battle.txt").read_text(encoding="utf-8")
    assert told == Path("again.txt").read_text(encoding="utf-8")
    assert "\nTurn 1 (1.2)\n" in told
    assert "    thought: " in told


@pytest.mark.parametrize("suffix", ["jsonl", "json", "JSONL"])
def test_a_log_for_programs_has_one_line_of_json_for_each(suffix: str) -> None:
    muster(*BATTLE, *SMALL, "--save", "b.journal")
    files = json.loads(muster("replay", "b.journal", "--log", f"log.{suffix}", "--json"))["files"]
    assert files == {"log": f"log.{suffix}"}
    rows = [json.loads(line) for line in Path(f"log.{suffix}").read_text(encoding="utf-8").splitlines()]
    assert all(set(row) == {"kind", "section", "text", "data"} for row in rows)
    assert {"phase", "test", "move", "fire", "result"} <= {row["kind"] for row in rows}


def test_a_log_is_not_written_over_what_is_read_or_written_besides() -> None:
    for other in (("--save", "one"), ("--replay", "one")):
        done = CliRunner().invoke(app, [*BATTLE, *SMALL, *other, "--log", "one"])
        assert done.exit_code == 2
        assert "give each a file of its own" in done.stderr
