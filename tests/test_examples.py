"""The examples and the programs in the documents run as they stand there."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.pages import ROOT, blocks, files, text_of
from typer.testing import CliRunner

from musterhall import library
from musterhall.cli.main import app
from musterhall.game.duel import agent_seed

BOT = ROOT / "examples" / "my_bot.py"
SAYS = {
    "study.py": "The gunner has ",
    "ask_the_referee.py": "blocked by: the wood",
    "check_a_force.py": "Too Much of Everything is not legal.",
}


def run(script: Path, *words: str, folder: Path) -> str:
    command = [sys.executable, str(script), *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("script", sorted(SAYS))
def test_an_example_runs(script: str, tmp_path: Path) -> None:
    words = ["2"] if script == "study.py" else []
    assert SAYS[script] in run(ROOT / "examples" / script, *words, folder=tmp_path)


def test_the_study_tells_no_agent_the_seed_of_its_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    class Watched(library.RandomAgent):
        def __init__(self, seed: int) -> None:
            super().__init__(seed)
            handed.append(seed)

    handed: list[int] = []
    monkeypatch.setattr(library, "RandomAgent", Watched)
    monkeypatch.setattr(sys, "argv", ["study.py", "1"])
    monkeypatch.syspath_prepend(str(BOT.parent))
    runpy.run_path(str(BOT.parent / "study.py"))
    assert handed == [agent_seed(0, 1)]


def test_every_example_is_run() -> None:
    assert {path.name for path in BOT.parent.glob("*.py")} == {*SAYS, BOT.name}


def test_the_bot_of_the_examples_fights_a_battle() -> None:
    words = ["battle", "the-game", "--agents", f"{BOT}:Gunner,random", "--seed", "8", "--quiet"]
    done = CliRunner().invoke(app, [*words, "--red", "humanxx-500", "--blue", "orc-hegemony-500"])
    assert done.exit_code == 0, done.output


def test_the_bot_of_the_examples_is_the_one_that_the_document_shows() -> None:
    assert files("docs/write-a-bot.md") == {"my_bot.py": code_of(BOT.read_text(encoding="utf-8"))}


def code_of(text: str) -> str:
    """Without what the file says about itself."""
    return text[text.index("from typing") :]


def test_a_program_in_a_document_runs(tmp_path: Path) -> None:
    _, program = blocks("docs/write-a-bot.md", "python")
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    assert "victory points" in run(tmp_path / "program.py", folder=tmp_path)
    assert (tmp_path / "first-options.journal").exists()


def test_the_bot_has_no_more_than_thirty_lines() -> None:
    assert len(code_of(text_of("examples/my_bot.py")).splitlines()) <= 30
