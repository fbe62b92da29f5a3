"""What breaking through a building costs it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import SLACK, Point, Shapes

SECTION = "12"


def break_through(position: Position, unit: int, path: Sequence[Point]) -> None:
    """12 Each inch that anybody but infantry goes inside a building is marked on it as a point of damage."""
    ground = position.field.ground
    if position.unit(unit).is_infantry or not ground.buildings:
        return
    shapes = Shapes(ground.outlines)
    for piece in ground.buildings:
        if ground.kind_of(position.lie, piece).building is None:
            continue
        inches = int(sum(shapes.length_inside(piece, a, b) for a, b in pairwise(path)) + SLACK)
        if inches:
            marks = position.building_marks
            position.building_marks = {**marks, piece: marks.get(piece, 0) + inches}
