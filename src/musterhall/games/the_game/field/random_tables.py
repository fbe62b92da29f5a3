"""6.1.1 A table by chance: ways, water, heights, woods and works, until it is legal and open to every arm."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import shapely
from shapely import LineString, Polygon, box
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

from musterhall.games.the_game.army.datasheets import GROUND
from musterhall.games.the_game.basics.sides import USUAL_TABLE
from musterhall.games.the_game.field.tables import (
    DEPTH,
    MAJOR,
    SQUARE,
    WIDTH,
    Draw,
    cover_share,
    is_road,
    outline_of,
    squares,
    table_problems,
)
from musterhall.games.the_game.field.terrain import IMPASSABLE, terrain_kind
from musterhall.problems import BadInput
from musterhall.table import Point, Table, TerrainPiece, Trait


def random_table(draw: Draw, name: str = "Random table") -> Table:
    """6.1.1 A legal table: roads, mostly a river, a village, woods and fields, open to every unit."""
    for _ in range(_ATTEMPTS):
        table = Layout(draw, name).build()
        if _good(table):
            return table
    raise BadInput(f"no legal table came out of {_ATTEMPTS} attempts; give other dice.")


# What a random table must be besides legal


_ATTEMPTS = 40


def _good(table: Table) -> bool:
    if not 0.28 <= cover_share(table) <= 0.38 or len(table.pieces) > 47:
        return False
    if any(len(piece.outline) > 19 for piece in table.pieces):
        return False
    return not table_problems(table) and all(_open_to(table, unit_type) for unit_type in GROUND)


def _open_to(table: Table, unit_type: str) -> bool:
    """No part of the table is sealed off for the unit type, and no edge is shut."""
    ground = box(0, 0, table.width, table.depth)
    shut = [outline_of(piece) for piece in table.pieces if terrain_kind(piece.kind).effects[unit_type] == IMPASSABLE]
    free = ground.difference(shapely.union_all(shut))
    walkable = ground.difference(shapely.union_all(shut).buffer(1))
    parts = sorted(getattr(walkable, "geoms", [walkable]), key=lambda part: float(part.area))
    if parts[-1].area < 0.95 * walkable.area:
        return False
    corners = list(ground.exterior.coords)
    edges = [LineString(pair) for pair in pairwise(corners)]
    return all(free.intersection(edge).length > edge.length / 2 for edge in edges)


# Building a random table

# fmt: off
_FIRST_NAMES = (
    "Alder", "Amber", "Ash", "Badger", "Barley", "Beech", "Birch", "Black", "Brook", "Cold",
    "Copper", "Crane", "Crow", "Deer", "Dove", "Eagle", "Elder", "Elm", "Fern", "Finch", "Flint",
    "Fox", "Grey", "Hare", "Hawk", "Hazel", "Heron", "Hollow", "Iron", "Ivy", "Kestrel", "Lark",
    "Linden", "Long", "Magpie", "Maple", "Mill", "Moss", "Nettle", "Oak", "Old", "Otter", "Owl",
    "Pine", "Raven", "Reed", "Robin", "Rook", "Rowan", "Salt", "Sedge", "Silver", "Sparrow", "Stag",
    "Stone", "Swift", "Thorn", "Tern", "Willow", "Wolf", "Wren", "Yew",
)


# fmt: on
_SECOND_NAMES = {
    "forest": "Wood",
    "thick forest": "Thicket",
    "fields": "Field",
    "craters": "Craters",
    "rubble": "Rubble",
    "ruins": "Ruins",
    "marsh": "Marsh",
    "swamp": "Swamp",
    "buildings": "House",
    "bunkers": "Bunker",
    "trench": "Trench",
    "emplacement": "Battery",
    "road": "Road",
    "ford": "Ford",
    "rivers": "Water",
}


_MIX = ("forest",) * 9 + ("thick forest",) * 4 + ("fields",) * 6 + ("craters",) * 3 + ("ruins",) * 2 + ("rubble",)


_GAP = 2.0
"""Between two pieces, so that a way leads past each of them."""


@dataclass(slots=True)
class Layout:
    """A table while it is being built: water and roads first, then houses, then the squares."""

    draw: Draw
    name: str
    dry: bool = False
    """No river runs through it."""
    pieces: list[TerrainPiece] = field(default_factory=list)
    taken: BaseGeometry = field(default_factory=Polygon)
    covered: BaseGeometry = field(default_factory=Polygon)
    roads: BaseGeometry = field(default_factory=Polygon)
    next_name: int = 0

    def build(self) -> Table:
        self.next_name = self.draw(len(_FIRST_NAMES))
        along_y = self.draw(3) > 0
        has_river = self.draw(4) > 0 and not self.dry
        course = self.river_course(along_y) if has_river else None
        roads = self.lay_roads(along_y, course)
        if course is not None:
            self.lay_river(course, roads, fords=1 if along_y else 2)
            self.lay_marshes(course)
        self.lay_village(roads[0], 4 + self.draw(4))
        if len(roads) > 1:
            self.lay_village(roads[1], self.draw(4))
        self.lay_defences()
        self.fill_squares()
        return replace(USUAL_TABLE, name=self.name, pieces=tuple(self.pieces))

    def add(self, kind: str, shape: Polygon, gap: float = _GAP, traits: dict[str, Trait] | None = None) -> None:
        points = tuple(map(written, list(shape.exterior.coords)[:-1]))
        self.place(TerrainPiece(self.fresh_name(kind), kind, points, traits=traits or {}), gap)

    def add_line(
        self, kind: str, points: list[Point], width: float, gap: float, traits: dict[str, Trait] | None = None
    ) -> TerrainPiece:
        rounded = tuple(map(written, points))
        name = self.fresh_name("ford" if traits else kind)
        return self.place(TerrainPiece(name, kind, rounded, True, width, traits=traits or {}), gap)

    def place(self, piece: TerrainPiece, gap: float) -> TerrainPiece:
        self.pieces.append(piece)
        shape = Polygon(piece.outline)
        self.taken = self.taken.union(shape.buffer(gap, quad_segs=2))
        if is_road(piece):
            self.roads = self.roads.union(shape)
        else:
            self.covered = self.covered.union(shape)
        return piece

    def fresh_name(self, kind: str) -> str:
        first = _FIRST_NAMES[self.next_name % len(_FIRST_NAMES)]
        self.next_name += 1
        return f"{first} {_SECOND_NAMES[kind]}"

    def spread(self, low: float, high: float) -> float:
        """Any of 64 even steps from low to high."""
        return low + (high - low) * self.draw(64) / 63

    # Roads and water

    def river_course(self, along_y: bool) -> list[Point]:
        """Bank to bank across the table, with both ends beyond the edges for a clean cut."""
        length, breadth = (DEPTH, WIDTH) if along_y else (WIDTH, DEPTH)
        middle = self.spread(0.36, 0.64) * breadth
        steps = 13 if along_y else 18
        ways = [-10 + (length + 20) * step / (steps - 1) for step in range(steps)]
        sides = self.winding(middle, 13, steps)
        return [(side, way) if along_y else (way, side) for way, side in zip(ways, sides, strict=True)]

    def lay_roads(self, across_x: bool, course: list[Point] | None) -> list[TerrainPiece]:
        """One road from edge to edge over the river, and one that leaves it for another edge."""
        length, breadth = (WIDTH, DEPTH) if across_x else (DEPTH, WIDTH)
        middle = self.spread(0.38, 0.62) * breadth
        first, *inner, last = self.winding(middle, 13, 7)
        bends = [(length * (step + 1) / 6, side) for step, side in enumerate(inner)]
        path = [(0.0, first), (7.0, first), *bends, (length - 7.0, last), (float(length), last)]
        points = path if across_x else [(y, x) for x, y in path]
        roads = [self.add_line("road", points, 4, gap=1)]
        fork = self.fork(points[2:-2], course)
        goal = float(breadth * self.draw(2))
        toward = 1 if goal else -1
        way, side = (fork[1], fork[0]) if across_x else fork
        bend, end = side + self.spread(-10, 10), side + self.spread(-14, 14)
        branch = [(side, way), (bend, (way + goal) / 2), (end, goal - toward * 7.0), (end, goal)]
        roads.append(self.add_line("road", branch if across_x else [(y, x) for x, y in branch], 4, gap=1))
        return roads

    def winding(self, middle: float, sway: float, steps: int) -> list[float]:
        """A soft swing from side to side: few turning points, cosine arcs between them."""
        turns = [middle + self.spread(-sway, sway) for _ in range(4)]
        sides = []
        for step in range(steps):
            place = step / (steps - 1) * (len(turns) - 1)
            leg = min(int(place), len(turns) - 2)
            share = (1 - math.cos((place - leg) * math.pi)) / 2
            sides.append(turns[leg] * (1 - share) + turns[leg + 1] * share)
        return sides

    def fork(self, places: list[Point], course: list[Point] | None) -> Point:
        """A bend of the road, and one of the two farthest from the water if there is any."""
        if course is None:
            return places[self.draw(len(places))]
        water = LineString(course)
        away = sorted(places, key=lambda place: -water.distance(shapely.Point(place)))
        return away[self.draw(2)]

    def lay_river(self, course: list[Point], roads: list[TerrainPiece], fords: int) -> None:
        line = LineString(course)
        width = self.spread(4.5, 6)
        dry = [Polygon(road.outline).buffer(1, join_style="mitre") for road in roads]
        bridges = shapely.union_all(dry).intersection(line).centroid
        for _ in range(fords):
            ford = self.lay_ford(line, width, [bridges, *dry[len(roads) :]])
            dry.append(Polygon(ford.outline).buffer(0.3, join_style="mitre"))
        band = line.buffer(width / 2, cap_style="flat", join_style="mitre")
        water = band.intersection(box(0, 0, WIDTH, DEPTH)).difference(shapely.union_all(dry))
        for part in getattr(water, "geoms", [water]):
            if part.area > 8:
                self.add("rivers", part)
        self.taken = self.taken.union(shapely.union_all(dry[len(roads) :]).buffer(6))

    def lay_ford(self, line: LineString, width: float, crossings: list[BaseGeometry]) -> TerrainPiece:
        """A shallow place as a short wide road through the water, away from the other crossings."""
        places = [line.interpolate(share / 20, normalized=True) for share in range(4, 17)]
        far = sorted(places, key=lambda place: -min(place.distance(crossing) for crossing in crossings))
        middle = far[self.draw(4)]
        before, after = (line.interpolate(line.project(middle) + step) for step in (-2, 2))
        length = math.dist((before.x, before.y), (after.x, after.y))
        dx, dy = (after.x - before.x) / length, (after.y - before.y) / length
        reach = width / 2 + 2.5
        points = [
            (middle.x - dy * reach, middle.y + dx * reach),
            (middle.x + dy * reach, middle.y - dx * reach),
        ]
        return self.add_line("road", points, 9, gap=1, traits={"ford": True})

    def lay_marshes(self, course: list[Point]) -> None:
        line = LineString(course)
        for _ in range(1 + self.draw(2)):
            spot = line.interpolate(self.spread(0.15, 0.85), normalized=True)
            shift = self.spread(9, 12) * (1 if self.draw(2) else -1)
            x, y = spot.x + shift * (line.bounds[3] > DEPTH), spot.y + shift * (line.bounds[2] > WIDTH)
            shape = self.fitted(self.blob(x, y, self.spread(150, 290)))
            if shape is not None and shape.area > 60:
                self.add("marsh" if self.draw(4) else "swamp", shape)

    # Houses and defences

    def lay_village(self, road: TerrainPiece, houses: int) -> None:
        """Houses on both sides of the road around one of its bends, some of them in ruins."""
        line = LineString(road.points)
        start = self.spread(0.3, 0.6) * line.length
        for number in range(houses * 2):
            if not houses:
                return
            along = start + (number // 2) * self.spread(9.2, 10.5)
            if along > line.length - 8:
                return
            shape = self.house(line, along, 1 if number % 2 else -1)
            if not shape.intersects(self.taken) and box(1, 1, WIDTH - 1, DEPTH - 1).contains(shape):
                self.add("ruins" if self.draw(5) == 0 else "buildings", shape, gap=1)
                houses -= 1

    def house(self, line: LineString, along: float, side: int) -> Polygon:
        before, after = line.interpolate(along - 2), line.interpolate(along + 2)
        turn = math.atan2(after.y - before.y, after.x - before.x)
        long, deep = self.spread(6, 8.5), self.spread(4.5, 6.5)
        off = side * (2 + self.spread(1.4, 2.2) + deep / 2)
        spot = line.interpolate(along)
        x, y = spot.x - math.sin(turn) * off, spot.y + math.cos(turn) * off
        return rotate(box(x - long / 2, y - deep / 2, x + long / 2, y + deep / 2), turn, use_radians=True)

    def lay_defences(self) -> None:
        for _ in range(self.draw(3)):
            kind = ("bunkers", "trench", "emplacement")[self.draw(3)]
            for _ in range(6):
                x, y, turn = self.spread(20, 160), self.spread(20, 100), self.draw(12) * 15
                if self.dig(kind, x, y, turn):
                    break

    def dig(self, kind: str, x: float, y: float, turn: float) -> bool:
        line = rotate(_zigzag(x, y), turn, origin=(x, y))
        shape = line.buffer(2) if kind == "trench" else rotate(_strongpoint(kind, x, y), turn, origin=(x, y))
        if shape.buffer(1).intersects(self.taken):
            return False
        if kind == "trench":
            self.add_line(kind, [(x, y) for x, y in line.coords], 2.2, _GAP)
        else:
            self.add(kind, shape)
        return True

    # Squares

    def fill_squares(self) -> None:
        """One large feature to a square, sized so that about a third of the table is covered at the end."""
        target = self.spread(0.315, 0.35) * WIDTH * DEPTH
        left = [square for _, square in squares()]
        while left and len(self.pieces) < 47:
            square = left.pop(self.draw(len(left)))
            share = (target - self.covered.area) / (len(left) + 1)
            there = self.covered.intersection(square).area
            self.fill(square, min(max(share * self.spread(0.75, 1.35) - there / 4, 70), 520))
        for _, square in sorted(squares(), key=lambda named: self.covered.intersection(named[1]).area):
            lacking = target * 0.95 - self.covered.area
            if lacking > 0 and len(self.pieces) < 46:
                self.fill(square, min(max(lacking, 70), 260))

    def fill(self, square: BaseGeometry, size: float) -> None:
        kind = _MIX[self.draw(len(_MIX))]
        left, low, _, _ = square.bounds
        best: Polygon | None = None
        for _ in range(6):
            x, y = left + self.spread(7, 23), low + self.spread(7, 23)
            wanted = self.field(x, y, size) if kind == "fields" else self.blob(x, y, size)
            shape = self.fitted(wanted)
            if shape is None or shape.intersection(square).area < MAJOR:
                continue
            if best is None or abs(shape.area - size) < abs(best.area - size):
                best = shape
            if abs(best.area - size) < size * 0.25:
                break
        best = best or self.fitted(self.blob(left + SQUARE / 2, low + SQUARE / 2, 700))
        if best is not None and best.area >= MAJOR:
            self.add(kind, best)

    def blob(self, x: float, y: float, size: float) -> Polygon:
        corners = 10 + self.draw(5)
        stretch, turn = self.spread(0.78, 1.3), self.spread(0, 180)
        radius = math.sqrt(size / math.pi) * 1.02
        points = []
        for corner in range(corners):
            angle = 2 * math.pi * corner / corners
            reach = radius * self.spread(0.85, 1.17)
            points.append((x + reach * stretch * math.cos(angle), y + reach / stretch * math.sin(angle)))
        return rotate(Polygon(points), turn, origin=(x, y))

    def field(self, x: float, y: float, size: float) -> Polygon:
        stretch, turn = self.spread(1.05, 1.5), self.spread(-35, 35)
        half = math.sqrt(size) / 2
        wide, deep = half * stretch, half / stretch
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        corners = [(x + a * wide + self.spread(-1.2, 1.2), y + b * deep + self.spread(-1.2, 1.2)) for a, b in signs]
        return rotate(Polygon(corners), turn, origin=(x, y))

    def fitted(self, wanted: BaseGeometry) -> Polygon | None:
        """The largest part of a shape that is still free, without slivers and with few corners."""
        free = wanted.intersection(box(0, 0, WIDTH, DEPTH)).difference(self.taken)
        whole = free.buffer(-1.5, join_style="mitre").buffer(1.5, join_style="mitre", mitre_limit=2)
        parts = [part for part in getattr(whole, "geoms", [whole]) if isinstance(part, Polygon) and not part.is_empty]
        if not parts:
            return None
        part = Polygon(max(parts, key=lambda part: float(part.area)).exterior).simplify(0.5)
        return part if isinstance(part, Polygon) and self.clear(part) else None

    def clear(self, part: Polygon) -> bool:
        """Cutting corners may have pushed a shape over the edge or into a neighbour."""
        if not part.is_valid or len(part.exterior.coords) > 19:
            return False
        if not part.within(box(0, 0, WIDTH, DEPTH).buffer(0.01)):
            return False
        return not part.buffer(0.3).intersects(self.roads.union(self.covered))


def written(point: Sequence[float]) -> Point:
    """A place as a table file has it: to a millimetre, and no minus before a zero."""
    return (round(point[0], 1) + 0.0, round(point[1], 1) + 0.0)


def _zigzag(x: float, y: float) -> LineString:
    return LineString([(x - 11 + 4.4 * step, y + (2.2 if step % 2 else -2.2)) for step in range(6)])


def _strongpoint(kind: str, x: float, y: float) -> Polygon:
    corners = {
        "bunkers": ((-4, -2), (-2.5, -3.2), (2.5, -3.2), (4, -2), (4, 3), (-4, 3)),
        "emplacement": ((-4, -3), (-1.5, -4), (1.5, -4), (4, -3), (3.5, 3), (-3.5, 3)),
    }
    return Polygon([(x + dx, y + dy) for dx, dy in corners[kind]])
