"""`muster event print`: what hangs on the wall and lies on the tables, as PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.events.common import Hall, RoundNumber, last_round, looks
from musterhall.cli.shell import require_apart, require_writable, say, say_json
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.events.event import Event

WHAT = ("pairings", "names", "cards", "standings", "slips", "drafts", "blank-cards")


@looks
def print_(
    hall: Hall,
    what: Annotated[str, typer.Argument(metavar="WHAT", help=f"{', '.join(WHAT)}.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The PDF to write.")],
    number: RoundNumber = None,
    scenario: Annotated[str, typer.Option("--scenario", metavar="NAME", help="Blank cards of this one only.")] = "",
    draft: Annotated[bool, typer.Option("--draft", help="Also a round that is not published, marked so.")] = False,
    blank: Annotated[bool, typer.Option("--blank", help="An empty draft sheet, to fill in by hand.")] = False,
    address: Annotated[str, typer.Option("--address", metavar="URL", help="Where the event is on the web.")] = "",
    paper: Annotated[str, typer.Option("--paper", metavar="SIZE", help="The paper: a4 or letter.")] = "a4",
) -> None:
    """Print pairings by table or by name, score cards, standings, player slips or draft sheets."""
    if what not in WHAT:
        raise BadInput(f"print {what!r}: is not known; choose from {', '.join(WHAT)}.")
    require_writable(output)
    require_apart({"the PDF": output}, {"the database": hall.desk.store.path})
    if blank and what != "drafts":
        raise BadInput(f"print {what}: --blank is for draft sheets; blank cards are `print blank-cards`.")
    content = _pdf(hall.event, what, number, scenario, address, paper.strip().casefold(), draft=draft, blank=blank)
    try:
        output.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{output}: cannot be written, {error.strerror}; choose another place.") from None
    if hall.as_json:
        say_json({"what": what, "file": str(output), "bytes": len(content)})
    else:
        say(f"{output}: {what} of {hall.event.name}.")


def _pdf(
    event: Event,
    what: str,
    number: int | None,
    scenario: str,
    address: str,
    paper: str,
    *,
    draft: bool,
    blank: bool,
) -> bytes:
    """Each paper is typeset by a module of its own, which is loaded when it is wanted."""
    if what in ("pairings", "names"):
        from musterhall.printing.pairings import pairings_pdf

        order = last_round(event, number).number
        return pairings_pdf(event, order, by="table" if what == "pairings" else "name", draft=draft, paper=paper)
    if what == "cards":
        from musterhall.printing.score_cards import score_cards_pdf

        return score_cards_pdf(event, last_round(event, number).number, draft=draft, paper=paper)
    if what == "blank-cards":
        from musterhall.printing.score_cards import score_cards_pdf

        return score_cards_pdf(event, number, scenario=scenario or None, blank=True, paper=paper)
    if what == "standings":
        from musterhall.printing.standings_sheet import standings_pdf

        return standings_pdf(event, number, paper=paper)
    if what == "slips":
        from musterhall.printing.slips import slips_pdf

        return slips_pdf(event, address or None, paper=paper)
    from musterhall.printing.draft_sheets import draft_sheets_pdf

    return draft_sheets_pdf(event, blank=blank, paper=paper)
