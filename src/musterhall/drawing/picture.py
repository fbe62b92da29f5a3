"""The whole picture of a table, as a file or to stand inside another one."""

from __future__ import annotations

from musterhall.drawing.canvas import Easel, escaped
from musterhall.drawing.frame import grid_lines, legend_row, legend_rows, wooden_frame
from musterhall.drawing.lines import bridges, road_edge
from musterhall.drawing.painters import PAINTERS, painted
from musterhall.drawing.patterns import definitions, ground
from musterhall.table import Table


def table_svg(
    table: Table,
    *,
    scale: float = 6,
    grid: bool = True,
    grid_step: float = 30,
    legend: bool = True,
) -> str:
    """A whole SVG file: the table in its frame, `scale` pixels to the table's unit, which is the viewBox's too.

    `grid` draws and letters the squares, `legend` names the kinds.
    """
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
        grid_lines(table, grid_step) if grid else "",
        "".join(legend_row(row, table.depth + margin + 1 + 7 * number) for number, row in enumerate(rows)),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def table_art(table: Table, *, prefix: str = "table") -> str:
    """The ground and its pieces as one <g>, to stand inside another SVG.

    Coordinates are the table's own. `prefix` starts every id; give two tables on one page two prefixes.
    """
    easel = Easel(table, prefix)
    drawn = [
        f'<g class="table" clip-path="url(#{prefix}-edge)">',
        definitions(easel),
        ground(easel),
        '<g class="underlay" pointer-events="none">',
        *(road_edge(easel, piece) for piece in easel.of("road")),
        "</g>",
    ]
    for style, paint in PAINTERS.items():
        drawn += [painted(easel, piece, style, paint) for piece in easel.of(style)]
        if style == "road":
            drawn += [bridges(easel, piece) for piece in easel.of("road")]
    drawn += [f'<rect {easel.size} fill="url(#{prefix}-light)" pointer-events="none"/>']
    return "\n".join(part for part in [*drawn, "</g>"] if part)
