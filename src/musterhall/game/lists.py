"""Lists of other tools, made into forces of the game."""

from __future__ import annotations

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


class Lists(Protocol):
    def read(self, text: str, name: str, library: Any) -> ListedForce: ...
