"""How far a unit may go in each way of moving, and how hard that makes it to hit."""

from __future__ import annotations

from typing import Any

from musterhall.games.alpha_strike.abilities.modifiers import Reckoning
from musterhall.games.alpha_strike.movement.drive import hurt_move, hurt_tmm
from musterhall.games.alpha_strike.movement.zones import HELD
from musterhall.games.alpha_strike.position.condition import ABOARD, TABLE, WAITING, Condition, Mode
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import say_of, usual_facts
from musterhall.games.alpha_strike.units.cards import JUMP, WALK, jump_move, tmm, tmm_of_inches

STANDSTILL: Mode = "standstill"
GROUND: Mode = "ground"
JUMPING: Mode = "jump"
SPRINT: Mode = "sprint"
DROPPING: Mode = "dropping"


def is_immobile(position: Position, unit: int) -> bool:
    """2 Whether a unit cannot move at all: hurt, shut down or stunned; by the other reading also too hot to move."""
    condition = position.conditions[unit]
    if condition.shut_down or condition.stunned_until >= position.turn:
        return True
    best = position.field.units[unit].best_move
    if best <= 0 or (condition.drive and hurt_move(best, condition.drive) <= 0):
        return True
    return position.field.edition.heat_immobilises and condition.heat > 0 and _has_no_move(position, unit)


LANDED = "landed"
"""2 The effect on a VTOL or WiGE that stands on the ground."""


def is_airborne(position: Position, unit: int) -> bool:
    """2, 12 Whether a unit is in the air: fighters always, VTOLs and WiGEs while they can move and have not landed."""
    one = position.field.units[unit]
    if not one.flies_low:
        return one.is_aerospace
    return position.conditions[unit].effect(LANDED) is None and not is_immobile(position, unit)


def can_make_a_move(position: Position, unit: int) -> bool:
    """2, 13.2 Whether a unit has any Move this turn: who is not immobile may still be too hot, or slowed down to 0."""
    if is_immobile(position, unit):
        return False
    condition = position.conditions[unit]
    slowed = condition.place == TABLE and (condition.heat or condition.effects)
    return not slowed or not _has_no_move(position, unit)


def _has_no_move(position: Position, unit: int) -> bool:
    on_ground = not position.field.units[unit].is_aerospace
    return on_ground and move_of(position, unit, GROUND) <= 0 and move_of(position, unit, JUMPING) <= 0


def move_facts(position: Position, unit: int, mode: Mode) -> dict[str, Any]:
    """What holds for a unit that moves in this way."""
    condition = position.conditions[unit]
    return usual_facts() | {
        "turn": position.turn,
        "attacker_type": position.field.units[unit].kind,
        "attacker_move": mode,
        "heat": condition.heat,
        "pulsed": any(one.name == "pulsed" and one.until == position.turn for one in condition.effects),
        "dismounted": condition.place == ABOARD or condition.effect("dismounted") is not None,
        "disrupted": condition.effect("disrupted") is not None,
        "demoralized": condition.effect("demoralized") is not None,
        "tsm": position.field.units[unit].has("TSM"),
        "heat_slows_jumps": position.field.edition.heat_slows_jumps,
        "zone": _zone(position, condition),
    }


def _zone(position: Position, condition: Condition) -> str:
    """16 What kind of unit holds the mover in its zone of control."""
    held = condition.effect(HELD)
    if held is None:
        return "none"
    return "infantry" if position.field.units[held.by].is_infantry else "other"


def move_of(position: Position, unit: int, mode: Mode, *, bonus: int = 0, **more: Any) -> int:
    """2 The inches that a unit has for a way of moving, with everything that changes them.

    `bonus` is what the ground adds to its Move before it is sprinted with.
    """
    base = _hurt_move(position, unit, mode)
    if base <= 0:
        return 0
    say, condition = say_of(position, unit), position.conditions[unit]
    if condition.effects:
        return max(0, say.total("move", base + bonus, move_facts(position, unit, mode) | more))
    # Without effects little changes a Move, and it is asked for many times a turn.
    memo, turn = position.field.memo, position.turn if say.minds("turn") else 0
    key = (say, unit, mode, base + bonus, turn, condition.heat, condition.place == ABOARD, *more.items())
    if key not in memo:
        memo[key] = max(0, say.total("move", base + bonus, move_facts(position, unit, mode) | more))
    return memo[key]  # type: ignore[no-any-return]


def move_reckoning(position: Position, unit: int, mode: Mode, **more: Any) -> Reckoning:
    """2 The same with its parts."""
    base = _hurt_move(position, unit, mode)
    return say_of(position, unit).reckoning("move", base, move_facts(position, unit, mode) | more)


def _hurt_move(position: Position, unit: int, mode: Mode) -> int:
    """The Move printed on the card, less what hits have taken."""
    one, drive = position.field.units[unit], position.conditions[unit].drive
    printed = jump_move(one.card) if mode == JUMPING else one.ground_move
    return hurt_move(printed, drive) if drive else printed


def modes_of(position: Position, unit: int) -> list[Mode]:
    """2 The ways of moving that are open to a unit now; standing still always is.

    A transport that somebody mounted this turn cannot sprint.
    """
    barred = position.scenario.modes_barred(position, unit)
    found: list[Mode] = [STANDSTILL]
    if is_immobile(position, unit):
        return found
    if move_of(position, unit, GROUND) > 0:
        found += [GROUND] if position.conditions[unit].effect("boarded") else [GROUND, SPRINT]
    if move_of(position, unit, JUMPING) > 0:
        found.append(JUMPING)
    if position.conditions[unit].place == WAITING and position.field.edition.drops_from == "anywhere":
        found.append(DROPPING)
    return [mode for mode in found if mode not in barred]


def tmm_of(position: Position, unit: int) -> int:
    """2 The target movement modifier of a unit for the way it has moved this turn.

    It comes from the Move that it has, not from the inches it went; one that stood still has none.
    """
    condition = position.conditions[unit]
    if condition.mode in ("", STANDSTILL):
        return 0
    jumped = condition.mode == JUMPING
    value = hurt_tmm(_tmm(position, unit, jumped=jumped), condition.drive, position.field.edition)
    if not jumped and condition.heat >= HOT and _felt_heat(position, unit) >= HOT:
        value -= 1
    if condition.effects and condition.effect("demoralized") is not None:
        value -= 1
    return max(0, value)


def _felt_heat(position: Position, unit: int) -> int:
    """6, 17 The heat that slows a unit down; a Hot Dog feels less of it."""
    return say_of(position, unit).total("heat that slows", position.conditions[unit].heat, usual_facts())


def _tmm(position: Position, unit: int, *, jumped: bool) -> int:
    """2, 16 The TMM of its card; by another reading of Communications Disruption that of the Move it has left."""
    card = position.field.units[unit].card
    printed = tmm(card, JUMP if jumped else WALK)
    disrupted = position.conditions[unit].effect("disrupted") is not None
    if jumped or not disrupted or position.field.edition.disruption_tmm == "unchanged":
        return printed
    return min(printed, tmm_of_inches(move_of(position, unit, GROUND)))


HOT = 2
"""6 The heat at which a unit's ground TMM falls by 1."""
