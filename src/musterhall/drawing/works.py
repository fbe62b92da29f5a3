"""Painters of what people built and what is left of it."""

from __future__ import annotations

import math

from shapely import LineString, MultiLineString, Polygon
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from musterhall.drawing.canvas import Easel, Grain, axis, filled, scattered, shadow, stroked
from musterhall.table import Point, TerrainPiece


def paint_rubble(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    drawn = [filled(shape, "#9c927a", opacity=0.7, stroke="#776d57", stroke_width=0.2, stroke_dasharray="0.7 0.5")]
    for x, y in scattered(shape, 1.7, grain, margin=0.6):
        drawn.append(easel.use("stone", x, y, grain.between(0.5, 1.5), grain.between(0, 359)))
    return drawn


def paint_ruins(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    drawn = [filled(shape, "#a79c82", opacity=0.8, stroke="#837860", stroke_width=0.2)]
    drawn.append(filled(shape.buffer(-1.2), "#958a70", opacity=0.45))
    drawn += [easel.use("stone", x, y, grain.between(0.4, 0.9)) for x, y in scattered(shape, 2.1, grain, margin=0.6)]
    corners = scattered(shape, 5.2, grain, margin=2.2, jitter=0.15)
    if shape.area < 90 or len(corners) < 2:
        walls = "2.6 0.7 1.4 1.1 3.4 0.5 0.9 1.3"
        edge = shape.buffer(-0.4, join_style="mitre")
        drawn.append(stroked(translate(edge, 0.5, 0.5), "#2f2a20", 0.8, stroke_dasharray=walls, opacity=0.3))
        drawn.append(stroked(edge, "#6b6253", 0.85, stroke_dasharray=walls, stroke_linecap="butt"))
        drawn.append(stroked(edge, "#b5aa95", 0.3, stroke_dasharray=walls))
        return drawn
    _, turn, _, _ = axis(shape)
    for x, y in corners:
        quarter = 90 * int(grain.between(0, 4))
        drawn.append(easel.use("corner", x, y, grain.between(0.85, 1.15), math.degrees(turn) + quarter))
    return drawn


def paint_trench(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    drawn = [
        filled(shape.buffer(0.55, join_style="mitre"), "#b39a6a"),
        stroked(shape.buffer(0.3, join_style="mitre"), "#d2bf92", 0.5, stroke_dasharray="0.95 0.22"),
        filled(shape, "#4f412c"),
    ]
    if piece.linear and piece.width > 0:
        drawn.append(stroked(easel.line(piece), "#83704d", piece.width * 0.5, stroke_dasharray="0.28 0.3"))
    return [*drawn, stroked(shape, "#2f2618", 0.2)]


def paint_emplacement(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    berm = shape.buffer(-0.55, join_style="mitre")
    return [
        filled(shape, "#a58c5e", stroke="#7c6741", stroke_width=0.2),
        filled(shape.buffer(-1.1, join_style="mitre"), "#8a7550"),
        stroked(berm, "#6b5838", 0.95),
        stroked(berm, "#cdbb8e", 0.75, stroke_dasharray="0.95 0.2"),
    ]


def paint_building(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    roofs = {
        "tile": ("#b9694b", "#9c523a", "#c97f60", "#86452f"),
        "slate": ("#7e858a", "#666d73", "#949a9d", "#575d62"),
        "thatch": ("#a98d58", "#8d7344", "#bfa36c", "#776039"),
        "rust": ("#a45f4a", "#874b39", "#b8765f", "#733d2e"),
    }
    colours = roofs[grain.pick(tuple(roofs))]
    drawn = [shadow(shape, 1.4), filled(shape, "#d9cdb1", stroke="#5b4d38", stroke_width=0.2)]
    eaves = shape.buffer(-0.18, join_style="mitre")
    if len(piece.outline) == 4 and shape.area > 0.93 * shape.minimum_rotated_rectangle.area:
        return drawn + _hipped_roof(shape, colours, grain)
    drawn.append(filled(eaves, colours[0], stroke=colours[3], stroke_width=0.25))
    drawn.append(filled(shape.buffer(-1, join_style="mitre"), colours[2], opacity=0.7))
    return drawn


def _hipped_roof(shape: BaseGeometry, colours: tuple[str, str, str, str], grain: Grain) -> list[str]:
    (cx, cy), turn, length, breadth = axis(shape)
    half, side = length / 2 - 0.15, breadth / 2 - 0.15
    ridge = max(half - side * 0.8, 0.2)
    dx, dy = math.cos(turn), math.sin(turn)

    def at(along: float, across: float) -> Point:
        return cx + dx * along - dy * across, cy + dy * along + dx * across

    corners = (at(-half, -side), at(half, -side), at(half, side), at(-half, side))
    left, right = at(-ridge, 0), at(ridge, 0)
    faces = (
        (corners[0], corners[1], right, left),
        (corners[1], corners[2], right),
        (corners[2], corners[3], left, right),
        (corners[3], corners[0], left),
    )
    drawn = [filled(Polygon(face), _lit(face, (cx, cy), colours)) for face in faces]
    courses = []
    for step in range(1, int(side / 0.6) + 1):
        share = step * 0.6 / side
        reach = half - (half - ridge) * (1 - share)
        courses += [LineString([at(-reach, share * side), at(reach, share * side)])]
        courses += [LineString([at(-reach, -share * side), at(reach, -share * side)])]
    drawn.append(stroked(MultiLineString(courses), colours[3], 0.1, opacity=0.55))
    hips = [
        LineString(pair)
        for pair in (
            (left, right),
            (left, corners[0]),
            (left, corners[3]),
            (right, corners[1]),
            (right, corners[2]),
        )
    ]
    drawn.append(stroked(MultiLineString(hips), colours[3], 0.22))
    x, y = at(ridge * grain.between(-0.7, 0.7), side * 0.42)
    drawn.append(
        f'<g transform="translate({x:.1f} {y:.1f})">'
        '<path d="M-0.2 -0.2h1v1h-1Z" fill="#2a2618" opacity="0.35"/>'
        '<path d="M-0.4 -0.4h0.8v0.8h-0.8Z" fill="#8d8171" stroke="#4b4135" stroke-width="0.14"/></g>'
    )
    return drawn


def _lit(face: tuple[Point, ...], centre: Point, colours: tuple[str, str, str, str]) -> str:
    """The colour of a roof face, by how far it turns to the sun in the north-west."""
    middle = Polygon(face).centroid
    sun = -(middle.x - centre[0]) * 0.6 - (middle.y - centre[1]) * 0.8
    reach = math.dist((middle.x, middle.y), centre) or 1
    if sun / reach > 0.6:
        return colours[2]
    return colours[0] if sun / reach > -0.3 else colours[1]


def paint_bunker(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    (cx, cy), turn, length, breadth = axis(shape)
    slit = f'x="{-length * 0.28:.2f}" y="-0.35" width="{length * 0.56:.2f}" height="0.7" rx="0.3"'
    place = f"translate({cx:.1f} {cy:.1f}) rotate({math.degrees(turn):.0f}) translate(0 {breadth * 0.12:.1f})"
    return [
        filled(shape.buffer(0.8), "#8d8157", opacity=0.6),
        shadow(shape, 1.1),
        filled(shape, "#8c8a80", stroke="#4d4b44", stroke_width=0.25),
        filled(shape.buffer(-0.7, join_style="mitre"), "#a9a698"),
        filled(shape.buffer(-1.4, join_style="mitre"), "#b8b5a6"),
        f'<rect {slit} transform="{place}" fill="#2b2a26"/>',
    ]
