"""Points, discs, segments, polygons and arcs, in centimetres.

Single questions are answered with plain numbers. Questions about many units at once ("who sees whom") go to the
compiled functions in the second half; both halves share the same small functions, so they cannot disagree.
Units are discs; a disc of radius 0 is a point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Function = TypeVar("Function", bound=Callable[..., Any])

SLACK = 0.01
"""A tenth of a millimetre: what a tape measure forgives, and what rounding a place to 0.01 cm may cost."""


def compiled(function: Function) -> Function:
    """Compile a function of numbers and arrays; the machine code is kept beside the source."""
    return cast(Function, numba.njit(cache=True, error_model="numpy")(function))


# Single questions


def distance(a: Point, b: Point, radius_a: float = 0.0, radius_b: float = 0.0) -> float:
    """From base to base."""
    return max(0.0, math.hypot(a[0] - b[0], a[1] - b[1]) - radius_a - radius_b)


def path_length(path: Sequence[Point]) -> float:
    return sum(math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))


def bearing(a: Point, b: Point) -> float:
    """Degrees from a to b, counted anticlockwise from the x axis, 0 up to 360."""
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 360.0


def in_arc(origin: Point, facing: float, width: float, target: Point) -> bool:
    """Is `target` inside the arc of `width` degrees that opens at `origin` around `facing`?"""
    if origin == target:
        return True
    off = abs((bearing(origin, target) - facing + 180.0) % 360.0 - 180.0)
    return off <= width / 2 + 1e-9


def rounded(point: Point) -> Point:
    """A place on the table as it is written down."""
    return (round(point[0], 2), round(point[1], 2))


def towards(a: Point, b: Point, length: float) -> Point:
    """The point `length` from a in the direction of b; b itself when that is nearer."""
    gap = math.hypot(b[0] - a[0], b[1] - a[1])
    if gap <= length or gap == 0.0:
        return b
    return (a[0] + (b[0] - a[0]) * length / gap, a[1] + (b[1] - a[1]) * length / gap)


def centre(points: Sequence[Point]) -> Point:
    return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))


# Shapes packed for compiled functions


@dataclass(frozen=True, slots=True)
class Shapes:
    """Many outlines in four flat arrays: corners of shape i are first[i] up to first[i + 1]."""

    x: Floats
    y: Floats
    first: Ints
    box: Floats

    @classmethod
    def of(cls, outlines: Sequence[Sequence[Point]]) -> Shapes:
        corners = [corner for outline in outlines for corner in outline]
        lengths = [len(outline) for outline in outlines]
        boxes = [
            (min(c[0] for c in o), max(c[0] for c in o), min(c[1] for c in o), max(c[1] for c in o)) for o in outlines
        ]
        return cls(
            np.array([c[0] for c in corners], dtype=np.float64),
            np.array([c[1] for c in corners], dtype=np.float64),
            np.array([0, *np.cumsum(lengths)], dtype=np.int64),
            np.array(boxes, dtype=np.float64).reshape(len(outlines), 4),
        )

    def __len__(self) -> int:
        return len(self.first) - 1

    def length_inside(self, shape: int, a: Point, b: Point) -> float:
        """How much of the straight line from a to b lies inside the shape."""
        return float(_length_inside(self.x, self.y, self.first[shape], self.first[shape + 1], a[0], a[1], b[0], b[1]))

    def contains(self, shape: int, point: Point) -> bool:
        return bool(_contains(self.x, self.y, self.first[shape], self.first[shape + 1], point[0], point[1]))

    def share_inside(self, shape: int, point: Point, radius: float) -> float:
        """The share of a base that lies inside, by a fine and even scatter of test points."""
        if radius <= 0.0:
            return 1.0 if self.contains(shape, point) else 0.0
        inside = sum(self.contains(shape, (point[0] + radius * u, point[1] + radius * v)) for u, v in _SCATTER)
        return inside / len(_SCATTER)


def _scatter(rings: int = 12) -> tuple[Point, ...]:
    """Points spread evenly over the unit disc."""
    points: list[Point] = []
    for ring in range(rings):
        radius, count = (ring + 0.5) / rings, 2 * (2 * ring + 1) * 3 // 2
        for step in range(count):
            angle = 2 * math.pi * (step + 0.5) / count
            points.append((radius * math.cos(angle), radius * math.sin(angle)))
    return tuple(points)


_SCATTER = _scatter()


# Compiled: one line, one shape


@compiled
def _contains(xs: Floats, ys: Floats, first: int, last: int, px: float, py: float) -> bool:
    """Is the point inside the outline? Counts crossings of a ray to the right."""
    inside = False
    j = last - 1
    for i in range(first, last):
        if (ys[i] > py) != (ys[j] > py) and px < (xs[j] - xs[i]) * (py - ys[i]) / (ys[j] - ys[i]) + xs[i]:
            inside = not inside
        j = i
    return inside


@compiled
def _crossing(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> float:
    """Where along a-b (0 to 1) it meets c-d, or -1."""
    rx, ry, sx, sy = bx - ax, by - ay, dx - cx, dy - cy
    cross = rx * sy - ry * sx
    if cross == 0.0:
        return -1.0
    t = ((cx - ax) * sy - (cy - ay) * sx) / cross
    u = ((cx - ax) * ry - (cy - ay) * rx) / cross
    if t < 0.0 or t > 1.0 or u < 0.0 or u > 1.0:
        return -1.0
    return t


@compiled
def _length_inside(xs: Floats, ys: Floats, first: int, last: int, ax: float, ay: float, bx: float, by: float) -> float:
    """How much of a-b lies inside the outline."""
    cuts = np.empty(last - first + 2)
    cuts[0] = 0.0
    count = 1
    j = last - 1
    for i in range(first, last):
        t = _crossing(ax, ay, bx, by, xs[j], ys[j], xs[i], ys[i])
        if t >= 0.0:
            cuts[count] = t
            count += 1
        j = i
    if count == 1:
        inside = _contains(xs, ys, first, last, (ax + bx) / 2, (ay + by) / 2)
        return math.sqrt((bx - ax) ** 2 + (by - ay) ** 2) if inside else 0.0
    cuts[count] = 1.0
    count += 1
    parts = np.sort(cuts[:count])
    share = 0.0
    for k in range(count - 1):
        if parts[k + 1] > parts[k]:
            middle = (parts[k] + parts[k + 1]) / 2
            if _contains(xs, ys, first, last, ax + (bx - ax) * middle, ay + (by - ay) * middle):
                share += parts[k + 1] - parts[k]
    return share * math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)


@compiled
def _entry(xs: Floats, ys: Floats, first: int, last: int, ax: float, ay: float, bx: float, by: float) -> float:
    """Where along a-b (0 to 1) the line first goes into the outline; 2 if it never does, 0 if it starts inside."""
    if _contains(xs, ys, first, last, ax, ay):
        return 0.0
    best = 2.0
    j = last - 1
    for i in range(first, last):
        t = _crossing(ax, ay, bx, by, xs[j], ys[j], xs[i], ys[i])
        if 0.0 <= t < best:
            best = t
        j = i
    return best


# Compiled: many units


@compiled
def distances(xs: Floats, ys: Floats, radius: Floats, a: Ints, b: Ints) -> Floats:
    """Base to base, for every unit of a with every unit of b."""
    result = np.empty((len(a), len(b)))
    for i in range(len(a)):
        u = a[i]
        for j in range(len(b)):
            v = b[j]
            gap = math.sqrt((xs[u] - xs[v]) ** 2 + (ys[u] - ys[v]) ** 2) - radius[u] - radius[v]
            result[i, j] = max(gap, 0.0)
    return result


@compiled
def sight(
    xs: Floats,
    ys: Floats,
    a: Ints,
    b: Ints,
    reach: float,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    depth: float,
) -> Flags:
    """Which of a see which of b, no farther than `reach`.

    A shape with neither unit in it hides what is behind it; with one of them inside, the line may run through it
    for `depth`.
    """
    result = np.zeros((len(a), len(b)), dtype=np.bool_)
    for i in range(len(a)):
        ax, ay = xs[a[i]], ys[a[i]]
        for j in range(len(b)):
            bx, by = xs[b[j]], ys[b[j]]
            if (ax - bx) ** 2 + (ay - by) ** 2 <= reach * reach:
                result[i, j] = _clear(ax, ay, bx, by, shape_x, shape_y, first, box, depth)
    return result


@compiled
def _clear(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    depth: float,
) -> bool:
    left, right = min(ax, bx), max(ax, bx)
    low, high = min(ay, by), max(ay, by)
    for s in range(len(first) - 1):
        if box[s, 0] > right or box[s, 1] < left or box[s, 2] > high or box[s, 3] < low:
            continue
        length = _length_inside(shape_x, shape_y, first[s], first[s + 1], ax, ay, bx, by)
        if length <= 1e-6:
            continue
        ends_inside = _contains(shape_x, shape_y, first[s], first[s + 1], ax, ay) or _contains(
            shape_x, shape_y, first[s], first[s + 1], bx, by
        )
        if not ends_inside or length > depth + 1e-6:
            return False
    return True


@compiled
def inside(xs: Floats, ys: Floats, units: Ints, shape_x: Floats, shape_y: Floats, first: Ints, box: Floats) -> Flags:
    """Which units stand in which shapes."""
    shapes = len(first) - 1
    result = np.zeros((len(units), shapes), dtype=np.bool_)
    for i in range(len(units)):
        px, py = xs[units[i]], ys[units[i]]
        for s in range(shapes):
            if box[s, 0] <= px <= box[s, 1] and box[s, 2] <= py <= box[s, 3]:
                result[i, s] = _contains(shape_x, shape_y, first[s], first[s + 1], px, py)
    return result


@compiled
def crossed(ax: float, ay: float, bx: float, by: float, xs: Floats, ys: Floats, first: Ints, box: Floats) -> Flags:
    """Which shapes the straight way from a to b passes over."""
    result = np.zeros(len(first) - 1, dtype=np.bool_)
    left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    for s in range(len(first) - 1):
        if box[s, 0] <= right and box[s, 1] >= left and box[s, 2] <= high and box[s, 3] >= low:
            result[s] = _length_inside(xs, ys, first[s], first[s + 1], ax, ay, bx, by) > 1e-6
    return result


@compiled
def widest_gap(
    xs: Floats, ys: Floats, radius: Floats, units: Ints, extra: Floats, limit: float, pairing: int
) -> tuple[int, int, float]:
    """The pair of units farthest beyond the distance they may be apart, and by how much; -1, -1 if none is.

    `extra` lengthens the limit of a pair: by the larger of the two (pairing 0), their sum (1), or the smaller (2).
    """
    worst_i, worst_j, worst = -1, -1, 1e-6
    for i in range(len(units)):
        u = units[i]
        for j in range(i):
            v = units[j]
            allowed = limit
            if pairing == 0:
                allowed += max(extra[u], extra[v])
            elif pairing == 1:
                allowed += extra[u] + extra[v]
            else:
                allowed += min(extra[u], extra[v])
            gap = math.sqrt((xs[u] - xs[v]) ** 2 + (ys[u] - ys[v]) ** 2) - radius[u] - radius[v]
            if gap - allowed > worst:
                worst_i, worst_j, worst = v, u, gap - allowed
    return worst_i, worst_j, worst


NO_EFFECT, DIFFICULT, IMPASSABLE = 0, 1, 2


@compiled
def _circle_entry(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, r: float) -> float:
    """Where along a-b (0 to 1) it first comes nearer than r to c; 2 if never, 0 if it starts there and goes nearer."""
    dx, dy, fx, fy = bx - ax, by - ay, ax - cx, ay - cy
    along = dx * fx + dy * fy
    gap = fx * fx + fy * fy - r * r
    if along >= 0.0:
        return 2.0
    if gap <= 0.0:
        return 0.0
    square = dx * dx + dy * dy
    root = along * along - square * gap
    if root <= 0.0:
        return 2.0
    t = (-along - math.sqrt(root)) / square
    return t if t <= 1.0 else 2.0


@compiled
def straight_reach(
    from_x: Floats,
    from_y: Floats,
    to_x: Floats,
    to_y: Floats,
    allowance: Floats,
    effects: Ints,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    enemy_x: Floats,
    enemy_y: Floats,
    keep_off: Floats,
) -> Floats:
    """How far along its straight way each unit may go.

    `effects[i, s]` is what shape s does to unit i. A shape that is difficult halves the whole allowance of a unit
    that starts in it or enters it; the unit stops short where that is the better bargain. `keep_off` is how near
    each enemy lets anyone come.
    """
    count = len(from_x)
    result = np.empty(count)
    for i in range(count):
        ax, ay, bx, by = from_x[i], from_y[i], to_x[i], to_y[i]
        length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        if length < 1e-9:
            result[i] = 0.0
            continue
        limit = min(length, allowance[i])
        left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        for s in range(len(first) - 1):
            effect = effects[i, s]
            if effect == 0 or box[s, 0] > right or box[s, 1] < left or box[s, 2] > high or box[s, 3] < low:
                continue
            enters = _entry(shape_x, shape_y, first[s], first[s + 1], ax, ay, bx, by) * length
            if enters >= limit:
                continue
            half = allowance[i] / 2
            if effect == 1 and half > enters:
                limit = min(limit, half)
            elif effect == 1 or enters > 0.0:
                limit = min(limit, max(enters - 0.02, 0.0))
        for e in range(len(enemy_x)):
            near = _circle_entry(ax, ay, bx, by, enemy_x[e], enemy_y[e], keep_off[e]) * length
            if near < limit:
                limit = max(near - 0.02, 0.0)
        result[i] = limit
    return result


@compiled
def trespass(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    effects: Ints,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    enemy_x: Floats,
    enemy_y: Floats,
    keep_off: Floats,
) -> tuple[int, int, int]:
    """What the straight way a-b meets: a difficult shape, an impassable shape, an enemy's area; -1 for none."""
    difficult, impassable, enemy = -1, -1, -1
    left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    for s in range(len(first) - 1):
        if effects[s] == 0 or box[s, 0] > right or box[s, 1] < left or box[s, 2] > high or box[s, 3] < low:
            continue
        if effects[s] == 1 and _entry(shape_x, shape_y, first[s], first[s + 1], ax, ay, bx, by) <= 1.0:
            difficult = s
        if effects[s] == 2 and _length_inside(shape_x, shape_y, first[s], first[s + 1], ax, ay, bx, by) > 0.005:
            impassable = s
    for e in range(len(enemy_x)):
        if _circle_entry(ax, ay, bx, by, enemy_x[e], enemy_y[e], keep_off[e] - 0.01) <= 1.0:
            enemy = e
    return difficult, impassable, enemy


@compiled
def between(xs: Floats, ys: Floats, shooters: Ints, friends: Ints, targets: Ints, width: float) -> Ints:
    """The first line from a shooter to a friend that meets a target or passes between two of them.

    Gives (shooter, friend, target, target), all -1 where there is none.
    """
    found = np.full(4, -1)
    left, right = xs[targets].min() - width, xs[targets].max() + width
    low, high = ys[targets].min() - width, ys[targets].max() + width
    for u in shooters:
        for v in friends:
            ax, ay, bx, by = xs[u], ys[u], xs[v], ys[v]
            if max(ax, bx) < left or min(ax, bx) > right or max(ay, by) < low or min(ay, by) > high:
                continue
            square = (bx - ax) ** 2 + (by - ay) ** 2
            for i in range(len(targets)):
                p = targets[i]
                if square > 0.0:
                    t = min(1.0, max(0.0, ((xs[p] - ax) * (bx - ax) + (ys[p] - ay) * (by - ay)) / square))
                    off = (ax + t * (bx - ax) - xs[p]) ** 2 + (ay + t * (by - ay) - ys[p]) ** 2
                    if off <= width * width:
                        found[:] = np.array([u, v, p, p])
                        return found
                for j in range(i):
                    q = targets[j]
                    if _crossing(ax, ay, bx, by, xs[p], ys[p], xs[q], ys[q]) >= 0.0:
                        found[:] = np.array([u, v, p, q])
                        return found
    return found


@compiled
def best_disc(xs: Floats, ys: Floats, units: Ints, radius: float) -> tuple[float, float, int]:
    """Where a disc covers the most of these units, and how many."""
    best_x, best_y, best = xs[units[0]], ys[units[0]], 0
    count = len(units)
    for i in range(count):
        for j in range(i, count):
            ax, ay, bx, by = xs[units[i]], ys[units[i]], xs[units[j]], ys[units[j]]
            mx, my = (ax + bx) / 2, (ay + by) / 2
            half = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2) / 2
            if half > radius:
                continue
            for side in range(3):
                cx, cy = mx, my
                if side > 0 and half > 0.0:
                    lift = math.sqrt(radius * radius - half * half) * (1.0 if side == 1 else -1.0)
                    cx, cy = mx - (by - ay) / (2 * half) * lift, my + (bx - ax) / (2 * half) * lift
                under = 0
                for k in range(count):
                    if (xs[units[k]] - cx) ** 2 + (ys[units[k]] - cy) ** 2 <= (radius + 1e-6) ** 2:
                        under += 1
                if under > best:
                    best_x, best_y, best = cx, cy, under
    return best_x, best_y, best
