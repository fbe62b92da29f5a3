"""The examples and the programs in the documents run as they stand there."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.cli.pages import ROOT, blocks, files, text_of
from tests.web.serving import running_here
from typer.testing import CliRunner

from musterhall import library
from musterhall.cli.main import app
from musterhall.game.duel import agent_seed
from musterhall.web.app import create_app
from musterhall.web.settings import Settings

BOT = ROOT / "examples" / "my_bot.py"
HTTP_BOT = ROOT / "examples" / "http_bot.py"
LEARNER = ROOT / "examples" / "learn.py"
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
    assert {path.name for path in BOT.parent.glob("*.py")} == {*SAYS, BOT.name, HTTP_BOT.name, LEARNER.name}


def test_the_bot_of_the_examples_fights_a_battle() -> None:
    words = ["battle", "the-game", "--agents", f"{BOT}:Gunner,random", "--seed", "8", "--quiet"]
    done = CliRunner().invoke(app, [*words, "--red", "humanxx-500", "--blue", "orc-hegemony-500"])
    assert done.exit_code == 0, done.output


def test_the_bot_of_the_examples_is_the_one_that_the_document_shows() -> None:
    assert files("docs/write-a-bot.md") == {"my_bot.py": code_of(BOT.read_text(encoding="utf-8"))}


def code_of(text: str) -> str:
    """Without what the file says about itself."""
    return text[text.index("from typing") :]


def test_the_bot_over_http_takes_its_seat_by_the_link_and_plays_to_the_end(tmp_path: Path) -> None:
    app_ = create_app(Settings(db=str(tmp_path / "hall.db")))
    with running_here(app_) as hall:
        wanted = {"game": "the_game", "seats": [{"by": "person"}, {"by": "bot", "name": "drill"}]}
        seat = {"Muster-Seat": ""}
        begun = httpx.post(f"{hall.url}/api/battles", json=wanted, headers=seat, trust_env=False, timeout=60).json()
        link = f"{hall.url}/play/{begun['battle']}/{begun['seats']['0']}"
        assert "after" in run(HTTP_BOT, link, folder=tmp_path)
        seen = httpx.get(f"{hall.url}/api/battles/{begun['battle']}", trust_env=False, timeout=60).json()
        assert seen["over"]["by"] == "rules"
        assert seen["seats"][0]["name"] == "A bot of forty lines"


def test_the_bot_over_http_has_no_more_than_forty_lines() -> None:
    assert len(list(filter(None, text_of("examples/http_bot.py").splitlines()))) <= 40


def test_the_example_that_learns_saves_an_agent_that_fights_a_duel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    *rounds, saved, command = run(LEARNER, "1", folder=tmp_path).splitlines()
    assert [line.partition(":")[0] for line in rounds] == [f"round {number}" for number in range(1, 6)]
    assert saved.startswith("Saved as learned.npy.")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, [*command.split()[1:-1], "1"])
    assert done.exit_code == 0, done.output
    assert "Learned wins" in done.stdout


def test_the_first_battle_of_a_learner_runs_as_the_document_shows_it(tmp_path: Path) -> None:
    program, _ = blocks("docs/learning.md", "python")
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    assert "victory points" in run(tmp_path / "program.py", folder=tmp_path)


def test_a_program_in_a_document_runs(tmp_path: Path) -> None:
    _, program = blocks("docs/write-a-bot.md", "python")
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    assert "victory points" in run(tmp_path / "program.py", folder=tmp_path)
    assert (tmp_path / "first-options.journal").exists()


def test_the_bot_has_no_more_than_thirty_lines() -> None:
    assert len(code_of(text_of("examples/my_bot.py")).splitlines()) <= 30
