"""Where something is on a table, as people say it: in Grey Wood, just north of the mill, in the south-west."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import shapely
from shapely import LineString, Polygon

from musterhall.geometry import Point, bearing, centre, distance
from musterhall.table import Table, TerrainPiece

NEAR = 1 / 12
"""The part of a table's longer side within which something is beside a piece of terrain."""
AT_AN_EDGE = 1 / 36
"""The part of a table's longer side within which something is at an edge."""
WATER = ("river", "water", "stream", "lake")
"""What a road needs a bridge for."""
COMPASS = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")
"""What lies at each eighth of a circle, as tables are measured."""
STOOD_ON = ("bridge", "hill", "road", "elevated", "roof", "beach", "mount", "rise")
"""What one is on rather than in."""
SIGNS = {"inches": "″", "inch": "″"}


def place_in_words(table: Table, at: Point) -> str:
    """The piece of terrain that a place is in or beside, else which edge or part of the table it is at."""
    shapes = _shapes(table)
    gaps = shapely.distance(shapes, shapely.Point(at)) if len(shapes) else np.empty(0)
    inside = [table.pieces[number] for number in np.flatnonzero(gaps == 0.0)]
    if inside:
        return _crossing(inside) or _innermost(inside)
    edge = _edge(table, at)
    nearest = int(np.argmin(gaps)) if len(gaps) else None
    if nearest is not None and gaps[nearest] <= NEAR * max(table.width, table.depth):
        piece = table.pieces[nearest]
        beside = f"just {_compass(centre(piece.outline), at)} of {piece.name}"
        return f"{edge}, {beside}" if edge else beside
    return edge or part_of_table(table, at)


def _innermost(pieces: Sequence[TerrainPiece]) -> str:
    """A building stands on its hill: the smallest of several says most."""
    piece = min(pieces, key=lambda one: _shape(one).area)
    return f"{_in_or_on(piece)} {piece.name}"


def _crossing(pieces: Sequence[TerrainPiece]) -> str:
    """A road that crosses water does so on a bridge, where its name does not say that it is a ford."""
    road = next((one for one in pieces if "road" in one.kind), None)
    water = next((one for one in pieces if any(word in one.kind for word in WATER)), None)
    if road is None or water is None:
        return ""
    return f"on {road.name}" if "ford" in road.name.lower() else f"on the bridge of {road.name} over {water.name}"


def _edge(table: Table, at: Point) -> str:
    """The edge that a place is at, if it is at one."""
    gaps = {"west": at[0], "east": table.width - at[0], "north": at[1], "south": table.depth - at[1]}
    name = min(gaps, key=lambda one: gaps[one])
    return f"at the {name} edge" if gaps[name] <= AT_AN_EDGE * max(table.width, table.depth) else ""


def part_of_table(table: Table, at: Point) -> str:
    """Which ninth of the table a place is in."""
    west_east = ("west", "", "east")[min(2, int(3 * at[0] / max(table.width, 1.0)))]
    north_south = ("north", "", "south")[min(2, int(3 * at[1] / max(table.depth, 1.0)))]
    if not west_east and not north_south:
        return "in the middle of the table"
    return f"in the {'-'.join(filter(None, (north_south, west_east)))} of the table"


def way_in_words(table: Table, start: Point, end: Point) -> str:
    """How far and which way, and where that is: 8″ south, just north of Grey Wood."""
    far = distance(start, end)
    there = place_in_words(table, end)
    return f"{length_in_words(table, far)} {_compass(start, end)}, {there}" if far > 0 else there


def length_in_words(table: Table, length: float) -> str:
    sign = SIGNS.get(table.unit, f" {table.unit}" if table.unit else "")
    return f"{length:.1f}".removesuffix(".0") + sign


def compass_of(facing: float) -> str:
    return COMPASS[round(facing / 45.0) % 8]


def _compass(start: Point, end: Point) -> str:
    return compass_of(bearing(start, end))


def _in_or_on(piece: TerrainPiece) -> str:
    words = f"{piece.kind} {piece.name}".lower()
    return "on" if any(word in words for word in STOOD_ON) else "in"


@lru_cache(maxsize=32)
def _shapes(table: Table) -> np.ndarray:
    """Worked out once for a table: a battle tells of hundreds of places."""
    return np.array([_shape(piece) for piece in table.pieces], dtype=object)


def _shape(piece: TerrainPiece) -> Polygon | LineString:
    return (
        LineString(piece.outline)
        if len(piece.outline) < 3 or (piece.linear and not piece.width)
        else Polygon(piece.outline)
    )
