"""A tournament table by seed: one half is laid out by chance and turned by 180 degrees for the other.

What may lie where is in catalogue/tables.toml. Both sides have the same before them, nothing lies where a scenario has
its objectives, and nothing bars the way on from a home edge.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any

import shapely
from pydantic import Field as Model
from shapely import LineString, Point, Polygon, box
from shapely.affinity import rotate, translate
from shapely.geometry.base import BaseGeometry

from musterhall.dice import Dice, Die
from musterhall.games.alpha_strike.field.tables import USUAL_TABLE
from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model
from musterhall.table import Table, TerrainPiece

FILE = "tables.toml"
Draw = Callable[[int], int]
"""The next whole number below the one it is given."""
Place = tuple[float, float]

TABLE_DICE = 602
"""Keeps the table's dice apart from the battle's."""
TRIES = 60
"""Places that are tried for a piece before it is left out."""
CORNERS = 12
"""Of what grew or flowed into its shape."""
EASE, ROUND = 0.2, 0.7
"""How far a piece keeps from what is kept clear, and how round its bays and spits are."""
LEAST_LEFT = 0.55
"""How much of a piece must be left when what is kept clear has bitten into it."""

# fmt: off
FIRST_NAMES = (
    "Alder", "Ash", "Black", "Brandt's", "Cinder", "Cold", "Copper", "Crow", "Dragoon", "Drop", "Eagle", "East", "Elm",
    "Ferro", "Fox", "Garrison", "Grey", "Hawk", "Heron", "Iron", "Kerensky's", "Long", "Lower", "Miller's", "North",
    "Old", "Otter", "Pine", "Raven", "Red", "Salt", "Silver", "South", "Stone", "Thorn", "Upper", "West", "Wolf",
)
# fmt: on


class _Kind(FileModel):
    kind: str
    across: tuple[float, float]
    deep: tuple[float, float] | None = None
    height: float = 0.0
    top: float = 0.0
    names: list[str]


class _Set(FileModel):
    name: str
    pieces: list[str]


class _Layout(FileModel):
    keep_clear: list[tuple[float, float, float]]
    home_edge: float
    gap: float
    roads: list[list[list[tuple[float, float]]]]
    road_width: float
    set: list[_Set] = Model(min_length=1)
    piece: dict[str, _Kind]


@cache
def layout() -> _Layout:
    """catalogue/tables.toml."""
    return parse_model(_Layout, {key: _tuples(value) for key, value in catalogue_data(FILE).items()}, FILE)


def _tuples(value: Any) -> Any:
    """TOML has lists alone; those of figures are meant as pairs and triples."""
    if isinstance(value, dict):
        return {key: _tuples(one) for key, one in value.items()}
    if isinstance(value, list):
        figures = bool(value) and all(isinstance(one, int | float) for one in value)
        return tuple(map(float, value)) if figures else [_tuples(one) for one in value]
    return value


def table_of_seed(seed: int) -> Table:
    """13.6 The tournament table of a seed, 72 by 48 inches."""
    return _Making(_draw(seed), USUAL_TABLE).tournament(f"Table {seed}")


def _draw(seed: int) -> Draw:
    dice = Dice(seed, recording=False).fresh(TABLE_DICE)
    return lambda limit: dice.one(Die("any", limit), "table") - 1


@dataclass(slots=True)
class _Making:
    """A table while it is being laid out."""

    draw: Draw
    table: Table
    pieces: list[TerrainPiece] = field(default_factory=list)
    taken: BaseGeometry = field(default_factory=Polygon)
    street: LineString | None = None
    """The road that houses stand along."""
    village: Place | None = None
    """Where houses stand together without one."""
    next_name: int = 0

    def tournament(self, name: str) -> Table:
        plan = layout()
        self.next_name = self.draw(len(FIRST_NAMES))
        clear = [Point(x, y).buffer(radius) for x, y, radius in plan.keep_clear]
        self.taken = shapely.union_all([*clear, *map(self.turned, clear)])
        self.lay_roads()
        room = box(1, plan.home_edge, self.table.width - 1, self.table.depth - plan.home_edge)
        for wanted in plan.set[self.draw(len(plan.set))].pieces:
            self.lay_pair(plan.piece[wanted], room)
        return replace(self.table, name=name, pieces=tuple(self.pieces))

    def turned(self, shape: BaseGeometry) -> BaseGeometry:
        return rotate(shape, 180, origin=(self.table.width / 2, self.table.depth / 2))

    # Roads

    def lay_roads(self) -> None:
        plan = layout()
        for course in plan.roads[self.draw(len(plan.roads))]:
            line = self.street = LineString(_rounded(course))
            for way in (line, self.turned(line)):
                points = tuple(_written(point) for point in way.coords)
                road = TerrainPiece(self.fresh_name(("Road", "Lane")), "road", points, True, plan.road_width)
                self.pieces.append(road)
                self.taken = self.taken.union(Polygon(road.outline).buffer(0.2))

    # Pieces

    def lay_pair(self, kind: _Kind, room: BaseGeometry) -> None:
        """A piece and its twin on the other half; nothing where no place is found for both."""
        for _ in range(TRIES):
            shape = self.found(kind, room)
            if shape is None:
                return
            twin = self.turned(shape)
            if shape.distance(twin) >= layout().gap:
                self.place(kind, shape)
                self.place(kind, twin)
                return

    def found(self, kind: _Kind, room: BaseGeometry) -> BaseGeometry | None:
        """A shape of this kind where there is room for it."""
        for _ in range(TRIES):
            shape = self.house(kind, room) if kind.deep else self.grown(kind, room)
            if shape is not None and room.contains(shape) and shape.disjoint(self.taken):
                return shape
        return None

    def grown(self, kind: _Kind, room: BaseGeometry) -> BaseGeometry | None:
        """What grew or flowed as far as it could; None where too little of it is left."""
        across = self.between(*kind.across)
        whole = Polygon(list(self.outline(across / 2, self.between(0.62, 0.95))))
        here = translate(whole, *self.anywhere(room))
        left = here.intersection(room).difference(self.taken.buffer(EASE)).buffer(-ROUND).buffer(ROUND).simplify(0.2)
        fits = isinstance(left, Polygon) and left.area > LEAST_LEFT * whole.area and not left.interiors
        return left if fits else None

    def house(self, kind: _Kind, room: BaseGeometry) -> BaseGeometry:
        """Along a road, or anywhere."""
        assert kind.deep is not None
        across, deep = self.between(*kind.across), self.between(*kind.deep)
        shape = box(-across / 2, -deep / 2, across / 2, deep / 2)
        if self.street is None:
            near = self.village or self.anywhere(room)
            self.village = near
            return translate(shape, near[0] + self.between(-7, 7), near[1] + self.between(-7, 7))
        along = self.between(0.1, 0.9) * self.street.length
        here, ahead = (self.street.interpolate(at) for at in (along, along + 0.5))
        turn = math.atan2(ahead.y - here.y, ahead.x - here.x)
        away = (layout().road_width / 2 + deep / 2 + EASE + 0.3) * (1 if self.draw(2) else -1)
        placed = rotate(shape, turn, origin=(0, 0), use_radians=True)
        return translate(placed, here.x - away * math.sin(turn), here.y + away * math.cos(turn))

    def anywhere(self, room: BaseGeometry) -> Place:
        left, top, right, bottom = room.bounds
        return self.between(left, right), self.between(top, bottom)

    def place(self, kind: _Kind, shape: BaseGeometry) -> None:
        self.pieces.append(self.piece(kind, shape, kind.height))
        top = _largest(shape.buffer(-2.6).simplify(0.3))
        if kind.top and not top.is_empty:
            self.pieces.append(self.piece(kind, top, kind.top))
        self.taken = self.taken.union(shape.buffer(layout().gap))

    def piece(self, kind: _Kind, shape: BaseGeometry, height: float) -> TerrainPiece:
        assert isinstance(shape, Polygon)
        points = tuple(_written(point) for point in list(shape.exterior.coords)[:-1])
        return TerrainPiece(self.fresh_name(tuple(kind.names)), kind.kind, points, height=height)

    def outline(self, radius: float, flat: float) -> Iterator[Place]:
        """What grew or flowed: a ring with bays and bulges, flatter one way than the other."""
        lean = self.between(0, math.pi)
        for step in range(CORNERS):
            angle = 2 * math.pi * step / CORNERS
            reach = radius * self.between(0.8, 1.0)
            x, y = reach * math.cos(angle), reach * flat * math.sin(angle)
            yield x * math.cos(lean) - y * math.sin(lean), x * math.sin(lean) + y * math.cos(lean)

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.draw(1001) / 1000

    def fresh_name(self, second: tuple[str, ...]) -> str:
        self.next_name += 1
        first = FIRST_NAMES[self.next_name % len(FIRST_NAMES)]
        return f"{first} {second[self.draw(len(second))]}"


def _rounded(course: list[Place]) -> list[Place]:
    """A way without sharp corners: each is cut off twice."""
    points = course
    for _ in range(2):
        cut = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        points = [*cut, points[-1]]
    return points


def _largest(shape: BaseGeometry) -> BaseGeometry:
    """A narrow hill has its top in several parts."""
    parts: list[BaseGeometry] = list(shapely.get_parts(shape))
    return max(parts, key=lambda part: part.area, default=shape)


def _written(point: tuple[float, ...]) -> Place:
    return round(point[0], 1) + 0.0, round(point[1], 1) + 0.0
