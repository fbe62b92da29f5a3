"""The kit of a game whose files list their units one by one, each with its side and its own name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.game.kit import SIDES, Kit, Row
from musterhall.table import Table


class ListedKit(Kit):
    game_name: str
    usual_size: tuple[float, float]

    def start(self) -> dict[str, Any]:
        return {"game": self.game_name}

    def rows(self, data: dict[str, Any]) -> list[Row]:
        return [Row(unit, unit["name"], SIDES.index(unit["side"])) for unit in data.get("unit", [])]

    def add(self, data: dict[str, Any], entry: dict[str, Any], side: str, group: str) -> None:
        data.setdefault("unit", []).append({"name": entry["name"], "side": side, **entry})

    def drop(self, data: dict[str, Any], row: Row) -> None:
        data["unit"] = [unit for unit in data["unit"] if unit is not row.entry]

    def size(self, data: Mapping[str, Any]) -> tuple[float, float]:
        return float(data.get("width", self.usual_size[0])), float(data.get("depth", self.usual_size[1]))

    def lay(self, data: dict[str, Any], table: Table | None) -> None:
        for key in ("width", "depth"):
            data.pop(key, None)
            if table is not None:
                data[key] = getattr(table, key)
