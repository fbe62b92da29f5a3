"""`muster event export`, `import` and `csv`: an event on the move, and as tables for a spreadsheet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from musterhall.cli.events.common import Database, EventName, Hall, event_named, looks, store_at
from musterhall.cli.shell import (
    AsJson,
    Overwrite,
    require_outputs,
    say,
    say_content,
    say_json,
    write_file,
)
from musterhall.problems import BadInput
from musterhall.tally import counted

Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; else it is printed.")
]


def export(
    name: Annotated[str, typer.Argument(metavar="[EVENT]", help="Which event; else the one that is on.")] = "",
    output: Output = None,
    overwrite: Overwrite = False,
    event_name: EventName = "",
    db: Database = "",
    as_json: AsJson = False,
) -> None:
    """Write an event with its whole journal as JSON, to be kept or taken elsewhere."""
    from musterhall.store.transfer import export_event

    with store_at(db) as store:
        stream = event_named(store, name or event_name)
        require_outputs({"the export": output}, {"the database": store.path}, overwrite=overwrite)
        data = export_event(store, stream)
    if output is None:
        say_json(data)
        return
    write_file(output, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    if as_json:
        say_json({"event": stream, "file": str(output), "entries": len(data["entries"])})
    else:
        say(f"{output}: {stream} with {counted(len(data['entries']), 'entry', 'entries')}.")


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `muster event export` wrote.")],
    id_: Annotated[str, typer.Option("--id", metavar="ID", help="Its short name here; else as it was.")] = "",
    db: Database = "",
    as_json: AsJson = False,
) -> None:
    """Take in an exported event, if it is complete and unchanged."""
    from musterhall.cli.shell import read_file
    from musterhall.store.transfer import import_event

    try:
        data = json.loads(read_file(file))
    except ValueError as error:
        raise BadInput(f"{file}: not readable as JSON: {error}. Export the event again.") from None
    if not isinstance(data, dict):
        raise BadInput(f"{file}: is no exported event; name a file that `muster event export` wrote.")
    with store_at(db) as store:
        stream = import_event(store, data, id_ or None, str(file))
        last = store.last(stream)
    if as_json:
        say_json({"event": stream, "entries": last})
    else:
        say(f"{stream}: taken in with {counted(last, 'entry', 'entries')}.")


@looks
def csv(
    hall: Hall,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="Which of these four.")],
    output: Output = None,
    overwrite: Overwrite = False,
) -> None:
    """Write players, pairings, cards or standings as a CSV table."""
    from musterhall.store.transfer import csv_text

    require_outputs({"the table": output}, {"the database": hall.desk.store.path}, overwrite=overwrite)
    text = csv_text(hall.event, what)
    if output is not None:
        write_file(output, text)
    rows = text.count("\n") - 1
    if hall.as_json:
        say_json({"what": what, "file": str(output) if output else None, "rows": rows, "csv": text})
    elif output is not None:
        say(f"{output}: {what} of {hall.event.name}, {counted(rows, 'row')}.")
    else:
        say_content(text)
