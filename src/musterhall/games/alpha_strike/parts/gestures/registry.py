"""Where all of them are registered, and the words and spots that they share."""

from __future__ import annotations

from musterhall.game.gestures.gesture import NOWHERE, Place, Spot
from musterhall.game.gestures.registry import Gestures
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.scenario import Zone

GESTURES = Gestures()


def at_unit(unit: int) -> Spot:
    """Where a unit is on the board; nobody is nowhere."""
    return NOWHERE if unit == NOBODY else Spot(piece=unit)


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def corners(zone: Zone) -> list[Place]:
    return [(zone.left, zone.top), (zone.right, zone.top), (zone.right, zone.bottom), (zone.left, zone.bottom)]
