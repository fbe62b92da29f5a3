"""The commands and files that the pages for players print: each works as it stands there."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from musterhall.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands(page: str) -> list[list[str]]:
    blocks = [text for kind, text in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")) if not kind]
    lines = [shlex.split(line, comments=True) for block in blocks for line in block.splitlines()]
    return [[word.removeprefix(".venv/bin/") for word in line] for line in lines if line]


def run(words: list[str]) -> None:
    if words[0] == "cp":
        shutil.copy(ROOT / words[1], words[2])
    elif words[0] == "muster":
        few = ["2" if before == "--seeds" else word for before, word in zip(["", *words], words, strict=False)]
        result = CliRunner().invoke(app, few[1:])
        assert result.exit_code == 0, (words, result.output)
    else:
        assert words[0] == "make", words


def question_files(page: str) -> list[str]:
    """The blocks of a page that ask the referee something."""
    blocks = [text for kind, text in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")) if kind == "toml"]
    return [text for text in blocks if "ask = " in text]


@pytest.mark.parametrize("page", ["README.md", "docs/quick-start.md", "docs/organiser.md"])
def test_every_printed_command_works_in_its_order(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))
    (tmp_path / "build").mkdir()
    for text in question_files(page):
        (tmp_path / "question.toml").write_text(text, encoding="utf-8")
    found = commands(page)
    assert len(found) > 5
    for words in found:
        run(words)


@pytest.mark.parametrize("page", ["docs/quick-start.md", "docs/referee.md"])
def test_every_printed_question_is_answered(page: str, tmp_path: Path) -> None:
    texts = question_files(page)
    assert texts
    for number, text in enumerate(texts):
        file = tmp_path / f"{number}.toml"
        file.write_text(text, encoding="utf-8")
        result = CliRunner().invoke(app, ["ask", str(file)])
        assert result.exit_code == 0, result.output


def test_the_table_of_questions_names_every_question() -> None:
    from musterhall.games.the_game.referee import QUESTIONS

    page = (ROOT / "docs/referee.md").read_text(encoding="utf-8")
    rows = page.partition("| | questions |")[2].partition("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", rows)) == {question.name for question in QUESTIONS}
