"""Lists of other tools, made into forces of the game and from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from musterhall.problems import Problem


@dataclass(frozen=True, slots=True)
class ListedForce:
    force: Any
    text: str
    """Its force file."""
    problems: tuple[Problem, ...]
    """What of the list was not understood, and so is not in the force."""


@dataclass(frozen=True, slots=True)
class ListForm:
    """A form in which a list can be written."""

    name: str
    title: str
    """Whose it is, as people say it."""
    suffix: str
    """How its files end."""


@dataclass(frozen=True, slots=True)
class ListText:
    text: str
    left_out: tuple[Problem, ...]
    """What of the force the form has no place for."""


class Lists(Protocol):
    @property
    def tools(self) -> str:
        """Where people save such lists: "the Army Book or Somebody's Planner"."""
        ...

    @property
    def by_hand(self) -> str:
        """How a list is written by hand, in a sentence."""
        ...

    @property
    def forms(self) -> Sequence[ListForm]:
        """The forms in which lists can be written; reading tells them apart by itself."""
        ...

    def read(self, text: str, name: str, library: Any = None) -> ListedForce:
        """A list in any form; `library` are the units to look names up in, or else those that come with the game."""
        ...

    def write(self, force: Any, form: str) -> ListText: ...
