"""Every decision that Alpha Strike puts to players, for whoever writes an agent: import them from here."""

from __future__ import annotations

from musterhall.games.alpha_strike.attacks.attacking import Act
from musterhall.games.alpha_strike.movement.moving import Move
from musterhall.games.alpha_strike.turn.phases import WhoActs, WhoMoves

__all__ = ["Act", "Move", "WhoActs", "WhoMoves"]
