"""Unit sheets as files have them: read, checked click by click, and found by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from musterhall.games.age_of_destruction.names import Name, Text, plain
from musterhall.games.age_of_destruction.package_data import FileModel, catalogue_data
from musterhall.games.age_of_destruction.units.dials import (
    Ammunition,
    Click,
    HeatStep,
    Jam,
    RangeType,
    Rank,
    SpeedMode,
    UnitSheet,
    UnitType,
)
from musterhall.games.age_of_destruction.units.sheet_check import DIAL_ROWS, HEAT_ROWS, sheet_flaws
from musterhall.problems import BadInput, clauses, near_names, parse_model

SAMPLES = "units-samples.toml"
Row = Annotated[list[int], Field(min_length=1)]


class _Heat(FileModel):
    speed: list[int]
    damage: list[int]
    secondary: list[int] = Field(default=[])
    ammunition: list[Ammunition] = Field(default=[])
    jam: list[Jam] = Field(default=[])


class SheetEntry(FileModel):
    """One unit as a file has it."""

    name: Name
    type: UnitType
    rank: Rank
    points: int = Field(ge=1, le=9999)
    speed_mode: SpeedMode
    range: Annotated[list[int], Field(min_length=2, max_length=2)]
    speed: Row
    attack: Row
    defense: Row
    damage: Row
    secondary: list[int] = Field(default=[])
    salvage: int = Field(default=0, ge=0)
    weapon: RangeType = "ballistic"
    secondary_weapon: RangeType = "ballistic"
    faction: Text = ""
    heat: _Heat | None = None
    vent: int = Field(default=0, ge=0, le=9)
    arc: int = Field(default=0, ge=0, le=360)
    equipment: list[str] = Field(default=[])
    places: int = Field(default=0, ge=0, le=20)
    artillery: bool = False
    jump_jets: bool = False
    infiltrator: bool = False

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        flaws = sheet_flaws(self.model_dump())
        if flaws:
            raise ValueError(clauses([flaw.what for flaw in flaws]))
        return self


def read_sheet(data: Mapping[str, Any], place: str) -> UnitSheet:
    """One unit; what is wrong with it names the place and the field."""
    return _sheet(parse_model(SheetEntry, data, place))


def _sheet(entry: SheetEntry) -> UnitSheet:
    clicks = len(entry.speed)
    second = entry.secondary or [0] * clicks
    rows = zip(entry.speed, entry.attack, entry.defense, entry.damage, second, strict=True)
    dial = tuple(Click(*figures, salvage=at >= clicks - entry.salvage) for at, figures in enumerate(rows))
    return UnitSheet(
        name=entry.name,
        type=entry.type,
        rank=entry.rank,
        points=entry.points,
        speed_mode=entry.speed_mode,
        dial=dial,
        least_range=entry.range[0],
        most_range=entry.range[1],
        weapon=entry.weapon,
        secondary_weapon=entry.secondary_weapon,
        faction=entry.faction,
        heat=_heat(entry.heat),
        vent=entry.vent,
        arc=entry.arc,
        equipment=tuple(entry.equipment),
        places=entry.places,
        artillery=entry.artillery,
        jump_jets=entry.jump_jets,
        infiltrator=entry.infiltrator,
    )


def _heat(entry: _Heat | None) -> tuple[HeatStep, ...]:
    if entry is None:
        return ()
    steps = len(entry.speed)
    rows = (entry.secondary or entry.damage, entry.ammunition or [""] * steps, entry.jam or [""] * steps)
    return tuple(HeatStep(*step) for step in zip(entry.speed, entry.damage, *rows, strict=True))


def sheet_data(sheet: UnitSheet) -> dict[str, Any]:
    """A unit as a file has it: `read_sheet` makes the same of it again."""
    rows = {row: [getattr(click, row) for click in sheet.dial] for row in DIAL_ROWS}
    data: dict[str, Any] = {
        "name": sheet.name,
        "type": sheet.type,
        "rank": sheet.rank,
        "points": sheet.points,
        "speed_mode": sheet.speed_mode,
        "range": [sheet.least_range, sheet.most_range],
        "weapon": sheet.weapon,
        **rows,
    }
    if sheet.heat:
        data["secondary_weapon"] = sheet.secondary_weapon
        data["secondary"] = [click.secondary for click in sheet.dial]
        data["heat"] = _heat_data(sheet)
    said = {
        "faction": sheet.faction,
        "salvage": sum(click.salvage for click in sheet.dial),
        "vent": sheet.vent,
        "arc": sheet.arc,
        "equipment": list(sheet.equipment),
        "places": sheet.places,
        "artillery": sheet.artillery,
        "jump_jets": sheet.jump_jets,
        "infiltrator": sheet.infiltrator,
    }
    return data | {key: value for key, value in said.items() if value}


def _heat_data(sheet: UnitSheet) -> dict[str, Any]:
    rows = {row: [getattr(step, row) for step in sheet.heat] for row in (*HEAT_ROWS, "ammunition", "jam")}
    return {name: row for name, row in rows.items() if name in HEAT_ROWS or any(row)}


class Sheets:
    """Many units, found by name."""

    def __init__(self, sheets: Iterable[UnitSheet] = ()) -> None:
        self._known = {plain(sheet.name): sheet for sheet in sheets}

    def __len__(self) -> int:
        return len(self._known)

    def __iter__(self) -> Any:
        return iter(self._known.values())

    def get(self, name: str) -> UnitSheet | None:
        return self._known.get(plain(name))

    def find(self, name: str) -> UnitSheet:
        found = self.get(name)
        if found is None:
            names = [sheet.name for sheet in self]
            raise BadInput(f"no unit is called {name!r:.80}. {near_names(name, names)}")
        return found


@cache
def sample_sheets() -> Sheets:
    """The units that ship with the game, all invented."""
    rows = catalogue_data(SAMPLES)["unit"]
    return Sheets(
        read_sheet(row, f"catalogue/{SAMPLES}, {row.get('name', number)}") for number, row in enumerate(rows, 1)
    )
