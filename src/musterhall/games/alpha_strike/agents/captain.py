"""captain: weighs what each place gives and takes, fires together, and plays for what the scenario counts."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from musterhall.battle.agents import answers
from musterhall.battle.decisions import Answer
from musterhall.games.alpha_strike.agents.attack_worth import Attack
from musterhall.games.alpha_strike.agents.bias import biases
from musterhall.games.alpha_strike.agents.blows import Hope, add_blows, best_blows
from musterhall.games.alpha_strike.agents.drill import DrillAgent, nearest
from musterhall.games.alpha_strike.agents.firing import shots, shots_at_structures
from musterhall.games.alpha_strike.agents.gifts import chosen, extra
from musterhall.games.alpha_strike.agents.going import (
    DASH,
    LEAP,
    PARTS,
    WALK,
    WHOLE,
    Going,
    entry_point,
    entry_towards,
    measured,
)
from musterhall.games.alpha_strike.agents.guesses import KeenOutlook
from musterhall.games.alpha_strike.agents.outlook import Outlook
from musterhall.games.alpha_strike.agents.plans import Plan, plan_of
from musterhall.games.alpha_strike.agents.reasons import reason
from musterhall.games.alpha_strike.agents.shelling import shells
from musterhall.games.alpha_strike.agents.tasks import Tasks
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
    STAND,
    TAKEN,
    TARGET,
    X,
    Y,
    look_about,
    weigh,
)
from musterhall.games.alpha_strike.agents.wishes import Wish, wish_of
from musterhall.games.alpha_strike.attacks.attacking import NOTHING, SCENARIO, Act
from musterhall.games.alpha_strike.decisions import (
    Boarding,
    CommandUnits,
    Dismount,
    GetClear,
    Move,
    PreGameChoices,
    SetUpChoices,
    TurnChoices,
    UseExtra,
    WhoIsTheTarget,
    WhoMoves,
    WhoOverruns,
)
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.allowance import GROUND, STANDSTILL, move_of
from musterhall.games.alpha_strike.position.condition import WAITING
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.turn.choices import Choices
from musterhall.geometry import Floats, Point

LOOKED_AT = 14
"""How many places are looked at closely, of all that can be reached."""
CARE = 0.3
"""What a point of its own is worth to a unit, beside a point of the enemy's: every enemy in range is counted as if it
fired at this unit alone, and most of them fire at others."""
COMMANDER_CARE = 4.0
"""How much more care a command unit takes."""
BARRED = 0.5
"""Whoever comes no nearer to where it is wanted than so much of its Move looks for a way round."""
SAFE_INCH = 0.25
"""What an inch from the enemy is worth when a command unit is chosen, beside a point of armour or structure."""
GETS_OFF = 9.0
"""From so near to what it is there for a unit gets off its transport."""
NEVER = -1e9


class CaptainAgent(DrillAgent):
    """Weighs places by what can be done from there and what may come back."""

    name = "captain"
    outlook_kind = KeenOutlook

    def __init__(self, *, explain: bool = True) -> None:
        super().__init__()
        self.explain = explain
        self._plan: Plan | None = None
        self._tasks = Tasks()

    def plan(self, view: Position, side: int) -> Plan:
        """Who goes where this turn."""
        if self._plan is None or self._plan.turn != view.turn or self._plan.field is not view.field:
            self._plan = plan_of(view, side)
        return self._plan

    # Before play

    @answers(CommandUnits)
    def command_units(self, decision: CommandUnits, view: Position) -> Answer:
        """Commanders that come first, then whoever can take most and stands farthest from the enemy."""
        _, foes = self.outlook(view).foes(view, decision.player)

        def safety(unit: int) -> float:
            card = view.unit(unit).card
            apart = nearest(foes, view.at(unit))[1] if len(foes) else 0.0
            return card.armour + card.structure + SAFE_INCH * apart

        safest = sorted(decision.fit, key=lambda unit: -safety(unit))
        return list(dict.fromkeys((*decision.led, *safest)))[: decision.number]

    @answers(PreGameChoices, SetUpChoices, TurnChoices)
    def choices(self, decision: Choices, view: Position) -> Answer:
        """As usual, but gifts go to those who gain by them."""
        return chosen(decision, view, self.outlook(view))

    @answers(Boarding)
    def boarding(self, decision: Boarding, view: Position) -> Answer:
        """Everybody rides who finds a place: troops are slower than whoever carries them."""
        return list(decision.options())[-1]

    @answers(Dismount)
    def dismount(self, decision: Dismount, view: Position) -> Answer:
        """Get off where there is an enemy to fight or something to do, else ride on."""
        unit, side = decision.unit, decision.player
        _, foes = self.outlook(view).foes(view, side)
        at = view.at(view.conditions[unit].carrier)
        goal = min(view.scenario.goals(view, unit), key=lambda one: math.dist(one.at, at), default=None)
        to = goal.at if goal is not None else nearest(foes, at)[0] if len(foes) else None
        if to is None or math.dist(to, at) > GETS_OFF:
            return {"mode": STANDSTILL, "path": []}
        off = [one for one in decision.options() if one.get("path") or one["mode"] != STANDSTILL]
        return min(off, key=lambda one: math.dist(_end(one, at), to), default={"mode": STANDSTILL, "path": []})

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
        ids, foes = self.outlook(view).foes(view, one.side)
        start = self._start(view, unit) if view.conditions[unit].place == WAITING else None
        going = Going(view, decision, start)
        wish = wish_of(view, unit, going.begin, foes, self.plan(view, one.side).goals.get(unit))
        going.add((WALK,), PARTS, wish.at, wish.near)
        going.add((LEAP,), PARTS[:2], wish.at, wish.near)
        going.add((DASH,), WHOLE, wish.at, wish.near)
        if _is_barred(going, wish):
            going.add_round(WALK, wish.at, wish.near)
            going.add_round(DASH, wish.at, wish.near)
        if not going.count:
            return going.answer((), None)
        found, score, targets = self._weighed(view, unit, going, ids, foes, wish)
        order = np.argsort(-score, kind="stable").tolist()
        answer, place = going.choice(
            order, lambda place: self._faces(going.places[place], targets, found[place], wish.at)
        )
        if self.explain and place >= 0:
            self.why = reason(view, unit, wish, going, found, place, ids)
        return answer

    def _start(self, view: Position, unit: int) -> Point:
        """Where a unit walks on: as near as can be to where it was sent."""
        goal = self.plan(view, view.unit(unit).side).goals.get(unit)
        return entry_towards(view, unit, goal.at) if goal is not None else entry_point(view, unit)

    def _weighed(
        self, view: Position, unit: int, going: Going, ids: list[int], foes: Floats, wish: Wish
    ) -> tuple[Floats, Floats, Floats]:
        """What was found of each place, how good it is, and what may be fired at from there.

        All places are weighed roughly, the best of them with what is really seen there.
        """
        ground, outlook, one = view.field.ground, self.outlook(view), view.unit(unit)
        own, bias = own_figures(view, unit, outlook), biases(view, unit, ids)
        hopes = add_blows(going, outlook, ids, foes, bias)
        count = going.count
        found = np.zeros((count, TARGET + 1))
        look_about(going.places, count, foes, *measured(wish.at), ground.outlines, view.lie, found)
        structures = structure_rows(view, unit)
        if len(structures):
            foes = np.concatenate((foes, structures))
            bias = np.concatenate((bias, np.zeros((len(structures), 2))))
        price = CARE * float(outlook.worth[unit]) / outlook.left[unit]
        if unit in view.sides[one.side].command_units:
            price *= COMMANDER_CARE
        every = np.arange(count)
        weigh(going.places, every, False, own, foes, bias, ground.outlines, view.lie, found)
        _count_blows(found, hopes)
        rough = _score(found, going, wish, price)
        chosen = np.argsort(-rough, kind="stable")[:LOOKED_AT]
        weigh(going.places, chosen, True, own, foes, bias, ground.outlines, view.lie, found)
        _count_blows(found, hopes)
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

    # Abilities

    @answers(UseExtra)
    def use_extra(self, decision: UseExtra, view: Position) -> Answer:
        """What is of use to somebody, at whoever is worth most."""
        return extra(decision, view, self.outlook(view))

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
        attack = self._best_attack(decision, view)
        task = self._tasks.best(view, unit, self.outlook(view), attack.value if attack is not None else 0.0)
        if task is not None:
            self._tasks.begin(view, task)
            if self.explain:
                self.why = f"{view.unit(unit).name} {task.text}: that is worth more than an attack"
            return {"attack": SCENARIO, "action": task.name, "target": task.target}
        if attack is None:
            return {"attack": NOTHING}
        if self.explain:
            self.why = attack.why
        return attack.answer

    def _best_attack(self, decision: Act, view: Position) -> Attack | None:
        """The attack that is worth most, of all kinds; none where each would do more harm than good."""
        outlook = self.outlook(view)
        ids, foes = outlook.foes(view, decision.player)
        attacks = itertools.chain(
            shots(decision, view, outlook, ids, foes),
            shots_at_structures(decision, view),
            best_blows(decision, view, outlook, foes),
            shells(decision, view, outlook),
        )
        return max((one for one in attacks if one.value > 0.0), key=lambda one: one.value, default=None)


def _end(answer: Answer, at: Point) -> Point:
    """Where a move ends that begins here."""
    x, y = answer["path"][-1] if answer.get("path") else at
    return (x, y)


def _is_barred(going: Going, wish: Wish) -> bool:
    """Whether no straight way brings a unit much nearer to where it is wanted."""
    far = math.dist(going.begin, wish.at)
    if far <= wish.near:
        return False
    places = going.places[: going.count]
    off = np.hypot(places[:, X] - wish.at[0], places[:, Y] - wish.at[1]).min() if going.count else far
    inches = move_of(going.view, going.unit, GROUND)
    return bool(off > wish.near and far - off < BARRED * min(inches, far - wish.near))


def _count_blows(found: Floats, hopes: Sequence[Hope]) -> None:
    """A blow counts for what its place gives where it is worth more than a shot from there."""
    for hope in hopes:
        if hope.worth > found[hope.row, GIVEN]:
            found[hope.row, GIVEN], found[hope.row, TARGET] = hope.worth, hope.target


def _score(found: Floats, going: Going, wish: Wish, price: float) -> Floats:
    """How good places are: what can be done there, less what it costs, and how near it is to where one would be."""
    mode = going.places[: going.count, MODE]
    off = np.maximum(found[:, LEAST] - wish.near, 0.0)
    there = (off <= 0.0) * wish.there
    if wish.acts:
        there[mode == DASH] = 0.0
    return found[:, GIVEN] - price * found[:, TAKEN] - wish.inch * off + there - 0.2 * (mode == STAND)  # type: ignore[no-any-return]


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
