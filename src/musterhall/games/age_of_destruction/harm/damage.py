"""Clicks of damage and repair, and who is eliminated."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import CAPTURE, DIAL


def deal(battle: Battle[Position], unit: int, clicks: int, by: int = NOBODY) -> bool:
    """40.7 Turn a unit's dial by so many clicks; whether that eliminates it."""
    position = battle.position
    state, sheet = position.states[unit], position.unit(unit).sheet
    if clicks <= 0 or state.place == "eliminated":
        return False
    state.click = min(state.click + clicks, len(sheet.dial))
    if state.click < len(sheet.dial):
        text = f"{position.unit(unit).name} takes {clicks}, now at click {state.click + 1}"
        battle.tell("damage", text, DIAL, unit=unit, clicks=clicks, by=by)
        return False
    eliminate(battle, unit, by)
    return True


def eliminate(battle: Battle[Position], unit: int, by: int = NOBODY) -> None:
    """40.7 A unit without a click left is out, and those aboard go with it; its captives are free, or lost too."""
    position = battle.position
    state = position.states[unit]
    if state.place == "eliminated":
        return
    state.place, state.click = "eliminated", len(position.unit(unit).sheet.dial)
    state.captor = state.transport = NOBODY
    position.eliminated = (*position.eliminated, (unit, by))
    battle.tell("eliminated", f"{position.unit(unit).name} is eliminated", DIAL, unit=unit, by=by)
    free_bonds(position, unit)
    for passenger in position.passengers_of(unit):
        position.bring_along(passenger, unit)
        eliminate(battle, passenger, by)
    lose_captives(battle, unit, by)


def lose_captives(battle: Battle[Position], captor: int, by: int = NOBODY) -> None:
    """40.12 Nobody holds a captor's captives any more."""
    position = battle.position
    for captive in position.captives_of(captor):
        if position.field.edition.captor_lost == "eliminated":
            eliminate(battle, captive, by)
            continue
        position.states[captive].captor = NOBODY
        battle.tell("freed", f"{position.unit(captive).name} is free again", CAPTURE, unit=captive)


def free_bonds(position: Position, unit: int) -> None:
    """24, 25 A bond to a unit that is out, captive or aboard is over, and does not come back."""
    for state in position.states:
        if state.bound_to == unit:
            state.bound_to = NOBODY


def repair(battle: Battle[Position], unit: int, clicks: int) -> None:
    """40.7 Turn a unit's dial back, never past where it began, and out of salvage only where that is read so."""
    position = battle.position
    state, was = position.states[unit], position.states[unit].click
    dial = position.unit(unit).sheet.dial
    if state.place == "eliminated":
        return
    for _ in range(clicks):
        stays_salvage = dial[state.click].salvage and not position.field.edition.repair_salvage
        if state.click > 0 and not (stays_salvage and not dial[state.click - 1].salvage):
            state.click -= 1
    if state.click != was:
        text = f"{position.unit(unit).name} is repaired to click {state.click + 1}"
        battle.tell("repair", text, DIAL, unit=unit, clicks=was - state.click)
