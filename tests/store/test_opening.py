"""Opening: which database, of which schema, and one clear sentence where it cannot be."""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, text
from tests.postgres import Server

from musterhall.events.entries import Entry, NewEntry
from musterhall.problems import BadInput
from musterhall.store import opening
from musterhall.store.journals import Store
from musterhall.store.opening import VERSIONS, address_of, migrate, open_store
from musterhall.store.tables import ends, entries, kept_keys, streams
from musterhall.store.troubles import Damaged

FORK = multiprocessing.get_context("fork")
TRIGGERS = ["ends_forward", "ends_undeleted", "entries_in_order", "entries_unchanged", "entries_undeleted"]


def a_journal(store: Store, count: int = 200) -> None:
    store.create("herocon", "event", "Herocon", [NewEntry("card", {"n": n, "text": "x" * 300}) for n in range(count)])


def bare_engine(address: str) -> Engine:
    return create_engine(address_of(address).url)


# Which database


def test_without_an_address_the_store_is_in_musterhalls_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "new" / "home"))
    monkeypatch.delenv("MUSTER_DB", raising=False)
    with open_store() as store:
        a_journal(store, 1)
        assert store.path == tmp_path / "new" / "home" / "musterhall.db"
    monkeypatch.setenv("MUSTER_DB", f"sqlite:///{tmp_path}/other.db")
    with open_store() as store:
        assert store.streams() == []
        assert store.url == str(tmp_path / "other.db")


@pytest.mark.parametrize("form", ["{}/a.db", "sqlite:///{}/a.db", "sqlite+pysqlite:///{}/a.db"])
def test_a_file_can_be_named_as_a_path_or_as_an_address(tmp_path: Path, form: str) -> None:
    with open_store(form.format(tmp_path)) as store:
        a_journal(store, 1)
    with open_store(tmp_path / "a.db") as store:
        assert store.last("herocon") == 1


@pytest.mark.parametrize("name", ["100% sure?.db", "a b#c.db", "ä.db"])
def test_a_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    with open_store(tmp_path / name) as store:
        a_journal(store, 1)
    assert (tmp_path / name).is_file()


@pytest.mark.parametrize(
    "address",
    ["mysql://u:secret@h/d", "sqlite://", "sqlite:///a.db?mode=ro", "postgresql://u:secret@h:port/d", "://secret"],
)
def test_an_address_that_is_none_is_refused_without_repeating_its_password(address: str) -> None:
    with pytest.raises(BadInput, match="write a path, sqlite:///path or postgresql://") as caught:
        open_store(address)
    assert "secret" not in str(caught.value)


def test_a_folder_and_a_missing_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a folder; name a file in it"):
        open_store(tmp_path)
    with pytest.raises(BadInput, match="its folder does not exist; create it"):
        open_store(tmp_path / "nowhere" / "a.db")


def test_no_password_is_shown(postgres: Server) -> None:
    address = postgres.new_database()
    with open_store(f"{address}?application_name=secret") as store:
        for shown in (store.url, str(store), repr(store), repr(store.engine)):
            assert "open-sesame" not in shown
        assert "secret" not in store.url
        with pytest.raises(BadInput) as caught:
            store.last("nowhere")
        assert "muster:***@127.0.0.1" in str(caught.value)


def test_a_server_that_refuses_or_is_not_there_is_named_with_a_remedy(postgres: Server) -> None:
    wrong = {
        postgres.address("postgres", "wrong-password"): "password authentication failed.*; check user, password",
        postgres.address("nowhere", "open-sesame"): 'database "nowhere" does not exist',
        "postgresql://muster:wrong-password@127.0.0.1:1/x": "cannot be reached or went away",
    }
    for address, sentence in wrong.items():
        with pytest.raises(BadInput, match=sentence) as caught:
            open_store(address)
        assert "***" in str(caught.value)
        assert "wrong-password" not in str(caught.value)
        assert "open-sesame" not in str(caught.value)


def test_a_store_goes_on_after_its_server_threw_it_out(postgres: Server) -> None:
    with open_store(postgres.new_database()) as store:
        a_journal(store, 1)
        with store.engine.connect() as connection:
            connection.execute(
                text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
            )
        assert store.append("herocon", [NewEntry("card")])[0].seq == 2


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadInput, match=r"install musterhall\[postgres\]"):
        open_store("postgresql://u:p@127.0.0.1/x")


# Schemas


def test_the_newest_version_is_the_one_that_the_program_uses() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(opening.__file__).with_name("migrations")))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_current_head() == VERSIONS[-1]
    assert sorted(script.revision for script in scripts.walk_revisions()) == list(VERSIONS)


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_a_database_of_an_older_version_is_brought_up_to_date_with_all_it_holds(
    address: str, request: pytest.FixtureRequest, version: str
) -> None:
    with open_store(address) as store:
        a_journal(store, 4)
        store.create("empty", "battle", "Empty", [])
        before = store.entries("herocon")
        rows = _rows(store)
    fresh = f"{address}-first" if "://" not in address else request.getfixturevalue("postgres").new_database()
    engine = bare_engine(fresh)
    with engine.begin() as connection:
        migrate(connection, version)
        connection.execute(streams.insert(), rows[0])
        connection.execute(entries.insert(), rows[1])
        if version >= "0003":
            connection.execute(ends.insert(), rows[2])
    engine.dispose()
    with open_store(fresh) as store:
        assert store.entries("herocon") == before
        assert store.append("herocon", [NewEntry("card")])[0].seq == 5
        assert store.append("empty", [NewEntry("card")])[0].seq == 1
        assert store.sound("herocon") == store.sound("empty") == []
        with (
            pytest.raises(Exception, match="only added to"),
            store.engine.execution_options(writes=True).begin() as connection,
        ):
            connection.execute(entries.delete())


def test_the_tables_are_those_that_the_code_speaks_of(address: str) -> None:
    from sqlalchemy import inspect

    with open_store(address) as store:
        found = inspect(store.engine)
        for table in (streams, entries, ends, kept_keys):
            assert [column["name"] for column in found.get_columns(table.name)] == [c.name for c in table.columns]
            keys = found.get_pk_constraint(table.name)["constrained_columns"]
            assert keys == [column.name for column in table.primary_key]


def test_sqlite_has_its_triggers_after_the_migrations(tmp_path: Path) -> None:
    open_store(tmp_path / "a.db").close()
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name").fetchall()
    assert [name for (name,) in names] == TRIGGERS


def test_a_database_of_a_newer_schema_is_refused_by_name_and_left_alone(address: str) -> None:
    open_store(address).close()
    engine = bare_engine(address)
    with engine.begin() as connection:
        connection.execute(text("UPDATE musterhall_version SET version_num = '0017'"))
    with pytest.raises(BadInput, match=r"newer Musterhall \(schema 0017, this one knows 0004\); update and try again"):
        open_store(address)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM musterhall_version")).scalar() == "0017"
    engine.dispose()


def test_a_database_of_another_program_is_refused_and_left_alone(address: str) -> None:
    engine = bare_engine(address)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE entries (recipe TEXT)"))
    with pytest.raises(BadInput, match="is a database of another program; name another one"):
        open_store(address)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM entries")).scalar() == 0
        if engine.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA journal_mode")).scalar() == "delete"
    engine.dispose()


def test_many_processes_may_open_a_new_database_at_once(address: str) -> None:
    barrier = FORK.Barrier(5)
    children = [FORK.Process(target=_open_and_append, args=(address, number, barrier)) for number in range(5)]
    for child in children:
        child.start()
    for child in children:
        child.join(60)
    assert [child.exitcode for child in children] == [0] * 5
    with open_store(address) as store:
        assert sorted(info.stream for info in store.streams()) == [f"event {number}" for number in range(5)]


# Files that are not as they should be


def test_a_locked_file_is_named_and_readable_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with open_store(path, patience=0.1) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        a_journal(store, 3)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BadInput, match=rf"{path}: another program has it locked; close that program"):
            store.append("herocon", [NewEntry("card")])
        assert len(store.entries("herocon")) == 3
        other.execute("ROLLBACK")
        assert store.append("herocon", [NewEntry("card")])[0].seq == 4


def test_a_file_locked_against_readers_too_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BadInput, match="another program has it locked"):
            open_store(path, patience=0.1)
    open_store(path).close()


def test_a_stream_locked_by_another_on_the_server_is_named(postgres: Server) -> None:
    address = postgres.new_database()
    with open_store(address, patience=0.1) as store, open_store(address) as other:
        a_journal(store, 3)
        with other.engine.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended('herocon', 0))"))
            with pytest.raises(BadInput, match="another program has it locked"):
                store.append("herocon", [NewEntry("card")])
            store.create("free", "event", "Free", [NewEntry("card")])
        assert store.append("herocon", [NewEntry("card")])[0].seq == 4


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(b"Dear organiser, " * 200)
    with pytest.raises(Damaged, match=r"letter.txt: is not a database of Musterhall; name another file"):
        open_store(path)
    assert path.read_bytes() == b"Dear organiser, " * 200


@pytest.mark.parametrize("mask", [0x55, 0xFF])
def test_bytes_flipped_in_the_middle_are_noticed_and_what_stands_before_is_read(tmp_path: Path, mask: int) -> None:
    path = tmp_path / "a.db"
    with open_store(path) as store:
        a_journal(store)
        before = store.entries("herocon")
    whole = path.read_bytes()
    noticed = 0
    for place in range(20_000, len(whole), 2_900):
        path.write_bytes(
            whole[:place] + bytes(byte ^ mask for byte in whole[place : place + 400]) + whole[place + 400 :]
        )
        with open_store(path) as store:
            read, complaint = _read_as_far_as_possible(store)
            assert read == before[: len(read)]
            assert (complaint == "") == (len(read) == len(before)) == (store.sound("herocon") == [])
            assert not complaint or complaint.startswith(f"{path}: ")
            noticed += complaint != ""
    assert noticed > 10


@pytest.mark.parametrize("share", [0.0004, 0.1, 0.5, 0.9])
def test_a_file_cut_short_is_noticed(tmp_path: Path, share: float) -> None:
    path = tmp_path / "a.db"
    with open_store(path) as store:
        a_journal(store)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(Damaged, match="restore a backup"), open_store(path) as store:
        store.entries("herocon")


def test_an_empty_file_is_a_new_database_but_not_where_a_log_waits_for_it(tmp_path: Path) -> None:
    (tmp_path / "a.db").touch()
    with open_store(tmp_path / "a.db") as store:
        assert store.streams() == []
    (tmp_path / "b.db").touch()
    (tmp_path / "b.db-wal").write_bytes(b"what was written last")
    with pytest.raises(Damaged, match="cut off"):
        open_store(tmp_path / "b.db")
    assert (tmp_path / "b.db-wal").read_bytes() == b"what was written last"


def test_a_full_disk_is_named_and_the_journal_stays_readable(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        a_journal(store, 10)
        with store.engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        # The one connection that is kept for reuse.
        raw = store.engine.raw_connection()
        raw.cursor().execute(f"PRAGMA max_page_count = {pages + 2}")
        raw.close()
        last = _append_until_refused(store, "there is no room left on the disk, and nothing was written; make room")
        assert store.last("herocon") == last == len(store.entries("herocon"))
        assert store.sound("herocon") == []
    with open_store(tmp_path / "a.db") as store:
        assert store.append("herocon", [NewEntry("card")])[0].seq == last + 1


def test_a_disk_that_takes_no_more_bytes_is_named_and_the_journal_stays_readable(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db") as store:
        a_journal(store, 1)
    assert _in_child(lambda: _fill_up(tmp_path / "a.db")) == 0
    with open_store(tmp_path / "a.db") as store:
        last = store.last("herocon")
        assert last > 10
        assert store.sound("herocon") == []
        assert store.append("herocon", [NewEntry("card")])[0].seq == last + 1


def test_a_really_full_disk_is_named_and_the_journal_stays_readable(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    if (
        mount is None
        or subprocess.run([mount, "-t", "tmpfs", "-o", "size=400k", "x", disk], capture_output=True).returncode
    ):
        pytest.skip("only root can mount a small disk to fill up")
    try:
        with open_store(disk / "a.db") as store:
            a_journal(store, 1)
            last = _append_until_refused(store, "no room left on the disk|the disk refuses")
            assert store.last("herocon") == last == len(store.entries("herocon"))
        with open_store(disk / "a.db") as store:
            assert store.last("herocon") == last
            assert store.sound("herocon") == []
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_folder_that_may_not_be_written_to_is_named(open_folder: Path) -> None:
    with open_store(open_folder / "a.db") as store:
        a_journal(store, 3)
    (open_folder / "a.db").chmod(0o444)
    open_folder.chmod(0o555)
    assert _in_child(lambda: _may_not_write(open_folder / "a.db")) == 0
    assert _in_child(lambda: _may_not_write(open_folder / "new.db")) == 0
    open_folder.chmod(0o755)
    (open_folder / "a.db").chmod(0o644)
    with open_store(open_folder / "a.db") as store:
        assert store.last("herocon") == 3


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can look into: those of pytest are closed to them."""
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="musterhall-open-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def _rows(store: Store) -> list[list[dict[str, object]]]:
    """Of each table as it was before there were keys."""
    with store.engine.connect() as connection:
        tables = (streams, entries, ends)
        return [[dict(row) for row in connection.execute(table.select()).mappings()] for table in tables]


def _open_and_append(address: str, number: int, barrier: object) -> None:
    barrier.wait()  # type: ignore[attr-defined]
    with open_store(address) as store:
        store.create(f"event {number}", "event", "T", [NewEntry("card")])


def _append_until_refused(store: Store, sentence: str) -> int:
    last = store.last("herocon")
    for _ in range(2000):
        try:
            last = store.append("herocon", [NewEntry("card", {"text": "x" * 500})])[0].seq
        except BadInput as refusal:
            if re.search(sentence, str(refusal)):
                return last
            raise
    raise AssertionError("never refused")


def _read_as_far_as_possible(store: Store) -> tuple[list[Entry], str]:
    try:
        return store.entries("herocon"), ""
    except Damaged as damage:
        return damage.before, str(damage)


def _fill_up(path: Path) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
    with open_store(path) as store:
        last = _append_until_refused(store, "no room left on the disk|the disk refuses")
        assert store.last("herocon") == last == len(store.entries("herocon"))


def _may_not_write(path: Path) -> None:
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    with pytest.raises(BadInput, match=r"you may write there|right to write"), open_store(path) as store:
        store.append("herocon", [NewEntry("card")])


def _in_child(work: Callable[[], None]) -> int | None:
    """Do it in a process of its own, which may lose rights that it never gets back."""
    child = FORK.Process(target=work)
    child.start()
    child.join(60)
    return child.exitcode
