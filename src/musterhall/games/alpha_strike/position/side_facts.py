"""What a side has chosen and remembers, as far as one attack of its units depends on it."""

from __future__ import annotations

from typing import Any

from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.condition import ABOARD
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import formation_effect

COMBINED_FIRE = "combined fire"
"""The effect on a unit whose formation fires together; its value is the target."""
QUARRY = "blood stalker formation"
"""The effect on a Blood Stalker that hunts a whole formation; its value is that formation."""
COORDINATED, MOST_COORDINATED = "coordinated_fire_support", 3
"""18 A Light Fire Lance's own rule, and how much it helps at most."""
HOLDS_BACK = "anti_mech"
"""18 An Anti-'Mech Lance's own rule."""
CONTACT = 0.01


def nova_carrier(position: Position, unit: int) -> int:
    """18 The transport from which mounted infantry of a Nova formation may fire; NOBODY where it may not."""
    condition = position.conditions[unit]
    if condition.place != ABOARD or not formation_effect(position, unit, "nova"):
        return NOBODY
    carrier = position.conditions[condition.carrier]
    same = position.unit(condition.carrier).formation == position.unit(unit).formation
    return condition.carrier if same and carrier.on_table and carrier.mode != "sprint" else NOBODY


def side_facts(position: Position, unit: int, target: int, attack: str) -> dict[str, Any]:
    """16, 17, 18 Facts of an attack that are not as usual because of what players chose; none in a plain battle."""
    if target == NOBODY or not _matters(position):
        return {}
    found: dict[str, Any] = {}
    own, enemy = (position.sides[position.field.units[one].side] for one in (unit, target))
    condition = position.conditions[unit]
    if own.choices.get("berserkers"):
        found["berserk"] = True
    if enemy.choices.get("berserkers"):
        found["target_berserk"] = True
    if own.choices.get("turn", {}).get("tactical_experts_physical"):
        found["physical_preferred"] = True
    if own.memory.get("outnumbered"):
        found["outnumbered"] = True
    if condition.place == ABOARD:
        found |= {"fires_mounted": True, "carrier_move": position.conditions[condition.carrier].mode or "standstill"}
    if attack == "melee":
        found["instead_of_weapons"] = True
    together, quarry = condition.effect(COMBINED_FIRE), condition.effect(QUARRY)
    if together is not None and together.value == target:
        found["whole_formation_attacks"] = True
    if quarry is not None and quarry.value == position.unit(target).formation:
        found["blood_stalker_target"] = True
    if attack == "weapon":
        found |= _formation_facts(position, unit, target)
    return found


def _matters(position: Position) -> bool:
    """Whether any side has command abilities or formations."""
    memo = position.field.memo
    if "sides matter" not in memo:
        players, formations = position.field.players, position.field.formations
        memo["sides matter"] = bool(formations) or any(one.command_abilities for one in players)
    return memo["sides matter"]  # type: ignore[no-any-return]


def _formation_facts(position: Position, unit: int, target: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    helped = _coordinated(position, unit, target)
    if helped:
        found["coordinated_hits"] = helped
    if _held_back(position, unit):
        found["anti_mech_contact"] = True
    return found


def _coordinated(position: Position, unit: int, target: int) -> int:
    """18 Light Fire: the others of its formation that have hit this target this turn."""
    marks = position.conditions[target].marks
    if not marks or not formation_effect(position, unit, COORDINATED):
        return 0
    units = position.field.units
    others = {one.by for one in marks if one.by not in (unit, NOBODY) and one.kind == "weapon"}
    return min(MOST_COORDINATED, sum(units[one].formation == units[unit].formation for one in others))


def _held_back(position: Position, unit: int) -> bool:
    """18 Anti-'Mech: whether an enemy unit with that rule is in base contact."""
    return any(
        position.conditions[one].on_table
        and formation_effect(position, one, HOLDS_BACK)
        and position.gap(unit, one) <= CONTACT
        for one in _may_hold_back(position, 1 - position.field.units[unit].side)
    )


def _may_hold_back(position: Position, side: int) -> tuple[int, ...]:
    """The units of a side that were brought in a formation with that rule."""
    memo, key = position.field.memo, ("may hold back", side)
    if key not in memo:
        memo[key] = tuple(
            unit
            for one in position.field.formations
            if one.side == side and one.kind is not None and any(award.effect == HOLDS_BACK for award in one.kind.bonus)
            for unit in one.units
        )
    return memo[key]  # type: ignore[no-any-return]
