"""What hits in the legs, the drive or a vehicle's engine leave of a unit's Move and its TMM."""

from __future__ import annotations

from collections.abc import Iterable

from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.position.condition import Drive

LEAST_INCHES_LOST, LEAST_TMM_LOST = 2, 1
"""5 A hit in the legs or the drive that halves takes at least so much; an engine hit only halves."""


def hurt_move(inches: int, drive: Iterable[Drive]) -> int:
    """5 The Move that is left, in inches."""
    for hit in drive:
        if hit == "slowed":
            inches -= LEAST_INCHES_LOST
        elif hit == "immobile":
            inches = 0
        elif hit == "engine":
            inches //= 2
        else:
            inches = min(inches // 2, inches - LEAST_INCHES_LOST)
        inches = max(0, inches)
    return inches


def hurt_tmm(tmm: int, drive: Iterable[Drive], edition: Edition) -> int:
    """5 The target movement modifier that is left."""
    for hit in drive:
        one_only = hit == "slowed" or (hit == "mp" and edition.mp_hit_tmm == "one")
        tmm = tmm - LEAST_TMM_LOST if one_only else min(tmm // 2, tmm - LEAST_TMM_LOST)
        tmm = max(0, tmm)
    return tmm
