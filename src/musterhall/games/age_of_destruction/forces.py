"""Forces: the file a player writes and the units it stands for.

Whether a force is legal depends on the event, so `force_check` says that. Reading refuses only what has no meaning:
broken TOML, fields nobody knows, a flying 'Mech.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from musterhall.games.age_of_destruction.cards.cards import Card, CardRow, card_data
from musterhall.games.age_of_destruction.cards.naming import filled_cards
from musterhall.games.age_of_destruction.hands import MOST_CARDS
from musterhall.games.age_of_destruction.names import Name, Text, plain, tell_apart
from musterhall.games.age_of_destruction.package_data import FileModel, shipped_names, shipped_text
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.sheets import Sheets, sample_sheets
from musterhall.half_read import half_read
from musterhall.problems import BadInput, Problem, named, near_names, parse_model, parse_toml
from musterhall.tally import Tally
from musterhall.toml_text import toml_text

LONGEST_FILE = 200_000
"""Characters; the longest honest force file has a few thousand."""

MOST_UNITS = 200
"""Far more than any event; a file with more is a mistake."""

FIGURES = {"type", "points", "rank"}
"""What a unit may leave out altogether whose dial is known here."""
UnitType = Literal["infantry", "vehicle", "mech"]
Rank = Literal["green", "veteran", "elite", "unique"]


@dataclass(frozen=True, slots=True)
class ForceUnit:
    """One unit of a force."""

    name: str
    """What it is called in this force; two of a kind are told apart by #1 and #2."""
    type: UnitType
    points: int
    rank: Rank
    faction: str = ""
    """Empty for a unit without a faction, which is a mercenary."""
    vtol: bool = False
    transport: int = 0
    """Places for passengers."""
    speed_mode: str = ""
    infiltrator: bool = False
    sheet: UnitSheet | None = field(default=None, repr=False, compare=False)
    """Its dials, where they are known here."""

    @property
    def kind(self) -> str:
        """What it is, by the name of its dial: its name without the number that tells it from its twins."""
        return re.sub(r" #[0-9]+$", "", self.name)


@dataclass(frozen=True, slots=True)
class Force:
    """What one player brings."""

    name: str
    player: str
    faction: str
    units: tuple[ForceUnit, ...]
    pack: str = ""
    cards: tuple[Card, ...] = ()
    """Of which one is played in a battle; without any, none is."""

    def unit(self, name: str) -> ForceUnit | None:
        wanted = plain(name)
        return next((unit for unit in self.units if plain(unit.name) == wanted), None)

    @property
    def points(self) -> int:
        return sum(unit.points for unit in self.units)

    def tally(self) -> Tally:
        """The points of the force, unit by unit."""
        tally = Tally(self.name)
        for unit in self.units:
            tally.add(unit.name, unit.points)
        return tally


def read_force(text: str, name: str, sheets: Sheets | None = None) -> Force:
    """The force in a TOML file; what is not legal in it is left for the event's check to say.

    `sheets` are the units whose dials are known; without them, those that come with the game.
    """
    if len(text) > LONGEST_FILE:
        raise BadInput(f"{name}: has {len(text):,} characters, and no force needs {LONGEST_FILE:,}; check the file.")
    try:
        data = parse_toml(text, name)
    except RecursionError:
        raise BadInput(f"{name}: is nested too deeply to be a force; make it flatter.") from None
    return force_from_data(data, name, sheets)


def force_from_data(data: Mapping[str, Any], name: str, sheets: Sheets | None = None) -> Force:
    """The force in a parsed file."""
    known = sample_sheets() if sheets is None else sheets
    filled, unknown = _filled(data, known)
    if unknown:
        raise BadInput(f"{name}: {named(unknown)}")
    return _force(parse_model(_ForceFile, filled, name), name, known)


def force_with_mistakes(
    data: Mapping[str, Any], name: str, sheets: Sheets | None = None
) -> tuple[Force | None, list[Problem]]:
    """The force in a parsed file as far as it can be read, and what is wrong with the file's own form."""
    known = sample_sheets() if sheets is None else sheets
    filled, unknown = _filled(data, known)
    file, problems = half_read(_ForceFile, filled, name, _STAND_INS | {"name": name})
    return (_force(file, name, known) if file else None), [*unknown, *problems]


def _filled(data: Mapping[str, Any], sheets: Sheets) -> tuple[Mapping[str, Any], list[Problem]]:
    """The file with all that is known of units and cards that are only named, and a problem for each that is not."""
    units, cards = data.get("unit"), data.get("card")
    unknown: list[Problem] = []
    if isinstance(units, list):
        data = {**data, "unit": _filled_units(units, sheets, unknown)}
    if isinstance(cards, list):
        rows, problems = filled_cards(cards)
        data = {**data, "card": rows}
        unknown += problems
    return data, unknown


def _filled_units(rows: list[Any], sheets: Sheets, unknown: list[Problem]) -> list[Any]:
    """The rows with the figures of the units; those that are not known are added to `unknown`."""
    filled = []
    for row in rows:
        if not isinstance(row, dict) or FIGURES & row.keys() or not isinstance(row.get("name"), str):
            filled.append(row)
        elif (sheet := sheets.get(row["name"])) is not None:
            filled.append({**_figures_of(sheet), **row})
        else:
            otherwise = "Write down its type, points and rank"
            remedy = near_names(row["name"], [one.name for one in sheets], otherwise)
            unknown.append(Problem(f"{row['name']:.80}", "no unit of this name is known here", remedy=remedy))
            filled.append({"type": "infantry", "points": 1, "rank": "green", **row})
    return filled


def _figures_of(sheet: UnitSheet) -> dict[str, Any]:
    """What a force file would say of a unit."""
    return {
        "type": "vehicle" if sheet.type == "vtol" else sheet.type,
        "points": sheet.points,
        "rank": sheet.rank,
        "faction": sheet.faction,
        "vtol": sheet.type == "vtol",
        "transport": sheet.places,
        "speed_mode": sheet.speed_mode,
        "infiltrator": sheet.infiltrator,
    }


def _force(file: _ForceFile, name: str, sheets: Sheets) -> Force:
    units = _units(file.unit, name, file.faction)
    return Force(
        name=file.name,
        player=file.player,
        faction=file.faction,
        units=tuple(replace(unit, sheet=sheets.get(unit.kind)) for unit in units),
        pack=file.pack,
        cards=tuple(row.card() for row in file.card),
    )


def shipped_forces() -> tuple[str, ...]:
    """The names of the forces that come with the game."""
    return shipped_names("forces")


def shipped_force_text(name: str) -> str:
    """The file of a shipped force."""
    return shipped_text("forces", name, "force")


def shipped_force(name: str) -> Force:
    """A force that comes with the game."""
    return read_force(shipped_force_text(name), f"{name}.toml")


def force_toml(force: Force) -> str:
    """The force as a file that `read_force` reads."""
    more: dict[str, Any] = {
        "player": force.player,
        "faction": force.faction,
        "pack": force.pack,
        "unit": [_unit_row(unit, force.faction) for unit in force.units],
        "card": [card_data(card) for card in force.cards],
    }
    said = {key: value for key, value in more.items() if value}
    return toml_text({"game": "age_of_destruction", "name": force.name, **said})


def force_summary(force: Force) -> dict[str, Any]:
    """A force as plain data, for JSON and for pages."""
    return {
        "game": "age_of_destruction",
        "name": force.name,
        "player": force.player,
        "faction": force.faction,
        "pack": force.pack,
        "points": force.points,
        "units": [
            {
                "name": unit.name,
                "type": unit.type,
                "points": unit.points,
                "rank": unit.rank,
                "faction": unit.faction,
                "vtol": unit.vtol,
                "transport": unit.transport,
                "speed_mode": unit.speed_mode,
                "infiltrator": unit.infiltrator,
            }
            for unit in force.units
        ],
        "cards": [card_data(card) for card in force.cards],
    }


class _UnitRow(FileModel):
    name: Name
    type: UnitType
    points: int = Field(ge=1, le=100_000)
    rank: Rank
    faction: Text | None = None
    """Left out: that of the force."""
    vtol: bool = False
    transport: int = Field(default=0, ge=0, le=1000)
    count: int = Field(default=1, ge=1, le=50)
    speed_mode: Text = ""
    infiltrator: bool = False

    @model_validator(mode="after")
    def _only_vehicles_fly(self) -> Self:
        if self.vtol and self.type != "vehicle":
            raise ValueError('a VTOL is a vehicle; write type = "vehicle", or take vtol out')
        return self


class _ForceFile(FileModel):
    game: Literal["age_of_destruction"]
    name: Name
    player: Text = ""
    faction: Text = ""
    pack: Text = ""
    unit: list[_UnitRow] = Field(min_length=1, max_length=MOST_UNITS)
    card: list[CardRow] = Field(default=[], max_length=MOST_CARDS)


_STAND_INS: dict[str, Any] = {
    "game": "age_of_destruction",
    "unit.*.name": "unit",
    "unit.*.type": "infantry",
    "unit.*.points": 1,
    "unit.*.rank": "green",
    "card.*.name": "card",
    "card.*.kind": "dummy",
}
"""What breaks no rule in the place of a field that cannot be read."""


def _units(rows: Sequence[_UnitRow], name: str, faction: str) -> tuple[ForceUnit, ...]:
    number = sum(row.count for row in rows)
    if number > MOST_UNITS:
        raise BadInput(f"{name}: has {number} units, and no force has more than {MOST_UNITS}; take some out.")
    each = [row for row in rows for _ in range(row.count)]
    labels = tell_apart([row.name for row in each])
    return tuple(
        ForceUnit(
            name=label,
            type=row.type,
            points=row.points,
            rank=row.rank,
            faction=faction if row.faction is None else row.faction,
            vtol=row.vtol,
            transport=row.transport,
            speed_mode=row.speed_mode,
            infiltrator=row.infiltrator,
        )
        for label, row in zip(labels, each, strict=True)
    )


# Writing


def _unit_row(unit: ForceUnit, faction: str) -> dict[str, Any]:
    row: dict[str, Any] = {"name": unit.name, "type": unit.type, "points": unit.points, "rank": unit.rank}
    if unit.faction != faction:
        row["faction"] = unit.faction
    marked = {
        "vtol": unit.vtol,
        "transport": unit.transport,
        "speed_mode": unit.speed_mode,
        "infiltrator": unit.infiltrator,
    }
    return row | {key: value for key, value in marked.items() if value}
