"""Printing in a process of its own: the same paper, nothing kept, and a sentence when the process dies or hangs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.web.scene import EVENT, day, scene

from musterhall.events.fold import fold
from musterhall.printing.papers import PAPERS, Order
from musterhall.printing.press import printing_apart
from musterhall.problems import BadInput
from musterhall.web.accounts import OWNER
from musterhall.web.settings import Settings


def test_a_process_of_its_own_prints_the_same_paper() -> None:
    order = Order(fold(day()), 1)
    with printing_apart(60):
        apart = PAPERS["standings"](order)
    assert apart == PAPERS["standings"](order)


def test_the_server_itself_never_loads_what_prints(tmp_path: Path) -> None:
    program = f"""
import sys
from tests.web.scene import EVENT, scene
from musterhall.web.settings import Settings
with scene(Settings(db={str(tmp_path / "house.db")!r})) as made:
    for paper in ("pairings", "cards", "slips"):
        assert made.get(f"/e/{{EVENT}}/paper/{{paper}}.pdf", "owner").content.startswith(b"%PDF")
assert "typst" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("import os; os.kill(os.getpid(), 9)", "the printing broke off"),
        ("print('no paper')", "the printing broke off"),
        ("import signal; signal.pause()", "takes longer than"),
    ],
)
def test_a_press_that_dies_or_hangs_is_a_sentence_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, sentence: str
) -> None:
    run = subprocess.run

    def broken(_words: list[str], **more: Any) -> Any:
        return run([sys.executable, "-c", program], **(more | {"timeout": 5.0}))

    monkeypatch.setattr("musterhall.printing.press.subprocess.run", broken)
    with printing_apart(60), pytest.raises(BadInput, match=sentence):
        PAPERS["standings"](Order(fold(day()), 1))
    with scene(Settings(db=str(tmp_path / "house.db"))) as made:
        answer = made.get(f"/e/{EVENT}/paper/standings.pdf", OWNER)
        assert answer.status_code == 400
        assert sentence in answer.json()["error"]
