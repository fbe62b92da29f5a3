"""A battle as the score card of an event has it, in the words of the pack age-of-destruction-constructed."""

from __future__ import annotations

from typing import Any

from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.victory.missions import mission_in_play
from musterhall.games.age_of_destruction.victory.zones import is_in_zone


def score_card(position: Position) -> dict[str, Any]:
    """The halves of the card that an event scores: each player's fields, and what became of the player's units."""
    players = [_half(position, side) for side in (0, 1)]
    shared = {"mission_card": int(mission_in_play(position))}
    return {"shared": shared, "halves": players, "ended": _ended(position)}


def _half(position: Position, side: int) -> dict[str, Any]:
    fates = {}
    for unit in position.field.of_side[side]:
        state = fate(position, unit)
        if state != "able":
            fates[position.unit(unit).name] = state
    fields = {"in_zone": list(position.sides[side].zone_counts), "mission": position.sides[side].mission_points}
    return {"fields": fields, "units": fates}


def fate(position: Position, unit: int) -> str:
    """What became of a unit, in the words of the pack age-of-destruction-constructed."""
    state, side = position.states[unit], position.unit(unit).side
    if state.place == "eliminated":
        return "eliminated"
    if state.captor != NOBODY:
        held = state.place == "table" and is_in_zone(position, unit, 1 - side)
        return "captured_in_zone" if held else "captured"
    if state.place == "aboard":
        return "passenger"
    if position.click(unit).salvage:
        return "salvage_in_zone" if is_in_zone(position, unit, side) else "salvage_outside"
    return "able"


def _ended(position: Position) -> str:
    if "agreed" in position.ended_by:
        return "agreed"
    return "time" if "time" in position.ended_by else "no_opponent"
