"""What a weapon attack marks beside its target, in every way its dice can fall.

Abilities that act after the dice, such as a throw that may be repeated, wait for a player's word and are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeVar

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Rule
from musterhall.dice import Dice
from musterhall.games.alpha_strike.attacks.firing import count_throw, strike
from musterhall.games.alpha_strike.attacks.lots import Outcome, Thrown, Volley
from musterhall.games.alpha_strike.attacks.shots import Shot
from musterhall.games.alpha_strike.attacks.target_number import HIGHEST
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.odds.branching import Chances, every_way
from musterhall.games.alpha_strike.odds.fate import Harm, still_battle
from musterhall.games.alpha_strike.position.condition import Mark
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6

Found = TypeVar("Found", bound=Hashable)
NO_MARK = Mark(0, NOBODY)


class Dealt(NamedTuple):
    """What some dice of an attack came to."""

    points: int = 0
    flak: int = 0
    heat: int = 0
    hit: bool = False
    twelve: bool = False
    piercing: bool = False
    pulse: bool = False
    aimed: bool = False
    """Whether a marksman's die hit by enough for a critical roll."""
    grazed: int = 0

    def and_(self, other: Dealt) -> Dealt:
        """Both together."""
        return Dealt(
            self.points + other.points,
            self.flak + other.flak,
            self.heat + other.heat,
            self.hit or other.hit,
            self.twelve or other.twelve,
            self.piercing or other.piercing,
            self.pulse or other.pulse,
            self.aimed or other.aimed,
            self.grazed + other.grazed,
        )


def harms_of(position: Position, unit: int, shot: Shot, rolled: Volley) -> Chances[Harm]:
    """Everything that an attack may do to its target, with its chance; a miss is no harm."""
    battle = still_battle(position)
    found: Chances[Harm] = {}
    for dealt, chance in dealt_by(battle, rolled).items():
        for harm, share in _harm(battle, unit, shot, rolled, dealt).items():
            found[harm] = found.get(harm, 0.0) + chance * share
    return found


def dealt_by(battle: Battle[Position], rolled: Volley) -> Chances[Dealt]:
    """What a volley comes to: the dice of a lot are all alike, so one is thrown every way and they are added up."""
    chances: Chances[Dealt] = {Dealt(): 1.0}
    for place, lot in enumerate(rolled.lots):
        one = _with_dice(battle, lambda place=place: _thrown(battle, rolled, place))  # type: ignore[misc]
        for _ in range(lot.dice):
            chances = _both(chances, one)
    return chances


def _thrown(battle: Battle[Position], rolled: Volley, place: int) -> Dealt:
    """One throw for a lot."""
    outcome = Outcome([])
    count_throw(battle, rolled, outcome, place, sum(battle.roll(2, D6, "attack")))
    one, lot = outcome.throws[0], rolled.lots[place]
    return Dealt(
        outcome.points,
        outcome.flak,
        lot.heat if one.hit else 0,
        one.hit,
        one.hit and one.total == HIGHEST,
        one.hit and lot.critical,
        outcome.pulse,
        bool(rolled.critical_by) and one.hit and one.total - rolled.number >= rolled.critical_by,
        outcome.grazed,
    )


def _harm(battle: Battle[Position], unit: int, shot: Shot, rolled: Volley, dealt: Dealt) -> Chances[Harm]:
    """What is marked beside the target by dice that came to this."""
    points = rolled.damage(dealt.points + rolled.graze(dealt.grazed), dealt.flak, hit=dealt.hit)
    before = battle.position.conditions[shot.target]

    def struck() -> Harm:
        outcome = Outcome(
            [Thrown(0, rolled.number, dealt.hit)],
            dealt.points,
            dealt.flak,
            dealt.grazed,
            dealt.heat + (rolled.heat if dealt.hit else 0),
            int(dealt.twelve) + int(dealt.piercing) + int(dealt.aimed),
            dealt.pulse,
        )
        condition = battle.position.conditions[shot.target] = before.copy()
        _run(strike(battle, unit, shot, outcome, points))
        marks = condition.marks[len(before.marks) :]
        return Harm(marks[0] if marks else NO_MARK, condition.heat_marked - before.heat_marked)

    try:
        return _with_dice(battle, struck)
    finally:
        battle.position.conditions[shot.target] = before


def _run(rule: Rule[None]) -> None:
    """Run a rule; whatever it asks is answered with the first that is offered."""
    reply: Answer = None
    while True:
        try:
            asked = rule.send(reply)
        except StopIteration:
            return
        answers = [one.check(next(iter(one.options()))) for one in (asked if isinstance(asked, tuple) else (asked,))]
        reply = answers if isinstance(asked, tuple) else answers[0]


def _with_dice(battle: Battle[Position], run: Callable[[], Found]) -> Chances[Found]:
    def once(dice: Dice) -> Found:
        battle.dice = dice
        return run()

    return every_way(once)


def _both(one: Chances[Dealt], other: Chances[Dealt]) -> Chances[Dealt]:
    found: Chances[Dealt] = {}
    for dealt, chance in one.items():
        for more, share in other.items():
            key = dealt.and_(more)
            found[key] = found.get(key, 0.0) + chance * share
    return found
