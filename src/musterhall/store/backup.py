"""All journals in one file, while others go on writing, and back again.

The file is an SQLite database of the same form as the store's own, whichever database it was taken from.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select, text

from musterhall.problems import BadInput, Problem
from musterhall.store.encrypted_file import decrypt_file, encrypt_file, is_encrypted, require_passphrase
from musterhall.store.home import keep_private, reading, sync_file, sync_folder
from musterhall.store.journals import Store
from musterhall.store.opening import Address, address_of, file_address, opened
from musterhall.store.rows import RESTORE, damage
from musterhall.store.tables import VERSION_TABLE, ends, entries, streams
from musterhall.store.troubles import Damaged, told
from musterhall.store.writing import CHANNEL

Progress = Callable[[int, int], None]
"""Called with how much is done, and of how much."""

LARGEST_BACKUP = 4_000_000_000
"""Bytes. A hundred events of a thousand players have one; it is copied and read from end to end before it counts."""
PAGES = 500
ROWS = 1000


def backup(
    store: Store,
    path: str | Path,
    progress: Progress | None = None,
    *,
    overwrite: bool = False,
    passphrase: str = "",
) -> int:
    """Write all journals as they stand to one file, whole or not at all; how many entries it holds.

    With a passphrase it can be read with that alone.
    """
    path = Path(path).expanduser()
    if passphrase:
        require_passphrase(passphrase)
    _require_free(path, store, overwrite=overwrite)
    with _workshop(path) as draft:
        if store.path is not None:
            _copy_file(store.path, draft, (store.url, str(path)), progress)
        else:
            _copy_from_server(store, draft, str(path), progress)
        count = _finished(draft, str(path), store)
        if passphrase:
            sealed = draft.with_name("sealed")
            encrypt_file(draft, sealed, passphrase)
            draft = sealed
        keep_private(draft)
        sync_file(draft)
        _put(draft, path, overwrite=overwrite)
    return count


def restore(
    path: str | Path,
    address: str | Path | None,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
    passphrase: str = "",
) -> int:
    """Bring a backup into a database in place of what is there; how many entries it holds.

    The backup is checked first, and everything changes at once or nothing does. Journals that are there already go only
    with `overwrite`; those of an SQLite file are kept beside it, in a file that ends in .before-restore.
    """
    path = Path(path).expanduser()
    if not path.is_file():
        raise BadInput(f"{path}: there is no such file; name a backup.")
    if (size := path.stat().st_size) > LARGEST_BACKUP:
        raise BadInput(
            f"{path}: has {size / 1e9:.1f} GB, and a backup has at most {LARGEST_BACKUP / 1e9:.0f}; name another file."
        )
    target = address_of(address)
    if target.path is not None and target.path.exists() and target.path.samefile(path):
        raise BadInput(f"{path}: is the database itself; name a backup of it.")
    # A copy, because a backup of an older schema is brought up to date before it is read, and stays as it is.
    with tempfile.TemporaryDirectory(prefix="musterhall-") as folder:
        copy = Path(folder) / "copy.db"
        with _opened_backup(path, Path(folder), passphrase) as plain:
            _copy_file(plain, copy, (str(path), str(copy)), None)
        _require_backup(copy, str(path))
        with opened(file_address(copy, place=str(path))) as source:
            _require_sound(source)
            return _restore_checked(source, target, progress, overwrite=overwrite)


# Taking a backup


def _require_free(path: Path, store: Store, *, overwrite: bool) -> None:
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file in it.")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"{path}: its folder does not exist; create it, or name another file.")
    if path.exists() and store.path is not None and store.path.samefile(path):
        raise BadInput(f"{path}: is the database itself; name another file.")
    if path.exists() and not overwrite:
        raise _taken(path)


def _taken(path: Path) -> BadInput:
    return BadInput(f"{path}: is there already; name another file, or say that it may be overwritten.")


@contextmanager
def _workshop(path: Path) -> Iterator[Path]:
    """A file to work on beside the one that is wanted; whatever is left of it in the end goes away."""
    try:
        with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.absolute().parent) as folder:
            yield Path(folder) / "draft.db"
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror}); see to the disk and its rights.") from None


def _copy_file(path: Path, copy: Path, places: tuple[str, str], progress: Progress | None) -> None:
    """Copy a database that may be written to meanwhile, as it stood at one moment."""
    source_place, copy_place = places

    def tell(_status: int, left: int, total: int) -> None:
        if progress is not None:
            progress(total - left, total)

    with (
        told(source_place),
        closing(sqlite3.connect(reading(path), uri=True, isolation_level=None)) as source,
    ):
        # Held until the end: without it the copying would start anew whenever somebody writes.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with told(copy_place), closing(sqlite3.connect(copy)) as target:
            try:
                source.backup(target, pages=PAGES, progress=tell)
            except sqlite3.DatabaseError as error:
                # Only what is read can be damaged; what is written is new.
                with told(source_place if _is_damage(error) else copy_place):
                    raise


def _is_damage(error: sqlite3.Error) -> bool:
    return error.sqlite_errorname.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def _copy_from_server(store: Store, draft: Path, place: str, progress: Progress | None) -> None:
    with (
        opened(file_address(draft, place)) as target,
        told(store.url, store.driver),
        store.engine.connect().execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True, stream_results=True
        ) as source,
        _transaction(target) as connection,
    ):
        _copy_rows(source, connection, progress)


def _finished(draft: Path, place: str, store: Store) -> int:
    """Make it one file that needs no others beside it: the hall's keys are in it too."""
    with told(place), closing(sqlite3.connect(draft, isolation_level=None)) as connection:
        keys = [(key.hex(),) for key in store.keys.known()]
        connection.executemany("INSERT OR IGNORE INTO kept_keys (key) VALUES (?)", keys)
        connection.execute("PRAGMA journal_mode = DELETE")
        count: int = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
    return count


def _put(draft: Path, path: Path, *, overwrite: bool) -> None:
    if overwrite:
        os.replace(draft, path)
    else:
        try:
            # Unlike a rename, a link never takes the place of a file that came in the meantime.
            os.link(draft, path)
        except FileExistsError:
            raise _taken(path) from None
        except OSError:
            # Not every disk has links.
            if path.exists():
                raise _taken(path) from None
            os.replace(draft, path)
    sync_folder(path.absolute().parent)


# Bringing it back


@contextmanager
def _opened_backup(path: Path, folder: Path, passphrase: str) -> Iterator[Path]:
    """The backup as a database: itself, or what its passphrase makes of it, which is gone afterwards."""
    if not is_encrypted(path):
        yield path
        return
    if not passphrase:
        raise BadInput(f"{path}: is encrypted; give the passphrase that it was written with.")
    plain = folder / "plain.db"
    decrypt_file(path, plain, passphrase, str(path))
    try:
        yield plain
    finally:
        plain.unlink()


def _require_backup(copy: Path, place: str) -> None:
    """An empty file would be opened as a new database, and restored as the end of all journals."""
    with told(place), closing(sqlite3.connect(copy)) as connection:
        ours = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (VERSION_TABLE,)).fetchone()
    if not ours:
        raise BadInput(f"{place}: is no backup of Musterhall; name another file.")


def _require_sound(source: Store) -> None:
    with told(source.url), source.engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if found != "ok":
        raise Damaged(f"{source.url}: the file is damaged ({found}); nothing was restored, take another backup.")
    with source.engine.connect() as connection:
        known = select(streams.c.stream)
        for lost in connection.execute(select(ends.c.stream).where(ends.c.stream.not_in(known))).scalars():
            raise damage(source.url, Problem(f'the journal "{lost}"', "is missing", remedy=RESTORE))
    for info in source.streams():
        for problem in source.sound(info.stream):
            raise damage(source.url, problem)


def _restore_checked(source: Store, target: Address, progress: Progress | None, *, overwrite: bool) -> int:
    try:
        return _restore_into(source, target, progress, overwrite=overwrite)
    except Damaged:
        # The very reason to restore: keep the damaged file for whoever can still read it, and begin a new one.
        if target.path is None or not overwrite:
            raise
        _set_aside(target.path)
        return _restore_into(source, target, progress, overwrite=overwrite)


def _restore_into(source: Store, address: Address, progress: Progress | None, *, overwrite: bool) -> int:
    with opened(address) as target, told(target.url, target.driver), _transaction(target) as connection:
        target.keys.add(source.keys.known())
        if target.path is None:
            connection.execute(text("LOCK TABLE streams, ends, entries IN ACCESS EXCLUSIVE MODE"))
        before = list(connection.execute(select(streams.c.stream)).scalars())
        if before and not overwrite:
            raise BadInput(f"{target.url}: has journals in it; name another one, or say that it may be overwritten.")
        if before and target.path is not None:
            # Nobody writes meanwhile, so that this holds all there was.
            backup(target, _kept_beside(target.path))
        # The streams first: the database lets the others go only where their stream has gone.
        for table in (streams, ends, entries):
            connection.execute(delete(table))
        with source.engine.connect() as reading:
            count = _copy_rows(reading, connection, progress)
        if target.path is None:
            _call_out(connection, before)
    return count


def _call_out(connection: Connection, before: list[str]) -> None:
    """Let those who listen know of what is gone and of what is there now."""
    last = select(entries.c.stream, func.max(entries.c.seq)).group_by(entries.c.stream)
    ends = dict.fromkeys(before, 0) | {row[0]: row[1] for row in connection.execute(last)}
    for stream, seq in ends.items():
        connection.execute(text("SELECT pg_notify(:channel, :end)"), {"channel": CHANNEL, "end": f"{stream} {seq}"})


def _kept_beside(path: Path) -> Path:
    """musterhall.db.before-restore, or the same with a number if there is one already."""
    name = f"{path.name}.before-restore"
    number = 1
    while path.with_name(name).exists():
        number += 1
        name = f"{path.name}.before-restore-{number}"
    return path.with_name(name)


def _set_aside(path: Path) -> None:
    kept = _kept_beside(path)
    for ending in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.replace(f"{path}{ending}", f"{kept}{ending}")
    sync_folder(path.absolute().parent)


# Rows


@contextmanager
def _transaction(store: Store) -> Iterator[Connection]:
    """A connection that may write; everything that is done with it stays, or nothing."""
    with store.engine.execution_options(writes=True).begin() as connection:
        yield connection


def _copy_rows(source: Connection, target: Connection, progress: Progress | None) -> int:
    """Copy all tables; how many entries there are."""
    total: int = source.execute(select(func.count()).select_from(entries)).scalar_one()
    for table in (streams, ends):
        _copy_table(source, target, table, lambda _done: None)
    return _copy_table(source, target, entries, lambda done: progress(done, total) if progress else None)


def _copy_table(source: Connection, target: Connection, table: Table, tell: Callable[[int], Any]) -> int:
    done = 0
    rows = source.execute(select(table).order_by(*table.primary_key.columns))
    for part in rows.mappings().partitions(ROWS):
        target.execute(insert(table), [dict(row) for row in part])
        done += len(part)
        tell(done)
    return done
