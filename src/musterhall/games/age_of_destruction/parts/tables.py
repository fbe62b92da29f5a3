"""The tables of Age of Destruction, as everybody above it asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from musterhall.drawing import table_svg
from musterhall.game.tables import Tables
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
from musterhall.tally import counted


class AgeOfDestructionTables(Tables):
    """36 by 36 inches with woods, hills, water and buildings."""

    def names(self) -> Sequence[str]:
        return tuple(shipped_tables())

    def shipped(self, name: str) -> Table:
        return shipped_tables()[name]

    def of_seed(self, seed: int) -> Table:
        return table_of_seed(seed)

    def read(self, text: str, name: str) -> Table:
        return game_table(text, name)

    def problems(self, table: Table) -> list[Problem]:
        return table_problems(table)

    def in_words(self, table: Table) -> str:
        size = f"{table.width:g} by {table.depth:g} {table.unit}"
        return f"{size}, {counted(len(table.pieces), 'piece')}, {cover_share(table):.0%} covered"

    def text_map(self, table: Table) -> list[str]:
        return text_map(table)

    def picture(self, table: Table) -> str:
        return table_svg(table, length=LENGTH, scale=4)

    def figures(self, table: Table) -> dict[str, Any]:
        return {"cover": cover_share(table)}
