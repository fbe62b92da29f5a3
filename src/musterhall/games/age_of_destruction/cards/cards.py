"""Cards as files have them: a name, a kind, what it says, and what it does in words that the rules know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from musterhall.games.age_of_destruction.hands import CardKind
from musterhall.games.age_of_destruction.names import Name, Text, plain
from musterhall.games.age_of_destruction.package_data import FileModel, catalogue_data
from musterhall.games.age_of_destruction.units.dials import SpeedMode, UnitType
from musterhall.problems import parse_model

SAMPLES = "cards-samples.toml"
FIGURES = ("speed", "attack", "defense", "damage", "range", "orders", "heat", "vent")
"""What a planetary condition may change by a number."""
SCORES = ("score_eliminated", "score_middle", "score_zone")
"""What a mission may give points for."""
KNOWN: Mapping[CardKind, tuple[str, ...]] = {"planetary_condition": FIGURES, "mission": SCORES, "dummy": ()}


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a card does."""

    does: str
    by: int
    types: tuple[str, ...] = ()
    """Unit types or speed modes that it is for; none is everybody."""
    within: int = 0
    """Inches, for what is counted about the middle of the table."""

    def is_for(self, type: str, mode: str) -> bool:
        return not self.types or type in self.types or mode in self.types


@dataclass(frozen=True, slots=True)
class Card:
    """A card that a player may play."""

    name: str
    kind: CardKind
    text: str = ""
    effects: tuple[Effect, ...] = ()
    """What it does."""
    idle: tuple[Effect, ...] = ()
    """What its file says besides, and no rule knows of a card of its kind."""

    @property
    def remark(self) -> str:
        """That it does nothing or not all, and why; nothing is said of a card that does all it says, or of a dummy."""
        if self.kind == "dummy" or (self.effects and not self.idle):
            return ""
        words = " or ".join(dict.fromkeys(effect.does for effect in self.idle))
        kind = self.kind.replace("_", " ")
        why = f"no {kind} has {words} by the rules here" if words else "nobody has written down what it does"
        return f"does {'not all that it says' if self.effects else 'nothing here'}, for {why}"


NO_CARD = Card("", "dummy")
"""What a player has played who has played none."""


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
        return self.known(name) or Card(name, kind)


class _EffectRow(FileModel):
    does: str = Field(min_length=1, max_length=40)
    by: int = Field(default=0, ge=-20, le=1000)
    types: list[Literal[UnitType, SpeedMode]] = Field(default=[])
    within: int = Field(default=0, ge=0, le=100)

    @model_validator(mode="after")
    def _near_what(self) -> Self:
        if self.does == "score_middle" and not self.within:
            raise ValueError("score_middle counts units within so many inches; write within = 4, or another number")
        return self


class CardRow(FileModel):
    """One card as a file has it."""

    name: Name
    kind: CardKind
    text: Text = ""
    effect: list[_EffectRow] = Field(default=[], max_length=20)

    def card(self) -> Card:
        """An effect that the rules do not know is kept, and does nothing."""
        effects = [Effect(one.does, one.by, tuple(one.types), one.within) for one in self.effect]
        does = tuple(one for one in effects if one.does in KNOWN[self.kind])
        return Card(self.name, self.kind, self.text, does, tuple(one for one in effects if one not in does))


def read_card(data: Mapping[str, Any], place: str) -> Card:
    """One card of a file."""
    return parse_model(CardRow, data, place).card()


def card_data(card: Card) -> dict[str, Any]:
    """A card as a file has it, so whole that it needs no other."""
    effects = [_effect_data(effect) for effect in (*card.effects, *card.idle)]
    return {"name": card.name, "kind": card.kind, "text": card.text, **({"effect": effects} if effects else {})}


def _effect_data(effect: Effect) -> dict[str, Any]:
    more = {"types": list(effect.types), "within": effect.within}
    return {"does": effect.does, "by": effect.by, **{key: value for key, value in more.items() if value}}


@cache
def sample_cards() -> Cards:
    """The cards that ship with the game, all invented."""
    rows = catalogue_data(SAMPLES)["card"]
    return Cards(read_card(row, f"catalogue/{SAMPLES}, {row.get('name', at)}") for at, row in enumerate(rows, 1))
