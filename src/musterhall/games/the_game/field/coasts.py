"""4.3, 6.1.1 A coast by chance: a random table whose north is sea, shallow to about 30 cm from the shore, then deep."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import shapely
from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from musterhall.games.the_game.army.datasheets import GROUND
from musterhall.games.the_game.basics.sides import USUAL_TABLE
from musterhall.games.the_game.field.random_tables import Layout, written
from musterhall.games.the_game.field.tables import DEPTH, WIDTH, Draw, cover_share, is_sea, outline_of, table_problems
from musterhall.games.the_game.field.terrain import IMPASSABLE, terrain_kind
from musterhall.games.the_game.sea.waters import DEEP, DEEP_SEA, SHALLOW
from musterhall.problems import BadInput
from musterhall.table import Point, Table, TerrainPiece

SHELF = 30.0
"""Table 4.1: how far from the shore the water is shallow, in its own example."""
CHANNEL = 18.0
"""How wide the deep water is before the deep sea."""
BEACH = 1.5
"""Nothing stands nearer to the water than this."""
LEAST_ROAD, LEAST_AREA = 40.0, 40.0
"""A shorter end of a road and a smaller corner of a wood are left out."""
OUT = 20.0
STEPS = 13
Shape = TypeVar("Shape", LineString, Polygon)
_ATTEMPTS = 40


def random_coast(draw: Draw, name: str = "Random coast") -> Table:
    """4.3, 6.1.1 A legal table with a shore across it: deep sea, deep water and shallows in the north."""
    for _ in range(_ATTEMPTS):
        layout = Layout(draw, name, dry=True)
        land = layout.build()
        shore = _shore(layout)
        table = Table(name, WIDTH, DEPTH, (*_sea(shore), *_ashore(land, shore)), USUAL_TABLE.unit, USUAL_TABLE.edges)
        if _good(table):
            return table
    raise BadInput(f"no legal coast came out of {_ATTEMPTS} attempts; give other dice.")


def _shore(layout: Layout) -> list[Point]:
    """From west to east, in soft swings about the middle of the table."""
    sides = layout.winding(layout.spread(58.0, 64.0), 7.0, STEPS)
    return [written((WIDTH * step / (STEPS - 1), side)) for step, side in enumerate(sides)]


def _sea(shore: list[Point]) -> list[TerrainPiece]:
    """Three bands that share their borders, so that nobody runs aground between them."""
    shelf = [written((x, y - SHELF)) for x, y in shore]
    brink = [written((x, y - SHELF - CHANNEL)) for x, y in shore]
    edge = [(0.0, 0.0), (float(WIDTH), 0.0)]
    bands = (
        (DEEP_SEA, "The Deep", edge, brink),
        (DEEP, "The Roads", brink, shelf),
        (SHALLOW, "The Shallows", shelf, shore),
    )
    return [TerrainPiece(name, kind, (*north, *reversed(south))) for kind, name, north, south in bands]


def _ashore(table: Table, shore: list[Point]) -> list[TerrainPiece]:
    """What of a table's terrain stands on the land; what the sea cuts through is cut off at the beach."""
    (_, west), (_, east) = shore[0], shore[-1]
    # beyond the table, so that its edges are no beach
    far = [(WIDTH + OUT, east), (WIDTH + OUT, DEPTH + OUT), (-OUT, DEPTH + OUT), (-OUT, west)]
    land = Polygon([*shore, *far]).buffer(-BEACH, join_style="mitre")
    return [kept for piece in table.pieces if (kept := _kept(piece, land)) is not None]


def _kept(piece: TerrainPiece, land: Polygon) -> TerrainPiece | None:
    if outline_of(piece).within(land):
        return piece
    return _road_kept(piece, land) if piece.linear else _area_kept(piece, land)


def _road_kept(piece: TerrainPiece, land: Polygon) -> TerrainPiece | None:
    line = _largest(LineString(piece.points).intersection(land.buffer(-piece.width / 2)), LineString)
    if line is None or line.length < LEAST_ROAD:
        return None
    return replace(piece, points=tuple(written(point) for point in line.coords))


def _area_kept(piece: TerrainPiece, land: Polygon) -> TerrainPiece | None:
    whole = outline_of(piece)
    part = _largest(whole.intersection(land), Polygon)
    if part is None or part.area < LEAST_AREA or part.area < 0.4 * whole.area:
        return None
    return replace(piece, points=tuple(written(point) for point in list(part.exterior.coords)[:-1]))


def _largest(shape: BaseGeometry, kind: type[Shape]) -> Shape | None:
    parts = [part for part in getattr(shape, "geoms", [shape]) if isinstance(part, kind) and not part.is_empty]
    return max(parts, key=lambda part: float(part.area + part.length), default=None)


def _good(table: Table) -> bool:
    if table_problems(table) or not 0.24 <= cover_share(table) <= 0.42:
        return False
    return all(_in_one_piece(table, unit_type) for unit_type in GROUND)


def _in_one_piece(table: Table, unit_type: str) -> bool:
    """No part of the land is sealed off for the unit type."""
    sea = shapely.union_all([outline_of(piece) for piece in table.pieces if is_sea(piece)])
    shut = [outline_of(piece) for piece in table.pieces if terrain_kind(piece.kind).effects[unit_type] == IMPASSABLE]
    walkable = box(0, 0, table.width, table.depth).difference(sea).difference(shapely.union_all(shut).buffer(1))
    parts = [float(part.area) for part in getattr(walkable, "geoms", [walkable])]
    return max(parts) >= 0.95 * sum(parts)
