"""A battle at a glance: who stands where, how much of them is left, who holds what and the score, whatever the game.

Programs read it, at every decision, so it is little and quickly made; what people look at is a board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from musterhall.board import NOBODYS, Figure, PieceState


class SeenPiece(NamedTuple):
    """Numbered as on the board, and in the answers that name it."""

    side: int
    group: int
    x: float
    y: float
    here: bool
    """On the table, or carried about there. Who is still to come, or gone, has no place."""
    left: float
    """How much of what it could bear at first it still can: 1 for all, 0 for one that is lost."""


class SeenZone(NamedTuple):
    x: float
    y: float
    holder: int
    """The side that holds it, NOBODYS for neither."""


@dataclass(frozen=True, slots=True)
class Glance:
    """Made from a player's view, it holds what that player may know."""

    width: float
    depth: float
    pieces: Sequence[SeenPiece] = ()
    zones: Sequence[SeenZone] = ()
    score: Sequence[Figure] = ()
    """What says most about who is ahead comes first."""


def seen_piece(side: int, group: int, state: PieceState, left: float) -> SeenPiece:
    """A piece of the board as a program sees it."""
    return SeenPiece(side, group, state.x, state.y, state.status in ("on", "carried"), left)


def seen_zone(x: float, y: float, holder: int | None) -> SeenZone:
    """A zone; whatever says that nobody holds it is said in one way."""
    return SeenZone(x, y, holder if holder in (0, 1) else NOBODYS)
