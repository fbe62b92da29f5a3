"""Whose turn it is to move: the count before each pair of moves, as far as moves were marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.order import moves_in_pair, yet_to_move
from musterhall.games.alpha_strike.position.condition import Mode
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.turn.phases import next_to_move

MOST_SHOWN = 8
"""How many turns are told ahead."""


def count_moves(position: Position, moves: Sequence[tuple[int, Mode]]) -> None:
    """1, 13.2 Let the units that were marked have moved, in the order of their marks; the position says who is next.

    People do not always mark in order: a move of the side that is not to move is taken as it is, and whoever is to
    move stays so.
    """
    position.side, position.to_move, position.then_move = NOBODY, 0, 0
    next_to_move(position)
    for unit, mode in moves:
        condition = position.conditions[unit]
        first = not condition.mode and bool(mode)
        condition.mode = mode
        if first and position.unit(unit).side == position.side:
            position.to_move -= 1
        while position.to_move <= 0 or not yet_to_move(position, position.side):
            position.to_move = 0
            if not next_to_move(position):
                return


def turns_ahead(position: Position) -> Iterator[tuple[int, int]]:
    """1, 13.2 Whose turn it is and for how many units, and what follows as numbers stand now."""
    left = [len(yet_to_move(position, side)) for side in (0, 1)]
    if not any(left):
        return
    first, edition = position.first, position.field.edition
    coming = [(position.side, position.to_move), (1 - first, position.then_move)]
    for _ in range(MOST_SHOWN):
        for side, wanted in coming:
            number = min(wanted, left[side])
            if number:
                yield side, number
                left[side] -= number
        if not any(left):
            return
        other = 1 - first
        pair = moves_in_pair(left[first], left[other], edition) if left[first] else 0
        answer = moves_in_pair(left[other], left[first], edition) if left[other] else 0
        coming = [(first, pair), (other, answer)]
