"""The dice of the game."""

from __future__ import annotations

from typing import Final

from musterhall.dice import Die

D6: Final = Die("D6", 6)

WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""Of the 36 throws of 2D6, how many give each sum from 0 to 12."""


def chance_of(needs: int) -> float:
    """The chance that 2D6 give this sum or more."""
    return sum(WAYS[max(2, needs) :]) / 36
