"""The form of a force file, and what stands in for a field that cannot be read."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from musterhall.games.the_game.package_data import FileModel

MOST_FORMATIONS = 100
MOST_CHOICES = 20
"""Far more than any force or formation; a file with more is a mistake, and checking it would take its time."""
UNREAD = "?"
"""In the place of a name that cannot be read."""


class FormationRow(FileModel):
    name: str = Field(min_length=1)
    entry: str
    options: list[str] = Field(default=[], max_length=MOST_CHOICES)
    weapons: list[str] = Field(default=[], max_length=MOST_CHOICES)
    battle_group: str | int = ""
    cost: int | None = Field(default=None, ge=0)
    commander: bool = False
    carried_by: str | list[str] = Field(default=[], max_length=MOST_CHOICES)


class ForceFile(FileModel):
    game: Literal["the_game"]
    name: str = Field(min_length=1)
    army: str
    points: int = Field(ge=1)
    initiative: int = Field(ge=0)
    strategy: int | None = Field(default=None, ge=0)
    setup: Literal["", "landing"] = ""
    pack: str = ""
    """The event that it is meant for; whoever checks the force asks for it there."""
    formation: list[FormationRow] = Field(min_length=1, max_length=MOST_FORMATIONS)


STAND_INS: dict[str, Any] = {
    "game": "the_game",
    "army": UNREAD,
    "points": 1_000_000,
    "initiative": 0,
    "strategy": 0,
    "formation.*.name": "formation",
    "formation.*.entry": UNREAD,
    "formation.*.cost": 0,
}
"""What breaks no rule in the place of a field that cannot be read."""
