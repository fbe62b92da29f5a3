"""Whom a unit fires at: the best by a quick reckoning that the rules allow."""

from __future__ import annotations

import math

from musterhall.battle.decisions import Answer
from musterhall.games.alpha_strike.agents.outlook import Outlook
from musterhall.games.alpha_strike.agents.weighing import promises
from musterhall.games.alpha_strike.attacks.attacking import Act
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Floats

TRIES = 6
"""How many targets are tried before a unit gives up."""


class Gunnery:
    """Fires at the target where the most is to be expected."""

    def best_shot(self, decision: Act, view: Position, outlook: Outlook) -> Answer | None:
        """The first legal shot of those that promise something, best first."""
        unit = decision.unit
        ids, foes = outlook.foes(view, view.unit(unit).side)
        if not ids:
            return None
        promise = expected(view, unit, outlook, foes).tolist()
        for place in sorted(range(len(ids)), key=promise.__getitem__, reverse=True)[:TRIES]:
            if promise[place] <= 0.0:
                return None
            answer = {"attack": "weapons", "target": ids[place]}
            if decision.legal(answer):
                return answer
        return None


def expected(view: Position, unit: int, outlook: Outlook, foes: Floats, more: float = 0.0) -> Floats:
    """What a unit may expect of firing at each enemy, in worth, before sight is looked at; 0 behind it.

    `more` is what else is added to its number.
    """
    mode, angle = view.conditions[unit].mode, math.radians(float(view.facing[unit]))
    moved = 2.0 if mode == "jump" else -1.0 if mode in ("", "standstill") else 0.0
    ahead, all_round = (math.cos(angle), math.sin(angle)), view.unit(unit).is_infantry
    return promises(*view.at(unit), *ahead, all_round, moved + more, outlook.figures[unit], foes)
