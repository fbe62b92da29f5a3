"""A game's referee: the questions it takes, its rulings, and the situation for the board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from musterhall.battle.referee import Questions, Ruling
from musterhall.board import Picture
from musterhall.game.bounds import Bound
from musterhall.game.kit import Kit


@dataclass(frozen=True, slots=True)
class Scene:
    """A situation to look at: as the board draws it, and in words for whoever has no picture."""

    picture: Picture
    words: tuple[str, ...] = ()


class Referee(ABC):
    """Who answers questions about a situation of one game."""

    questions: Questions
    dice_beside: bool = False
    """A file gives dice, seed and answers beside its question; else they are words of the question that takes them."""

    @property
    def kit(self) -> Kit | None:
        """What situations are put together with by tapping; None where they are only written."""
        return None

    @abstractmethod
    def ask(self, asked: Mapping[str, Any], name: str) -> Ruling:
        """The ruling on the question in a file's data; everything wrong with it is `BadInput`."""

    def knowing(self, library: Any) -> Referee:
        """The referee who knows these units too, where a game lets situations name units of a library."""
        return self

    def names(self, data: Mapping[str, Any]) -> list[str]:
        """Names in a situation that a question may be about, to choose from."""
        return []

    def bounds(self, data: Mapping[str, Any]) -> Iterable[Bound]:
        """How large a situation is, for a stranger's question."""
        return ()

    def scene(
        self, data: Mapping[str, Any], after: Mapping[str, Any] | None, given: Mapping[str, Any], name: str
    ) -> Scene | None:
        """The situation before and after a question was resolved, with what was `given` to it set off."""
        return None
