"""Who is crippled: three tests, of which one is enough."""

from __future__ import annotations

from musterhall.games.alpha_strike.harm.damage_values import NONE, damage_at
from musterhall.games.alpha_strike.movement.drive import hurt_move
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.units.cards import best_move

SECTION = "13.4"


def is_crippled(position: Position, unit: int) -> bool:
    """13.4, 12 Whether a unit is crippled by now."""
    return bool(why_crippled(position, unit))


def why_crippled(position: Position, unit: int) -> str:
    """13.4, 12 By which of the three tests a unit is crippled; empty where it is not.

    Only what lasts counts: neither a shutdown, nor a stunned crew, nor heat.
    """
    one, condition = position.unit(unit), position.conditions[unit]
    if condition.armour <= 0 and condition.structure <= -(-one.card.structure // 2):
        return f"no armour left, and structure {condition.structure} of {one.card.structure}"
    far = ("medium", "long")
    had_far = any(one.card.damage[place] != NONE for place in (1, 2))
    if had_far and all(damage_at(one, condition, range_) == NONE for range_ in far):
        return "no damage left at medium and long range"
    whole = best_move(one.card)
    left = hurt_move(whole, condition.drive)
    if whole > 0 and left <= 0:
        return "immobilised"
    if position.field.edition.crippled_by_half_move and left < whole / 2:
        return "less than half of its Move left"
    return ""
