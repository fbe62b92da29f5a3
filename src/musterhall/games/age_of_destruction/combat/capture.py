"""Capture: infantry on foot takes an opposing unit that it touches, if there are enough of them."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.combat.attack import Attack
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.harm.damage import free_bonds, lose_captives
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import CAPTURE
from musterhall.tally import counted


def why_not_capture(position: Position, attack: Attack) -> str:
    """40.12 Why a capture cannot be tried; empty where it can."""
    target, name = attack.target, position.unit(attack.target).name
    if attack.kind != "close" or not attack.single:
        return "a capture is a close attack on one unit"
    if not is_on_foot(position, attack.attacker):
        return "only infantry on foot takes captives"
    sheet = position.unit(target).sheet
    if sheet.is_mech and not (position.states[target].shut_down or position.click(target).salvage):
        return f"{name} is a 'Mech that is neither shut down nor salvage"
    needs, there = needed(position, target), len(_around(position, attack))
    if there < needs:
        return f"{name} takes {counted(needs, 'infantry unit')} in contact, and there is {there}"
    return ""


def needed(position: Position, target: int) -> int:
    """How many infantry units a capture takes."""
    edition, sheet = position.field.edition, position.unit(target).sheet
    if sheet.is_infantry:
        return edition.capture_infantry
    return edition.capture_mech if sheet.is_mech else edition.capture_vehicle


def is_on_foot(position: Position, unit: int) -> bool:
    sheet = position.unit(unit).sheet
    return sheet.is_infantry and sheet.speed_mode == "foot"


def _around(position: Position, attack: Attack) -> list[int]:
    side = position.unit(attack.attacker).side
    return [
        unit
        for unit in position.on_table(side)
        if is_on_foot(position, unit) and position.is_able(unit) and position.touches(attack.target, unit)
    ]


def take_captive(battle: Battle[Position], unit: int, captor: int) -> None:
    """40.12 A unit is its captor's from now on: no orders, no tokens, and nobody is bound to it."""
    position = battle.position
    state = position.states[unit]
    state.captor, state.tokens, state.bound_to = captor, 0, NOBODY
    free_bonds(position, unit)
    lose_captives(battle, unit)
    text = f"{position.unit(captor).name} takes {position.unit(unit).name} captive"
    battle.tell("captured", text, CAPTURE, unit=unit, by=captor)
