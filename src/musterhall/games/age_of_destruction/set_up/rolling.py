"""Who is the first player (rule 10)."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Rule
from musterhall.games.age_of_destruction.position.position import CARDS, TERRAIN, Position
from musterhall.games.age_of_destruction.position.rolls import D6

ROLL = "10"
SIDES = ("Red", "Blue")


class WhoIsFirst(Choice[int]):
    """10 The higher roll says who is the first player."""

    __slots__ = ()
    kind = "first player"
    section = ROLL

    def __init__(self, player: int) -> None:
        super().__init__(player, (player, 1 - player))

    def question(self) -> str:
        return "You rolled higher. Who is the first player?"

    def in_words(self, answer: Answer) -> str:
        return f"{SIDES[answer]} is first"


def roll_for_first(battle: Battle[Position]) -> Rule[None]:
    """10, 40.16 Both roll 2d6, again while they are level; the higher chooses, or is first."""
    position = battle.position
    red = blue = 0
    while red == blue:
        faces = battle.roll(4, D6, "first player")
        red, blue = sum(faces[:2]), sum(faces[2:])
        if red == blue:
            battle.tell("roll", f"Both roll {red}, and roll again", ROLL, red=red, blue=blue)
    winner = int(blue > red)
    battle.tell("roll", f"Red rolls {red}, Blue rolls {blue}", ROLL, red=red, blue=blue)
    first = winner
    if position.field.edition.first_player == "chooses":
        first = yield WhoIsFirst(winner)
    position.first = position.side = first
    battle.tell("first", f"{SIDES[first]} is the first player", ROLL, side=first)
    position.placer = 1 - first
    position.stage = TERRAIN if position.terrain else CARDS
