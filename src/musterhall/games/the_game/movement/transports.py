"""1.6.3 Transports: who rides in what, getting in and out, and what happens when one is lost."""

from __future__ import annotations

import math

from musterhall.battle.battle import Battle
from musterhall.dice import d10
from musterhall.games.the_game.movement.ways import CONTROL_AREA, near_enemy, standing_room
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.sea.landings import ashore, coast_refusal
from musterhall.geometry import SLACK, Point, distance

EMBARK_RANGE = 5.0


# 1.6.3 Transports


def may_carry(position: Position, transport: int, unit: int) -> bool:
    """1.6.3 Own formation, and of a kind that this transport takes."""
    carrier = position.unit(transport)
    if carrier.sheet.transport is None or carrier.formation != position.unit(unit).formation:
        return False
    return position.unit(unit).sheet.name in carrier.sheet.transport.carries


def room_left(position: Position, transport: int) -> int:
    carrier = position.unit(transport).sheet.transport
    return carrier.capacity - len(position.passengers(transport)) if carrier else 0


def boarding_refusal(position: Position, unit: int, transport: int, taking: int = 1) -> str:
    """1.6.3, 4.3.2 Why this unit may not get into this transport now, or nothing."""
    name, carrier = position.unit(unit).name, position.unit(transport).name
    if not position.on[unit] or not position.on[transport]:
        return f"{name} and {carrier} must both stand on the table"
    if not may_carry(position, transport, unit):
        return f"{carrier} does not carry {name}"
    if room_left(position, transport) < taking:
        return f"{carrier} has no room left for {name}"
    gap = distance(position.at(unit), position.at(transport)) + position.unit(unit).radius
    if gap - position.unit(transport).radius > EMBARK_RANGE + SLACK:
        return f"{name} is not entirely within 5 cm of {carrier}"
    return coast_refusal(position, transport, position.at(transport))


def leaving_refusal(position: Position, unit: int, place: Point, transport: int, start: Point) -> str:
    """1.6.3, 4.3.2 Why a passenger may not be put there: within 5 cm, on ground it could enter, clear of enemies."""
    name = position.unit(unit).name
    if position.unit(transport).formation != position.unit(unit).formation:
        return f"{name} is aboard an aircraft and jumps with the others (2.3.3)"
    if not standing_room(position, unit, place):
        return f"{name} cannot stand at {place[0]:g}, {place[1]:g}"
    gap = distance(place, start) + position.unit(unit).radius - position.unit(transport).radius
    if gap > EMBARK_RANGE + SLACK:
        return f"{name} must leave within 5 cm of {position.unit(transport).name}"
    reach = CONTROL_AREA + position.unit(unit).radius - SLACK
    if near_enemy(position, position.unit(unit).side, place, reach):
        return f"{name} may not leave into an enemy control area"
    return coast_refusal(position, transport, start)


def lose_transport(battle: Battle[Position], transport: int) -> int:
    """1.6.3, 4.3.2 Passengers of a destroyed transport: on a 6 or more they get out beside it, if there is ground to
    stand on. Gives how many were lost.
    """
    position = battle.position
    passengers = position.passengers(transport)
    if not passengers:
        return 0
    variant, formation = position.field.variants.transport_loss, position.formation_of(passengers[0])
    lost = [
        unit
        for unit, lives in zip(passengers, _who_lives(battle, transport, len(passengers)), strict=True)
        if not lives
    ]
    for unit in passengers:
        spot = None if unit in lost else beside(position, unit, transport)
        if spot is None:
            position.remove(unit)
        else:
            position.place(unit, spot)
            formation.on_table = True  # 3.4.3: who lives comes down where an aircraft fell
    lost = [unit for unit in passengers if not position.on[unit]]
    tokens = len(lost) if position.field.variants.passenger_loss_st else 0
    if variant == "all_live_plus_st":
        tokens = 1
    formation.suppression += tokens
    if battle.recording:
        living = len(passengers) - len(lost)
        out = f"{living} of {len(passengers)} get out" if living else "nobody gets out"
        text = f"{position.unit(transport).name} is lost with passengers: {out}"
        battle.tell("passengers", text, "1.6.3", formation=formation.index, lost=len(lost), tokens=tokens)
    return len(lost)


def beside(position: Position, unit: int, wreck: int) -> Point | None:
    """1.6.3, 4.3.2 A spot next to a wreck where the unit can stand: the wreck's own, or the nearest round it. From a
    vessel that sinks nobody gets farther than from one that lands.
    """
    place = position.at(wreck)
    if position.field.vessel[wreck]:
        return ashore(position, unit, place, EMBARK_RANGE)
    turns = [turn * math.pi / 4 for turn in range(8)]
    rings = [(reach * math.cos(turn), reach * math.sin(turn)) for reach in range(1, 16) for turn in turns]
    spots = [place, *((round(place[0] + dx, 2), round(place[1] + dy, 2)) for dx, dy in rings)]
    return next((spot for spot in spots if standing_room(position, unit, spot)), place)


def _who_lives(battle: Battle[Position], transport: int, passengers: int) -> list[bool]:
    """1.6.3, 3.4.3 A die for each; as a variant nobody survives the fall of an aircraft."""
    variants = battle.position.field.variants
    variant = variants.transport_loss
    if battle.position.formation_of(transport).flies and variants.air_passengers == "all_lost":
        return [False] * passengers
    if variant == "all_lost":
        return [False] * passengers
    if variant == "all_live_plus_st":
        return [True] * passengers
    if variant == "one_roll":
        return [battle.roll(1, d10, "passengers of a destroyed transport")[0] >= 6] * passengers
    return [face >= 6 for face in battle.roll(passengers, d10, "passengers of a destroyed transport")]
