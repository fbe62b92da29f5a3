"""Whom a unit fires at: the best by a quick reckoning that the rules allow."""

from __future__ import annotations

import math

import numpy as np

from musterhall.battle.decisions import Answer, Decision, Illegal
from musterhall.games.alpha_strike.agents.outlook import Outlook
from musterhall.games.alpha_strike.agents.weighing import (
    CHANCES,
    FOE_RADIUS,
    FOE_SHORT,
    FOE_SKILL,
    FOE_TMM,
    FOE_WORTH,
    FOE_X,
    FOE_Y,
    LONG_TO,
    MEDIUM_TO,
    SHORT_TO,
)
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
        promise = expected(view, unit, outlook, foes)
        for place in np.argsort(-promise, kind="stable")[:TRIES].tolist():
            if promise[place] <= 0.0:
                return None
            answer = {"attack": "weapons", "target": ids[place]}
            if is_legal(decision, answer):
                return answer
        return None


def is_legal(decision: Decision, answer: Answer) -> bool:
    """Whether the rules would take an answer."""
    try:
        decision.check(answer)
    except Illegal:
        return False
    return True


def expected(view: Position, unit: int, outlook: Outlook, foes: Floats) -> Floats:
    """What a unit may expect of firing at each enemy, in worth, before sight is looked at; 0 behind it."""
    x, y = view.at(unit)
    own = outlook.figures[unit]
    east, south = foes[:, FOE_X] - x, foes[:, FOE_Y] - y
    apart = np.hypot(east, south) - own[FOE_RADIUS] - foes[:, FOE_RADIUS]
    bracket = (apart > SHORT_TO).astype(np.int64) + (apart > MEDIUM_TO)
    mode = view.conditions[unit].mode
    moved = 2 if mode == "jump" else -1 if mode in ("", "standstill") else 0
    number = own[FOE_SKILL] + moved + foes[:, FOE_TMM] + 2 * bracket
    chances = np.where(number > 12, 0.0, CHANCES[np.clip(number, 2, 12).astype(np.int64)])
    angle = math.radians(float(view.facing[unit]))
    ahead = east * math.cos(angle) + south * math.sin(angle) >= -1e-9
    if view.unit(unit).is_infantry:
        ahead[:] = True
    return own[FOE_SHORT + bracket] * chances * foes[:, FOE_WORTH] * (apart <= LONG_TO) * ahead  # type: ignore[no-any-return]
