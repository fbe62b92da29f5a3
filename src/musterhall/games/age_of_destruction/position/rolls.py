"""The dice of the game."""

from __future__ import annotations

from typing import Final

from musterhall.dice import Die

D6: Final = Die("d6", 6)
