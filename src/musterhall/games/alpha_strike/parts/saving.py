"""A battle of Alpha Strike in a journal: what it was set up with, as plain data, and back again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import field_validator

from musterhall.games.alpha_strike.battles import Setup
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.tables import game_table
from musterhall.games.alpha_strike.force.forces import force_toml, read_force
from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.games.alpha_strike.scenarios.scenarios import scenario_named
from musterhall.games.alpha_strike.units.library import Library
from musterhall.problems import BadInput, parse_model
from musterhall.table import table_toml


class _SetupData(FileModel):
    red: str
    blue: str
    table: str
    scenario: str
    edition: dict[str, str | bool | int | float | None]
    time_due: tuple[int, str] | None = None

    @field_validator("time_due", mode="before")
    @classmethod
    def _a_list_in_a_journal(cls, said: Any) -> Any:
        return tuple(said) if isinstance(said, list) else said


def setup_data(setup: Setup) -> dict[str, Any]:
    """A set-up as plain data that needs no other file: forces with the cards of all their units, the table, the
    scenario's name and every figure of the edition, so that a later default changes nothing.
    """
    nothing = Library([])
    return {
        "red": force_toml(setup.red, nothing),
        "blue": force_toml(setup.blue, nothing),
        "table": table_toml(setup.table),
        "scenario": setup.scenario.name,
        "edition": setup.edition.as_data(),
        **({"time_due": list(setup.time_due)} if setup.time_due else {}),
    }


def setup_from_data(data: Mapping[str, Any], name: str) -> Setup:
    """The set-up that `setup_data` wrote down; `name` is where it stands, for complaints."""
    read = parse_model(_SetupData, data, f"{name}, set-up")
    nothing = Library([])
    return Setup(
        read_force(read.red, f"{name}, red's force", nothing),
        read_force(read.blue, f"{name}, blue's force", nothing),
        game_table(read.table, f"{name}, table"),
        scenario_named(read.scenario),
        _edition(read.edition, f"{name}, edition"),
        read.time_due,
    )


def _edition(said: Mapping[str, Any], name: str) -> Edition:
    """The edition of a journal, which names every figure."""
    missing = [key for key in Edition.usual().as_data() if key not in said]
    if missing:
        raise BadInput(f"{name}: the figure {missing[0]} is missing; take the file from a backup.")
    return Edition.of({key: value for key, value in said.items() if value is not None})
