"""Heat: what a turn adds and takes away, shutdown and restart."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.field.ground import depth
from musterhall.games.alpha_strike.position.condition import SHUTDOWN_AT, Condition
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import has_ability

SECTION = "6"


def end_heat(battle: Battle[Position]) -> None:
    """6 E4 The End Phase's heat of every unit that has a heat scale."""
    position = battle.position
    for unit, condition in enumerate(position.conditions):
        if condition.alive and position.unit(unit).has_heat:
            _end_heat(battle, unit, condition)


def shutdown_at(position: Position, unit: int) -> int:
    """6 The heat at which a unit shuts down; a Hot Dog's is one higher."""
    return SHUTDOWN_AT + (1 if has_ability(position, unit, "hot_dog") else 0)


def _end_heat(battle: Battle[Position], unit: int, condition: Condition) -> None:
    position = battle.position
    name, before = position.unit(unit).name, condition.heat
    if condition.shut_down:
        condition.heat, condition.shut_down, condition.heat_marked = 0, False, 0
        battle.tell("heat", f"{name} starts up again", SECTION, unit=unit)
        return
    gained = heat_gained(position, unit)
    condition.heat_marked = 0
    kept = condition.heat if condition.fired else 0
    condition.heat = min(kept + gained, shutdown_at(position, unit))
    if condition.heat >= shutdown_at(position, unit):
        condition.shut_down = True
        battle.tell("heat", f"{name} shuts down", SECTION, unit=unit, heat=condition.heat)
    elif condition.heat != before:
        battle.tell("heat", f"{name} has heat {condition.heat}", SECTION, unit=unit, heat=condition.heat)


def heat_gained(position: Position, unit: int) -> int:
    """6 What a unit's own overheating, its engine and its enemies add this turn, less a point in water."""
    condition, edition = position.conditions[unit], position.field.edition
    engine = condition.engine_hits > 0 and (condition.fired or edition.engine_hit_heats == "everybody")
    gained = condition.overheated + int(engine) + min(condition.heat_marked, edition.heat_from_others_most)
    if gained and _in_water(position, unit):
        gained -= 1
    return gained


def _in_water(position: Position, unit: int) -> bool:
    x, y = position.at(unit)
    return bool(depth(position.field.ground.outlines, position.lie, x, y) >= 1.0)
