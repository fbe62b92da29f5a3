"""Age of Destruction's tournament hands as events and pages ask for them."""

from __future__ import annotations

from collections.abc import Sequence

from musterhall.game.hands import HandCards, Hands, Readings
from musterhall.game.terms import ForceRules, Terms
from musterhall.game.words import in_words
from musterhall.games.age_of_destruction import hands
from musterhall.games.age_of_destruction.cards.cards import sample_cards
from musterhall.games.age_of_destruction.hands import Hand, HandCard
from musterhall.games.age_of_destruction.names import plain
from musterhall.games.age_of_destruction.readings import open_questions as questions
from musterhall.problems import Problem
from musterhall.tally import counted

NOT_KNOWN = "What it does is not known here: follow its own text; for the program it does nothing."
KINDS = {"planetary_condition": "planetary conditions", "mission": "missions", "dummy": "dummies"}
DOUBLES = {
    "by_name": "no two of the same name",
    "one": "no two of the same name, and one dummy at most",
    "any": "no two of the same name, but for dummies",
}

BEGINNING = Hand((HandCard("name of a card", "planetary_condition"), HandCard("Dummy", "dummy")))
"""What a player fills in who has no hand yet."""


class AgeOfDestructionHands(Hands):
    @property
    def questions(self) -> tuple[str, ...]:
        return tuple(questions())

    def told(self, kinds: Sequence[str], rounds: int, terms: Terms[ForceRules]) -> str:
        of_a_kind = max(1, rounds - 1) if terms.reading("kind_limit") == "fewer_or_one" else rounds - 1
        words = {kind: KINDS.get(kind, kind) for kind in kinds}
        limited = in_words(f"{of_a_kind} {word}" for kind, word in words.items() if kind != "dummy")
        doubles = DOUBLES[str(terms.reading("dummy_doubles"))]
        most = counted(rounds, "card")
        return f"{in_words(words.values())}: {most} at most, at most {limited} among them, {doubles}"

    def read(self, text: str, name: str) -> list[dict[str, str]]:
        return _rows(hands.read_hand(text, name))

    def cards(self, rows: HandCards, name: str) -> list[dict[str, str]]:
        return _rows(_hand(rows, name))

    def text(self, cards: HandCards) -> str:
        return hands.hand_toml(_hand(cards) if cards else BEGINNING)

    def problems(self, cards: HandCards, rounds: int, readings: Readings) -> list[Problem]:
        return hands.hand_problems(_hand(cards).cards, rounds, readings)

    def play_problems(self, cards: HandCards, played: Sequence[str], card: str, readings: Readings) -> list[Problem]:
        return hands.play_problems(_hand(cards), played, card, readings=readings)

    def left(self, cards: HandCards, played: Sequence[str], readings: Readings) -> list[str]:
        return [card.name for card in hands.cards_left(_hand(cards), played, readings=readings)]

    def card(self, cards: HandCards, name: str) -> dict[str, str] | None:
        found = _hand(cards).card(name)
        return {"name": found.name, "kind": found.kind} if found else None

    def about(self, name: str) -> str:
        known = sample_cards().known(name)
        if known is None:
            return NOT_KNOWN
        return f"{known.text} {NOT_KNOWN}".strip() if known.remark else known.text

    def same(self, name: str, other: str) -> bool:
        return plain(name) == plain(other)


HANDS = AgeOfDestructionHands()


def _hand(rows: HandCards, name: str = "the hand") -> Hand:
    return hands.hand_from_data({"game": "age_of_destruction", "card": [dict(row) for row in rows]}, name)


def _rows(hand: Hand) -> list[dict[str, str]]:
    return [{"name": card.name, "kind": card.kind} for card in hand.cards]
