"""Lines are drawn from square to square."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.game.gestures.gesture import NOWHERE, Gesture, Place, Sketch, Spot
from musterhall.game.gestures.sketches import is_square


@dataclass(frozen=True, slots=True)
class Arrow:
    """One line to be drawn over the squares of the table: for whom, and from which squares it may begin."""

    name: str
    words: str
    starts: Sequence[tuple[int, int]]
    groups: Sequence[int] = ()

    def as_data(self) -> dict[str, Any]:
        starts = [list(square) for square in self.starts]
        return {"name": self.name, "words": self.words, "starts": starts, "groups": list(self.groups)}


@dataclass(frozen=True, slots=True)
class Arrows(Gesture):
    """Lines are drawn from square to square with a finger."""

    kind = "arrows"
    arrows: Sequence[Arrow]
    square: float
    """How wide a square is; they are numbered from 1, from the west and from the player's own edge."""
    columns: int
    ranks: int
    from_south: bool
    made: Callable[[dict[str, list[list[int]]]], Answer]
    spot: Spot = NOWHERE

    def details(self) -> dict[str, Any]:
        return {
            "arrows": [arrow.as_data() for arrow in self.arrows],
            "square": self.square,
            "columns": self.columns,
            "ranks": self.ranks,
            "from_south": self.from_south,
        }

    def lines(self, answer: Answer) -> Sequence[Sequence[Place]]:
        rows = [row["path"] if isinstance(row, dict) else row for row in answer.values()]
        return [[self._middle(column, rank) for column, rank in row] for row in rows]

    def _middle(self, column: int, rank: int) -> Place:
        depth = self.ranks - rank + 0.5 if self.from_south else rank - 0.5
        return (column - 0.5) * self.square, depth * self.square

    def answer(self, sketch: Sketch) -> Answer:
        drawn: dict[str, list[list[int]]] = {}
        for arrow in self.arrows:
            squares = sketch.get(arrow.name)
            if not isinstance(squares, list) or not all(is_square(square) for square in squares):
                raise Illegal(f"draw the arrow of {arrow.words}")
            drawn[arrow.name] = squares
        return self.made(drawn)
