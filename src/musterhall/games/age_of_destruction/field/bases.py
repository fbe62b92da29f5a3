"""Bases on the table, compiled: how far apart they are, whether a line crosses one.

A base is a stretch with a radius about it: of no length for the round bases of infantry and 'Mechs, and lying along
the facing for the long ones of vehicles. So one rule measures them all.
"""

from __future__ import annotations

import math

import numpy as np

from musterhall.compiling import compiled
from musterhall.geometry import CORNERS, FIRST_X, Floats, Ints, Outlines, contains

X, Y, FACING, HALF, RADIUS = range(5)
"""The columns of a base: where its middle is, its facing in degrees, half the length of its stretch, and its radius."""
EDGE = 0.02
"""Inches by which a base may reach over a line that it has to stay behind, for places are rounded."""
TOUCHING = 0.004
"""Inches that a base may stand off from another that it is placed beside."""


@compiled
def nearest_on_stretch(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """How far a point is from the stretch a-b."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = 0.0 if square == 0.0 else min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / square))
    return math.sqrt((ax + t * dx - px) ** 2 + (ay + t * dy - py) ** 2)


@compiled
def stretch_gap(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> float:
    """How far two stretches a-b and c-d are apart; 0 where they cross."""
    one = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    two = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    three = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    four = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    if one * two < 0.0 and three * four < 0.0:
        return 0.0
    near = min(nearest_on_stretch(ax, ay, cx, cy, dx, dy), nearest_on_stretch(bx, by, cx, cy, dx, dy))
    return min(near, nearest_on_stretch(cx, cy, ax, ay, bx, by), nearest_on_stretch(dx, dy, ax, ay, bx, by))


@compiled
def base_gap(bases: Floats, i: int, j: int) -> float:
    """From base to base, the same from either; below 0 where they overlap."""
    ux, uy = _along(bases, i)
    vx, vy = _along(bases, j)
    gap = stretch_gap(
        bases[i, X] - ux,
        bases[i, Y] - uy,
        bases[i, X] + ux,
        bases[i, Y] + uy,
        bases[j, X] - vx,
        bases[j, Y] - vy,
        bases[j, X] + vx,
        bases[j, Y] + vy,
    )
    return float(gap - (bases[i, RADIUS] + bases[j, RADIUS]))


@compiled
def gaps_from(bases: Floats, i: int, gaps: Floats) -> None:
    """From one base to each; below 0 where they overlap."""
    for j in range(len(bases)):
        gaps[j] = base_gap(bases, i, j)


@compiled
def _along(bases: Floats, i: int) -> tuple[float, float]:
    """From a base's middle to the end of its stretch."""
    if bases[i, HALF] == 0.0:
        return 0.0, 0.0
    angle = bases[i, FACING] * math.pi / 180.0
    return math.cos(angle) * bases[i, HALF], math.sin(angle) * bases[i, HALF]


@compiled
def half_sizes(bases: Floats, i: int, facing: float) -> tuple[float, float]:
    """How far a base with a facing reaches from its middle, along x and along y."""
    angle, half, radius = facing * math.pi / 180.0, bases[i, HALF], bases[i, RADIUS]
    return radius + abs(math.cos(angle)) * half, radius + abs(math.sin(angle)) * half


@compiled
def line_gap(bases: Floats, i: int, ax: float, ay: float, bx: float, by: float) -> float:
    """How far the line a-b passes a base by; below 0 where it crosses."""
    ux, uy = _along(bases, i)
    x, y = bases[i, X], bases[i, Y]
    return float(stretch_gap(ax, ay, bx, by, x - ux, y - uy, x + ux, y + uy) - bases[i, RADIUS])


@compiled
def share_out_of_base(bases: Floats, i: int, ax: float, ay: float, bx: float, by: float) -> float:
    """Where along the line from a in a base to b (0 to 1) it leaves the base."""
    low, high = 0.0, 1.0
    x, y = bases[i, X], bases[i, Y]
    ux, uy = _along(bases, i)
    for _ in range(40):
        middle = (low + high) / 2
        px, py = ax + (bx - ax) * middle, ay + (by - ay) * middle
        if nearest_on_stretch(px, py, x - ux, y - uy, x + ux, y + uy) <= bases[i, RADIUS]:
            low = middle
        else:
            high = middle
    return low


@compiled
def outline_gap(bases: Floats, i: int, outlines: Outlines, s: int) -> float:
    """How far a base is from the edge of a piece of terrain; below 0 where it reaches over it."""
    ux, uy = _along(bases, i)
    x, y = bases[i, X], bases[i, Y]
    last = FIRST_X + 2 * int(outlines[s, CORNERS])
    jx, jy = outlines[s, last - 2], outlines[s, last - 1]
    near = np.inf
    for k in range(FIRST_X, last, 2):
        kx, ky = outlines[s, k], outlines[s, k + 1]
        near = min(near, stretch_gap(x - ux, y - uy, x + ux, y + uy, jx, jy, kx, ky))
        jx, jy = kx, ky
    return float(near - bases[i, RADIUS])


@compiled
def point_gap(bases: Floats, i: int, px: float, py: float) -> float:
    """How far a point is from a base; below 0 inside it."""
    ux, uy = _along(bases, i)
    x, y = bases[i, X], bases[i, Y]
    return float(nearest_on_stretch(px, py, x - ux, y - uy, x + ux, y + uy) - bases[i, RADIUS])


@compiled
def bases_crossed(bases: Floats, ax: float, ay: float, bx: float, by: float, deep: float, found: Ints) -> int:
    """How many bases the line a-b crosses deeper than that; `found` gets their numbers."""
    count = 0
    for i in range(len(bases)):
        if line_gap(bases, i, ax, ay, bx, by) < -deep:
            found[count] = i
            count += 1
    return count


@compiled
def footing(
    bases: Floats, i: int, x: float, y: float, facing: float, outlines: Outlines, deep: float, found: Ints
) -> tuple[int, int]:
    """What a base would stand on somewhere else: how many other bases and pieces of terrain.

    `found` gets the numbers of the bases, and behind room for all of them those of the pieces that hold its middle or
    that its edge reaches deeper than `deep` into.
    """
    moved = bases.copy()
    moved[i, X], moved[i, Y], moved[i, FACING] = x, y, facing
    others, pieces = 0, 0
    for j in range(len(bases)):
        if j != i and base_gap(moved, i, j) < -deep:
            found[others] = j
            others += 1
    for s in range(len(outlines)):
        if contains(outlines, s, x, y) or outline_gap(moved, i, outlines, s) < -deep:
            found[len(bases) + pieces] = s
            pieces += 1
    return others, pieces


@compiled
def inches_to_touch(bases: Floats, i: int, j: int, ux: float, uy: float, facing: float, most: float) -> float:
    """How far base i must be from the middle of base j, in the direction u, to stand beside it, a hair too far."""
    moved = bases.copy()
    moved[i, FACING] = facing
    low, high = 0.0, most
    while high - low > TOUCHING:
        middle = (low + high) / 2
        moved[i, X], moved[i, Y] = moved[j, X] + ux * middle, moved[j, Y] + uy * middle
        if base_gap(moved, i, j) < 0.0:
            low = middle
        else:
            high = middle
    return high
