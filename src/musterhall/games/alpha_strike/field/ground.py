"""The ground of a table, packed for measuring: how long a way is, what bars it, how high a place lies.

A piece of terrain is an outline and a row of `lie`: what kind it is, the level of its top where units stand on it, how
high it blocks sight, how thick its woods are, whether it is paved, how deep its water is. A building that falls and a
bunker that blows up change their row, so a position holds its own `lie`; outlines never change.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from shapely import Point as ShapelyPoint
from shapely import Polygon

from musterhall.compiling import compiled
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.terrain import CLEAR, TerrainKind, kinds_by_number, terrain_kind, terrain_kinds
from musterhall.geometry import (
    CORNERS,
    FIRST_X,
    Floats,
    Ints,
    Outlines,
    Point,
    Shapes,
    circle_entry,
    contains,
    crossing,
    in_box,
    length_inside,
    misses,
    shape_entry,
)
from musterhall.table import TerrainPiece

KIND, RAISES, TOP, GRADE, PAVED, DEPTH = range(6)
"""The columns of `lie`."""
INCHES, GONE, PAVED_INCHES, BARRED_BY, TOO_STEEP, BLOCKED_BY = range(6)
"""What `way` writes down: the inches it costs, those it goes, those of them that are paved, the piece that bars it, the
step that is too high, the base that stands in the way. What did not happen is NOTHING."""
NOTHING = -1.0
ROADWAY = 1
"""The number of a road among the kinds of terrain, of which the first is clear ground."""
Spot = tuple[float, float, bool, int]
BASE = 0.625
"""The radius of a usual base, 1.25 inches across."""
TOUCH = 0.02
"""What a base may overlap another before it counts: places are kept to a hundredth of an inch."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The terrain pieces of a table with their outlines."""

    pieces: tuple[TerrainPiece, ...]
    outlines: Outlines
    """As they are seen."""
    around: Outlines
    """As they are walked: solid pieces with a base's width about them, so that nobody stands half inside."""
    lie: Floats
    """A row for each piece as the battle begins."""
    buildings: tuple[int, ...]
    """The pieces that are buildings then; some of them may have fallen since."""

    @classmethod
    def of(cls, pieces: Sequence[TerrainPiece], edition: Edition) -> Ground:
        kinds = [terrain_kind(piece.kind) for piece in pieces]
        shapes = Shapes.of([piece.outline for piece in pieces])
        walked = [
            _with_a_base_about(piece) if kind.solid else piece.outline
            for piece, kind in zip(pieces, kinds, strict=True)
        ]
        lie = np.zeros((len(pieces), 6))
        for row, piece, kind in zip(lie, pieces, kinds, strict=True):
            level = _level_below(piece, pieces, kinds) if not kind.raises else 0.0
            row[:] = _lie(kind, _height(piece, kind, edition), level)
        buildings = tuple(piece for piece, kind in enumerate(kinds) if kind.building)
        return cls(tuple(pieces), shapes.outlines, Shapes.of(walked).outlines, lie, buildings)

    def changed(self, lie: Floats, piece: int, kind: str) -> Floats:
        """The lie of the ground once a piece has become another kind: rubble, or nothing."""
        changed = lie.copy()
        changed[piece] = _lie(terrain_kinds()[kind], 0.0, 0.0)
        return changed

    def now(self, lie: Floats) -> list[TerrainPiece]:
        """The pieces that lie there, as what they have become."""
        found = []
        for number, piece in enumerate(self.pieces):
            kind = self.kind_of(lie, number)
            if kind is self.kind_of(self.lie, number):
                found.append(piece)
            elif kind.name != CLEAR:
                found.append(replace(piece, kind=kind.title))
        return found

    def kinds_at(self, lie: Floats, place: Point) -> list[TerrainKind]:
        """What a place lies in, clear ground where nothing else does."""
        found = [self.kind_of(lie, piece) for piece in outlines_about(self.outlines, *place).tolist()]
        return found or [terrain_kinds()[CLEAR]]

    def kind_of(self, lie: Floats, piece: int) -> TerrainKind:
        """What a piece is now."""
        return kinds_by_number()[int(lie[piece, KIND])]

    def building_at(self, lie: Floats, place: Point) -> int | None:
        """The building that a place is in, by piece."""
        if not self.buildings:
            return None
        about = outlines_about(self.outlines, *place).tolist()
        return next((piece for piece in about if self.kind_of(lie, piece).building), None)

    def middle(self, piece: int) -> tuple[Point, float]:
        """The middle of a piece, and how far its corners are from there on the average."""
        outline = self.pieces[piece].outline
        x, y = sum(one[0] for one in outline) / len(outline), sum(one[1] for one in outline) / len(outline)
        return (x, y), sum(math.hypot(one[0] - x, one[1] - y) for one in outline) / len(outline)

    def distance(self, piece: int, place: Point) -> float:
        """From a place to the nearest point of a piece; nothing inside it."""
        return float(_polygon(self.pieces[piece].outline).distance(ShapelyPoint(place)))

    def height(self, lie: Floats, piece: int) -> float:
        """How far a piece rises above the ground."""
        return float(lie[piece, TOP]) - self.level_at(lie, self.middle(piece)[0])

    def pieces_at(self, place: Point) -> list[int]:
        """The pieces that a place lies in, for whoever stands there: solid ones with a base's width about them."""
        return outlines_about(self.around, *place).tolist()  # type: ignore[no-any-return]

    def level_at(self, lie: Floats, place: Point) -> float:
        """How high the ground of a place lies."""
        return float(level(self.outlines, lie, place[0], place[1]))


@lru_cache(maxsize=4096)
def _polygon(outline: tuple[Point, ...]) -> Polygon:
    return Polygon(outline)


def _lie(kind: TerrainKind, height: float, level: float) -> tuple[float, ...]:
    top = level + height if kind.blocks or kind.woods else 0.0
    return (kind.number, height if kind.raises else 0.0, top, kind.woods, kind.paved, kind.depth)


def _height(piece: TerrainPiece, kind: TerrainKind, edition: Edition) -> float:
    return piece.height or (edition.woods_height if kind.woods else kind.height)


def _level_below(piece: TerrainPiece, pieces: Sequence[TerrainPiece], kinds: Sequence[TerrainKind]) -> float:
    """The level of the ground that a piece stands on: the highest hill beneath its middle."""
    middle = Polygon(piece.outline).representative_point() if len(piece.outline) > 2 else None
    hills = [
        other.height or kind.height
        for other, kind in zip(pieces, kinds, strict=True)
        if kind.raises and middle is not None and Polygon(other.outline).contains(middle)
    ]
    return max(hills, default=0.0)


def _with_a_base_about(piece: TerrainPiece) -> tuple[Point, ...]:
    wide = Polygon(piece.outline).buffer(BASE - TOUCH, quad_segs=4)
    return tuple((round(x, 3), round(y, 3)) for x, y in list(wide.exterior.coords)[:-1])


# Compiled


@compiled
def between(xs: Floats, ys: Floats, a: int, b: int) -> float:
    """How far the places of two units are apart."""
    return math.hypot(xs[a] - xs[b], ys[a] - ys[b])


@compiled
def bases_of(units: Ints, xs: Floats, ys: Floats, radii: Floats, radius: float, cost: float) -> Floats:
    """A row for each of these units: its place, how near a base of this radius may come, what an inch through costs."""
    rows = np.empty((len(units), 4))
    for row in range(len(units)):
        unit = units[row]
        rows[row, 0], rows[row, 1] = xs[unit], ys[unit]
        rows[row, 2], rows[row, 3] = radii[unit] + radius - TOUCH, cost
    return rows


@compiled
def bases_under(x: float, y: float, xs: Floats, ys: Floats, radii: Floats, radius: float) -> Ints:
    """The units, by number, on whose bases one of this radius would stand at a place."""
    found, count = np.empty(len(xs), dtype=np.int64), 0
    for unit in range(len(xs)):
        if (xs[unit] - x) ** 2 + (ys[unit] - y) ** 2 < (radii[unit] + radius - TOUCH) ** 2:
            found[count] = unit
            count += 1
    return found[:count]


@compiled
def outlines_about(outlines: Outlines, x: float, y: float) -> Ints:
    """The outlines that a place lies in, by number."""
    found, count = np.empty(len(outlines), dtype=np.int64), 0
    for s in range(len(outlines)):
        if in_box(outlines, s, x, y) and contains(outlines, s, x, y):
            found[count] = s
            count += 1
    return found[:count]


@compiled
def inches_inside(path: Floats, outlines: Outlines, pieces: Ints) -> Floats:
    """How much of a path lies inside each of these pieces."""
    found, cuts = np.zeros(len(pieces)), np.empty(outlines.shape[1])
    for n in range(len(pieces)):
        for k in range(len(path) - 1):
            ax, ay, bx, by = path[k, 0], path[k, 1], path[k + 1, 0], path[k + 1, 1]
            if not misses(ax, ay, bx, by, outlines, pieces[n]):
                found[n] += length_inside(outlines, pieces[n], ax, ay, bx, by, cuts)
    return found


@compiled
def level(outlines: Outlines, lie: Floats, x: float, y: float) -> float:
    """How high the ground lies at a point: the highest hill that it is on."""
    highest = 0.0
    for s in range(len(lie)):
        if lie[s, RAISES] > highest and in_box(outlines, s, x, y) and contains(outlines, s, x, y):
            highest = lie[s, RAISES]
    return highest


@compiled
def depth(outlines: Outlines, lie: Floats, x: float, y: float) -> float:
    """How deep the water is at a point; none under a bridge's roadway."""
    deepest = 0.0
    for s in range(len(lie)):
        if (
            (lie[s, DEPTH] > deepest or lie[s, PAVED] > 0.0)
            and in_box(outlines, s, x, y)
            and contains(outlines, s, x, y)
        ):
            if lie[s, PAVED] > 0.0:
                return 0.0
            deepest = lie[s, DEPTH]
    return deepest


@compiled
def cuts_of(outlines: Outlines, s: int, ax: float, ay: float, bx: float, by: float, cuts: Floats, count: int) -> int:
    """Add the places along a-b (0 to 1) where it crosses the outline to the sorted cuts; how many there are then."""
    last = FIRST_X + 2 * int(outlines[s, CORNERS])
    jx, jy = outlines[s, last - 2], outlines[s, last - 1]
    for i in range(FIRST_X, last, 2):
        t = crossing(ax, ay, bx, by, jx, jy, outlines[s, i], outlines[s, i + 1])
        if t >= 0.0 and count < len(cuts) - 1:
            place = count
            while place > 0 and cuts[place - 1] > t:
                cuts[place] = cuts[place - 1]
                place -= 1
            cuts[place] = t
            count += 1
        jx, jy = outlines[s, i], outlines[s, i + 1]
    return count


@compiled
def on_ground(around: Outlines, lie: Floats, costs: Floats, near: Ints, close: int, x: float, y: float) -> Spot:
    """2 What a place among these near pieces is to a unit on the ground.

    Its level, what an inch costs beyond itself, whether it is paved, and the piece that bars it. A road makes going
    easy whatever lies beneath, but not through what stands on it.
    """
    extra, here, paved, barred = NOTHING, 0.0, False, -1
    for n in range(close):
        s = near[n]
        if in_box(around, s, x, y) and contains(around, s, x, y):
            here = max(here, lie[s, RAISES])
            paved = paved or lie[s, PAVED] > 0.0
            extra = max(extra, costs[int(lie[s, KIND])])
            if math.isinf(costs[int(lie[s, KIND])]) and (barred < 0 or lie[s, TOP] > 0.0):
                barred = s
    if extra == NOTHING:
        extra = costs[0]  # clear ground, where no piece lies
    if paved and not (barred >= 0 and lie[barred, TOP] > 0.0 and lie[barred, GRADE] == 0.0):
        extra = costs[ROADWAY]
    return here, extra, paved, barred


@compiled
def leg(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    height: float,
    around: Outlines,
    lie: Floats,
    costs: Floats,
    climb: Floats,
    budget: float,
    cuts: Floats,
    near: Ints,
    found: Floats,
) -> float:
    """2 Add what the straight way a-b costs to `found`; the level at its end, or NaN where something stops it short."""
    length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    count, close = 0, 0
    for s in range(len(lie)):
        if not misses(ax, ay, bx, by, around, s):
            near[close] = s
            close += 1
            count = cuts_of(around, s, ax, ay, bx, by, cuts, count)
    cuts[count] = 1.0
    last = 0.0
    for k in range(count + 1):
        if cuts[k] <= last + 1e-9:
            continue
        middle = (last + cuts[k]) / 2
        x, y = ax + (bx - ax) * middle, ay + (by - ay) * middle
        here, extra, paved, barred = on_ground(around, lie, costs, near, close, x, y)
        step = abs(here - height)
        if math.isinf(extra):
            found[BARRED_BY] = barred
            return math.nan
        if step > climb[1] + 1e-9:
            found[TOO_STEEP] = step
            return math.nan
        inches = (cuts[k] - last) * length
        cost = inches * (1.0 + extra) + step * climb[0]
        if found[INCHES] + cost > budget + 1e-9:
            found[GONE] += max(0.0, budget - found[INCHES] - step * climb[0]) / (1.0 + extra)
            found[INCHES] = budget
            return math.nan
        found[INCHES] += cost
        found[GONE] += inches
        found[PAVED_INCHES] += inches if paved else 0.0
        height = here
        last = cuts[k]
    return height


@compiled
def past_bases(ax: float, ay: float, bx: float, by: float, bases: Floats, found: Floats) -> bool:
    """2 Whether the straight way a-b is free of enemies; what passing through those that let one pass costs is added.

    A row of `bases` is x, y, how near one may come, and what an inch through it costs, infinite where nobody passes.
    """
    for b in range(len(bases)):
        if circle_entry(ax, ay, bx, by, bases[b, 0], bases[b, 1], bases[b, 2]) > 1.0:
            continue
        if math.isinf(bases[b, 3]):
            found[BLOCKED_BY] = b
            return False
        found[INCHES] += chord(ax, ay, bx, by, bases[b, 0], bases[b, 1], bases[b, 2]) * bases[b, 3]
    return True


@compiled
def chord(ax: float, ay: float, bx: float, by: float, cx: float, cy: float, r: float) -> float:
    """How much of a-b is nearer than r to c."""
    dx, dy, fx, fy = bx - ax, by - ay, ax - cx, ay - cy
    square = dx * dx + dy * dy
    along = dx * fx + dy * fy
    root = along * along - square * (fx * fx + fy * fy - r * r)
    if square == 0.0 or root <= 0.0:
        return 0.0
    first, last = (-along - math.sqrt(root)) / square, (-along + math.sqrt(root)) / square
    return max(0.0, min(1.0, last) - max(0.0, first)) * math.sqrt(square)


@compiled
def way(
    path: Floats, around: Outlines, lie: Floats, costs: Floats, climb: Floats, bases: Floats, found: Floats
) -> None:
    """2 What a path on the ground costs a unit, and what stops it; `found` is filled in.

    `costs` has for each kind of terrain what an inch costs beyond itself, infinite where it is barred; `climb` what an
    inch of height costs, the highest step, and how high above the ground it begins; `bases` as in `past_bases`.
    """
    found[:] = NOTHING
    found[INCHES], found[GONE], found[PAVED_INCHES] = 0.0, 0.0, 0.0
    cuts = np.empty(256)
    near = np.empty(len(lie), dtype=np.int64)
    height = level(around, lie, path[0, 0], path[0, 1]) + climb[2]
    for k in range(len(path) - 1):
        ax, ay, bx, by = path[k, 0], path[k, 1], path[k + 1, 0], path[k + 1, 1]
        if not past_bases(ax, ay, bx, by, bases, found):
            return
        height = leg(ax, ay, bx, by, height, around, lie, costs, climb, math.inf, cuts, near, found)
        if math.isnan(height):
            return


@compiled
def how_far(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    budget: float,
    around: Outlines,
    lie: Floats,
    costs: Floats,
    climb: Floats,
    bases: Floats,
    height: float,
    cuts: Floats,
    near: Ints,
) -> float:
    """2 How many inches of the straight way a-b a unit comes with so much to spend, until something stops it.

    It begins at this height; `cuts` and `near` are room to work in.
    """
    share = 1.0
    for b in range(len(bases)):
        if math.isinf(bases[b, 3]):
            share = min(share, circle_entry(ax, ay, bx, by, bases[b, 0], bases[b, 1], bases[b, 2]))
    found = np.zeros(6)
    ex, ey = ax + (bx - ax) * share, ay + (by - ay) * share
    leg(ax, ay, ex, ey, height, around, lie, costs, climb, budget, cuts, near, found)
    return float(found[GONE])


@compiled
def highest_below(ax: float, ay: float, bx: float, by: float, outlines: Outlines, lie: Floats, above: float) -> float:
    """How high the highest thing reaches that a straight flight from a to b goes over, if it is higher than this.

    Woods and buildings that it begins or ends in are left out: it comes out of them, or down into them.
    """
    highest = above
    for s in range(len(lie)):
        if lie[s, TOP] <= highest or misses(ax, ay, bx, by, outlines, s):
            continue
        if lie[s, RAISES] == 0.0 and (contains(outlines, s, ax, ay) or contains(outlines, s, bx, by)):
            continue
        if contains(outlines, s, ax, ay) or shape_entry(outlines, s, ax, ay, bx, by) <= 1.0:
            highest = lie[s, TOP]
    return highest
