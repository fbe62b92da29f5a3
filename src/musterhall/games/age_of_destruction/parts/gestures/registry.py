"""Where all of them are registered, and the words and signs that they share."""

from __future__ import annotations

from musterhall.game.gestures.gesture import Front, Spot
from musterhall.game.gestures.registry import Gestures
from musterhall.games.age_of_destruction.parts.board import front_arc
from musterhall.games.age_of_destruction.position.position import Position

GESTURES = Gestures()


def at_unit(unit: int) -> Spot:
    return Spot(piece=unit)


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def front_of(view: Position, unit: int) -> Front:
    """A unit's front arc as far as its range."""
    arc = front_arc(view, unit)
    return Front(arc.width, arc.radius)
