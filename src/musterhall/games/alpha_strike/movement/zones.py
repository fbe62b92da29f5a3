"""Zones of control: whom an enemy holds, and whose ground a way leads through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Point, bearing, distance_to_path

SECTION = "16"
HELD, EXERTS = "zone of control", "exerts a zone of control"
"""The effects on a unit that is held, and on one whose ground cannot be passed freely."""
WITHIN = 2.0
"""16 Who comes nearer than so many inches passes through the zone."""
DIRECTLY = 10.0
"""Degrees by which "directly away" may be off on a table."""


def zone_facts(position: Position, unit: int, path: Sequence[Point]) -> dict[str, Any]:
    """16 What holds for a way on the ground: who holds the unit, or whose zone it goes through, and whether it goes
    straight away from all of them. Nothing where there is no zone."""
    holders = list(_holders(position, unit, path))
    if not holders:
        return {}
    infantry = all(position.unit(holder).is_infantry for holder in holders)
    away = len(path) == 2 and all(_is_away(position.at(holder), path) for holder in holders)
    return {"zone": "infantry" if infantry else "other", "directly_away": away}


def _holders(position: Position, unit: int, path: Sequence[Point]) -> Iterator[int]:
    yield from (one.by for one in position.conditions[unit].effects if one.name == HELD)
    radius = position.unit(unit).radius
    for enemy in position.on_table(1 - position.unit(unit).side):
        condition = position.conditions[enemy]
        if condition.effects and condition.effect(EXERTS) is not None:
            apart = distance_to_path(position.at(enemy), path) - radius - position.unit(enemy).radius
            if apart < WITHIN - TOUCH:
                yield enemy


def _is_away(holder: Point, path: Sequence[Point]) -> bool:
    off = bearing(holder, path[0]) - bearing(path[0], path[1])
    return abs((off + 180.0) % 360.0 - 180.0) <= DIRECTLY
