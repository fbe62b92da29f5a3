"""A glance as arrays, from one player's side of the table: who is here, where, and how much of them is left.

The table is turned so that the player's own edge is always the near one, where `up` is 0; `up` and `across` go from 0
to 1. So what was learnt with red is of use with blue.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from musterhall.game.glance import Glance

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
OWN, THEIRS = 0, 1
CELLS = 6
"""Of the coarse grid, along each side."""
CLOSE = 0.2
"""As a part of the table."""
ACROSS_A_TABLE = 2.0**0.5
"""The longest way there is, where both sides of a table are 1."""


@dataclass(frozen=True, slots=True)
class Troops:
    """The pieces of one side."""

    places: Floats
    """Of those who are here, a row each."""
    left: Floats
    """How much is left of each of these."""
    pieces: int
    """How many there were at first, wherever they are now."""
    to_come: int
    strength: float
    """How much is left of all, in pieces."""


@dataclass(frozen=True, slots=True)
class GroupSeen:
    """Where a group is, as the middle of its pieces, and what it has left of what it had."""

    whose: int
    place: tuple[float, float] | None
    left: float


class Ground:
    """What a glance shows the player of one side."""

    def __init__(self, glance: Glance, player: int) -> None:
        self.glance = glance
        self.player = player
        self.troops = (self._troops(player), self._troops(1 - player))
        self._groups: dict[int, GroupSeen | None] = {}

    def turned(self, places: Sequence[tuple[float, float]]) -> Floats:
        """Places of the table as this player sees them, a row of across and up for each."""
        if not places:
            return np.empty((0, 2))
        parts = np.asarray(places, dtype=np.float64) / (self.glance.width, self.glance.depth)
        return np.clip(1.0 - parts if self.player else parts, 0.0, 1.0)

    def group(self, number: int) -> GroupSeen | None:
        """The group of this number, or None where there is none."""
        if number not in self._groups:
            self._groups[number] = self._group(number)
        return self._groups[number]

    def zones(self, holder: int) -> Floats:
        """Where the zones lie that a side holds."""
        return self.turned([(one.x, one.y) for one in self.glance.zones if one.holder == holder])

    def _troops(self, side: int) -> Troops:
        own = [one for one in self.glance.pieces if one.side == side]
        here = [one for one in own if one.here]
        return Troops(
            self.turned([(one.x, one.y) for one in here]),
            np.array([one.left for one in here]),
            len(own),
            sum(1 for one in own if not one.here and one.left > 0),
            sum(one.left for one in own),
        )

    def _group(self, number: int) -> GroupSeen | None:
        pieces = [one for one in self.glance.pieces if one.group == number]
        if not pieces:
            return None
        here = self.turned([(one.x, one.y) for one in pieces if one.here])
        place = (float(here[:, 0].mean()), float(here[:, 1].mean())) if len(here) else None
        whose = OWN if pieces[0].side == self.player else THEIRS
        return GroupSeen(whose, place, sum(one.left for one in pieces) / len(pieces))


def cells_of(places: Floats, weights: Floats | None = None) -> Floats:
    """How many of these are in each cell of the grid, or what they weigh, row by row from the near edge."""
    at = np.minimum((places * CELLS).astype(np.intp), CELLS - 1)
    return np.bincount(at[:, 1] * CELLS + at[:, 0], weights, CELLS * CELLS).astype(np.float64)


def ways(places: Floats, others: Floats) -> Floats:
    """How far it is from each place to each of the others."""
    return np.asarray(np.hypot(*(places[:, None, :] - others[None, :, :]).transpose(2, 0, 1)))


def nearness(places: Floats, others: Floats) -> Floats:
    """How near the nearest of the others is to each place: 1 at it, 0 across the table or if there is none."""
    if not len(others):
        return np.zeros(len(places))
    return np.asarray(1.0 - ways(places, others).min(axis=1) / ACROSS_A_TABLE)


def share_close(places: Floats, others: Floats) -> Floats:
    """How large a share of the others is close to each place."""
    if not len(others):
        return np.zeros(len(places))
    return np.asarray((ways(places, others) <= CLOSE).mean(axis=1))
