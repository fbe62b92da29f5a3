"""Tables of Alpha Strike: 72 by 48 inches, those that come with the game, those in files, and as text."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import numpy as np
import shapely
from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from musterhall.game.tables import framed_map, measured_problems
from musterhall.games.alpha_strike.field.terrain import TerrainKind, terrain_kind, terrain_kinds, terrain_words
from musterhall.games.alpha_strike.package_data import package_text, shipped_names
from musterhall.problems import Problem
from musterhall.table import NORTH_AND_SOUTH, Table, TerrainPiece, read_table

USUAL_TABLE = Table("table", 72, 48, (), "inches", NORTH_AND_SOUTH)
SMALL_TABLE = Table("a small table", 36, 22, (), "inches", NORTH_AND_SOUTH)
"""15 The table of Drafted for War."""
LENGTH = 0.36
"""Inches to a length of the drawing: a piece is four of them wide, a little more than a base, to read names."""
LONGEST_SIDE = 240
"""Inches; beyond that a file is a mistake."""

SIGNS = {
    "road": "=",
    "rough": "o",
    "rubble": ",",
    "woods": "f",
    "heavy_woods": "F",
    "shallows": "s",
    "water": "~",
    "deep_water": "D",
    "hill": "^",
    "light_building": "b",
    "medium_building": "m",
    "heavy_building": "#",
    "hardened_building": "H",
    "objective": "X",
}
WIDE, HIGH = 1, 2
"""Inches to a letter and to a line of the text map."""


def game_table(text: str, name: str) -> Table:
    """The table in a file's text, with the kinds of terrain this game knows."""
    return read_table(text, name, known_words(), USUAL_TABLE)


def known_words() -> Collection[str]:
    """Every word for terrain that a file may use."""
    return {*terrain_words(), *terrain_kinds()}


@cache
def shipped_tables() -> dict[str, Table]:
    """The tables that come with the game, by file name without its ending."""
    return {
        name: game_table(package_text("tables", f"{name}.toml"), f"{name}.toml") for name in shipped_names("tables")
    }


def table_problems(table: Table) -> list[Problem]:
    """Everything a table lacks to be fought on."""
    return table.problems(known_words()) or measured_problems(table, LONGEST_SIDE) + _edge_problems(table)


def _edge_problems(table: Table) -> list[Problem]:
    """13.6 Units walk on from the home edges, so that more than half of each must be open to all."""
    barring = [outline_of(piece) for piece in table.pieces if _bars_wheels(terrain_kind(piece.kind))]
    shut = shapely.union_all(barring)
    found = []
    for name, y in (("north", 0.0), ("south", table.depth)):
        edge = LineString([(0, y), (table.width, y)])
        if edge.intersection(shut).length > table.width / 2:
            what = "terrain that vehicles cannot enter covers more than half of it"
            found.append(Problem(f"table {table.name!r}, {name} edge", what, "13.6", "Move some of it away"))
    return found


def _bars_wheels(kind: TerrainKind) -> bool:
    return kind.solid or "w" in kind.barred


def cover_share(table: Table) -> float:
    """The part of a table that terrain covers; roads are open ground."""
    shapes = [outline_of(piece) for piece in table.pieces if not terrain_kind(piece.kind).paved]
    covered = shapely.union_all(shapes).intersection(box(0, 0, table.width, table.depth))
    return float(covered.area) / (table.width * table.depth)


def outline_of(piece: TerrainPiece) -> BaseGeometry:
    if piece.linear and piece.width <= 0:
        return LineString(piece.points)
    return Polygon(piece.outline)


def text_map(table: Table) -> list[str]:
    """The table as text, red's edge on top: an inch to a letter, two inches to a line, a legend below."""
    columns, rows = round(table.width / WIDE), round(table.depth / HIGH)
    xs, ys = np.meshgrid((np.arange(columns) + 0.5) * WIDE, (np.arange(rows) + 0.5) * HIGH)
    signs = np.full(xs.shape, ".", dtype="<U1")
    centres = shapely.points(xs, ys)
    # Small pieces would slip between the letters' middles, so they are drawn a little fatter; hills lie below all.
    for piece in sorted(table.pieces, key=lambda piece: not terrain_kind(piece.kind).raises):
        shape = outline_of(piece)
        reach = 0.5 if piece.linear or shape.area < 8 else 0.0
        signs[shapely.dwithin(shape, centres, reach)] = SIGNS[terrain_kind(piece.kind).name]
    lines = ["".join(map(str, line)) for line in signs]
    return framed_map(lines, {sign: terrain_kinds()[name].title for name, sign in SIGNS.items()})
