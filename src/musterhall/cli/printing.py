"""`muster force print`: a force on paper, for its player, the organiser and the opponent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.shell import read_file, require_apart, require_writable, say

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.forces import Force
    from musterhall.games.alpha_strike.library import Library
    from musterhall.packs.model import Pack

ForceFile = Annotated[str, typer.Argument(metavar="FORCE", help="A file, or the name of a shipped force.")]
PackName = Annotated[
    str | None, typer.Option("--pack", metavar="NAME", help="Check it against this pack; else the one that it names.")
]
Opponent = Annotated[bool, typer.Option("--opponent", help="Leave out what the opponent may not know.")]
Paper = Annotated[str, typer.Option("--paper", metavar="SIZE", help="The paper: a4 or letter.")]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The PDF to write.")]


def print_force(
    force: ForceFile, output: Output, pack: PackName = None, opponent: Opponent = False, paper: Paper = "a4"
) -> None:
    """Write a force's registry and unit cards as a PDF, also when it is not legal: then the PDF says so."""
    from musterhall.cli.units import units_library
    from musterhall.packs.check import check_force
    from musterhall.printing.force_sheet import force_pdf

    require_writable(output)
    require_apart({"the PDF": output}, {"the force": force, "the pack": pack})
    library = units_library()
    found = _force(force, library)
    event = _pack(pack or found.pack)
    report = check_force(found, event, library) if event else None
    _write(output, force_pdf(found, event, report, for_opponent=opponent, paper=paper.strip().lower()))
    say(f"{output}: {found.name}{', the copy for an opponent' if opponent else ''}.")
    if report and report.problems:
        say("It is not legal; `muster force check` names what is wrong.", error=True)


def _force(name: str, library: Library) -> Force:
    from musterhall.games.alpha_strike.forces import read_force, shipped_force, shipped_forces

    return shipped_force(name) if name in shipped_forces() else read_force(read_file(Path(name)), name, library)


def _pack(name: str) -> Pack | None:
    from musterhall.packs.model import load_pack, shipped_packs

    if not name:
        return None
    path = Path(name)
    if name not in shipped_packs() and path.is_file():
        return load_pack(read_file(path), name)
    return load_pack(name)


def _write(path: Path, content: bytes) -> None:
    from musterhall.problems import BadInput

    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written, {error.strerror}; choose another place.") from None
