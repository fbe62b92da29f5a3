"""Heat: what a turn adds and takes away, shutdown and restart."""

from __future__ import annotations

from collections.abc import Callable

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.field.ground import depth
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.harm.explosions import has_weak_engine
from musterhall.games.alpha_strike.position.condition import SHUTDOWN_AT, Condition
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import abilities_of, say_of, usual_facts

SECTION = "6"
HEAT_SINKS = "RHS"
BROKEN_ON = 1

HEAT_ADDS_UP: Moment[Callable[[Battle[Position], int, int], int]] = Moment("heat in the End Phase", SECTION)
"""What an ability makes of the heat that a unit would have now."""


def heat_from_enemies(position: Position, target: int, points: int) -> int:
    """6, 10 Heat that an attack gives: marked for the End Phase, or for a unit without a heat scale points of damage.

    It says how much damage that is. Fire-resistant units feel nothing, and reflective armour halves it.
    """
    unit, condition = position.unit(target), position.conditions[target]
    felt = heat_felt(unit, points)
    if not unit.has_heat:
        return felt
    condition.heat_marked += felt
    return 0


def heat_felt(unit: Unit, points: int) -> int:
    """10 What is left of heat that an enemy throws at a unit."""
    if points <= 0 or unit.has("FR"):
        return 0
    return max(1, points // 2) if unit.has("RFA") else points


def end_heat(battle: Battle[Position]) -> None:
    """6 E4 The End Phase's heat of every unit that has a heat scale."""
    position = battle.position
    for unit, condition in enumerate(position.conditions):
        if condition.alive and position.unit(unit).has_heat:
            _end_heat(battle, unit, condition)


def shutdown_at(position: Position, unit: int) -> int:
    """6 The heat at which a unit shuts down."""
    return say_of(position, unit).total("shutdown", SHUTDOWN_AT, usual_facts())


def _end_heat(battle: Battle[Position], unit: int, condition: Condition) -> None:
    position = battle.position
    name, before = position.unit(unit).name, condition.heat
    if condition.shut_down:
        condition.heat, condition.shut_down, condition.heat_marked = 0, False, 0
        battle.tell("heat", f"{name} starts up again", SECTION, unit=unit)
        return
    heat, limit = _new_heat(battle, unit), shutdown_at(position, unit)
    condition.heat_marked = 0
    condition.heat = min(heat, limit)
    if condition.heat >= limit:
        condition.shut_down = True
        battle.tell("heat", f"{name} shuts down", SECTION, unit=unit, heat=condition.heat)
    elif condition.heat != before:
        battle.tell("heat", f"{name} has heat {condition.heat}", SECTION, unit=unit, heat=condition.heat)


def _new_heat(battle: Battle[Position], unit: int) -> int:
    """6 A unit that made no weapon attack cools; then comes what it gained, less what water and heat sinks take."""
    position = battle.position
    condition, edition = position.conditions[unit], position.field.edition
    heat = (condition.heat if condition.fired else 0) + heat_gained(position, unit)
    if heat and edition.water_cools == "any_heat" and _in_water(position, unit):
        heat -= 1
    for _, change in HEAT_ADDS_UP.of(abilities_of(position, unit)):
        heat = change(battle, unit, heat)
    return heat - 1 if heat > 0 and _flushes(battle, unit) else heat


def heat_gained(position: Position, unit: int) -> int:
    """6 What a unit's own overheating, its engine and its enemies add this turn, less a point in water."""
    condition, edition = position.conditions[unit], position.field.edition
    others = min(condition.heat_marked, edition.heat_from_others_most)
    gained = condition.overheated + int(_engine_heats(position, unit)) + others
    if gained and edition.water_cools == "gains_only" and _in_water(position, unit):
        gained -= 1
    return gained


def _engine_heats(position: Position, unit: int) -> bool:
    """5, 6 An engine hit heats a 'Mech that fired, by the other reading every one; weak engines have their own rule."""
    condition = position.conditions[unit]
    if not condition.engine_hits or not position.unit(unit).is_mech or has_weak_engine(position, unit):
        return False
    return condition.fired or position.field.edition.engine_hit_heats == "everybody"


def _flushes(battle: Battle[Position], unit: int) -> bool:
    """10 Radical heat sinks shed a point whenever there is one, until a 1 on 1D6 breaks them."""
    position = battle.position
    condition, one = position.conditions[unit], position.unit(unit)
    if not one.has(HEAT_SINKS) or condition.used.get(HEAT_SINKS):
        return False
    if battle.roll(1, D6, "radical heat sinks")[0] <= BROKEN_ON:
        condition.use(HEAT_SINKS)
        battle.tell("heat", f"{one.name}: its radical heat sinks break after this", SECTION, unit=unit)
    return True


def _in_water(position: Position, unit: int) -> bool:
    if position.unit(unit).is_aerospace or not position.conditions[unit].on_table:
        return False
    x, y = position.at(unit)
    return bool(depth(position.field.ground.outlines, position.lie, x, y) >= 1.0)
