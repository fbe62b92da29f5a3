"""`muster event print`: what hangs on the wall and lies on the tables, as PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from musterhall.cli.events.common import Hall, RoundNumber, last_round, looks
from musterhall.cli.shell import Overwrite, require_outputs, say, say_json, write_file
from musterhall.printing.papers import OF_A_ROUND, PAPERS, Order
from musterhall.problems import BadInput


@looks
def print_(
    hall: Hall,
    what: Annotated[str, typer.Argument(metavar="WHAT", help=f"{', '.join(PAPERS)}.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The PDF to write.")],
    overwrite: Overwrite = False,
    number: RoundNumber = None,
    scenario: Annotated[
        str, typer.Option("--scenario", metavar="NAME", help="Blank cards, briefs or maps of this one only.")
    ] = "",
    draft: Annotated[bool, typer.Option("--draft", help="Also a round that is not published, marked so.")] = False,
    blank: Annotated[bool, typer.Option("--blank", help="Empty draft sheets, to fill in by hand.")] = False,
    method: Annotated[str, typer.Option("--method", metavar="NAME", help="The empty sheet of this way only.")] = "",
    address: Annotated[str, typer.Option("--address", metavar="URL", help="Where the event is on the web.")] = "",
    paper: Annotated[str, typer.Option("--paper", metavar="SIZE", help="The paper: a4 or letter.")] = "a4",
) -> None:
    """Print pairings by table or by name, cards, standings, slips, draft sheets, briefs, maps, schedule or bracket."""
    if what not in PAPERS:
        raise BadInput(f"print {what!r}: is not known; choose from {', '.join(PAPERS)}.")
    require_outputs({"the PDF": output}, {"the database": hall.desk.store.path}, overwrite=overwrite)
    if (blank or method) and what != "drafts":
        raise BadInput(f"print {what}: --blank and --method are for draft sheets; blank cards are `print blank-cards`.")
    order = Order(
        hall.event,
        last_round(hall.event, number).number if what in OF_A_ROUND else number,
        draft,
        scenario or None,
        blank or bool(method),
        method or None,
        address or None,
        paper=paper.strip().casefold(),
    )
    content = PAPERS[what](order)
    write_file(output, content)
    if hall.as_json:
        say_json({"what": what, "file": str(output), "bytes": len(content)})
    else:
        say(f"{output}: {what} of {hall.event.name}.")
