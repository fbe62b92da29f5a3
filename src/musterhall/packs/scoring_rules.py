"""From a card to a result: the steps of scoring, byes and concessions."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from musterhall.game.terms import PackModel, PackRule, Setting
from musterhall.packs.card_rules import CardField, Ending, Limit, UnitState
from musterhall.packs.parts import Exact, Key

DIE = "die"
"""The last tie-breaker: each rolls one, and rolls again while they are level."""


class Counted(PackModel):
    """The points of units in these states, times a figure."""

    whose: Literal["own", "opponent"]
    states: list[Key] = Field(min_length=1)
    types: list[str] = Field(default=[])
    times: Exact = Fraction(1)
    rounding: Literal["exact", "down"] = "exact"
    """Of each unit's points."""
    by: Literal["points", "units"] = "points"
    """What is counted of them: their points, or how many they are."""


class OneOfSeveral(PackRule):
    """A step that is taken only where the pack reads these open questions so."""

    readings: dict[str, Setting] = Field(default={})


class Measure(OneOfSeveral):
    """A figure of each player: points of fields and of units, cut at the cap."""

    do: Literal["measure"]
    name: Key
    title: str = Field(min_length=1)
    fields: list[Key] | Literal["scenario"] = Field(default=[])
    """The fields that count, or all of the scenario's own."""
    counts: list[Counted] = Field(default=[])
    cap: int | None = Field(default=None, ge=0)
    only_if: Key | None = None
    """A shared field that must be ticked; otherwise the measure is left out of the match."""


class Test(PackModel):
    """More of a measure than the opponent, and not less than the least, wins."""

    most: Key
    least: Exact = Fraction(0)


class Winner(OneOfSeveral):
    """The first test that one of the players passes decides; none passed is a draw, unless conditions follow."""

    do: Literal["winner"]
    by: list[Test] = Field(min_length=1)


class Conditions(OneOfSeveral):
    """Each measure is a condition, won by who has more of it; who wins more conditions wins the match."""

    do: Literal["conditions"]
    name: Key
    title: str = Field(min_length=1)
    of: list[Key] = Field(min_length=1)
    ties: list[Key] = Field(default=[])
    """Measures that decide when the conditions do not, and last perhaps the die."""


class Award(OneOfSeveral):
    """Points for winning, drawing and losing."""

    do: Literal["award"]
    name: Key
    title: str = Field(min_length=1)
    win: Exact
    draw: Exact = Fraction(0)
    loss: Exact = Fraction(0)


class Sum(OneOfSeveral):
    do: Literal["sum"]
    name: Key
    title: str = Field(min_length=1)
    of: list[Key] = Field(min_length=1)


Step = Annotated[Measure | Winner | Conditions | Award | Sum, Field(discriminator="do")]


class Scoring(PackRule):
    """From the card to the result, step by step."""

    ends: list[Ending] = Field(default=["time", "early", "no_opponent"], min_length=1)
    """How a match may end; early only where its scenario has an end of its own."""
    last: dict[Key, int] = Field(default={})
    """What these shared fields have come to in a match that was played in full."""
    state: list[UnitState] = Field(default=[])
    field: list[CardField] = Field(default=[])
    """On every card, whatever the scenario."""
    limit: list[Limit] = Field(default=[])
    steps: list[Step] = Field(min_length=1)

    def titles(self) -> dict[str, str]:
        """What each figure that the steps make is called."""
        return {step.name: step.title for step in self.steps if not isinstance(step, Winner)}


class Bye(PackRule):
    """A player without an opponent: the round's average of these figures, and something on top."""

    of: list[Key] = Field(default=[])
    rounding: Literal["exact", "down"] = "exact"
    plus: dict[str, Exact] = Field(default={})
    on_request: Literal["no", "like_a_bye", "no_points"] = "no"
    """Whether players may ask for one, and what it then gives."""


class Concession(PackRule):
    """The conceder has nothing; the other the better of the bye with `bye_plus` and his own figures with `own_plus`."""

    own: list[Key] = Field(default=[])
    own_plus: dict[str, Exact] = Field(default={})
    bye_plus: dict[str, Exact] = Field(default={})
