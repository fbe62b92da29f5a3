"""Boxes and force packs: the figures that are dealt and drafted, each with its card and perhaps a legendary pilot.

A pool is a TOML file that an organiser can write. `pool_problems` tells everything that is wrong with it; `read_pool`
gives the pool or refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from musterhall.games.alpha_strike.abilities.abilities import read_pilot_ability
from musterhall.games.alpha_strike.force.forces import plain
from musterhall.games.alpha_strike.package_data import FileModel, shipped_names, shipped_text
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.games.alpha_strike.units.library import Library, starter_library
from musterhall.problems import BadInput, Problem, named, near_names, parse_model, parse_toml

LONGEST_FILE = 1_000_000
"""Characters; a pool has a few thousand."""


@dataclass(frozen=True, slots=True)
class Legend:
    """A legendary pilot, as the pilot's card has it."""

    name: str
    gunnery: int
    piloting: int
    units: tuple[str, ...]
    """Chassis for which this pilot is qualified."""
    abilities: tuple[str, ...] = ()

    @property
    def skill(self) -> int:
        """Drafted for War, Pilots: the average of both skills on the card, rounded down."""
        return (self.gunnery + self.piloting) // 2

    def qualified(self, card: Card) -> bool:
        return not chassis_names(card).isdisjoint(map(plain, self.units))

    def as_data(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "gunnery": self.gunnery,
            "piloting": self.piloting,
            "units": list(self.units),
            "abilities": list(self.abilities),
        }


@dataclass(frozen=True, slots=True)
class Box:
    """A figure with the two sides of its card, and the pilot's card that came with it."""

    figure: str
    versions: tuple[str, ...]
    pilot: Legend | None = None

    @property
    def beside(self) -> str:
        return f"Pilot: {self.pilot.name}" if self.pilot else ""

    def as_data(self) -> dict[str, Any]:
        """As journals have it, and as `box_from_data` takes it."""
        data: dict[str, Any] = {"figure": self.figure, "versions": list(self.versions)}
        return data | {"pilot": self.pilot.as_data()} if self.pilot else data


@dataclass(frozen=True, slots=True)
class ForcePack:
    """Figures that lie open on the table together."""

    name: str
    figures: tuple[Box, ...]

    def as_data(self) -> dict[str, Any]:
        return {"name": self.name, "figures": [figure.as_data() for figure in self.figures]}


@dataclass(frozen=True, slots=True)
class Pool:
    """What there is to deal and to draft from."""

    name: str
    boxes: tuple[Box, ...]
    force_packs: tuple[ForcePack, ...] = ()


def read_pool(text: str, name: str, library: Library) -> Pool:
    """The pool in a TOML file; one that cannot be used is refused with everything that is wrong with it."""
    file = _file(text, name)
    problems = list(_problems(file, name, library))
    if problems:
        raise BadInput(named(problems))
    boxes = tuple(_box(row, library) for row in file.box for _ in range(row.count))
    packs = tuple(
        ForcePack(pack.name, tuple(_box(row, library) for row in pack.figure for _ in range(row.count)))
        for pack in file.force_pack
    )
    return Pool(file.name, boxes, packs)


def pool_problems(text: str, name: str, library: Library) -> list[Problem]:
    """Everything that is wrong with a pool's file; nothing if it can be used."""
    try:
        return list(_problems(_file(text, name), name, library))
    except BadInput as complaint:
        return [Problem(name, str(complaint).removeprefix(f"{name}: "))]


def shipped_pools() -> tuple[str, ...]:
    """The names of the pools that come with the game."""
    return shipped_names("pools")


def shipped_pool(name: str) -> Pool:
    """A pool that comes with the game."""
    return read_pool(shipped_text("pools", name, "pool"), f"{name}.toml", starter_library())


def box_from_data(data: Mapping[str, Any], name: str = "box") -> Box:
    """The box in a journal; its card was looked up when the pool was read, so the catalogue may have changed since."""
    return _box(parse_model(_BoxRow, data, name), None)


def chassis_names(card: Card) -> frozenset[str]:
    """What a chassis is called, as it is compared: Mad Cat (Timber Wolf) is also a Mad Cat, and a Timber Wolf."""
    match = re.fullmatch(r"([^()]+) \(([^()]+)\)", card.chassis)
    return frozenset(map(plain, (card.chassis, match[1], match[2]) if match else (card.chassis,)))


# The file

_Name = Annotated[str, Field(min_length=1, max_length=200)]


class _LegendRow(FileModel):
    name: _Name
    gunnery: int = Field(ge=0, le=8)
    piloting: int = Field(ge=0, le=8)
    units: list[_Name] = Field(min_length=1, max_length=20)
    abilities: list[_Name] = Field(default=[], max_length=20)


class _BoxRow(FileModel):
    figure: _Name
    versions: list[_Name] = Field(min_length=1, max_length=2)
    pilot: _LegendRow | None = None
    count: int = Field(default=1, ge=1, le=100)


class _ForcePackRow(FileModel):
    name: _Name
    figure: list[_BoxRow] = Field(min_length=1, max_length=20)


class _PoolFile(FileModel):
    game: Literal["alpha_strike"]
    name: _Name
    about: str = ""
    box: list[_BoxRow] = Field(default=[], max_length=500)
    force_pack: list[_ForcePackRow] = Field(default=[], max_length=50)


def _file(text: str, name: str) -> _PoolFile:
    if len(text) > LONGEST_FILE:
        raise BadInput(f"{name}: has {len(text):,} characters, and no pool needs {LONGEST_FILE:,}; check the file.")
    try:
        return parse_model(_PoolFile, parse_toml(text, name), name)
    except RecursionError:
        raise BadInput(f"{name}: is nested too deeply to be a pool; make it flatter.") from None


def _box(row: _BoxRow, library: Library | None) -> Box:
    pilot = row.pilot
    return Box(
        row.figure,
        tuple(library.find(version).name if library else version for version in row.versions),
        Legend(pilot.name, pilot.gunnery, pilot.piloting, tuple(pilot.units), tuple(pilot.abilities))
        if pilot
        else None,
    )


# The check


def _problems(file: _PoolFile, name: str, library: Library) -> Iterator[Problem]:
    if not file.box and not file.force_pack:
        yield Problem(name, "has neither boxes nor force packs", "", "Add [[box]] or [[force_pack]].")
    chassis = {word: card.chassis for card in library for word in chassis_names(card)}
    for row in file.box:
        yield from _box_problems(row, f"{name}, box {row.figure}", library, chassis)
    seen = set[str]()
    for pack in file.force_pack:
        where = f"{name}, force pack {pack.name}"
        if plain(pack.name) in seen:
            yield Problem(where, "is there twice", "", "Rename one of them.")
        seen.add(plain(pack.name))
        for row in pack.figure:
            yield from _box_problems(row, f"{where}, {row.figure}", library, chassis)


def _box_problems(row: _BoxRow, where: str, library: Library, chassis: Mapping[str, str]) -> Iterator[Problem]:
    cards = []
    for version in row.versions:
        try:
            cards.append(library.find(version).name)
        except BadInput as complaint:
            yield _said(where, complaint)
    if len(set(cards)) < len(cards):
        yield Problem(where, f"has {cards[0]} on both sides of its card", "", "Write it once.")
    if row.pilot:
        yield from _legend_problems(row.pilot, f"{where}, pilot {row.pilot.name}", chassis)


def _legend_problems(row: _LegendRow, where: str, chassis: Mapping[str, str]) -> Iterator[Problem]:
    for unit in row.units:
        if plain(unit) not in chassis:
            yield Problem(where, f"no card has the chassis {unit!r}", "", near_names(unit, chassis.values()))
    for ability in row.abilities:
        try:
            read_pilot_ability(ability, where)
        except BadInput as complaint:
            yield _said(where, complaint)


def _said(where: str, complaint: BadInput) -> Problem:
    what, _, remedy = str(complaint).removeprefix(f"{where}: ").rstrip(".").partition("; ")
    return Problem(where, what, "", f"{remedy[:1].upper()}{remedy[1:]}")
