"""What is played for in a round, and which scenario comes when."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from musterhall.game.terms import PackRule
from musterhall.packs.card_rules import CardField, End, Limit
from musterhall.packs.layouts import Layout
from musterhall.packs.parts import ConditionalLine, Key


class Scenario(PackRule):
    """What is played for in a round."""

    name: Key
    title: str = Field(min_length=1)
    objective: str = ""
    brief: list[str | ConditionalLine] = Field(default=[])
    """The rules in short, for whoever has to play it in five minutes."""
    components: list[str | ConditionalLine] = Field(default=[])
    layout: Layout | None = None
    """The table as it is set up, for a picture of it."""
    command_units: bool = False
    """Each player chooses command units in secret before the match, as many as the force rules say."""
    field: list[CardField] = Field(default=[])
    limit: list[Limit] = Field(default=[])
    end: list[End] = Field(default=[])


class ScenarioChoice(PackRule):
    """Which scenario is played in which round: drawn by lot without repeats, or in the order of the file."""

    pick: Literal["draw", "in_order"] = "in_order"
    announced: str = ""
