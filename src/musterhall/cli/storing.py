"""`muster backup` and `muster restore`: all journals in one file, and back again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from musterhall.cli.shell import AsJson, Overwrite, counted, make_folder, require_outputs, say, say_json
from musterhall.problems import BadInput

Database = Annotated[
    str, typer.Option("--db", metavar="ADDRESS", help="The database; else $MUSTER_DB, or the file in $MUSTER_HOME.")
]
PASSPHRASE = "MUSTER_PASSPHRASE"


@dataclass(frozen=True, slots=True)
class Held:
    """How much a database or a backup holds."""

    events: int
    entries: int

    def __str__(self) -> str:
        return f"{counted(self.events, 'event')} with {_entries(self.entries)}"


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    db: Database = "",
    overwrite: Overwrite = False,
    encrypt: Annotated[
        bool, typer.Option("--encrypt", help=f"Ask for a passphrase, or take it from ${PASSPHRASE}.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write all events to one file, also while others go on working with them."""
    from musterhall.store.backup import backup as command
    from musterhall.store.opening import open_store

    require_outputs({"the backup": file}, overwrite=overwrite)
    passphrase = _new_passphrase() if encrypt else ""
    with open_store(db or None) as store, _at_work("backing up") as progress:
        make_folder(file)
        entries = command(store, file, progress, overwrite=overwrite, passphrase=passphrase)
        keyless, key_file = store.key_is_missing(), store.keys.file
    if as_json:
        say_json({"file": str(file), "entries": entries, "written": True, "hands_open": not keyless})
        return
    say(f"{file}: written, with {_entries(entries)}.")
    if keyless:
        say(f"Hidden hands in it cannot be opened: {key_file} is missing. Find it, and make the backup anew.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `muster backup` wrote.")],
    db: Database = "",
    overwrite: Overwrite = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", metavar="", help="Also a smaller one, without asking.")] = False,
    as_json: AsJson = False,
) -> None:
    """Bring a backup back in place of what is there, after checking it; what was there is kept in a file beside it."""
    from musterhall.store.backup import restore as command
    from musterhall.store.opening import address_of

    if not file.is_file():
        raise BadInput(f"{file}: there is no such file; name a backup.")
    if not file.stat().st_size:
        raise BadInput(f"{file}: is empty, and so no backup; name another file.")
    place = address_of(db or None).path
    passphrase = _passphrase_of(file)
    _require_leave(file, db, place, overwrite=overwrite, yes=yes)
    before = _set_aside(place)
    with _at_work("restoring") as progress:
        entries = command(file, db or None, overwrite=overwrite, progress=progress, passphrase=passphrase)
    kept = [str(one) for one in sorted(_set_aside(place) - before)]
    if as_json:
        say_json({"file": str(file), "entries": entries, "restored": True, "kept": kept[0] if kept else None})
        return
    say(f"{file}: restored, with {_entries(entries)}.")
    for one in kept:
        say(f"What was there before is kept as {one}.")


def _new_passphrase() -> str:
    return os.environ.get(PASSPHRASE) or str(typer.prompt("Passphrase", hide_input=True, confirmation_prompt=True))


def _passphrase_of(file: Path) -> str:
    from musterhall.store.encrypted_file import is_encrypted

    if not is_encrypted(file):
        return ""
    return os.environ.get(PASSPHRASE) or str(typer.prompt("Passphrase", hide_input=True))


def _require_leave(file: Path, db: str, place: Path | None, *, overwrite: bool, yes: bool) -> None:
    """Nothing that is there goes without a word, and more than the backup holds not without asking."""
    from musterhall.cli.events.common import confirm

    there = _held_in_store(db, place)
    if there is None or not there.entries:
        return
    if not overwrite:
        raise BadInput(
            f"{place or 'the database'}: holds {there}; replace that with --overwrite, or name another with --db."
        )
    new = _held_in_file(file)
    if new is not None and (new.events < there.events or new.entries < there.entries):
        confirm(f"The backup holds {new}, and the database {there}; replace it by the smaller one?", yes)


def _held_in_store(db: str, place: Path | None) -> Held | None:
    """None where nothing is there yet, or where it cannot be read, which is a reason to restore."""
    from musterhall.store.desk import EVENT
    from musterhall.store.opening import open_store

    if place is not None and not place.exists():
        return None
    try:
        with open_store(db or None) as store:
            found = store.streams()
    except BadInput:
        return None
    return Held(sum(one.kind == EVENT for one in found), sum(one.entries for one in found))


def _held_in_file(file: Path) -> Held | None:
    """Counted without opening it as a store, which might bring it up to date; restoring says what is wrong with it."""
    import sqlite3
    from contextlib import closing

    from musterhall.store.desk import EVENT

    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as found:
            if found.execute("SELECT 1 FROM sqlite_master WHERE type = 'view'").fetchone():
                return None
            (events,) = found.execute("SELECT count(*) FROM streams WHERE kind = ?", (EVENT,)).fetchone()
            (entries,) = found.execute("SELECT count(*) FROM entries").fetchone()
            return Held(events, entries)
    except sqlite3.Error:
        return None


def _set_aside(place: Path | None) -> set[Path]:
    """The databases that earlier restores have kept."""
    if place is None:
        return set()
    name = f"{place.name}.before-restore"
    endings = ("-wal", "-shm")
    return {one for one in place.parent.glob("*") if one.name.startswith(name) and not one.name.endswith(endings)}


@contextmanager
def _at_work(what: str) -> Iterator[Any]:
    from musterhall.cli.events.common import all_or_nothing
    from musterhall.cli.events.showing import bar

    with all_or_nothing(), bar(what) as progress:
        yield progress


def _entries(number: int) -> str:
    return f"{number} {'entry' if number == 1 else 'entries'}"
