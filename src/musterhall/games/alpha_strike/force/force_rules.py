"""What an Alpha Strike event allows in a force, as its pack writes it down."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Self

from pydantic import Field, model_validator

from musterhall.game import terms
from musterhall.game.terms import PackRule, bare
from musterhall.games.alpha_strike.units.cards import MECHS


class Share(PackRule):
    """The share of the force's points, in percent, that must be units of these types."""

    least: int = Field(ge=0, le=100)
    types: list[str] = Field(default=list(MECHS))


class Most(PackRule):
    most: int = Field(ge=0)


class Skills(PackRule):
    best: int = Field(alias="from", ge=0, le=8)
    worst: int = Field(alias="to", ge=0, le=8)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.worst < self.best:
            raise ValueError(f"from {self.best} is above to {self.worst}; swap them")
        return self


class PilotKind(Skills):
    """A kind of pilot and the skills it has; a legendary one has a name and its own abilities."""

    kind: str = Field(min_length=1)
    legendary: bool = False


class Carriers(Most):
    """How many units may have a special ability."""

    special: str = Field(min_length=1)


class Barred(PackRule):
    """Units that may not be taken: by the type on their card, the unit list's kind, or how it designates them."""

    what: str = Field(min_length=1)
    types: list[str] = Field(default=[])
    kinds: list[str] = Field(default=[])
    designations: list[str] = Field(default=[])
    accepted: list[str] = Field(default=[])
    """Units that the organiser lets in all the same, by name."""

    @model_validator(mode="after")
    def _bars_something(self) -> Self:
        if not (self.types or self.kinds or self.designations):
            raise ValueError("bars nothing; give it types, kinds or designations")
        return self

    @cached_property
    def words(self) -> frozenset[str]:
        return barred_words(self.types, self.kinds, self.designations)

    def accepts(self, unit: str) -> bool:
        return unit.casefold() in (name.casefold() for name in self.accepted)


def barred_words(types: Iterable[str], kinds: Iterable[str], designations: Iterable[str]) -> frozenset[str]:
    """What a card is, or a rule bars, as words that can be compared."""
    return frozenset(
        f"{sort} {word.casefold()}"
        for sort, words in (("type", types), ("kind", kinds), ("designation", designations))
        for word in words
    )


class Unusable(PackRule):
    """Special abilities that a unit may have but not use."""

    specials: list[str]


class Faction(terms.Faction):
    available: bool = False
    """Units must be available to the faction in the era."""

    def told(self) -> str:
        available = "; every unit must be available to it" if self.available else ""
        return f"{super().told()}{available}"


class Era(PackRule):
    name: str = Field(alias="is", min_length=1)


class PilotAbilities(PackRule):
    allowed: bool = True
    pilots: int | None = Field(default=None, ge=0)
    """How many pilots of a force may have abilities of their own."""
    limits_by_skill: bool = True
    legendary_only: bool = False
    banned: list[str] = Field(default=[])


class CommandAbilities(PackRule):
    allowed: bool = True
    most: int | None = Field(default=None, ge=0)
    banned: list[str] = Field(default=[])


class Munitions(PackRule):
    allowed: bool = True
    per_keyword: int | None = Field(default=None, ge=1)
    banned: list[str] = Field(default=[])


class Formations(PackRule):
    allowed: bool = True
    fewest: int = Field(default=3, ge=1)
    most: int = Field(default=6, ge=1)
    sources: list[str] = Field(default=[])
    """Books whose formations may be used; empty means all."""
    banned: list[str] = Field(default=[])

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.most < self.fewest:
            raise ValueError(f"most {self.most} is below fewest {self.fewest}; swap them")
        return self


class CommandUnits(PackRule):
    """Units whose death matters and whose identity the opponent does not know."""

    most: int | None = Field(default=None, ge=0)
    fewest: int = Field(default=0, ge=0)
    """How many a force must name with its list; they are usually named before a match."""
    needed_in: list[str] = Field(default=[])
    """Scenarios that need `most` of them."""
    never: list[str] = Field(default=[])
    """Types that cannot be command units."""
    commanders_of: list[str] = Field(default=[])
    """Kinds of formation whose commander must be one."""


class ForceRules(terms.ForceRules):
    """What a force may hold. A rule that is left out does not exist at this event."""

    era: Annotated[Era, bare("is")] | None = None
    faction: Faction | None = None
    mech_share: Annotated[Share, bare("least")] | None = None
    skill: Skills | None = None
    pilots: list[PilotKind] = Field(default=[])
    same_legend: Annotated[Most, bare("most")] | None = None
    same_chassis: Annotated[Most, bare("most")] | None = None
    carriers: list[Carriers] = Field(default=[])
    barred: list[Barred] = Field(default=[])
    unusable: Unusable | None = None
    pilot_abilities: PilotAbilities = PilotAbilities()
    command_abilities: CommandAbilities = CommandAbilities()
    alternate_munitions: Munitions = Munitions()
    formations: Formations = Formations()
    command_units: CommandUnits = CommandUnits()


Terms = terms.Terms[ForceRules]
"""The terms of an Alpha Strike event."""
