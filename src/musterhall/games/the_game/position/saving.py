"""A battle of THE GAME in a journal: what it was set up with, as plain data, and back again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from musterhall.games.the_game.army.forces import Force, ForceFormation, force_from_data
from musterhall.games.the_game.field.tables import game_table
from musterhall.games.the_game.game import MEETING, Setup, TheGameRules
from musterhall.games.the_game.package_data import FileModel
from musterhall.games.the_game.readings.variants import Variants
from musterhall.problems import parse_model
from musterhall.table import table_toml


def setup_data(setup: Setup) -> dict[str, Any]:
    """A set-up as plain data that needs no other file: forces as their files have them, the table as its file's text,
    and every variant, so that a later default changes nothing.
    """
    return {
        "red": force_data(setup.red),
        "blue": force_data(setup.blue),
        "table": table_toml(setup.table),
        "variants": setup.variants.as_data(),
        **({} if setup.scenario == MEETING else {"scenario": setup.scenario}),
    }


def setup_from_data(data: Mapping[str, Any], name: str) -> Setup:
    """The set-up that `setup_data` wrote down; `name` is where it stands, for complaints."""
    read = parse_model(_SetupData, data, f"{name}, set-up")
    return Setup(
        force_from_data(read.red, f"{name}, red's force"),
        force_from_data(read.blue, f"{name}, blue's force"),
        game_table(read.table, f"{name}, table"),
        Variants.of(read.variants),
        read.scenario,
    )


def force_data(force: Force) -> dict[str, Any]:
    """A force as its file has it; `force_from_data` makes the same force of it."""
    return {
        "game": TheGameRules.name,
        "name": force.name,
        "army": force.army,
        "points": force.points,
        "initiative": force.initiative,
        "strategy": force.strategy,
        **({"setup": force.setup} if force.setup else {}),
        "formation": [_formation_data(formation) for formation in force.formations],
    }


class _SetupData(FileModel):
    red: dict[str, Any]
    blue: dict[str, Any]
    table: str
    variants: dict[str, str | bool]
    scenario: Literal["meeting engagement", "landing"] = MEETING


def _formation_data(formation: ForceFormation) -> dict[str, Any]:
    said = {
        "options": list(formation.options),
        "weapons": list(formation.weapons),
        "battle_group": formation.battle_group,
        "commander": formation.commander,
        "carried_by": list(formation.carried_by),
    }
    row = {"name": formation.name, "entry": formation.entry} | {key: value for key, value in said.items() if value}
    # A cost that the player gave stays; the formula's comes out of the formula again.
    return row if formation.stand_in_cost else row | {"cost": formation.cost}
