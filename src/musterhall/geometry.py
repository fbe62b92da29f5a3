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


def entry_share(a: Point, b: Point, middle: Point, radius: float) -> float:
    """Where along a-b (0 to 1) it first comes nearer than `radius` to a point; 2 if it never does."""
    return float(_circle_entry(a[0], a[1], b[0], b[1], middle[0], middle[1], radius))


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
        cuts = np.empty(len(self.x) + 2)
        first, last = self.first[shape], self.first[shape + 1]
        return float(_length_inside(self.x, self.y, first, last, a[0], a[1], b[0], b[1], cuts))

    def length_inside_any(self, shapes: Sequence[int], a: Point, b: Point) -> float:
        """How much of the straight line from a to b lies inside at least one of these shapes."""
        cuts = {0.0, 1.0}
        for shape in shapes:
            corners = range(self.first[shape], self.first[shape + 1])
            for i, j in pairwise((*corners, corners[0])):
                cuts.add(max(0.0, float(_crossing(*a, *b, self.x[i], self.y[i], self.x[j], self.y[j]))))
        share = 0.0
        for start, end in pairwise(sorted(cuts)):
            middle = (a[0] + (b[0] - a[0]) * (start + end) / 2, a[1] + (b[1] - a[1]) * (start + end) / 2)
            share += end - start if any(self.contains(shape, middle) for shape in shapes) else 0.0
        return share * distance(a, b)

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
def _length_inside(
    xs: Floats, ys: Floats, first: int, last: int, ax: float, ay: float, bx: float, by: float, cuts: Floats
) -> float:
    """How much of a-b lies inside the outline. `cuts` is room to work in, longer than the outline has corners."""
    count = 0
    j = last - 1
    for i in range(first, last):
        t = _crossing(ax, ay, bx, by, xs[j], ys[j], xs[i], ys[i])
        if t >= 0.0:
            place = count
            while place > 0 and cuts[place - 1] > t:
                cuts[place] = cuts[place - 1]
                place -= 1
            cuts[place] = t
            count += 1
        j = i
    cuts[count] = 1.0
    share, last_cut = 0.0, 0.0
    for k in range(count + 1):
        if cuts[k] > last_cut:
            middle = (last_cut + cuts[k]) / 2
            if _contains(xs, ys, first, last, ax + (bx - ax) * middle, ay + (by - ay) * middle):
                share += cuts[k] - last_cut
        last_cut = cuts[k]
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
    block_x: Floats,
    block_y: Floats,
    middle_x: float,
    middle_y: float,
    width: float,
    depth: float,
    xs: Floats,
    ys: Floats,
    others: Ints,
    reach: float,
) -> bool:
    """Does a block of points about a middle, kept on the table, come within reach of any of the others?"""
    nearest = np.inf
    for i in range(len(block_x)):
        x = min(max(block_x[i] + middle_x, 0.0), width)
        y = min(max(block_y[i] + middle_y, 0.0), depth)
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


def sight(xs: Floats, ys: Floats, a: Ints, b: Ints, reach: float, screens: Shapes, depth: float) -> Flags:
    """Which of a see which of b, no farther than `reach`.

    A shape with neither unit in it hides what is behind it; with one of them inside, the line may run through it
    for `depth`.
    """
    result = np.zeros((len(a), len(b)), dtype=np.bool_)
    _sight(xs, ys, a, b, reach, screens.x, screens.y, screens.first, screens.box, depth, result)
    return result


@compiled
def _sight(
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
    result: Flags,
) -> None:
    cuts = np.empty(len(shape_x) + 2)
    for i in range(len(a)):
        ax, ay = xs[a[i]], ys[a[i]]
        for j in range(len(b)):
            bx, by = xs[b[j]], ys[b[j]]
            if (ax - bx) ** 2 + (ay - by) ** 2 <= reach * reach:
                result[i, j] = clear_line(ax, ay, bx, by, shape_x, shape_y, first, box, depth, cuts)


@compiled
def clear_line(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    depth: float,
    cuts: Floats,
) -> bool:
    """Is a seen from b past these shapes? `cuts` is room to work in, longer than all outlines together."""
    for s in range(len(first) - 1):
        if _misses(ax, ay, bx, by, box[s]):
            continue
        length = _length_inside(shape_x, shape_y, first[s], first[s + 1], ax, ay, bx, by, cuts)
        if length <= 1e-6:
            continue
        ends_inside = _contains(shape_x, shape_y, first[s], first[s + 1], ax, ay) or _contains(
            shape_x, shape_y, first[s], first[s + 1], bx, by
        )
        if not ends_inside or length > depth + 1e-6:
            return False
    return True


@compiled
def _misses(ax: float, ay: float, bx: float, by: float, box: Floats) -> bool:
    """Does the straight way a-b pass the box by? Either it stops short of it, or all corners lie on one side of it."""
    if min(ax, bx) > box[1] or max(ax, bx) < box[0] or min(ay, by) > box[3] or max(ay, by) < box[2]:
        return True
    dx, dy = bx - ax, by - ay
    low_left = dx * (box[2] - ay) - dy * (box[0] - ax)
    low_right = dx * (box[2] - ay) - dy * (box[1] - ax)
    high_left = dx * (box[3] - ay) - dy * (box[0] - ax)
    high_right = dx * (box[3] - ay) - dy * (box[1] - ax)
    if low_left > 0 and low_right > 0 and high_left > 0 and high_right > 0:
        return True
    return bool(low_left < 0 and low_right < 0 and high_left < 0 and high_right < 0)


def take_aim(
    distances: Floats, seen: Flags, rows: Ints, range_: float, blind: bool, hurt: Flags
) -> tuple[Flags, Floats, Flags]:
    """For each of `rows`: the columns in range, in sight (or need not be) and open to hurt; how near the nearest of
    them is (infinite if there is none); and whether all of them are out of sight."""
    reach = np.zeros((len(rows), distances.shape[1]), dtype=np.bool_)
    gaps = np.empty(len(rows))
    dark = np.empty(len(rows), dtype=np.bool_)
    _take_aim(distances, seen, rows, range_, blind, hurt, reach, gaps, dark)
    return reach, gaps, dark


@compiled
def _take_aim(
    distances: Floats,
    seen: Flags,
    rows: Ints,
    range_: float,
    blind: bool,
    hurt: Flags,
    reach: Flags,
    gaps: Floats,
    dark: Flags,
) -> None:
    for i in range(len(rows)):
        gaps[i], dark[i] = np.inf, True
        for j in range(distances.shape[1]):
            gap = distances[rows[i], j]
            if hurt[j] and gap <= range_ + 1e-9 and (blind or seen[rows[i], j]):
                reach[i, j] = True
                gaps[i] = min(gaps[i], gap)
                if seen[rows[i], j]:
                    dark[i] = False


def inside(xs: Floats, ys: Floats, units: Ints, shapes: Shapes) -> Flags:
    """Which units stand in which shapes."""
    result = np.zeros((len(units), len(shapes)), dtype=np.bool_)
    _inside(xs, ys, units, shapes.x, shapes.y, shapes.first, shapes.box, result)
    return result


@compiled
def _inside(
    xs: Floats, ys: Floats, units: Ints, shape_x: Floats, shape_y: Floats, first: Ints, box: Floats, result: Flags
) -> None:
    for i in range(len(units)):
        px, py = xs[units[i]], ys[units[i]]
        for s in range(len(first) - 1):
            if box[s, 0] <= px <= box[s, 1] and box[s, 2] <= py <= box[s, 3]:
                result[i, s] = _contains(shape_x, shape_y, first[s], first[s + 1], px, py)


@compiled
def any_within(x: float, y: float, xs: Floats, ys: Floats, units: Ints, reach: float) -> bool:
    """Is any of these units nearer to the point than `reach`?"""
    nearest = np.inf
    for u in units:
        nearest = min(nearest, (xs[u] - x) ** 2 + (ys[u] - y) ** 2)
    return bool(nearest < reach * reach)


@compiled
def worst_effect(
    px: float, py: float, effects: Ints, shape_x: Floats, shape_y: Floats, first: Ints, box: Floats
) -> int:
    """The worst that any shape at this place does."""
    worst = 0
    for s in range(len(first) - 1):
        near = box[s, 0] <= px <= box[s, 1] and box[s, 2] <= py <= box[s, 3]
        if near and effects[s] > worst and _contains(shape_x, shape_y, first[s], first[s + 1], px, py):
            worst = effects[s]
    return worst


def best_shelter(
    xs: Floats, ys: Floats, units: Ints, seen_from: Ints, shapes: Shapes, area: Flags, gain_a: Ints, gain_b: Ints
) -> tuple[Ints, Ints]:
    """The most that any shape gives each unit, of two kinds of gain that may differ by unit and shape.

    An area gives it to who stands in it, any other shape to who is looked at across it (`seen_from`, -1 for nobody).
    """
    best_a, best_b = np.zeros(len(units), dtype=np.int64), np.zeros(len(units), dtype=np.int64)
    _best_shelter(
        xs, ys, units, seen_from, shapes.x, shapes.y, shapes.first, shapes.box, area, gain_a, gain_b, best_a, best_b
    )
    return best_a, best_b


@compiled
def _best_shelter(
    xs: Floats,
    ys: Floats,
    units: Ints,
    seen_from: Ints,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    area: Flags,
    gain_a: Ints,
    gain_b: Ints,
    best_a: Ints,
    best_b: Ints,
) -> None:
    cuts = np.empty(len(shape_x) + 2)
    for i in range(len(units)):
        u = units[i]
        px, py = xs[u], ys[u]
        for s in range(len(first) - 1):
            if gain_a[u, s] <= best_a[i] and gain_b[u, s] <= best_b[i]:
                continue
            if area[s]:
                near = box[s, 0] <= px <= box[s, 1] and box[s, 2] <= py <= box[s, 3]
                shelters = near and _contains(shape_x, shape_y, first[s], first[s + 1], px, py)
            elif seen_from[i] < 0:
                continue
            else:
                ax, ay = xs[seen_from[i]], ys[seen_from[i]]
                shelters = (
                    not _misses(ax, ay, px, py, box[s])
                    and _length_inside(shape_x, shape_y, first[s], first[s + 1], ax, ay, px, py, cuts) > 1e-6
                )
            if shelters:
                best_a[i] = max(best_a[i], gain_a[u, s])
                best_b[i] = max(best_b[i], gain_b[u, s])


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
def _reach(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    allowance: float,
    effects: Ints,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    enemy_x: Floats,
    enemy_y: Floats,
    keep_off: Floats,
) -> float:
    """How far along the straight way a-b a unit may go.

    A shape that is difficult halves the whole allowance of a unit that starts in it or enters it; the unit stops short
    where that is the better bargain. `keep_off` is how near each enemy lets anyone come.
    """
    length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    if length < 1e-9:
        return 0.0
    limit = min(length, allowance)
    half = allowance / 2
    for s in range(len(first) - 1):
        if effects[s] == 0 or _misses(ax, ay, bx, by, box[s]):
            continue
        enters = _entry(shape_x, shape_y, first[s], first[s + 1], ax, ay, bx, by) * length
        if enters >= limit:
            continue
        if effects[s] == 1 and half > enters:
            limit = min(limit, half)
        elif effects[s] == 1 or enters > 0.0:
            limit = max(enters - 0.02, 0.0)
    for e in range(len(enemy_x)):
        near = _circle_entry(ax, ay, bx, by, enemy_x[e], enemy_y[e], keep_off[e]) * length
        if near < limit:
            limit = max(near - 0.02, 0.0)
    return limit


@compiled
def straight_reach(
    a: Point, b: Point, allowance: float, effects: Ints, shape_x: Floats, shape_y: Floats, first: Ints, box: Floats
) -> float:
    """How far along the straight way a-b a unit may go, enemies disregarded."""
    none = np.zeros(0)
    return _reach(a[0], a[1], b[0], b[1], allowance, effects, shape_x, shape_y, first, box, none, none, none)


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
    own: float,
    cuts: Floats,
) -> tuple[int, int, int]:
    """What the straight way a-b meets: a difficult shape, an impassable shape, an enemy's area; -1 for none."""
    difficult, impassable, enemy = -1, -1, -1
    left, right, low, high = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
    for s in range(len(first) - 1):
        if effects[s] == 0 or box[s, 0] > right or box[s, 1] < left or box[s, 2] > high or box[s, 3] < low:
            continue
        goes_in = _length_inside(shape_x, shape_y, first[s], first[s + 1], ax, ay, bx, by, cuts) > 0.005
        if effects[s] == 1 and goes_in:
            difficult = s
        elif effects[s] == 2 and (goes_in or _contains(shape_x, shape_y, first[s], first[s + 1], bx, by)):
            impassable = s
    for e in range(len(enemy_x)):
        if _circle_entry(ax, ay, bx, by, enemy_x[e], enemy_y[e], keep_off[e] + own - 0.01) <= 1.0:
            enemy = e
    return difficult, impassable, enemy


def survey(
    starts: Floats,
    ends: Floats,
    effects: Ints,
    shapes: Shapes,
    enemy_x: Floats,
    enemy_y: Floats,
    keep_off: Floats,
    own: Floats,
    roads: Shapes,
) -> Ints:
    """`trespass` for many straight ways at once, and in the fourth column the road that holds all of it."""
    result = np.empty((len(starts), 4), dtype=np.int64)
    _survey(
        starts, ends, effects, shapes.x, shapes.y, shapes.first, shapes.box, enemy_x, enemy_y, keep_off, own,
        roads.x, roads.y, roads.first, roads.box, result,
    )  # fmt: skip
    return result


@compiled
def _survey(
    starts: Floats,
    ends: Floats,
    effects: Ints,
    shape_x: Floats,
    shape_y: Floats,
    first: Ints,
    box: Floats,
    enemy_x: Floats,
    enemy_y: Floats,
    keep_off: Floats,
    own: Floats,
    road_x: Floats,
    road_y: Floats,
    road_first: Ints,
    road_box: Floats,
    result: Ints,
) -> None:
    cuts = np.empty(len(shape_x) + len(road_x) + 2)
    for i in range(len(starts)):
        ax, ay, bx, by = starts[i, 0], starts[i, 1], ends[i, 0], ends[i, 1]
        difficult, impassable, enemy = trespass(
            ax, ay, bx, by, effects[i], shape_x, shape_y, first, box, enemy_x, enemy_y, keep_off, own[i], cuts
        )
        result[i, 0], result[i, 1], result[i, 2], result[i, 3] = difficult, impassable, enemy, -1
        length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        for s in range(len(road_first) - 1):
            within = road_box[s, 0] <= min(ax, bx) and max(ax, bx) <= road_box[s, 1]
            within = within and road_box[s, 2] <= min(ay, by) and max(ay, by) <= road_box[s, 3]
            if within and length > 0.0:
                on_it = _length_inside(road_x, road_y, road_first[s], road_first[s + 1], ax, ay, bx, by, cuts)
                if on_it >= length - 0.01:
                    result[i, 3] = s


@compiled
def march_ends(
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
    width: float,
    depth: float,
    turns: Floats,
    end_x: Floats,
    end_y: Floats,
) -> None:
    """Where each unit gets to on its way; one that is held up tries the `turns` (cosine, sine) that lead round."""
    for i in range(len(from_x)):
        ax, ay, gx, gy = from_x[i], from_y[i], to_x[i], to_y[i]
        way_x, way_y = gx - ax, gy - ay
        length = math.sqrt(way_x * way_x + way_y * way_y)
        if length < 0.01:
            continue
        free = min(length, allowance[i])
        best = length
        for turn in range(len(turns)):
            c, s = turns[turn, 0], turns[turn, 1]
            share = 1.0 if turn == 0 else free / length
            bx = min(max(ax + (way_x * c - way_y * s) * share, 0.0), width)
            by = min(max(ay + (way_x * s + way_y * c) * share, 0.0), depth)
            reach = _reach(
                *(ax, ay, bx, by, allowance[i], effects[i], shape_x, shape_y, first, box),
                *(enemy_x, enemy_y, keep_off),
            )
            span = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
            if span > 1e-9:
                ex, ey = ax + (bx - ax) * reach / span, ay + (by - ay) * reach / span
                left = math.sqrt((ex - gx) ** 2 + (ey - gy) ** 2)
                if left < best - 0.5 or turn == 0:
                    end_x[i], end_y[i], best = ex, ey, left
            if turn == 0 and reach >= 0.45 * free:
                break


@compiled
def stay_legal(
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
) -> None:
    """Put back whoever's straight way is impassable, too long for its ground or too near an enemy."""
    cuts = np.empty(len(shape_x) + 2)
    for i in range(len(from_x)):
        difficult, impassable, enemy = trespass(
            *(from_x[i], from_y[i], to_x[i], to_y[i], effects[i], shape_x, shape_y, first, box),
            *(enemy_x, enemy_y, keep_off, 0.0, cuts),
        )
        length = math.sqrt((to_x[i] - from_x[i]) ** 2 + (to_y[i] - from_y[i]) ** 2)
        too_long = length > allowance[i] / (2 if difficult >= 0 else 1) + 0.01
        if impassable >= 0 or enemy >= 0 or too_long:
            to_x[i], to_y[i] = from_x[i], from_y[i]


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
                    t = ((xs[p] - ax) * (bx - ax) + (ys[p] - ay) * (by - ay)) / square
                    off = (ax + t * (bx - ax) - xs[p]) ** 2 + (ay + t * (by - ay) - ys[p]) ** 2
                    if 0.0 < t < 1.0 and off <= width * width:
                        found[:] = np.array([u, v, p, p])
                        return found
                for j in range(i):
                    q = targets[j]
                    if _crossing(ax, ay, bx, by, xs[p], ys[p], xs[q], ys[q]) >= 0.0:
                        found[:] = np.array([u, v, p, q])
                        return found
    return found


@compiled
def _any_reaches(xs: Floats, ys: Floats, guns: Ints, reach: Floats, px: float, py: float) -> bool:
    found = len(guns) == 0
    for g in range(len(guns)):
        if (xs[guns[g]] - px) ** 2 + (ys[guns[g]] - py) ** 2 <= (reach[g] + 1e-6) ** 2:
            found = True
    return found


@compiled
def best_disc(
    xs: Floats, ys: Floats, units: Ints, radius: float, guns: Ints, reach: Floats
) -> tuple[float, float, int]:
    """Where a disc covers the most of these units, and how many; its centre within reach of some gun."""
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
                under = 0 if _any_reaches(xs, ys, guns, reach, cx, cy) else -count
                for k in range(count):
                    if (xs[units[k]] - cx) ** 2 + (ys[units[k]] - cy) ** 2 <= (radius + 1e-6) ** 2:
                        under += 1
                if under > best:
                    best_x, best_y, best = cx, cy, under
    return best_x, best_y, best
