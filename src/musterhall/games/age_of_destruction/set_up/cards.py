"""Each player plays a card, face down; both are shown together (rule 11)."""

from __future__ import annotations

from dataclasses import replace

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Rule
from musterhall.games.age_of_destruction.cards.cards import NO_CARD, Card
from musterhall.games.age_of_destruction.position.conditions import cards_in_play
from musterhall.games.age_of_destruction.position.position import DEPLOYMENT, Position

PLAYING = "11"
SIDES = ("Red", "Blue")


class PlayCard(Choice[str]):
    """11 Which card a player plays; nobody else knows before both are shown."""

    __slots__ = ("hand",)
    kind = "card"
    section = PLAYING
    secret = True

    def __init__(self, player: int, hand: tuple[Card, ...]) -> None:
        self.hand = hand or (NO_CARD,)
        super().__init__(player, tuple(card.name for card in self.hand))

    def question(self) -> str:
        return "Which card of your hand do you play?"

    def in_words(self, answer: Answer) -> str:
        return answer or "none"


def play_cards(battle: Battle[Position]) -> Rule[None]:
    """11 Both choose at once and end the step there; then both cards are turned up."""
    position = battle.position
    if not position.with_cards or all(side.card_chosen for side in position.sides):
        show_cards(battle)
        return
    chosen = yield (PlayCard(0, position.sides[0].hand), PlayCard(1, position.sides[1].hand))
    for side, name in enumerate(chosen):
        state = position.sides[side]
        card = next((card for card in state.hand if card.name == name), NO_CARD)
        position.set_side(side, replace(state, card=card, card_chosen=True))


def show_cards(battle: Battle[Position]) -> None:
    """11 The cards are shown, and one whose effect is not known is said to do nothing."""
    position = battle.position
    for side in (0, 1):
        position.set_side(side, replace(position.sides[side], card_shown=True))
    for side, card in cards_in_play(position):
        remark = f", which {card.remark}" if card.remark else ""
        battle.tell("card", f"{SIDES[side]} plays {card.name}{remark}", PLAYING, side=side, card=card.name)
    position.stage = DEPLOYMENT
