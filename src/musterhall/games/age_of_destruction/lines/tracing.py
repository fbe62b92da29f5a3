"""The geometry of the line of fire, compiled: which bases and which pieces a line crosses, and where."""

from __future__ import annotations

import math

import numpy as np

from musterhall.compiling import compiled
from musterhall.games.age_of_destruction.field.bases import line_gap
from musterhall.geometry import CORNERS, FIRST_X, Flags, Floats, Outlines, contains, crossing, misses

CROSSES = 0.01
"""How many inches of a line must run through something to cross it: touching an edge is nothing."""
BESIDE = 0.001
"""How far beside a line it is looked whether a piece lies on both sides of it."""


@compiled
def bases_crossed(
    bases: Floats, there: Flags, a: int, t: int, ax: float, ay: float, tx: float, ty: float, crossed: Flags
) -> None:
    """Which bases the line crosses, those of the two ends not counted."""
    for i in range(len(bases)):
        crossed[i] = i not in (a, t) and there[i] and line_gap(bases, i, ax, ay, tx, ty) < -CROSSES


@compiled
def stretches(
    outlines: Outlines, s: int, ax: float, ay: float, tx: float, ty: float, cuts: Floats, inside: Floats
) -> int:
    """Where along the line (0 to 1) it runs inside a piece: pairs of from and to in `inside`; how many pairs."""
    if misses(ax, ay, tx, ty, outlines, s):
        return 0
    length = math.sqrt((tx - ax) ** 2 + (ty - ay) ** 2)
    count = 0
    last = FIRST_X + 2 * int(outlines[s, CORNERS])
    jx, jy = outlines[s, last - 2], outlines[s, last - 1]
    for i in range(FIRST_X, last, 2):
        cut = crossing(ax, ay, tx, ty, jx, jy, outlines[s, i], outlines[s, i + 1])
        if cut >= 0.0:
            place = count
            while place > 0 and cuts[place - 1] > cut:
                cuts[place] = cuts[place - 1]
                place -= 1
            cuts[place] = cut
            count += 1
        jx, jy = outlines[s, i], outlines[s, i + 1]
    cuts[count] = 1.0
    pairs, begin = 0, 0.0
    for k in range(count + 1):
        end = cuts[k]
        if (end - begin) * length > CROSSES:
            middle = (begin + end) / 2
            mx, my = ax + (tx - ax) * middle, ay + (ty - ay) * middle
            # A line along an edge has the piece on one side of it only.
            ox, oy = (ay - ty) * BESIDE / length, (tx - ax) * BESIDE / length
            if contains(outlines, s, mx + ox, my + oy) and contains(outlines, s, mx - ox, my - oy):
                inside[2 * pairs], inside[2 * pairs + 1] = begin, end
                pairs += 1
        begin = max(begin, end)
    return pairs


@compiled
def all_stretches(outlines: Outlines, ax: float, ay: float, tx: float, ty: float, found: Floats) -> None:
    """For each piece how much of the line lies in it, where that begins and where it ends; nothing inside is -1."""
    cuts = np.empty(128)
    inside = np.empty(256)
    for s in range(len(outlines)):
        found[s, 0], found[s, 1], found[s, 2] = 0.0, -1.0, -1.0
        pairs = stretches(outlines, s, ax, ay, tx, ty, cuts, inside)
        for k in range(pairs):
            found[s, 0] += inside[2 * k + 1] - inside[2 * k]
        if pairs:
            found[s, 1], found[s, 2] = inside[0], inside[2 * pairs - 1]
