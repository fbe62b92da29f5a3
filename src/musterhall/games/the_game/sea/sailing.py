"""4.3 Where a vessel is: on waters it can sail, at the shore, or where it has no business."""

from __future__ import annotations

import numpy as np

from musterhall.games.the_game.army.datasheets import BOAT
from musterhall.games.the_game.field.terrain import IMPASSABLE
from musterhall.games.the_game.movement.ways import standing_room
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.sea.waters import DRY, waters
from musterhall.geometry import SLACK, Point

NEXT_TO = 1.0
"""4.3.2 This near to the shore line a vessel is next to the coast."""


def afloat_refusal(position: Position, unit: int) -> str:
    """4.3 Why a vessel cannot be where it stands, with what to do about it; or nothing."""
    if standing_room(position, unit, position.at(unit)):
        return ""
    kind, (x, y) = position.unit(unit).sheet.type, position.at(unit)
    sails = " or ".join(row for row, effects in waters().items() if effects[kind] != IMPASSABLE)
    if not any(terrain.depth for terrain in position.field.kinds) and waters()[DRY][kind] == IMPASSABLE:
        return f"the table has no water, and a {kind} sails {sails} (4.3); draw some, or leave the {kind} out"
    return f"a {kind} cannot be at {x:g}, {y:g} (4.3); put it on {sails}"


def shore_distance(position: Position, place: Point) -> float:
    """4.3.2 How far a place is from the nearest stretch of shore."""
    shore = position.field.shore
    if not len(shore):
        return np.inf
    a, b, here = shore[:, :2], shore[:, 2:], np.array(place)
    along, squares = ((here - a) * (b - a)).sum(axis=1), ((b - a) ** 2).sum(axis=1)
    share = np.clip(along / np.maximum(squares, 1e-12), 0.0, 1.0)
    nearest = a + (b - a) * share[:, None]
    return float(np.hypot(*(nearest - here).T).min())


def next_to_the_coast(position: Position, unit: int, place: Point) -> bool:
    """4.3.2 Is a vessel, if it is there, just next to the coast?"""
    return shore_distance(position, place) - position.unit(unit).radius <= NEXT_TO + SLACK


def on_land(position: Position, place: Point) -> bool:
    """4.3 Is there no water at a place?"""
    field = position.field
    return not any(kind.depth and field.ground.contains(i, place) for i, kind in enumerate(field.kinds))


def may_be_charged(position: Position, formation: Formation) -> bool:
    """1.8.1, 4.3.2 No charge reaches vessels on the water, as a variant none but boats next to the coast; a formation
    can be assaulted if anybody else of it can.
    """
    if formation.index not in position.field.naval:
        return True
    return any(_within_a_charge(position, unit) for unit in position.standing(formation).tolist())


def _within_a_charge(position: Position, unit: int) -> bool:
    place = position.at(unit)
    if not position.field.vessel[unit] or on_land(position, place):
        return True
    boats = position.field.variants.ship_assault == "boats_at_the_coast"
    return boats and position.unit(unit).sheet.type == BOAT and next_to_the_coast(position, unit, place)
