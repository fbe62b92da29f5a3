"""The heat dial: heating, venting, shutdown and restart, water, and ammunition that minds."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.harm.damage import deal
from musterhall.games.age_of_destruction.position.conditions import changed
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position.rolls import D6
from musterhall.games.age_of_destruction.sections import HEAT
from musterhall.games.age_of_destruction.units.dials import HeatStep

EXPLODES = {"explosion": (2, -1), "critical": (3, 1)}
"""Up to which die ammunition explodes, and what that adds to the damage value to make the clicks."""
NO_HEAT = HeatStep()
"""What those without a heat dial bear."""


def heat_step(position: Position, unit: int) -> HeatStep:
    """What a unit's heat dial shows now; nothing for those that have none."""
    heat = position.unit(unit).sheet.heat
    return heat[min(position.states[unit].heat, len(heat) - 1)] if heat else NO_HEAT


def heat_of_order(position: Position, unit: int, points: int) -> int:
    """40.8 What an order heats a 'Mech by; a card may make it more where it heats at all."""
    return max(0, points + changed(position, "heat", unit)) if points else 0


def heat_up(battle: Battle[Position], unit: int, points: int) -> None:
    """40.8 A 'Mech's heat dial turns; behind its last step it shuts down, and on some ammunition may explode."""
    position = battle.position
    state, sheet = position.states[unit], position.unit(unit).sheet
    if not sheet.heat or points <= 0 or state.place != "table":
        return
    state.heat = min(state.heat + points, sheet.shuts_down_at)
    if state.heat < sheet.shuts_down_at:
        _check_ammunition(battle, unit)
    elif not state.shut_down:
        shut_down(battle, unit)


def shut_down(battle: Battle[Position], unit: int) -> None:
    """40.8 A 'Mech stands still until it runs again."""
    position = battle.position
    state = position.states[unit]
    state.shut_down, state.heat = True, position.unit(unit).sheet.shuts_down_at
    battle.tell("shutdown", f"{position.unit(unit).name} shuts down", HEAT, unit=unit)


def vent(battle: Battle[Position], unit: int, verb: str = "vents") -> None:
    """40.8 Heat goes down by the vent rating; a shut-down 'Mech runs again as soon as its dial allows."""
    position = battle.position
    state, sheet = position.states[unit], position.unit(unit).sheet
    cool(battle, unit, max(0, sheet.vent + changed(position, "vent", unit)), verb)
    if state.shut_down and state.heat < sheet.shuts_down_at:
        state.shut_down = False
        battle.tell("restart", f"{position.unit(unit).name} starts up again", HEAT, unit=unit)


def cool(battle: Battle[Position], unit: int, points: int, verb: str) -> None:
    state = battle.position.states[unit]
    if points > 0 and state.heat:
        state.heat = max(0, state.heat - points)
        text = f"{battle.position.unit(unit).name} {verb} to heat {state.heat}"
        battle.tell("cool", text, HEAT, unit=unit, heat=state.heat)


def water_under(position: Position, unit: int) -> str:
    """The water that a unit stands in; nothing for one that is not on the ground."""
    state = position.states[unit]
    if state.place != "table" or state.cruising or not position.pieces_under(unit):
        return ""
    names = {kind.name for kind in position.kinds_under(unit)}
    return "deep" if "deep" in names else "shallow" if "shallow" in names else ""


def water_cools(battle: Battle[Position], unit: int) -> None:
    """40.8 A 'Mech that began and ended the turn in water loses heat; of two depths the shallow one counts."""
    position = battle.position
    if not position.unit(unit).sheet.heat:
        return
    waters = {position.states[unit].began_in, water_under(position, unit)}
    edition = position.field.edition
    if "" not in waters:
        cool(
            battle, unit, edition.deep_cooling if waters == {"deep"} else edition.shallow_cooling, "cools in the water"
        )


def _check_ammunition(battle: Battle[Position], unit: int) -> None:
    """40.8 Where the heat dial asks for it: a die, and clicks by the damage value if the ammunition explodes."""
    position = battle.position
    kind = heat_step(position, unit).ammunition
    if not kind:
        return
    last, more = EXPLODES[kind]
    face = battle.roll(1, D6, "ammunition")[0]
    name = position.unit(unit).name
    text = f"{name}: ammunition {'explodes' if face <= last else 'holds'} on a {face}"
    battle.tell("ammunition", text, HEAT, unit=unit, face=face, explodes=face <= last)
    if face <= last:
        deal(battle, unit, max(0, position.click(unit).damage + more))
