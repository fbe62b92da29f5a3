"""Clicks of damage and repair, heat, and who is eliminated."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.position.position import Position

DIAL, HEAT = "combat dial", "heat dial"


def deal(battle: Battle[Position], unit: int, clicks: int, by: int = NOBODY) -> bool:
    """Turn a unit's dial by so many clicks; whether that eliminates it."""
    position = battle.position
    state, sheet = position.states[unit], position.unit(unit).sheet
    if clicks <= 0 or state.place == "eliminated":
        return False
    state.click = min(state.click + clicks, len(sheet.dial))
    if state.click < len(sheet.dial):
        battle.tell(
            "damage", f"{position.unit(unit).name} takes {clicks}, now at click {state.click + 1}", DIAL, unit=unit
        )
        return False
    eliminate(battle, unit, by)
    return True


def eliminate(battle: Battle[Position], unit: int, by: int) -> None:
    """Rule 1: a unit without a click left is out; who is aboard it goes with it, and its captives are free."""
    position = battle.position
    position.states[unit].place = "eliminated"
    position.eliminated = (*position.eliminated, (unit, by))
    battle.tell("eliminated", f"{position.unit(unit).name} is eliminated", DIAL, unit=unit, by=by)
    for other, state in enumerate(position.states):
        if state.transport == unit and state.place == "aboard":
            eliminate(battle, other, by)
        elif state.captor == unit:
            state.captor = NOBODY


def repair(battle: Battle[Position], unit: int, clicks: int) -> None:
    """Turn a unit's dial back, never past where it began."""
    position = battle.position
    state = position.states[unit]
    was = state.click
    state.click = max(0, state.click - clicks)
    if state.click != was:
        battle.tell("repair", f"{position.unit(unit).name} is repaired to click {state.click + 1}", DIAL, unit=unit)


def heat_up(battle: Battle[Position], unit: int, points: int) -> None:
    """A 'Mech's heat dial turns; behind its last step it shuts down."""
    position = battle.position
    state, sheet = position.states[unit], position.unit(unit).sheet
    if not sheet.heat or not points or state.place != "table":
        return
    state.heat = min(max(0, state.heat + points), sheet.shuts_down_at)
    if state.heat >= sheet.shuts_down_at and not state.shut_down:
        state.shut_down = True
        battle.tell("shutdown", f"{position.unit(unit).name} shuts down", HEAT, unit=unit)
