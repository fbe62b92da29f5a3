"""What may be on a score card, what cannot be, and what may have become of the units on it."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, Self

from pydantic import Field, model_validator

from musterhall.game.terms import PackRule, Setting
from musterhall.packs.parts import Exact, Key

Ending = Literal["time", "early", "no_opponent", "agreed", "full"]
"""Time is called, the scenario ends it, one side has nobody left, both agree, or the last turn is played."""


class CardField(PackRule):
    """A figure on the score card, counted by each player, or once for both where it is shared."""

    name: Key
    title: str = Field(min_length=1)
    each: Exact = Fraction(0)
    """Points for each."""
    most: int | None = Field(default=None, ge=0)
    yes: bool = False
    """Ticked or not; counts as one or none."""
    shared: bool = False
    per: str = ""
    """Counted anew in every such phase, and written down phase by phase or as a sum."""
    most_per: int | None = Field(default=None, ge=0)
    own_units: bool = False
    """Counts the player's own units, so that it is never more than the force has, in every phase by itself."""
    note: str = Field(default="", max_length=200)
    """What is to be known when it is filled in."""


class Limit(PackRule):
    """What cannot be: the player's own fields and these of the opponent together exceed a figure, or fall short of it.

    What hangs on units is known only where the force they belong to is on file.
    """

    own: list[Key] = Field(min_length=1)
    other: list[Key] = Field(default=[])
    most: int | None = Field(default=None, ge=0)
    most_of: Key | None = None
    """The most is what the player wrote here."""
    plus_other: Key | None = None
    """The most is more by what the opponent wrote here."""
    most_states: list[Key] = Field(default=[])
    """The most is the number of opposing units in one of these states."""
    least: int | None = Field(default=None, ge=1)
    spared: list[Key] = Field(default=[])
    """The least is one less for each opposing unit in one of these states."""
    needs: list[Key] = Field(default=[])
    """Anything at all needs one of the player's own units in one of these states."""
    size: int | None = Field(default=None, ge=1)
    """Of the player's own units look only at those of at least this size; one whose size is not on file may be so."""
    only: Literal["command_units", "costliest"] | None = None
    """Of the opposing units look only at those that may be command units, or at the one that costs the most."""
    each_phase: bool = False
    """Holds in every phase by itself, where phases are written down."""
    before: dict[Key, int] = Field(default={})
    """Holds only while these shared fields are below these figures; empty means always."""
    since: dict[Key, int] = Field(default={})
    """Holds only when these shared fields have reached these figures; empty means always."""
    ended: list[Ending] = Field(default=[])
    """Holds only for matches that ended so; empty means all."""
    says: str = Field(min_length=1)

    @model_validator(mode="after")
    def _one_figure(self) -> Self:
        figures = (self.most, self.most_of, self.most_states or None, self.least, self.needs or None)
        if sum(figure is not None for figure in figures) != 1:
            raise ValueError("needs one of most, most_of, most_states, least and needs; write just one")
        if self.plus_other is not None and self.most_of is None:
            raise ValueError("says plus_other, and no field of the player that it adds to; add most_of, or take it out")
        return self

    @model_validator(mode="after")
    def _looks_at_units(self) -> Self:
        if (self.least is not None) != bool(self.spared):
            raise ValueError("has least just when it has spared; write both or neither")
        if self.size is not None and not self.needs:
            raise ValueError("says size, and looks at no units of the player; add needs, or take size out")
        if self.only is not None and not (self.most_states or self.spared):
            raise ValueError("says only, and looks at no opposing units; add most_states or spared, or take only out")
        return self


class End(PackRule):
    """A match is over before time when one player's fields together reach a figure."""

    fields: list[Key] = Field(min_length=1)
    reach: int = Field(ge=1)
    says: str = Field(min_length=1)
    readings: dict[str, Setting] = Field(default={})
    """Only where the pack reads these open questions so."""
    more: bool = False
    """They must be more than the opponent's, too."""
    since: dict[Key, int] = Field(default={})
    """Only when these shared fields have reached these figures; empty means always."""


class UnitState(PackRule):
    """What may have become of a unit; the first state of a pack is that of a unit nobody wrote down."""

    name: Key
    title: str = Field(min_length=1)
    gone: bool = False
    """It is not on the table any more."""
    unable: bool = False
    """It is on the table, but a side that has nothing else has nobody left to play on with."""
    aboard: bool = False
    """It is inside another unit, which is named."""
    inside: list[str] = Field(default=[])
    """Only inside units of these types; empty means all."""
    places: dict[str, int] = Field(default={})
    """How many places a unit of each type takes; what carries others rides itself in nothing. It is checked where the
    force says how many places the carrier has."""
    types: list[str] = Field(default=[])
    """Only units of these types; empty means all."""
