"""Terrain under points and ways, compiled: the pieces that hold a point, and how far a way leads through each."""

from __future__ import annotations

import numpy as np

from musterhall.compiling import compiled
from musterhall.geometry import Floats, Ints, Outlines, contains, in_box, length_inside, misses

HALVINGS = 12
"""How often the stretch in which a way enters a piece is halved to find where."""


@compiled
def pieces_holding(outlines: Outlines, px: float, py: float, found: Ints) -> int:
    """How many pieces a point lies in; `found` gets their numbers."""
    count = 0
    for s in range(len(outlines)):
        if in_box(outlines, s, px, py) and contains(outlines, s, px, py):
            found[count] = s
            count += 1
    return count


@compiled
def add_inches_inside(outlines: Outlines, ax: float, ay: float, bx: float, by: float, inches: Floats) -> None:
    """Add to the inches of each piece what lies in it of the straight way a-b."""
    cuts = np.empty(outlines.shape[1])
    for s in range(len(outlines)):
        if not misses(ax, ay, bx, by, outlines, s):
            inches[s] += length_inside(outlines, s, ax, ay, bx, by, cuts)


@compiled
def entry(outlines: Outlines, s: int, ax: float, ay: float, bx: float, by: float) -> float:
    """At which share of a way a-b from outside it first lies inside a piece, a little late."""
    cuts = np.empty(outlines.shape[1])
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if length_inside(outlines, s, ax, ay, ax + (bx - ax) * middle, ay + (by - ay) * middle, cuts) > 0.0:
            high = middle
        else:
            low = middle
    return high
