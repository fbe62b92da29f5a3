"""A table by seed: one half is laid out by chance and turned by 180 degrees for the other.

What may lie where is in catalogue/tables.toml. Both sides have the same before them, and nothing bars the way off a
home edge.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache

import shapely
from pydantic import Field
from shapely import Polygon, box
from shapely.affinity import rotate, translate
from shapely.geometry.base import BaseGeometry

from musterhall.dice import Dice, Die
from musterhall.games.age_of_destruction.field.tables import USUAL_TABLE
from musterhall.games.age_of_destruction.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model
from musterhall.table import Table, TerrainPiece

FILE = "tables.toml"
Draw = Callable[[int], int]
"""The next whole number below the one it is given."""
TABLE_DICE = 603
"""Keeps the table's dice apart from the battle's."""
TRIES = 80
"""Places that are tried for a piece before it is left out."""
CORNERS = 10
"""Of what grew or flowed into its shape."""
# fmt: off
FIRST_NAMES = (
    "Alder", "Ash", "Barter", "Brine", "Copper", "Crow", "Ebb", "Elm", "Fox", "Glass", "Grey", "Heron", "Ink",
    "Lantern", "Long", "Miller's", "North", "Otter", "Perch", "Pine", "Rose", "Rust", "Salt", "South", "Straw", "Thorn",
)
# fmt: on


class _Kind(FileModel):
    kind: str
    across: list[float] = Field(min_length=2, max_length=2)
    deep: list[float] = Field(default=[], max_length=2)
    names: list[str]


class _Set(FileModel):
    name: str
    pieces: list[str]


class _Layout(FileModel):
    home_edge: float
    gap: float
    set: list[_Set] = Field(min_length=1)
    piece: dict[str, _Kind]


@cache
def layout() -> _Layout:
    """catalogue/tables.toml."""
    return parse_model(_Layout, catalogue_data(FILE), FILE)


def table_of_seed(seed: int) -> Table:
    """The table of a seed, 36 by 36 inches."""
    dice = Dice(seed, recording=False).fresh(TABLE_DICE)
    return _Making(lambda limit: dice.one(Die("any", limit), "table") - 1).table(f"Table {seed}")


@dataclass(slots=True)
class _Making:
    """A table while it is being laid out."""

    draw: Draw
    pieces: list[TerrainPiece] = field(default_factory=list)
    taken: BaseGeometry = field(default_factory=Polygon)
    next_name: int = 0

    def table(self, name: str) -> Table:
        plan = layout()
        self.next_name = self.draw(len(FIRST_NAMES))
        for wanted in plan.set[self.draw(len(plan.set))].pieces:
            self.lay_pair(plan.piece[wanted])
        return replace(USUAL_TABLE, name=name, pieces=tuple(self.pieces))

    def lay_pair(self, kind: _Kind) -> None:
        """A piece and its twin on the other half; nothing where no place is found for both."""
        plan = layout()
        room = box(1, plan.home_edge, USUAL_TABLE.width - 1, USUAL_TABLE.depth / 2 + 2)
        for _ in range(TRIES):
            shape = self.somewhere(self.house(kind) if kind.deep else self.grown(kind), room)
            twin = rotate(shape, 180, origin=(USUAL_TABLE.width / 2, USUAL_TABLE.depth / 2))
            if room.contains(shape) and shape.distance(twin) >= plan.gap and shape.disjoint(self.taken):
                self.place(kind, shape)
                self.place(kind, twin)
                return

    def house(self, kind: _Kind) -> BaseGeometry:
        across, deep = self.between(*kind.across), self.between(*kind.deep)
        return rotate(box(-across / 2, -deep / 2, across / 2, deep / 2), self.between(0, 90))

    def grown(self, kind: _Kind) -> BaseGeometry:
        """What grew or flowed: a ring with bays and bulges, flatter one way than the other."""
        radius, flat, lean = self.between(*kind.across) / 2, self.between(0.65, 0.95), self.between(0, 180)
        ring = []
        for step in range(CORNERS):
            angle, reach = 2 * math.pi * step / CORNERS, radius * self.between(0.8, 1.0)
            ring.append((reach * math.cos(angle), reach * flat * math.sin(angle)))
        return rotate(Polygon(ring), lean)

    def somewhere(self, shape: BaseGeometry, room: BaseGeometry) -> BaseGeometry:
        left, top, right, bottom = room.bounds
        here = translate(shape, self.between(left, right), self.between(top, bottom))
        return shapely.set_precision(here, 0.1)

    def place(self, kind: _Kind, shape: BaseGeometry) -> None:
        assert isinstance(shape, Polygon)
        points = tuple((round(x, 1) + 0.0, round(y, 1) + 0.0) for x, y in list(shape.exterior.coords)[:-1])
        self.pieces.append(TerrainPiece(self.fresh_name(kind.names), kind.kind, points))
        self.taken = self.taken.union(shape.buffer(layout().gap))

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.draw(1001) / 1000

    def fresh_name(self, second: list[str]) -> str:
        self.next_name += 1
        return f"{FIRST_NAMES[self.next_name % len(FIRST_NAMES)]} {second[self.draw(len(second))]}"
