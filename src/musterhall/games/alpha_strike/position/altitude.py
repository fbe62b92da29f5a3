"""How high a fighter flies: four altitudes, each so many inches for the range of an attack."""

from __future__ import annotations

from typing import Final

from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.position.condition import Condition, Effect

ALTITUDES: Final = ("low", "middle", "high", "extreme")
EFFECT: Final = "altitude"


def step_of(condition: Condition) -> int:
    """12 The altitude at which a fighter flies, by its place in the list; low where nothing is said."""
    effect = condition.effect(EFFECT)
    return effect.value if effect else 0


def altitude_of(condition: Condition) -> str:
    """12 The same as a word."""
    return ALTITUDES[step_of(condition)]


def inches_up(condition: Condition, edition: Edition) -> int:
    """12 How high that is."""
    heights = (edition.low_altitude, edition.middle_altitude, edition.high_altitude, edition.extreme_altitude)
    return heights[step_of(condition)]


def fly_at(condition: Condition, step: int) -> None:
    """12 Go to another altitude."""
    condition.add_effect(Effect(EFFECT, value=step))
