"""Factions, and the House and Grand Alliances between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, Self

from pydantic import Field, model_validator

from musterhall.games.age_of_destruction.names import Name, plain
from musterhall.games.age_of_destruction.package_data import FileModel, catalogue_data
from musterhall.games.age_of_destruction.readings import USUAL, Chosen, answer
from musterhall.problems import parse_model

FILE = "alliances.toml"

Kind = Literal["house", "grand"]


@dataclass(frozen=True, slots=True)
class Alliance:
    """Two factions that stand together."""

    kind: Kind
    between: frozenset[str]
    section: str


@cache
def alliances() -> tuple[Alliance, ...]:
    """All alliances of the sheet."""
    return tuple(Alliance(row.kind, frozenset(row.between), row.section) for row in _file().alliance)


def factions() -> tuple[str, ...]:
    """The factions that are known."""
    return tuple(row.name for row in _file().faction)


def faction_name(written: str) -> str:
    """A faction as the catalogue calls it; one that it does not know stays as it is written."""
    return _by_any_name().get(plain(written), " ".join(written.split()))


def is_mercenary(faction: str) -> bool:
    """Whether a unit of this faction is a mercenary, as those without a faction are."""
    return plain(faction) in {"", *map(plain, _file().mercenary)}


def allied(faction_a: str, faction_b: str, readings: Chosen = USUAL) -> bool:
    """Alliances: whether two factions stand together; a faction does so with itself."""
    one, other = faction_name(faction_a), faction_name(faction_b)
    if plain(one) == plain(other):
        return True
    pair = frozenset({one, other})
    if any(pair == alliance.between for alliance in alliances()):
        return True
    return answer("grand_alliance", readings) == "houses" and _joined_by_houses(one, other)


def _joined_by_houses(one: str, other: str) -> bool:
    """Whether a Grand Alliance reaches both, itself or through their House Alliances."""
    return any(
        frozenset({a, b}) == alliance.between
        for alliance in alliances()
        if alliance.kind == "grand"
        for a in _house(one)
        for b in _house(other)
    )


def _house(faction: str) -> frozenset[str]:
    """A faction and its partners in the House Alliances."""
    own = (one.between for one in alliances() if one.kind == "house" and faction in one.between)
    return frozenset({faction}).union(*own)


class _FactionRow(FileModel):
    name: Name
    also: list[Name] = Field(default_factory=list)


class _AllianceRow(FileModel):
    kind: Kind
    between: list[Name] = Field(min_length=2, max_length=2)
    section: str = Field(min_length=1)


class _AllianceFile(FileModel):
    mercenary: list[Name]
    faction: list[_FactionRow]
    alliance: list[_AllianceRow]

    @model_validator(mode="after")
    def _alliances_of_known_factions(self) -> Self:
        known = {row.name for row in self.faction}
        unknown = sorted({name for row in self.alliance for name in row.between} - known)
        if unknown:
            raise ValueError(f"{', '.join(unknown)} has an alliance but is no faction; add it")
        return self


@cache
def _file() -> _AllianceFile:
    return parse_model(_AllianceFile, catalogue_data(FILE), f"catalogue/{FILE}")


@cache
def _by_any_name() -> Mapping[str, str]:
    return {plain(word): row.name for row in _file().faction for word in (row.name, *row.also)}
