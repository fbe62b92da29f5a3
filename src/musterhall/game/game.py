"""A game as one object: all that commands, pages, events and packs may ask of it.

A part that a game does not have is None, and whoever wants it says so in one sentence. Parts are made when they are
first asked for, because some of them bring compiled code along; the object itself is light.
"""

from __future__ import annotations

from musterhall.game.words import Words


class Game:
    """Fill it in a folder of its own under `games/`, or in a package of yours: `docs/write-a-game.md` shows how."""

    name: str
    """As files write it: the_game."""
    words: Words
