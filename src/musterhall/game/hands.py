"""Tournament hands: cards that a player takes through an event, one to be played in each game.

An event keeps a hand as rows of name and kind. `readings` are the event's answers to what the game's papers leave open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from musterhall.game.terms import ForceRules, Setting, Terms
from musterhall.problems import Problem

HandCards = Sequence[Mapping[str, str]]
Readings = Mapping[str, Setting]


class Hands(Protocol):
    @property
    def questions(self) -> tuple[str, ...]:
        """The open questions that a hand looks at."""
        ...

    def told(self, kinds: Sequence[str], rounds: int, terms: Terms[ForceRules]) -> str:
        """What a hand of a tournament of so many rounds may hold, in words."""
        ...

    def read(self, text: str, name: str) -> list[dict[str, str]]:
        """The cards in a file."""
        ...

    def cards(self, rows: HandCards, name: str) -> list[dict[str, str]]:
        """The cards as they are kept, or everything that keeps them from being a hand."""
        ...

    def text(self, cards: HandCards) -> str:
        """The file of a hand; of no cards, one that shows how it is written."""
        ...

    def problems(self, cards: HandCards, rounds: int, readings: Readings) -> list[Problem]:
        """What is wrong with a hand for a tournament of so many rounds."""
        ...

    def play_problems(self, cards: HandCards, played: Sequence[str], card: str, readings: Readings) -> list[Problem]:
        """Whether a card may be played after those of earlier games; an empty name plays none."""
        ...

    def left(self, cards: HandCards, played: Sequence[str], readings: Readings) -> list[str]:
        """The names of the cards that are not spent."""
        ...

    def card(self, cards: HandCards, name: str) -> Mapping[str, str] | None:
        """The card of this name, however it is written."""
        ...

    def about(self, name: str) -> str:
        """What a card does, as far as anybody here knows."""
        ...

    def same(self, name: str, other: str) -> bool:
        """Whether two names mean the same card."""
        ...
