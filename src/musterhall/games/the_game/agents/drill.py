"""drill: a fixed, cheap doctrine. Go for the nearest objective, fire when in range, rally when shaken.

It is the baseline that thousands of battles are fought with, so it looks at little and thinks about less.
"""

from __future__ import annotations

from typing import Any

from musterhall.battle.agents import answers
from musterhall.battle.decisions import Answer
from musterhall.games.the_game.agents.ashore import sail, sails
from musterhall.games.the_game.agents.flights import Pilot, air_command, fire_from_above
from musterhall.games.the_game.assault.charging import AssaultTarget, ChargeMove
from musterhall.games.the_game.assault.melee import Attack, Support
from musterhall.games.the_game.assault.response import CounterCharge, Response
from musterhall.games.the_game.fire.artillery import CONCENTRATED, barrage_on
from musterhall.games.the_game.fire.prepared_fire import React
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.movement.hiding import HideBehind
from musterhall.games.the_game.movement.marching import all_out, charge_at, first_legal, go_by
from musterhall.games.the_game.movement.moving import Consolidation, Move, Withdrawal
from musterhall.games.the_game.movement.ways import NEAR_ENEMY
from musterhall.games.the_game.phases.action_tests import RerollActionTest
from musterhall.games.the_game.phases.command_phase import GiveCommands
from musterhall.games.the_game.phases.commands import ADVANCE, DASH, SUSTAINED_FIRE
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
from musterhall.games.the_game.position.position import NOBODY, Formation, Position
from musterhall.games.the_game.scenario.deployment import Deploy, Dismount, PreparedFireInstead
from musterhall.games.the_game.scenario.landing import TakeStation
from musterhall.games.the_game.scenario.latecomers import EntryCommand, EntryPoint
from musterhall.games.the_game.scenario.maps import DrawMap, PutObjective, columns
from musterhall.games.the_game.scenario.pre_battle import FirstCommand, March
from musterhall.geometry import Point
from musterhall.measuring import nearest_there

FAR = 60.0
"""Beyond this there is nothing to shoot at and a formation hurries."""
NOBODY_NEAR = 1000.0
ON_IT = 6.0
"""This near to an objective a formation stays."""


class DrillAgent(Pilot):
    """Answers every decision by one fixed rule."""

    name = "drill"
    takes_the_first = (
        *(Activate, Attack, Deploy, Dismount, EntryCommand, EntryPoint, HideBehind, KeepInitiative, March),
        *(PreparedFireInstead, Regroup, Response, Support, WhoActsFirst),
    )
    takes_the_last = (RerollActionTest, RerollInitiative, React)

    # Set-up and commands

    @answers(DrawMap)
    def draw_map(self, decision: DrawMap, view: Position) -> Answer:
        """Abreast, each battle group into the second row of squares."""
        wide, count = columns(view), len(decision.groups)
        squares = [1 + (2 * number + 1) * wide // (2 * count) for number in range(count)]
        paths = [[[column, 1], [column, 2]] for column in squares]
        if view.field.variants.mark_positions:
            return next(iter(decision.options()))
        return dict(zip(decision.groups, paths, strict=True))

    @answers(PutObjective)
    def put_objective(self, decision: PutObjective, view: Position) -> Answer:
        """In the middle of what is allowed."""
        options = list(decision.options())
        return options[len(options) // 2]

    @answers(TakeStation)
    def take_station(self, decision: TakeStation, view: Position) -> Answer:
        """In the middle of what is allowed."""
        options = list(decision.options())
        return options[len(options) // 2]

    @answers(FirstCommand)
    def first_command(self, decision: FirstCommand, view: Position) -> Answer:
        return _command_for(view, decision.formation)

    @answers(GiveCommands)
    def give_commands(self, decision: GiveCommands, view: Position) -> Answer:
        rows: list[list[Any]] = []
        for formation in decision.formations:
            if formation.flies:
                rows.append([formation.index, None, air_command(view, formation)])
                continue
            command = _command_for(view, formation)
            planned = view.orders[formation.index].next
            rows.append([formation.index, command if planned is None else None, command])
        return rows

    @answers(CarryOut)
    def carry_out(self, decision: CarryOut, view: Position) -> Answer:
        """Reform when half of the formation keeps its head down."""
        shaken = 2 * decision.formation.suppression >= decision.formation.size
        return decision.choices[1] if shaken else decision.choices[0]

    @answers(ReformFirst)
    def reform(self, decision: ReformFirst, view: Position) -> Answer:
        return "fire" if _nearest_enemy(view, decision.formation) <= FAR else "move"

    @answers(LocalOrder)
    def local_order(self, decision: LocalOrder, view: Position) -> Answer:
        if decision.formation.suppression > 2 or len(decision.choices) == 1:
            return "regroup"
        return decision.choices[-1]

    # Moves

    @answers(Move, Consolidation)
    def move(self, decision: Move, view: Position) -> Answer:
        formation = decision.formation
        units = view.standing(formation)
        middle = view.middle_of(units)
        goal = _goal(view, formation, middle)
        if sails(view, formation):
            return sail(decision, view, goal)
        mounted = formation.index in view.field.carrying and any((view.aboard[formation.units] != NOBODY).tolist())
        near = (goal[0] - middle[0]) ** 2 + (goal[1] - middle[1]) ** 2 <= ON_IT**2
        answer = None if near else go_by(decision, goal[0] - middle[0], goal[1] - middle[1])
        if mounted and (near or _nearest_enemy(view, formation) <= NEAR_ENEMY + 10):
            return first_legal(decision, [all_out(decision, answer), answer])
        return answer

    @answers(Withdrawal)
    def withdraw(self, decision: Withdrawal, view: Position) -> Answer:
        return go_by(decision, 0.0, -100.0 if decision.player == 0 else 100.0)

    # Fire and assault

    @answers(Fire)
    def fire(self, decision: Fire, view: Position) -> Answer:
        """Each kind of weapon at the nearest formation it can hurt; guns at the largest they reach."""
        if decision.formation.flies:
            return fire_from_above(decision)
        gunnery = decision.gunnery
        targets: dict[str, list[int]] = {}
        enemies = decision.enemies() if gunnery.batteries else []
        for kind in gunnery.weapon_types():
            for enemy in enemies[:3]:
                if gunnery.can_target(kind, (enemy,)):
                    targets[kind] = [enemy]
                    break
        answer: dict[str, Any] = {"targets": targets} if targets else {}
        if gunnery.artillery and not targets:
            answer.update(_barrage(decision, view))
        return answer if answer and decision.legal(answer) else None

    @answers(AssaultTarget)
    def assault(self, decision: AssaultTarget, view: Position) -> Answer:
        return None

    @answers(ChargeMove)
    def charge(self, decision: ChargeMove, view: Position) -> Answer:
        return charge_at(decision, decision.targets)

    @answers(CounterCharge)
    def counter_charge(self, decision: CounterCharge, view: Position) -> Answer:
        return list(decision.units)


def _command_for(view: Position, formation: Formation) -> str:
    """Guns fire, who is far away hurries, the others advance."""
    units = view.field.units
    if any(weapon.artillery for weapon in units[formation.units[0]].sheet.weapons):
        return SUSTAINED_FIRE
    return DASH if _nearest_enemy(view, formation) > FAR else ADVANCE


def _nearest_enemy(view: Position, formation: Formation) -> float:
    first = next((unit for unit in formation.units if view.on[unit]), None)
    if first is None:
        return NOBODY_NEAR
    enemies = view.field.units_of_side[1 - formation.side]
    return min(NOBODY_NEAR, nearest_there(view.x[first], view.y[first], view.x, view.y, view.on, enemies))


def _goal(view: Position, formation: Formation, middle: Point) -> Point:
    """The nearest objective, those on the enemy's side first for every other formation."""
    objectives = view.scenario.objectives
    wanted = [o for o in objectives if (o.half != formation.side) == bool(formation.index % 2)] or objectives
    if not wanted:
        enemies = view.standing_side(1 - formation.side)
        return view.middle_of(enemies) if len(enemies) else middle
    best = min(wanted, key=lambda o: (o.x - middle[0]) ** 2 + (o.y - middle[1]) ** 2)
    return (best.x, best.y)


def _barrage(decision: Fire, view: Position) -> dict[str, Any]:
    enemies = [f for f in view.of_side(1 - decision.player) if f.on_table and view.stands(f) and not f.broken]
    if not enemies or decision.limit is not None:
        return {}
    target = max(enemies, key=lambda formation: formation.size).index
    barrage = barrage_on(decision, target, CONCENTRATED)
    return {"barrage": barrage} if barrage is not None else {}
