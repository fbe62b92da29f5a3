"""Backups: whole or not at all, taken while others write, and checked before they replace anything."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import time
from contextlib import closing
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from tests.postgres import Server

from musterhall.events.entries import NewEntry
from musterhall.problems import BadInput
from musterhall.store import backup as backups
from musterhall.store.backup import backup, restore
from musterhall.store.encrypted_file import MAGIC, PREFIX, SALT, TAG
from musterhall.store.home import reading
from musterhall.store.journals import Store
from musterhall.store.opening import migrate, open_store
from musterhall.store.tables import entries, streams
from musterhall.store.troubles import Damaged

FORK = multiprocessing.get_context("fork")


def fill(store: Store, name: str = "herocon", count: int = 50) -> None:
    store.create(
        name, "event", name.title(), [NewEntry("card", {"n": n}, "me", "x" * 200, f"k{n}") for n in range(count)]
    )


def contents(store: Store) -> dict[str, object]:
    return {info.stream: (info, store.entries(info.stream)) for info in store.streams()}


def tampered(path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for name in ("ends_forward", "ends_undeleted", "entries_unchanged", "entries_undeleted"):
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(change)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A backup of one journal with 50 entries."""
    path = tmp_path / "saved.backup"
    with open_store(tmp_path / "source.db") as store:
        fill(store)
        assert backup(store, path) == 50
    return path


def test_a_backup_brings_everything_back_into_either_database(address: str, tmp_path: Path, postgres: Server) -> None:
    with open_store(address) as store:
        fill(store)
        fill(store, "other", 3)
        store.create("empty", "battle", "Empty", [])
        before = contents(store)
        assert backup(store, tmp_path / "a.backup") == 53
    for target in (str(tmp_path / "new.db"), postgres.new_database()):
        assert restore(tmp_path / "a.backup", target) == 53
        with open_store(target) as store:
            assert contents(store) == before
            assert all(store.sound(stream) == [] for stream in before)
            assert store.append("herocon", [NewEntry("card")])[0].seq == 51


def test_a_backup_is_one_file(saved: Path) -> None:
    assert sorted(path.name for path in saved.parent.iterdir()) == ["saved.backup", "source.db"]
    with closing(sqlite3.connect(f"{saved.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (50,)


def test_a_backup_taken_while_others_write_is_of_one_moment(address: str, tmp_path: Path) -> None:
    with open_store(address) as store:
        fill(store, count=2000)
    going = FORK.Event()
    writer = FORK.Process(target=_write_until, args=(address, going))
    writer.start()
    try:
        with open_store(address) as store:
            counts = [2010]
            for number in range(5):
                _wait_for_more(store, counts[-1], writer)
                counts.append(backup(store, tmp_path / f"{number}.backup"))
            end = store.last("herocon")
    finally:
        going.set()
        writer.join(60)
    assert writer.exitcode == 0
    assert counts == sorted(set(counts))
    assert counts[-1] <= end
    for number, count in enumerate(counts[1:]):
        assert restore(tmp_path / f"{number}.backup", tmp_path / f"{number}.db") == count


def test_what_is_written_while_a_backup_goes_on_is_not_in_it_and_does_not_keep_it_up(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "PAGES", 2)
    monkeypatch.setattr(backups, "ROWS", 20)
    with open_store(address) as store:
        fill(store)
        count = backup(store, tmp_path / "a.backup", lambda *_: fill(store, f"late {len(store.streams())}", 5))
        assert len(store.streams()) > 3
    assert count == 50
    with open_store(tmp_path / "a.backup") as copy:
        assert list(contents(copy)) == ["herocon"]


def test_a_journal_that_begins_between_two_tables_of_a_server_is_not_in_the_backup(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_table = backups._copy_table

    def copy_slowly(*given: Any) -> int:
        done = copy_table(*given)
        fill(store, f"late {len(store.streams())}", 5)
        return done

    with open_store(postgres.new_database()) as store:
        fill(store)
        monkeypatch.setattr(backups, "_copy_table", copy_slowly)
        assert backup(store, tmp_path / "a.backup") == 50


def test_a_backup_tells_how_far_it_is(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "PAGES", 2)
    monkeypatch.setattr(backups, "ROWS", 20)
    told: list[tuple[int, int]] = []
    with open_store(address) as store:
        fill(store)
        backup(store, tmp_path / "a.backup", lambda done, total: told.append((done, total)))
    assert len(told) > 2
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]


def test_a_backup_takes_no_other_files_place_unless_told_so(saved: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear organiser", encoding="utf-8")
    with open_store(tmp_path / "source.db") as store:
        with pytest.raises(BadInput, match=r"letter.txt: is there already"):
            backup(store, letter)
        assert letter.read_text(encoding="utf-8") == "Dear organiser"
        with pytest.raises(BadInput, match="is the database itself"):
            backup(store, tmp_path / "source.db", overwrite=True)
        with pytest.raises(BadInput, match="is a folder"):
            backup(store, tmp_path)
        with pytest.raises(BadInput, match="its folder does not exist"):
            backup(store, tmp_path / "nowhere" / "a.backup")
        assert backup(store, letter, overwrite=True) == 50


def test_a_backup_that_fails_leaves_nothing_behind(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "PAGES", 2)
    monkeypatch.setattr(backups, "ROWS", 20)
    folder = tmp_path / "backups"
    folder.mkdir()

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with open_store(address) as store:
        fill(store)
        with pytest.raises(KeyboardInterrupt):
            backup(store, folder / "a.backup", stop)
        assert list(folder.iterdir()) == []
        assert store.append("herocon", [NewEntry("card")])[0].seq == 51


def test_journals_that_are_there_go_only_when_told_so(saved: Path, address: str) -> None:
    with open_store(address) as store:
        fill(store, "older", 4)
        before = contents(store)
        with pytest.raises(BadInput, match="has journals in it"):
            restore(saved, address)
        assert contents(store) == before
        assert restore(saved, address, overwrite=True) == 50
        # Whoever has the database open meanwhile goes on with what is there now.
        assert list(contents(store)) == ["herocon"]
        assert store.append("herocon", [NewEntry("card")])[0].seq == 51


def test_what_an_sqlite_file_held_before_is_kept_beside_it(saved: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    with open_store(target) as store:
        fill(store, "older", 4)
        before = contents(store)
    restore(saved, target, overwrite=True)
    restore(saved, target, overwrite=True)
    with open_store(tmp_path / "target.db.before-restore") as kept:
        assert contents(kept) == before
    with open_store(tmp_path / "target.db.before-restore-2") as kept:
        assert list(contents(kept)) == ["herocon"]


def test_a_damaged_database_is_set_aside_for_the_backup(saved: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    target.write_bytes(b"scrambled" * 1000)
    with pytest.raises(Damaged):
        restore(saved, target)
    assert restore(saved, target, overwrite=True) == 50
    assert (tmp_path / "target.db.before-restore").read_bytes() == b"scrambled" * 1000
    with open_store(target) as store:
        assert store.sound("herocon") == []


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        ("UPDATE entries SET data = '{}' WHERE seq = 7", 'entry 7 of "herocon" was changed after it was written'),
        ("UPDATE entries SET form = 2 WHERE seq = 7", 'entry 7 of "herocon" was written by a newer Musterhall'),
        ("DELETE FROM entries WHERE seq > 40", 'entries 41 to 50 of "herocon" are missing'),
        ("DELETE FROM streams", 'the journal "herocon" is missing'),
        ("UPDATE musterhall_version SET version_num = '0017'", "newer Musterhall"),
    ],
)
def test_a_backup_that_is_not_sound_replaces_nothing(saved: Path, address: str, harm: str, sentence: str) -> None:
    tampered(saved, harm)
    with open_store(address) as store:
        fill(store, "older", 4)
        before = contents(store)
        with pytest.raises(BadInput, match=sentence) as caught:
            restore(saved, address, overwrite=True)
        assert str(caught.value).startswith(str(saved))
        assert contents(store) == before


def test_a_backup_with_flipped_bytes_or_cut_short_replaces_nothing(saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    middle = whole.index(b'{"n":25}')
    harmed = (
        whole[:middle] + bytes(byte ^ 0xFF for byte in whole[middle : middle + 300]) + whole[middle + 300 :],
        whole[:middle] + b'{"n":26}' + whole[middle + 8 :],
        whole[:middle],
        whole[:50],
        b"Dear organiser, " * 500,
    )
    with open_store(tmp_path / "target.db") as store:
        fill(store, "older", 4)
        before = contents(store)
        for data in harmed:
            saved.write_bytes(data)
            with pytest.raises(BadInput, match=r"saved.backup"):
                restore(saved, tmp_path / "target.db", overwrite=True)
            assert contents(store) == before


def test_an_empty_file_a_missing_one_and_the_database_itself_are_no_backup(saved: Path, tmp_path: Path) -> None:
    target = tmp_path / "target.db"
    with open_store(target) as store:
        fill(store, "older", 4)
        (tmp_path / "empty").touch()
        for path in (tmp_path / "empty", tmp_path / "nowhere", tmp_path, target):
            with pytest.raises(BadInput):
                restore(path, target, overwrite=True)
        assert list(contents(store)) == ["older"]


def test_a_backup_of_the_first_schema_is_brought_up_to_date_and_stays_as_it_was(saved: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.backup"
    engine = create_engine(f"sqlite:///{old}")
    with open_store(saved) as store, store.engine.connect() as reading, engine.begin() as connection:
        migrate(connection, "0001")
        for table in (streams, entries):
            connection.execute(table.insert(), [dict(row) for row in reading.execute(table.select()).mappings()])
    engine.dispose()
    before = old.read_bytes()
    assert restore(old, tmp_path / "target.db") == 50
    assert old.read_bytes() == before


def _wait_for_more(store: Store, than: int, writer: BaseProcess) -> None:
    until = time.monotonic() + 60
    while store.last("herocon") <= than:
        assert writer.is_alive(), "the writer has ended"
        assert time.monotonic() < until, "the writer does not go on"


def _write_until(address: str, stop: object) -> None:
    with open_store(address) as store:
        while not stop.is_set():  # type: ignore[attr-defined]
            store.append("herocon", [NewEntry("card", {"text": "x" * 300})])


# Who may read it


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_database_its_backups_and_what_was_there_before_are_their_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        old = tmp_path / "old.db"
        old.touch(0o644)
        for path in (tmp_path / "new.db", old):
            with open_store(path) as store:
                fill(store)
                backup(store, tmp_path / f"{path.name}.backup")
                assert {rights(one) for one in tmp_path.glob(f"{path.name}*") if "clock" not in one.name} == {0o600}
        restore(tmp_path / "new.db.backup", old, overwrite=True)
        assert rights(tmp_path / "old.db.before-restore") == 0o600
    finally:
        os.umask(before)


def test_an_encrypted_backup_opens_with_its_passphrase_alone(address: str, tmp_path: Path) -> None:
    sealed = tmp_path / "sealed.backup"
    with open_store(address) as store:
        fill(store)
        before = contents(store)
        assert backup(store, sealed, passphrase="a long passphrase") == 50
    assert rights(sealed) == 0o600
    assert b"herocon" not in sealed.read_bytes()
    for wrong, sentence in (("", "is encrypted; give the passphrase"), ("another phrase", "cannot be opened")):
        with pytest.raises(BadInput, match=sentence):
            restore(sealed, tmp_path / "new.db", passphrase=wrong)
    assert restore(sealed, tmp_path / "new.db", passphrase="a long passphrase") == 50
    with open_store(tmp_path / "new.db") as store:
        assert contents(store) == before


def test_an_encrypted_backup_that_was_changed_or_cut_off_restores_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("musterhall.store.encrypted_file.PIECE", 4096)
    sealed = tmp_path / "sealed.backup"
    with open_store(tmp_path / "a.db") as store:
        fill(store)
        backup(store, sealed, passphrase="a long passphrase")
    whole = sealed.read_bytes()
    head, piece = len(MAGIC) + SALT + PREFIX, 4096 + TAG
    swapped = (
        whole[:head] + whole[head + piece : head + 2 * piece] + whole[head : head + piece] + whole[head + 2 * piece :]
    )
    for data in (whole[: head + 2 * piece], whole[:-1], whole[:head], swapped, whole[:-9] + b"x" + whole[-8:]):
        sealed.write_bytes(data)
        with pytest.raises(BadInput, match="cannot be opened"):
            restore(sealed, tmp_path / "new.db", passphrase="a long passphrase")


def test_a_passphrase_has_eight_characters(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store, pytest.raises(BadInput, match="at least 8 characters"):
        backup(store, tmp_path / "b", passphrase="short")
    assert not (tmp_path / "b").exists()


@pytest.mark.parametrize("log", [False, True])
def test_a_disk_that_takes_nothing_is_read_and_backed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: bool
) -> None:
    """After a clean stop there is no file beside the database, and none can be made to read it with."""
    file = tmp_path / "hall.db"
    with open_store(file) as store:
        store.create("day", "event", "Day", [NewEntry("note.added", {"text": "x"})])
    if log:
        file.with_name("hall.db-wal").write_bytes(b"something that is not in the database yet")
    monkeypatch.setattr("musterhall.store.home.os.access", lambda *asked: False)
    assert ("immutable=1" in reading(file)) is not log
    if not log:
        with open_store(file) as store:
            assert backup(store, tmp_path / "a.backup") == 1
            with pytest.raises(BadInput, match="may not be written to"):
                store.append("day", [NewEntry("note.added", {"text": "y"})])
