"""Pictures of scenarios: a layout as SVG with its own colours, so that it looks the same on all pages and on paper."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from html import escape

from musterhall.packs.layouts import Area, Circle, Label, Layout, Place, Placed, Stretch, Token

WIDE = 720
"""Pixels, where there is room for them."""
TABLE = "#e4e1d3"
FRAME = "#57534a"
GRID = "#c5c1b0"
PAPER = "#fbfaf5"
INK = {
    "red": "#a3271b",
    "blue": "#1d4f96",
    "objective": "#7a5200",
    "data": "#27692f",
    "neutral": "#3c3a33",
    "middle": "#565146",
}
FILL = {
    "red": "#e6a79f",
    "blue": "#a9c3ea",
    "objective": "#f0cd73",
    "data": "#8fc996",
    "neutral": "#c9c4b2",
    "middle": "#d3cebd",
}


def scenario_svg(layout: Layout, title: str = "The table") -> str:
    """The picture of a table; its title and what lies where are read out to who cannot see it."""
    page = _Page.of(layout)
    words = _described(layout)
    # A page may have several pictures, and each needs names of its own.
    unique = hashlib.sha256(f"{title}\n{words}".encode()).hexdigest()[:8]
    shapes = [shape for one in _by_height(layout) for shape in _drawn(page, one)]
    texts = [text for one in layout.place for text in _written(page, one)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="scenario" role="img" viewBox="{page.view_box}" '
            f'width="{WIDE}" height="{page.high:g}" aria-labelledby="t{unique} d{unique}" '
            f'font-family="system-ui, sans-serif" font-size="{page.type:g}">',
            f'<title id="t{unique}">{escape(title)}</title>',
            f'<desc id="d{unique}">{escape(words)}</desc>',
            f'<rect x="{-page.margin:g}" y="{-page.margin:g}" width="{page.wide + 2 * page.margin:g}" '
            f'height="{page.deep + 2 * page.margin:g}" fill="{PAPER}"/>',
            f'<rect width="{page.wide:g}" height="{page.deep:g}" fill="{TABLE}" stroke="{FRAME}" '
            f'stroke-width="{page.thin:g}"/>',
            *_grid(page, layout),
            *shapes,
            *texts,
            *_measures(page, layout),
            "</svg>",
        ]
    )


@dataclass(frozen=True, slots=True)
class _Page:
    """The sheet that the table is drawn on, in the table's own unit."""

    wide: float
    deep: float
    margin: float
    type: float
    thin: float

    @classmethod
    def of(cls, layout: Layout) -> _Page:
        wide, deep = layout.size
        # On a phone the picture is some 320 pixels wide: letters a twenty-eighth of that can just be read.
        return cls(wide, deep, wide / 15, max(wide, deep) / 28, wide / 240)

    @property
    def high(self) -> float:
        """Pixels, for paper: without them its typesetter takes the table's own unit."""
        return round(WIDE * (self.deep + 2 * self.margin) / (self.wide + 2 * self.margin), 1)

    @property
    def view_box(self) -> str:
        around = 2 * self.margin
        return f"{-self.margin:g} {-self.margin:g} {self.wide + around:g} {self.deep + around:g}"


def _by_height(layout: Layout) -> list[Place]:
    """Large things lie below small ones."""
    height = {"area": 0, "circle": 1, "line": 2, "edge": 3, "token": 4, "label": 5}
    return sorted(layout.place, key=lambda one: height[one.shape])


def _drawn(page: _Page, one: Place) -> list[str]:
    ink, fill = INK[one.role], FILL[one.role]
    x, y = one.at
    if isinstance(one, Area):
        wide, deep = one.size
        return [
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{deep:g}" fill="{fill}" fill-opacity="0.75" '
            f'stroke="{ink}" stroke-width="{page.thin:g}"/>'
        ]
    if isinstance(one, Circle):
        return [_disc(page, x, y, one.across / 2, ink, fill)]
    if isinstance(one, Token):
        return [_disc(page, x, y, page.type * 0.38, PAPER, ink)]
    if isinstance(one, Stretch):
        width = page.thin * (5 if one.shape == "edge" else 1)
        dashes = f' stroke-dasharray="{page.thin * 6:g} {page.thin * 4:g}"' if one.shape == "line" else ""
        return [
            f'<line x1="{x:g}" y1="{y:g}" x2="{one.to[0]:g}" y2="{one.to[1]:g}" stroke="{ink}" '
            f'stroke-width="{width:g}"{dashes}/>'
        ]
    return []


def _disc(page: _Page, x: float, y: float, radius: float, ink: str, fill: str) -> str:
    """Whole where it is on the table: what hangs over the edge is cut off."""
    reach = f'cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{ink}" stroke-width="{page.thin:g}"'
    if 0 < y < page.deep:
        return f"<circle {reach}/>"
    bend = 0 if y > 0 else 1
    return (
        f'<path d="M {x - radius:g} {y:g} A {radius:g} {radius:g} 0 0 {1 - bend} {x + radius:g} {y:g} Z" '
        f'fill="{fill}" stroke="{ink}" stroke-width="{page.thin:g}"/>'
    )


def _written(page: _Page, one: Place) -> list[str]:
    if not one.text:
        return []
    x, y = _text_place(page, one)
    return [
        f'<text x="{x:g}" y="{y:g}" fill="{INK[one.role]}" text-anchor="middle" '
        f'stroke="{PAPER}" stroke-width="{page.type / 5:g}" stroke-linejoin="round" paint-order="stroke" '
        f'font-weight="600">{escape(one.text)}</text>'
    ]


def _text_place(page: _Page, one: Place) -> tuple[float, float]:
    """Below a piece, in the middle of a wide area, and outside the table for what stands at its edge."""
    x, y = one.at
    if isinstance(one, Area):
        wide, deep = one.size
        roomy = wide > page.wide / 2
        return x + wide / 2, (y + page.type * 1.5) if roomy else (y + deep + page.type)
    if isinstance(one, Circle):
        return x, y + one.across / 2 + page.type
    if isinstance(one, Token):
        return x, (y + page.type * 1.5) if y < page.deep - 2 * page.type else y - page.type * 0.8
    if isinstance(one, Stretch):
        middle = (x + one.to[0]) / 2, (y + one.to[1]) / 2
        return middle[0], (-page.type * 0.55 if middle[1] < page.deep / 2 else page.deep + page.type * 1.15)
    return x, y + page.type * 0.35


def _grid(page: _Page, layout: Layout) -> list[str]:
    if layout.grid is None:
        return []
    across = [layout.grid * at for at in range(1, int(page.wide / layout.grid)) if at < 100]
    down = [layout.grid * at for at in range(1, int(page.deep / layout.grid)) if at < 100]
    style = f'stroke="{GRID}" stroke-width="{page.thin:g}"'
    return [
        *(f'<line x1="{x:g}" y1="0" x2="{x:g}" y2="{page.deep:g}" {style}/>' for x in across),
        *(f'<line x1="0" y1="{y:g}" x2="{page.wide:g}" y2="{y:g}" {style}/>' for y in down),
    ]


def _measures(page: _Page, layout: Layout) -> list[str]:
    sign = '"' if layout.unit == "inches" else " cm"
    style = f'fill="{FRAME}" font-size="{page.type * 0.8:g}" text-anchor="middle"'
    wide = escape(f"{page.wide:g}{sign}")
    deep = escape(f"{page.deep:g}{sign}")
    x, y = -page.margin * 0.35, page.deep / 2
    return [
        f'<text x="{page.wide - page.type * 1.2:g}" y="{page.deep + page.type * 1.15:g}" {style}>{wide}</text>',
        f'<text x="{x:g}" y="{y:g}" transform="rotate(-90 {x:g} {y:g})" {style}>{deep}</text>',
    ]


def _described(layout: Layout) -> str:
    """The picture in words."""
    wide, deep = layout.size
    said = [f"A table of {wide:g} by {deep:g} {layout.unit}; red's edge is at the top, blue's at the bottom."]
    alike = Counter(_kind(one) for one in layout.place)
    for one in layout.place:
        kind = _kind(one)
        if (number := alike.pop(kind, 0)) and kind:
            told = f"{kind}{_where(layout, one)}" if number == 1 else f"{number} times {kind}"
            said.append(f"{told[:1].upper()}{told[1:]}.")
    return " ".join([*said, layout.note] if layout.note else said)


def _kind(one: Placed) -> str:
    if isinstance(one, Label) or not one.name:
        return one.name
    whose = one.role if one.role in ("red", "blue") and one.role not in one.name.casefold() else ""
    return f"{one.name}{f' ({whose})' if whose else ''}"


def _where(layout: Layout, one: Place) -> str:
    if isinstance(one, Stretch | Label):
        return ""
    corners = one.corners()
    x = sum(at[0] for at in corners) / len(corners) / layout.size[0]
    y = sum(at[1] for at in corners) / len(corners) / layout.size[1]
    row = "top" if y < 0.35 else "bottom" if y > 0.65 else "middle"
    column = "left" if x < 0.35 else "right" if x > 0.65 else "centre"
    return ", in the centre" if (row, column) == ("middle", "centre") else f", {row} {column}"
