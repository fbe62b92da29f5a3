"""`muster event statistics`: how factions fared, as a table or a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from musterhall.cli.events.common import Hall, looks
from musterhall.cli.events.showing import show_table
from musterhall.cli.shell import Overwrite, require_outputs, say, say_json, write_file


@looks
def statistics(
    hall: Hall,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it into this file, as SVG.")] = None,
    dark: Annotated[bool, typer.Option("--dark", help="For a dark page.")] = False,
    overwrite: Overwrite = False,
) -> None:
    """Show how each faction fared; `muster event csv factions` writes the same as a table."""
    from musterhall.events.factions import faction_statistics
    from musterhall.tally import shown

    found = faction_statistics(hall.event)
    if plot is not None:
        _draw(hall, plot, dark=dark, overwrite=overwrite)
    if hall.as_json:
        say_json([one.as_data() for one in found])
        return
    rows = [
        (
            one.faction,
            str(one.players),
            f"{one.won}-{one.drawn}-{one.lost}",
            "" if one.share is None else f"{float(one.share):.0%}",
            "" if one.average is None else shown(one.average),
        )
        for one in found
    ]
    show_table(("faction", "players", "won-drawn-lost", "share", "a match"), rows, right=(1, 2, 3, 4))


def _draw(hall: Hall, plot: Path, *, dark: bool, overwrite: bool) -> None:
    from musterhall.events.factions import faction_statistics
    from musterhall.printing.faction_plot import faction_svg

    require_outputs({"the picture": plot}, {}, overwrite=overwrite)
    write_file(plot, faction_svg(faction_statistics(hall.event), dark=dark))
    if not hall.as_json:
        say(f"Drawn into {plot}.")
