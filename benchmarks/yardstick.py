"""The yardstick: python-chess playing random games, in the same process and at the same time."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import chess


def chess_game(seed: int) -> str:
    """One random game to its end; gives the result so that nobody can say it was not played."""
    draw = random.Random(seed)
    board = chess.Board()
    while not board.is_game_over():
        board.push(draw.choice(list(board.legal_moves)))
    return board.result()


@dataclass(frozen=True, slots=True)
class Ratio:
    """How often something can be done in the time of one chess game."""

    name: str
    seconds: float
    chess_seconds: float
    rounds: int

    @property
    def value(self) -> float:
        return self.chess_seconds / self.seconds


def against_chess(name: str, work: Callable[[int], object], rounds: int) -> Ratio:
    """Time `work(seed)` against chess games."""
    seconds, chess_seconds = by_turns(work, chess_game, rounds)
    return Ratio(name, seconds, chess_seconds, rounds)


def by_turns(first: Callable[[int], object], second: Callable[[int], object], rounds: int) -> tuple[float, float]:
    """Seconds that each takes on average, timed by turns, so that a busy machine slows both."""
    first(0)
    second(0)
    gc.collect()
    gc.freeze()  # what was built up before is nobody's garbage
    spent = other_spent = 0.0
    for seed in range(1, rounds + 1):
        start = time.process_time()
        first(seed)
        middle = time.process_time()
        second(seed)
        spent += middle - start
        other_spent += time.process_time() - middle
    return spent / rounds, other_spent / rounds
