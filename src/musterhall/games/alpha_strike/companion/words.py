"""The words of the table companion, as catalogue/companion.toml has them."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model

FILE = "companion.toml"


class StateWords(FileModel):
    title: str = ""
    kind: str = ""
    follows: str = ""
    withdraws: str = ""
    fights_on: str = ""
    unless: dict[str, str] = Field(default={})
    """What is added in a scenario of this name."""


class HitWords(FileModel):
    title: str
    most: int
    note: str = ""
    mech: str = ""
    vehicle: str = ""
    fighter: str = ""


class StepWords(FileModel):
    name: str
    title: str
    text: str
    scenarios: list[str] = Field(default=[])
    """Where it is done; everywhere, where none is named."""


class CompanionWords(FileModel):
    stages: list[str]
    moved: list[str]
    flew: list[str]
    fates: list[str]
    state: dict[str, StateWords]
    hit: dict[str, HitWords]
    step: list[StepWords]


@cache
def words() -> CompanionWords:
    return parse_model(CompanionWords, catalogue_data(FILE), FILE)
