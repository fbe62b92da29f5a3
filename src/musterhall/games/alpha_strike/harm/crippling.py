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
    return _by_damage(position, unit) or _by_weapons(position, unit) or _by_move(position, unit)


def _by_damage(position: Position, unit: int) -> str:
    """13.4 No armour, and half of the structure or less; with a single point of structure, as soon as armour is gone.

    A card without armour has lost none of it, so only its structure tells.
    """
    card, condition = position.unit(unit).card, position.conditions[unit]
    is_hurt = condition.armour < card.armour or condition.structure < card.structure
    if is_hurt and condition.armour <= 0 and condition.structure <= -(-card.structure // 2):
        return f"no armour left, and structure {condition.structure} of {card.structure}"
    return ""


def _by_weapons(position: Position, unit: int) -> str:
    """13.4 No damage at medium and long range, where it had some; 0* is some."""
    one, condition = position.unit(unit), position.conditions[unit]
    had_far = any(one.card.damage[place] != NONE for place in (1, 2))
    if had_far and all(damage_at(one, condition, range_) == NONE for range_ in ("medium", "long")):
        return "no damage left at medium and long range"
    return ""


def _by_move(position: Position, unit: int) -> str:
    """13.4, 12 Immobilised; by the other reading, less than half of its Move is enough."""
    whole = best_move(position.unit(unit).card)
    left = hurt_move(whole, position.conditions[unit].drive)
    if whole > 0 and left <= 0:
        return "immobilised"
    if position.field.edition.crippled_by_half_move and left < whole / 2:
        return "less than half of its Move left"
    return ""
