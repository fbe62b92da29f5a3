"""The tables of a game: those that come with it, those of chance, and those in files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from musterhall.drawing import table_svg
from musterhall.problems import Problem
from musterhall.table import Table
from musterhall.tally import counted


class Tables(ABC):
    """What battles of a game are fought on."""

    length: float = 1.0
    """How much of a table's unit one length of its drawing is."""

    @abstractmethod
    def names(self) -> Sequence[str]:
        """The tables that come with the game."""

    @abstractmethod
    def shipped(self, name: str) -> Table:
        """The table of one of these names."""

    @abstractmethod
    def of_seed(self, seed: int) -> Table:
        """The random table that belongs to a seed."""

    def of_setup(self, name: str, seed: int) -> Table:
        """The same for one of the set-ups of the game's battles; without a name it is the usual one."""
        return self.of_seed(seed)

    @abstractmethod
    def read(self, text: str, name: str) -> Table:
        """The table in a file's text."""

    @abstractmethod
    def problems(self, table: Table) -> list[Problem]:
        """Everything it lacks to be fought on."""

    @abstractmethod
    def in_words(self, table: Table) -> str:
        """How large it is and what is on it, in half a sentence."""

    @abstractmethod
    def text_map(self, table: Table) -> list[str]:
        """The table as lines of text."""

    def figures(self, table: Table) -> dict[str, Any]:
        """What there is to know about it beside its size, as data."""
        return {}

    def picture(self, table: Table) -> str:
        """The table as SVG."""
        return table_svg(table, length=self.length)


class CoveredTables(Tables):
    """Tables that ship as files, of which terrain covers a part."""

    @abstractmethod
    def files(self) -> Mapping[str, Table]:
        """Those that ship, by name."""

    @abstractmethod
    def cover(self, table: Table) -> float:
        """How much of a table terrain covers, from 0 to 1."""

    def names(self) -> Sequence[str]:
        return tuple(self.files())

    def shipped(self, name: str) -> Table:
        return self.files()[name]

    def in_words(self, table: Table) -> str:
        size = f"{table.width:g} by {table.depth:g} {table.unit}"
        return f"{size}, {counted(len(table.pieces), 'piece')}, {self.cover(table):.0%} covered"

    def figures(self, table: Table) -> dict[str, Any]:
        return {"cover": self.cover(table)}


def measured_problems(table: Table, longest: float) -> list[Problem]:
    """What no table may have whose words are known: a side beyond `longest`, lines without width."""
    found: list[Problem] = []
    if max(table.width, table.depth) > longest:
        what = f"it is {table.width:g} by {table.depth:g} {table.unit}"
        found.append(Problem(f"table {table.name!r}", what, remedy=f"Keep both sides below {longest:g}"))
    for piece in table.pieces:
        if piece.linear and piece.width <= 0:
            what = "it is a line without width, which hides and bars nothing"
            found.append(Problem(f"terrain {piece.name!r}", what, remedy="Give the line a width"))
    return found


def framed_map(lines: Sequence[str], titles: Mapping[str, str]) -> list[str]:
    """A table as text, red's edge on top, with what its signs mean below."""
    used = {sign for line in lines for sign in line}
    legend = ", ".join(f"{sign} {title}" for sign, title in titles.items() if sign in used)
    rule = "+" + "-" * len(lines[0]) + "+"
    framed = [rule, *(f"|{line}|" for line in lines), rule]
    return [*framed, f"red's edge on top, blue's below; {legend or 'no terrain'}"]
