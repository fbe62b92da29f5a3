"""Marking: what an attack does is written beside the unit and counts in the End Phase."""

from __future__ import annotations

from musterhall.games.alpha_strike.harm.protection import protected
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position


def mark(position: Position, target: int, one: Mark) -> None:
    """1 Write an attack's damage beside the unit, less what protects it; it counts in the End Phase."""
    condition = position.conditions[target]
    points = protected(position, target, one)
    condition.marks = (*condition.marks, one if points == one.points else one._replace(points=points))
