"""A bot in thirty lines: it makes for the middle of the table and fires at whatever it can.

muster battle the-game --agents examples/my_bot.py:Gunner,drill
"""

from typing import Any

from musterhall import Answer, Bot, answers
from musterhall.games.the_game.decisions import DrawMap, Fire, GiveCommands, Move


class Gunner(Bot):
    name = "gunner"

    @answers(DrawMap)
    def draw_map(self, decision: DrawMap, view: Any) -> Answer:
        return list(decision.options())[1]  # each battle group two squares forward

    @answers(GiveCommands)
    def give_commands(self, decision: GiveCommands, view: Any) -> Answer:
        self.why = "forward, and fire on the way"
        planned = decision.aid()["planned"].items()  # what was given for this turn already, by formation
        return [[int(formation), None if now else "advance", "advance"] for formation, now in planned]

    @answers(Move)
    def move(self, decision: Move, view: Any) -> Answer:
        x, y = view.field.table.width / 2, view.field.table.depth / 2
        moves = [move["go"] for move in decision.options() if move and "go" in move]
        nearest = min(moves, key=lambda go: sum(abs(at[1] - x) + abs(at[2] - y) for at in go), default=None)
        return None if nearest is None else {"go": nearest}

    @answers(Fire)
    def fire(self, decision: Fire, view: Any) -> Answer:
        return list(decision.options())[-1]  # the first of them is to hold fire
