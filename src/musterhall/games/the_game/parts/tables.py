"""The tables of THE GAME, as everybody above it asks for them."""

from __future__ import annotations

from collections.abc import Mapping

from musterhall.drawing import table_svg
from musterhall.game.tables import CoveredTables
from musterhall.games.the_game.field.tables import (
    SQUARE,
    cover_share,
    game_table,
    shipped_tables,
    table_map,
    table_problems,
)
from musterhall.games.the_game.scenario.setups import LANDING, coast_of_seed, table_of_seed
from musterhall.problems import Problem
from musterhall.table import Table


class TheGameTables(CoveredTables):
    """180 by 120 cm, about a third of it covered."""

    def files(self) -> Mapping[str, Table]:
        return shipped_tables()

    def cover(self, table: Table) -> float:
        return cover_share(table)

    def of_seed(self, seed: int) -> Table:
        return table_of_seed(seed)

    def of_setup(self, name: str, seed: int) -> Table:
        return coast_of_seed(seed) if name == LANDING else table_of_seed(seed)

    def read(self, text: str, name: str) -> Table:
        return game_table(text, name)

    def problems(self, table: Table) -> list[Problem]:
        return table_problems(table)

    def text_map(self, table: Table) -> list[str]:
        return table_map(table)

    def picture(self, table: Table) -> str:
        return table_svg(table, grid=SQUARE)
