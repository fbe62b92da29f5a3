"""Which painter draws which kind of terrain, in the order they are laid on the table."""

from __future__ import annotations

from collections.abc import Callable

from shapely.geometry.base import BaseGeometry

from musterhall.drawing.canvas import Easel, Grain, escaped, kind_words, quoted
from musterhall.drawing.lines import paint_fence, paint_hedge, paint_road, paint_wall
from musterhall.drawing.nature import (
    paint_craters,
    paint_deep_sea,
    paint_deep_water,
    paint_field,
    paint_forest,
    paint_hill,
    paint_marsh,
    paint_other,
    paint_river,
    paint_shallow_water,
    paint_thick_forest,
)
from musterhall.drawing.works import (
    paint_building,
    paint_bunker,
    paint_emplacement,
    paint_rubble,
    paint_ruins,
    paint_trench,
)
from musterhall.table import TerrainPiece

Painter = Callable[[Easel, TerrainPiece, BaseGeometry, Grain], list[str]]


def painted(easel: Easel, piece: TerrainPiece, style: str, paint: Painter) -> str:
    inside = "".join(paint(easel, piece, easel.shape(piece), Grain(piece.name)))
    return (
        f'<g class="terrain {style}" {easel.mark(piece)} data-kind={quoted(piece.kind)} data-name={quoted(piece.name)}>'
        f"<title>{escaped(f'{piece.name} ({kind_words(piece)})')}</title>{inside}</g>"
    )


# In the order they are laid on the table: water first, roofs last.
PAINTERS: dict[str, Painter] = {
    "deep-sea": paint_deep_sea,
    "deep-water": paint_deep_water,
    "shallow-water": paint_shallow_water,
    "hill": paint_hill,
    "marsh": paint_marsh,
    "field": paint_field,
    "craters": paint_craters,
    "river": paint_river,
    "other": paint_other,
    "road": paint_road,
    "rubble": paint_rubble,
    "ruins": paint_ruins,
    "trench": paint_trench,
    "emplacement": paint_emplacement,
    "hedge": paint_hedge,
    "fence": paint_fence,
    "wall": paint_wall,
    "forest": paint_forest,
    "thick-forest": paint_thick_forest,
    "bunker": paint_bunker,
    "building": paint_building,
}
