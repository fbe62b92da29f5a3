"""1.6.2, 4.3 Terrain: what each row of tables 1.1 and 4.1 gives and costs, and hedges, which have no row.

The figures are in catalogue/terrain.toml and catalogue/waters.toml. Where a piece lies on the table is its own
matter; this module says what it means to stand in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from musterhall.games.the_game.army.datasheets import (
    ARMOURED_VEHICLE,
    GEV,
    GROUND,
    HOVERCRAFT,
    INFANTRY,
    NAVAL,
    SOFT_VEHICLE,
)
from musterhall.games.the_game.package_data import package_text
from musterhall.games.the_game.sea.waters import DEPTHS, DRY, USUAL_DEPTH, water_words, waters
from musterhall.games.the_game.sea.waters import TABLE as WATERS
from musterhall.problems import BadInput, Problem, clauses, parse_model, parse_toml
from musterhall.table import TerrainPiece

NONE, DIFFICULT, IMPASSABLE = EFFECTS = ("none", "difficult", "impassable")

TABLE = "table 1.1"
ROAD, RIVERS = "road", "rivers"
HEDGES = ("hedge", "hedges", "fence", "fences", "wall", "walls")
HEDGE_ROWS = ("scenario", "craters_and_fields")

LEVELS = {"none": (0, 0), "light": (0, 1), "medium": (1, 1), "heavy": (1, 2), "bunker": (2, 2)}
"""Armour and visibility that each cover level of table 1.1 gives to infantry."""

_COLUMNS = {"infantry": INFANTRY, "soft": SOFT_VEHICLE, "armoured": ARMOURED_VEHICLE}


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """1.6.2 One row of table 1.1."""

    name: str
    level: str
    armour: int
    visibility: int
    effects: Mapping[str, str] = field(hash=False)
    """"none", "difficult" or "impassable" by type of ground unit and vessel."""
    area: bool
    """Area terrain can be stood in and hides what is behind it; non-area terrain covers across its line."""
    section: str = TABLE
    covers: tuple[str, ...] = GROUND
    """The ground unit types that gain its cover."""
    depth: str = ""
    """Of water: its row of table 4.1."""


def terrain_kinds() -> dict[str, TerrainKind]:
    """Table 1.1 by the names in terrain.toml."""
    return dict(_rows())


def terrain_kind(name: str) -> TerrainKind:
    """1.6.2, 4.3 The row for a word such as "woods", "river" or "deep sea"."""
    word = name.strip().lower()
    if word in water_words():
        return _water(water_words()[word])
    kind = _rows().get(_words().get(word, word))
    if kind is None:
        known = ", ".join((*_rows(), *waters()))
        raise BadInput(f"terrain {name!r} is no row of table 1.1 or 4.1; use one of {known}.")
    return kind


def known_kinds() -> frozenset[str]:
    """Every word a piece on a table may give as its kind; ground is what is left of the table."""
    return (frozenset(_rows()) | frozenset(_words()) | frozenset(HEDGES) | frozenset(water_words())) - {DRY}


def cover_for(kind: TerrainKind, unit_type: str) -> tuple[int, int]:
    """1.6.2 Armour and visibility: infantry gains both, vehicles and vessels only the visibility."""
    if unit_type in NAVAL:
        unit_type = SOFT_VEHICLE
    if unit_type not in kind.covers:
        return 0, 0
    return (kind.armour if unit_type == INFANTRY else 0), kind.visibility


def kind_of(piece: TerrainPiece, hedge_row: str = HEDGE_ROWS[0]) -> TerrainKind:
    """1.6.2, 4.3 What a piece on the table is; a hedge is what its traits say (B9), a river as deep as they say."""
    if piece.kind.strip().lower() not in HEDGES:
        kind = terrain_kind(piece.kind)
        return _river(kind, piece) if kind.name == RIVERS else kind
    problems = hedge_problems(piece, hedge_row)
    if problems:
        raise BadInput(f"{clauses(problems)}.")
    return _hedge(piece)


def hedge_problems(piece: TerrainPiece, hedge_row: str = HEDGE_ROWS[0]) -> list[Problem]:
    """1.6.2 What the traits of a hedge, fence or wall leave open or get wrong (B9)."""
    if hedge_row not in HEDGE_ROWS:
        raise BadInput(f"variant hedge_row has no {hedge_row!r}; use one of {', '.join(HEDGE_ROWS)}.")
    if piece.kind.strip().lower() not in HEDGES:
        return []
    allowed = {"cover": ("light", "medium", "heavy")} | dict.fromkeys(_COLUMNS, EFFECTS)
    found = []
    for trait, values in allowed.items():
        value = piece.traits.get(trait)
        if value in values or (value is None and hedge_row == "craters_and_fields"):
            continue
        what = f"a {piece.kind} has no row in table 1.1 and names no {trait}"
        if value is not None:
            what = f"its {trait} is {value!r}"
        remedy = f"Give it the trait {trait} = {_choice(values)}"
        found.append(Problem(f"terrain {piece.name!r}", what, "1.6.2", remedy))
    return found


def depth_problems(piece: TerrainPiece) -> list[Problem]:
    """4.3 A river that is said to have a depth has one of table 4.1; no other piece is asked for it."""
    depth = piece.traits.get("depth")
    if depth is None:
        return []
    where, known = f"terrain {piece.name!r}", _choice(tuple(DEPTHS))
    if piece.kind.strip().lower() in HEDGES or terrain_kind(piece.kind).name != RIVERS:
        remedy = "Take it out; the sea is drawn as shallow water, deep water and deep sea"
        return [Problem(where, f"a {piece.kind} has no depth", WATERS, remedy)]
    return [] if depth in DEPTHS else [Problem(where, f"its depth is {depth!r}", WATERS, f"Make it {known}")]


def _river(kind: TerrainKind, piece: TerrainPiece) -> TerrainKind:
    """4.3 Each river is marked with its depth; most are shallow."""
    problems = depth_problems(piece)
    if problems:
        raise BadInput(f"{clauses(problems)}.")
    row = DEPTHS[str(piece.traits.get("depth", USUAL_DEPTH))]
    return replace(kind, effects={**kind.effects, **waters()[row]}, depth=row)


@cache
def _water(row: str) -> TerrainKind:
    """4.3 A row of table 4.1. Who is no vessel finds any water as impassable as a river."""
    ashore = NONE if row == DRY else IMPASSABLE
    effects = {**dict.fromkeys(GROUND, ashore), **waters()[row]}
    depth = "" if row == DRY else row
    return TerrainKind(row, "none", 0, 0, effects, area=False, section=WATERS, depth=depth)


def _hedge(piece: TerrainPiece) -> TerrainKind:
    # Traits left out are those of craters and fields: hedge_problems lets no others pass.
    level = str(piece.traits.get("cover", "light"))
    armour, visibility = LEVELS[level]
    effects = {unit_type: str(piece.traits.get(column, NONE)) for column, unit_type in _COLUMNS.items()}
    effects |= _on_the_shore(effects[SOFT_VEHICLE])
    return TerrainKind(piece.kind, level, armour, visibility, effects, area=False, section="1.6.2")


def _choice(values: tuple[str, ...]) -> str:
    return " or ".join(f'"{value}"' for value in values)


_Effect = Literal["none", "difficult", "impassable"]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    also: list[str] = []
    cover: Literal["none", "light", "medium", "heavy", "bunker"]
    armour: int
    visibility: int
    infantry: _Effect
    soft: _Effect
    armoured: _Effect
    hovercraft: _Effect | None = None
    area: bool
    covers: list[Literal["infantry", "soft", "armoured"]] = ["infantry", "soft", "armoured"]


def read_terrain(text: str, name: str) -> tuple[dict[str, TerrainKind], dict[str, str]]:
    """The rows of a terrain file, and the other words that lead to them."""
    kinds: dict[str, TerrainKind] = {}
    words: dict[str, str] = {}
    for row_name, entry in parse_toml(text, name).items():
        if not isinstance(entry, dict):
            raise BadInput(f"{name}: {row_name} is no terrain row; write it as [{row_name}] with its fields.")
        row = parse_model(_Row, entry, f"{name}: {row_name}")
        kinds[row_name] = _kind(row_name, row)
        words |= dict.fromkeys(row.also, row_name)
    return kinds, words


def _kind(name: str, row: _Row) -> TerrainKind:
    effects = {unit_type: str(getattr(row, column)) for column, unit_type in _COLUMNS.items()}
    effects |= waters()[DRY] if name == ROAD else _on_the_shore(row.hovercraft or row.soft)
    covers = tuple(_COLUMNS[column] for column in row.covers)
    return TerrainKind(name, row.cover, row.armour, row.visibility, effects, row.area, TABLE, covers)


def _on_the_shore(hovercraft: str) -> dict[str, str]:
    """4.3 Vessels in terrain on land: a ground effect vehicle enters none, others are stopped by the ground itself."""
    return {**waters()[DRY], HOVERCRAFT: hovercraft, GEV: IMPASSABLE}


@cache
def _catalogue() -> tuple[dict[str, TerrainKind], dict[str, str]]:
    return read_terrain(package_text("catalogue", "terrain.toml"), "terrain.toml")


def _rows() -> dict[str, TerrainKind]:
    return _catalogue()[0]


def _words() -> dict[str, str]:
    return _catalogue()[1]
