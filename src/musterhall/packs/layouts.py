"""How the table of a scenario is set up, as data from which its picture is drawn.

Places are measured as on any table (`table.py`): from the north-west corner, to the east and to the south, in the
table's own unit. Red's edge is north, blue's is south.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from musterhall.game.terms import PackRule

Pair = Annotated[list[float], Field(min_length=2, max_length=2)]
Role = Literal["red", "blue", "objective", "data", "neutral", "middle"]
"""Whose it is, or what it is for; the picture has a colour for each."""


class Placed(PackRule):
    """Something on the table."""

    role: Role = "neutral"
    at: Pair
    """Its middle; the beginning of an edge or a line; the north-west corner of an area."""
    text: str = Field(default="", max_length=60)
    """What is written at it."""
    is_: str = Field(default="", alias="is", max_length=80)
    """What it is, where the text at it does not say so or there is none."""

    @property
    def name(self) -> str:
        return self.is_ or self.text

    def corners(self) -> list[tuple[float, float]]:
        """What must lie on the table."""
        return [(self.at[0], self.at[1])]


class Area(Placed):
    shape: Literal["area"]
    size: Pair

    def corners(self) -> list[tuple[float, float]]:
        (x, y), (wide, deep) = self.at, self.size
        return [(x, y), (x + wide, y + deep)]


class Circle(Placed):
    shape: Literal["circle"]
    across: float = Field(gt=0)


class Token(Placed):
    """A small piece, drawn as large as is needed to see it."""

    shape: Literal["token"]


class Stretch(Placed):
    """A part of a table edge, or a line across the table."""

    shape: Literal["edge", "line"]
    to: Pair

    def corners(self) -> list[tuple[float, float]]:
        return [(self.at[0], self.at[1]), (self.to[0], self.to[1])]


class Label(Placed):
    shape: Literal["label"]


Place = Annotated[Area | Circle | Token | Stretch | Label, Field(discriminator="shape")]


class Layout(PackRule):
    """A table with what lies on it before the first move."""

    size: Pair
    """From west to east and from north to south."""
    unit: Literal["inches", "cm"] = "inches"
    grid: float | None = Field(default=None, gt=0)
    note: str = ""
    """What a player should know of the picture, such as that it is only an example."""
    place: list[Place] = Field(default=[], max_length=100)

    @model_validator(mode="after")
    def _on_the_table(self) -> Self:
        if min(self.size) <= 0:
            raise ValueError("size must be above nothing; give the table's width and depth")
        for what in self._beside_the_table():
            raise ValueError(f"{what} lies beside the table of {self.size[0]:g} by {self.size[1]:g}; move it")
        return self

    def _beside_the_table(self) -> Iterator[str]:
        wide, deep = self.size
        for number, one in enumerate(self.place, 1):
            if any(not (0 <= x <= wide and 0 <= y <= deep) for x, y in one.corners()):
                yield f"place {number} ({one.name or one.shape})"
