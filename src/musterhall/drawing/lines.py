"""Painters of what runs across the table: roads with their bridges, hedges, fences, walls."""

from __future__ import annotations

import shapely
from shapely import LineString
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from musterhall.drawing.canvas import Easel, Grain, filled, scattered, shadow, stroked
from musterhall.table import TerrainPiece


def road_edge(easel: Easel, piece: TerrainPiece) -> str:
    if "ford" in piece.traits:
        return ""
    return filled(easel.shape(piece).buffer(0.45, join_style="mitre"), "#8b7b55", opacity=0.85)


def paint_road(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    if "ford" in piece.traits:
        return [filled(shape.buffer(-2).buffer(2.4 - step * 0.8), "#c5b582", opacity=0.35) for step in range(3)]
    drawn = [filled(shape, "#cbb98d")]
    if not piece.linear or piece.width <= 0:
        return drawn
    line = easel.line(piece)
    ruts = shapely.union_all([line.offset_curve(piece.width * share, join_style="mitre") for share in (0.2, -0.2)])
    drawn.append(stroked(ruts, "#a8946a", 0.38, opacity=0.75))
    drawn.append(stroked(line, "#bfb583", 0.35, stroke_dasharray="1.6 1.1 0.6 1.4", opacity=0.9))
    return drawn


def bridges(easel: Easel, piece: TerrainPiece) -> str:
    """Where a road has water on both sides: a bridge, or stones in the water if its trait says ford."""
    if not piece.linear or piece.width <= 0 or easel.water.is_empty:
        return ""
    half, line = piece.width / 2, easel.line(piece)
    near = line.intersection(easel.water.buffer(half + 1.6))
    runs = [run for run in getattr(near, "geoms", [near]) if isinstance(run, LineString) and not run.is_empty]
    return "".join(_bridge(easel, piece, run) for run in runs if _wet_on_both_sides(run, half + 1.6, easel.water))


def paint_hedge(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    line = easel.line(piece) if piece.linear else shape.boundary
    drawn = [stroked(translate(line, 0.35, 0.35), "#232a14", 1.2, opacity=0.3, stroke_linecap="round")]
    for step in range(int(line.length / 0.85) + 1):
        spot = line.interpolate(step * 0.85)
        x, y = spot.x + grain.between(-0.15, 0.15), spot.y + grain.between(-0.15, 0.15)
        drawn.append(easel.use(grain.pick(("dark0", "dark1", "tree1")), x, y, grain.between(0.4, 0.56)))
    return drawn


def paint_fence(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    line = easel.line(piece) if piece.linear else shape.boundary
    return [stroked(line, "#6b5335", 0.2), stroked(line, "#4f3c25", 0.6, stroke_dasharray="0.35 1.65")]


def paint_wall(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    line = easel.line(piece) if piece.linear else shape.boundary
    return [
        stroked(translate(line, 0.3, 0.3), "#2a2618", 0.8, opacity=0.3),
        stroked(line, "#6b6557", 0.85),
        stroked(line, "#aea692", 0.55, stroke_dasharray="0.8 0.12 0.55 0.12"),
    ]


def _wet_on_both_sides(run: LineString, reach: float, water: BaseGeometry) -> bool:
    return all(run.offset_curve(side * reach).intersects(water) for side in (1, -1))


def _bridge(easel: Easel, piece: TerrainPiece, run: LineString) -> str:
    half = piece.width / 2
    wet = easel.water.intersection(run.buffer(half + 1.7, cap_style="flat"))
    drawn = [filled(wet.convex_hull, "#7fa2a8")]
    if "ford" in piece.traits:
        stones = scattered(wet.convex_hull, 1.7, Grain(piece.name), margin=0.5)
        drawn.append(filled(wet.convex_hull.buffer(-0.4), "#9db5ae"))
        drawn += [easel.use("stone", x, y, 0.8) for x, y in stones]
    else:
        deck = run.buffer(half, cap_style="flat")
        rails = shapely.union_all([run.offset_curve(half * side) for side in (1, -1)])
        drawn += [
            shadow(deck, 0.8, 0.3),
            filled(deck, "#b8a582"),
            stroked(run, "#8f7b58", piece.width, stroke_dasharray="0.12 0.75"),
            stroked(rails, "#5d5340", 0.75),
            stroked(rails, "#a89b82", 0.35),
        ]
    return f'<g class="crossing" pointer-events="none">{"".join(drawn)}</g>'
