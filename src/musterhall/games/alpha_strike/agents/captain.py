"""captain: weighs what each place gives and takes, fires together, and plays for what the scenario counts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from musterhall.battle.agents import answers
from musterhall.battle.decisions import Answer
from musterhall.games.alpha_strike.agents.bias import biases
from musterhall.games.alpha_strike.agents.drill import DrillAgent, nearest
from musterhall.games.alpha_strike.agents.firing import best_fire
from musterhall.games.alpha_strike.agents.going import (
    DASH,
    LEAP,
    PARTS,
    WALK,
    WHOLE,
    Going,
    entry_point,
    entry_towards,
    home_from,
    measured,
)
from musterhall.games.alpha_strike.agents.outlook import Outlook
from musterhall.games.alpha_strike.agents.plans import Plan, plan_of
from musterhall.games.alpha_strike.agents.weighing import (
    FOE_HEIGHT,
    FOE_LONG,
    FOE_RADIUS,
    FOE_SHORT,
    FOE_SKILL,
    FOE_WORTH,
    FOE_X,
    FOE_Y,
    GIVEN,
    LEAST,
    MEDIUM_TO,
    MODE,
    NEAREST,
    STAND,
    TAKEN,
    TARGET,
    X,
    Y,
    look_about,
    weigh,
)
from musterhall.games.alpha_strike.attacks.attacking import NOTHING, SCENARIO, Act
from musterhall.games.alpha_strike.decisions import GetClear, Move, WhoIsTheTarget, WhoMoves, WhoOverruns
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.condition import WAITING
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Action
from musterhall.games.alpha_strike.scenarios.data_extraction import DOWNLOAD
from musterhall.games.alpha_strike.scenarios.match import SCAN
from musterhall.games.alpha_strike.scenarios.salvage import PICK_UP
from musterhall.geometry import Floats, Point

LOOKED_AT = 14
"""How many places are looked at closely, of all that can be reached."""
CARE = 0.8
"""What a point of its own is worth to a unit, beside a point of the enemy's."""
PULL = 0.35
"""What an inch nearer to the enemy is worth while nothing else draws a unit."""
GOAL_INCH, GOAL_THERE = 0.05, 0.6
"""What an inch nearer to its goal is worth to a unit that was sent there, and to have got there, in its points."""
SOONER, LATER = 0.7, 1.0
"""How much a goal counts in any turn, and how much more in the last."""
HOME_INCH = 100.0
"""What an inch nearer home is worth to who has to withdraw: more than anything else."""
COMMANDER_CARE = 2.0
"""How much more care a command unit takes."""
CLOSE = 4.0
"""Nearer than this nobody has to come to an enemy."""
NEVER = -1e9
SCAN_WORTH = 6.0
"""A shot that is worth less than this may as well be a scan for command units."""


class CaptainAgent(DrillAgent):
    """Weighs places by what can be done from there and what may come back."""

    name = "captain"

    def __init__(self, *, explain: bool = True) -> None:
        super().__init__()
        self.explain = explain
        self._plan: Plan | None = None
        self._begun: set[tuple[int, str, int]] = set()
        """What somebody has set about this turn, and nobody else needs to."""

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

    @answers(Move, GetClear)
    def move(self, decision: Move, view: Position) -> Answer:
        unit = decision.unit
        one = view.unit(unit)
        outlook = self.outlook(view)
        ids, foes = outlook.foes(view, one.side)
        start = self._start(view, unit) if view.conditions[unit].place == WAITING else None
        going = Going(view, decision, start)
        wish = self._wish(view, unit, going.begin, foes)
        going.add((WALK,), PARTS, wish.at, wish.near)
        going.add((LEAP,), PARTS[:2], wish.at, wish.near)
        going.add((DASH,), WHOLE, wish.at, wish.near)
        if not going.count:
            return going.answer((), None)
        found, score, targets = self._weighed(view, unit, going, ids, foes, wish)
        order = np.argsort(-score, kind="stable").tolist()
        best = order[0]
        if self.explain:
            self.why = self._reason(view, unit, wish, found[best], ids)
        return going.answer(order, self._faces(going.places[best], targets, found[best], wish.at))

    def _start(self, view: Position, unit: int) -> Point:
        """Where a unit walks on: as near as can be to where it was sent."""
        goal = self.plan(view, view.unit(unit).side).goals.get(unit)
        return entry_towards(view, unit, goal.at) if goal is not None else entry_point(view, unit)

    def _wish(self, view: Position, unit: int, at: Point, foes: Floats) -> Wish:
        """Where a unit is wanted: home when it has to withdraw, where it was sent, or nearer to the enemy."""
        condition, one = view.conditions[unit], view.unit(unit)
        if condition.crippled and view.scenario.must_withdraw(view, unit):
            return Wish(home_from(view, unit, at), 0.0, HOME_INCH, what="is crippled and makes for home")
        goal = self.plan(view, one.side).goals.get(unit)
        if goal is not None:
            stakes = goal.worth * (SOONER + LATER * view.turn / view.field.edition.turn_limit)
            return Wish(goal.at, goal.near, GOAL_INCH * stakes, GOAL_THERE * stakes, f"goes {goal.what}")
        pull = PULL / COMMANDER_CARE if unit in view.sides[one.side].command_units else PULL
        if len(foes):
            return Wish(nearest(foes, at)[0], CLOSE, pull)
        return Wish((at[0], view.field.table.depth / 2), 0.0, pull)

    def _weighed(
        self, view: Position, unit: int, going: Going, ids: list[int], foes: Floats, wish: Wish
    ) -> tuple[Floats, Floats, Floats]:
        """What was found of each place, how good it is, and what may be fired at from there.

        All places are weighed roughly, the best of them with what is really seen there.
        """
        ground, count = view.field.ground, going.count
        outlook, one = self.outlook(view), view.unit(unit)
        found = np.zeros((count, TARGET + 1))
        look_about(going.places, count, foes, *measured(wish.at), ground.outlines, view.lie, found)
        own, bias = own_figures(view, unit, outlook), biases(view, unit, ids)
        structures = structure_rows(view, unit)
        if len(structures):
            foes = np.concatenate((foes, structures))
            bias = np.concatenate((bias, np.zeros((len(structures), 2))))
        price = CARE * float(outlook.worth[unit]) / outlook.left[unit]
        if unit in view.sides[one.side].command_units:
            price *= COMMANDER_CARE
        every = np.arange(count)
        weigh(going.places, every, False, own, foes, bias, ground.outlines, view.lie, found)
        rough = _score(found, going, wish, price)
        chosen = np.argsort(-rough, kind="stable")[:LOOKED_AT]
        weigh(going.places, chosen, True, own, foes, bias, ground.outlines, view.lie, found)
        score = NEVER + rough
        score[chosen] = _score(found, going, wish, price)[chosen]
        return found, score, foes

    def _faces(self, place: Floats, foes: Floats, found: Floats, goal: Point) -> Point:
        """Towards its best target; else towards the nearest enemy."""
        if not len(foes):
            return goal
        target = int(found[TARGET])
        if target < 0:
            return nearest(foes, (float(place[X]), float(place[Y])))[0]
        return (float(foes[target, FOE_X]), float(foes[target, FOE_Y]))

    def _reason(self, view: Position, unit: int, wish: Wish, found: Floats, ids: list[int]) -> str:
        name = view.unit(unit).name
        if wish.what:
            return f"{name} {wish.what}"
        if 0 <= found[TARGET] < len(ids):
            target = view.unit(ids[int(found[TARGET])]).name
            return f"{name} has {target} in its sights there, and may take {found[TAKEN]:.1f} in return"
        return f"{name} comes nearer" if ids else f"{name} comes on"

    # Abilities

    @answers(WhoOverruns)
    def who_overruns(self, decision: WhoOverruns, view: Position) -> Answer:
        """Whoever does most damage, where there is an enemy to do it to."""
        outlook = self.outlook(view)
        _, foes = outlook.foes(view, decision.player)
        near = [unit for unit in decision.choices[1:] if len(foes) and nearest(foes, view.at(unit))[1] < MEDIUM_TO]
        return max(near, key=lambda unit: float(outlook.figures[unit, FOE_SHORT]), default=NOBODY)

    @answers(WhoIsTheTarget)
    def who_is_the_target(self, decision: WhoIsTheTarget, view: Position) -> Answer:
        """Whoever loses least by a hit: who has most left for its points."""
        outlook = self.outlook(view)
        return max(decision.choices, key=lambda unit: float(outlook.left[unit] / outlook.worth[unit]))

    # Acting

    @answers(Act)
    def act(self, decision: Act, view: Position) -> Answer:
        """Do what the scenario offers where that is worth more than a shot; fire where it hurts most."""
        unit = decision.unit
        if view.unit(unit).is_aerospace:
            return super().act(decision, view)
        shot = best_fire(decision, view, self.outlook(view))
        for action in view.scenario.actions(view, unit):
            thing = (view.turn, *_thing(action))
            if thing in self._begun:
                continue
            if shot is None or action.name != SCAN or shot.value < SCAN_WORTH:
                if action.name != PICK_UP:
                    self._begun.add(thing)
                if self.explain:
                    self.why = f"{view.unit(unit).name} {action.text}: that is worth more than a shot"
                return {"attack": SCENARIO, "action": action.name, "target": action.target}
        if shot is None:
            return {"attack": NOTHING}
        if self.explain:
            self.why = shot.why
        return shot.answer


class Wish(NamedTuple):
    """Where a unit would like to be."""

    at: Point
    near: float
    """How near is near enough."""
    inch: float
    """What an inch nearer is worth."""
    there: float = 0.0
    """What it is worth to be there."""
    what: str = ""
    """As a sentence goes on after its name."""


def _score(found: Floats, going: Going, wish: Wish, price: float) -> Floats:
    """How good places are: what can be done there, less what it costs, and how near it is to where one would be."""
    off = np.maximum((found[:, LEAST] if wish.what else found[:, NEAREST]) - wish.near, 0.0)
    there = (off <= 0.0) * wish.there
    still = going.places[: going.count, MODE] == STAND
    return found[:, GIVEN] - price * found[:, TAKEN] - wish.inch * off + there - 0.2 * still  # type: ignore[no-any-return]


def _thing(action: Action) -> tuple[str, int]:
    """What an action is done to, so that no two units do it: data may be had by touch or by a scan."""
    return (SCAN if action.name == SCAN else DOWNLOAD, action.target)


def structure_rows(view: Position, unit: int) -> Floats:
    """Bunkers that are worth firing at, as if they were enemies that do no harm."""
    pieces = view.scenario.targets(view, unit)
    rows = np.zeros((len(pieces), FOE_WORTH + 1))
    for row, piece in zip(rows, pieces, strict=True):
        (row[FOE_X], row[FOE_Y]), row[FOE_RADIUS] = view.field.ground.middle(piece)
        row[FOE_HEIGHT], row[FOE_WORTH] = 1.0, view.scenario.worth_of(view, unit, piece)
    return rows


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
