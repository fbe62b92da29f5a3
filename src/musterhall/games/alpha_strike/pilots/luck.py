"""Float Like a Butterfly: whoever hits such a pilot may have to throw again."""

from __future__ import annotations

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.attacks.firing import ENEMY_DICE, count_throw, take_back
from musterhall.games.alpha_strike.attacks.lots import Outcome, Volley
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.throwing import HIT, Throw
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import abilities_of
from musterhall.games.alpha_strike.position.unit_decisions import HowMany

FLOAT = "float_like_a_butterfly"


def floats_left(position: Position, unit: int) -> int:
    """17 How often attacks on a unit may still be thrown again."""
    return abilities_of(position, unit)[FLOAT].points - position.conditions[unit].used.get(FLOAT, 0)


class FloatAway(HowMany):
    """17 How many of the dice that hit a unit the attacker throws again."""

    __slots__ = ()
    kind = "float away"
    section = "17"

    def question(self) -> str:
        return f"How many of the dice that hit {self.name} are thrown again?"


@ENEMY_DICE.acted_by(FLOAT)
def _float(battle: Battle[Position], unit: int, shot: Shot, volley: Volley, outcome: Outcome) -> Rule[None]:
    """17 Dice that hit may be thrown again, each once; the second throw stands."""
    position, target = battle.position, shot.target
    hits = [one for one in outcome.throws if one.hit]
    most = min(len(hits), floats_left(position, target))
    if not most:
        return
    again = yield FloatAway(position.seen_by(position.unit(target).side), target, most)
    for one in hits[:again]:
        position.conditions[target].use(FLOAT)
        take_back(volley, outcome, one)
        count_throw(battle, volley, outcome, one.lot, sum(battle.roll(2, D6, "attack")))
    if again:
        text = f"{position.unit(target).name} floats away from {again} of the dice, which are thrown again"
        battle.tell("luck", text, "17", unit=target)


@HIT.acted_by(FLOAT)
def _float_from_blow(battle: Battle[Position], unit: int, thrown: Throw) -> Rule[bool]:
    """17 The same for attacks with one throw."""
    position = battle.position
    if not floats_left(position, unit):
        return False
    again = yield FloatAway(position.seen_by(position.unit(unit).side), unit, 1)
    if again:
        position.conditions[unit].use(FLOAT)
        battle.tell("luck", f"{position.unit(unit).name} floats away, and the attack is thrown again", "17", unit=unit)
    return bool(again)
