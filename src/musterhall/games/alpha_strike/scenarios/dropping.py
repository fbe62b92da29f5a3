"""Things that lie on the table or are carried: where a player puts one down beside a unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from musterhall.battle.decisions import Answer, Decision, Illegal, Rule, Schema
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.scenarios.contact import beside
from musterhall.geometry import Point

DIRECTIONS = 8


class PutBeside(Decision):
    """13.6 In which direction of a unit a player puts something down in contact with it, in degrees."""

    __slots__ = ("unit", "view", "what")
    kind = "put beside"
    section = "13.6"

    def __init__(self, view: Position, side: int, unit: int, what: str) -> None:
        super().__init__(side)
        self.view, self.unit, self.what = view, unit, what

    def question(self) -> str:
        return f"On which side of {self.view.unit(self.unit).name} do you put {self.what}?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}

    def schema(self) -> Schema:
        return {"type": "number", "minimum": 0, "maximum": 360}

    def options(self) -> Iterator[Answer]:
        for step in range(DIRECTIONS):
            yield 360 * step // DIRECTIONS

    def check(self, answer: Answer) -> float:
        if isinstance(answer, bool) or not isinstance(answer, int | float) or not 0 <= answer <= 360:
            raise Illegal(
                "The direction is a number of degrees from 0 to 360, counted from the east to the south", "13.6"
            )
        return float(answer)

    def in_words(self, answer: Answer) -> str:
        return f"at {answer:g} degrees"


def put_beside(position: Position, side: int, unit: int, what: str, radius: float) -> Rule[Point]:
    """13.6 Ask a player where something is put down beside a unit."""
    angle: float = yield PutBeside(position.seen_by(side), side, unit, what)
    return beside(position, unit, angle, radius)
