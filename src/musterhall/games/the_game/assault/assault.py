"""1.8 Assault: target, charge, response, resolution, further rounds. The attacks themselves are in melee."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Draw, Illegal, Rule, Schema
from musterhall.dice import d5, d10
from musterhall.games.the_game.assault.melee import (
    NEAR,
    NEAR_FIGHTING,
    Sides,
    attack_of,
    bury,
    can_fight,
    involved_units,
    plan_attacks,
    resolve_attacks,
    roll_attacks,
    standing_units,
)
from musterhall.games.the_game.basics.choices import FormationChoice, FormationDecision
from musterhall.games.the_game.fire.gunnery import one_target
from musterhall.games.the_game.fire.prepared_fire import reactions
from musterhall.games.the_game.fire.shooting import Fire, order_to_fire, shoot
from musterhall.games.the_game.fire.volleys import kill
from musterhall.games.the_game.movement.hiding import TOUCHING
from musterhall.games.the_game.movement.marching import straight_to
from musterhall.games.the_game.movement.moving import (
    CHARGE,
    CONSOLIDATION,
    CONTROL_AREA,
    COUNTER_CHARGE,
    Move,
    PlannedMove,
    Way,
    allowances,
    make_planned_move,
    move,
    tell_move,
)
from musterhall.games.the_game.phases.breaking import (
    become_broken,
    check_for_breaking,
    remove_formation,
    withdraw,
)
from musterhall.games.the_game.position.position import Formation, Position, names_of
from musterhall.geometry import SLACK, Point, distance, entry_share
from musterhall.tally import Tally, counted

DEFEND, WITHDRAW = "defend", "withdraw"


def assault(battle: Battle[Position], formation: Formation) -> Rule[None]:
    """1.8 The whole assault of one formation."""
    position = battle.position
    targets = yield from choose_target(battle, formation)
    if not targets:
        return
    charged = yield from charge(battle, formation, targets)
    if not charged or not can_fight(position, formation):
        return
    defenders = tuple(position.formations[index] for index in targets if position.formations[index].alive)
    if not in_reach(position, formation, defenders):
        battle.tell("assault", f"{formation.name} does not reach the enemy", "1.8.2", formation=formation.index)
        return
    sides = Sides((formation,), defenders)
    response = yield Response(formation)
    if response == WITHDRAW:
        yield from run_before_the_charge(battle, sides)
        return
    yield from defend(battle, sides)
    if can_fight(position, formation):
        yield from fight(battle, sides)


# 1.8.1 Target


def choose_target(battle: Battle[Position], formation: Formation) -> Rule[tuple[int, ...]]:
    """1.8.1 Any enemy formation, or two whose units are within 10 cm of each other."""
    position = battle.position
    enemies = [f.index for f in position.of_side(1 - formation.side) if f.on_table and len(position.standing(f))]
    pairs = [[a, b] for a, b in combinations(enemies, 2) if one_target(position, a, b)]
    if not enemies:
        return ()
    choices: list[list[int] | None] = [None, *([index] for index in enemies), *pairs]
    picked = yield AssaultTarget(battle.view(formation.side), formation, choices)
    return tuple(picked or ())


class AssaultTarget(FormationChoice[list[int] | None]):
    """1.8.1 Whom does the formation assault: one enemy formation, two that stand together, or nobody?"""

    __slots__ = ("position",)
    kind = "assault"
    section = "1.8.1"

    def __init__(self, position: Position, formation: Formation, choices: list[list[int] | None]) -> None:
        super().__init__(formation, choices)
        self.position = position

    def question(self) -> str:
        return f"Whom does {self.formation.name} assault?"

    def in_words(self, answer: Answer) -> str:
        return "nobody" if answer is None else " and ".join(self.position.formations[one].name for one in answer)


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


# 1.8.2 Charge


class ChargeMove(Move):
    """1.8.2 A charge: combat move and a d5; into a control area only straight at the unit it belongs to."""

    __slots__ = ("targets",)
    kind = "charge"
    section = "1.8.2"

    def __init__(self, position: Position, formation: Formation, targets: tuple[int, ...], extra: float) -> None:
        super().__init__(position, formation, CHARGE, extra)
        self.targets = targets

    def question(self) -> str:
        names = " and ".join(self.position.formations[index].name for index in self.targets)
        return f"{self.formation.name} charges {names}. Where do its units go?"

    def about(self) -> dict[str, Any]:
        return {"formation": self.formation.index, "targets": list(self.targets)}

    def check(self, answer: Answer) -> PlannedMove:
        marching = super().check(answer)
        for way in marching.ways:
            refusal = self._stray(way)
            if refusal:
                raise Illegal(f"{self.position.unit(way.unit).name} {refusal}", "1.8")
        return marching

    def _stray(self, way: Way) -> str:
        """1.8 From the first control area it enters a charging unit goes straight at the unit that area belongs to."""
        first = first_control_area(self.position, self.formation, way)
        if first is None:
            return ""
        leg, enemy = first
        place, radii = self.position.at(enemy), (self.position.unit(way.unit).radius, self.position.unit(enemy).radius)
        corner, end = way.path[leg], way.path[leg + 1]
        aimed = distance(corner, end) + distance(end, place) <= distance(corner, place) + 0.05
        straight = aimed and leg == len(way.path) - 2
        touches = distance(end, place, *radii) <= TOUCHING + 0.01
        if straight and (touches or way.spent >= way.allowance - 0.1):
            return ""
        return "enters a control area and must go straight at the unit it belongs to"


def first_control_area(position: Position, formation: Formation, way: Way) -> tuple[int, int] | None:
    """1.8, 1.6.1 The first enemy control area that a path enters: in which leg, and whose; those it starts in apart."""
    own, found = position.unit(way.unit).radius, []
    for enemy in position.standing_side(1 - formation.side).tolist():
        reach, place = CONTROL_AREA + own + position.unit(enemy).radius, position.at(enemy)
        if distance(way.path[0], place) <= reach:
            continue
        for leg, (a, b) in enumerate(pairwise(way.path)):
            share = entry_share(a, b, place, reach - 0.01)
            if share <= 1.0:
                found.append((leg, share, enemy))
                break
    if not found:
        return None
    leg, _, enemy = min(found)
    return leg, enemy


def charge(battle: Battle[Position], formation: Formation, targets: tuple[int, ...]) -> Rule[bool]:
    """1.8.2 Roll the d5 and charge; enemies on prepared fire may shoot at the end of it. Says whether it can go on."""
    position = battle.position
    extra = battle.roll(1, d5, "charge")[0]
    decision = ChargeMove(battle.view(formation.side), formation, targets, extra)
    marching: PlannedMove = yield decision
    make_planned_move(position, marching)
    if battle.recording:
        names = " and ".join(position.formations[index].name for index in targets)
        battle.tell("assault", f"{formation.name} charges {names} with d5 {extra}", "1.8.2", formation=formation.index)
        tell_move(battle, formation, marching, CHARGE)
    if marching:
        yield from reactions(battle, formation)
    return can_fight(position, formation)


def in_reach(position: Position, formation: Formation, defenders: Iterable[Formation]) -> bool:
    """1.8.2 Has anybody come within 15 cm?"""
    own = position.standing(formation)
    return any(
        len(units := position.standing(enemy)) and len(own) and position.distances(own, units).min() <= NEAR + 1e-9
        for enemy in defenders
    )


# 1.8.3 Response


def run_before_the_charge(battle: Battle[Position], sides: Sides) -> Rule[None]:
    """1.8.3 The defender runs: the attacker fires its near fighting at him, and he has lost without further loss."""
    battle.tell("assault", f"{names_of(sides.defenders)} withdraws before the charge", "1.8.3")
    kills: list[int] = []
    runners = standing_units(battle.position, sides.defenders)
    [volleys] = yield from plan_attacks(attack_of(battle, sides.attackers, runners, (NEAR_FIGHTING,)))
    roll_attacks(battle, sides.attackers, volleys, kills, "fires as they run")
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
    if not len(position.standing(formation)) or not len(standing_units(position, enemies)):
        return
    free = [unit for unit in position.standing(formation).tolist() if unit not in shot]
    if not free:
        return
    marching: PlannedMove = yield CounterCharge(battle.view(formation.side), formation, enemies, free)
    make_planned_move(position, marching)
    if battle.recording:
        tell_move(battle, formation, marching, COUNTER_CHARGE)


# 1.8.4, 1.8.5 Rounds


def fight(battle: Battle[Position], sides: Sides) -> Rule[None]:
    """1.8.4, 1.8.5 Rounds of attacks until one side wins."""
    while True:
        yield from resolve_attacks(battle, sides)
        totals = resolve_round(battle, sides)
        if totals[0] != totals[1]:
            break
        battle.tell("assault", "The assault is even and goes on", "1.8.5")
        sides.round += 1
        for number in (0, 1):
            for formation in sides.side(number):
                yield from counter_charge(battle, formation, sides.side(1 - number), set())
    yield from conclude(battle, sides, totals)


def conclude(battle: Battle[Position], sides: Sides, totals: tuple[int, int]) -> Rule[None]:
    """1.8.5 The lower total has lost by the difference; the winner may consolidate."""
    winner = 0 if totals[0] > totals[1] else 1
    yield from lose(battle, sides, 1 - winner, abs(totals[0] - totals[1]) // 2)
    yield from consolidate(battle, sides.side(winner), own_action=winner == 0)


# 1.8.5 Resolution


def resolve_round(battle: Battle[Position], sides: Sides) -> tuple[int, int]:
    """1.8.5 Each side's better of two dice and its modifiers; a side with nobody left has lost."""
    position = battle.position
    alive = [_alive(position, sides.side(number)) for number in (0, 1)]
    if not all(alive):
        return (1, 0) if alive[0] or not alive[1] else (0, 1)
    die = d5 if position.field.variants.assault_resolution_dice == "2d5_high" else d10
    totals = []
    for number in (0, 1):
        faces = battle.roll(2, die, "assault resolution")
        tally = resolution(position, sides, number)
        totals.append(max(faces) + tally.total)
        if battle.recording:
            text = f"{names_of(sides.side(number))}: {die.name} {faces[0]} and {faces[1]}, {tally}, in all {totals[-1]}"
            battle.tell("assault", text, "1.8.5", test=tally.as_data(), faces=faces)
    return (totals[0], totals[1])


def resolution(position: Position, sides: Sides, number: int) -> Tally:
    """1.8.5 The resolution modifiers of one side."""
    tally = Tally("modifiers", 0, "1.8.5")
    units = [_strength(position, sides, n) for n in (0, 1)]
    tokens = [sum(formation.suppression for formation in sides.side(n)) for n in (0, 1)]
    mine, other = number, 1 - number
    tally.add("casualties", len(sides.kills[mine]), "1.8.5")
    broken_counts = sides.broken_before[mine] and not position.field.variants.broken_no_st_bonus
    tally.add("no suppression", 1, "1.8.5", when=tokens[mine] == 0 and not broken_counts)
    tally.add("less suppression", 1, "1.8.5", when=_less_suppressed(position, sides, number, tokens, units))
    tally.add("more units", 1, "1.8.5", when=units[mine] > units[other])
    twice = units[mine] >= 2 * units[other]
    both = position.field.variants.twice_units == "plus_2"
    tally.add("twice the units", 1, "1.8.5", when=twice and both and units[mine] > units[other])
    return tally


def _less_suppressed(position: Position, sides: Sides, number: int, tokens: list[int], units: list[int]) -> bool:
    """1.8.5 Fewer tokens; a side that was broken has more whatever it has."""
    mine, other = number, 1 - number
    if sides.broken_before[mine] != sides.broken_before[other]:
        return sides.broken_before[other]
    if position.field.variants.assault_st_compare == "percent":
        return tokens[mine] * units[other] < tokens[other] * units[mine]
    return tokens[mine] < tokens[other]


def _strength(position: Position, sides: Sides, number: int) -> int:
    if position.field.variants.assault_units == "directly_involved":
        return len(involved_units(position, sides.side(number), sides.side(1 - number)))
    return sum(formation.size for formation in sides.side(number))


def lose(battle: Battle[Position], sides: Sides, loser: int, removed: int, *, breaks: bool = True) -> Rule[None]:
    """1.8.5 The loser removes half the difference, breaks and withdraws; broken before, it is removed whole."""
    position = battle.position
    formations = sides.side(loser)
    for formation in formations:
        if formation.index in sides.run_before and formation.alive:
            text = f"{formation.name} is destroyed"
            battle.tell("removed", text, "1.8.5", formation=formation.index, lost=formation.size)
            remove_formation(position, formation)
    left = tuple(formation for formation in formations if formation.alive)
    if left:
        take_off(battle, left, sides.side(1 - loser), removed)
    for formation in left:
        if not formation.alive:
            continue
        if breaks:
            become_broken(position, formation)
        battle.tell("break", f"{formation.name} loses the assault", "1.8.5", formation=formation.index)
        yield from withdraw(battle, formation)


def take_off(
    battle: Battle[Position], formations: tuple[Formation, ...], enemies: tuple[Formation, ...], number: int
) -> None:
    """1.8.5, 1.6.3 The loser's units nearest to the enemy are lost; passengers of a lost transport may get out."""
    position = battle.position
    own, theirs = standing_units(position, formations), standing_units(position, enemies)
    if not len(own) or not number:
        return
    order = position.distances(own, theirs).min(axis=1).argsort(kind="stable") if len(theirs) else range(len(own))
    lost = [int(own[i]) for i in list(order)[:number]]
    battle.tell("removed", f"{names_of(formations)} loses {counted(len(lost), 'more unit')}", "1.8.5", lost=len(lost))
    for unit in lost:
        kill(battle, unit)


def consolidate(battle: Battle[Position], winners: tuple[Formation, ...], *, own_action: bool) -> Rule[None]:
    """1.8.5, 1.7.6 The winner may make a free combat move; in its own action prepared fire may answer it."""
    for formation in winners:
        if can_fight(battle.position, formation):
            moved = yield from move(battle, formation, CONSOLIDATION)
            if moved and own_action:
                yield from reactions(battle, formation)


def _alive(position: Position, formations: tuple[Formation, ...]) -> bool:
    return any(formation.alive for formation in formations)
