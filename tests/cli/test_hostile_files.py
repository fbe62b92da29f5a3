"""Files that were made to steer a terminal, to hang a command or to fill the memory."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from musterhall.cli.main import app
from musterhall.cli.shell import harmless
from musterhall.events.entries import NewEntry
from musterhall.games.alpha_strike.force.forces import shipped_force_text
from musterhall.store.backup import backup
from musterhall.store.opening import open_store

EVIL = "\x1b]0;owned\x07\x1b[2J\u009b31mred\u202eback"
SECONDS = 60.0
runner = CliRunner()


def evil_force(folder: Path) -> Path:
    text = shipped_force_text("combine-wall")
    name = next(line for line in text.splitlines() if line.startswith("name"))
    path = folder / "evil.toml"
    path.write_text(text.replace(name, f"name = {json.dumps(EVIL)}"), encoding="utf-8")
    return path


@pytest.mark.parametrize("words", [["force", "check"], ["force", "check", "--json"]])
def test_no_name_in_a_force_steers_the_terminal(tmp_path: Path, words: list[str]) -> None:
    found = runner.invoke(app, [*words[:2], str(evil_force(tmp_path)), *words[2:]])
    for sign in ("\x1b", "\x07", "\u009b", "\u202e"):
        assert sign not in found.output
        assert sign not in found.stderr


def test_a_players_name_does_not_steer_the_organisers_terminal(tmp_path: Path) -> None:
    from musterhall.store.desk import Desk

    db = str(tmp_path / "a.db")
    assert runner.invoke(app, ["event", "new", "Night", "--pack", "herocon-2025", "--db", db]).exit_code == 0
    assert runner.invoke(app, ["event", "player", "add", "Anna", "--db", db]).exit_code == 0
    with open_store(db) as store:
        stream = store.streams("event")[0].stream
        Desk(store, stream).do(lambda _: NewEntry("note.added", {"text": EVIL}))
    for words in (["log"], ["show"], ["player", "list"]):
        found = runner.invoke(app, ["event", *words, "--db", db])
        assert "\x1b" not in found.output
        assert "\u009b" not in found.output


def test_what_steers_is_shown_and_ordinary_text_stays() -> None:
    assert harmless("a\x1b[2Jb\tc\nd \u00e4\u00df") == "a\\x1b[2Jb\tc\nd \u00e4\u00df"


@contextmanager
def in_time(what: str) -> Iterator[None]:
    """Nobody is at the pipe's other end: whoever waits for that is let go, and the test fails."""
    late = threading.Event()

    def let_go(pipe: str) -> None:
        late.set()
        os.close(os.open(pipe, os.O_RDWR | os.O_NONBLOCK))

    timer = threading.Timer(SECONDS, let_go, (what,))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    assert not late.is_set(), "it waited for somebody at the other end"


@pytest.mark.parametrize(
    "words",
    [
        ["force", "check", "FILE"],
        ["force", "import", "FILE"],
        ["force", "print", "FILE", "-o", "out.pdf"],
        ["pack", "check", "FILE"],
        ["replay", "FILE"],
        ["units", "import", "FILE"],
        ["event", "import", "FILE"],
        ["restore", "FILE"],
        ["backup", "out.db", "--db", "FILE"],
        ["ask", "the-game", "FILE"],
        ["event", "new", "Night", "--pack", "FILE"],
    ],
)
def test_a_pipe_without_anybody_at_its_other_end_and_an_endless_file_are_refused(
    tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    for file in (pipe, "/dev/zero"):
        with in_time(pipe):
            found = runner.invoke(app, [file if word == "FILE" else word for word in words])
        assert found.exit_code == 2, found.output
        assert "Traceback" not in found.output


@pytest.mark.parametrize("table", ["entries", "streams", "ends", "musterhall_version"])
def test_a_backup_whose_table_is_an_endless_view_is_refused(tmp_path: Path, table: str) -> None:
    evil = tmp_path / "evil.backup"
    with open_store(tmp_path / "a.db") as store:
        store.create("herocon", "event", "Herocon", [NewEntry("card", {})])
        backup(store, evil)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    with closing(sqlite3.connect(evil)) as connection, connection:
        connection.execute(f"ALTER TABLE {table} RENAME TO {table}_2")
        connection.execute(f"CREATE VIEW {table} AS {endless} SELECT i AS stream, i AS seq, i AS version_num FROM n")
    for target in ("new.db", "a.db"):
        words = ["restore", str(evil), "--db", str(tmp_path / target), "--overwrite", "--yes"]
        found = runner.invoke(app, words)
        assert found.exit_code == 2
        assert "another program" in found.stderr
