"""The table of any game: its size, its edges, its terrain pieces and their file form.

x runs from west to east and y from north to south, from the north-west corner and in the table's own unit, as event
papers print it; north is at the top of every picture. What a kind of terrain does is the game's business.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import shapely
from pydantic import BaseModel, ConfigDict, Field
from shapely import LineString, Polygon

from musterhall.problems import BadInput, Problem, clauses, parse_model, parse_toml
from musterhall.toml_text import toml_text

Point = tuple[float, float]
Trait = str | bool | int | float

EdgeName = Literal["south", "north", "west", "east"]
CIRCLE_POINTS = 32


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """One piece of terrain: an area inside its points, or a line along them."""

    name: str
    kind: str
    points: tuple[Point, ...]
    linear: bool = False
    width: float = 0
    """Of a linear piece such as a road; 0 is a line such as a hedge."""
    height: float = 0
    traits: Mapping[str, Trait] = field(default_factory=dict, hash=False)
    """What the game wants to know of this one piece, such as the cover of a hedge."""
    outline: tuple[Point, ...] = field(init=False, repr=False, compare=False)
    """The polygon on the table; the points themselves for a line without width."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "outline", _outline(self))


@dataclass(frozen=True, slots=True)
class Edge:
    """A table edge that belongs to a side."""

    name: EdgeName
    side: int


NORTH_AND_SOUTH = (Edge("north", 0), Edge("south", 1))
"""Two sides that face each other: the first has the north, where y is 0."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its terrain."""

    name: str
    width: float
    depth: float
    pieces: tuple[TerrainPiece, ...] = ()
    unit: str = ""
    """What lengths are measured in, as people write it: cm, inches."""
    edges: tuple[Edge, ...] = ()

    def contains(self, place: Point) -> bool:
        """Is a place on the table, its edges included?"""
        return 0 <= place[0] <= self.width and 0 <= place[1] <= self.depth

    def problems(self, kinds: Collection[str] | None = None) -> list[Problem]:
        """All that is wrong with size, names, outlines and, if `kinds` is given, kinds."""
        found = _size_problems(self)
        found += _name_problems(self.pieces)
        for piece in self.pieces:
            found += _piece_problems(piece, self, kinds)
        return found


def read_table(text: str, name: str, kinds: Collection[str] | None = None, usual: Table | None = None) -> Table:
    """The table in the TOML text of the file called `name`; says everything that is wrong with it.

    `usual` is the game's table, for what the file does not say. Whose edge is where is never in a file.
    """
    return table_from_data(parse_toml(text, name), name, kinds, usual)


def table_from_data(
    data: Mapping[str, Any], name: str, kinds: Collection[str] | None = None, usual: Table | None = None
) -> Table:
    """The same of a parsed file."""
    given = {"width": usual.width, "depth": usual.depth, "unit": usual.unit} if usual is not None else {}
    file = parse_model(_TableFile, {**given, **data}, name)
    if usual is not None and file.unit != usual.unit:
        raise BadInput(f"{name}: unit: is {file.unit!r}; this game measures in {usual.unit}, so convert its lengths.")
    pieces = tuple(_piece(entry, number, name) for number, entry in enumerate(file.terrain, start=1))
    edges = usual.edges if usual is not None else ()
    table = Table(file.name or name, file.width, file.depth, pieces, file.unit, edges)
    problems = table.problems(kinds)
    if problems:
        raise BadInput(f"{name}: {clauses(problems)}.")
    return table


def table_toml(table: Table) -> str:
    """The table as a file that `read_table` turns into the same table again."""
    unit = {"unit": table.unit} if table.unit else {}
    size = {"width": _number(table.width), "depth": _number(table.depth)}
    terrain = list(map(piece_row, table.pieces))
    return toml_text({"name": table.name, **unit, **size, **({"terrain": terrain} if terrain else {})})


# Checks


def _outline(piece: TerrainPiece) -> tuple[Point, ...]:
    if not piece.linear or piece.width <= 0 or len(set(piece.points)) < 2:
        return piece.points
    band = LineString(piece.points).buffer(piece.width / 2, cap_style="flat", join_style="mitre", mitre_limit=2)
    if not isinstance(band, Polygon):
        return piece.points
    return tuple((round(x, 3), round(y, 3)) for x, y in list(band.exterior.coords)[:-1])


def _size_problems(table: Table) -> list[Problem]:
    if table.width > 0 and table.depth > 0:
        return []
    size = f"it is {table.width:g} by {table.depth:g} {table.unit}".rstrip()
    return [Problem(f"table {table.name!r}", size, remedy="Give it a width and a depth above 0")]


def _name_problems(pieces: Iterable[TerrainPiece]) -> list[Problem]:
    names = [piece.name for piece in pieces]
    twice = sorted({name for name in names if names.count(name) > 1})
    return [
        Problem(f"terrain {name!r}", f"the name stands on {names.count(name)} pieces", remedy="Rename all but one")
        for name in twice
    ]


def _piece_problems(piece: TerrainPiece, table: Table, kinds: Collection[str] | None) -> list[Problem]:
    where = f"terrain {piece.name!r}"
    found = []
    if kinds is not None and piece.kind not in kinds:
        known = ", ".join(sorted(kinds))
        found.append(Problem(where, f"its kind {piece.kind!r} is unknown", remedy=f"Use one of {known}"))
    outside = _points_outside(piece, table)
    if outside:
        x, y = outside[0]
        size = f"x within 0 to {table.width:g} and y within 0 to {table.depth:g}"
        what = f"it leaves the table at ({x:g}, {y:g})"
        found.append(Problem(where, what, remedy=f"Keep {size}"))
    return found + _shape_problems(piece, where)


def _points_outside(piece: TerrainPiece, table: Table) -> list[Point]:
    # A road may be drawn a little past the edge, so that it leaves no gap there.
    slack = piece.width if piece.linear else 0
    return [
        (x, y)
        for x, y in piece.points
        if not (-slack <= x <= table.width + slack and -slack <= y <= table.depth + slack)
    ]


def _shape_problems(piece: TerrainPiece, where: str) -> list[Problem]:
    need = 2 if piece.linear else 3
    if len(set(piece.points)) < need:
        shape = "a line" if piece.linear else "an area"
        what = f"it has {len(set(piece.points))} different points and {shape} needs {need}"
        return [Problem(where, what, remedy="Add points")]
    if not all(math.isfinite(number) for point in piece.points for number in point):
        return [Problem(where, "a coordinate is not a number", remedy="Give plain numbers")]
    if piece.linear and not LineString(piece.points).is_simple:
        return [Problem(where, "the line crosses itself", remedy="Split it into two pieces")]
    if piece.linear and piece.points[0] == piece.points[-1]:
        return [Problem(where, "the line closes on itself", remedy="Split it into two pieces")]
    if (not piece.linear or piece.width > 0) and not Polygon(piece.outline).is_valid:
        reason = shapely.is_valid_reason(Polygon(piece.outline))
        place = re.search(r"\[(\S+) (\S+)\]", reason)
        at = f" at ({float(place[1]):.0f}, {float(place[2]):.0f})" if place else ""
        remedy = "Name its points in order around the outline"
        return [Problem(where, f"its outline crosses or touches itself{at}", remedy=remedy)]
    return []


# File form

_Pair = Annotated[list[float], Field(min_length=2, max_length=2)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class _PieceEntry(_Strict):
    name: str = ""
    kind: str
    points: list[_Pair] | None = None
    rectangle: Annotated[list[float], Field(min_length=4, max_length=4)] | None = None
    circle: Annotated[list[float], Field(min_length=3, max_length=3)] | None = None
    line: list[_Pair] | None = None
    width: float = Field(default=0, ge=0)
    height: float = Field(default=0, ge=0)
    traits: dict[str, str | bool | int | float] = {}


class _TableFile(_Strict):
    name: str = ""
    unit: str = ""
    width: float = Field(gt=0)
    depth: float = Field(gt=0)
    terrain: list[_PieceEntry] = []


def _piece(entry: _PieceEntry, number: int, file: str) -> TerrainPiece:
    shapes = ("points", "rectangle", "circle", "line")
    given = [shape for shape in shapes if getattr(entry, shape) is not None]
    place = f"{file}: terrain.{number} {entry.name!r}"
    if len(given) != 1:
        said = " and ".join(given) or "no shape"
        raise BadInput(f"{place} has {said}; give exactly one of {', '.join(shapes)}.")
    if entry.width and entry.line is None:
        raise BadInput(f"{place} has a width but is not a line; take the width out or give a line.")
    return TerrainPiece(
        entry.name or f"{entry.kind} {number}",
        entry.kind,
        _entry_points(entry),
        entry.line is not None,
        entry.width,
        entry.height,
        entry.traits,
    )


def _entry_points(entry: _PieceEntry) -> tuple[Point, ...]:
    if entry.rectangle is not None:
        x, y, wide, deep = entry.rectangle
        return ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
    if entry.circle is not None:
        x, y, radius = entry.circle
        turns = [2 * math.pi * step / CIRCLE_POINTS for step in range(CIRCLE_POINTS)]
        return tuple((round(x + radius * math.cos(a), 3), round(y + radius * math.sin(a), 3)) for a in turns)
    return tuple((x, y) for x, y in entry.points or entry.line or [])


def piece_row(piece: TerrainPiece) -> dict[str, Any]:
    """A piece of terrain as a file has it."""
    points = [[_number(x), _number(y)] for x, y in piece.points]
    more = {"width": _number(piece.width), "height": _number(piece.height), "traits": piece.traits}
    return {
        "name": piece.name,
        "kind": piece.kind,
        "line" if piece.linear else "points": points,
        **{key: value for key, value in more.items() if value},
    }


def _number(value: float) -> float:
    """Without a decimal point where it is not needed."""
    return int(value) if value == int(value) else value
