"""A game's catalogue of units: looked up by name, searched, and perhaps added to by what is imported.

A library is the game's own object: the units that it ships together with those that were imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from musterhall.game.showing import Shown
from musterhall.problems import Problem

Progress = Callable[[int, int], None]


Form = Literal["words", "number", "span", "several"]


@dataclass(frozen=True, slots=True)
class SearchField:
    """Something that a game's units can be searched by; a command has an option for it."""

    name: str
    help: str
    form: Form = "words"
    """Words as they are written, a whole number, figures from one to another, or several words."""
    example: str = ""
    """What stands for the value where the option is explained."""


Search = Mapping[str, Any]
"""What somebody is looking for, by the names of the game's fields; what is left out does not matter."""
EVERYTHING: Search = {}


@dataclass(frozen=True, slots=True)
class Listing:
    """Units as plain data, for a terminal, and what is to be said beside them."""

    data: Any
    shown: Shown
    notes: tuple[str, ...] = ()


class ImportedUnits(Protocol):
    """What was read of a list of units."""

    @property
    def cards(self) -> tuple[Any, ...]: ...

    @property
    def problems(self) -> tuple[Problem, ...]: ...

    def notes(self) -> list[str]:
        """What was left out or not understood, in sentences."""
        ...

    def as_data(self) -> dict[str, Any]: ...


class UnitImports(Protocol):
    """Units from a public list. Whoever has a file or a connection reads it; the game knows what stands in it."""

    @property
    def title(self) -> str:
        """What the list is called."""
        ...

    @property
    def address(self) -> str:
        """Where it is usually found."""
        ...

    @property
    def path(self) -> str: ...

    @property
    def types(self) -> Mapping[str, int]:
        """The list's own numbers for types of units."""
        ...

    @property
    def eras(self) -> Mapping[str, int]: ...

    def query(self, type_: int, faction: int | None, era: int | None) -> list[tuple[str, str | int]]:
        """What to ask the list for."""
        ...

    def read(self, text: str, name: str, faction: str, era: str, progress: Progress | None = None) -> ImportedUnits: ...

    def joined(self, parts: Sequence[Any]) -> ImportedUnits:
        """Several imports as one."""
        ...

    def shipped(self) -> Any:
        """The library that comes with the game."""
        ...

    def library(self, rows: Sequence[Any], name: str) -> Any:
        """The library of units in the form in which they are kept."""
        ...

    def of(self, cards: Sequence[Any]) -> Any:
        """A library of just these units."""
        ...

    def merge(self, *libraries: Any) -> Any:
        """All units of the libraries; a later one replaces an earlier."""
        ...

    def rows(self, library: Any) -> list[Any]:
        """The units in the form in which they are kept."""
        ...


class Units(Protocol):
    @property
    def imports(self) -> UnitImports | None:
        """How more units come in; None where the catalogue is all there is."""
        ...

    @property
    def search_fields(self) -> Sequence[SearchField]:
        """What the units can be searched by."""
        ...

    def one(self, name: str, library: Any) -> Listing:
        """One unit whole."""
        ...

    def found(self, search: Search, library: Any, width: int) -> Listing:
        """All that fit a search, for a terminal of so many columns."""
        ...
