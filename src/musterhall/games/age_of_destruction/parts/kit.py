"""How situations of Age of Destruction are put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from musterhall.board import Picture
from musterhall.game.kit import KitFile, UnitKind, read_kit_file
from musterhall.game.listed_kit import ListedKit
from musterhall.games.age_of_destruction.package_data import catalogue_data
from musterhall.games.age_of_destruction.parts.board import symbol_of
from musterhall.games.age_of_destruction.parts.scene import picture_of
from musterhall.games.age_of_destruction.referee.referee import QUESTIONS
from musterhall.games.age_of_destruction.units.sheets import Sheets, sample_sheets
from musterhall.games.age_of_destruction.units.showing import kind_words, range_words


class AgeOfDestructionKit(ListedKit):
    questions = QUESTIONS
    game_name = "age_of_destruction"
    usual_size = (36, 36)

    def __init__(self, sheets: Sheets | None = None) -> None:
        self._sheets = sheets

    @cached_property
    def file(self) -> KitFile:  # type: ignore[override]
        return read_kit_file(catalogue_data("kit.toml"))

    def kinds(self) -> Sequence[UnitKind]:
        known = sample_sheets() if self._sheets is None else self._sheets
        return [
            UnitKind(one.name, one.faction or "Any faction", symbol_of(one), f"{kind_words(one)}; {range_words(one)}")
            for one in known
        ]

    def picture(self, data: Mapping[str, Any], name: str) -> Picture:
        return picture_of(data, name, self._sheets)
