"""All programs on one machine that have a database open go by the clock of its server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from musterhall.store import one_clock
from musterhall.store.one_clock import clock_file, follow, keep
from musterhall.store.steady import CLOCK, SteadyClock
from musterhall.web.house import House
from musterhall.web.settings import Settings

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs file locks")
HOUR = 3600.0
KILLED = """
import os, sys
from pathlib import Path
from musterhall.store.one_clock import keep
from musterhall.store.steady import CLOCK
kept = keep(Path(sys.argv[1]), CLOCK)
kept.__enter__()
os.kill(os.getpid(), 9)
"""
AN_HOUR_AHEAD = """
import sys, time
real = time.time
time.time = lambda: real() + 3600
from musterhall.store.opening import open_store
from musterhall.store.steady import CLOCK
open_store(sys.argv[1]).close()
print(CLOCK.seconds())
"""


def clock(ahead: float) -> SteadyClock:
    """One that was started when the machine's time of day was this far from its ticks."""
    return SteadyClock(lambda: 1_000_000_000.0 + ahead, lambda: 0.0)


def test_who_comes_after_the_clock_was_set_goes_by_the_server(tmp_path: Path) -> None:
    db = tmp_path / "hall.db"
    server, late = clock(0), clock(HOUR)
    with keep(db, server):
        follow(db, late)
        assert late.seconds() == server.seconds()


def test_without_a_server_everybody_goes_by_the_time_of_day(tmp_path: Path) -> None:
    db = tmp_path / "hall.db"
    with keep(db, clock(0)):
        pass
    late = clock(HOUR)
    follow(db, late)
    assert late.seconds() == clock(HOUR).seconds()
    assert not clock_file(db).exists()


def test_a_server_that_was_killed_leaves_no_clock_behind(tmp_path: Path) -> None:
    db = tmp_path / "hall.db"
    subprocess.run([sys.executable, "-c", KILLED, str(db)], check=False)
    assert clock_file(db).exists()
    late = clock(HOUR)
    follow(db, late)
    assert late.seconds() == clock(HOUR).seconds()
    with keep(db, clock(0)):
        follow(db, late)
        assert late.seconds() == clock(0).seconds(), "the next server writes its own"


def test_a_second_server_goes_by_the_first(tmp_path: Path) -> None:
    db = tmp_path / "hall.db"
    first, second = clock(0), clock(HOUR)
    with keep(db, first), keep(db, second):
        assert second.seconds() == first.seconds()


def test_a_clock_of_another_machine_or_of_before_a_restart_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db, late = tmp_path / "hall.db", clock(HOUR)
    with keep(db, clock(0)):
        monkeypatch.setattr(one_clock, "_this_run", lambda: "another machine")
        follow(db, late)
    assert late.seconds() == clock(HOUR).seconds()


def test_what_cannot_be_read_or_written_hinders_nobody(tmp_path: Path) -> None:
    db = tmp_path / "hall.db"
    with keep(db, clock(0)):
        clock_file(db).write_text("nonsense", encoding="utf-8")
        late = clock(HOUR)
        follow(db, late)
        assert late.seconds() == clock(HOUR).seconds()
    with keep(tmp_path / "not there" / "hall.db", clock(0)):
        pass


def test_a_command_beside_a_server_goes_by_the_servers_clock_after_the_machines_was_set(tmp_path: Path) -> None:
    db = str(tmp_path / "hall.db")

    def ahead() -> float:
        """By how much a command is ahead of us that is started an hour later by the machine's clock."""
        ran = subprocess.run([sys.executable, "-c", AN_HOUR_AHEAD, db], capture_output=True, text=True, check=True)
        return float(ran.stdout) - CLOCK.seconds()

    house = House(Settings(db=db))
    try:
        assert ahead() < HOUR / 2
    finally:
        house.close()
    assert ahead() > HOUR / 2
