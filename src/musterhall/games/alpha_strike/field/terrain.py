"""Terrain: what each kind costs, bars and hides. The figures are in catalogue/terrain.toml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from pydantic import Field as Model

from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.problems import BadInput, parse_model
from musterhall.spelling import names_like

FILE = "terrain.toml"
CLEAR, ROAD, RUBBLE, WATER, OBJECTIVE = "clear", "road", "rubble", "water", "objective"
WOODS = ("none", "light", "heavy", "ultra")
"""Woods by how thick they are, as attacks speak of them; a number is a place in this list."""

BuildingClass = Literal["light", "medium", "heavy", "hardened"]


class _Entry(FileModel):
    title: str
    also: list[str] = Model(default=[])
    cost: int = Model(default=0, ge=0)
    barred: list[str] = Model(default=[])
    barred_by: dict[str, str] = Model(default={})
    woods: Literal["none", "light", "heavy", "ultra"] = "none"
    depth: int = Model(default=0, ge=0)
    raises: bool = False
    blocks: bool = False
    height: float = Model(default=0.0, ge=0)
    paved: bool = False
    solid: bool = False
    building: BuildingClass | None = None
    fact: list[str] = Model(default=[])


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """2, 3 One kind of terrain."""

    number: int
    """Its place in the catalogue, by which compiled functions know it."""
    name: str
    title: str
    cost: int
    barred: frozenset[str]
    barred_by: Mapping[str, str] = field(hash=False)
    """The switch of the edition that bars a movement code, by code."""
    woods: int
    depth: int
    raises: bool
    blocks: bool
    height: float
    paved: bool
    solid: bool
    building: BuildingClass | None
    fact: tuple[str, ...]


@cache
def terrain_kinds() -> dict[str, TerrainKind]:
    """Every kind by name, in the catalogue's order; the first is clear ground."""
    return {
        name: _kind(number, name, parse_model(_Entry, entry, f"{FILE}, {name}"))
        for number, (name, entry) in enumerate(catalogue_data(FILE).items())
    }


@cache
def kinds_by_number() -> Sequence[TerrainKind]:
    return tuple(terrain_kinds().values())


def terrain_kind(word: str) -> TerrainKind:
    """The kind that a table file calls by this word, such as "woods" or "lake"."""
    wanted = word.strip().lower().replace("_", " ")
    name = terrain_words().get(wanted)
    if name is None:
        near = names_like(wanted, terrain_words(), 1)
        remedy = f"did you mean {near[0]}?" if near else f"use one of {', '.join(terrain_kinds())}."
        raise BadInput(f"terrain {word!r:.60} is no kind that this game knows; {remedy}")
    return terrain_kinds()[name]


@cache
def terrain_words() -> dict[str, str]:
    """Every word that a table file may use, with the kind it means."""
    words = {name.replace("_", " "): name for name in catalogue_data(FILE)}
    for name, entry in catalogue_data(FILE).items():
        words.update(dict.fromkeys(entry.get("also", ()), name))
    return words


def _kind(number: int, name: str, entry: _Entry) -> TerrainKind:
    return TerrainKind(
        number,
        name,
        entry.title,
        entry.cost,
        frozenset(entry.barred),
        entry.barred_by,
        WOODS.index(entry.woods),
        entry.depth,
        entry.raises,
        entry.blocks,
        entry.height,
        entry.paved,
        entry.solid,
        entry.building,
        tuple(entry.fact),
    )
