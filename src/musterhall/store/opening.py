"""Opening a database: which one, whether it is ours and of an age we know, and bringing an older one up to date."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, delete, event, inspect, make_url, select, text
from sqlalchemy.exc import ArgumentError

from musterhall.problems import BadInput
from musterhall.store.home import create_private, home_folder, keep_private, reading
from musterhall.store.journals import Store
from musterhall.store.one_clock import follow
from musterhall.store.seals import HallKeys
from musterhall.store.steady import CLOCK
from musterhall.store.tables import VERSION_TABLE, kept_keys, metadata
from musterhall.store.troubles import Damaged, told

VERSIONS = ("0001", "0002", "0003", "0004")
"""The schemas that this program knows, the last being the one it uses: one file each in `migrations`."""
PATIENCE = 10.0
"""Seconds to wait for another program that has the database locked."""
FILE_NAME = "musterhall.db"
SMALLEST_PAGE = 512
"""Bytes; no SQLite database that was ever written to has fewer."""
WRITTEN_AS = "write a path, sqlite:///path or postgresql://user:password@host:5432/name"
MIGRATING = 0x6D757374
"""The lock under which PostgreSQL databases are brought up to date: "must"."""


def open_store(address: str | Path | None = None, *, patience: float = PATIENCE) -> Store:
    """The store at a path or an address; without one, at $MUSTER_DB or in Musterhall's own folder.

    A database that is new or of an older schema is brought up to date first.
    """
    return opened(address_of(address), patience)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is."""

    url: URL
    place: str
    """As it may be shown: without a password."""
    path: Path | None = None
    """The file, if it is SQLite."""


def address_of(address: str | Path | None) -> Address:
    given = address or os.environ.get("MUSTER_DB")
    if not given:
        return _default_file()
    if isinstance(given, Path) or "://" not in given:
        return file_address(Path(given).expanduser())
    url = _parsed(given)
    scheme = url.drivername.partition("+")[0]
    if scheme == "sqlite" and url.database and not url.query:
        return file_address(Path(url.database))
    if scheme in ("postgresql", "postgres"):
        # Options may hold secrets too, so none of them is shown.
        shown = url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)
        return Address(url.set(drivername="postgresql+psycopg"), shown)
    raise BadInput(f"the database's address is of a kind that is not known ({scheme}); {WRITTEN_AS}.")


def file_address(path: Path, place: str | None = None) -> Address:
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file in it.")
    if path.exists() and not path.is_file():
        raise BadInput(f"{path}: is a pipe or a device; name a file.")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"{path}: its folder does not exist; create it, or name another file.")
    return Address(URL.create("sqlite", database=str(path.absolute())), place or str(path), path)


def opened(address: Address, patience: float = PATIENCE) -> Store:
    if address.path:
        _require_not_cut_off(address.path, address.place)
        _keep_private(address.path)
    engine = _sqlite_engine(address, patience) if address.path else _postgres_engine(address, patience)
    keys = HallKeys(_key_file(address))
    try:
        with told(address.place, engine.dialect.loaded_dbapi):
            _bring_up_to_date(engine, keys, address.place, patience)
            _take_keys(engine, keys)
    except BaseException:
        engine.dispose()
        raise
    if address.path:
        follow(address.path, CLOCK)
    return Store(engine, address.place, keys, address.path)


def _key_file(address: Address) -> Path:
    """Beside a database file, else in Musterhall's folder; MUSTER_KEYS names another, such as one on a stick."""
    if given := os.environ.get("MUSTER_KEYS"):
        return Path(given).expanduser()
    return address.path.with_name(f"{address.path.name}.keys") if address.path else home_folder() / "hall.keys"


def _take_keys(engine: Engine, keys: HallKeys) -> None:
    """A backup that is put to use as it is has the keys in it, which belong into their file."""
    with engine.connect() as connection:
        found = list(connection.execute(select(kept_keys.c.key)).scalars())
    if found:
        keys.add(bytes.fromhex(key) for key in found)
        with engine.execution_options(writes=True).begin() as connection:
            connection.execute(delete(kept_keys))


def _require_not_cut_off(path: Path, place: str) -> None:
    """SQLite takes the rest of a file that was cut off at its very beginning for a new database, and writes over it."""
    # Only asked for its size: closing a file would give up the locks that SQLite has on it.
    log = path.with_name(f"{path.name}-wal")
    size = path.stat().st_size if path.exists() else 0
    unwritten = log.stat().st_size if log.exists() else 0
    if 0 < size < SMALLEST_PAGE or (size == 0 and unwritten):
        raise Damaged(f"{place}: the file was cut off; restore a backup in its place.")


def _keep_private(path: Path) -> None:
    """Passwords' hashes, links and what players hide are in it. SQLite gives its other files the same rights."""
    if path.exists():
        keep_private(path)
    else:
        create_private(path)


def _default_file() -> Address:
    folder = home_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"{folder}: cannot be created ({error.strerror}); set MUSTER_HOME to a folder that you may write to."
        ) from None
    return file_address(folder / FILE_NAME)


def _parsed(address: str) -> URL:
    try:
        return make_url(address)
    except (ArgumentError, ValueError):
        # Not repeated, because it may hold a password.
        raise BadInput(f"the database's address cannot be read; {WRITTEN_AS}.") from None


# Connections


def _sqlite_engine(address: Address, patience: float) -> Engine:
    # Transactions are begun by us: the driver's own way would take the lock too late.
    asked = {"isolation_level": None, "timeout": patience}
    path = address.path
    if path is not None and path.exists() and not os.access(path.absolute().parent, os.W_OK):
        # A disk that went read-only: what is on it can still be looked at and backed up.
        engine = create_engine(f"sqlite:///{reading(path)}&uri=true", connect_args=asked)
    else:
        engine = create_engine(address.url, connect_args=asked)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA synchronous = FULL")
        # On a Mac an ordinary fsync stops at the disk's own memory.
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        # What was removed, or lay open before it was sealed, does not stay in the file.
        connection.execute("PRAGMA secure_delete = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgres_engine(address: Address, patience: float) -> Engine:
    asked = {} if "connect_timeout" in address.url.query else {"connect_timeout": max(int(patience), 2)}
    try:
        engine = create_engine(address.url, connect_args=asked, pool_pre_ping=True, isolation_level="READ COMMITTED")
    except ImportError:
        raise BadInput("PostgreSQL needs the package psycopg; install musterhall[postgres].") from None

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", (f"{int(patience * 1000)}ms",))
            # What is acknowledged is on the server's disk, whatever the server thinks of it.
            cursor.execute(
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') = 'off'"
            )
        connection.commit()

    return engine


# Schemas


def _bring_up_to_date(engine: Engine, keys: HallKeys, place: str, patience: float) -> None:
    with engine.connect() as connection:
        version = _version(connection, place)
    if engine.dialect.name == "sqlite":
        _use_write_ahead_log(engine, patience)
    if version == VERSIONS[-1]:
        return
    with engine.execution_options(writes=True).begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
        # Another process may have done it while we waited.
        if _version(connection, place) != VERSIONS[-1]:
            migrate(connection, keys=keys)


def _version(connection: Connection, place: str) -> str | None:
    """The schema of a database, none if it is empty; refuses one that is not ours, or newer than this program."""
    found = inspect(connection)
    names = set(found.get_table_names())
    # Reading one may take for ever; a server's database may well be shared, a file is not.
    if connection.dialect.name == "sqlite" and found.get_view_names():
        raise BadInput(f"{place}: is a database of another program; name another one.")
    if VERSION_TABLE not in names:
        # A server's database may well be shared, a file is not.
        taken = names if connection.dialect.name == "sqlite" else names & set(metadata.tables)
        if taken:
            raise BadInput(f"{place}: is a database of another program; name another one.")
        return None
    version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    if version is not None and version not in VERSIONS:
        raise BadInput(
            f"{place}: was written by a newer Musterhall (schema {version}, this one knows {VERSIONS[-1]}); "
            "update and try again."
        )
    return version


def _use_write_ahead_log(engine: Engine, patience: float) -> None:
    """Others may read while one writes. Two processes that ask for it at once do not wait for each other, so we do."""
    until = time.monotonic() + patience
    connection = engine.raw_connection()
    try:
        while True:
            try:
                connection.cursor().execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > until:
                    raise
            time.sleep(0.01)
    finally:
        connection.close()


_alembic = threading.Lock()
"""Alembic keeps what it works on in its modules, so one thread at a time."""


def migrate(connection: Connection, version: str = "head", *, keys: HallKeys | None = None) -> None:
    """Bring a database to a version, inside the connection's transaction; `keys` are for what is to be sealed in it."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    folder = Path(__file__).with_name("migrations")
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["keys"] = keys
    with _alembic:
        command.upgrade(config, version)
