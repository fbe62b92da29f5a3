"""An event without its people: no name is left anywhere in the file, and the figures are the same."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from musterhall.cli.main import app
from musterhall.events.anonymous import without_names
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.fold import fold
from musterhall.events.simulation import simulate
from musterhall.events.standings import standings
from musterhall.packs.model import shipped_pack_text
from musterhall.store.opening import open_store
from musterhall.web import accounts as rules

runner = CliRunner()


def finished(pack: str) -> list[Entry]:
    return simulate(shipped_pack_text(pack), 8, 3)


@pytest.mark.parametrize("pack", ["herocon-2025", "drafted-for-war", "age-of-destruction-constructed"])
def test_no_name_is_left_and_the_figures_are_the_same(tmp_path: Path, pack: str) -> None:
    entries = [replace(entry, who="Olga Organiser") if entry.who == "organiser" else entry for entry in finished(pack)]
    event = fold(entries)
    names = [player.name for player in event.players.values()]
    db = tmp_path / "a.db"
    with open_store(db) as store:
        store.adopt("day", "event", event.name, entries)
    found = runner.invoke(app, ["event", "anonymise", "--event", "day", "--yes", "--db", str(db)])
    assert found.exit_code == 0, found.output
    with open_store(db) as store:
        assert [info.stream for info in store.streams("event")] == ["day-anonymous"]
        made = fold(store.entries("day-anonymous"))
        assert store.sound("day-anonymous") == []
    assert [one.name for one in made.players.values()] == [f"Player {id_[1:]}" for id_ in made.players]
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir()).decode("latin-1")
    for name in (*names, "Olga Organiser"):
        assert name not in content
    before, after = standings(event).rows, standings(made).rows
    assert [(row.place, row.player, row.figures) for row in before] == [
        (row.place, row.player, row.figures) for row in after
    ]


def test_what_anybody_wrote_freely_is_left_out() -> None:
    entries = finished("herocon-2025")
    assert any(entry.why for entry in entries)
    assert {entry.why for entry in without_names(entries)} == {"", "left out"}
    assert all(one.data["text"] == "left out" for one in without_names(entries) if one.kind == "note.added")


def test_an_event_that_is_not_finished_keeps_its_names(tmp_path: Path) -> None:
    db = str(tmp_path / "a.db")
    assert runner.invoke(app, ["event", "new", "Night", "--pack", "herocon-2025", "--db", db]).exit_code == 0
    found = runner.invoke(app, ["event", "anonymise", "--yes", "--db", db])
    assert found.exit_code == 2
    assert "finish it first" in found.stderr


def test_a_crash_at_any_step_leaves_one_of_the_two_events_with_its_people(tmp_path: Path) -> None:
    """The process is killed before its first write, its second, and so on, until it gets through."""
    whole = tmp_path / "whole.db"
    with open_store(whole) as store:
        store.adopt("day", "event", "Day", finished("meeting-engagement"))
        made = rules.make_account(rules.Accounts(), "Olga Organiser", "correct horse")
        role = NewEntry("role.given", {"event": "day", "account": "a1", "role": rules.OWNER})
        store.create(rules.STREAM, rules.KIND, "Accounts", [rules.open_house(), made, role])
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False, capture_output=True, text=True)
    assert killed.returncode == 0, killed.stderr
    ended = [int(word) for word in killed.stdout.split()]
    assert ended == [-signal.SIGKILL] * (len(ended) - 1) + [0]
    found = []
    for step in range(len(ended)):
        with open_store(tmp_path / f"{step}.db") as store:
            events = [info.stream for info in store.streams("event")]
            accounts = rules.Accounts()
            for entry in store.entries(rules.STREAM):
                accounts.apply(entry)
        assert len(events) == 1, f"killed before write {step}"
        assert accounts.roles == {(events[0], "a1"): rules.OWNER}
        found.append(events[0])
    assert found[0] == "day"
    assert found[-1] == "day-anonymous"
    assert len(found) > 5


# The first run loads everything; each try after it is a child of its own, which is told how many writes it has left.
KILLED = """
import os, signal, sys
from itertools import count
from pathlib import Path
from shutil import copyfile
from typer.testing import CliRunner
from musterhall.cli.main import app
from musterhall.store.writing import Transaction

def killed_before(left):
    def before(real):
        def write(self, *given):
            nonlocal left
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1
            real(self, *given)
        return write
    Transaction.write = before(Transaction.write)
    Transaction.write_all = before(Transaction.write_all)

def anonymise(name):
    db = copyfile(folder / "whole.db", folder / name)
    return CliRunner().invoke(app, ["event", "anonymise", "--event", "day", "--yes", "--db", str(db)]).exit_code

folder = Path(sys.argv[1])
assert anonymise("all.db") == 0
for step in count():
    child = os.fork()
    if not child:
        killed_before(step)
        os._exit(anonymise(f"{step}.db"))
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(ended, flush=True)
    if ended != -signal.SIGKILL:
        break
"""


def test_whoever_had_a_role_has_it_at_the_new_one(tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    with open_store(db) as store:
        store.adopt("day", "event", "Day", finished("herocon-2025"))
        made = rules.make_account(rules.Accounts(), "Olga Organiser", "correct horse")
        role = NewEntry("role.given", {"event": "day", "account": "a1", "role": rules.OWNER})
        store.create(rules.STREAM, rules.KIND, "Accounts", [rules.open_house(), made, role])
    assert runner.invoke(app, ["event", "anonymise", "--event", "day", "--yes", "--db", str(db)]).exit_code == 0
    with open_store(db) as store:
        accounts = rules.Accounts()
        for entry in store.entries(rules.STREAM):
            accounts.apply(entry)
    assert accounts.roles == {("day-anonymous", "a1"): rules.OWNER}
