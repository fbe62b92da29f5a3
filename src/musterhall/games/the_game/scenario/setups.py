"""Ready-made set-ups: the armies and the table of a battle for which nobody named others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from musterhall.dice import Dice, Die
from musterhall.games.the_game.field.coasts import random_coast
from musterhall.games.the_game.field.random_tables import random_table
from musterhall.games.the_game.field.tables import Draw
from musterhall.table import Table

if TYPE_CHECKING:
    from musterhall.games.the_game.game import Setup

RED_FORCE, BLUE_FORCE = "humanxx-1000", "orc-hegemony-1000"
LANDING = "landing"
LANDING_FORCES = ("orc-landing", "humanxx-shore")
OTHER_LANDING_FORCES = (("orc-landing-fast",), ("humanxx-shore-submarines",))
HOUSE_RULES = (
    "Red lands from the sea in the north; Blue defends the shore.",
    "Blue sets up first, formation by formation, anywhere on land, vessels within 30 cm of a short edge. "
    "Red's vessels follow, within 30 cm of their own edge and 15 cm or more from the enemy, with the troops aboard.",
    "Only Blue may bring aircraft. They and who rides in them do not set up but come in over Blue's own edge, as in "
    "the Meeting Engagement; helicopters of a battle group set up on land.",
    "Each boat has room for two units of its formation. "
    "The book prints no hovercraft, ground effect vehicle or submarine; datasheets of those that take part are ours.",
    "Everybody has a first command, as in the Meeting Engagement.",
    "Three objectives lie 20 cm behind the shore, a quarter, half and three quarters of the way along it.",
    "Red wins as the end phase of turn 4 or a later one begins if it holds two of them; Blue wins if Red holds none in "
    "that of turn 6. Otherwise victory points decide after turn 6.",
)
"""How a landing is set up and won. No rulebook says so: these rules are ours."""

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
    return random_table(_draw(seed), f"Table {seed}")


def coast_of_seed(seed: int) -> Table:
    """The random coast that belongs to a seed."""
    return random_coast(_draw(seed), f"Coast {seed}")


def _draw(seed: int) -> Draw:
    dice = Dice(seed, recording=False).fresh(_TABLE)
    return lambda limit: dice.one(Die("any", limit), "table") - 1
