"""Tables of Age of Destruction: 36 by 36 inches, those that come with the game, those in files, and as text."""

from __future__ import annotations

from functools import cache

import numpy as np
import shapely
from shapely import Polygon, box

from musterhall.game.tables import framed_map, measured_problems
from musterhall.games.age_of_destruction.field.terrain import BLOCKING, terrain_kind, terrain_kinds, terrain_words
from musterhall.games.age_of_destruction.package_data import package_text, shipped_names
from musterhall.problems import Problem
from musterhall.table import NORTH_AND_SOUTH, Table, TerrainPiece, read_table

USUAL_TABLE = Table("table", 36, 36, (), "inches", NORTH_AND_SOUTH)
LENGTH = 0.36
"""Inches to a length of the drawing: a piece is four of them wide, a little more than a base, to read names."""
LONGEST_SIDE = 120
"""Inches; beyond that a file is a mistake."""
SIGNS = {
    "hindering": "f",
    "blocking": "#",
    "elevated": "^",
    "elevated_hindering": "F",
    "shallow": "s",
    "deep": "~",
}
WIDE, TALL = 0.5, 1.0
"""Inches to a letter and to a line of the text map."""


def game_table(text: str, name: str) -> Table:
    """The table in a file's text, with the kinds of terrain this game knows."""
    return read_table(text, name, terrain_words(), USUAL_TABLE)


@cache
def shipped_tables() -> dict[str, Table]:
    """The tables that come with the game, by file name without its ending."""
    return {
        name: game_table(package_text("tables", f"{name}.toml"), f"{name}.toml") for name in shipped_names("tables")
    }


def table_problems(table: Table) -> list[Problem]:
    """Everything a table lacks to be fought on."""
    return table.problems(terrain_words()) or measured_problems(table, LONGEST_SIDE) or _zone_problems(table)


def _zone_problems(table: Table) -> list[Problem]:
    """12 Units are deployed along both edges, so that more than half of each must be free of blocking terrain."""
    shut = shapely.union_all([outline_of(piece) for piece in table.pieces if _bars_everybody(piece)])
    found = []
    for name, y in (("north", 0.0), ("south", table.depth - 3)):
        zone = box(0, y, table.width, y + 3)
        if zone.intersection(shut).area > zone.area / 2:
            what = "blocking terrain or deep water covers more than half of the deployment zone"
            found.append(Problem(f"table {table.name!r}, {name} edge", what, "12", "Move some of it away"))
    return found


def _bars_everybody(piece: TerrainPiece) -> bool:
    return terrain_kind(piece.kind).name in (BLOCKING, "deep")


def cover_share(table: Table) -> float:
    """The part of a table that terrain covers."""
    covered = shapely.union_all([outline_of(piece) for piece in table.pieces])
    return float(covered.intersection(box(0, 0, table.width, table.depth)).area) / (table.width * table.depth)


def outline_of(piece: TerrainPiece) -> Polygon:
    return Polygon(piece.outline)


def text_map(table: Table) -> list[str]:
    """The table as text, red's edge on top: half an inch to a letter, an inch to a line, a legend below."""
    columns, rows = round(table.width / WIDE), round(table.depth / TALL)
    xs, ys = np.meshgrid((np.arange(columns) + 0.5) * WIDE, (np.arange(rows) + 0.5) * TALL)
    signs = np.full(xs.shape, ".", dtype="<U1")
    centres = shapely.points(xs, ys)
    # Hills lie below what grows on them.
    for piece in sorted(table.pieces, key=lambda piece: terrain_kind(piece.kind).name != "elevated"):
        signs[shapely.contains(outline_of(piece), centres)] = SIGNS[terrain_kind(piece.kind).name]
    lines = ["".join(map(str, line)) for line in signs]
    return framed_map(lines, {sign: terrain_kinds()[name].title for name, sign in SIGNS.items()})
