"""Narc: pods that stick to a target and draw missiles."""

from __future__ import annotations

from musterhall.games.alpha_strike.electronics.jamming import is_jammed_at
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.position import Position

NARC = "narc"
NARC_BONUS = 1
"""10 What a pod adds to missiles that hit."""


def narc_bonus(position: Position, unit: int, target: int) -> int:
    """10 What a pod on the target adds to missiles of this unit; nothing while the target's own ECM covers it."""
    if target == NOBODY:
        return 0
    effects = position.conditions[target].effects
    side = position.field.units[unit].side
    if not any(one.name == NARC and position.field.units[one.by].side == side for one in effects):
        return 0
    covered = is_jammed_at(position, side, position.at(target), position.field.units[target].radius)
    return 0 if covered else NARC_BONUS
