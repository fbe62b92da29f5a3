"""1.8.3 What the attacked do: run, counter charge or fire."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Draw, Illegal, Rule, Schema
from musterhall.games.the_game.assault.charging import first_control_area
from musterhall.games.the_game.assault.melee import (
    NEAR_FIGHTING,
    Sides,
    attack_of,
    bury,
    can_fight,
    plan_attacks,
    roll_attacks,
    standing_units,
)
from musterhall.games.the_game.assault.resolution import consolidate, lose
from musterhall.games.the_game.basics.choices import FormationDecision
from musterhall.games.the_game.fire.shooting import Fire, order_to_fire, shoot
from musterhall.games.the_game.movement.hiding import TOUCHING
from musterhall.games.the_game.movement.marching import straight_to
from musterhall.games.the_game.movement.moving import PlannedMove, make_planned_move, tell_move
from musterhall.games.the_game.movement.ways import COUNTER_CHARGE, Way, allowances
from musterhall.games.the_game.phases.breaking import check_for_breaking
from musterhall.games.the_game.position.position import Formation, Position, names_of
from musterhall.geometry import SLACK, Point, distance
from musterhall.tally import counted, does

DEFEND, WITHDRAW = "defend", "withdraw"


class Response(Choice[str]):
    """1.8.3 Does the target of an assault stand, or run before the charge?"""

    __slots__ = ("attacker",)
    kind = "response to the assault"
    section = "1.8.3"

    def __init__(self, attacker: Formation) -> None:
        super().__init__(1 - attacker.side, (DEFEND, WITHDRAW))
        self.attacker = attacker

    def question(self) -> str:
        return f"{self.attacker.name} charges. Do you stand and defend, or withdraw?"

    def about(self) -> dict[str, Any]:
        return {"attacker": self.attacker.index}


# 1.8.3 Response


def run_before_the_charge(battle: Battle[Position], sides: Sides) -> Rule[None]:
    """1.8.3 The defender runs: the attacker fires its near fighting at him, and he has lost without further loss."""
    battle.tell("assault", f"{does(names_of(sides.defenders), 'withdraws', 'withdraw')} before the charge", "1.8.3")
    kills: list[int] = []
    runners = standing_units(battle.position, sides.defenders)
    [volleys] = yield from plan_attacks(attack_of(battle, sides.attackers, runners, (NEAR_FIGHTING,)))
    roll_attacks(battle, sides.attackers, volleys, kills, ("fires as they run", "fire as they run"))
    bury(battle, kills)
    yield from lose(battle, sides, 1, 0, breaks=battle.position.field.variants.withdraw_breaks)
    yield from consolidate(battle, sides.attackers, own_action=True)


def defend(battle: Battle[Position], sides: Sides) -> Rule[None]:
    """1.8.3 The defender shoots with whom he likes, then the others counter charge."""
    position = battle.position
    shot: set[int] = set()
    fired_at = {attacker.index for attacker in sides.attackers}
    if len(standing_units(position, sides.defenders)):
        plan = yield from order_to_fire(battle, defensive_fire(battle.view(sides.defenders[0].side), sides))
        if plan is not None:
            shoot(battle, plan)
            shot = {unit for volley in plan.volleys for unit in volley.shooters}
            fired_at |= set(plan.targets)
    for index in sorted(fired_at):
        yield from check_for_breaking(battle, position.formations[index])
    if all(can_fight(position, attacker) for attacker in sides.attackers):
        for formation in sides.defenders:
            yield from counter_charge(battle, formation, sides.attackers, shot)


def defensive_fire(position: Position, sides: Sides) -> Fire:
    """1.8.3, 1.8.1 The defenders' fire, as that of one formation: at the attackers, as a variant at others too; +1 at
    attackers in contact.
    """
    formation, *beside = sides.defenders
    attackers = tuple(attacker.index for attacker in sides.attackers)
    others_too = position.field.variants.defensive_targets == "any_enemy"
    bonus = (("enemy in close combat", 1, "1.8.3"),) if _touching(position, sides) else ()
    limit = None if others_too else attackers
    return Fire(
        position, formation, "", limit=limit, defensive=True, beside=tuple(beside), attack=bonus, attack_at=attackers
    )


def _touching(position: Position, sides: Sides) -> bool:
    ours, theirs = standing_units(position, sides.attackers), standing_units(position, sides.defenders)
    return bool(len(ours) and len(theirs) and position.distances(ours, theirs).min() <= TOUCHING + 1e-9)


class CounterCharge(FormationDecision):
    """1.8.3 Which units counter charge, and how far? Each goes straight at the nearest enemy.

    The answer lists units that go as far as they may, and `[unit, cm]` for those that stop short of it.
    """

    __slots__ = ("allowance", "enemies", "farthest", "units")
    kind = "counter charge"
    section = "1.8.3"

    def __init__(
        self, position: Position, formation: Formation, enemies: tuple[Formation, ...], units: list[int]
    ) -> None:
        super().__init__(position, formation)
        self.enemies = standing_units(position, enemies)
        self.units = units
        self.allowance = allowances(position, formation, COUNTER_CHARGE)
        self.farthest = {unit: self.end(unit, float(self.allowance[unit])) for unit in units}

    def question(self) -> str:
        return f"Which units of {self.formation.name} counter charge, and how far?"

    def schema(self) -> Schema:
        farthest = max(map(self.reach, self.units), default=0.0)
        return schemas.many(
            schemas.either(
                schemas.one_of(self.units), schemas.row(schemas.one_of(self.units), schemas.number(0, farthest))
            ),
            0,
            len(self.units),
        )

    def in_words(self, answer: Answer) -> str:
        return f"{counted(len(answer), 'unit')} counter charge" if answer else "nobody counter charges"

    def aid(self) -> dict[str, Any]:
        """How far each unit may go, with the ground before it and to contact at most."""
        return {"allowance": {str(unit): self.reach(unit) for unit in self.units}}

    def reach(self, unit: int) -> float:
        return round(distance(self.position.at(unit), self.farthest[unit]), 2)

    def options(self) -> Iterable[Answer]:
        yield []
        yield list(self.units)
        short = [row for unit in self.units if self._legal(row := [unit, self.reach(unit) / 2])]
        if short:
            yield short

    def sample(self, draw: Draw) -> Answer:
        rows = [([unit, self.reach(unit) * draw(4) / 4], unit) for unit in self.units]
        return [row if self._legal(row) else unit for row, unit in rows if draw(2)]

    def _legal(self, row: Answer) -> bool:
        try:
            self._way(row)
        except Illegal:
            return False
        return True

    def check(self, answer: Answer) -> PlannedMove:
        if not isinstance(answer, list):
            raise Illegal("a counter charge is a list of units", "1.8.3")
        ways = [self._way(row) for row in answer]
        if len({way.unit for way in ways}) < len(ways):
            raise Illegal("a unit counter charges once", "1.8.3")
        return PlannedMove(ways, [], [])

    def _way(self, row: Answer) -> Way:
        unit, length = row if isinstance(row, list) and len(row) == 2 else (row, None)
        if type(unit) is not int or unit not in self.units:
            raise Illegal(f"{unit!r} is no unit of {self.formation.name} that may counter charge", "1.8.3")
        start, farthest, most = self.position.at(unit), self.farthest[unit], self.reach(unit)
        if length is None:
            return Way(unit, [start, farthest], distance(start, farthest))
        name = self.position.unit(unit).name
        if not most:
            raise Illegal(f"{name} cannot come any nearer to the enemy", "1.8.3")
        if type(length) not in (int, float) or not 0 < length <= most + SLACK:
            raise Illegal(f"{name} counter charges {length!r} cm; give more than 0 and at most {most:g}", "1.8.3")
        stop = self.end(unit, float(length))
        way = Way(unit, [start, stop], distance(start, stop))
        if stop != farthest and first_control_area(self.position, self.formation, way) is not None:
            raise Illegal(f"{name} enters a control area and must go on to the unit it belongs to", "1.8")
        return way

    def end(self, unit: int, length: float) -> Point:
        """1.8.3 Where so long a counter charge ends: straight, as far as the ground lets it, to contact at most."""
        gaps = self.position.distances(np.array([unit], dtype=np.int64), self.enemies)[0]
        nearest, gap = int(self.enemies[int(gaps.argmin())]), max(0.0, float(gaps.min()) - TOUCHING / 2)
        allowed = float(self.allowance[unit])
        return straight_to(self.position, unit, self.position.at(nearest), min(gap, length), allowed)


def counter_charge(
    battle: Battle[Position], formation: Formation, enemies: tuple[Formation, ...], shot: set[int]
) -> Rule[None]:
    """1.8.3, 1.8.5 Up to half a combat move straight at the nearest enemy, for units that did not shoot."""
    position = battle.position
    if not position.stands(formation) or not len(standing_units(position, enemies)):
        return
    free = [unit for unit in position.standing(formation).tolist() if unit not in shot]
    if not free:
        return
    marching: PlannedMove = yield CounterCharge(battle.view(formation.side), formation, enemies, free)
    make_planned_move(position, marching)
    if battle.recording:
        tell_move(battle, formation, marching, COUNTER_CHARGE)
