"""Forced withdrawal: how near to its home edge a crippled unit has to come."""

from __future__ import annotations

from musterhall.battle.decisions import Illegal
from musterhall.games.alpha_strike.movement.allowance import GROUND, JUMPING, modes_of
from musterhall.games.alpha_strike.movement.judging import Moved
from musterhall.games.alpha_strike.movement.leaving import must_withdraw
from musterhall.games.alpha_strike.movement.reach import reach
from musterhall.games.alpha_strike.position.condition import TABLE
from musterhall.games.alpha_strike.position.position import Position

SECTION = "13.4"


def farthest_end(position: Position, unit: int) -> float | None:
    """13.4 How far from its home edge a withdrawing unit may end its move; None where it may end anywhere.

    That is as near as a ground or jump move brings it, with a little tolerance; sprinting there is allowed.
    """
    if position.conditions[unit].place != TABLE or not must_withdraw(position, unit):
        return None
    home = position.field.home_y(position.unit(unit).side)
    nearest = abs(float(position.y[unit]) - home)
    for mode in (GROUND, JUMPING):
        if mode in modes_of(position, unit):
            places = reach(position, unit, mode).places
            if len(places):
                nearest = min(nearest, float(abs(places[:, 1] - home).min()))
    return nearest + position.field.edition.withdrawal_tolerance


def check_withdrawal(position: Position, unit: int, moved: Moved, farthest: float | None) -> None:
    """13.4 Refuse a move that does not bring a withdrawing unit near enough to its home edge."""
    if farthest is None:
        return
    off = abs(moved.end[1] - position.field.home_y(position.unit(unit).side))
    if off > farthest + 0.01:
        raise Illegal(
            f"{position.unit(unit).name} is crippled and withdraws: it must end within {farthest:.1f} inches of its "
            f"home edge, and this is {off:.1f}",
            SECTION,
        )
