"""6.1.1 The gaming table: random ones, the check for those made by hand, the text map.

A table is 180 by 120 cm and thought of as 6 by 4 squares of 30 cm. Every square holds a major
terrain feature, and about a third of the table is covered.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import shapely
from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from musterhall.games.the_game.basics.sides import USUAL_TABLE
from musterhall.games.the_game.field.terrain import depth_problems, hedge_problems, known_kinds, terrain_kind
from musterhall.games.the_game.package_data import package_text, shipped_names
from musterhall.games.the_game.sea.waters import waters
from musterhall.problems import BadInput, Problem
from musterhall.table import Table, TerrainPiece, read_table

Draw = Callable[[int], int]
"""The next whole number below the one it is given."""


WIDTH, DEPTH, SQUARE = int(USUAL_TABLE.width), int(USUAL_TABLE.depth), 30


MAJOR = 45.0
"""Square cm of terrain that make a major feature of a square: a twentieth of it, or one large house."""


LEAST_COVER, MOST_COVER = 0.20, 0.45
"""Advice for tables made by hand: the book says perhaps a third."""


SECTION = "6.1.1"


def table_problems(table: Table) -> list[Problem]:
    """6.1.1 Everything a table lacks to be used for a standard game."""
    found = table.problems(known_kinds())
    for piece in table.pieces:
        found += hedge_problems(piece) + (depth_problems(piece) if piece.kind in known_kinds() else [])
    if found:
        return found
    return _size_problems(table) + _square_problems(table) + _cover_problems(table) + _bridge_problems(table)


def table_map(table: Table) -> list[str]:
    """The table as text, red's edge on top: 3 cm to a letter, 5 cm to a line, a legend below."""
    columns, rows = round(table.width / 3), round(table.depth / 5)
    signs = _signs(table, columns, rows)
    ruler = "  +" + "".join("-" + ("+" if column % 10 == 9 else "") for column in range(columns)).rstrip("+") + "+"
    letters = "   " + " ".join(f"{chr(ord('A') + n):^10}" for n in range(math.ceil(columns / 10)))
    lines = [letters.rstrip()]
    for row in range(rows):
        if row % 6 == 0:
            lines.append(ruler)
        label = str(row // 6 + 1) if row % 6 == 3 else " "
        squares = ["".join(signs[row][start : start + 10]) for start in range(0, columns, 10)]
        lines.append(f"{label} |{'|'.join(squares)}|")
    used = {sign for line in signs for sign in line}
    legend = ", ".join(f"{sign} {kind}" for kind, sign in _SIGNS.items() if sign in used)
    return [*lines, ruler, f"red's edge on top, blue's below; {legend or 'no terrain'}"]


def game_table(text: str, name: str) -> Table:
    """The table in a file's text, with the kinds of terrain this game knows."""
    return read_table(text, name, known_kinds(), USUAL_TABLE)


@cache
def shipped_tables() -> dict[str, Table]:
    """The tables that come with the game, by file name without its ending."""
    return {
        name: game_table(package_text("tables", f"{name}.toml"), f"{name}.toml") for name in shipped_names("tables")
    }


def cover_share(table: Table) -> float:
    """6.1.1 The part of the land that terrain covers; roads are open ground, and the sea is no land."""
    sea = _sea(table)
    land = table.width * table.depth - float(sea.area)
    return float(_terrain(table).difference(sea).area) / land if land > 0 else 0.0


# Checks


def is_road(piece: TerrainPiece) -> bool:
    return piece.kind in ("road", "roads", "track", "tracks")


def outline_of(piece: TerrainPiece) -> BaseGeometry:
    if piece.linear and piece.width <= 0:
        return LineString(piece.points)
    return Polygon(piece.outline)


def _terrain(table: Table) -> BaseGeometry:
    shapes = [outline_of(piece) for piece in table.pieces if not is_road(piece)]
    return shapely.union_all(shapes).intersection(box(0, 0, table.width, table.depth))


def is_sea(piece: TerrainPiece) -> bool:
    """4.3 Water that is no river."""
    return terrain_name(piece) in waters()


def _sea(table: Table) -> BaseGeometry:
    shapes = [outline_of(piece) for piece in table.pieces if is_sea(piece)]
    return shapely.union_all(shapes).intersection(box(0, 0, table.width, table.depth))


def squares() -> Iterator[tuple[str, BaseGeometry]]:
    for row in range(DEPTH // SQUARE):
        for column in range(WIDTH // SQUARE):
            x, y = column * SQUARE, row * SQUARE
            yield f"{chr(ord('A') + column)}{row + 1}", box(x, y, x + SQUARE, y + SQUARE)


def _size_problems(table: Table) -> list[Problem]:
    if (table.width, table.depth) == (WIDTH, DEPTH):
        return []
    what = f"it is {table.width:g} by {table.depth:g} cm"
    return [Problem(f"table {table.name!r}", what, SECTION, f"Make it {WIDTH} wide and {DEPTH} deep")]


def _square_problems(table: Table) -> list[Problem]:
    terrain = _terrain(table)
    return [
        Problem(
            f"square {name}",
            f"it has no major terrain feature, only {terrain.intersection(square).area:.0f} square cm",
            SECTION,
            f"Put terrain of at least {MAJOR:.0f} square cm into it",
        )
        for name, square in squares()
        if terrain.intersection(square).area < MAJOR
    ]


def _cover_problems(table: Table) -> list[Problem]:
    share = cover_share(table)
    if LEAST_COVER <= share <= MOST_COVER:
        return []
    what = f"terrain covers {share:.0%} of its land, where about a third is advised"
    remedy = "Add terrain" if share < LEAST_COVER else "Take terrain away"
    return [Problem(f"table {table.name!r}", what, SECTION, remedy)]


def _bridge_problems(table: Table) -> list[Problem]:
    rivers = [piece for piece in table.pieces if terrain_name(piece) == "rivers"]
    roads = [piece for piece in table.pieces if is_road(piece)]
    return [
        Problem(
            f"terrain {road.name!r}",
            f"it runs into {river.name!r}, which stays impassable there",
            "1.6.2",
            "End the river at the road's edge and let it go on behind it: that is a bridge",
        )
        for river in rivers
        for road in roads
        if outline_of(river).intersection(outline_of(road)).area > 0.5
    ]


def terrain_name(piece: TerrainPiece) -> str:
    """The name of the piece's row in table 1.1, or its own kind if it has none."""
    try:
        return terrain_kind(piece.kind).name
    except BadInput:
        return piece.kind


# The text map

_SIGNS = {
    "road": "=",
    "rivers": "~",
    "shallow water": "s",
    "deep water": "d",
    "deep sea": "D",
    "marsh": '"',
    "swamp": "&",
    "craters": "o",
    "fields": ":",
    "forest": "f",
    "rubble": ",",
    "ruins": "r",
    "thick forest": "F",
    "buildings": "#",
    "trench": "v",
    "emplacement": "u",
    "bunkers": "B",
    "hedge": "h",
    "fence": "i",
    "wall": "w",
}


def _signs(table: Table, columns: int, rows: int) -> list[list[str]]:
    xs, ys = np.meshgrid((np.arange(columns) + 0.5) * 3, (np.arange(rows) + 0.5) * 5)
    signs = np.full(xs.shape, ".", dtype="<U1")
    centres = shapely.points(xs, ys)
    # Thin pieces would slip between the letters' centres, so they are drawn a little fatter, and last.
    for piece in sorted(table.pieces, key=lambda piece: piece.linear):
        shape = outline_of(piece)
        reach = 1.5 if piece.linear or shape.area < 60 else 0.0
        name = terrain_name(piece)
        signs[shapely.dwithin(shape, centres, reach)] = _SIGNS.get(name, _SIGNS.get(name.rstrip("s"), "?"))
    return [[str(sign) for sign in line] for line in signs]
