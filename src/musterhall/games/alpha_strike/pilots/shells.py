"""The Oblique Artilleryman, whose near misses are near enough."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.attacks.artillery import SHELL_MISSES, Aim
from musterhall.games.alpha_strike.position.position import Position


@SHELL_MISSES.acted_by("oblique_artilleryman")
def _near_miss(battle: Battle[Position], unit: int, aim: Aim, missed_by: int) -> int:
    """17 An indirect shell that misses by a little still falls where it was aimed."""
    near = battle.position.field.edition.near_shell_miss
    return 0 if aim.indirect and missed_by <= near else missed_by
