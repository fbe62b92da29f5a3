"""What a lab needs of a game to find prices by battles: what has a price, forces drawn at a price, and costs put in.

A thing with a price is told by its key, a text that people read too. What a force has of each adds up to its price.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any

from pydantic import Field

from musterhall.data_files import FileModel
from musterhall.problems import BadInput, Problem, parse_model, parse_toml

Chance = Random
"""Where a game that draws a force gets its numbers from."""
Costs = Mapping[str, float]
"""What each thing costs, by its key."""


@dataclass(frozen=True, slots=True)
class Priced:
    """Something that has a price of its own."""

    key: str
    """As files and tables have it: HumanXX, Mortar Battery."""
    stand_in: float
    """What it costs until somebody has found out better."""
    part_of: str = ""
    """The key of what it is added to, for an upgrade."""


class FoundPrice(FileModel):
    """One price as a costs file has it."""

    of: str
    cost: Annotated[float, Field(ge=0)]
    low: float | None = None
    high: float | None = None
    """The ends of its interval, where it was measured."""
    measured: bool = True
    """Whether any force fielded it; else this is its stand-in, scaled as the others are."""


class CostsFile(FileModel):
    """Prices that a study has found, with all that is needed to find them again."""

    game: str
    study: str
    """The hash of all that the study rests on."""
    made_by: str
    """The command that found them."""
    battles: int
    checked: str
    """What forces that were not used say about them, in a sentence."""
    price: list[FoundPrice] = Field(min_length=1)

    def costs(self) -> dict[str, float]:
        return {one.of: one.cost for one in self.price}


class Pricing(ABC):
    """A game whose forces can be priced."""

    points: int
    """What each of the forces below costs."""
    measured_by: tuple[str, ...]
    """The shipped forces that keep this cost on average, so that new prices are as large as the old ones."""

    @abstractmethod
    def priced(self) -> Sequence[Priced]:
        """Everything that has a price, in the order of the army lists."""

    @abstractmethod
    def armies(self) -> tuple[str, ...]:
        """What forces are drawn from."""

    @abstractmethod
    def draw(self, army: str, costs: Costs, points: int, chance: Chance, name: str) -> dict[str, Any]:
        """A legal force file of one army, as data, whose price comes as near to `points` as a few tries bring it."""

    @abstractmethod
    def counts(self, force: Any) -> dict[str, float]:
        """How much of each thing a force has, by key; what has no price is not in it."""

    @abstractmethod
    def with_costs(self, data: Mapping[str, Any], costs: Costs) -> tuple[dict[str, Any], list[Problem]]:
        """A force file's data with these costs in it, and a remark on each row that they say nothing about."""


def price_of(counts: Mapping[str, float], costs: Costs) -> float:
    """What so much of each thing costs together."""
    return sum(number * costs.get(key, 0.0) for key, number in counts.items())


def read_costs(text: str, name: str, game: str) -> CostsFile:
    """The costs in a file; what is of another game is refused."""
    found = parse_model(CostsFile, parse_toml(text, name), name)
    if found.game != game:
        raise BadInput(f"{name}: has costs of {found.game}, and the force is of {game}; name a file for that game.")
    return found


def pairings(armies: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Who meets whom, in turn and without end: each army another one, and each one its like half as often."""
    while True:
        for at, army in enumerate(armies):
            for other in armies[at + 1 :]:
                yield army, other
            yield army, army
            for other in armies[at + 1 :]:
                yield army, other
