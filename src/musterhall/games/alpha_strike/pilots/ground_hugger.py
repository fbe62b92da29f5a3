"""Ground-Huggers, who strike or strafe twice in one pass."""

from __future__ import annotations

from musterhall.games.alpha_strike.aerospace.air_attacks import TWICE
from musterhall.games.alpha_strike.position.position import Position


@TWICE.acted_by("ground_hugger")
def _twice(position: Position, unit: int) -> bool:
    """17 Two strikes or two strafes in one pass."""
    return True
