"""1.6 How far units may go straight in every direction: what is drawn for somebody who is to move them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from musterhall.games.the_game.movement.ground import NO_CONTROL_AREAS, reach_all_round
from musterhall.games.the_game.movement.moving import Move
from musterhall.games.the_game.movement.ways import CHARGE, COUNTER_CHARGE, WITHDRAWAL, control_areas
from musterhall.geometry import Point

DIRECTIONS = 48
_ANGLES = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
_TURNS = np.column_stack([np.cos(_ANGLES), np.sin(_ANGLES)])


def reach_outlines(move: Move, units: Sequence[int]) -> dict[int, list[Point]]:
    """1.6, 1.6.1, 1.6.2 The ground that each unit may come to by going straight: what is impassable, difficult or
    controlled by an enemy cuts it short. The bonus on a road is not in it."""
    position, rows = move.position, np.array(units, dtype=np.int64)
    starts = np.column_stack([position.x[rows], position.y[rows]])
    areas = NO_CONTROL_AREAS
    if move.move_kind not in (CHARGE, COUNTER_CHARGE, WITHDRAWAL):
        areas = control_areas(position, position.standing_side(1 - move.formation.side))
        areas[2] += position.field.widest
    field = position.field
    far = reach_all_round(starts, move.allowance[rows], field.effects[rows], field.ground, areas, _TURNS)
    places = starts[:, None, :] + far[:, :, None] * _TURNS[None, :, :]
    inside = np.clip(places, 0.0, (field.table.width, field.table.depth)).round(1)
    return {unit: [(float(x), float(y)) for x, y in outline] for unit, outline in zip(units, inside, strict=True)}
