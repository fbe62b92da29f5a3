"""The Human TRO, who knows where it hurts."""

from __future__ import annotations

from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule, YesOrNo
from musterhall.games.alpha_strike.attacks.firing import DICE_STAND
from musterhall.games.alpha_strike.attacks.lots import Outcome, Volley
from musterhall.games.alpha_strike.attacks.physical import BLOW_HIT, Blow
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position

SECTION = "17"
HUMAN_TRO = "human_tro"


class KnowsWhereItHurts(YesOrNo):
    """17 Whether a Human TRO uses what he knows, once a game."""

    __slots__ = ("target", "unit", "view")
    kind = "human tro"
    section = SECTION

    def __init__(self, view: Position, unit: int, target: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view = view
        self.unit = unit
        self.target = target

    def question(self) -> str:
        names = self.view.unit(self.unit).name, self.view.unit(self.target).name
        return f"{names[0]} has hit {names[1]}: does it add a critical roll, once in the game?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit, "target": self.target}


def _uses_it(battle: Battle[Position], unit: int, target: int) -> Rule[bool]:
    position = battle.position
    if target == NOBODY or position.conditions[unit].used.get(HUMAN_TRO):
        return False
    used = yield KnowsWhereItHurts(position.seen_by(position.unit(unit).side), unit, target)
    if used:
        position.conditions[unit].use(HUMAN_TRO)
        text = f"{position.unit(unit).name} knows where to hit {position.unit(target).name}"
        battle.tell("pilot", text, SECTION, unit=unit, target=target)
    return bool(used)


@DICE_STAND.acted_by(HUMAN_TRO)
def _hits_weakness(battle: Battle[Position], unit: int, shot: Shot, volley: Volley, outcome: Outcome) -> Rule[None]:
    """17 Once a game a hit brings a critical roll more."""
    if outcome.hits and (yield from _uses_it(battle, unit, shot.target)):
        outcome.critical_rolls += 1


@BLOW_HIT.acted_by(HUMAN_TRO)
def _strikes_weakness(battle: Battle[Position], unit: int, blow: Blow, marked: Mark) -> Rule[Mark]:
    """17 The same for a blow."""
    used = yield from _uses_it(battle, unit, blow.target)
    return marked._replace(critical_rolls=marked.critical_rolls + 1) if used else marked
