"""The whole picture of a table, as a file or to stand inside another one."""

from __future__ import annotations

from musterhall.drawing.canvas import Easel, escaped, in_lengths
from musterhall.drawing.frame import grid_lines, legend_row, legend_rows, wooden_frame
from musterhall.drawing.lines import bridges, road_edge
from musterhall.drawing.painters import PAINTERS, painted
from musterhall.drawing.patterns import definitions, ground
from musterhall.table import Table, TerrainPiece


def table_svg(
    table: Table,
    *,
    length: float = 1,
    scale: float = 6,
    grid: float | None = None,
    legend: bool = True,
) -> str:
    """A whole SVG file: the table in its frame, `scale` pixels to a length.

    `grid` is how wide its squares are, where they are drawn and lettered; `legend` names the kinds.
    """
    table = in_lengths(table, length)
    margin = 6.0
    rows = legend_rows(table) if legend else []
    wide, high = table.width + 2 * margin, table.depth + 2 * margin + 7 * len(rows)
    view = f"{-margin:g} {-margin:g} {wide:g} {high:g}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{wide * scale:g}" '
        f'height="{high * scale:g}" role="img" font-family="Georgia, \'Times New Roman\', serif">',
        f"<title>{escaped(table.name)}</title>",
        f'<rect x="{-margin:g}" y="{-margin:g}" width="{wide:g}" height="{high:g}" fill="#f1ebdc"/>',
        wooden_frame(table),
        table_art(table),
        grid_lines(table, grid / length) if grid is not None else "",
        "".join(legend_row(row, table.depth + margin + 1 + 7 * number) for number, row in enumerate(rows)),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def table_art(table: Table, *, length: float = 1, prefix: str = "table") -> str:
    """The ground and its pieces as one <g>, to stand inside another SVG.

    It is drawn in lengths, of which a tree is three wide: `length` is how much of the table's unit each is.
    `prefix` starts every id; give two tables on one page two prefixes.
    """
    easel = Easel(in_lengths(table, length), prefix)
    drawn = [
        f'<g class="table" clip-path="url(#{prefix}-edge)">',
        definitions(easel),
        ground(easel),
        '<g class="underlay" pointer-events="none">',
        *(_part(easel, piece, road_edge(easel, piece)) for piece in easel.of("road")),
        "</g>",
    ]
    for style, paint in PAINTERS.items():
        drawn += [painted(easel, piece, style, paint) for piece in easel.of(style)]
        if style == "road":
            drawn += [_part(easel, piece, bridges(easel, piece)) for piece in easel.of("road")]
    drawn += [f'<rect {easel.size} fill="url(#{prefix}-light)" pointer-events="none"/>']
    return "\n".join(part for part in [*drawn, "</g>"] if part)


def _part(easel: Easel, piece: TerrainPiece, art: str) -> str:
    """What belongs to a piece and is drawn apart from it."""
    return f"<g {easel.mark(piece)}>{art}</g>" if art else ""
