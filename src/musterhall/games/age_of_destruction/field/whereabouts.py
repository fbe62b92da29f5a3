"""Where all bases are at one moment, and what was measured of that."""

from __future__ import annotations

from typing import Any

import numpy as np

from musterhall.games.age_of_destruction.field.bases import FACING, X, Y, gaps_from
from musterhall.geometry import Floats, Point


class Whereabouts:
    """All bases of a table. Replaced and never changed, so that what was measured once holds as long as it does.

    Positions, their copies and the views of players share one until somebody moves or terrain is placed.
    """

    __slots__ = ("_gaps", "bases", "facings", "memo", "places", "under")

    def __init__(self, bases: Floats, places: list[Point], facings: list[float], under: list[list[int] | None]) -> None:
        self.bases = bases
        """A row for each unit (`field/bases.py`)."""
        self.places = places
        self.facings = facings
        self.under = under
        """The pieces of terrain that the middle of each base is in, where somebody has asked for it."""
        self.memo: dict[Any, Any] = {}
        """What else was worked out from where bases and terrain are, by question."""
        self._gaps: list[list[float] | None] = [None] * len(places)

    @classmethod
    def of(cls, bases: Floats) -> Whereabouts:
        rows = bases.tolist()
        return cls(bases, [(row[X], row[Y]) for row in rows], [row[FACING] for row in rows], [None] * len(rows))

    def gaps(self, unit: int) -> list[float]:
        """From the base of a unit to each base; below 0 where they overlap."""
        found = self._gaps[unit]
        if found is None:
            room = np.empty(len(self.places))
            gaps_from(self.bases, unit, room)
            found = self._gaps[unit] = room.tolist()
        return found

    def with_base(self, unit: int, place: Point, facing: float) -> Whereabouts:
        """The same with one base elsewhere."""
        moved = Whereabouts(self.bases.copy(), self.places.copy(), self.facings.copy(), self.under.copy())
        moved.bases[unit, X], moved.bases[unit, Y] = moved.places[unit] = place
        moved.bases[unit, FACING] = moved.facings[unit] = facing
        moved.under[unit] = None
        return moved
