"""Measuring for many units at once: how far apart are they, who sees whom, who stands where. Compiled.

Arrays hold one entry for each unit of a battle; units are numbers into them.
"""

from __future__ import annotations

import math

import numpy as np

from musterhall.compiling import compiled
from musterhall.geometry import Flags, Floats, Ints, Outlines, Point, Shapes, contains, in_box, length_inside, misses


def distances(xs: Floats, ys: Floats, radius: Floats, a: Ints, b: Ints) -> Floats:
    """Base to base, for every unit of a with every unit of b."""
    result = np.empty((len(a), len(b)))
    _distances(xs, ys, radius, a, b, result)
    return result


@compiled
def _distances(xs: Floats, ys: Floats, radius: Floats, a: Ints, b: Ints, result: Floats) -> None:
    for i in range(len(a)):
        u = a[i]
        for j in range(len(b)):
            v = b[j]
            gap = math.sqrt((xs[u] - xs[v]) ** 2 + (ys[u] - ys[v]) ** 2) - radius[u] - radius[v]
            result[i, j] = max(gap, 0.0)


def group_gaps(xs: Floats, ys: Floats, radius: Floats, a: Ints, b: Ints, group: Ints, groups: int) -> Floats:
    """For each group of units, how near any unit of b in it is to any of a; infinite where there is none."""
    result = np.empty(groups)
    _group_gaps(xs, ys, radius, a, b, group, result)
    return result


@compiled
def _group_gaps(xs: Floats, ys: Floats, radius: Floats, a: Ints, b: Ints, group: Ints, result: Floats) -> None:
    result[:] = np.inf
    for i in range(len(a)):
        u = a[i]
        for j in range(len(b)):
            v = b[j]
            gap = math.sqrt((xs[u] - xs[v]) ** 2 + (ys[u] - ys[v]) ** 2) - radius[u] - radius[v]
            if gap < result[group[v]]:
                result[group[v]] = max(gap, 0.0)


@compiled
def block_meets(
    block_x: Floats, block_y: Floats, middle: Point, corner: Point, xs: Floats, ys: Floats, others: Ints, reach: float
) -> bool:
    """Does a block of points about a middle come within reach of any of the others? It is kept on the table, which ends
    at the `corner`."""
    nearest = np.inf
    for i in range(len(block_x)):
        x = min(max(block_x[i] + middle[0], 0.0), corner[0])
        y = min(max(block_y[i] + middle[1], 0.0), corner[1])
        for j in range(len(others)):
            nearest = min(nearest, (x - xs[others[j]]) ** 2 + (y - ys[others[j]]) ** 2)
    return bool(nearest <= reach * reach)


@compiled
def nearest_gap(x: Floats, y: Floats, other_x: Floats, other_y: Floats) -> float:
    """The shortest distance between any of these points and any of the others."""
    best = np.inf
    for i in range(len(x)):
        for j in range(len(other_x)):
            best = min(best, (x[i] - other_x[j]) ** 2 + (y[i] - other_y[j]) ** 2)
    return math.sqrt(best)


def nearest_gaps(xs: Floats, ys: Floats, radius: Floats, a: Ints, b: Ints) -> Floats:
    """For each unit of a, how near the nearest of b is, base to base."""
    result = np.empty(len(a))
    _nearest_gaps(xs, ys, radius, a, b, result)
    return result


@compiled
def _nearest_gaps(xs: Floats, ys: Floats, radius: Floats, a: Ints, b: Ints, result: Floats) -> None:
    result[:] = np.inf
    for i in range(len(a)):
        u = a[i]
        for v in b:
            gap = math.sqrt((xs[u] - xs[v]) ** 2 + (ys[u] - ys[v]) ** 2) - radius[u] - radius[v]
            result[i] = min(result[i], max(gap, 0.0))


def sight(xs: Floats, ys: Floats, a: Ints, b: Ints, reach: float, screens: Shapes, depth: float) -> Flags:
    """Which of a see which of b, no farther than `reach`.

    A shape with neither unit in it hides what is behind it; with one of them inside, the line may run through it
    for `depth`.
    """
    result = np.zeros((len(a), len(b)), dtype=np.bool_)
    _sight(xs, ys, a, b, reach, screens.outlines, depth, result)
    return result


@compiled
def _sight(
    xs: Floats,
    ys: Floats,
    a: Ints,
    b: Ints,
    reach: float,
    screens: Outlines,
    depth: float,
    result: Flags,
) -> None:
    cuts = np.empty(screens.shape[1])
    for i in range(len(a)):
        ax, ay = xs[a[i]], ys[a[i]]
        for j in range(len(b)):
            bx, by = xs[b[j]], ys[b[j]]
            if (ax - bx) ** 2 + (ay - by) ** 2 <= reach * reach:
                result[i, j] = clear_line(ax, ay, bx, by, screens, depth, cuts)


@compiled
def clear_line(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    screens: Outlines,
    depth: float,
    cuts: Floats,
) -> bool:
    """Is a seen from b past these shapes? `cuts` is room to work in, longer than all outlines together."""
    for s in range(len(screens)):
        if misses(ax, ay, bx, by, screens, s):
            continue
        length = length_inside(screens, s, ax, ay, bx, by, cuts)
        if length <= 1e-6:
            continue
        ends_inside = contains(screens, s, ax, ay) or contains(screens, s, bx, by)
        if not ends_inside or length > depth + 1e-6:
            return False
    return True


def inside(xs: Floats, ys: Floats, units: Ints, shapes: Shapes) -> Flags:
    """Which units stand in which shapes."""
    result = np.zeros((len(units), len(shapes)), dtype=np.bool_)
    _inside(xs, ys, units, shapes.outlines, result)
    return result


@compiled
def _inside(xs: Floats, ys: Floats, units: Ints, shapes: Outlines, result: Flags) -> None:
    for i in range(len(units)):
        px, py = xs[units[i]], ys[units[i]]
        for s in range(len(shapes)):
            if in_box(shapes, s, px, py):
                result[i, s] = contains(shapes, s, px, py)


@compiled
def any_close(xs: Floats, ys: Floats, radius: Floats, there: Flags, a: Ints, b: Ints, reach: float) -> bool:
    """Is any unit of a, base to base, within reach of any of b? Only those count that are there."""
    for u in a:
        if there[u]:
            for v in b:
                if there[v]:
                    near = reach + radius[u] + radius[v]
                    if (xs[u] - xs[v]) ** 2 + (ys[u] - ys[v]) ** 2 <= near * near:
                        return True
    return False


@compiled
def most_close(xs: Floats, ys: Floats, radius: Floats, there: Flags, a: Ints, b: Ints, reach: float) -> int:
    """How many units of b any one unit of a has, base to base, within reach. Only those count that are there."""
    most = 0
    for u in a:
        if not there[u]:
            continue
        close = 0
        for v in b:
            near = reach + radius[u] + radius[v]
            if there[v] and (xs[u] - xs[v]) ** 2 + (ys[u] - ys[v]) ** 2 <= near * near:
                close += 1
        most = max(most, close)
    return most


@compiled
def nearest_there(x: float, y: float, xs: Floats, ys: Floats, there: Flags, units: Ints) -> float:
    """How near to the point the nearest of these units is that are there; infinite if there is none."""
    nearest = np.inf
    for u in units:
        if there[u]:
            nearest = min(nearest, (xs[u] - x) ** 2 + (ys[u] - y) ** 2)
    return math.sqrt(nearest)


@compiled
def any_within(x: float, y: float, xs: Floats, ys: Floats, units: Ints, reach: float) -> bool:
    """Is any of these units nearer to the point than `reach`?"""
    nearest = np.inf
    for u in units:
        nearest = min(nearest, (xs[u] - x) ** 2 + (ys[u] - y) ** 2)
    return bool(nearest < reach * reach)
