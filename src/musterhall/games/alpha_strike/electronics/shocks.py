"""What disturbs a unit's electronics for a turn: tasers, electromagnetic pulses, pods, a drone without a signal."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.electronics.jamming import is_jammed
from musterhall.games.alpha_strike.position.condition import Condition, Effect
from musterhall.games.alpha_strike.position.position import Position

SECTION = "9"
SHOCK, INTERFERENCE, HAYWIRE, PULSED = "shock", "interference", "haywire", "pulsed"


def shock(position: Position, target: int, by: int) -> None:
    """10 The unit will be shut down in the next turn; like damage, this waits for the End Phase."""
    position.conditions[target].add_effect(Effect(SHOCK, by, position.turn + 1))


def interfere(position: Position, target: int, by: int, points: int) -> None:
    """10 The unit's attacks will be harder in the next turn."""
    position.conditions[target].add_effect(Effect(INTERFERENCE, by, position.turn + 1, points))


def slow_down(position: Position, target: int, by: int) -> None:
    """8 A magnetic pulse: less Move in the next turn."""
    position.conditions[target].add_effect(Effect(PULSED, by, position.turn + 1))


def is_drone(position: Position, unit: int) -> bool:
    """9, 10 Whether a unit is played as a drone, which needs a controller and his signal."""
    return position.field.units[unit].has("DRO") and position.field.edition.drones == "controlled"


def interference(condition: Condition, turn: int) -> int:
    """10 What disturbances of the last turn, and haywire pods, add to a unit's attacks now."""
    return sum(
        one.value
        for one in condition.effects
        if one.name == HAYWIRE or (one.name == INTERFERENCE and one.until == turn)
    )


def end_shocks(battle: Battle[Position]) -> None:
    """10 E4 Whoever was shocked this turn shuts down; whoever was in the last runs again."""
    position = battle.position
    for unit, condition in enumerate(position.conditions):
        if not condition.on_table:
            continue
        if is_drone(position, unit) and is_jammed(position, unit):
            condition.add_effect(Effect(SHOCK, unit, position.turn + 1))
        if not condition.effects:
            continue
        until = max((one.until for one in condition.effects if one.name == SHOCK), default=0)
        if until > position.turn:
            condition.shut_down = True
            battle.tell(
                "shock", f"{position.unit(unit).name} shuts down, its electronics disturbed", SECTION, unit=unit
            )
        elif until == position.turn and not position.unit(unit).has_heat:
            condition.shut_down = False
            battle.tell("shock", f"{position.unit(unit).name} is running again", SECTION, unit=unit)
