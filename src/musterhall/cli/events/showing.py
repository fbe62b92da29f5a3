"""Tables on the terminal that fit 80 columns, hours and bars."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from musterhall.cli.shell import console, harmless

if TYPE_CHECKING:
    from rich.text import Text

PATIENCE = 2.0
"""Seconds without a bar: what is done by then needs none."""

Progress = Callable[[int, int], None]


WHOLE = 24
"""A short name up to here is not broken."""


def show_table(
    heads: Sequence[str], rows: Sequence[Sequence[str | Text]], right: Sequence[int] = (), whole: Sequence[int] = ()
) -> None:
    """Rows under their heads. Long names are folded, but not in columns that are to stay whole; figures stand on the
    right, under stacked heads."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", show_header=any(heads))
    stacked = [head.replace(" ", "\n") if at in right else head for at, head in enumerate(heads)]
    tallest = max(head.count("\n") for head in stacked)
    for at, head in enumerate(stacked):
        above = "\n" * (tallest - head.count("\n"))
        justify: Literal["left", "right"] = "right" if at in right else "left"
        least = min(WHOLE, max((len(row[at]) for row in rows), default=0)) if at in whole else None
        table.add_column(Text(above + head), justify=justify, no_wrap=at in right, overflow="fold", min_width=least)
    for row in rows:
        # As text, because a name may hold what looks like a command to the table, and without those to the terminal.
        cells = [Text(cell) if isinstance(cell, str) else cell.copy() for cell in row]
        for cell in cells:
            cell.plain = harmless(cell.plain)
        table.add_row(*cells)
    console().print(table)


def local_hour(at: str, form: str = "%H:%M") -> str:
    """An hour of the journal as the clock on the wall has it."""
    from musterhall.events.clock import moment

    return moment(at).astimezone().strftime(form)


@contextmanager
def bar(what: str) -> Iterator[Progress]:
    """A bar on the terminal for work that takes longer than two seconds."""
    from rich.progress import Progress as Bar

    began = time.monotonic()
    with Bar(console=console(error=True), transient=True, disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task(what, total=None, visible=False)

        def tell(done: int, of: int) -> None:
            shown.update(task, completed=done, total=of, visible=time.monotonic() - began > PATIENCE)

        yield tell
