"""What holds for one attack, in the words that abilities and plain rules look at."""

from __future__ import annotations

from typing import Any

from musterhall.games.alpha_strike.attacks.sight import Sight
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.allowance import is_immobile, tmm_of
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import usual_facts

AT_NOBODY = {"target_type": "building", "target_move": "standstill", "tmm": 0, "target_airborne": False}


def attack_facts(
    position: Position, unit: int, target: int, seen: Sight, attack: str, range_: str, **more: Any
) -> dict[str, Any]:
    """4 Everything that can change what an attack of this unit on that one needs; NOBODY is a place or a building."""
    if target == NOBODY:
        target, more = unit, {**AT_NOBODY, **more}
    field, conditions = position.field, position.conditions
    attacker, enemy = field.units[unit], field.units[target]
    own, other = conditions[unit], conditions[target]
    return {
        **usual_facts(),
        "turn": position.turn,
        "attack": attack,
        "range": range_,
        "skill": attacker.skill,
        "size": attacker.card.size,
        "attacker_type": attacker.kind,
        "target_type": enemy.kind,
        "attacker_move": _attacker_move(position, unit),
        "target_move": target_move(position, target),
        "tmm": tmm_of(position, target),
        "target_airborne": is_airborne(position, target),
        "partial_cover": seen.partial_cover,
        "woods": seen.woods,
        "in_water": seen.in_water,
        "heat": own.heat,
        "fire_control_hits": own.fire_control_hits,
        "straight_away": own.straight,
        "demoralized": own.effect("demoralized", target) is not None,
        "target_demoralized": other.effect("demoralized", unit) is not None,
        "blood_stalker_target": _stalks(position, unit, target),
        **more,
    }


def _attacker_move(position: Position, unit: int) -> str:
    if is_immobile(position, unit):
        return "immobile"
    return position.conditions[unit].mode or "standstill"


def target_move(position: Position, unit: int) -> str:
    """2 How a unit counts as having moved when it is attacked."""
    if is_immobile(position, unit):
        return "immobile"
    mode = position.conditions[unit].mode or "standstill"
    return "ground" if mode == "sprint" else mode


def is_airborne(position: Position, unit: int) -> bool:
    """Whether a unit is in the air: fighters always, VTOLs and WiGEs while they can move."""
    one = position.unit(unit)
    return one.is_aerospace or (one.flies_low and not is_immobile(position, unit))


def _stalks(position: Position, unit: int, target: int) -> bool:
    """11 Whether the target is the chosen enemy of a Blood Stalker."""
    chosen = position.conditions[unit].effect("blood stalker")
    return chosen is not None and chosen.value == target
