"""`muster force print`: a force on paper, for its player, the organiser and the opponent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from musterhall.cli.named_files import ForceName, pack_named
from musterhall.cli.shell import Overwrite, require_outputs, say, write_file

PackName = Annotated[
    str | None, typer.Option("--pack", metavar="NAME", help="Check it against this pack; else the one that it names.")
]
Opponent = Annotated[bool, typer.Option("--opponent", help="Leave out what the opponent may not know.")]
Paper = Annotated[str, typer.Option("--paper", metavar="SIZE", help="The paper: a4 or letter.")]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The PDF to write.")]


def print_force(
    force: ForceName,
    output: Output,
    overwrite: Overwrite = False,
    pack: PackName = None,
    opponent: Opponent = False,
    paper: Paper = "a4",
) -> None:
    """Write a force's registry as a PDF, also when it is not legal: then the PDF says so."""
    from musterhall.cli.forces import force_named
    from musterhall.packs.force_files import require_same_game
    from musterhall.printing.force_sheet import force_pdf

    require_outputs({"the PDF": output}, {"the force": force, "the pack": pack}, overwrite=overwrite)
    found = force_named(force)
    wanted = pack or found.in_short.pack
    event = pack_named(wanted) if wanted else None
    if event:
        require_same_game(found.game, event, force)
    sheet = found.game.forces.sheet(found.force, event, found.library, for_opponent=opponent)
    write_file(output, force_pdf(sheet, paper=paper.strip().lower()))
    say(f"{output}: {found.in_short.name}{', the copy for an opponent' if opponent else ''}.")
    if not sheet.legal:
        say("It is not legal; `muster force check` names what is wrong.", error=True)
