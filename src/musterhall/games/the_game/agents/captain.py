"""captain: weighs a handful of plans for each formation and takes the one with the best expected value.

It sees what a player may see, never rolls a die and never looks at a clock: the same battle gets the same answers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from musterhall.battle.agents import answers
from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.air import IDLE, AirCaptain
from musterhall.games.the_game.agents.appraisal import mounted
from musterhall.games.the_game.agents.approach import (
    draw_map,
    entry_point,
    next_to_march,
    put_objective,
    take_up_positions,
)
from musterhall.games.the_game.agents.ashore import at_sea, out_of_action, sail, sails, sea_command, take_station
from musterhall.games.the_game.agents.book import passes
from musterhall.games.the_game.agents.charges import arrives, assault_odds
from musterhall.games.the_game.agents.exchanges import GIVEN, STAYED, TAKEN
from musterhall.games.the_game.agents.fire_orders import best_barrage, best_fire
from musterhall.games.the_game.agents.moves import flee, get_out, gets_out, go_and_settle, has_guns
from musterhall.games.the_game.agents.plans import (
    HOLD,
    REGROUPED,
    Intent,
    Job,
    charge_plan,
    plans_for,
    token_worth,
    with_test,
)
from musterhall.games.the_game.agents.situation import (
    STAY,
    Situation,
    is_artillery,
    middle_of,
    pace,
    ready_to_fire,
)
from musterhall.games.the_game.agents.staff import assign_jobs
from musterhall.games.the_game.assault.charging import AssaultTarget, ChargeMove
from musterhall.games.the_game.assault.melee import Attack, Support
from musterhall.games.the_game.assault.response import DEFEND, WITHDRAW, CounterCharge, Response
from musterhall.games.the_game.fire.prepared_fire import React
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.movement.hiding import HideBehind
from musterhall.games.the_game.movement.marching import charge_at, go_by
from musterhall.games.the_game.movement.moving import Consolidation, Move, Withdrawal
from musterhall.games.the_game.phases.action_tests import RerollActionTest
from musterhall.games.the_game.phases.command_phase import KEEP, GiveCommands
from musterhall.games.the_game.phases.commands import (
    ADVANCE,
    ASSAULT,
    DASH,
    LOCAL_ORDER,
    PREPARED_FIRE,
    REFORM,
    SUSTAINED_FIRE,
    commands,
)
from musterhall.games.the_game.phases.commands import GIVEN as COMMANDS
from musterhall.games.the_game.phases.end_phase import Regroup
from musterhall.games.the_game.phases.turn import (
    Activate,
    CarryOut,
    KeepInitiative,
    LocalOrder,
    ReformFirst,
    RerollInitiative,
    WhoActsFirst,
)
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.scenario.deployment import Deploy, Dismount, PreparedFireInstead
from musterhall.games.the_game.scenario.landing import TakeStation
from musterhall.games.the_game.scenario.latecomers import EntryCommand, EntryPoint
from musterhall.games.the_game.scenario.maps import DrawMap, PutObjective
from musterhall.games.the_game.scenario.pre_battle import FirstCommand, March
from musterhall.geometry import Point

KEPT = "keep prepared fire"
"""What a plan says of a formation that stays on prepared fire."""


class CaptainAgent(AirCaptain):
    """Answers every decision by expected value. `explain` off leaves `why` empty, for studies."""

    name = "captain"
    takes_the_first = (Attack, Dismount, EntryCommand, HideBehind, Regroup, WhoActsFirst)
    takes_the_last = (RerollActionTest, RerollInitiative)

    def __init__(self, *, explain: bool = True) -> None:
        super().__init__()
        self.explain = explain
        self._jobs: dict[int, Job] = {}
        """Who is wanted where this turn."""
        self._eager: dict[int, float] = {}
        """How much each formation had to do when it was last looked at, in points."""
        self._turn: tuple[int, ...] = ()
        self._situation: Situation | None = None
        self._stamp: tuple[Any, ...] = ()
        self._plan: dict[int, tuple[Intent, Point]] = {}
        """For the formation that is acting: its plan and where its middle is to go."""
        self._given: dict[int, str] = {}
        """The command each formation has for this turn."""
        self._moves: tuple[int, int, int] = (0, 0, 0)
        """Turn and formation of the action that is going on, and how many moves it has left."""

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

    @answers(GiveCommands)
    def commands(self, decision: GiveCommands, view: Position) -> Answer:
        situation = self._look(view, decision.player)
        rows: list[list[Any]] = []
        reasons: list[str] = []
        for formation in decision.formations:
            if formation.flies:
                *orders, flight = self.air_orders(view, formation)
                rows.append([formation.index, *orders])
                reasons += [flight.sentence(formation)] if self.explain else []
                continue
            now, below, plan = self._command(decision, situation, formation)
            rows.append([formation.index, now, below])
            planned = view.orders[formation.index].next
            self._given[formation.index] = (planned if now in (None, KEEP) else now) or ADVANCE
            if self.explain and plan is not None:
                instead = f", instead of {planned}" if now not in (None, KEEP) and planned is not None else ""
                reasons.append(plan.sentence(view, formation, self._jobs.get(formation.index)) + instead)
        self.why = "; ".join(reasons)
        return rows

    def _command(
        self, decision: GiveCommands, situation: Situation, formation: Formation
    ) -> tuple[str | None, str, Intent | None]:
        """1.4 For one formation: what replaces this turn's command, what goes below, and the plan behind it."""
        view = situation.position
        allowed = decision.choices(formation)
        planned = view.orders[formation.index].next
        if is_artillery(situation, formation):
            return self._gun_command(situation, formation, allowed, planned)
        if not situation.stands(formation):
            return None, ADVANCE, None
        if at_sea(view, formation):
            return self._sea_command(view, formation, allowed, planned)
        wanted = (*COMMANDS, REFORM) if formation.suppression else COMMANDS
        plans = plans_for(situation, formation, self._jobs.get(formation.index), wanted)
        waiting = next((plan for plan in plans if plan.command == PREPARED_FIRE), None)
        kept = replace(waiting, command=KEPT) if waiting is not None else None
        with_test(view, formation, plans, planned)
        best = max((plan for plan in plans if plan.command != REFORM), key=lambda plan: plan.value)
        if formation.prepared and KEEP in allowed and kept is not None and kept.value >= best.value:
            return KEEP, self._next_command(situation, formation, kept), kept
        now = best.command if best.command in allowed else None  # it is what lies there already
        return now, self._next_command(situation, formation, best), best

    def _gun_command(
        self, situation: Situation, formation: Formation, allowed: list[str | None], planned: str | None
    ) -> tuple[str | None, str, Intent | None]:
        """Guns fire; those still on their trucks unload first."""
        if allowed == [None]:
            return None, SUSTAINED_FIRE, None
        ready = ready_to_fire(situation, formation) and not out_of_action(situation.position, formation)
        wanted = SUSTAINED_FIRE if ready else ADVANCE
        if planned == wanted and None in allowed:
            return None, SUSTAINED_FIRE, None
        return (wanted if wanted in allowed else allowed[0]), SUSTAINED_FIRE, None

    def _sea_command(
        self, view: Position, formation: Formation, allowed: list[str | None], planned: str | None
    ) -> tuple[str | None, str, Intent | None]:
        """4.3.2 Boats make for the shore; a command that moves them is not replaced for one that moves them more."""
        if planned in (ADVANCE, DASH) and None in allowed:
            return None, ADVANCE, None
        wanted = sea_command(view, formation)
        return (wanted if wanted in allowed else None), ADVANCE, None

    def _next_command(self, situation: Situation, formation: Formation, plan: Intent) -> str:
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

    @answers(Activate)
    def activate(self, decision: Activate, view: Position) -> Answer:
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
        if formation.flies:
            return self.air_eagerness(view, formation)
        if formation.prepared:
            return IDLE
        command = view.orders[formation.index].now
        if is_artillery(situation, formation):
            return 14.0 if ready_to_fire(situation, formation) else 1.0
        if not situation.stands(formation):
            return 0.0
        mod = 1 if command == SUSTAINED_FIRE else 0
        row = situation.weigh(formation, [STAY], [STAYED], [mod], roughly=True)[0]
        value = float(row[GIVEN] + 0.4 * row[TAKEN])
        if command == ASSAULT:
            charge = charge_plan(situation, formation)
            value = max(value, charge.value if charge else 0.0)
        return value * passes(view, formation, replaced=view.orders[formation.index].replaced)

    @answers(KeepInitiative)
    def keep(self, decision: KeepInitiative, view: Position) -> Answer:
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

    @answers(CarryOut)
    def carry_out(self, decision: CarryOut, view: Position) -> Answer:
        formation = decision.formation
        command = decision.choices[0]
        situation = self._look(view, decision.player)
        if is_artillery(situation, formation):
            shaken = formation.suppression > 1 and 2 * formation.suppression >= formation.size
            self._remember(view, formation, None, REFORM if shaken else command)
            return REFORM if shaken else command
        if at_sea(view, formation):
            self._remember(view, formation, None, command)
            return command
        plans = plans_for(situation, formation, self._jobs.get(formation.index), (command, REFORM))
        if not plans:
            return command
        best = max(plans, key=lambda plan: plan.value)
        self._remember(view, formation, best, best.command)
        self._say(lambda: best.sentence(view, formation, self._jobs.get(formation.index)))
        return best.command if best.command in decision.choices else command

    @answers(ReformFirst)
    def reform(self, decision: ReformFirst, view: Position) -> Answer:
        plan = self._plan.get(decision.formation.index)
        return "fire" if plan is None or plan[0].shift == STAY else "move"

    @answers(LocalOrder)
    def local_order(self, decision: LocalOrder, view: Position) -> Answer:
        """1.4.1 After a failed test: the best of regrouping, if there is a token to lose, a move, and fire at -1."""
        formation = decision.formation
        situation = self._look(view, decision.player)
        job = self._jobs.get(formation.index)
        eased = min(float(formation.suppression), REGROUPED)
        values: dict[str, float] = {}
        plans = plans_for(situation, formation, job, (SUSTAINED_FIRE, ADVANCE))
        hold = next((plan for plan in plans if plan.command == SUSTAINED_FIRE), None)
        move = next((plan for plan in plans if plan.command == ADVANCE), None)
        options = [option for option in decision.choices if option != "regroup" or formation.suppression]
        for option in options:
            if option == "regroup":
                values[option] = token_worth(formation) * eased + (_quiet(hold) if hold else 0.0)
            elif option == "fire":
                given = hold.gives.points if hold and hold.gives else 0.0
                values[option] = (_quiet(hold) if hold else 0.0) + 0.6 * given
            elif move is not None:
                values[option] = _quiet(move)
        if at_sea(view, formation) or (is_artillery(situation, formation) and not ready_to_fire(situation, formation)):
            values["move"] = math.inf  # guns get off their trucks and boats to the shore whenever they may
        best = max(options, key=lambda option: values.get(option, -math.inf))
        self._remember(view, formation, move if best == "move" else None, LOCAL_ORDER)
        self._say(lambda: f"{formation.name}: {best} on a local order, the best of {_listed(values)}")
        return best

    def _remember(self, view: Position, formation: Formation, plan: Intent | None, command: str) -> None:
        """Keep in mind what the acting formation is about; Reform and local orders allow one move at most."""
        self._plan.clear()
        self._moves = (view.turn, formation.index, max(1, commands()[command].moves))
        if plan is not None:
            x, y = middle_of(view, formation)
            self._plan[formation.index] = (plan, (x + plan.shift[0], y + plan.shift[1]))

    # Moving

    @answers(Withdrawal)
    def withdraw(self, decision: Withdrawal, view: Position) -> Answer:
        return flee(decision, view)

    @answers(Move)
    def move(self, decision: Move, view: Position) -> Answer:
        formation = decision.formation
        goal = self._goal(view, formation)
        if sails(view, formation):
            job = self._jobs.get(formation.index)
            return sail(decision, view, goal if job is None else job.at)
        if self._another_follows(view, formation):
            at = middle_of(view, formation)
            return go_by(decision, goal[0] - at[0], goal[1] - at[1])
        answer = go_and_settle(decision, view, goal)
        if mounted(view, formation) and gets_out(view, formation, goal):
            return get_out(decision, answer)
        return answer

    def _goal(self, view: Position, formation: Formation) -> Point:
        """Where the middle of the formation is to go: as planned, else to its job; guns without a plan stay."""
        known = self._plan.get(formation.index)
        if known is not None:
            return known[1]
        job = self._jobs.get(formation.index)
        return job.at if job is not None and not has_guns(view, formation) else middle_of(view, formation)

    def _another_follows(self, view: Position, formation: Formation) -> bool:
        """1.4.1 Count this move, and say whether the command allows one more after it: Dash has two."""
        turn, index, left = self._moves
        if (turn, index) != (view.turn, formation.index):
            # nobody is asked how to carry out the command that brings him on
            left = commands()[self._given.get(formation.index, ADVANCE)].moves
        self._moves = (view.turn, formation.index, left - 1)
        return left > 1

    @answers(Consolidation)
    def consolidate(self, decision: Consolidation, view: Position) -> Answer:
        formation = decision.formation
        plans = plans_for(self._look(view, decision.player), formation, self._jobs.get(formation.index), (ADVANCE,))
        if not plans or plans[0].shift == STAY:
            return None
        return go_by(decision, *plans[0].shift)

    # Fire

    @answers(Fire)
    def fire(self, decision: Fire, view: Position) -> Answer:
        if decision.formation.flies:
            return self.fire_from_above(decision)
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

    @answers(AssaultTarget)
    def assault(self, decision: AssaultTarget, view: Position) -> Answer:
        formation = decision.formation
        situation = self._look(view, decision.player)
        plan = charge_plan(situation, formation)
        if plan is None or plan.value <= 0.0 or not arrives(situation, formation, plan.target):
            return None
        wanted = [plan.target]
        if wanted not in decision.choices:
            return None
        self._say(lambda: plan.sentence(view, formation, None))
        return wanted

    @answers(ChargeMove)
    def charge(self, decision: ChargeMove, view: Position) -> Answer:
        return charge_at(decision, decision.targets)

    @answers(CounterCharge)
    def counter_charge(self, decision: CounterCharge, view: Position) -> Answer:
        return list(decision.units)

    @answers(Response)
    def respond(self, decision: Response, view: Position) -> Answer:
        """1.8.3 Stand, unless the assault is as good as lost."""
        attacker = decision.attacker
        own = view.standing(attacker)
        near = [f for f in view.of_side(decision.player) if view.stands(f) and len(own)]
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

    @answers(Support)
    def support(self, decision: Support, view: Position) -> Answer:
        """1.8.4 Support costs a token: only who can bear it."""
        formation = decision.formation
        return 2 * (formation.suppression + 1) < formation.size

    @answers(React)
    def prepared_fire(self, decision: React, view: Position) -> Answer:
        """1.7.6 React with whom it pays the most for; small change is not worth showing oneself for."""
        enemy = decision.enemy
        ready = [index for index in decision.choices if index is not None]
        situation = self._look(view, decision.player)
        best, most = None, 3.0
        for index in ready:
            row = situation.weigh(view.formations[index], [STAY], [STAYED], [0], [enemy.index])[0]
            if row[GIVEN] > most:
                best, most = index, float(row[GIVEN])
        return best

    @answers(EntryPoint)
    def entry(self, decision: EntryPoint, view: Position) -> Answer:
        return entry_point(decision, view)

    @answers(March)
    def march(self, decision: March, view: Position) -> Answer:
        return next_to_march(decision, view)

    @answers(Deploy)
    def deploy(self, decision: Deploy, view: Position) -> Answer:
        return take_up_positions(decision, view)

    @answers(FirstCommand)
    def first_command(self, decision: FirstCommand, view: Position) -> Answer:
        """6.1.4 Guns get off their trucks where they take up positions, so they can begin with fire."""
        if at_sea(view, decision.formation):
            return sea_command(view, decision.formation)
        return SUSTAINED_FIRE if has_guns(view, decision.formation) else ADVANCE

    @answers(TakeStation)
    def station(self, decision: TakeStation, view: Position) -> Answer:
        return take_station(decision, view)

    @answers(PreparedFireInstead)
    def prepare(self, decision: PreparedFireInstead, view: Position) -> Answer:
        formation = decision.formation
        return not has_guns(view, formation) and not mounted(view, formation)

    @answers(DrawMap)
    def map(self, decision: DrawMap, view: Position) -> Answer:
        return draw_map(decision, view)

    @answers(PutObjective)
    def objective(self, decision: PutObjective, view: Position) -> Answer:
        return put_objective(decision, view)

    def _say(self, words: Callable[[], str]) -> None:
        if self.explain:
            self.why = words()


def _listed(values: dict[str, float]) -> str:
    return ", ".join(f"{option} {value:.0f}" for option, value in values.items())


def _quiet(plan: Intent) -> float:
    """The plan without its fire."""
    return plan.value - (plan.gives.points if plan.gives else 0.0)
