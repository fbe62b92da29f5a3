"""How situations of THE GAME are put together: units stand in formations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache, cached_property
from typing import Any

from musterhall.board import Picture
from musterhall.game.kit import SIDES, Kit, KitFile, Row, UnitKind, read_kit_file
from musterhall.games.the_game.army.datasheets import Datasheet, load_datasheets
from musterhall.games.the_game.basics.sides import USUAL_TABLE
from musterhall.games.the_game.package_data import catalogue_data
from musterhall.games.the_game.parts.board import sheet_lines, symbol_of
from musterhall.games.the_game.position_file import read_position
from musterhall.games.the_game.referee import ASK_KEYS, QUESTIONS
from musterhall.games.the_game.referee.scene import picture_of
from musterhall.table import Table

SAID_TOGETHER = ("count", "step", "touching")
"""What a file may say of several units at once, or of a place without naming it."""


class TheGameKit(Kit):
    questions = QUESTIONS
    place_key = "place"
    group_words = "formation"

    @cached_property
    def file(self) -> KitFile:  # type: ignore[override]
        return read_kit_file(catalogue_data("kit.toml"))

    def kinds(self) -> Sequence[UnitKind]:
        return _kinds()

    def start(self) -> dict[str, Any]:
        return {"game": "the_game"}

    def picture(self, data: Mapping[str, Any], name: str) -> Picture:
        return picture_of(read_position(_situation(data), name), None, {})

    def rows(self, data: dict[str, Any]) -> list[Row]:
        return [
            Row(unit, unit.get("name", ""), SIDES.index(formation["side"]), formation["name"])
            for formation in data.get("formation", [])
            for unit in formation.get("units", [])
        ]

    def groups(self, data: dict[str, Any]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = data.get("formation", [])
        return found

    def add(self, data: dict[str, Any], entry: dict[str, Any], side: str, group: str) -> None:
        formations = data.setdefault("formation", [])
        own = [one for one in formations if one["side"] == side]
        into = next((one for one in own if one["name"] == group), None)
        if into is None:
            taken = {one["name"] for one in formations}
            numbers = (f"{side.capitalize()} {number}" for number in range(1, 1000))
            name = group if group and group not in taken else next(one for one in numbers if one not in taken)
            into = {"name": name, "side": side, "units": []}
            formations.append(into)
        into.setdefault("units", []).append(entry)

    def drop(self, data: dict[str, Any], row: Row) -> None:
        for formation in list(data["formation"]):
            formation["units"] = [unit for unit in formation.get("units", []) if unit is not row.entry]
            if not formation["units"]:
                data["formation"].remove(formation)

    def size(self, data: Mapping[str, Any]) -> tuple[float, float]:
        table = data.get("table", {})
        return float(table.get("width", USUAL_TABLE.width)), float(table.get("depth", USUAL_TABLE.depth))

    def lay(self, data: dict[str, Any], table: Table | None) -> None:
        data.pop("table", None)
        if table is not None:
            data["table"] = {"name": table.name, "width": table.width, "depth": table.depth}

    def tidy(self, data: Mapping[str, Any], name: str) -> dict[str, Any]:
        """An entry for each unit, with its name and place."""
        new = deepcopy(dict(data))
        position = read_position(_situation(data), name)
        units = iter(position.field.units)
        for formation in new.get("formation", []):
            spread = []
            for said in formation.get("units", []):
                entry: dict[str, Any] = {"unit": said} if isinstance(said, str) else said
                for _ in range(entry.get("count", 1)):
                    unit = next(units)
                    plain = {key: deepcopy(one) for key, one in entry.items() if key not in SAID_TOGETHER}
                    at = [round(float(one[unit.index]), 2) for one in (position.x, position.y)]
                    spread.append({**plain, "name": unit.name, "place": at})
            formation["units"] = spread
        return new


def _situation(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in ASK_KEYS}


@cache
def _kinds() -> tuple[UnitKind, ...]:
    return tuple(_kind(sheet) for sheet in load_datasheets().values())


def _kind(sheet: Datasheet) -> UnitKind:
    return UnitKind(sheet.name, sheet.army, symbol_of(sheet.type, sheet.name), "; ".join(sheet_lines(sheet)))
