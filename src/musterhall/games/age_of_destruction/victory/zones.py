"""Which units are in a deployment zone."""

from __future__ import annotations

import math

from musterhall.games.age_of_destruction.field.bases import FACING, HALF, RADIUS
from musterhall.games.age_of_destruction.position.position import Position


def is_in_zone(position: Position, unit: int, side: int) -> bool:
    """3 Whether a unit is in a side's zone: its centre dot, any part of its base, or the whole of it."""
    low, high = position.field.zone(side)
    y = position.at(unit)[1]
    how = position.field.edition.in_zone
    if how == "centre":
        return low <= y <= high
    row = position.bases[unit]
    reach = float(row[RADIUS] + abs(math.sin(math.radians(row[FACING]))) * row[HALF])
    if how == "any_part":
        return y + reach > low and y - reach < high
    return y - reach >= low - 0.02 and y + reach <= high + 0.02


def units_in_zone(position: Position, side: int) -> int:
    """6 A side's units in the opponent's deployment zone."""
    everybody = position.field.edition.zone_units == "everybody"
    return sum(
        is_in_zone(position, unit, 1 - side) and (everybody or position.is_able(unit))
        for unit in position.on_table(side)
    )
