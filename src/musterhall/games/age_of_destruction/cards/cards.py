"""Cards as files have them: a name, a kind, what it says, and what it does in words that the rules know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import Field

from musterhall.games.age_of_destruction.hands import CardKind
from musterhall.games.age_of_destruction.names import Name, plain
from musterhall.games.age_of_destruction.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model

SAMPLES = "cards-samples.toml"
FIGURES = ("speed", "attack", "defense", "damage", "range", "orders", "heat", "vent")
"""What a planetary condition may change by a number."""
SCORES = ("score_eliminated", "score_middle", "score_zone")
"""What a mission may give points for."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a card does."""

    does: str
    by: int
    types: tuple[str, ...] = ()
    """Unit types or speed modes that it is for; none is everybody."""
    within: int = 0
    """Inches, for what is counted about the middle of the table."""

    @property
    def known(self) -> bool:
        return self.does in FIGURES or self.does in SCORES

    def is_for(self, type: str, mode: str) -> bool:
        return not self.types or type in self.types or mode in self.types


@dataclass(frozen=True, slots=True)
class Card:
    """A card that a player may play."""

    name: str
    kind: CardKind
    text: str
    effects: tuple[Effect, ...] = ()

    @property
    def works(self) -> bool:
        """Whether the rules know all that it does; a dummy does nothing and works."""
        return self.kind == "dummy" or (bool(self.effects) and all(effect.known for effect in self.effects))


class Cards:
    """Many cards, found by name."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self._known = {plain(card.name): card for card in cards}

    def __iter__(self) -> Iterator[Card]:
        return iter(self._known.values())

    def known(self, name: str) -> Card | None:
        """The card of this name where a file has it."""
        return self._known.get(plain(name))

    def get(self, name: str, kind: CardKind = "dummy") -> Card:
        """The card of this name; one that no file has can be played and does nothing."""
        return self.known(name) or Card(name, kind, "")


class _EffectRow(FileModel):
    does: str = Field(min_length=1, max_length=40)
    by: int = Field(default=0, ge=-20, le=1000)
    types: list[str] = Field(default=[])
    within: int = Field(default=0, ge=0, le=100)


class _CardRow(FileModel):
    name: Name
    kind: CardKind
    text: str = ""
    effect: list[_EffectRow] = Field(default=[])


def read_card(data: Mapping[str, Any], place: str) -> Card:
    """One card of a file; an effect that the rules do not know is kept, and does nothing."""
    row = parse_model(_CardRow, data, place)
    effects = tuple(Effect(one.does, one.by, tuple(one.types), one.within) for one in row.effect)
    return Card(row.name, row.kind, row.text, effects)


@cache
def sample_cards() -> Cards:
    """The cards that ship with the game, all invented."""
    rows = catalogue_data(SAMPLES)["card"]
    return Cards(read_card(row, f"catalogue/{SAMPLES}, {row.get('name', at)}") for at, row in enumerate(rows, 1))
