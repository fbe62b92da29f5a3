"""Who moves and attacks in the Movement Phase with immediate effect: Overrun Combat and Combat Intuition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Rule
from musterhall.games.alpha_strike.attacks.attacking import act, may_act
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.damage import apply_all_damage
from musterhall.games.alpha_strike.movement.order import yet_to_move
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of, force_facts, say_of_side, usual_facts
from musterhall.games.alpha_strike.position.unit_decisions import UnitYesOrNo
from musterhall.games.alpha_strike.turn.moves import make_a_move

OVERRUN = "overrun"
"""What a side remembers: how many of its units may still overrun the enemy this turn."""
INTUITION, INTUITION_EVERY = "combat_intuition", 3
"""17 Combat Intuition helps a unit once in so many turns."""


WINNER_MOVED: Moment[Callable[[Battle[Position], int], Rule[None]]] = Moment("a unit of the winner has moved", "1")
"""What an ability lets a unit do that has just moved, where its side has won the initiative."""


def act_at_once(battle: Battle[Position], unit: int) -> Rule[None]:
    """1, 16 A unit attacks, and what it does takes effect at once."""
    position = battle.position
    yield from act(battle, unit)
    toll = apply_all_damage(battle)
    yield from position.scenario.after_damage(battle, toll.lost, toll.crippled)


# Overrun Combat


class WhoOverruns(Choice[int]):
    """16 Which unit moves and attacks before anybody else, if one does."""

    __slots__ = ("view",)
    kind = "who overruns"
    section = "16"

    def __init__(self, view: Position, side: int, units: Sequence[int]) -> None:
        super().__init__(side, (NOBODY, *units))
        self.view = view

    def question(self) -> str:
        return "Which unit moves and attacks at once, before anybody else?"

    def about(self) -> dict[str, Any]:
        return {"units": list(self.choices[1:])}

    def in_words(self, answer: Answer) -> str:
        return "none" if answer == NOBODY else self.view.unit(answer).name


def count_overruns(position: Position) -> None:
    """16 How many units of the initiative's winner may act before everybody else: half of the margin, rounded down."""
    winner = 1 - position.first
    facts = usual_facts() | force_facts(position, winner) | {"initiative_margin": position.margin}
    number = say_of_side(position, winner).reckoning("count", 0, facts, "units that act first").total
    for side in (0, 1):
        left = number if side == winner else 0
        if left != position.sides[side].memory.get(OVERRUN, 0):
            position.set_side(side, position.sides[side].remembering(overrun=left))


def overrun(battle: Battle[Position]) -> Rule[bool]:
    """16 One unit's overrun; whether there was one, or one was refused."""
    position = battle.position
    side = 1 - position.first
    left = position.sides[side].memory.get(OVERRUN, 0)
    units = yet_to_move(position, side) if left else []
    if not units:
        return False
    unit = yield WhoOverruns(position.seen_by(side), side, units)
    position.set_side(side, position.sides[side].remembering(overrun=left - 1 if unit != NOBODY else 0))
    if unit != NOBODY:
        yield from make_a_move(battle, unit)
        if may_act(position, unit):
            yield from act_at_once(battle, unit)
    return True


# Combat Intuition


class AttackNow(UnitYesOrNo):
    """17 Whether a unit with Combat Intuition attacks in the Movement Phase."""

    __slots__ = ()
    kind = "attack now"
    section = "17"

    def question(self) -> str:
        return f"Does {self.name} attack at once, by its Combat Intuition?"


def has_moved(battle: Battle[Position], unit: int) -> Rule[None]:
    """17 What a unit of the initiative's winner does as soon as it has moved."""
    position = battle.position
    if position.unit(unit).side != position.first and may_act(position, unit):
        for _, do in WINNER_MOVED.of(abilities_of(position, unit)):
            yield from do(battle, unit)


@WINNER_MOVED.acted_by(INTUITION)
def intuition(battle: Battle[Position], unit: int) -> Rule[None]:
    """17 A unit of the initiative's winner that has just moved may attack at once, once in three turns."""
    position = battle.position
    side, condition = position.unit(unit).side, position.conditions[unit]
    if position.turn - condition.used.get(INTUITION, -INTUITION_EVERY) < INTUITION_EVERY:
        return
    now = yield AttackNow(position.seen_by(side), unit)
    if now:
        condition.used = {**condition.used, INTUITION: position.turn}
        yield from act_at_once(battle, unit)
