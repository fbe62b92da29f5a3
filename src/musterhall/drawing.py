"""The picture of a table: plain SVG with patterns, no script and nothing from outside.

It is deterministic: the same table always gives the same trees.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from xml.sax import saxutils

import numpy as np
import shapely
from shapely import LineString, MultiLineString, Polygon
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from musterhall.table import Piece, Point, Table


def table_svg(
    table: Table,
    *,
    scale: float = 6,
    grid: bool = True,
    grid_step: float = 30,
    legend: bool = True,
) -> str:
    """A whole SVG file: the table in its frame, `scale` pixels to the cm, viewBox in cm.

    Side 0's edge is at the bottom. `grid` draws and letters the squares, `legend` names the kinds.
    """
    margin = 6.0
    rows = _legend_rows(table) if legend else []
    wide, high = table.width + 2 * margin, table.depth + 2 * margin + 7 * len(rows)
    view = f"{-margin:g} {-margin:g} {wide:g} {high:g}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{wide * scale:g}" '
        f'height="{high * scale:g}" role="img" font-family="Georgia, \'Times New Roman\', serif">',
        f"<title>{_text(table.name)}</title>",
        f'<rect x="{-margin:g}" y="{-margin:g}" width="{wide:g}" height="{high:g}" fill="#f1ebdc"/>',
        _frame(table),
        table_art(table),
        _grid(table, grid_step) if grid else "",
        "".join(_legend_row(row, table.depth + margin + 1 + 7 * number) for number, row in enumerate(rows)),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def table_art(table: Table, *, prefix: str = "table") -> str:
    """The ground and its pieces as one <g>, to stand inside another SVG.

    Coordinates are cm with the origin at the top left: a point (x, y) of the table is drawn at
    (x, depth - y), so nothing is mirrored and text can be added upright. `prefix` starts every id;
    give two tables on one page two prefixes.
    """
    easel = _Easel(table, prefix)
    drawn = [
        f'<g class="table" clip-path="url(#{prefix}-edge)">',
        _defs(easel),
        _ground(easel),
        '<g class="underlay" pointer-events="none">',
        *(_road_edge(easel, piece) for piece in easel.of("road")),
        "</g>",
    ]
    for style, paint in _PAINTERS.items():
        drawn += [_painted(easel, piece, style, paint) for piece in easel.of(style)]
        if style == "road":
            drawn += [_bridges(easel, piece) for piece in easel.of("road")]
    drawn += [f'<rect {easel.size} fill="url(#{prefix}-light)" pointer-events="none"/>']
    return "\n".join(part for part in [*drawn, "</g>"] if part)


_STYLE_WORDS = (
    ("thick", "thick-forest"),
    ("dense", "thick-forest"),
    ("heavy wood", "thick-forest"),
    ("forest", "forest"),
    ("wood", "forest"),
    ("river", "river"),
    ("stream", "river"),
    ("lake", "river"),
    ("water", "river"),
    ("marsh", "marsh"),
    ("swamp", "marsh"),
    ("bog", "marsh"),
    ("crater", "craters"),
    ("field", "field"),
    ("rubble", "rubble"),
    ("ruin", "ruins"),
    ("building", "building"),
    ("house", "building"),
    ("bunker", "bunker"),
    ("trench", "trench"),
    ("emplacement", "emplacement"),
    ("road", "road"),
    ("track", "road"),
    ("hedge", "hedge"),
    ("fence", "fence"),
    ("wall", "wall"),
    ("hill", "hill"),
)


def _style(kind: str) -> str:
    return next((style for word, style in _STYLE_WORDS if word in kind.lower()), "other")


class _Grain:
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


class _Easel:
    """A table turned to picture coordinates, with what the painters ask of it."""

    def __init__(self, table: Table, prefix: str) -> None:
        self.table = table
        self.prefix = prefix
        self.size = f'width="{table.width:g}" height="{table.depth:g}"'
        self._styles: dict[str, list[Piece]] = {}
        for piece in table.pieces:
            self._styles.setdefault(_style(piece.kind), []).append(piece)
        self.water = shapely.union_all([self.shape(piece) for piece in self.of("river")])

    def of(self, style: str) -> list[Piece]:
        return self._styles.get(style, [])

    def line(self, piece: Piece) -> LineString:
        return LineString([(x, self.table.depth - y) for x, y in piece.points])

    def shape(self, piece: Piece) -> BaseGeometry:
        if piece.linear and piece.width <= 0:
            return self.line(piece)
        return Polygon([(x, self.table.depth - y) for x, y in piece.outline])

    def use(self, symbol: str, x: float, y: float, size: float = 1, turn: float = 0) -> str:
        turned = f" rotate({turn:.0f})" if turn else ""
        sized = f" scale({size:.2f})" if size != 1 else ""
        return f'<use href="#{self.prefix}-{symbol}" transform="translate({x:.1f} {y:.1f}){turned}{sized}"/>'


Painter = Callable[[_Easel, Piece, BaseGeometry, _Grain], list[str]]


def _painted(easel: _Easel, piece: Piece, style: str, paint: Painter) -> str:
    inside = "".join(paint(easel, piece, easel.shape(piece), _Grain(piece.name)))
    return (
        f'<g class="terrain {style}" data-kind={_attribute(piece.kind)} data-name={_attribute(piece.name)}>'
        f"<title>{_text(f'{piece.name} ({piece.kind})')}</title>{inside}</g>"
    )


def _text(words: str) -> str:
    return saxutils.escape(_NOT_XML.sub("", words))


def _attribute(words: str) -> str:
    return saxutils.quoteattr(_NOT_XML.sub("", words))


_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def _path(shape: BaseGeometry) -> str:
    """The path data of polygons and lines, rounded to a tenth of a millimetre."""
    if isinstance(shape, Polygon):
        rings = [shape.exterior, *shape.interiors] if not shape.is_empty else []
        return "".join(_steps(list(ring.coords)[:-1]) + "Z" for ring in rings)
    if isinstance(shape, LineString):
        return _steps(list(shape.coords))
    return "".join(_path(part) for part in getattr(shape, "geoms", ()))


def _steps(points: Iterable[Any]) -> str:
    return "M" + "L".join(f"{point[0]:.2f} {point[1]:.2f}" for point in points)


def _fill(shape: BaseGeometry, colour: str, **attributes: str | float) -> str:
    return f'<path d="{_path(shape)}" fill="{colour}"{_attributes(attributes)}/>'


def _stroke(shape: BaseGeometry, colour: str, width: float, **attributes: str | float) -> str:
    return (
        f'<path d="{_path(shape)}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linejoin="round"{_attributes(attributes)}/>'
    )


def _attributes(attributes: Mapping[str, str | float]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())


def _scatter(
    shape: BaseGeometry, spacing: float, grain: _Grain, margin: float = 0, jitter: float = 0.35
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


def _axis(shape: BaseGeometry) -> tuple[Point, float, float, float]:
    """Centre, direction in radians, length and breadth of the smallest rectangle around a shape."""
    frame = shape.minimum_rotated_rectangle
    if not isinstance(frame, Polygon):
        return (shape.centroid.x, shape.centroid.y), 0.0, 1.0, 1.0
    a, b, c = list(frame.exterior.coords)[:3]
    first, second = math.dist(a, b), math.dist(b, c)
    start, end = (a, b) if first >= second else (b, c)
    turn = math.atan2(end[1] - start[1], end[0] - start[0])
    return (frame.centroid.x, frame.centroid.y), turn, max(first, second), min(first, second)


def _shadow(shape: BaseGeometry, length: float, opacity: float = 0.28) -> str:
    """The sun stands in the north-west of every table."""
    swept = [translate(shape, length * step / 3, length * step / 3) for step in range(4)]
    return _fill(shapely.union_all(swept), "#2a2618", opacity=opacity)


# Ground and definitions


def _defs(easel: _Easel) -> str:
    p = easel.prefix
    light = ((0, "#fff6d8", 0.13), (0.55, "#fff6d8", 0.0), (1, "#2b2a17", 0.2))
    pit = ((0, "#7a6a4c", 1.0), (0.75, "#4b3f2c", 1.0), (1, "#3c3223", 1.0))
    return (
        f'<defs><clipPath id="{p}-edge"><rect {easel.size}/></clipPath>'
        f"{_grass_pattern(p)}{_blotch_pattern(p)}"
        + _glow(f"{p}-light", 'cx="0.42" cy="0.36" r="0.85"', light)
        + _glow(f"{p}-pit", 'cx="0.58" cy="0.6" r="0.6"', pit)
        + f"{_tree_symbols(p)}{_small_symbols(p)}</defs>"
    )


def _glow(name: str, place: str, stops: tuple[tuple[float, str, float], ...]) -> str:
    drawn = "".join(
        f'<stop offset="{offset:g}" stop-color="{colour}" stop-opacity="{opacity:g}"/>'
        for offset, colour, opacity in stops
    )
    return f'<radialGradient id="{name}" {place}>{drawn}</radialGradient>'


def _tile(name: str, width: int, height: int, inside: str) -> str:
    size = f'width="{width}" height="{height}"'
    return f'<pattern id="{name}" {size} patternUnits="userSpaceOnUse">{inside}</pattern>'


def _grass_pattern(p: str) -> str:
    grain = _Grain("grass")
    dots = "".join(
        f'<circle cx="{grain.between(0, 17):.1f}" cy="{grain.between(0, 13):.1f}" '
        f'r="{grain.between(0.08, 0.22):.2f}" '
        f'fill="{grain.pick(("#8b8f58", "#c6c08c", "#7f8350", "#b9a877"))}" opacity="0.6"/>'
        for _ in range(60)
    )
    blades = "".join(
        f"M{x:.1f} {y:.1f}l{grain.between(-0.2, 0.3):.2f} -0.6m0.25 0.6l0.25 -0.5"
        for x, y in ((grain.between(0.5, 16.5), grain.between(0.7, 12.5)) for _ in range(14))
    )
    tufts = f'<path d="{blades}" stroke="#77804a" stroke-width="0.13" opacity="0.55" fill="none"/>'
    return _tile(f"{p}-grass", 17, 13, dots + tufts)


def _blotch_pattern(p: str) -> str:
    # Its size shares no divisor with the grass, so that the eye finds no repeat.
    grain = _Grain("blotches")
    spots = []
    for _ in range(16):
        x, y, rx, ry = grain.between(10, 61), grain.between(9, 44), grain.between(3, 9), grain.between(2, 7)
        colour, turn = grain.pick(("#8f9a5c", "#c3b57f", "#98945c", "#b3ad74")), grain.between(0, 180)
        for size in (1, 0.75, 0.5):
            spots.append(
                f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx * size:.1f}" ry="{ry * size:.1f}" '
                f'fill="{colour}" opacity="0.13" transform="rotate({turn:.0f} {x:.1f} {y:.1f})"/>'
            )
    return _tile(f"{p}-blotch", 71, 53, "".join(spots))


def _lobed(radius: float, lobes: int, grain: _Grain) -> str:
    """A crown seen from above: bulges around a middle."""
    turns = [2 * math.pi * step / lobes for step in range(lobes)]
    rims = [radius * grain.between(0.84, 1.0) for _ in turns]
    tips = [(r * math.cos(a), r * math.sin(a)) for a, r in zip(turns, rims, strict=True)]
    bulge = radius * 3.4 / lobes
    arcs = "".join(f"A{bulge:.2f} {bulge:.2f} 0 0 1 {x:.2f} {y:.2f}" for x, y in [*tips[1:], tips[0]])
    return f"M{tips[0][0]:.2f} {tips[0][1]:.2f}{arcs}Z"


def _tree_symbols(p: str) -> str:
    shades = (
        ("tree0", "#6f8440", "#8ba053", "#a5b768"),
        ("tree1", "#64793a", "#7d924a", "#97a95d"),
        ("tree2", "#7d8a42", "#99a456", "#b3ba6c"),
        ("dark0", "#3f5732", "#51693d", "#66804b"),
        ("dark1", "#485f36", "#5a7143", "#708850"),
    )
    drawn = []
    for name, low, middle, high in shades:
        grain = _Grain(name)
        crown, inner = _lobed(1.45, 8, grain), _lobed(0.95, 7, grain)
        drawn.append(
            f'<g id="{p}-{name}"><circle cx="0.6" cy="0.6" r="1.45" fill="#232a14" opacity="0.32"/>'
            f'<path d="{crown}" fill="{low}" stroke="#2f3d1c" stroke-width="0.12" stroke-opacity="0.55"/>'
            f'<path d="{inner}" transform="translate(-0.2 -0.22)" fill="{middle}"/>'
            f'<circle cx="-0.5" cy="-0.52" r="0.4" fill="{high}" opacity="0.6"/></g>'
        )
    return "".join(drawn) + _fir_symbol(p)


def _fir_symbol(p: str) -> str:
    def star(radius: float) -> str:
        turns = [(math.pi * step / 8, radius if step % 2 == 0 else radius * 0.62) for step in range(16)]
        return _steps((r * math.cos(a), r * math.sin(a)) for a, r in turns) + "Z"

    return (
        f'<g id="{p}-fir"><circle cx="0.6" cy="0.6" r="1.2" fill="#1d2414" opacity="0.34"/>'
        f'<path d="{star(1.45)}" fill="#32492f"/>'
        f'<path d="{star(0.95)}" fill="#45603c" transform="rotate(11)"/>'
        '<circle cx="-0.12" cy="-0.14" r="0.3" fill="#6b8656"/></g>'
    )


def _small_symbols(p: str) -> str:
    return (
        _crater_symbol(p)
        + f'<g id="{p}-reeds" fill="none" stroke-linecap="round">{_REEDS}</g>'
        + f'<g id="{p}-stone">{_STONE}</g>'
        + f'<g id="{p}-corner" fill="none">{_CORNER}</g>'
    )


def _crater_symbol(p: str) -> str:
    splash = (
        "M-1.3 0.2L-1.7 -0.7L-0.9 -1L-0.5 -1.7L0.3 -1.2L1.2 -1.3L1.2 -0.5L1.8 0.1L1.2 0.7L0.9 1.5L0.1 1.3"
        "L-0.8 1.6L-1 0.9Z"
    )
    shade = 'stroke="#2e2619" stroke-width="0.2" fill="none" opacity="0.6"'
    return (
        f'<g id="{p}-crater"><path d="{splash}" fill="#b29f74" opacity="0.75"/>'
        '<circle r="1.12" fill="#c8b68a"/><circle r="1.12" cx="0.08" cy="0.08" fill="#8a7852"/>'
        f'<circle r="0.93" fill="url(#{p}-pit)"/><path d="M-0.8 0.25A0.85 0.85 0 0 1 0.25 -0.8" {shade}/></g>'
    )


_REEDS = (
    '<path d="M-0.7 0.3Q-0.7 -0.6 -1 -1.1M-0.25 0.35Q-0.2 -0.8 -0.3 -1.6M0.2 0.35Q0.3 -0.6 0.6 -1.3'
    'M0.6 0.3Q0.8 -0.3 1.1 -0.7" stroke="#566333" stroke-width="0.2"/>'
    '<path d="M-0.3 -1.6v-0.45M0.6 -1.3l0.15 -0.4" stroke="#6b4a2a" stroke-width="0.34"/>'
    '<path d="M-1.2 0.45h2.5" stroke="#40524a" stroke-width="0.16" opacity="0.6"/>'
)
_STONE = (
    '<path d="M-0.28 0.57L-0.38 0.02L0.12 -0.28L0.72 -0.08L0.82 0.47L0.32 0.72Z" '
    'fill="#3a352a" opacity="0.35"/>'
    '<path d="M-0.5 0.35L-0.6 -0.2L-0.1 -0.5L0.5 -0.3L0.6 0.25L0.1 0.5Z" fill="#9b9483"/>'
    '<path d="M-0.6 -0.2L-0.1 -0.5L0.5 -0.3L0 -0.05Z" fill="#bdb6a4"/>'
)
_CORNER = (
    '<path d="M-1.25 1.55V-0.75H1.05M1.75 -0.75H2.45V0.95" stroke="#2f2a20" stroke-width="0.75" '
    'opacity="0.32"/>'
    '<path d="M-1.7 1.1V-1.2H0.6M1.3 -1.2H2V0.5" stroke="#6b6253" stroke-width="0.75"/>'
    '<path d="M-1.78 1.1V-1.28H0.6M1.3 -1.28H1.92V0.5" stroke="#b5aa95" stroke-width="0.28"/>'
)


def _ground(easel: _Easel) -> str:
    fills = ("#aba873", f"url(#{easel.prefix}-blotch)", f"url(#{easel.prefix}-grass)")
    layers = "".join(f'<rect {easel.size} fill="{fill}"/>' for fill in fills)
    return f'<g class="ground">{layers}</g>'


# Painters, from the ground up


def _paint_hill(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    drawn = [_shadow(shape, 0.9, 0.2), _fill(shape, "#9a9560", stroke="#6f6b3e", stroke_width=0.25)]
    for step, colour in enumerate(("#a8a26b", "#b5ae78", "#c2ba86", "#ccc494"), start=1):
        drawn.append(_fill(shape.buffer(-2.2 * step), colour, stroke="#8b8552", stroke_width=0.15))
    return drawn


def _paint_river(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    drawn = [
        _fill(shape.buffer(0.75).difference(shape), "#c5b582", opacity=0.75),
        _fill(shape, "#7fa2a8", stroke="#5d7f86", stroke_width=0.3, stroke_linejoin="round"),
        _fill(shape.buffer(-0.7), "#6c94a1"),
        _fill(shape.buffer(-1.5), "#5f899a"),
    ]
    _, turn, _, _ = _axis(shape)
    dx, dy = math.cos(turn), math.sin(turn)
    ripples = "".join(
        f"M{x - dx * 0.9:.1f} {y - dy * 0.9:.1f}"
        f"q{dx * 0.5 - dy * 0.35:.2f} {dy * 0.5 + dx * 0.35:.2f} {dx:.2f} {dy:.2f}t{dx:.2f} {dy:.2f}"
        for x, y in _scatter(shape, 3.4, grain, margin=1.1)
    )
    drawn.append(f'<path d="{ripples}" fill="none" stroke="#d5e4e2" stroke-width="0.16" opacity="0.7"/>')
    return drawn


def _paint_marsh(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    swamp = "swamp" in piece.kind.lower()
    drawn = [_fill(shape, "#6d7d55" if swamp else "#84936a", opacity=0.85, stroke="#5f6c46", stroke_width=0.25)]
    dry = _scatter(shape, 4.6, grain, margin=1.6)
    for x, y in dry:
        rx, ry = grain.between(1.2, 2.4), grain.between(0.5, 0.9)
        drawn.append(
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}" fill="#7d9a9b" stroke="#5c7672" '
            f'stroke-width="0.15"/><path d="M{x - rx * 0.5:.1f} {y - ry * 0.2:.1f}h{rx * 0.7:.1f}" '
            'stroke="#c6d8d4" stroke-width="0.12"/>'
        )
    drawn += [easel.use("reeds", x, y, grain.between(0.7, 1.05)) for x, y in _scatter(shape, 2.9, grain, margin=1)]
    if swamp:
        drawn += [easel.use("dark0", x, y, 0.7) for x, y in _scatter(shape, 7, grain, margin=1.5)]
    return drawn


def _paint_field(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    crops = {
        "wheat": ("#cdb76c", "#b39a4f"),
        "beet": ("#98a25b", "#76853f"),
        "plough": ("#a98c62", "#8b7049"),
    }
    ground, furrow = crops[grain.pick(tuple(crops))]
    (cx, cy), turn, length, breadth = _axis(shape)
    dx, dy = math.cos(turn), math.sin(turn)
    reach = length / 2 + 1
    rows = []
    for step in range(-int(breadth / 2.2), int(breadth / 2.2) + 1):
        x, y = cx - dy * step * 1.1, cy + dx * step * 1.1
        rows.append(LineString([(x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)]))
    furrows = MultiLineString(rows).intersection(shape.buffer(-0.5))
    return [
        _fill(shape, ground, stroke="#76713f", stroke_width=0.35, stroke_linejoin="round"),
        _stroke(furrows, furrow, 0.42, opacity=0.8),
        _stroke(translate(furrows, 0, -0.28), "#efe0a4", 0.14, opacity=0.55),
        _stroke(shape, "#5d6b35", 0.5, stroke_dasharray="0.9 0.5 0.5 0.7", opacity=0.7),
    ]


def _paint_craters(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    drawn = [
        _fill(shape, "#8d7a53", opacity=0.5, stroke="#6d5d3d", stroke_width=0.2, stroke_dasharray="0.8 0.6"),
        _fill(shape.buffer(-1.4), "#786644", opacity=0.3),
    ]
    for x, y in _scatter(shape, 4.3, grain, margin=1.7, jitter=0.22):
        drawn.append(easel.use("crater", x, y, grain.between(0.75, 1.35), grain.between(0, 359)))
    return drawn


def _road_edge(easel: _Easel, piece: Piece) -> str:
    if "ford" in piece.traits:
        return ""
    return _fill(easel.shape(piece).buffer(0.45, join_style="mitre"), "#8b7b55", opacity=0.85)


def _paint_road(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    if "ford" in piece.traits:
        return [_fill(shape.buffer(-2).buffer(2.4 - step * 0.8), "#c5b582", opacity=0.35) for step in range(3)]
    drawn = [_fill(shape, "#cbb98d")]
    if not piece.linear or piece.width <= 0:
        return drawn
    line = easel.line(piece)
    ruts = shapely.union_all([line.offset_curve(piece.width * share, join_style="mitre") for share in (0.2, -0.2)])
    drawn.append(_stroke(ruts, "#a8946a", 0.38, opacity=0.75))
    drawn.append(_stroke(line, "#bfb583", 0.35, stroke_dasharray="1.6 1.1 0.6 1.4", opacity=0.9))
    return drawn


def _bridges(easel: _Easel, piece: Piece) -> str:
    """Where a road has water on both sides: a bridge, or stones in the water if its trait says ford."""
    if not piece.linear or piece.width <= 0 or easel.water.is_empty:
        return ""
    half, line = piece.width / 2, easel.line(piece)
    near = line.intersection(easel.water.buffer(half + 1.6))
    runs = [run for run in getattr(near, "geoms", [near]) if isinstance(run, LineString) and not run.is_empty]
    return "".join(_bridge(easel, piece, run) for run in runs if _wet_on_both_sides(run, half + 1.6, easel.water))


def _wet_on_both_sides(run: LineString, reach: float, water: BaseGeometry) -> bool:
    return all(run.offset_curve(side * reach).intersects(water) for side in (1, -1))


def _bridge(easel: _Easel, piece: Piece, run: LineString) -> str:
    half = piece.width / 2
    wet = easel.water.intersection(run.buffer(half + 1.7, cap_style="flat"))
    drawn = [_fill(wet.convex_hull, "#7fa2a8")]
    if "ford" in piece.traits:
        stones = _scatter(wet.convex_hull, 1.7, _Grain(piece.name), margin=0.5)
        drawn.append(_fill(wet.convex_hull.buffer(-0.4), "#9db5ae"))
        drawn += [easel.use("stone", x, y, 0.8) for x, y in stones]
    else:
        deck = run.buffer(half, cap_style="flat")
        rails = shapely.union_all([run.offset_curve(half * side) for side in (1, -1)])
        drawn += [
            _shadow(deck, 0.8, 0.3),
            _fill(deck, "#b8a582"),
            _stroke(run, "#8f7b58", piece.width, stroke_dasharray="0.12 0.75"),
            _stroke(rails, "#5d5340", 0.75),
            _stroke(rails, "#a89b82", 0.35),
        ]
    return f'<g class="crossing" pointer-events="none">{"".join(drawn)}</g>'


def _paint_rubble(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    drawn = [_fill(shape, "#9c927a", opacity=0.7, stroke="#776d57", stroke_width=0.2, stroke_dasharray="0.7 0.5")]
    for x, y in _scatter(shape, 1.7, grain, margin=0.6):
        drawn.append(easel.use("stone", x, y, grain.between(0.5, 1.5), grain.between(0, 359)))
    return drawn


def _paint_ruins(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    drawn = [_fill(shape, "#a79c82", opacity=0.8, stroke="#837860", stroke_width=0.2)]
    drawn.append(_fill(shape.buffer(-1.2), "#958a70", opacity=0.45))
    drawn += [easel.use("stone", x, y, grain.between(0.4, 0.9)) for x, y in _scatter(shape, 2.1, grain, margin=0.6)]
    corners = _scatter(shape, 5.2, grain, margin=2.2, jitter=0.15)
    if shape.area < 90 or len(corners) < 2:
        walls = "2.6 0.7 1.4 1.1 3.4 0.5 0.9 1.3"
        edge = shape.buffer(-0.4, join_style="mitre")
        drawn.append(_stroke(translate(edge, 0.5, 0.5), "#2f2a20", 0.8, stroke_dasharray=walls, opacity=0.3))
        drawn.append(_stroke(edge, "#6b6253", 0.85, stroke_dasharray=walls, stroke_linecap="butt"))
        drawn.append(_stroke(edge, "#b5aa95", 0.3, stroke_dasharray=walls))
        return drawn
    _, turn, _, _ = _axis(shape)
    for x, y in corners:
        quarter = 90 * int(grain.between(0, 4))
        drawn.append(easel.use("corner", x, y, grain.between(0.85, 1.15), math.degrees(turn) + quarter))
    return drawn


def _paint_trench(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    drawn = [
        _fill(shape.buffer(0.55, join_style="mitre"), "#b39a6a"),
        _stroke(shape.buffer(0.3, join_style="mitre"), "#d2bf92", 0.5, stroke_dasharray="0.95 0.22"),
        _fill(shape, "#4f412c"),
    ]
    if piece.linear and piece.width > 0:
        drawn.append(_stroke(easel.line(piece), "#83704d", piece.width * 0.5, stroke_dasharray="0.28 0.3"))
    return [*drawn, _stroke(shape, "#2f2618", 0.2)]


def _paint_emplacement(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    berm = shape.buffer(-0.55, join_style="mitre")
    return [
        _fill(shape, "#a58c5e", stroke="#7c6741", stroke_width=0.2),
        _fill(shape.buffer(-1.1, join_style="mitre"), "#8a7550"),
        _stroke(berm, "#6b5838", 0.95),
        _stroke(berm, "#cdbb8e", 0.75, stroke_dasharray="0.95 0.2"),
    ]


def _paint_forest(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    drawn = [
        _fill(shape, "#6f7d45", opacity=0.75, stroke="#4f5d2d", stroke_width=0.3, stroke_linejoin="round"),
        _fill(shape.buffer(-1), "#57663a", opacity=0.5),
    ]
    for x, y in _scatter(shape, 2.55, grain, margin=0.95):
        drawn.append(easel.use(grain.pick(("tree0", "tree1", "tree2")), x, y, grain.between(0.8, 1.2)))
    return drawn


def _paint_thick_forest(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    drawn = [
        _fill(shape, "#46562f", opacity=0.9, stroke="#2f3d1f", stroke_width=0.35, stroke_linejoin="round"),
        _fill(shape.buffer(-0.8), "#364527", opacity=0.75),
    ]
    for x, y in _scatter(shape, 2.05, grain, margin=1, jitter=0.3):
        drawn.append(easel.use(grain.pick(("dark0", "dark1", "fir", "fir")), x, y, grain.between(0.8, 1.12)))
    return drawn


def _paint_building(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    roofs = {
        "tile": ("#b9694b", "#9c523a", "#c97f60", "#86452f"),
        "slate": ("#7e858a", "#666d73", "#949a9d", "#575d62"),
        "thatch": ("#a98d58", "#8d7344", "#bfa36c", "#776039"),
        "rust": ("#a45f4a", "#874b39", "#b8765f", "#733d2e"),
    }
    colours = roofs[grain.pick(tuple(roofs))]
    drawn = [_shadow(shape, 1.4), _fill(shape, "#d9cdb1", stroke="#5b4d38", stroke_width=0.2)]
    eaves = shape.buffer(-0.18, join_style="mitre")
    if len(piece.outline) == 4 and shape.area > 0.93 * shape.minimum_rotated_rectangle.area:
        return drawn + _hipped_roof(shape, colours, grain)
    drawn.append(_fill(eaves, colours[0], stroke=colours[3], stroke_width=0.25))
    drawn.append(_fill(shape.buffer(-1, join_style="mitre"), colours[2], opacity=0.7))
    return drawn


def _hipped_roof(shape: BaseGeometry, colours: tuple[str, str, str, str], grain: _Grain) -> list[str]:
    (cx, cy), turn, length, breadth = _axis(shape)
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
    drawn = [_fill(Polygon(face), _lit(face, (cx, cy), colours)) for face in faces]
    courses = []
    for step in range(1, int(side / 0.6) + 1):
        share = step * 0.6 / side
        reach = half - (half - ridge) * (1 - share)
        courses += [LineString([at(-reach, share * side), at(reach, share * side)])]
        courses += [LineString([at(-reach, -share * side), at(reach, -share * side)])]
    drawn.append(_stroke(MultiLineString(courses), colours[3], 0.1, opacity=0.55))
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
    drawn.append(_stroke(MultiLineString(hips), colours[3], 0.22))
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


def _paint_bunker(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    (cx, cy), turn, length, breadth = _axis(shape)
    slit = f'x="{-length * 0.28:.2f}" y="-0.35" width="{length * 0.56:.2f}" height="0.7" rx="0.3"'
    place = f"translate({cx:.1f} {cy:.1f}) rotate({math.degrees(turn):.0f}) translate(0 {breadth * 0.12:.1f})"
    return [
        _fill(shape.buffer(0.8), "#8d8157", opacity=0.6),
        _shadow(shape, 1.1),
        _fill(shape, "#8c8a80", stroke="#4d4b44", stroke_width=0.25),
        _fill(shape.buffer(-0.7, join_style="mitre"), "#a9a698"),
        _fill(shape.buffer(-1.4, join_style="mitre"), "#b8b5a6"),
        f'<rect {slit} transform="{place}" fill="#2b2a26"/>',
    ]


def _paint_hedge(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    line = easel.line(piece) if piece.linear else shape.boundary
    drawn = [_stroke(translate(line, 0.35, 0.35), "#232a14", 1.2, opacity=0.3, stroke_linecap="round")]
    for step in range(int(line.length / 0.85) + 1):
        spot = line.interpolate(step * 0.85)
        x, y = spot.x + grain.between(-0.15, 0.15), spot.y + grain.between(-0.15, 0.15)
        drawn.append(easel.use(grain.pick(("dark0", "dark1", "tree1")), x, y, grain.between(0.4, 0.56)))
    return drawn


def _paint_fence(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    line = easel.line(piece) if piece.linear else shape.boundary
    return [_stroke(line, "#6b5335", 0.2), _stroke(line, "#4f3c25", 0.6, stroke_dasharray="0.35 1.65")]


def _paint_wall(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    line = easel.line(piece) if piece.linear else shape.boundary
    return [
        _stroke(translate(line, 0.3, 0.3), "#2a2618", 0.8, opacity=0.3),
        _stroke(line, "#6b6557", 0.85),
        _stroke(line, "#aea692", 0.55, stroke_dasharray="0.8 0.12 0.55 0.12"),
    ]


def _paint_other(easel: _Easel, piece: Piece, shape: BaseGeometry, grain: _Grain) -> list[str]:
    if piece.linear and piece.width <= 0:
        return [_stroke(shape, "#5b5646", 0.6, stroke_dasharray="1.2 0.6")]
    return [_fill(shape, "#8f8a6a", opacity=0.7, stroke="#5b5646", stroke_width=0.3, stroke_dasharray="1.2 0.6")]


# In the order they are laid on the table: water first, roofs last.
_PAINTERS: dict[str, Painter] = {
    "hill": _paint_hill,
    "marsh": _paint_marsh,
    "field": _paint_field,
    "craters": _paint_craters,
    "river": _paint_river,
    "other": _paint_other,
    "road": _paint_road,
    "rubble": _paint_rubble,
    "ruins": _paint_ruins,
    "trench": _paint_trench,
    "emplacement": _paint_emplacement,
    "hedge": _paint_hedge,
    "fence": _paint_fence,
    "wall": _paint_wall,
    "forest": _paint_forest,
    "thick-forest": _paint_thick_forest,
    "bunker": _paint_bunker,
    "building": _paint_building,
}


# Frame, grid and legend

_LEGEND_STEP = 25.7


def _frame(table: Table) -> str:
    wide, deep = table.width, table.depth
    return (
        f'<rect x="-2.2" y="-2.2" width="{wide + 4.4:g}" height="{deep + 4.4:g}" rx="0.8" fill="#5a4630"/>'
        f'<rect x="-1.7" y="-1.7" width="{wide + 3.4:g}" height="{deep + 3.4:g}" rx="0.5" fill="#77603f"/>'
        f'<rect class="edge red" x="0" y="{deep + 0.3:g}" width="{wide:g}" height="0.9" fill="#b3402f"/>'
        f'<rect class="edge blue" x="0" y="-1.2" width="{wide:g}" height="0.9" fill="#3d6690"/>'
    )


def _grid(table: Table, step: float) -> str:
    columns, rows = math.ceil(table.width / step), math.ceil(table.depth / step)
    down = "".join(f"M{step * n:g} 0V{table.depth:g}" for n in range(1, columns))
    across = "".join(f"M0 {table.depth - step * n:g}H{table.width:g}" for n in range(1, rows))
    style = 'fill="none" stroke="#fdf6de" stroke-width="0.22" stroke-dasharray="1 1.4" opacity="0.55"'
    letters = "".join(
        f'<text x="{min(step * (n + 0.5), table.width - 1):g}" y="{y:g}">{_column_name(n)}</text>'
        for n in range(columns)
        for y in (-3.2, table.depth + 5.4)
    )
    numbers = "".join(
        f'<text x="{x:g}" y="{max(table.depth - step * (n + 0.5), 0) + 1:g}">{n + 1}</text>'
        for n in range(rows)
        for x in (-4.1, table.width + 4.1)
    )
    return (
        f'<g class="grid" pointer-events="none"><path d="{down}{across}" {style}/>'
        f'<g font-size="2.8" fill="#5a4630" text-anchor="middle">{letters}{numbers}</g></g>'
    )


def _column_name(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else _column_name(number // 26 - 1) + _column_name(number % 26)


def _legend_rows(table: Table) -> list[list[str]]:
    """The kinds on the table in rows that fit its width."""
    kinds = sorted({piece.kind for piece in table.pieces}, key=lambda kind: (list(_PAINTERS).index(_style(kind)), kind))
    each = max(1, int(table.width // _LEGEND_STEP))
    return [kinds[start : start + each] for start in range(0, len(kinds), each)]


def _legend_row(kinds: list[str], top: float) -> str:
    drawn = [_legend_entry(kind, _LEGEND_STEP * number, top) for number, kind in enumerate(kinds)]
    return f'<g class="legend">{"".join(drawn)}</g>'


def _legend_entry(kind: str, left: float, top: float) -> str:
    sample = _sample(kind)
    easel = _Easel(Table("legend", 7, 5, (sample,)), "table")
    style = _style(kind)
    edge = _road_edge(easel, sample) if style == "road" else ""
    art = "".join(_PAINTERS[style](easel, sample, easel.shape(sample), _Grain(kind)))
    return (
        f'<g transform="translate({left:g} {top:g})"><rect {easel.size} rx="0.6" fill="#aba873"/>{edge}{art}'
        f'<text x="8" y="3.4" font-size="2.4" fill="#4b3d2a">{_text(kind)}</text></g>'
    )


def _sample(kind: str) -> Piece:
    style = _style(kind)
    if style in ("road", "trench"):
        return Piece(kind, kind, ((0.6, 2.5), (6.4, 2.5)), True, 2.4)
    if style in ("hedge", "fence", "wall"):
        return Piece(kind, kind, ((0.8, 2.5), (6.2, 2.5)), True)
    return Piece(kind, kind, ((0.7, 0.6), (6.3, 0.6), (6.3, 4.4), (0.7, 4.4)))
