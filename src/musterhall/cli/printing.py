"""`muster force print`: a force on paper, for its player, the organiser and the opponent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from musterhall.cli import packs
from musterhall.cli.packs import ForceName
from musterhall.cli.shell import require_apart, require_writable, say, write_file

PackName = Annotated[
    str | None, typer.Option("--pack", metavar="NAME", help="Check it against this pack; else the one that it names.")
]
Opponent = Annotated[bool, typer.Option("--opponent", help="Leave out what the opponent may not know.")]
Paper = Annotated[str, typer.Option("--paper", metavar="SIZE", help="The paper: a4 or letter.")]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The PDF to write.")]


def print_force(
    force: ForceName, output: Output, pack: PackName = None, opponent: Opponent = False, paper: Paper = "a4"
) -> None:
    """Write a force's registry and unit cards as a PDF, also when it is not legal: then the PDF says so."""
    from musterhall.cli.units import units_library
    from musterhall.packs.check import check_force
    from musterhall.printing.force_sheet import force_pdf

    require_writable(output)
    require_apart({"the PDF": output}, {"the force": force, "the pack": pack})
    library = units_library()
    found = packs.force_named(force, library)
    event = packs.pack_named(pack or found.pack) if pack or found.pack else None
    report = check_force(found, event, library) if event else None
    write_file(output, force_pdf(found, event, report, for_opponent=opponent, paper=paper.strip().lower()))
    say(f"{output}: {found.name}{', the copy for an opponent' if opponent else ''}.")
    if report and report.problems:
        say("It is not legal; `muster force check` names what is wrong.", error=True)
