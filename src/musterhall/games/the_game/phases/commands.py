"""1.4.1 The commands and what each allows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pydantic import Field

from musterhall.games.the_game.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model

SUSTAINED_FIRE = "sustained fire"
ADVANCE = "advance"
DASH = "dash"
PREPARED_FIRE = "prepared fire"
ASSAULT = "assault"
REFORM = "reform"
LOCAL_ORDER = "local order"
GIVEN = (SUSTAINED_FIRE, ADVANCE, DASH, PREPARED_FIRE, ASSAULT)
"""What can lie on a command stack."""
HIGH_ALTITUDE_FLIGHT = "high altitude flight"
GROUND_ATTACK = "ground attack"
AIR_PATROL = "air patrol"
STAND_DOWN = "stand down"
FLOWN = (GROUND_ATTACK, HIGH_ALTITUDE_FLIGHT, AIR_PATROL, STAND_DOWN)
"""3.3.1 What can lie on the command stack of a flyer."""
LOW, HIGH = "low", "high"


class _Entry(FileModel):
    name: str
    words: str
    moves: int = 0
    fires: bool = False
    attack: int = 0
    failed: list[str] = Field(default_factory=list)
    given: bool = True
    one_of: list[str] = Field(default_factory=list)
    regroups: bool = False
    height: str = ""
    types: list[str] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Command:
    """1.4.1 One command: moves, then fire with `attack` added; or one of several things; `failed` is what is left."""

    name: str
    words: str
    """What it means, for a player who chooses."""
    moves: int
    fires: bool
    attack: int
    failed: tuple[str, ...]
    one_of: tuple[str, ...]
    regroups: bool
    height: str = ""
    """3.4.2 How high a flyer goes under it."""
    types: tuple[str, ...] = ()
    """3.3.1, 3.4.3 The types of aircraft that may be given it."""

    @property
    def allows_movement(self) -> bool:
        """1.6.3 Is there any move in it? That of an assault is a charge."""
        return bool(self.moves) or "move" in self.one_of or self.name == ASSAULT


@cache
def commands() -> dict[str, Command]:
    file = "commands.toml"
    entries = [parse_model(_Entry, entry, f"{file}, {key}") for key, entry in catalogue_data(file).items()]
    return {
        entry.name: Command(
            entry.name,
            entry.words,
            entry.moves,
            entry.fires,
            entry.attack,
            tuple(entry.failed),
            tuple(entry.one_of),
            entry.regroups,
            entry.height,
            tuple(entry.types),
        )
        for entry in entries
    }


def local_order(failed: str) -> tuple[str, ...]:
    """1.4.1 What is left when the test for `failed` did not succeed: regroup, or what that command leaves."""
    return (*commands()[LOCAL_ORDER].one_of, *commands()[failed].failed)
