"""What every painter draws with: the table, shapes as SVG, and noise that never changes."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from xml.sax import saxutils

import numpy as np
import shapely
from shapely import LineString, Polygon
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from musterhall.table import Point, Table, TerrainPiece

_STYLE_WORDS = (
    ("thick", "thick-forest"),
    ("dense", "thick-forest"),
    ("heavy wood", "thick-forest"),
    ("forest", "forest"),
    ("wood", "forest"),
    ("river", "river"),
    ("stream", "river"),
    ("lake", "river"),
    ("shallow", "shallow-water"),
    ("lagoon", "shallow-water"),
    ("deep sea", "deep-sea"),
    ("open sea", "deep-sea"),
    ("deep", "deep-water"),
    ("water", "river"),
    ("marsh", "marsh"),
    ("swamp", "marsh"),
    ("bog", "marsh"),
    ("crater", "craters"),
    ("rough", "rubble"),
    ("rock", "rubble"),
    ("field", "field"),
    ("rubble", "rubble"),
    ("ruin", "ruins"),
    ("building", "building"),
    ("house", "building"),
    ("station", "building"),
    ("wreck", "ruins"),
    ("bunker", "bunker"),
    ("objective", "bunker"),
    ("trench", "trench"),
    ("emplacement", "emplacement"),
    ("road", "road"),
    ("track", "road"),
    ("hedge", "hedge"),
    ("fence", "fence"),
    ("wall", "wall"),
    ("hill", "hill"),
)


WATERS = ("deep-sea", "deep-water", "shallow-water", "river")


def style_of(kind: str) -> str:
    return next((style for word, style in _STYLE_WORDS if word in kind.lower()), "other")


def kind_words(piece: TerrainPiece) -> str:
    """What a piece is, as a key says it: a river that has a depth is a deep or a shallow one."""
    return f"{piece.traits['depth']} {piece.kind}" if "depth" in piece.traits else piece.kind


class Grain:
    """Small noise that depends on nothing but a name, so that a picture never changes."""

    def __init__(self, name: str) -> None:
        self._state = zlib.crc32(name.encode()) or 1

    def unit(self) -> float:
        state = self._state
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
        self._state = state
        return state / 0x100000000

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.unit()

    def pick(self, choices: tuple[str, ...]) -> str:
        return choices[int(self.unit() * len(choices))]


def in_lengths(table: Table, length: float) -> Table:
    """The table measured in lengths of the drawing instead of its own unit."""
    if length == 1:
        return table
    pieces = tuple(
        replace(
            piece,
            points=tuple((x / length, y / length) for x, y in piece.points),
            width=piece.width / length,
            height=piece.height / length,
        )
        for piece in table.pieces
    )
    return replace(table, width=table.width / length, depth=table.depth / length, pieces=pieces)


class Easel:
    """A table, with what the painters ask of it."""

    def __init__(self, table: Table, prefix: str) -> None:
        self.table = table
        self.prefix = prefix
        self.size = f'width="{table.width:g}" height="{table.depth:g}"'
        self._styles: dict[str, list[TerrainPiece]] = {}
        self._numbers: dict[TerrainPiece, int] = {}
        for number, piece in enumerate(table.pieces):
            self._styles.setdefault(style_of(piece.kind), []).append(piece)
            self._numbers[piece] = number
        self.water = shapely.union_all([self.shape(piece) for style in WATERS for piece in self.of(style)])

    def of(self, style: str) -> list[TerrainPiece]:
        return self._styles.get(style, [])

    def mark(self, piece: TerrainPiece) -> str:
        """The attribute by which a script knows what belongs to a piece of terrain."""
        return f'data-terrain="{self._numbers[piece]}"'

    def line(self, piece: TerrainPiece) -> LineString:
        return LineString(piece.points)

    def shape(self, piece: TerrainPiece) -> BaseGeometry:
        if piece.linear and piece.width <= 0:
            return self.line(piece)
        return Polygon(piece.outline)

    def use(self, symbol: str, x: float, y: float, size: float = 1, turn: float = 0) -> str:
        turned = f" rotate({turn:.0f})" if turn else ""
        sized = f" scale({size:.2f})" if size != 1 else ""
        return f'<use href="#{self.prefix}-{symbol}" transform="translate({x:.1f} {y:.1f}){turned}{sized}"/>'


def escaped(words: str) -> str:
    return saxutils.escape(_NOT_XML.sub("", words))


def quoted(words: str) -> str:
    return saxutils.quoteattr(_NOT_XML.sub("", words))


_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def _path(shape: BaseGeometry) -> str:
    """The path data of polygons and lines, rounded to a hundredth of a length."""
    if isinstance(shape, Polygon):
        rings = [shape.exterior, *shape.interiors] if not shape.is_empty else []
        return "".join(steps(list(ring.coords)[:-1]) + "Z" for ring in rings)
    if isinstance(shape, LineString):
        return steps(list(shape.coords))
    return "".join(_path(part) for part in getattr(shape, "geoms", ()))


def steps(points: Iterable[Any]) -> str:
    return "M" + "L".join(f"{point[0]:z.2f} {point[1]:z.2f}" for point in points)


def filled(shape: BaseGeometry, colour: str, **attributes: str | float) -> str:
    return f'<path d="{_path(shape)}" fill="{colour}"{_attributes(attributes)}/>'


def stroked(shape: BaseGeometry, colour: str, width: float, **attributes: str | float) -> str:
    return (
        f'<path d="{_path(shape)}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linejoin="round"{_attributes(attributes)}/>'
    )


def _attributes(attributes: Mapping[str, str | float]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())


def scattered(
    shape: BaseGeometry, spacing: float, grain: Grain, margin: float = 0, jitter: float = 0.35
) -> list[Point]:
    """Places about `spacing` apart inside the shape, from top to bottom."""
    inner = shape.buffer(-margin)
    if inner.is_empty:
        centre = shape.representative_point()
        return [(centre.x, centre.y)]
    left, top, right, bottom = inner.bounds
    places = []
    rows = int((bottom - top) / (spacing * 0.87)) + 1
    for row in range(rows):
        shift = spacing / 2 if row % 2 else 0
        for column in range(int((right - left) / spacing) + 1):
            x = left + column * spacing + shift + grain.between(-jitter, jitter) * spacing
            y = top + row * spacing * 0.87 + grain.between(-jitter, jitter) * spacing
            places.append((x, y))
    spots = np.asarray(places)
    inside = shapely.contains_xy(inner, spots[:, 0], spots[:, 1])
    kept = [place for place, fits in zip(places, inside, strict=True) if fits]
    return sorted(kept, key=lambda place: place[1])


def axis(shape: BaseGeometry) -> tuple[Point, float, float, float]:
    """Centre, direction in radians, length and breadth of the smallest rectangle around a shape."""
    frame = shape.minimum_rotated_rectangle
    if not isinstance(frame, Polygon):
        return (shape.centroid.x, shape.centroid.y), 0.0, 1.0, 1.0
    a, b, c = list(frame.exterior.coords)[:3]
    first, second = math.dist(a, b), math.dist(b, c)
    start, end = (a, b) if first >= second else (b, c)
    turn = math.atan2(end[1] - start[1], end[0] - start[0])
    return (frame.centroid.x, frame.centroid.y), turn, max(first, second), min(first, second)


def shadow(shape: BaseGeometry, length: float, opacity: float = 0.28) -> str:
    """The sun stands in the north-west of every table."""
    swept = [translate(shape, length * step / 3, length * step / 3) for step in range(4)]
    return filled(shapely.union_all(swept), "#2a2618", opacity=opacity)
