"""Where a battle in a terminal is played: `here.py` in this computer's own store, `elsewhere.py` in a hall over HTTP.

Both give the same plain data, so that whoever asks and answers need not know which it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from musterhall.battle.decisions import Answer

State = dict[str, Any]


class Place(Protocol):
    """A battle, and the sides of it that are played here."""

    name: str
    sides: tuple[int, ...]

    def state(self, side: int) -> State:
        """What is asked of a side and how it stands, as that side may know it."""

    def board(self, side: int, *, colours: bool, columns: int) -> State:
        """The text board as that side sees it, in a terminal of so many columns."""

    def log(self, side: int) -> list[State]: ...

    def judged(self, side: int, sketch: Mapping[str, Any]) -> State:
        """What a sketch means, and whether it would be taken."""

    def opened(self, side: int, sketch: Mapping[str, Any]) -> State:
        """What stands behind a first choice, where a question holds others."""

    def answer(self, side: int, answer: Answer) -> None: ...

    def do(self, side: int, what: str, *, yes: bool = True) -> None:
        """Undo, draw or resign; to the other's request, say yes or no."""

    def hint(self, side: int) -> State: ...

    def rule(self, section: str) -> State: ...

    def wait(self, version: int) -> None:
        """Until something was written after this; or for a while."""

    def close(self) -> None: ...
