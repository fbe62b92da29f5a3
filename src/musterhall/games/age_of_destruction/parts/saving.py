"""A battle of Age of Destruction in a journal: what it was set up with, as plain data, and back again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import Field

from musterhall.games.age_of_destruction.battles import Setup
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.tables import game_table
from musterhall.games.age_of_destruction.forces import force_toml, read_force
from musterhall.games.age_of_destruction.package_data import FileModel
from musterhall.games.age_of_destruction.units.sheets import Sheets, read_sheet, sheet_data
from musterhall.problems import BadInput, parse_model
from musterhall.table import table_toml


class _SetupData(FileModel):
    red: str
    blue: str
    table: str
    sheets: list[dict[str, Any]]
    edition: dict[str, str | bool | int | float | None]
    terrain: str = ""
    readings: dict[str, str | bool] = Field(default={})


def setup_data(setup: Setup) -> dict[str, Any]:
    """A set-up as plain data that needs no other file: forces with their cards, the dials of all units, the table and
    every figure of the edition, so that a later default changes nothing.
    """
    kinds = dict.fromkeys(unit.kind for force in (setup.red, setup.blue) for unit in force.units)
    return {
        "red": force_toml(setup.red),
        "blue": force_toml(setup.blue),
        "table": table_toml(setup.table),
        "sheets": [sheet_data(setup.sheets.find(kind)) for kind in kinds],
        "edition": setup.edition.as_data(),
        **({"terrain": table_toml(replace(setup.table, pieces=setup.terrain))} if setup.terrain else {}),
        **({"readings": dict(setup.readings)} if setup.readings else {}),
    }


def setup_from_data(data: Mapping[str, Any], name: str) -> Setup:
    """The set-up that `setup_data` wrote down; `name` is where it stands, for complaints."""
    read = parse_model(_SetupData, data, f"{name}, set-up")
    sheets = Sheets(read_sheet(row, f"{name}, sheet {number}") for number, row in enumerate(read.sheets, 1))
    aside = game_table(read.terrain, f"{name}, terrain").pieces if read.terrain else ()
    return Setup(
        read_force(read.red, f"{name}, red's force", sheets),
        read_force(read.blue, f"{name}, blue's force", sheets),
        game_table(read.table, f"{name}, table"),
        sheets,
        _edition(read.edition, f"{name}, edition"),
        aside,
        read.readings,
    )


def _edition(said: Mapping[str, Any], name: str) -> Edition:
    """The edition of a journal, which names every figure."""
    missing = [key for key in Edition.usual().as_data() if key not in said]
    if missing:
        raise BadInput(f"{name}: the figure {missing[0]} is missing; take the file from a backup.")
    return Edition.of({key: value for key, value in said.items() if value is not None})
