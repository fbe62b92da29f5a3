"""`muster backup` and `muster restore`: all journals in one file, and back again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from musterhall.cli.shell import AsJson, say, say_json

Database = Annotated[
    str, typer.Option("--db", metavar="ADDRESS", help="The database; else $MUSTER_DB, or the file in $MUSTER_HOME.")
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Also if something is there already.")]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    db: Database = "",
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Write all events to one file, also while others go on working with them."""
    from musterhall.cli.events.showing import bar
    from musterhall.store.backup import backup as command
    from musterhall.store.opening import open_store

    with open_store(db or None) as store, bar("backing up") as progress:
        entries = command(store, file, progress, overwrite=overwrite)
    _tell(file, entries, "written", as_json)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `muster backup` wrote.")],
    db: Database = "",
    overwrite: Overwrite = False,
    as_json: AsJson = False,
) -> None:
    """Bring a backup back in place of what is there, after checking it."""
    from musterhall.cli.events.showing import bar
    from musterhall.store.backup import restore as command

    with bar("restoring") as progress:
        entries = command(file, db or None, overwrite=overwrite, progress=progress)
    _tell(file, entries, "restored", as_json)


def _tell(file: Path, entries: int, what: str, as_json: bool) -> None:
    if as_json:
        say_json({"file": str(file), "entries": entries, what: True})
    else:
        say(f"{file}: {what}, with {entries} {'entry' if entries == 1 else 'entries'}.")
