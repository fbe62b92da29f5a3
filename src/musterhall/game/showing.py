"""What a game shows on a terminal: lines of text and tables, which whoever prints them lays out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under each other; the first is the head."""

    rows: Sequence[tuple[str, ...]]
    right: tuple[int, ...] = ()
    """Columns of figures, which stand to the right."""
    under: Sequence[str] = ()
    """A text for each row but the head, set in below it: a column of such texts would be too narrow to read."""


Shown = list[str | Table]
