"""What stands around a table: its wooden frame with the sides' edges, its grid, its legend."""

from __future__ import annotations

import math

from musterhall.drawing.canvas import Easel, Grain, escaped, kind_words, style_of
from musterhall.drawing.lines import road_edge
from musterhall.drawing.painters import PAINTERS
from musterhall.table import Edge, Table, TerrainPiece

_LEGEND_STEP = 25.7
SIDE_COLOURS = ("#b3402f", "#3d6690")


def wooden_frame(table: Table) -> str:
    wide, deep = table.width, table.depth
    return (
        f'<rect x="-2.2" y="-2.2" width="{wide + 4.4:g}" height="{deep + 4.4:g}" rx="0.8" fill="#5a4630"/>'
        f'<rect x="-1.7" y="-1.7" width="{wide + 3.4:g}" height="{deep + 3.4:g}" rx="0.5" fill="#77603f"/>'
        + "".join(_edge(edge, wide, deep) for edge in table.edges)
    )


def _edge(edge: Edge, wide: float, deep: float) -> str:
    """A side's colour along its edge."""
    x, y, width, height = {
        "south": (0.0, deep + 0.3, wide, 0.9),
        "north": (0.0, -1.2, wide, 0.9),
        "west": (-1.2, 0.0, 0.9, deep),
        "east": (wide + 0.3, 0.0, 0.9, deep),
    }[edge.name]
    return (
        f'<rect class="edge side{edge.side}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'fill="{SIDE_COLOURS[edge.side]}"/>'
    )


def grid_lines(table: Table, step: float) -> str:
    columns, rows = math.ceil(table.width / step), math.ceil(table.depth / step)
    down = "".join(f"M{step * n:g} 0V{table.depth:g}" for n in range(1, columns))
    across = "".join(f"M0 {step * n:g}H{table.width:g}" for n in range(1, rows))
    style = 'fill="none" stroke="#fdf6de" stroke-width="0.22" stroke-dasharray="1 1.4" opacity="0.55"'
    letters = "".join(
        f'<text x="{min(step * (n + 0.5), table.width - 1):g}" y="{y:g}">{_column_name(n)}</text>'
        for n in range(columns)
        for y in (-3.2, table.depth + 5.4)
    )
    numbers = "".join(
        f'<text x="{x:g}" y="{min(step * (n + 0.5), table.depth - 1) + 1:g}">{n + 1}</text>'
        for n in range(rows)
        for x in (-4.1, table.width + 4.1)
    )
    return (
        f'<g class="grid" pointer-events="none"><path d="{down}{across}" {style}/>'
        f'<g font-size="2.8" fill="#5a4630" text-anchor="middle">{letters}{numbers}</g></g>'
    )


def _column_name(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else _column_name(number // 26 - 1) + _column_name(number % 26)


def legend_rows(table: Table) -> list[list[str]]:
    """The kinds on the table in rows that fit its width."""
    kinds = _kinds(table)
    each = max(1, int(table.width // _LEGEND_STEP))
    return [kinds[start : start + each] for start in range(0, len(kinds), each)]


def _kinds(table: Table) -> list[str]:
    """What lies on the table, in the order it is laid there."""
    found = {kind_words(piece) for piece in table.pieces}
    return sorted(found, key=lambda kind: (list(PAINTERS).index(style_of(kind)), kind))


def kind_samples(table: Table) -> list[tuple[str, str]]:
    """Each kind on the table with a sample of it, 7 by 5 lengths, for a key beside the table's own picture."""
    return [(kind, _sample_art(kind)) for kind in _kinds(table)]


def legend_row(kinds: list[str], top: float) -> str:
    drawn = [_legend_entry(kind, _LEGEND_STEP * number, top) for number, kind in enumerate(kinds)]
    return f'<g class="legend">{"".join(drawn)}</g>'


def _legend_entry(kind: str, left: float, top: float) -> str:
    return (
        f'<g transform="translate({left:g} {top:g})">{_sample_art(kind)}'
        f'<text x="8" y="3.4" font-size="2.4" fill="#4b3d2a">{escaped(kind)}</text></g>'
    )


def _sample_art(kind: str) -> str:
    sample = _sample(kind)
    easel = Easel(Table("legend", 7, 5, (sample,)), "table")
    style = style_of(kind)
    edge = road_edge(easel, sample) if style == "road" else ""
    art = "".join(PAINTERS[style](easel, sample, easel.shape(sample), Grain(kind)))
    return f'<rect {easel.size} rx="0.6" fill="#aba873"/>{edge}{art}'


def _sample(kind: str) -> TerrainPiece:
    style = style_of(kind)
    if style in ("road", "trench"):
        return TerrainPiece(kind, kind, ((0.6, 2.5), (6.4, 2.5)), True, 2.4)
    if style in ("hedge", "fence", "wall"):
        return TerrainPiece(kind, kind, ((0.8, 2.5), (6.2, 2.5)), True)
    return TerrainPiece(kind, kind, ((0.7, 0.6), (6.3, 0.6), (6.3, 4.4), (0.7, 4.4)))
