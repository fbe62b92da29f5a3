"""captain: weighs a handful of plans for each formation and takes the one with the best expected value.

It sees what a player may see, never rolls a die and never looks at a clock: the same battle gets the same answers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from musterhall.battle.decisions import Answer, Choice, Decision
from musterhall.games.the_game.agents.appraisal import GIVEN, STAYED, TAKEN, mounted, passes
from musterhall.games.the_game.agents.fire_orders import best_barrage, best_fire
from musterhall.games.the_game.agents.moves import flee, gets_out, has_guns
from musterhall.games.the_game.agents.plans import (
    HOLD,
    REGROUPED,
    STAY,
    Job,
    Plan,
    Situation,
    assault_odds,
    charge_plan,
    is_artillery,
    middle_of,
    pace,
    plans_for,
    ready_to_fire,
    token_worth,
    with_test,
)
from musterhall.games.the_game.agents.staff import assign_jobs, draw_map, entry_point, put_objective
from musterhall.games.the_game.assault import DEFEND, WITHDRAW, ChargeMove, CounterCharge
from musterhall.games.the_game.commands import (
    ADVANCE,
    ASSAULT,
    DASH,
    LOCAL_ORDER,
    PREPARED_FIRE,
    REFORM,
    SUSTAINED_FIRE,
)
from musterhall.games.the_game.commands import GIVEN as COMMANDS
from musterhall.games.the_game.maps import DrawMap, PutObjective
from musterhall.games.the_game.marching import all_out, charge_at, first_legal, go_by
from musterhall.games.the_game.moving import CONSOLIDATION, WITHDRAWAL, Move
from musterhall.games.the_game.position import Formation, Position
from musterhall.games.the_game.shooting import Fire
from musterhall.games.the_game.turn import KEEP, GiveCommands
from musterhall.geometry import Point


class CaptainAgent:
    """Answers every decision by expected value. `explain` off leaves `why` empty, for studies."""

    name = "captain"

    def __init__(self, *, explain: bool = True) -> None:
        self.why = ""
        self.explain = explain
        self._jobs: dict[int, Job] = {}
        """Who is wanted where this turn."""
        self._eager: dict[int, float] = {}
        """How much each formation had to do when it was last looked at, in points."""
        self._turn: tuple[int, ...] = ()
        self._situation: Situation | None = None
        self._stamp: tuple[Any, ...] = ()
        self._plan: dict[int, tuple[Plan, Point]] = {}
        """For the formation that is acting: its plan and where its middle is to go."""

    def answer(self, decision: Decision, view: Position) -> Answer:
        self.why = ""
        handler = _HANDLERS.get(type(decision))
        if handler is None:
            return next(iter(decision.options()))
        return handler(self, decision, view)

    def _look(self, view: Position, side: int) -> Situation:
        """The situation, kept while nothing on the table changes."""
        stamp = (
            id(view.field),
            side,
            view.turn,
            view.x.tobytes(),
            view.y.tobytes(),
            view.on.tobytes(),
            tuple([(f.suppression, f.broken, len(f.units), f.on_table) for f in view.formations]),
        )
        if self._situation is None or stamp != self._stamp:
            self._situation = Situation(view, side)
            self._stamp = stamp
        self._situation.position = view
        if self._turn != stamp[:3]:
            self._turn = stamp[:3]
            self._eager.clear()
            self._jobs = assign_jobs(self._situation)
        return self._situation

    # Commands

    def commands(self, decision: GiveCommands, view: Position) -> Answer:
        situation = self._look(view, decision.player)
        rows: list[list[Any]] = []
        reasons: list[str] = []
        for formation in decision.formations:
            now, below, plan = self._command(decision, situation, formation)
            rows.append([formation.index, now, below])
            if self.explain and plan is not None:
                planned = view.orders[formation.index].next
                instead = f", instead of {planned}" if now is not None and planned is not None else ""
                reasons.append(plan.sentence(view, formation, self._jobs.get(formation.index)) + instead)
        self.why = "; ".join(reasons)
        return rows

    def _command(
        self, decision: GiveCommands, situation: Situation, formation: Formation
    ) -> tuple[str | None, str, Plan | None]:
        view = situation.position
        allowed = decision.choices(formation)
        planned = view.orders[formation.index].next
        if is_artillery(situation, formation):
            return self._gun_command(situation, formation, allowed, planned)
        wanted = (*COMMANDS, REFORM) if formation.suppression else COMMANDS
        plans = plans_for(situation, formation, self._jobs.get(formation.index), wanted)
        with_test(view, formation, plans, planned)
        best = max((plan for plan in plans if plan.command != REFORM), key=lambda plan: plan.value)
        below = self._next_command(situation, formation, best)
        if formation.prepared and KEEP in allowed:
            waiting = next((p.value / max(0.1, p.passes) for p in plans if p.command == PREPARED_FIRE), 0.0)
            if waiting >= best.value:
                return KEEP, below, best
        if best.command == planned and None in allowed:
            return None, below, best
        if best.command in allowed:
            return best.command, below, best
        return allowed[0], below, best

    def _gun_command(
        self, situation: Situation, formation: Formation, allowed: list[str | None], planned: str | None
    ) -> tuple[str | None, str, Plan | None]:
        """Guns fire; those still on their trucks unload first."""
        wanted = SUSTAINED_FIRE if ready_to_fire(situation, formation) else ADVANCE
        if planned == wanted and None in allowed:
            return None, SUSTAINED_FIRE, None
        return (wanted if wanted in allowed else allowed[0]), SUSTAINED_FIRE, None

    def _next_command(self, situation: Situation, formation: Formation, plan: Plan) -> str:
        """1.4 A turn ahead: fire on if there is something to fire at, hurry if the way is long, else advance."""
        view = situation.position
        at = middle_of(view, formation)
        place = (at[0] + plan.shift[0], at[1] + plan.shift[1])
        nearest = min((math.dist(situation.middles[index], place) for index in situation.enemies), default=999.0)
        job = self._jobs.get(formation.index)
        away = math.dist(job.at, place) if job is not None else 0.0
        if plan.name == HOLD and plan.gives is not None and away < 20.0:
            return SUSTAINED_FIRE
        if away > 1.3 * pace(view, formation) + 10.0 and nearest > 60.0:
            return DASH
        return ADVANCE

    # The action

    def choice(self, decision: Choice, view: Position) -> Answer:
        handler = _CHOICES.get(decision.kind)
        if handler is not None:
            return handler(self, decision, view)
        return decision.choices[-1] if decision.kind in _LAST else decision.choices[0]

    def activate(self, decision: Choice, view: Position) -> Answer:
        """Who can hurt the enemy the most acts first; guns before the others, the idle last."""
        return self._keenest(self._look(view, decision.player), decision.choices)

    def _keenest(self, situation: Situation, ready: Sequence[int]) -> int:
        """The formation with the most to do; after the first look in a turn only the best two are looked at again."""
        formations = situation.position.formations
        order = sorted(ready, key=lambda index: (-self._eager.get(index, math.inf), index))
        for rank, index in enumerate(order):
            if rank < 2 or index not in self._eager:
                self._eager[index] = self._eagerness(situation, formations[index])
        return max(order, key=lambda index: (self._eager[index], -index))

    def _eagerness(self, situation: Situation, formation: Formation) -> float:
        view = situation.position
        if formation.prepared:
            return -5.0
        command = view.orders[formation.index].now
        if is_artillery(situation, formation):
            return 14.0 if ready_to_fire(situation, formation) else 1.0
        if not situation.stands(formation):
            return 0.0
        row = situation.weigh(formation, [STAY], [STAYED], [1 if command == SUSTAINED_FIRE else 0])[0]
        value = float(row[GIVEN] + 0.4 * row[TAKEN])
        if command == ASSAULT:
            charge = charge_plan(situation, formation)
            value = max(value, charge.value if charge else 0.0)
        return value * passes(view, formation, replaced=view.orders[formation.index].replaced)

    def keep(self, decision: Choice, view: Position) -> Answer:
        """1.5 Keep the initiative if somebody has much to do and the test is likely in spite of it."""
        situation = self._look(view, decision.player)
        ready = [f.index for f in view.of_side(decision.player) if f.can_act]
        keenest = view.formations[self._keenest(situation, ready)]
        replaced = view.orders[keenest.index].replaced
        usual = passes(view, keenest, replaced=replaced)
        kept = passes(view, keenest, keeping=True, replaced=replaced)
        best = self._eager[keenest.index] * kept / usual if kept >= 0.5 else 0.0
        if best > 22.0:
            self._say(lambda: f"keeps the initiative: {best:.0f} points in sight")
            return True
        return False

    def carry_out(self, decision: Choice, view: Position) -> Answer:
        formation = _named(view, decision)
        command = decision.choices[0]
        situation = self._look(view, decision.player)
        if is_artillery(situation, formation):
            half = 2 * formation.suppression >= formation.size
            self._remember(view, formation, None)
            return REFORM if half and formation.suppression > 1 else command
        plans = plans_for(situation, formation, self._jobs.get(formation.index), (command, REFORM))
        if not plans:
            return command
        best = max(plans, key=lambda plan: plan.value)
        self._remember(view, formation, best)
        self._say(lambda: best.sentence(view, formation, self._jobs.get(formation.index)))
        return best.command if best.command in decision.choices else command

    def reform(self, decision: Choice, view: Position) -> Answer:
        formation = _named(view, decision)
        plan = self._plan.get(formation.index)
        if plan is not None:
            return "fire" if plan[0].shift == STAY else "move"
        return "fire"

    def local_order(self, decision: Choice, view: Position) -> Answer:
        """1.4.1 After a failed test: the best of regrouping, a move, and fire at -1."""
        formation = _named(view, decision)
        situation = self._look(view, decision.player)
        job = self._jobs.get(formation.index)
        eased = min(float(formation.suppression), REGROUPED)
        values: dict[str, float] = {}
        plans = plans_for(situation, formation, job, (SUSTAINED_FIRE, ADVANCE))
        hold = next((plan for plan in plans if plan.command == SUSTAINED_FIRE), None)
        move = next((plan for plan in plans if plan.command == ADVANCE), None)
        for option in decision.choices:
            if option == "regroup":
                values[option] = token_worth(formation) * eased + (_quiet(hold) if hold else 0.0)
            elif option == "fire":
                values[option] = (_quiet(hold) + 0.6 * hold.gives.points) if hold and hold.gives else -5.0
            elif move is not None:
                values[option] = _quiet(move)
        if is_artillery(situation, formation) and not ready_to_fire(situation, formation):
            values["move"] = math.inf  # guns get off their trucks whenever they may
        best = max(decision.choices, key=lambda option: values.get(option, -math.inf))
        self._remember(view, formation, move if best == "move" else None)
        self._say(lambda: f"{formation.name}: {best} on a local order, the best of {_listed(values)}")
        return best

    def _remember(self, view: Position, formation: Formation, plan: Plan | None) -> None:
        self._plan.clear()
        if plan is not None:
            x, y = middle_of(view, formation)
            self._plan[formation.index] = (plan, (x + plan.shift[0], y + plan.shift[1]))

    # Moving

    def move(self, decision: Move, view: Position) -> Answer:
        formation = decision.formation
        if decision.move_kind == WITHDRAWAL:
            return flee(decision, view)
        if decision.move_kind == CONSOLIDATION:
            return self._consolidate(decision, view)
        at = middle_of(view, formation)
        known = self._plan.get(formation.index)
        if known is not None:
            goal = known[1]
        else:
            job = self._jobs.get(formation.index)
            goal = job.at if job is not None and not has_guns(view, formation) else at
        dx, dy = goal[0] - at[0], goal[1] - at[1]
        answer = go_by(decision, dx, dy) if math.hypot(dx, dy) > 1.0 else None
        if mounted(view, formation) and gets_out(view, formation, goal):
            return first_legal(decision, [all_out(decision, answer), answer])
        return answer

    def _consolidate(self, decision: Move, view: Position) -> Answer:
        situation = self._look(view, decision.player)
        formation = decision.formation
        plans = plans_for(situation, formation, self._jobs.get(formation.index), (ADVANCE,))
        if not plans or plans[0].shift == STAY:
            return None
        return go_by(decision, *plans[0].shift)

    # Fire

    def fire(self, decision: Fire, view: Position) -> Answer:
        order = None
        if decision.gunnery.artillery and not decision.defensive:
            order = best_barrage(decision, view)
        if order is None:
            order = best_fire(decision, self._look(view, decision.player))
        if order is None:
            return None
        self._say(lambda: order.sentence(view, decision.formation))
        return order.answer

    # Assault

    def assault(self, decision: Choice, view: Position) -> Answer:
        formation = _named(view, decision)
        situation = self._look(view, decision.player)
        plan = charge_plan(situation, formation)
        if plan is None or plan.value <= 0.0:
            return None
        wanted = [plan.target]
        if wanted not in decision.choices:
            return None
        self._say(lambda: plan.sentence(view, formation, None))
        return wanted

    def charge(self, decision: ChargeMove, view: Position) -> Answer:
        return charge_at(decision, decision.targets)

    def counter_charge(self, decision: CounterCharge, view: Position) -> Answer:
        return list(decision.units)

    def respond(self, decision: Choice, view: Position) -> Answer:
        """1.8.3 Stand, unless the assault is as good as lost."""
        attacker = next((f for f in view.formations if f.side != decision.player and f.name == decision.subject), None)
        if attacker is None:
            return DEFEND
        own = view.standing(attacker)
        near = [f for f in view.of_side(decision.player) if len(view.standing(f)) and len(own)]
        near.sort(key=lambda f: float(view.distances(own, view.standing(f)).min()))
        if not near:
            return DEFEND
        situation = self._look(view, decision.player)
        odds = assault_odds(situation, attacker, near[0], own, view.standing(near[0]), len(own))
        if odds.wins > 0.88 and not near[0].broken:
            self._say(lambda: f"withdraws before {attacker.name}: {1 - odds.wins:.0%} to stand")
            return WITHDRAW
        self._say(lambda: f"stands against {attacker.name}: {1 - odds.wins:.0%}")
        return DEFEND

    def support(self, decision: Choice, view: Position) -> Answer:
        """1.8.4 Support costs a token: only who can bear it."""
        formation = _named(view, decision)
        return 2 * (formation.suppression + 1) < formation.size

    def prepared_fire(self, decision: Choice, view: Position) -> Answer:
        """1.7.6 React with whom it pays the most for; small change is not worth showing oneself for."""
        enemy = next((f for f in view.formations if f.side != decision.player and f.name == decision.subject), None)
        ready = [index for index in decision.choices if index is not None]
        if enemy is None:
            return ready[0]
        situation = self._look(view, decision.player)
        best, most = None, 3.0
        for index in ready:
            row = situation.weigh(view.formations[index], [STAY], [STAYED], [0], [enemy.index])[0]
            if row[GIVEN] > most:
                best, most = index, float(row[GIVEN])
        return best

    def entry(self, decision: Choice, view: Position) -> Answer:
        return entry_point(view, decision.player, list(decision.choices))

    def first_command(self, decision: Choice, view: Position) -> Answer:
        formation = _named(view, decision)
        if has_guns(view, formation):
            return ADVANCE if mounted(view, formation) else SUSTAINED_FIRE
        return ADVANCE

    def prepare(self, decision: Choice, view: Position) -> Answer:
        formation = _named(view, decision)
        return not has_guns(view, formation) and not mounted(view, formation)

    def map(self, decision: DrawMap, view: Position) -> Answer:
        return draw_map(decision, view)

    def objective(self, decision: PutObjective, view: Position) -> Answer:
        return put_objective(decision, view)

    def _say(self, words: Callable[[], str]) -> None:
        if self.explain:
            self.why = words()


def _listed(values: dict[str, float]) -> str:
    return ", ".join(f"{option} {value:.0f}" for option, value in values.items())


def _quiet(plan: Plan) -> float:
    """The plan without its fire."""
    return plan.value - (plan.gives.points if plan.gives else 0.0)


def _named(view: Position, decision: Decision) -> Formation:
    return next(f for f in view.formations if f.side == decision.player and f.name == decision.subject)


_LAST = ("reroll action test", "reroll initiative")

_CHOICES: dict[str, Callable[[CaptainAgent, Choice, Position], Answer]] = {
    "activate": CaptainAgent.activate,
    "keep the initiative": CaptainAgent.keep,
    "carry out": CaptainAgent.carry_out,
    REFORM: CaptainAgent.reform,
    LOCAL_ORDER: CaptainAgent.local_order,
    "assault": CaptainAgent.assault,
    "response to the assault": CaptainAgent.respond,
    "support the assault": CaptainAgent.support,
    "prepared fire": CaptainAgent.prepared_fire,
    "entry point": CaptainAgent.entry,
    "first command": CaptainAgent.first_command,
    "prepared fire instead": CaptainAgent.prepare,
}

_HANDLERS: dict[type[Decision], Callable[[CaptainAgent, Any, Position], Answer]] = {
    Choice: CaptainAgent.choice,
    GiveCommands: CaptainAgent.commands,
    Move: CaptainAgent.move,
    ChargeMove: CaptainAgent.charge,
    CounterCharge: CaptainAgent.counter_charge,
    Fire: CaptainAgent.fire,
    DrawMap: CaptainAgent.map,
    PutObjective: CaptainAgent.objective,
}
