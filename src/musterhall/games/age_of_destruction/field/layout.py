"""Where all bases lie at one moment, and what was measured between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from musterhall.games.age_of_destruction.field.bases import FACING, X, Y, measure_from
from musterhall.geometry import Floats, Point


class Layout:
    """All bases of a table. Replaced and never changed, so that what was measured once holds as long as it does.

    Positions, their copies and the views of players share one until somebody moves.
    """

    __slots__ = ("_measured", "bases", "facings", "memo", "places")

    def __init__(self, bases: Floats) -> None:
        self.bases = bases
        """A row for each unit (`field/bases.py`)."""
        rows = bases.tolist()
        self.places: list[Point] = [(row[X], row[Y]) for row in rows]
        self.facings: list[float] = [row[FACING] for row in rows]
        self.memo: dict[Any, Any] = {}
        """What else was worked out from where the bases are and from what never changes, by question."""
        self._measured: list[tuple[list[float], list[float]] | None] = [None] * len(rows)

    def gaps(self, unit: int) -> list[float]:
        """From the base of a unit to each base; below 0 where they overlap."""
        return (self._measured[unit] or self._measure(unit))[0]

    def turns(self, unit: int) -> list[float]:
        """By how many degrees a unit would have to turn to look at the middle of each base."""
        return (self._measured[unit] or self._measure(unit))[1]

    def _measure(self, unit: int) -> tuple[list[float], list[float]]:
        found = np.empty((2, len(self.places)))
        measure_from(self.bases, unit, found)
        gaps, turns = found.tolist()
        self._measured[unit] = gaps, turns
        return gaps, turns

    def with_base(self, unit: int, place: Point, facing: float) -> Layout:
        """The same with one base elsewhere."""
        bases = self.bases.copy()
        bases[unit, X], bases[unit, Y], bases[unit, FACING] = place[0], place[1], facing
        return Layout(bases)
