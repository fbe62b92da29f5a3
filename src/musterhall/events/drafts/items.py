"""What is drafted, who sits at the table, and what is written down of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PICKED = "picked"
PICKED_FOR = "picked for"
"""The organiser picked, for somebody whose phone has died."""
EXPIRED = "expired"
"""Time was over, and the dice picked."""
LOT = "lot"
"""The dice picked before the time was over, because the organiser said so."""
LAST = "last"
"""There was nothing else to pick."""
KEPT = "kept"
"""Nothing is drafted: the player keeps all that was opened."""
ROLLED = "rolled"
FIRST = "first"
"""Picks first in this round."""
LEFT = "left"
REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class Item:
    """A box, or a figure of a force pack. Its name tells it from others of its kind, and nothing of what it is."""

    id: str
    box: Any
    """The game's own, as `game.drafting` tells."""

    def as_data(self) -> dict[str, Any]:
        return {"id": self.id, **self.box.as_data()}


@dataclass(frozen=True, slots=True)
class DraftLogLine:
    """One line of the draft's log."""

    round: int
    seat: int
    """1, 2, ... to the left."""
    player: str
    how: str
    at: str
    item: Item | None = None
    face: int | None = None
    """Of the die, where one was rolled."""
    instead_of: str = ""
    """Who sat here before."""

    def as_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "round": self.round,
            "seat": self.seat,
            "player": self.player,
            "how": self.how,
            "at": self.at,
        }
        if self.item is not None:
            data["item"] = self.item.as_data()
        if self.face is not None:
            data["face"] = self.face
        if self.instead_of:
            data["instead_of"] = self.instead_of
        return data


@dataclass(frozen=True, slots=True)
class Chosen:
    """A pick that nobody else knows of until all have picked."""

    item: Item
    how: str
    at: str


@dataclass(slots=True)
class Seat:
    """A place at the table, with what lies before it."""

    player: str
    name: str
    hand: tuple[Item, ...] = ()
    """Boxes to choose from, or still sealed while force packs are drafted."""
    kept: tuple[Item, ...] = ()
    chosen: Chosen | None = None
    been_first: bool = False
    """Has picked first from a force pack since all rolled for it."""
    gone: bool = False
