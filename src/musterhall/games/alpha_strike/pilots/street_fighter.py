"""Street Fighters, who strike first at whom they stand in base contact with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Rule
from musterhall.games.alpha_strike.attacks.attacking import may_act
from musterhall.games.alpha_strike.attacks.physical import (
    BLOW_DAMAGE,
    MELEE,
    STANDARD,
    Blow,
    hopeful_blows,
    strike,
    why_hopeless,
)
from musterhall.games.alpha_strike.command.acting import COMBAT_BEGINS
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.harm.damage import apply_all_damage
from musterhall.games.alpha_strike.harm.damage_values import damage_at
from musterhall.games.alpha_strike.position.position import Position

SECTION = "17"
STREET_FIGHTER = "street_fighter"
FIRST = (("strikes_first", True),)


class StrikeFirst(Choice[int]):
    """17 At whom a Street Fighter strikes before anybody acts, if he does."""

    __slots__ = ("unit", "view")
    kind = "strike first"
    section = SECTION

    def __init__(self, view: Position, unit: int, targets: Sequence[int]) -> None:
        super().__init__(view.unit(unit).side, (NOBODY, *targets))
        self.view = view
        self.unit = unit

    def question(self) -> str:
        return f"Does {self.view.unit(self.unit).name} strike first, and at whom?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}

    def in_words(self, answer: Answer) -> str:
        return "waits" if answer == NOBODY else f"strikes first at {self.view.unit(answer).name}"


@COMBAT_BEGINS.acted_by(STREET_FIGHTER)
def _strike_first(battle: Battle[Position], unit: int) -> Rule[None]:
    """17 One throw with fists and guns together, which takes effect at once and is his action of the turn."""
    position = battle.position
    view = position.seen_by(position.unit(unit).side)
    ways = _ways(view, unit) if may_act(position, unit) else {}
    if not ways:
        return
    target = yield StrikeFirst(view, unit, list(ways))
    if target == NOBODY:
        return
    condition = position.conditions[unit]
    condition.attacked = condition.fired = True
    yield from strike(battle, unit, ways[target])
    toll = apply_all_damage(battle)
    yield from position.scenario.after_damage(battle, toll.lost, toll.crippled)


def _ways(view: Position, unit: int) -> dict[int, Blow]:
    """The enemies that he can strike now, each with the better of his blows."""
    found: dict[int, Blow] = {}
    for blow in hopeful_blows(view, unit):
        first = Blow(blow.how, blow.target, facts=FIRST)
        if blow.piece == NOBODY and blow.how in (STANDARD, MELEE) and not why_hopeless(view, unit, first):
            found[blow.target] = first
    return found


@BLOW_DAMAGE.acted_by(STREET_FIGHTER)
def _guns_too(position: Position, unit: int, blow: Blow, points: int) -> int:
    """17 Who strikes first adds his short range damage."""
    if blow.facts != FIRST:
        return points
    return points + damage_at(position.unit(unit), position.conditions[unit], "short").value
