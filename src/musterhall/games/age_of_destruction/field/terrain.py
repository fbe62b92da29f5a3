"""Terrain: the kinds, and how each speed mode takes them. The figures are in catalogue/terrain.toml and going.toml."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import Field

from musterhall.game.edition import Certainty
from musterhall.games.age_of_destruction.package_data import FileModel, catalogue_data
from musterhall.games.age_of_destruction.units.dials import SpeedMode
from musterhall.problems import BadInput, near_names, parse_model

Going = Literal["clear", "hindering", "blocking"]
HINDERING, BLOCKING, ELEVATED, ELEVATED_HINDERING, SHALLOW, DEEP = KINDS = (
    "hindering",
    "blocking",
    "elevated",
    "elevated_hindering",
    "shallow",
    "deep",
)


@dataclass(frozen=True, slots=True)
class TerrainKind:
    number: int
    name: str
    title: str

    @property
    def hinders(self) -> bool:
        return self.name in (HINDERING, ELEVATED_HINDERING)

    @property
    def is_high(self) -> bool:
        return self.name in (ELEVATED, ELEVATED_HINDERING)


class _Entry(FileModel):
    title: str
    also: list[str] = Field(default=[])


class GoingRow(FileModel):
    """How a speed mode takes terrain, how sure that is, and where it comes from."""

    hindering: Going
    shallow: Going
    deep: Going
    certainty: Certainty
    source: str


@cache
def terrain_kinds() -> dict[str, TerrainKind]:
    rows = {
        name: parse_model(_Entry, row, f"terrain.toml, {name}") for name, row in catalogue_data("terrain.toml").items()
    }
    return {name: TerrainKind(number, name, row.title) for number, (name, row) in enumerate(rows.items())}


@cache
def terrain_words() -> dict[str, str]:
    """Every word that a table file may use, with the kind it means."""
    words = {}
    for name, row in catalogue_data("terrain.toml").items():
        words.update({word.replace("_", " "): name for word in (name, *row.get("also", ()))})
    return words


def terrain_kind(word: str) -> TerrainKind:
    """The kind that a table file calls by this word."""
    wanted = word.strip().lower().replace("_", " ")
    if wanted not in terrain_words():
        raise BadInput(f"terrain {word!r:.60} is no kind that this game knows. {near_names(wanted, terrain_words())}")
    return terrain_kinds()[terrain_words()[wanted]]


@cache
def goings() -> dict[str, GoingRow]:
    """By speed mode."""
    return {
        mode: parse_model(GoingRow, row, f"going.toml, {mode}") for mode, row in catalogue_data("going.toml").items()
    }


def going(mode: SpeedMode, kind: TerrainKind) -> Going:
    """How a speed mode takes a kind of terrain, on the ground; what it costs to climb is another matter."""
    row = goings()[mode]
    if kind.name == BLOCKING:
        return "blocking"
    if kind.name == ELEVATED:
        return "clear"
    if kind.hinders:
        return row.hindering
    return row.shallow if kind.name == SHALLOW else row.deep
