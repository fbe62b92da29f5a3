"""Dice that are thrown again: Lucky pilots, and the rerolls that a Battle Lance shares."""

from __future__ import annotations

from collections.abc import Iterator

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule
from musterhall.games.alpha_strike.attacks.firing import OWN_DICE, count_throw, take_back
from musterhall.games.alpha_strike.attacks.lots import Outcome, Volley
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.throwing import MISSED, Throw
from musterhall.games.alpha_strike.command.bonuses import SETTINGS, formations_of
from musterhall.games.alpha_strike.command.picks import Pair
from musterhall.games.alpha_strike.field.unit import NOBODY, Formation
from musterhall.games.alpha_strike.harm.fighters import CONTROL_LOST
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.say import keeps_bonus
from musterhall.games.alpha_strike.position.unit_decisions import HowMany

LUCKY, MOST_OF_A_UNIT = "lucky", 4
"""18 A unit rolls again four times at most, its own luck and its lance's together."""


def rerolls_left(position: Position, unit: int) -> int:
    """17, 18 How often a unit may still roll again: its own Lucky first, then the pool of its formation."""
    used = position.conditions[unit].used.get(LUCKY, 0)
    own = max(0, _own(position, unit) - used)
    return min(own + _pool_left(position, unit), max(_own(position, unit), MOST_OF_A_UNIT) - used)


def _own(position: Position, unit: int) -> int:
    return next((one.points for one in position.unit(unit).abilities if one.ability.key == LUCKY), 0)


def _pool_left(position: Position, unit: int) -> int:
    number = position.unit(unit).formation
    if number == NOBODY:
        return 0
    formation = position.field.formations[number]
    used = position.sides[formation.side].memory.get("rerolls", {}).get(formation.name, 0)
    return pool_of(formation) - used if keeps_bonus(position, formation) else 0


def pool_of(formation: Formation) -> int:
    """18 The rerolls that a formation shares: as many as it has units, and two more."""
    awards = formation.kind.bonus if formation.kind is not None else ()
    return sum(award.reach(len(formation.units), SETTINGS) for award in awards if award.to == "pool")


def use_reroll(position: Position, unit: int) -> None:
    """17, 18 A unit rolls again: that is its own luck while it has some, and then the pool's."""
    condition = position.conditions[unit]
    from_pool = condition.used.get(LUCKY, 0) >= _own(position, unit)
    condition.use(LUCKY)
    if from_pool:
        formation = position.field.formations[position.unit(unit).formation]
        state = position.sides[formation.side]
        spent = state.memory.get("rerolls", {})
        spent = {**spent, formation.name: spent.get(formation.name, 0) + 1}
        position.set_side(formation.side, state.remembering(rerolls=spent))


def pool_grants(position: Position, side: int) -> Iterator[Pair]:
    """18 Everybody in a formation with a pool counts as Lucky; how often, the pool says."""
    for formation in formations_of(position, side):
        if pool_of(formation):
            yield from ((unit, "Lucky (1)") for unit in formation.units)


class ThrowAgain(HowMany):
    """17, 18 How many dice that missed are thrown again."""

    __slots__ = ()
    kind = "roll dice again"
    section = "17"

    def question(self) -> str:
        return f"How many of its dice that missed does {self.name} throw again?"


@OWN_DICE.acted_by(LUCKY)
def roll_again(battle: Battle[Position], unit: int, shot: Shot, volley: Volley, outcome: Outcome) -> Rule[None]:
    """17, 18 Dice that missed may be thrown again, each once; the second throw stands."""
    position = battle.position
    missed = [one for one in outcome.throws if not one.hit and not volley.lots[one.lot].near_miss]
    most = min(len(missed), rerolls_left(position, unit))
    if not most:
        return
    again = yield ThrowAgain(position.seen_by(position.unit(unit).side), unit, most)
    for one in missed[:again]:
        use_reroll(position, unit)
        take_back(volley, outcome, one)
        count_throw(battle, volley, outcome, one.lot, sum(battle.roll(2, D6, "attack")))
    if again:
        battle.tell("luck", f"{position.unit(unit).name} throws {again} of its dice again", "17", unit=unit)


@MISSED.acted_by(LUCKY)
def throw_again(battle: Battle[Position], unit: int, thrown: Throw) -> Rule[bool]:
    """17, 18 A single throw that missed may be thrown again."""
    position = battle.position
    if not rerolls_left(position, unit):
        return False
    again = yield ThrowAgain(position.seen_by(position.unit(unit).side), unit, 1)
    if again:
        use_reroll(position, unit)
        battle.tell("luck", f"{position.unit(unit).name} throws again", "17", unit=unit)
    return bool(again)


@CONTROL_LOST.acted_by(LUCKY)
def hold_again(battle: Battle[Position], unit: int) -> bool:
    """17, 18 A control roll that failed is rolled again while there is luck: nobody chooses to fall."""
    position = battle.position
    if not rerolls_left(position, unit):
        return False
    use_reroll(position, unit)
    battle.tell("luck", f"{position.unit(unit).name} rolls again to keep control", "17", unit=unit)
    return True
