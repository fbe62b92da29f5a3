"""A battle as the score card of an event has it, in the words of the pack age-of-destruction-constructed."""

from __future__ import annotations

from typing import Any

from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.victory.missions import mission_in_play
from musterhall.games.age_of_destruction.victory.zones import is_in_zone


def score_card(position: Position) -> dict[str, Any]:
    """1 to 8 What each player would write down: fields by command stage, and what became of the own units."""
    card: dict[str, Any] = {"sides": [_half(position, side) for side in (0, 1)], "ended": _ended(position)}
    if mission_in_play(position):
        card["shared"] = {"mission_card": 1}
    if position.tie_rolls:
        card["dice"] = [list(roll) for roll in position.tie_rolls]
    return card


def _half(position: Position, side: int) -> dict[str, Any]:
    """Whoever had one command stage fewer writes 0 for it."""
    stages = max(len(one.zone_counts) for one in position.sides)
    counts = position.sides[side].zone_counts
    fields: dict[str, Any] = {"in_zone": [*counts, *[0] * (stages - len(counts))]}
    if mission_in_play(position):
        fields["mission"] = position.sides[side].mission_points
    names = _names(position)
    fates: dict[str, Any] = {}
    for unit in position.field.of_side[side]:
        what = fate(position, unit)
        if what == "passenger":
            fates[names[unit]] = {"state": what, "inside": names[position.states[unit].transport]}
        elif what != "able":
            fates[names[unit]] = what
    return {"fields": fields, "units": fates}


def _names(position: Position) -> list[str]:
    """The units as their forces call them."""
    return [one.name for player in position.field.players for one in player.force.units]


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
