"""Drafting: boxes and figures that are dealt, picked at a table, and made into forces.

Who sits where and who picks when is the event's; what is in a box, and what a force may be made of it, is the game's. A
box is the game's own object: it has a `figure`, its `versions` and `beside`, what else was in it in the game's words,
and is written into journals by `as_data`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from musterhall.game.units import Listing
from musterhall.problems import Problem

T = TypeVar("T")


class Pack(Protocol):
    """Figures that lie open on the table together."""

    @property
    def name(self) -> str: ...

    @property
    def figures(self) -> Sequence[Any]: ...

    def as_data(self) -> dict[str, Any]: ...


class Pool(Protocol):
    """What there is to deal and to draft from."""

    @property
    def name(self) -> str: ...

    @property
    def boxes(self) -> Sequence[Any]: ...

    @property
    def force_packs(self) -> Sequence[Pack]: ...


@dataclass(frozen=True, slots=True)
class FigureFace:
    """A side of a figure's card, in short."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A box or a figure to choose, as it lies open before somebody."""

    id: str
    name: str
    faces: tuple[FigureFace, ...]
    beside: str
    """What else is in the box, in the game's words; empty where nothing is."""


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """Something to choose for a figure."""

    name: str
    title: str
    options: tuple[tuple[str, str], ...]
    """Each with its words."""
    chosen: str


@dataclass(frozen=True, slots=True)
class FigureChoice:
    """One drafted figure with what can be chosen for it, and what was."""

    figure: Figure
    taken: bool
    fields: tuple[ChoiceField, ...]


@dataclass(frozen=True, slots=True)
class ToWrite:
    """What is written down by hand of a figure that was picked."""

    title: str
    figure: bool = False
    """A figure of few digits, which needs little room."""


@dataclass(frozen=True, slots=True)
class BuiltForce:
    """A force made of drafted figures."""

    text: str
    """Its force file."""
    points: int
    allowed: int | None
    units: int
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


class Luck(Protocol):
    """Where invented players take their decisions from."""

    def pick(self, of: Sequence[T]) -> T: ...

    def chance(self, percent: int) -> bool: ...


@dataclass(frozen=True, slots=True)
class Drafted:
    """What a player has drafted, and for which event."""

    items: Sequence[Any]
    """Each has an `id` and its `box`."""
    terms: Any
    library: Any
    all_needed: bool = False
    """Everything that was opened has to be used."""


class Drafting(Protocol):
    @property
    def pool_help(self) -> str:
        """What an organiser writes down of what lies on the table, in a sentence."""
        ...

    @property
    def pool_example(self) -> str: ...

    @property
    def box_example(self) -> str:
        """One box of such a file, on one line."""
        ...

    @property
    def to_choose(self) -> str:
        """What is chosen for each figure: "the colour and the name"."""
        ...

    @property
    def to_write(self) -> Sequence[ToWrite]:
        """What a blank draft sheet has room for beside the figure's name."""
        ...

    def pools(self) -> tuple[str, ...]:
        """The pools that come with the game."""
        ...

    def pool(self, name: str) -> Pool: ...

    def read_pool(self, text: str, name: str, library: Any) -> Pool: ...

    def box(self, data: Mapping[str, Any], name: str) -> Any:
        """The box in a journal."""
        ...

    def in_short(self, item: Mapping[str, Any]) -> str:
        """An item of a draft's view in a few words: the figure, and whom or what it comes with."""
        ...

    def options(self, drafted: Drafted) -> Listing:
        """What can be made of each figure."""
        ...

    def build(self, drafted: Drafted, choices: Sequence[Mapping[str, Any]], player: str, name: str) -> str:
        """The file of the force that a player makes of drafted figures."""
        ...

    def problems(self, drafted: Drafted, text: str, name: str) -> list[Problem]:
        """What a force file holds that was not drafted, or lacks of what was."""
        ...

    def notes(self, drafted: Drafted, text: str, name: str, warnings: Sequence[Problem]) -> tuple[Problem, ...]:
        """A check's notes, without what the draft has answered and with what stays at home."""
        ...

    def invent(self, drafted: Drafted, player: str, name: str, luck: Luck) -> str:
        """The file of a force that an invented player makes of it."""
        ...

    # On the page

    def figure(self, item: Mapping[str, Any], library: Any) -> Figure:
        """An item of a draft's view."""
        ...

    def choices(self, drafted: Drafted, given: Sequence[Mapping[str, Any]] | None) -> tuple[FigureChoice, ...]:
        """Each figure with what was chosen for it; of nothing given, all of them as they are usual."""
        ...

    def built(self, drafted: Drafted, choices: Sequence[Mapping[str, Any]], player: str, name: str) -> BuiltForce:
        """The force of what was chosen on the page, checked. A choice without an item is a figure left at home."""
        ...
