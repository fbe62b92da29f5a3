"""Set-ups as they are offered: one for each scenario, with a sentence and the forces that are usual for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated

from pydantic import Field

from musterhall.game.battles import SetupInfo
from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model

FILE = "set_ups.toml"


class Offered(FileModel):
    """One entry of catalogue/set_ups.toml."""

    help: str
    forces: Annotated[list[str], Field(min_length=2, max_length=2)]
    others: list[str] = Field(default=[])
    small: bool = False

    def info(self, name: str) -> SetupInfo:
        red, blue = self.forces
        others = tuple(self.others)
        return SetupInfo(name, self.help, (red, blue), others=(others, others))


@cache
def offered() -> Mapping[str, Offered]:
    """Every entry by the name of its scenario, in the order in which they are offered."""
    return {name: parse_model(Offered, entry, f"{FILE}, {name}") for name, entry in catalogue_data(FILE).items()}


def is_small(name: str) -> bool:
    """15 Whether a set-up of this name is fought on the small table."""
    return name in offered() and offered()[name].small
