"""4.3 Table 4.1: where each type of vessel may go, and the land that the water of a table leaves dry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Literal

import shapely
from pydantic import Field as Key
from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from musterhall.games.the_game.package_data import FileModel, catalogue_data
from musterhall.geometry import Point
from musterhall.problems import parse_model
from musterhall.table import Table, TerrainPiece

TABLE = "table 4.1"
DRY, SHALLOW, DEEP, DEEP_SEA = "ground", "shallow water", "deep water", "deep sea"
DEPTHS = {"shallow": SHALLOW, "deep": DEEP, "deep sea": DEEP_SEA}
"""How deep a river may be said to be, and the row that means."""
USUAL_DEPTH = "shallow"
"""Table 4.1 Most rivers are shallow."""
SEAM = 0.1
"""Waters that are drawn this near to each other are one water: nobody runs aground between them."""
EDGE = 0.05
"""How far land goes on beyond the table: more than places are told apart by, less than anybody could see."""

_Effect = Literal["none", "impassable"]


class _Row(FileModel):
    also: list[str] = Key(default=[])
    boat: _Effect
    ship: _Effect
    hovercraft: _Effect
    ground_effect_vehicle: _Effect = Key(alias="ground effect vehicle")
    submarine: _Effect

    def effects(self) -> dict[str, str]:
        row = self.model_dump(by_alias=True)
        return {vessel: str(effect) for vessel, effect in row.items() if vessel != "also"}


@cache
def _rows() -> dict[str, _Row]:
    file = "waters.toml"
    return {name: parse_model(_Row, row, f"catalogue/{file}, {name}") for name, row in catalogue_data(file).items()}


@cache
def waters() -> dict[str, dict[str, str]]:
    """4.3 Table 4.1: for each of its rows, "none" or "impassable" by type of vessel."""
    return {name: row.effects() for name, row in _rows().items()}


@cache
def water_words() -> dict[str, str]:
    """Every word for a row of table 4.1, and the row."""
    return {word: name for name, row in _rows().items() for word in (name, *row.also)}


# The land between the waters


def dry_land(table: Table, water: Iterable[TerrainPiece]) -> list[Sequence[Point]]:
    """4.3 Outlines of all that is ground, each without a hole; it goes on a little beyond the table, so that the very
    edge of the table is ground where it is.
    """
    frame = box(0, 0, table.width, table.depth)
    rest = frame.difference(_water(water))
    beyond = rest.buffer(EDGE, join_style="mitre").difference(frame)
    parts = (part for whole in _polygons(rest.union(beyond)) for part in _without_holes(whole))
    return [_points(part.exterior)[:-1] for part in parts if part.area > SEAM**2]


def shore_line(table: Table, water: Iterable[TerrainPiece]) -> list[tuple[Point, Point]]:
    """4.3.2 Where water and ground meet, as straight stretches; the table's own edge is no shore."""
    frame = box(0, 0, table.width, table.depth)
    wet = _water(water).intersection(frame)
    shore = wet.boundary.difference(frame.boundary.buffer(SEAM / 2))
    lines = [line for line in getattr(shore, "geoms", [shore]) if isinstance(line, LineString) and not line.is_empty]
    return [stretch for line in lines for stretch in pairwise(_points(line))]


def _water(pieces: Iterable[TerrainPiece]) -> BaseGeometry:
    shapes = [Polygon(piece.outline) for piece in pieces if not piece.linear or piece.width > 0]
    union = shapely.union_all(shapes)
    return union.buffer(SEAM, join_style="mitre").buffer(-SEAM, join_style="mitre")


def _points(line: LineString) -> list[Point]:
    return [(point[0], point[1]) for point in line.coords]


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    return [part for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon) and not part.is_empty]


def _without_holes(whole: Polygon) -> list[Polygon]:
    """The same land, cut in two through its first lake until no part has one."""
    if not whole.interiors:
        return [whole]
    left, low, right, high = whole.bounds
    cut = Polygon(whole.interiors[0]).centroid.x
    halves = (box(left, low, cut, high), box(cut, low, right, high))
    parts = [part for half in halves for part in _polygons(whole.intersection(half))]
    return [simple for part in parts for simple in _without_holes(part)]
