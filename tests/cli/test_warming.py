"""The first battle on a computer: whoever waits is told why, and the hall makes ready for it by itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from numba.core import event
from typer.testing import CliRunner

from musterhall.cli import warming
from musterhall.cli.main import app
from musterhall.compiling import kept_in
from musterhall.games import all_games, game_named


def compile_something() -> None:
    """What numba tells when it has to compile."""
    with event.trigger_event("numba:compile", data={}):
        pass


@pytest.mark.parametrize(("watched", "times"), [(True, 1), (False, 0)])
def test_whoever_watches_is_told_once_that_rules_are_prepared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], watched: bool, times: int
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: watched, raising=False)
    with warming.told_of_compiling(game_named("the_game")):
        compile_something()
        compile_something()
    compile_something()
    assert " ".join(capsys.readouterr().err.split()).count(warming.NOTICE) == times


def test_numba_tells_of_a_function_that_it_compiles() -> None:
    from numba import njit

    heard: list[Any] = []

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            heard.append(event)

        def on_end(self, event: Any) -> None: ...

    with event.install_listener("numba:compile", Listener()):
        njit(lambda number: number + 1)(1)
    assert heard


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Folders are worked out once; these tests move them."""
    kept_in.cache_clear()
    yield
    kept_in.cache_clear()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The processes that were started."""
    commands: list[list[str]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda words, **_more: commands.append(words))
    return commands


def test_the_hall_prepares_the_rules_once_it_is_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, started: list[list[str]]
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    before: list[int] = []

    def run(*given: Any) -> None:
        before.append(len(started))
        given[5]("The hall is open.")

    monkeypatch.setattr("musterhall.web.serving.run", run)
    assert CliRunner().invoke(app, ["serve"]).stdout == "The hall is open.\n"
    assert before == [0]
    assert started == [[sys.executable, "-m", "musterhall.cli.warming"]]


def test_nothing_is_prepared_where_all_is_kept_of_the_rules_as_they_stand(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, started: list[list[str]]
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for name in sorted({module for game in all_games() for module in game.compiled}):
        folder = kept_in(name)
        folder.mkdir(parents=True)
        (folder / "function-1.py311.nbi").touch()
    warming.warm_up_aside()
    assert not started
    folder.rename(folder.with_name("spacing-0123456789abcdef"))
    warming.warm_up_aside()
    assert len(started) == 1
