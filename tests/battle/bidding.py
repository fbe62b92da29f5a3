"""A game small enough to see through that has what the large ones have: dice, secrets, and questions to both at once.

Each round both players hide a bid, then the one whose turn it is presses their luck for the pot; when they stop, the
bids are shown, and the higher one takes what is in it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Choice, Rule, YesOrNo
from musterhall.dice import Dice, Die, d6

BIDDING, PRESSING = "bidding", "pressing"
HIDDEN, NONE = -1, 0
BIDS = (1, 2, 3, 4, 5)
ROUNDS = 6


@dataclass
class Pot:
    round: int = 0
    phase: str = BIDDING
    gold: tuple[int, int] = (0, 0)
    bids: tuple[int, int] = (NONE, NONE)

    def copy(self) -> Self:
        return replace(self)

    def fingerprint(self) -> str:
        return repr((self.round, self.phase, self.gold, self.bids))

    def seen_by(self, player: int) -> Self:
        if self.bids == (NONE, NONE):
            return replace(self)
        return replace(self, bids=(self.bids[0], HIDDEN) if player == 0 else (HIDDEN, self.bids[1]))

    def resample(self, dice: Dice, now: Self | None = None) -> Self:
        guess = dice.one(Die("bid", len(BIDS)), "bid")
        red, blue = (guess if bid == HIDDEN else bid for bid in self.bids)
        return replace(self, bids=(red, blue))


class Bid(Choice[int]):
    """1 How much is the pot worth to you?"""

    kind = "bid"
    section = "1"
    secret = True

    def __init__(self, player: int) -> None:
        super().__init__(player, BIDS)

    def question(self) -> str:
        return "How much is the pot worth to you?"


class RollOn(YesOrNo):
    """2 Do you roll, or stop?"""

    kind = "roll"
    section = "2"

    def question(self) -> str:
        return "Do you roll once more?"


class Bidding:
    name, version = "bidding", "1"

    def step(self, battle: Battle[Pot]) -> Rule[None]:
        pot = battle.position
        if pot.phase == BIDDING:
            pot.bids = tuple((yield (Bid(0), Bid(1))))
            pot.phase = PRESSING
            return
        won = yield from press(battle, pot.round % 2)
        gold = list(pot.gold)
        if pot.bids[0] != pot.bids[1]:
            gold[int(pot.bids[1] > pot.bids[0])] += won
        pot.gold, pot.bids, pot.phase, pot.round = (gold[0], gold[1]), (NONE, NONE), BIDDING, pot.round + 1

    def over(self, position: Pot) -> bool:
        return position.round >= ROUNDS


def press(battle: Battle[Pot], player: int) -> Rule[int]:
    """2 Roll until you stop or a 1 shows; it is all or nothing."""
    won = 0
    while (yield RollOn(player)):
        face = battle.roll(1, d6, "luck")[0]
        battle.tell("roll", f"player {player} rolls {face}", "2")
        if face == 1:
            return 0
        won += face
    return won


def bidding(seed: int) -> Battle[Pot]:
    return Battle(Bidding(), Pot(), Dice(seed))
