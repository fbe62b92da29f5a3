"""What breaking through a building costs it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from musterhall.games.alpha_strike.field.ground import inches_inside
from musterhall.games.alpha_strike.movement.passing import flies
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import SLACK, Point

SECTION = "12"


def break_through(position: Position, unit: int, path: Sequence[Point]) -> None:
    """12 Each inch that anybody but infantry goes inside a building is marked on it as a point of damage; who flies
    goes over it."""
    ground = position.field.ground
    if not ground.buildings or position.unit(unit).is_infantry or flies(position, unit):
        return
    inside = inches_inside(np.array(path), ground.outlines, np.array(ground.buildings))
    for piece, gone in zip(ground.buildings, inside.tolist(), strict=True):
        inches = int(gone + SLACK)
        if inches and ground.kind_of(position.lie, piece).building is not None:
            marks = position.building_marks
            position.building_marks = {**marks, piece: marks.get(piece, 0) + inches}
