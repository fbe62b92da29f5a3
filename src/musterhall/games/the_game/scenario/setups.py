"""Ready-made set-ups: the armies and the table of a battle for which nobody named others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from musterhall.dice import Dice, Die
from musterhall.games.the_game.field.random_tables import random_table
from musterhall.table import Table

if TYPE_CHECKING:
    from musterhall.games.the_game.game import Setup

RED_FORCE, BLUE_FORCE = "humanxx-1000", "orc-hegemony-1000"

_TABLE = 601
"""Keeps the table's dice apart from the battle's."""


def ready_setup(seed: int) -> Setup:
    """The ready-made armies on the table of this seed."""
    # Whoever only wants a table is spared the rules and their compiled geometry.
    from musterhall.games.the_game.army.forces import shipped_force
    from musterhall.games.the_game.game import Setup
    from musterhall.games.the_game.readings.variants import Variants

    return Setup(shipped_force(RED_FORCE), shipped_force(BLUE_FORCE), table_of_seed(seed), Variants.default())


def table_of_seed(seed: int) -> Table:
    """The random table that belongs to a seed."""
    dice = Dice(seed, recording=False).fresh(_TABLE)
    return random_table(lambda limit: dice.one(Die("any", limit), "table") - 1, f"Table {seed}")
