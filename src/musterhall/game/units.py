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


class UnitKeeping(Protocol):
    """Units that are kept here beside those which come with the game."""

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


class UnitImports(UnitKeeping, Protocol):
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


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of somebody who makes a unit."""

    key: str
    text: str
    usual: str = ""
    """What an empty answer means."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong at a field of a unit that is being made, in words."""

    at: str
    what: str


class UnitMaking(UnitKeeping, Protocol):
    """Units that people make themselves: in a file, question by question, or on a form of the game's own.

    What a form or the questions have gathered so far is a plain mapping, in the words of a file.
    """

    def read(self, text: str, name: str) -> Sequence[Any]:
        """The units of a file, or everything that is wrong with it."""
        ...

    def text(self, units: Sequence[Any]) -> str:
        """The units as a file."""
        ...

    def name(self, unit: Any) -> str: ...

    def made(self, data: Mapping[str, Any], name: str) -> Any:
        """The unit of these figures, or everything that is wrong with them."""
        ...

    def flaws(self, data: Mapping[str, Any]) -> Sequence[Flaw]:
        """Everything that keeps these figures from being a unit."""
        ...

    # By questions

    def next_question(self, said: Mapping[str, str]) -> Question | None:
        """The first question without an answer; none when all is said."""
        ...

    def require_answer(self, said: Mapping[str, str], question: Question, answer: str) -> None:
        """Refuse an answer that the question cannot have."""
        ...

    def said_data(self, said: Mapping[str, str]) -> Mapping[str, Any]:
        """What the answers come to."""
        ...

    # By a form

    def template(self, name: str) -> str:
        """The text of a template of the game's own: `unit`, the fields of one."""
        ...

    def form(self, unit: Any | None) -> Mapping[str, Any]:
        """What the template shows: of a unit, or of a new one."""
        ...

    def form_data(self, sent: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a form has sent, in the words of a file."""
        ...

    def form_again(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The form with what was typed, however wrong it is."""
        ...

    def form_field(self, at: str) -> str:
        """The field of the form that a flaw is about."""
        ...

    def in_short(self, unit: Any) -> str:
        """What it is, in a line."""
        ...


class Units(Protocol):
    @property
    def imports(self) -> UnitImports | None:
        """How more units come in from a public list; None where there is no such list."""
        ...

    @property
    def making(self) -> UnitMaking | None:
        """How people make units of their own; None where the game's are all there are."""
        return None

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
