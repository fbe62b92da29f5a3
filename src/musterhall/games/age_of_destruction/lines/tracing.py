"""The geometry of the line of fire, compiled: which bases and which pieces a line crosses, and where."""

from __future__ import annotations

import math

import numpy as np

from musterhall.compiling import compiled
from musterhall.games.age_of_destruction.field.bases import RADIUS, line_gap, share_out_of_base
from musterhall.geometry import CORNERS, FIRST_X, Floats, Ints, Outlines, contains, crossing, misses

CROSSES = 0.01
"""How many inches of a line must run through something to cross it: touching an edge is nothing."""
BESIDE = 0.001
"""How far beside a line it is looked whether a piece lies on both sides of it."""


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
def trace(
    bases: Floats, outlines: Outlines, a: int, t: int, ax: float, ay: float, tx: float, ty: float, found: Ints
) -> tuple[int, int, int]:
    """What the line from the base `a` to the base `t` crosses, others than these two.

    How many bases, how many pieces, and how many of those pieces it is still in when it has left the base `a`; `found`
    gets the numbers of each, behind room for all bases, and behind room for all pieces.
    """
    figures, pieces, beyond = 0, 0, 0
    for i in range(len(bases)):
        # So deep a line is in a round edge when it runs through it for as long as makes it cross.
        deep = CROSSES * CROSSES / (8.0 * bases[i, RADIUS])
        if i not in (a, t) and line_gap(bases, i, ax, ay, tx, ty) < -deep:
            found[figures] = i
            figures += 1
    length = math.sqrt((tx - ax) ** 2 + (ty - ay) ** 2)
    out = share_out_of_base(bases, a, ax, ay, tx, ty) + CROSSES / max(length, CROSSES)
    cuts, inside = np.empty(128), np.empty(256)
    for s in range(len(outlines)):
        pairs = stretches(outlines, s, ax, ay, tx, ty, cuts, inside)
        share = 0.0
        for k in range(pairs):
            share += inside[2 * k + 1] - inside[2 * k]
        if share * length > CROSSES:
            found[len(bases) + pieces] = s
            pieces += 1
            if inside[2 * pairs - 1] > out:
                found[len(bases) + len(outlines) + beyond] = s
                beyond += 1
    return figures, pieces, beyond
