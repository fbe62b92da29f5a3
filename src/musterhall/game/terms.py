"""An event's terms for forces: the part of a pack that belongs to its game.

`packs` reads the file and hands each game its part. What every game has (points, units, and the page that a rule rests
on) is here; a game adds rules of its own to `ForceRules`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Protocol, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from musterhall.problems import Problem
from musterhall.tally import counted

Setting = str | bool


class PackModel(BaseModel):
    """A table of a pack: nothing unknown, nothing of another type, nothing changed later."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=True)


class PackRule(PackModel):
    """A rule of a pack; `because` is the page or heading it rests on."""

    because: str = ""


def bare(field: str) -> BeforeValidator:
    """A rule that needs one figure may be written as that figure alone: points = 400."""
    return BeforeValidator(lambda value: value if isinstance(value, Mapping | BaseModel) else {field: value})


class Points(PackRule):
    """The most a force may cost: one figure, or one for each number of units."""

    most: int | None = Field(default=None, ge=1)
    by_units: dict[str, int] = Field(default={})

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.most is None) == (not self.by_units):
            raise ValueError("needs either most or by_units; write one of them")
        wrong = [key for key, points in self.by_units.items() if not key.isdecimal() or points < 1]
        if wrong:
            raise ValueError(f"by_units maps a number of units to points, which {wrong[0]!r} does not; write 4 = 175")
        return self

    def allowed(self, units: int) -> int | None:
        """The points for a force of so many units; None where that number of units is not foreseen."""
        return self.most if self.most is not None else self.by_units.get(str(units))


class Count(PackRule):
    fewest: int = Field(default=0, ge=0)
    most: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.most is not None and self.most < self.fewest:
            raise ValueError(f"most {self.most} is below fewest {self.fewest}; swap them")
        return self


class Faction(PackRule):
    """For games whose forces have one: one faction for the whole force; `allowed` empty means any."""

    required: bool = True
    allowed: list[str] = Field(default=[])

    def told(self) -> str:
        parts = ["one for the whole force" if self.required else "free to choose"]
        if self.allowed:
            parts.append(f"one of {', '.join(self.allowed)}")
        return "; ".join(parts)


class ForceRules(PackModel):
    """What a force may hold. A rule that is left out does not exist at this event."""

    points: Annotated[Points, bare("most")]
    units: Annotated[Count, bare("most")] | None = None


Rules_co = TypeVar("Rules_co", bound=ForceRules, covariant=True)


class Terms(Protocol[Rules_co]):
    """What a game is told of the event that a force is for. A pack is one."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def force(self) -> Rules_co:
        """The force rules, read by the model that the game names."""
        ...

    @property
    def readings(self) -> Mapping[str, Setting]:
        """The answers to open questions that the event gives itself."""
        ...

    @property
    def variants(self) -> Mapping[str, Setting | int]:
        """How the game's open rules are read, where this differs from the usual."""
        ...

    def reading(self, name: str) -> Setting:
        """How the event reads an open question, whether it says so or leaves it at the usual."""
        ...


def number_problems(force: str, units: Sequence[object], rules: ForceRules, word: str) -> list[Problem]:
    """Too few or too many of what a force is counted by, or a number that the points do not foresee."""
    number, rule, points = len(units), rules.units, rules.points
    if rule is not None and number < rule.fewest:
        what = f"has {counted(number, word)}, and needs {rule.fewest}"
        return [Problem(force, what, rule.because, f"Add {rule.fewest - number}.")]
    if rule is not None and rule.most is not None and number > rule.most:
        what = f"has {counted(number, word)}, and {rule.most} are allowed"
        return [Problem(force, what, rule.because, f"Take {number - rule.most} out.")]
    if points.allowed(number) is None:
        what = f"has {counted(number, word)}, and there are points for {', '.join(points.by_units)} only"
        return [Problem(force, what, points.because, "Bring one of these numbers.")]
    return []
