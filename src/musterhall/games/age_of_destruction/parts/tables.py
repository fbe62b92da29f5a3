"""The tables of Age of Destruction, as everybody above it asks for them."""

from __future__ import annotations

from collections.abc import Mapping

from musterhall.drawing import table_svg
from musterhall.game.tables import CoveredTables
from musterhall.games.age_of_destruction.field.making_tables import table_of_seed
from musterhall.games.age_of_destruction.field.tables import (
    LENGTH,
    cover_share,
    game_table,
    shipped_tables,
    table_problems,
    text_map,
)
from musterhall.problems import Problem
from musterhall.table import Table


class AgeOfDestructionTables(CoveredTables):
    """36 by 36 inches with woods, hills, water and buildings."""

    length = LENGTH

    def files(self) -> Mapping[str, Table]:
        return shipped_tables()

    def cover(self, table: Table) -> float:
        return cover_share(table)

    def of_seed(self, seed: int) -> Table:
        return table_of_seed(seed)

    def read(self, text: str, name: str) -> Table:
        return game_table(text, name)

    def problems(self, table: Table) -> list[Problem]:
        return table_problems(table)

    def text_map(self, table: Table) -> list[str]:
        return text_map(table)

    def picture(self, table: Table) -> str:
        return table_svg(table, length=self.length, scale=4)
