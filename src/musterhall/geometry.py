"""Points, discs, segments, polygons and arcs, in whatever unit a table is measured in.

Questions about one line, one shape, one unit. Those about many units at once ("who sees whom") are in
`measuring.py`; both share the compiled functions at the end of this module, so they cannot disagree. Units are
discs; a disc of radius 0 is a point.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from musterhall.compiling import compiled

Point = tuple[float, float]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

SLACK = 0.01
"""What a tape measure forgives, and what rounding a place to two decimals may cost."""


# Single questions


def distance(a: Point, b: Point, radius_a: float = 0.0, radius_b: float = 0.0) -> float:
    """From base to base."""
    return max(0.0, math.hypot(a[0] - b[0], a[1] - b[1]) - radius_a - radius_b)


def path_length(path: Sequence[Point]) -> float:
    return sum(math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))


def distance_to_path(place: Point, path: Sequence[Point]) -> float:
    """How far a place is from the nearest point of a path."""
    nearest = min(distance(place, point) for point in path)
    for a, b in pairwise(path):
        dx, dy = b[0] - a[0], b[1] - a[1]
        square = dx * dx + dy * dy
        if square > 0.0:
            share = min(1.0, max(0.0, ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / square))
            nearest = min(nearest, distance(place, (a[0] + share * dx, a[1] + share * dy)))
    return nearest


def bearing(a: Point, b: Point) -> float:
    """Degrees from a to b, counted from the x axis towards the y axis, 0 up to 360."""
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


def entry_share(a: Point, b: Point, middle: Point, radius: float) -> float:
    """Where along a-b (0 to 1) it first comes nearer than `radius` to a point; 2 if it never does."""
    return float(circle_entry(a[0], a[1], b[0], b[1], middle[0], middle[1], radius))


def centre(points: Sequence[Point]) -> Point:
    return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))


# Shapes packed for compiled functions


Outlines = Floats
"""A row for each outline: how many corners it has, its box, then x and y of its corners.

One array instead of several, because handing each over to a compiled function costs time; so does taking a row out of
it there, which is why functions about one outline take all of them and its number.
"""
CORNERS, LEFT, RIGHT, LOW, HIGH, FIRST_X, FIRST_Y = range(7)


@dataclass(frozen=True, slots=True)
class Shapes:
    """Many outlines, and what may be asked of one of them."""

    outlines: Outlines
    """As compiled functions take them."""

    @classmethod
    def of(cls, outlines: Sequence[Sequence[Point]]) -> Shapes:
        most = max(map(len, outlines), default=0)
        rows = np.zeros((len(outlines), FIRST_X + 2 * most))
        for row, corners in zip(rows, outlines, strict=True):
            xs, ys = [c[0] for c in corners], [c[1] for c in corners]
            row[:FIRST_X] = len(corners), min(xs), max(xs), min(ys), max(ys)
            row[FIRST_X : FIRST_X + 2 * len(corners)] = np.array(corners).ravel()
        return cls(rows)

    def __len__(self) -> int:
        return len(self.outlines)

    def length_inside(self, shape: int, a: Point, b: Point) -> float:
        """How much of the straight line from a to b lies inside the shape."""
        cuts = np.empty(self.outlines.shape[1])
        return float(length_inside(self.outlines, shape, a[0], a[1], b[0], b[1], cuts))

    def length_inside_any(self, shapes: Sequence[int], a: Point, b: Point) -> float:
        """How much of the straight line from a to b lies inside at least one of these shapes."""
        cuts = {0.0, 1.0}
        for shape in shapes:
            corners = self._corners(shape)
            for c, d in pairwise((*corners, corners[0])):
                cuts.add(max(0.0, float(crossing(*a, *b, *c, *d))))
        share = 0.0
        for start, end in pairwise(sorted(cuts)):
            middle = (a[0] + (b[0] - a[0]) * (start + end) / 2, a[1] + (b[1] - a[1]) * (start + end) / 2)
            share += end - start if any(self.contains(shape, middle) for shape in shapes) else 0.0
        return share * distance(a, b)

    def contains(self, shape: int, point: Point) -> bool:
        return bool(contains(self.outlines, shape, point[0], point[1]))

    def _corners(self, shape: int) -> list[Point]:
        row = self.outlines[shape].tolist()
        last = FIRST_X + 2 * int(row[CORNERS])
        return list(zip(row[FIRST_X:last:2], row[FIRST_Y:last:2], strict=True))

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
def contains(outlines: Outlines, s: int, px: float, py: float) -> bool:
    """Is the point inside the outline? Counts crossings of a ray to the right."""
    inside = False
    last = FIRST_X + 2 * int(outlines[s, CORNERS])
    jx, jy = outlines[s, last - 2], outlines[s, last - 1]
    for i in range(FIRST_X, last, 2):
        ix, iy = outlines[s, i], outlines[s, i + 1]
        if (iy > py) != (jy > py) and px < (jx - ix) * (py - iy) / (jy - iy) + ix:
            inside = not inside
        jx, jy = ix, iy
    return inside


@compiled
def crossing(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float) -> float:
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
def length_inside(outlines: Outlines, s: int, ax: float, ay: float, bx: float, by: float, cuts: Floats) -> float:
    """How much of a-b lies inside the outline. `cuts` is room to work in, longer than the outline has corners."""
    count = 0
    last = FIRST_X + 2 * int(outlines[s, CORNERS])
    jx, jy = outlines[s, last - 2], outlines[s, last - 1]
    for i in range(FIRST_X, last, 2):
        t = crossing(ax, ay, bx, by, jx, jy, outlines[s, i], outlines[s, i + 1])
        if t >= 0.0:
            place = count
            while place > 0 and cuts[place - 1] > t:
                cuts[place] = cuts[place - 1]
                place -= 1
            cuts[place] = t
            count += 1
        jx, jy = outlines[s, i], outlines[s, i + 1]
    cuts[count] = 1.0
    share, last_cut = 0.0, 0.0
    for k in range(count + 1):
        if cuts[k] > last_cut:
            middle = (last_cut + cuts[k]) / 2
            if contains(outlines, s, ax + (bx - ax) * middle, ay + (by - ay) * middle):
                share += cuts[k] - last_cut
        last_cut = cuts[k]
    return share * math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)


@compiled
def shape_entry(outlines: Outlines, s: int, ax: float, ay: float, bx: float, by: float) -> float:
    """Where along a-b (0 to 1) the line first goes into the outline; 2 if it never does, 0 if it starts inside."""
    if contains(outlines, s, ax, ay):
        return 0.0
    best = 2.0
    last = FIRST_X + 2 * int(outlines[s, CORNERS])
    jx, jy = outlines[s, last - 2], outlines[s, last - 1]
    for i in range(FIRST_X, last, 2):
        t = crossing(ax, ay, bx, by, jx, jy, outlines[s, i], outlines[s, i + 1])
        if 0.0 <= t < best:
            best = t
        jx, jy = outlines[s, i], outlines[s, i + 1]
    return best


@compiled
def circle_entry(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, r: float) -> float:
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
def in_box(outlines: Outlines, s: int, px: float, py: float) -> bool:
    """Is the point inside the outline's box? Cheaper than `contains`, which it saves for most shapes of a table."""
    return bool(outlines[s, LEFT] <= px <= outlines[s, RIGHT] and outlines[s, LOW] <= py <= outlines[s, HIGH])


@compiled
def misses(ax: float, ay: float, bx: float, by: float, outlines: Outlines, s: int) -> bool:
    """Does the straight way a-b pass the outline's box by?

    Either it stops short of the box, or all corners lie on one side of it.
    """
    left, right, low, high = outlines[s, LEFT], outlines[s, RIGHT], outlines[s, LOW], outlines[s, HIGH]
    if min(ax, bx) > right or max(ax, bx) < left or min(ay, by) > high or max(ay, by) < low:
        return True
    dx, dy = bx - ax, by - ay
    low_left = dx * (low - ay) - dy * (left - ax)
    low_right = dx * (low - ay) - dy * (right - ax)
    high_left = dx * (high - ay) - dy * (left - ax)
    high_right = dx * (high - ay) - dy * (right - ax)
    if low_left > 0 and low_right > 0 and high_left > 0 and high_right > 0:
        return True
    return bool(low_left < 0 and low_right < 0 and high_left < 0 and high_right < 0)
