"""Who moves when: sides in turn, and the larger side more units at a time."""

from __future__ import annotations

from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.movement.allowance import is_immobile
from musterhall.games.alpha_strike.position.condition import TABLE, WAITING
from musterhall.games.alpha_strike.position.position import Position


def may_move(position: Position, unit: int) -> bool:
    """1, 13.2 Whether a unit still has its move: those that cannot move do not count.

    Neither does who is aboard another, inside a bunker or off the map, nor a gun that fires from off the table.
    """
    if position.unit(unit).off_board:
        return False
    condition = position.conditions[unit]
    return condition.place in (TABLE, WAITING) and not condition.mode and not is_immobile(position, unit)


def yet_to_move(position: Position, side: int) -> list[int]:
    """The units of a side that still have their move."""
    return [unit for unit in position.field.of_side[side] if may_move(position, unit)]


def moves_in_pair(own: int, other: int, edition: Edition) -> int:
    """1, 13.2 How many units a side moves before its opponent does, when so many are left on each side.

    The larger side moves more, and the rest when the other has none left. By the book it is the whole ratio.
    """
    if other == 0:
        return own
    if own <= other:
        return min(own, 1)
    return own // other if edition.movement_order == "whole_ratio" else -(-own // other)
