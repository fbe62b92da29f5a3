"""A battle's log as a file: sentences for people, or a line of JSON for each where the file's name asks for it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.shell import write_file

if TYPE_CHECKING:
    from musterhall.battle.battle import LogLine

LogFile = Annotated[
    Path | None, typer.Option("--log", metavar="FILE", help="Write what happened: as text, or as JSON lines (.jsonl).")
]
JSON_LINES = (".jsonl", ".json")


def write_log(path: Path, log: Iterable[LogLine]) -> None:
    told = _as_json if path.suffix.lower() in JSON_LINES else _as_text
    write_file(path, "".join(f"{told(line)}\n" for line in log))


def _as_json(line: LogLine) -> str:
    return json.dumps(line.as_data(), ensure_ascii=False)


def _as_text(line: LogLine) -> str:
    """Turns and phases stand out, and what an agent thought stands before what it did."""
    if line.kind == "phase":
        return f"\n{line}"
    return f"    thought: {line}" if line.kind == "thought" else f"  {line}"
