"""Who moves when: sides in turn, and the larger side more units at a time."""

from __future__ import annotations

from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.movement.allowance import can_make_a_move
from musterhall.games.alpha_strike.position.condition import ABOARD, TABLE, WAITING
from musterhall.games.alpha_strike.position.position import Position


def may_move(position: Position, unit: int) -> bool:
    """1, 13.2 Whether a unit still has its move: those that cannot move do not count.

    Neither does who is inside a bunker or off the map, a gun that fires from off the table, nor usually who is aboard
    another.
    """
    condition = position.conditions[unit]
    if condition.mode or position.field.units[unit].off_board:
        return False
    if condition.place in (TABLE, WAITING):
        return can_make_a_move(position, unit)
    return condition.place == ABOARD and can_make_a_move(position, unit) and _gets_off_by_itself(position, unit)


def _gets_off_by_itself(position: Position, unit: int) -> bool:
    """2, 13.6 Whether a mounted unit has a move of its own: its transport cannot move, and so has no activation.

    By another reading it has one as soon as its transport has moved.
    """
    carrier = position.conditions[unit].carrier
    transport = position.conditions[carrier]
    if transport.place != TABLE or transport.mode == "sprint":
        return False
    counts = position.field.edition.dismount_counts == "at_once" and transport.mode != ""
    return counts or (not transport.mode and not can_make_a_move(position, carrier))


def yet_to_move(position: Position, side: int) -> list[int]:
    """The units of a side that still have their move."""
    conditions = position.conditions
    return [unit for unit in position.field.of_side[side] if not conditions[unit].mode and may_move(position, unit)]


def moves_in_pair(own: int, other: int, edition: Edition) -> int:
    """1, 13.2 How many units a side moves before its opponent does, when so many are left on each side.

    The larger side moves more, and the rest when the other has none left. By the book it is the whole ratio.
    """
    if other == 0:
        return own
    if own <= other:
        return min(own, 1)
    return own // other if edition.movement_order == "whole_ratio" else -(-own // other)
