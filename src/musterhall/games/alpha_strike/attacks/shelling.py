"""What a side's artillery has fired at, turn by turn, and the shells that are still in the air."""

from __future__ import annotations

from typing import Any

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.attacks.area import Blast, burst
from musterhall.games.alpha_strike.attacks.shells import FLECHETTE
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Point

SECTION = "8"


def target_key(target: int, piece: int, point: Point) -> str:
    """A unit, a building or a point, as the memory of a side calls it."""
    if target != NOBODY:
        return f"unit {target}"
    return f"piece {piece}" if piece != NOBODY else f"point {point[0]:g} {point[1]:g}"


def turns_shelled(position: Position, side: int, key: str) -> int:
    """16 In how many turns a side's artillery has fired at something, this one included where another gun did.

    By the other reading that never helps the first gun of a turn.
    """
    turns = position.sides[side].memory.get("shelled", {}).get(key, [])
    if position.field.edition.adjusting_first_gun == "never" and position.turn not in turns:
        return 0
    return len(turns)


def remember_shelling(position: Position, side: int, key: str) -> None:
    """16 Write down that artillery fired at something this turn."""
    state = position.sides[side]
    shelled = dict(state.memory.get("shelled", {}))
    turns = shelled.get(key, [])
    if position.turn not in turns:
        shelled[key] = [*turns, position.turn]
        position.set_side(side, state.remembering(shelled=shelled))


# Shells in the air


def fall(battle: Battle[Position], by: int, blast: Blast, munition: str) -> None:
    """8 A shell falls: at once, or where the edition gives it a flight, in the End Phase of a later turn."""
    position = battle.position
    flight = position.field.edition.artillery_flight
    if not flight:
        _burst(battle, by, blast, munition)
        return
    side = position.unit(by).side
    state = position.sides[side]
    figures = [*blast.point, blast.across, blast.damage, blast.ring_to, blast.ring_damage]
    shells = [*state.memory.get("shells", []), [position.turn + flight, by, munition, *figures]]
    position.set_side(side, state.remembering(shells=shells))


def land_shells(battle: Battle[Position]) -> None:
    """8 Shells whose flight is over fall before this turn's damage counts."""
    position = battle.position
    for side in (0, 1):
        state = position.sides[side]
        shells: list[list[Any]] = state.memory.get("shells", [])
        if not shells:
            continue
        position.set_side(side, state.remembering(shells=[one for one in shells if one[0] > position.turn]))
        for turn, by, munition, x, y, *figures in shells:
            if turn <= position.turn:
                _burst(battle, by, Blast((x, y), *figures), munition)


def _burst(battle: Battle[Position], by: int, blast: Blast, munition: str) -> None:
    position = battle.position

    def change(unit: int, points: int) -> int:
        """8 Flechettes are twice as bad for infantry."""
        return points * 2 if munition == FLECHETTE and position.unit(unit).is_infantry else points

    burst(battle, by, blast, change=change)
