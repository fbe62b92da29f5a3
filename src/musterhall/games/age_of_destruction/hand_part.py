"""Age of Destruction's tournament hands as events and pages ask for them."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.game.hands import Cards, Hands, Readings
from musterhall.games.age_of_destruction import hands
from musterhall.games.age_of_destruction.hands import Hand, HandCard
from musterhall.games.age_of_destruction.names import plain
from musterhall.games.age_of_destruction.readings import readings as questions
from musterhall.problems import Problem

BEGINNING = Hand((HandCard("name of a card", "planetary_condition"), HandCard("Dummy", "dummy")))
"""What a player fills in who has no hand yet."""


class AgeOfDestructionHands(Hands):
    @property
    def questions(self) -> tuple[str, ...]:
        return tuple(questions())

    def read(self, text: str, name: str) -> list[dict[str, str]]:
        return _rows(hands.read_hand(text, name))

    def cards(self, rows: Cards, name: str) -> list[dict[str, str]]:
        return _rows(_hand(rows, name))

    def text(self, cards: Cards) -> str:
        return hands.hand_toml(_hand(cards) if cards else BEGINNING)

    def problems(self, cards: Cards, rounds: int, readings: Readings) -> list[Problem]:
        return hands.hand_problems(_hand(cards).cards, rounds, readings)

    def play_problems(self, cards: Cards, played: Sequence[str], card: str, readings: Readings) -> list[Problem]:
        return hands.play_problems(_hand(cards), played, card, readings=readings)

    def left(self, cards: Cards, played: Sequence[str], readings: Readings) -> list[str]:
        return [card.name for card in hands.cards_left(_hand(cards), played, readings=readings)]

    def card(self, cards: Cards, name: str) -> dict[str, str] | None:
        found = _hand(cards).card(name)
        return {"name": found.name, "kind": found.kind} if found else None

    def same(self, name: str, other: str) -> bool:
        return plain(name) == plain(other)


HANDS = AgeOfDestructionHands()


def _hand(rows: Cards, name: str = "the hand") -> Hand:
    return hands.hand_from_data({"game": "age_of_destruction", "card": [dict(row) for row in rows]}, name)


def _rows(hand: Hand) -> list[dict[str, str]]:
    return [{"name": card.name, "kind": card.kind} for card in hand.cards]
