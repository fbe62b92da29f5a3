"""Painters of what grows, flows and lies there by itself."""

from __future__ import annotations

import math

from shapely import LineString, MultiLineString
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from musterhall.drawing.canvas import Easel, Grain, axis, filled, kind_words, scattered, shadow, stroked
from musterhall.table import TerrainPiece


def paint_hill(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    drawn = [shadow(shape, 0.9, 0.2), filled(shape, "#9a9560", stroke="#6f6b3e", stroke_width=0.25)]
    for step, colour in enumerate(("#a8a26b", "#b5ae78", "#c2ba86", "#ccc494"), start=1):
        drawn.append(filled(shape.buffer(-2.2 * step), colour, stroke="#8b8552", stroke_width=0.15))
    return drawn


def paint_river(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    middle = "#3f6b86" if "deep" in kind_words(piece) else "#5f899a"
    drawn = [
        filled(shape.buffer(0.75).difference(shape), "#c5b582", opacity=0.75),
        filled(shape, "#7fa2a8", stroke="#5d7f86", stroke_width=0.3, stroke_linejoin="round"),
        filled(shape.buffer(-0.7), "#6c94a1"),
        filled(shape.buffer(-1.5), middle),
    ]
    _, turn, _, _ = axis(shape)
    dx, dy = math.cos(turn), math.sin(turn)
    ripples = "".join(
        f"M{x - dx * 0.9:.1f} {y - dy * 0.9:.1f}"
        f"q{dx * 0.5 - dy * 0.35:.2f} {dy * 0.5 + dx * 0.35:.2f} {dx:.2f} {dy:.2f}t{dx:.2f} {dy:.2f}"
        for x, y in scattered(shape, 3.4, grain, margin=1.1)
    )
    drawn.append(f'<path d="{ripples}" fill="none" stroke="#d5e4e2" stroke-width="0.16" opacity="0.7"/>')
    return drawn


def paint_shallow_water(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    beach = shape.buffer(1.4).difference(easel.water)
    specks = "".join(f"M{x:.1f} {y:.1f}h0.9" for x, y in scattered(shape, 3.2, grain, margin=0.8))
    return [
        filled(beach, "#d9c792", opacity=0.9),
        filled(shape, "#8fb9b8"),
        f'<path d="{specks}" fill="none" stroke="#dcebe4" stroke-width="0.18" opacity="0.8"/>',
    ]


def paint_deep_water(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    beach = shape.buffer(0.9).difference(easel.water)
    return [filled(beach, "#b8a878", opacity=0.9), filled(shape, "#5f93a6"), _waves(shape, grain, 5.0, "#c4dde0")]


def paint_deep_sea(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    cliff = shape.buffer(0.9).difference(easel.water)
    return [filled(cliff, "#8d8568", opacity=0.9), filled(shape, "#2f5f7d"), _waves(shape, grain, 7.5, "#7fa9bf")]


def _waves(shape: BaseGeometry, grain: Grain, apart: float, colour: str) -> str:
    crests = "".join(
        f"M{x - 1.2:.1f} {y:.1f}q0.6 -0.7 1.2 0t1.2 0" for x, y in scattered(shape, apart, grain, margin=1.4)
    )
    return f'<path d="{crests}" fill="none" stroke="{colour}" stroke-width="0.2" opacity="0.75"/>'


def paint_marsh(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    swamp = "swamp" in piece.kind.lower()
    drawn = [filled(shape, "#6d7d55" if swamp else "#84936a", opacity=0.85, stroke="#5f6c46", stroke_width=0.25)]
    dry = scattered(shape, 4.6, grain, margin=1.6)
    for x, y in dry:
        rx, ry = grain.between(1.2, 2.4), grain.between(0.5, 0.9)
        drawn.append(
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" fill="#7d9a9b" stroke="#5c7672" '
            f'stroke-width="0.15"/><path d="M{x - rx * 0.5:.1f} {y - ry * 0.2:.1f}h{rx * 0.7:.1f}" '
            'stroke="#c6d8d4" stroke-width="0.12"/>'
        )
    drawn += [easel.use("reeds", x, y, grain.between(0.7, 1.05)) for x, y in scattered(shape, 2.9, grain, margin=1)]
    if swamp:
        drawn += [easel.use("dark0", x, y, 0.7) for x, y in scattered(shape, 7, grain, margin=1.5)]
    return drawn


def paint_field(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    crops = {
        "wheat": ("#cdb76c", "#b39a4f"),
        "beet": ("#98a25b", "#76853f"),
        "plough": ("#a98c62", "#8b7049"),
    }
    ground, furrow = crops[grain.pick(tuple(crops))]
    (cx, cy), turn, length, breadth = axis(shape)
    dx, dy = math.cos(turn), math.sin(turn)
    reach = length / 2 + 1
    rows = []
    for step in range(-int(breadth / 2.2), int(breadth / 2.2) + 1):
        x, y = cx - dy * step * 1.1, cy + dx * step * 1.1
        rows.append(LineString([(x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)]))
    furrows = MultiLineString(rows).intersection(shape.buffer(-0.5))
    return [
        filled(shape, ground, stroke="#76713f", stroke_width=0.35, stroke_linejoin="round"),
        stroked(furrows, furrow, 0.42, opacity=0.8),
        stroked(translate(furrows, 0, -0.28), "#efe0a4", 0.14, opacity=0.55),
        stroked(shape, "#5d6b35", 0.5, stroke_dasharray="0.9 0.5 0.5 0.7", opacity=0.7),
    ]


def paint_craters(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    drawn = [
        filled(shape, "#8d7a53", opacity=0.5, stroke="#6d5d3d", stroke_width=0.2, stroke_dasharray="0.8 0.6"),
        filled(shape.buffer(-1.4), "#786644", opacity=0.3),
    ]
    for x, y in scattered(shape, 4.3, grain, margin=1.7, jitter=0.22):
        drawn.append(easel.use("crater", x, y, grain.between(0.75, 1.35), grain.between(0, 359)))
    return drawn


def paint_forest(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    drawn = [
        filled(shape, "#6f7d45", opacity=0.75, stroke="#4f5d2d", stroke_width=0.3, stroke_linejoin="round"),
        filled(shape.buffer(-1), "#57663a", opacity=0.5),
    ]
    for x, y in scattered(shape, 2.55, grain, margin=0.95):
        drawn.append(easel.use(grain.pick(("tree0", "tree1", "tree2")), x, y, grain.between(0.8, 1.2)))
    return drawn


def paint_thick_forest(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    drawn = [
        filled(shape, "#46562f", opacity=0.9, stroke="#2f3d1f", stroke_width=0.35, stroke_linejoin="round"),
        filled(shape.buffer(-0.8), "#364527", opacity=0.75),
    ]
    for x, y in scattered(shape, 2.05, grain, margin=1, jitter=0.3):
        drawn.append(easel.use(grain.pick(("dark0", "dark1", "fir", "fir")), x, y, grain.between(0.8, 1.12)))
    return drawn


def paint_other(easel: Easel, piece: TerrainPiece, shape: BaseGeometry, grain: Grain) -> list[str]:
    if piece.linear and piece.width <= 0:
        return [stroked(shape, "#5b5646", 0.6, stroke_dasharray="1.2 0.6")]
    return [filled(shape, "#8f8a6a", opacity=0.7, stroke="#5b5646", stroke_width=0.3, stroke_dasharray="1.2 0.6")]
