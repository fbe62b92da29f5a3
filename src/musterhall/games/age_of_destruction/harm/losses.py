"""What follows when units were eliminated: abilities of those who did it, and of those who lost them."""

from __future__ import annotations

from collections.abc import Callable

from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.position.moments import Moment, held_by
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import DIAL

WON: Moment[Callable[[Battle[Position], int, list[int]], None]] = Moment("a unit has eliminated others", DIAL)
"""Of whoever did it. Gets that unit and those that are out."""
LOST: Moment[Callable[[Battle[Position], int, list[int]], None]] = Moment("a side has lost units", DIAL)
"""Of those that are out. Gets the side that lost them and those with the ability."""


def settle_losses(battle: Battle[Position], since: int) -> None:
    """40.7 What follows from the eliminations since there were so many; the player whose turn it is comes first."""
    position = battle.position
    fallen: dict[int, list[int]] = {}
    for unit, by in position.eliminated[since:]:
        if by != NOBODY and position.unit(by).side != position.unit(unit).side:
            fallen.setdefault(by, []).append(unit)
    for by, units in fallen.items():
        winner = position.unit(by).side
        if winner == position.side:
            _won(battle, by, units)
        _lost(battle, 1 - winner, units)
        if winner != position.side:
            _won(battle, by, units)


def _won(battle: Battle[Position], by: int, units: list[int]) -> None:
    for _, act in WON.of(held_by(battle.position, by)):
        act(battle, by, units)


def _lost(battle: Battle[Position], side: int, units: list[int]) -> None:
    held = {ability: [unit for unit in units if ability in held_by(battle.position, unit)] for ability in LOST.acts}
    for ability, act in LOST.acts.items():
        if held[ability]:
            act(battle, side, held[ability])
