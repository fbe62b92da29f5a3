"""captain: weighs what each place gives and takes, fires together, and plays for what the scenario counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from musterhall.battle.agents import answers
from musterhall.battle.decisions import Answer
from musterhall.games.alpha_strike.agents.bias import biases
from musterhall.games.alpha_strike.agents.drill import DrillAgent
from musterhall.games.alpha_strike.agents.firing import best_fire
from musterhall.games.alpha_strike.agents.going import DASH, LEAP, PARTS, WALK, WHOLE, Going, entry_point
from musterhall.games.alpha_strike.agents.outlook import Outlook, worth
from musterhall.games.alpha_strike.agents.plans import Plan, plan_of
from musterhall.games.alpha_strike.agents.weighing import (
    FOE_HEIGHT,
    FOE_LONG,
    FOE_RADIUS,
    FOE_SHORT,
    FOE_SKILL,
    FOE_X,
    FOE_Y,
    GIVEN,
    LEAST,
    MODE,
    NEAREST,
    STAND,
    TAKEN,
    TARGET,
    look_about,
    weigh,
)
from musterhall.games.alpha_strike.attacks.attacking import NOTHING, SCENARIO, Act
from musterhall.games.alpha_strike.movement.moving import Move
from musterhall.games.alpha_strike.position.condition import WAITING
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.turn.phases import WhoMoves
from musterhall.geometry import Floats, Point

LOOKED_AT = 14
"""How many places are looked at closely, of all that can be reached."""
CARE = 0.8
"""What a point of its own is worth to a unit, beside a point of the enemy's."""
PULL = 0.35
"""What an inch nearer to the enemy, or to where a unit is wanted, is worth while it is out of reach."""
GOAL = 1.0
"""What an inch nearer to its goal is worth to a unit that was sent there."""
NEVER = -1e9


class CaptainAgent(DrillAgent):
    """Weighs places by what can be done from there and what may come back."""

    name = "captain"

    def __init__(self, *, explain: bool = True) -> None:
        super().__init__()
        self.explain = explain
        self._plan: Plan | None = None

    def plan(self, view: Position, side: int) -> Plan:
        """Who goes where this turn."""
        if self._plan is None or self._plan.turn != view.turn or self._plan.field is not view.field:
            self._plan = plan_of(view, side)
        return self._plan

    # Moving

    @answers(WhoMoves)
    def who_moves(self, decision: WhoMoves, view: Position) -> Answer:
        """Whoever is farthest from the enemy goes first: who is near can still answer what the enemy does."""
        units = list(decision.choices)
        _, foes = self.outlook(view).foes(view, decision.player)
        if not len(foes):
            return units[0]
        apart = np.hypot(view.x[units][:, None] - foes[:, FOE_X], view.y[units][:, None] - foes[:, FOE_Y]).min(axis=1)
        return units[int(np.argmax(apart))]

    @answers(Move)
    def move(self, decision: Move, view: Position) -> Answer:
        unit = decision.unit
        one = view.unit(unit)
        outlook = self.outlook(view)
        ids, foes = outlook.foes(view, one.side)
        start = entry_point(view, unit) if view.conditions[unit].place == WAITING else None
        going = Going(view, decision, start)
        goal, pull = self._wants(view, unit, going.begin, foes)
        going.add((WALK,), PARTS, aims=[goal])
        going.add((LEAP,), PARTS[:2], aims=[goal])
        going.add((DASH,), WHOLE, aims=[goal])
        if not going.count:
            return going.answer((), None)
        found, score = self._weighed(view, unit, going, ids, foes, goal, pull)
        order = np.argsort(-score, kind="stable").tolist()
        best = order[0]
        if self.explain:
            self.why = self._reason(view, unit, going, found[best], ids)
        return going.answer(order, self._faces(going.places[best], foes, found[best], goal))

    def _wants(self, view: Position, unit: int, at: Point, foes: Any) -> tuple[Point, float]:
        """Where a unit is wanted, and what an inch towards it is worth."""
        condition, one = view.conditions[unit], view.unit(unit)
        if condition.crippled and view.scenario.must_withdraw(view, unit):
            return (at[0], view.field.home_y(one.side)), 100.0
        goal = self.plan(view, one.side).goals.get(unit)
        if goal is not None:
            return goal.at, GOAL * (1.0 + goal.worth / 50.0)
        if len(foes):
            apart = np.hypot(foes[:, FOE_X] - at[0], foes[:, FOE_Y] - at[1])
            near = int(np.argmin(apart))
            return (float(foes[near, FOE_X]), float(foes[near, FOE_Y])), PULL
        return (at[0], view.field.table.depth / 2), PULL

    def _weighed(
        self, view: Position, unit: int, going: Going, ids: list[int], foes: Floats, goal: Point, pull: float
    ) -> tuple[Floats, Floats]:
        """What was found of each place, and how good it is."""
        ground, count = view.field.ground, going.count
        outlook = self.outlook(view)
        found = np.zeros((count, TARGET + 1))
        look_about(going.places, count, foes, *goal, ground.outlines, view.lie, found)
        own, bias = own_figures(view, unit, outlook), biases(view, unit, ids)
        price = CARE * worth(view.unit(unit)) / outlook.left[unit]
        every = np.arange(count)
        weigh(going.places, every, False, own, foes, bias, ground.outlines, view.lie, found)
        rough = self._score(found, going, pull, price)
        chosen = np.argsort(-rough, kind="stable")[:LOOKED_AT]
        weigh(going.places, chosen, True, own, foes, bias, ground.outlines, view.lie, found)
        score = np.full(count, NEVER)
        score[chosen] = self._score(found, going, pull, price)[chosen]
        rest = np.setdiff1d(every, chosen, assume_unique=True)
        score[rest] = NEVER + rough[rest]
        return found, score

    def _score(self, found: Floats, going: Going, pull: float, price: float) -> Floats:
        near = found[:, LEAST] if pull > PULL else np.maximum(found[:, NEAREST] - 4.0, 0.0)
        still = going.places[: going.count, MODE] == STAND
        return found[:, GIVEN] - price * found[:, TAKEN] - pull * near - 0.2 * still  # type: ignore[no-any-return]

    def _faces(self, place: Floats, foes: Floats, found: Floats, goal: Point) -> Point:
        """Towards its best target; else towards the nearest enemy."""
        if not len(foes):
            return goal
        target = int(found[TARGET])
        if target < 0:
            target = int(np.argmin(np.hypot(foes[:, FOE_X] - place[0], foes[:, FOE_Y] - place[1])))
        return (float(foes[target, FOE_X]), float(foes[target, FOE_Y]))

    def _reason(self, view: Position, unit: int, going: Going, found: Floats, ids: list[int]) -> str:
        name = view.unit(unit).name
        goal = self.plan(view, view.unit(unit).side).goals.get(unit)
        if view.conditions[unit].crippled:
            return f"{name} is crippled and makes for home"
        if goal is not None and goal.why:
            return f"{name} goes {goal.why}"
        if found[TARGET] >= 0:
            return (
                f"{name} has {view.unit(ids[int(found[TARGET])]).name} in its sights there, "
                f"and may take {found[TAKEN]:.1f} in return"
            )
        return f"{name} comes nearer"

    # Acting

    @answers(Act)
    def act(self, decision: Act, view: Position) -> Answer:
        """Do what the scenario offers where that is worth more than a shot; fire where it hurts most."""
        unit = decision.unit
        offered = view.scenario.actions(view, unit)
        if offered:
            return {"attack": SCENARIO, "action": offered[0].name, "target": offered[0].target}
        shot = best_fire(decision, view, self.outlook(view))
        if shot is None:
            return {"attack": NOTHING}
        if self.explain:
            self.why = shot.why
        return shot.answer


def own_figures(view: Position, unit: int, outlook: Outlook) -> Floats:
    """What the compiled functions want to know of the unit that looks for a place."""
    row, one = outlook.figures[unit], view.unit(unit)
    moved = (0.0, 0.0) if one.is_infantry else (-1.0, 2.0)
    return np.array(
        [
            *outlook.tmm[unit, 1:],
            *row[FOE_SHORT : FOE_LONG + 1],
            row[FOE_SKILL],
            *moved,
            row[FOE_HEIGHT],
            row[FOE_RADIUS],
        ]
    )
