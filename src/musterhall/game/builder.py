"""Building forces: put together on a page, split into formations, or proposed from what somebody owns.

A force on the page may still be empty. The whole of it travels with the page as a force file, so the server keeps
nothing of it; a form brings the fields that the page had, and the one thing that was pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from musterhall.game.showing import Shown
from musterhall.game.units import EVERYTHING, Search, SearchField
from musterhall.problems import Problem

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Split:
    """How a force, or some of its units, can be grouped."""

    shown: Shown
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A force that the game proposes."""

    name: str
    text: str
    """Its force file."""
    shown: Shown
    data: Mapping[str, Any]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposals:
    legal: tuple[Proposal, ...]
    refused: tuple[Proposal, ...]
    """What the solver took for a force, and the check does not."""
    obstacles: tuple[str, ...]
    """Where no force is legal, the rules that the units cannot keep, as far as they are known; else nothing."""
    proven: bool
    """Whether time was left to see that no better one exists."""
    tried: int = 0
    of: int = 0
    """How many of how many units that may be taken were chosen from."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What kind of force somebody wants to have proposed."""

    points: int | None = None
    around: Sequence[str] = ()
    number: int = 3
    wishes: Search = field(default_factory=dict)
    """What else is said of it, by the names of the builder's wishes."""
    seconds: float = 15.0
    """The longest search for each force."""
    first: int = 1
    """The number of the first of them."""


@dataclass(frozen=True, slots=True)
class Grouped:
    """A force in the groups that are worth most, and who is in none with the reason."""

    force: Any
    groups: int
    left_over: tuple[Any, ...]


class Builder(Protocol):
    # From what somebody owns

    @property
    def filters(self) -> Sequence[SearchField]:
        """What says which units are taken; a search of `owned` has these fields."""
        ...

    def split(self, force: Any, terms: Any, units: Sequence[str]) -> Split:
        """Which groups the force's own can be, or these units together, and how all are split best."""
        ...

    def owned(
        self,
        text: str | None,
        name: str,
        library: Any,
        search: Search = EVERYTHING,
        around: Sequence[str] = (),
    ) -> tuple[list[Any], tuple[Problem, ...]]:
        """The units in a force file or a list that fit a search or are wanted anyway, and what was not understood.

        Without a text, those of the whole library.
        """
        ...

    def propose(
        self,
        terms: Any,
        owned: Sequence[Any],
        library: Any,
        wanted: Wanted,
        progress: Callable[[int, int], None] | None = None,
    ) -> Proposals: ...

    def names(self, written: Sequence[str], library: Any) -> list[str]:
        """Units as the library calls them; one that it does not have is refused."""
        ...

    @property
    def wishes(self) -> Sequence[SearchField]:
        """What may be said of a force to be proposed, beside points and units; a command has an option for each."""
        ...

    def notes_on(self, wishes: Search, terms: Any, library: Any) -> tuple[str, ...]:
        """What is to be said on wishes before a force is sought. Where the terms need one that is missing, refuse."""
        ...

    # On the page

    def template(self, name: str) -> str:
        """The text of a part of the page: `work` is the force and all that can be done with it, `cards` what to add."""
        ...

    def blank(self, terms: Any, player: str = "") -> Any: ...

    def read(self, text: str, library: Any) -> Any:
        """The force on the page; unlike one that is handed in, it may have no units yet."""
        ...

    def write(self, force: Any, library: Any) -> str: ...

    def labelled(self, force: Any, terms: Any, player: str) -> Any:
        """The force with for whom and what it is built; no player means that it keeps its own."""
        ...

    def with_fields(self, force: Any, fields: Fields) -> Any: ...

    def edited(self, force: Any, pressed: str, fields: Fields, library: Any) -> tuple[Any, str]:
        """The force after one press of a button, and a sentence about it where there is something to say."""
        ...

    def grouped(self, force: Any, terms: Any) -> Grouped: ...

    def get_ready(self) -> None:
        """Load what the first `grouped` would wait for; called aside while somebody begins to build."""

    def workbench(self, force: Any, terms: Any, library: Any, further: Iterable[Problem] = ()) -> Any:
        """Everything that the page shows of a force; `further` are problems that the terms alone do not know of."""
        ...

    # The cards to add

    @property
    def sorts(self) -> list[tuple[str, str]]: ...

    def search(self, fields: Fields) -> Any:
        """What somebody is looking for, from the fields of the page; of none, everything."""
        ...

    def turned(self, search: Any, page: str) -> Any:
        """The same search at another page."""
        ...

    def find(self, library: Any, search: Any, terms: Any, fields: Fields) -> Any:
        """A page of what is looked for, each with whether the event bars it.

        `fields` are those of the page's force that its form names in `data-search-for`.
        """
        ...

    def find_for(self, library: Any, search: Any, terms: Any, force: Any) -> Any:
        """The same for the force on the page."""
        ...
