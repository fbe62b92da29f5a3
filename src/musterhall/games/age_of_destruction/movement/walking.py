"""A move as it happens: away from contacts, along its way, with captives behind, into new contacts."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.movement.breaking_away import break_away, free_spins
from musterhall.games.age_of_destruction.movement.moving import Way
from musterhall.games.age_of_destruction.movement.places import may_stand, places_beside
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import CAPTURE, MOVING
from musterhall.places import place_in_words


def walk(battle: Battle[Position], unit: int, way: Way, verb: str = "moves") -> Rule[bool]:
    """40.4 A unit goes its way; whether it got away from those that touched it."""
    position = battle.position
    before = position.touching_enemies(unit)
    leaves = way.goes or way.cruise != position.states[unit].cruising
    if leaves and not break_away(battle, unit):
        _turn_only(position, unit, way.facing)
        return False
    if position.states[unit].place != "table":
        return False
    level = _level_in_words(position, unit, way)
    position.states[unit].cruising = way.cruise
    position.put(unit, way.end, way.facing)
    if battle.recording:
        there = place_in_words(position.field.table, way.end)
        battle.tell("move", f"{position.unit(unit).name} {verb}{level}, now {there}", MOVING, unit=unit, path=way.path)
    _bring_captives(battle, unit)
    yield from free_spins(battle, unit, before)
    return True


def _level_in_words(position: Position, unit: int, way: Way) -> str:
    """40.14 Whether a VTOL changes its level with this way."""
    if way.cruise == position.states[unit].cruising:
        return ""
    return ", up to cruising height" if way.cruise else ", down to NOE"


def _turn_only(position: Position, unit: int, facing: float) -> None:
    """40.5 Whoever does not get away may still turn, but no quad."""
    quad = position.unit(unit).sheet.speed_mode == "quad"
    if not quad and may_stand(position, unit, position.at(unit), facing):
        position.put(unit, position.at(unit), facing)


def _bring_captives(battle: Battle[Position], unit: int) -> None:
    """40.12 Captives go where their captor goes; one for whom there is no place beside it is free."""
    position = battle.position
    for captive in position.captives_of(unit):
        if position.states[captive].place != "table" or position.touches(unit, captive):
            continue
        found = next(places_beside(position, captive, unit), None)
        if found is None:
            position.states[captive].captor = NOBODY
            text = f"{position.unit(captive).name} is left behind, and free"
            battle.tell("freed", text, CAPTURE, unit=captive)
        else:
            position.put(captive, *found)
