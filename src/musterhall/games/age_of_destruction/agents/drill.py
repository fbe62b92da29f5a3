"""drill: a fixed, cheap doctrine. Attack where most damage is to be expected, vent when hot, else close in.

It is the baseline that thousands of battles are fought with, so it looks at little and thinks about less.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from musterhall.battle.agents import Bot, answers
from musterhall.battle.decisions import Answer, Illegal
from musterhall.games.age_of_destruction.agents.chances import chance_to_reach
from musterhall.games.age_of_destruction.decisions import (
    Agree,
    AttackAfterMove,
    Deploy,
    FreeSpin,
    FurtherAttack,
    GiveOrder,
    PlaceTerrain,
    PlayCard,
    SetDown,
    SplitDamage,
    WhoIsFirst,
)
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.lines.line_of_fire import line_of_fire
from musterhall.games.age_of_destruction.movement.moving import speed_of
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.turn.able import may_be_ordered
from musterhall.games.age_of_destruction.turn.orders import DONE, KINDS
from musterhall.geometry import Point, bearing, distance

ATTACKS = ("close", "ranged")
TURNS = tuple(math.radians(angle) for angle in (0, 20, -20, 45, -45, 75, -75, 105, -105))
"""How far a way may turn off the straight one, the best first."""
SHARES = (1.0, 0.75, 0.5, 0.25)
"""How much of its speed a unit goes."""
CHEAP = 40
"""Units of so many points or fewer go for the opponent's zone."""
WORTH_A_PUSH = 12.0
"""Points that an attack must be expected to take for a unit to be pushed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An order, and what it is worth."""

    worth: float
    answer: dict[str, Any]


class DrillAgent(Bot):
    """Answers every decision by one fixed rule."""

    name = "drill"
    takes_the_first = (PlaceTerrain, PlayCard, SetDown, SplitDamage, WhoIsFirst)
    takes_the_last = (Agree, FreeSpin, FurtherAttack)

    @answers(Deploy)
    def deploy(self, decision: Deploy, view: Position) -> Answer:
        """Abreast, in the order of the force."""
        own, table = view.field.of_side[decision.player], view.field.table
        slot = table.width * (own.index(decision.unit) + 0.5) / len(own)
        low, high = view.field.zone(decision.player)
        for aside, share in product((0.0, 0.8, -0.8, 1.6, -1.6, 2.4, -2.4), (0.5, 0.3, 0.7)):
            answer = {"at": [round(slot + aside, 2), round(low + (high - low) * share, 2)]}
            if _fits(decision, answer):
                return answer
        return next(iter(decision.options()))

    @answers(GiveOrder)
    def give_order(self, decision: GiveOrder, view: Position) -> Answer:
        """The best attack of all; where none is to be made, who is hot vents, and who is farthest behind closes in."""
        ready = [unit for unit in view.on_table(decision.player) if may_be_ordered(view, unit)]
        attacks = (plan for unit in ready for plan in _attacks(view, unit))
        best = max(attacks, key=lambda plan: plan.worth, default=None)
        if best is not None and best.worth > 0:
            return best.answer
        fresh = [unit for unit in ready if not view.states[unit].tokens]
        for unit in fresh:
            if _is_hot(view, unit):
                return {"order": "vent", "unit": unit}
        for unit in sorted(fresh, key=lambda unit: -_to_go(view, unit)):
            move = _move(decision, view, unit)
            if move is not None:
                return move
        return {"order": DONE}

    @answers(AttackAfterMove)
    def attack_after_move(self, decision: AttackAfterMove, view: Position) -> Answer:
        """The attack that takes most."""
        best: tuple[float, dict[str, Any]] = (0.0, {})
        for answer in decision.options():
            if list(answer) == ["attack", "target"]:
                worth = _expected(view, decision.unit, answer["target"], answer["attack"])
                best = max(best, (worth, answer), key=lambda plan: plan[0])
        return best[1]


def _fits(decision: Any, answer: Answer) -> bool:
    try:
        decision.check(answer)
    except Illegal:
        return False
    return True


# Attacks


def _attacks(view: Position, unit: int) -> Iterator[Plan]:
    if view.unit(unit).sheet.is_mech and _is_hot(view, unit):
        return
    pushed = view.states[unit].tokens > 0
    for name in ATTACKS:
        for answer in KINDS[name].options(view, unit):
            target = answer.get("target", NOBODY)
            if not isinstance(target, int) or target == NOBODY:
                continue
            worth = _expected(view, unit, target, name)
            yield Plan(worth - (WORTH_A_PUSH if pushed else 0.0), {"order": name, "unit": unit, **answer})


def _expected(view: Position, unit: int, target: int, name: str) -> float:
    """Points of the target that an attack takes on average."""
    click, sheet, state = view.click(unit), view.unit(target).sheet, view.states[target]
    defense = view.click(target).defense + (line_of_fire(view, unit, target).defense.total if name == "ranged" else 0)
    left = len(sheet.dial) - state.click
    taken = min(click.damage, left) / left * (1 if click.damage < left else 1.5)
    return chance_to_reach(defense - click.attack) * taken * view.unit(target).points * left / len(sheet.dial)


def _is_hot(view: Position, unit: int) -> bool:
    """One step from where its heat dial begins to hurt."""
    sheet, heat = view.unit(unit).sheet, view.states[unit].heat
    return bool(sheet.heat) and heat >= max(1, sheet.shuts_down_at - 2)


# Moves


def _to_go(view: Position, unit: int) -> float:
    return distance(view.at(unit), _goal(view, unit))


def _goal(view: Position, unit: int) -> Point:
    """The nearest enemy, or for cheap units the opponent's zone."""
    own = view.unit(unit)
    here = view.at(unit)
    enemies = [view.at(enemy) for enemy in view.on_table(1 - own.side) if view.states[enemy].captor == NOBODY]
    if not enemies or own.points <= CHEAP:
        low, high = view.field.zone(1 - own.side)
        return here[0], (low + high) / 2
    return min(enemies, key=lambda place: distance(here, place))


def _move(decision: GiveOrder, view: Position, unit: int) -> Answer | None:
    """Towards the goal as straight as can be, and turned to the nearest enemy; None where nothing is gained."""
    here, goal = view.at(unit), _goal(view, unit)
    sheet = view.unit(unit).sheet
    wanted = 0.5 if sheet.points <= CHEAP else max(1.0, sheet.most_range - 1.0)
    to_go = distance(here, goal) - wanted
    if to_go <= 0.5:
        return None
    speed = speed_of(view, unit)
    runs = to_go > speed and (not sheet.is_mech or view.states[unit].heat == 0)
    ahead = math.atan2(goal[1] - here[1], goal[0] - here[0])
    for run in (True, False) if runs else (False,):
        inches = min(to_go, speed * (view.field.edition.run_factor if run else 1))
        for turn, share in product(TURNS, SHARES):
            end = _along(here, ahead + turn, inches * share)
            if distance(end, goal) > distance(here, goal) - 0.5:
                continue
            answer = {"order": "move", "unit": unit, "path": [list(end)], "facing": _facing(view, unit, end)}
            answer |= {"run": True} if run else {}
            if _fits(decision, answer):
                return answer
    return None


def _along(here: Point, angle: float, inches: float) -> Point:
    # A hair short, so that rounding to hundredths never makes a way too long.
    length = max(0.0, inches - 0.02)
    return round(here[0] + math.cos(angle) * length, 2), round(here[1] + math.sin(angle) * length, 2)


def _facing(view: Position, unit: int, end: Point) -> float:
    enemies = [view.at(enemy) for enemy in view.on_table(1 - view.unit(unit).side)]
    if not enemies:
        return view.facing(unit)
    return round(bearing(end, min(enemies, key=lambda place: distance(end, place))), 1)
