"""What captain may order, with what it is worth, what it costs and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from musterhall.battle.decisions import Illegal
from musterhall.games.age_of_destruction.agents.places import OPENS, READY, TAKEN
from musterhall.games.age_of_destruction.agents.situation import Situation
from musterhall.games.age_of_destruction.combat.attack import Attack
from musterhall.games.age_of_destruction.harm.heat import heat_of_order
from musterhall.games.age_of_destruction.position.moments import equipment
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.turn.orders import KINDS
from musterhall.geometry import Floats, Point
from musterhall.tally import counted

WAIT = 0.15
"""How much of its prospects a unit loses with a token, for it had better rest then."""
THERE = 0.5
"""How much of what a goal is worth is got by being there, beside the inches on the way."""


class Plan(NamedTuple):
    """An order and what it is worth; the reason is put into words only where somebody reads it."""

    worth: float
    answer: dict[str, Any]
    why: Callable[[], str]


def saying(words: str) -> Callable[[], str]:
    """A reason that is in words already."""
    return lambda: words


class Costs(NamedTuple):
    """What any order costs a unit, and how it stands where it is."""

    push: float
    pushed_heat: int
    now: Floats

    def of(self, here: Situation, unit: int, heat: int) -> float:
        """With so much heat of the order itself."""
        heat = heat_of_order(here.view, unit, heat) + self.pushed_heat
        return self.push + here.heat_cost(unit, heat) + waiting(here, self.now)


def waiting(here: Situation, now: Floats) -> float:
    """What a token costs in prospects."""
    return 0.0 if here.last else WAIT * float(now[READY])


def better_place(here: Situation, unit: int, now: Floats, there: Floats, place: Point) -> float:
    """How much better a place is than where a unit stands."""
    better = here.care * float(now[TAKEN] - there[TAKEN]) + here.prospect * float(there[OPENS] - now[OPENS])
    goal = here.goals.get(unit)
    if goal is not None:
        before, after = goal.off(here.view.at(unit)), goal.off(place)
        better += goal.inch * (before - after) + THERE * goal.worth * (float(after == 0) - float(before == 0))
    return better


def judged(view: Position, unit: int, name: str, fields: dict[str, Any]) -> Any:
    """The order as the rules take it, or None where they refuse it."""
    try:
        return KINDS[name].check(view, unit, fields)
    except Illegal:
        return None


def chosen_equipment(view: Position, unit: int) -> list[str]:
    """What a unit uses only when its owner says so."""
    known = equipment()
    return [name for name in view.unit(unit).sheet.equipment if name in known and known[name].chosen]


def says_attack(here: Situation, attack: Attack, position: Position, how: str = "") -> Callable[[], str]:
    return lambda: f"{here.view.unit(attack.attacker).name} {_promises(here, attack, position)}{how}"


def says_place_and_attack(
    here: Situation, place: Callable[[], str], attack: Attack, position: Position
) -> Callable[[], str]:
    """Of an assault that is for the place more than for the attack from there."""
    return lambda: f"{place()}, and {_promises(here, attack, position)} from there"


def _promises(here: Situation, attack: Attack, position: Position) -> str:
    found, other = here.reckoned(attack, position), here.view.unit(attack.target).name
    if attack.capture:
        return f"has {found.chance:.0%} to take {other} captive"
    extra = "".join(f" with {name}" for name in attack.using)
    extra += f" together with {counted(len(attack.helpers), 'other')}" if attack.helpers else ""
    return f"has {found.chance:.0%} to hit {other} for {found.clicks}{extra}"
