"""The tables of Alpha Strike, as everybody above it asks for them."""

from __future__ import annotations

from collections.abc import Mapping

from musterhall.drawing import table_svg
from musterhall.game.tables import CoveredTables
from musterhall.games.alpha_strike.field.making_tables import table_of_seed
from musterhall.games.alpha_strike.field.tables import (
    LENGTH,
    SMALL_TABLE,
    cover_share,
    game_table,
    shipped_tables,
    table_problems,
    text_map,
)
from musterhall.games.alpha_strike.parts.offered import is_small
from musterhall.problems import Problem
from musterhall.table import Table


class AlphaStrikeTables(CoveredTables):
    """72 by 48 inches with woods, hills, water, buildings and roads; 36 by 22 for Drafted for War."""

    length = LENGTH

    def files(self) -> Mapping[str, Table]:
        return shipped_tables()

    def cover(self, table: Table) -> float:
        return cover_share(table)

    def of_seed(self, seed: int) -> Table:
        return table_of_seed(seed)

    def of_setup(self, name: str, seed: int) -> Table:
        """15 On a small table the players place terrain themselves, as a part of the battle."""
        return SMALL_TABLE if is_small(name) else table_of_seed(seed)

    def read(self, text: str, name: str) -> Table:
        return game_table(text, name)

    def problems(self, table: Table) -> list[Problem]:
        return table_problems(table)

    def text_map(self, table: Table) -> list[str]:
        return text_map(table)

    def picture(self, table: Table) -> str:
        return table_svg(table, length=self.length, scale=4)
