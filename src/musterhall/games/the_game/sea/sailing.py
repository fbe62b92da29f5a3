"""4.3 Where a vessel is: on waters it can sail, at the shore, or where it has no business."""

from __future__ import annotations

from musterhall.games.the_game.field.terrain import IMPASSABLE
from musterhall.games.the_game.movement.ways import standing_room
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.sea.waters import DRY, waters


def afloat_refusal(position: Position, unit: int) -> str:
    """4.3 Why a vessel cannot be where it stands, with what to do about it; or nothing."""
    if standing_room(position, unit, position.at(unit)):
        return ""
    kind, (x, y) = position.unit(unit).sheet.type, position.at(unit)
    sails = " or ".join(row for row, effects in waters().items() if effects[kind] != IMPASSABLE)
    if not any(terrain.depth for terrain in position.field.kinds) and waters()[DRY][kind] == IMPASSABLE:
        return f"the table has no water, and a {kind} sails {sails} (4.3); draw some, or leave the {kind} out"
    return f"a {kind} cannot be at {x:g}, {y:g} (4.3); put it on {sails}"
