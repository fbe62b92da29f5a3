"""1.8 Assault: charge, response, attacks, support, resolution, further rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Below, Choice, Decision, Illegal, Rule, yes_or_no
from musterhall.dice import d5, d10
from musterhall.games.the_game.breaking import (
    become_broken,
    check_for_breaking,
    remove_formation,
    withdraw,
)
from musterhall.games.the_game.datasheets import attack_rules
from musterhall.games.the_game.gunnery import one_target
from musterhall.games.the_game.moving import (
    CHARGE,
    CONSOLIDATION,
    CONTROL_AREA,
    COUNTER_CHARGE,
    Marching,
    Move,
    Way,
    allowances,
    apply_marching,
    length_in_difficult,
    move,
    standing_room,
    tell_move,
)
from musterhall.games.the_game.position import Formation, Position
from musterhall.games.the_game.prepared_fire import reactions
from musterhall.games.the_game.shooting import Fire, FirePlan, shoot
from musterhall.games.the_game.sight import TOUCHING, cover_of, lines_of_sight
from musterhall.games.the_game.volleys import DieResult, Volley, kill, result_data, roll_volley
from musterhall.geometry import Flags, Floats, Ints, Point, distance, entry_share, rounded, towards
from musterhall.measuring import IMPASSABLE, straight_reach
from musterhall.tally import Tally, counted

NEAR = 15.0
"""1.8 The range of near fighting, and how near a charge must come."""
DEFEND, WITHDRAW = "defend", "withdraw"
CLOSE_FIGHTING, NEAR_FIGHTING = "CF", "NF"


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
    response = yield Choice(1 - formation.side, "1.8.3", "response to the assault", (DEFEND, WITHDRAW), formation.name)
    if response == WITHDRAW:
        yield from run_before_the_charge(battle, sides)
        return
    yield from defend(battle, sides)
    if can_fight(position, formation):
        yield from fight(battle, sides)


def can_fight(position: Position, formation: Formation) -> bool:
    return formation.alive and not formation.broken and len(position.standing(formation)) > 0


@dataclass(slots=True)
class Sides:
    """The formations in an assault: who began it, who is its target; of two formations each side is treated as one."""

    attackers: tuple[Formation, ...]
    defenders: tuple[Formation, ...]
    broken_before: tuple[bool, bool] = (False, False)
    run_before: frozenset[int] = frozenset()
    """The formations that were broken when the assault began."""
    kills: list[list[int]] = field(default_factory=lambda: [[], []])
    """1.8.5 Casualties each side has caused: by the attackers, by the defenders."""
    round: int = 1

    def __post_init__(self) -> None:
        self.broken_before = (
            any(formation.broken for formation in self.attackers),
            any(formation.broken for formation in self.defenders),
        )
        everybody = (*self.attackers, *self.defenders)
        self.run_before = frozenset(formation.index for formation in everybody if formation.broken)

    def side(self, number: int) -> tuple[Formation, ...]:
        return self.attackers if number == 0 else self.defenders


# 1.8.1 Target


def choose_target(battle: Battle[Position], formation: Formation) -> Rule[tuple[int, ...]]:
    """1.8.1 Any enemy formation, or two whose units are within 10 cm of each other."""
    position = battle.position
    enemies = [f.index for f in position.of_side(1 - formation.side) if f.on_table and len(position.standing(f))]
    pairs = [[a, b] for a, b in combinations(enemies, 2) if one_target(position, a, b)]
    if not enemies:
        return ()
    picked = yield Choice(
        formation.side, "1.8.1", "assault", [None, *([index] for index in enemies), *pairs], formation.name
    )
    return tuple(picked or ())


# 1.8.2 Charge


class ChargeMove(Move):
    """1.8.2 A charge: combat move and a d5; into a control area only straight at the unit it belongs to."""

    __slots__ = ("targets",)
    kind = "charge"

    def __init__(self, position: Position, formation: Formation, targets: tuple[int, ...], extra: float) -> None:
        super().__init__(position, formation, CHARGE, extra)
        self.targets = targets
        self.section = "1.8.2"

    def check(self, answer: Answer) -> Marching:
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
        if straight and (touches or way.length >= way.allowance - 0.1):
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
    decision = ChargeMove(position, formation, targets, extra)
    marching: Marching = yield decision
    apply_marching(position, marching)
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
    battle.tell("assault", f"{_names(sides.defenders)} withdraws before the charge", "1.8.3")
    kills: list[int] = []
    results = _attack(battle, sides.attackers, sides.defenders, kills, (NEAR_FIGHTING,))
    _tell_attacks(battle, sides.attackers, results, "fires as they run")
    _bury(battle, kills)
    yield from lose(battle, sides, 1, 0, breaks=bool(battle.position.field.variants["withdraw_breaks"]))
    yield from consolidate(battle, sides.attackers, own_action=True)


def defend(battle: Battle[Position], sides: Sides) -> Rule[None]:
    """1.8.3 The defender shoots with whom he likes, then the others counter charge."""
    position = battle.position
    shot: set[int] = set()
    contact = _touching(position, sides)
    bonus = (("enemy in close combat", 1, "1.8.3"),) if contact else ()
    for formation in sides.defenders:
        if not len(position.standing(formation)):
            continue
        limit = tuple(attacker.index for attacker in sides.attackers)
        decision = Fire(position, formation, "", limit=limit, defensive=True, attack=bonus)
        plan: FirePlan | None = (yield decision) if decision.anything_to_do() else None
        if plan is not None:
            shoot(battle, plan)
            shot |= {unit for volley in plan.volleys for unit in volley.shooters}
    for attacker in sides.attackers:
        yield from check_for_breaking(battle, attacker)
    if all(can_fight(position, attacker) for attacker in sides.attackers):
        for formation in sides.defenders:
            yield from counter_charge(battle, formation, sides.attackers, shot)


def _touching(position: Position, sides: Sides) -> bool:
    ours, theirs = _standing(position, sides.attackers), _standing(position, sides.defenders)
    return bool(len(ours) and len(theirs) and position.distances(ours, theirs).min() <= TOUCHING + 1e-9)


class CounterCharge(Decision):
    """1.8.3 Which units counter charge? The answer lists them; each goes straight at the nearest enemy."""

    __slots__ = ("formation", "units")
    kind = "counter charge"

    def __init__(self, formation: Formation, units: list[int]) -> None:
        super().__init__(formation.side, "1.8.3", formation.name)
        self.formation = formation
        self.units = units

    def options(self) -> Iterable[Answer]:
        return ([], list(self.units))

    def sample(self, below: Below) -> Answer:
        return [unit for unit in self.units if below(2)]

    def check(self, answer: Answer) -> list[int]:
        if not isinstance(answer, list) or len(set(map(str, answer))) != len(answer):
            raise Illegal("a counter charge is a list of units", "1.8.3")
        for unit in answer:
            if type(unit) is not int or unit not in self.units:
                raise Illegal(f"{unit!r} is no unit of {self.formation.name} that may counter charge", "1.8.3")
        return answer


def counter_charge(
    battle: Battle[Position], formation: Formation, enemies: tuple[Formation, ...], shot: set[int]
) -> Rule[None]:
    """1.8.3, 1.8.5 Up to half a combat move straight at the nearest enemy, for units that did not shoot."""
    position = battle.position
    if not len(position.standing(formation)) or not len(_standing(position, enemies)):
        return
    free = [unit for unit in position.standing(formation).tolist() if unit not in shot]
    if not free:
        return
    units = yield CounterCharge(formation, free)
    if units:
        counter_charge_moves(position, formation, enemies, units)
        if battle.recording:
            text = f"{formation.name}: {len(units)} units counter charge"
            battle.tell("move", text, "1.8.3", formation=formation.index)


def counter_charge_moves(
    position: Position, formation: Formation, enemies: tuple[Formation, ...], units: list[int]
) -> None:
    """1.8.3 Move the units: straight, as far as half the combat move and the ground let them, to contact at most."""
    allowed = allowances(position, formation, COUNTER_CHARGE)
    theirs = _standing(position, enemies)
    for unit in units:
        gaps = position.distances(np.array([unit], dtype=np.int64), theirs)[0]
        nearest = int(theirs[int(gaps.argmin())])
        gap = max(0.0, float(gaps.min()) - TOUCHING / 2)
        end = straight_to(position, unit, position.at(nearest), min(gap, float(allowed[unit])), float(allowed[unit]))
        position.x[unit], position.y[unit] = end
        position.moved[unit] = True


def straight_to(position: Position, unit: int, goal: Point, length: float, allowance: float) -> Point:
    """As far towards the goal as length, allowance and ground let a unit go, enemies disregarded."""
    start, ground = position.at(unit), position.field.ground
    if position.field.variants["difficult_scope"] == "portion":
        return _straight_by_portion(position, unit, towards(start, goal, length), allowance)
    end = towards(start, goal, length)
    effects = position.field.effects[unit]
    reach = straight_reach(start, end, allowance, effects, ground.x, ground.y, ground.first, ground.box)
    for short in (0.0, 0.02, 0.05, 0.1):
        # a place written to 0.01 cm may fall just inside what the unit had stopped at
        stop = rounded(towards(start, end, max(0.0, reach - short)))
        if standing_room(position, unit, stop):
            return stop
    return start


def _straight_by_portion(position: Position, unit: int, end: Point, allowance: float) -> Point:
    """As a variant: only the part of the way in difficult ground counts double."""
    start, none = position.at(unit), 0.0
    effects, ground = position.field.effects[unit] == IMPASSABLE, position.field.ground
    low, high = none, distance(start, end)
    for _ in range(24):
        length = (low + high) / 2
        stop = towards(start, end, length)
        spent = length + length_in_difficult(position, unit, start, stop)
        wet = ground.length_inside_any(effects.nonzero()[0].tolist(), start, stop) > none
        low, high = (low, length) if spent > allowance or wet else (length, high)
    return rounded(towards(start, end, low))


# 1.8.4 Attacks


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


def resolve_attacks(battle: Battle[Position], sides: Sides) -> Rule[None]:
    """1.8.4 Both sides attack at the same time, then the neighbours support; the dead are removed after all of it."""
    whole = battle.position.field.variants["casualty_counted"] == "whole_assault"
    if not whole:
        sides.kills = [[], []]
    fallen: list[list[int]] = [[], []]
    involved = [involved_units(battle.position, sides.side(n), sides.side(1 - n)) for n in (0, 1)]
    for number in (0, 1):
        results = _attack(battle, sides.side(number), sides.side(1 - number), fallen[number])
        _tell_attacks(battle, sides.side(number), results, "attacks")
    for number in (0, 1):
        yield from support(battle, sides, number, involved[1 - number], fallen[number])
    for number in (0, 1):
        sides.kills[number] += _bury(battle, fallen[number])


def involved_units(position: Position, formations: tuple[Formation, ...], enemies: tuple[Formation, ...]) -> Ints:
    """1.8 Units that may attack somebody are directly involved."""
    own, theirs = _standing(position, formations), _standing(position, enemies)
    if not len(own) or not len(theirs):
        return np.zeros(0, dtype=np.int64)
    near = position.distances(own, theirs) <= NEAR + 1e-9
    return own[(near & lines_of_sight(position, own, theirs)).any(axis=1)]


def _attack(
    battle: Battle[Position],
    formations: tuple[Formation, ...],
    enemies: tuple[Formation, ...],
    fallen: list[int],
    kinds: tuple[str, ...] = (CLOSE_FIGHTING, NEAR_FIGHTING),
) -> list[DieResult]:
    position = battle.position
    volleys = assault_volleys(position, _standing(position, formations), _standing(position, enemies), kinds)
    results: list[DieResult] = []
    go_on = position.field.variants["volley_restart"] == "after_last"
    for volley in volleys:
        after = results[-1].target if go_on and results else None
        results += roll_volley(battle, volley, casualties=fallen, after=after)
    if position.field.variants["assault_minimum_st"] and volleys and not any(r.result != "miss" for r in results):
        position.formation_of(volleys[0].targets[0]).suppression += 1
    return results


def assault_volleys(
    position: Position, own: Ints, theirs: Ints, kinds: tuple[str, ...] = (CLOSE_FIGHTING, NEAR_FIGHTING)
) -> list[Volley]:
    """1.8.4 Each unit fights hand to hand if it touches an enemy, or near; shots of one value make a volley."""
    if not len(own) or not len(theirs):
        return []
    gaps = position.distances(own, theirs)
    touch = gaps <= TOUCHING + 1e-9
    near = (gaps <= NEAR + 1e-9) & lines_of_sight(position, own, theirs)
    volleys: dict[tuple[Any, ...], Volley] = {}
    reach: dict[tuple[Any, ...], Flags] = {}
    for row, unit in enumerate(own.tolist()):
        for kind, weapon_type, value in _attacks_of(position, unit, touch[row], near[row], theirs, kinds):
            rules = attack_rules(position.field.units[unit].sheet)
            key = (kind, weapon_type, value, rules)
            if key not in volleys:
                attack = Tally(f"{kind} {weapon_type}", value, "1.8.4")
                volleys[key] = Volley(weapon_type, attack, rules, 0, [], [], {}, kind, ignore_visibility=True)
                reach[key] = np.zeros(len(theirs), dtype=np.bool_)
            volleys[key].shots += 1
            volleys[key].shooters.append(unit)
            reach[key] |= touch[row] if kind == CLOSE_FIGHTING else near[row]
    for key, volley in volleys.items():
        _aim(position, volley, reach[key], own, theirs, gaps)
    return sorted((v for v in volleys.values() if v.targets), key=lambda volley: -volley.attack.total)


def _aim(position: Position, volley: Volley, reach: Flags, own: Ints, theirs: Ints, gaps: Floats) -> None:
    """The nearest units first; of cover only the armour counts, and as a variant not even that."""
    hurt = reach & position.field.vulnerable[volley.weapon_type][theirs]
    order = np.argsort(gaps.min(axis=0), kind="stable")
    volley.targets = [int(theirs[i]) for i in order if hurt[i]]
    if volley.targets and position.field.variants["assault_cover"]:
        looked_from = own[gaps.argmin(axis=0)]
        cover = cover_of(position, theirs, looked_from)
        volley.cover = {int(unit): (int(cover.armour[i]), 0) for i, unit in enumerate(theirs)}


def _attacks_of(
    position: Position, unit: int, touch: Flags, near: Flags, theirs: Ints, kinds: tuple[str, ...]
) -> list[tuple[str, str, int]]:
    """1.8 The attacks one unit makes: hand to hand, near, or as a variant both."""
    sheet = position.field.units[unit].sheet
    found: list[tuple[str, str, int]] = []
    for kind, values, reach in ((CLOSE_FIGHTING, sheet.close, touch), (NEAR_FIGHTING, sheet.near, near)):
        if kind in kinds and values is not None and reach.any():
            found += _profile(position, kind, values, theirs[reach])
    variant = position.field.variants["cf_nf"]
    if len(found) < 2 or variant == "both":
        return found
    return found[:1] if variant == "cf_if_touching" else [max(found, key=lambda attack: attack[2])]


def _profile(position: Position, kind: str, values: tuple[int, int], theirs: Ints) -> list[tuple[str, str, int]]:
    """The better of AP and AT against somebody it can hurt."""
    vulnerable = position.field.vulnerable
    usable = [
        (kind, name, value) for name, value in zip(("AP", "AT"), values, strict=True) if vulnerable[name][theirs].any()
    ]
    return [max(usable, key=lambda attack: attack[2])] if usable else []


def support(battle: Battle[Position], sides: Sides, number: int, involved: Ints, fallen: list[int]) -> Rule[None]:
    """1.8.4 Neighbours of a side may fire their near fighting at enemies in the assault; it costs them a token."""
    position = battle.position
    for formation in supporters(position, sides, number, involved):
        joins = yield yes_or_no(formation.side, "1.8.4", "support the assault", formation.name)
        if not joins:
            continue
        formation.suppression += 1
        volleys = assault_volleys(position, position.standing(formation), involved, (NEAR_FIGHTING,))
        results = [result for volley in volleys for result in roll_volley(battle, volley, casualties=fallen)]
        _tell_attacks(battle, (formation,), results, "supports")


def supporters(position: Position, sides: Sides, number: int, involved: Ints) -> list[Formation]:
    """1.8.4 Formations of this side, not in the assault, with somebody within 15 cm and in sight of an enemy in it."""
    side = sides.side(number)[0].side
    inside = {formation.index for formation in (*sides.attackers, *sides.defenders)}
    found = []
    for formation in position.of_side(side):
        if formation.index in inside or not can_fight(position, formation) or not len(involved):
            continue
        own = position.standing(formation)
        near = position.distances(own, involved) <= NEAR + 1e-9
        seen = near.any() and (near & lines_of_sight(position, own, involved, NEAR + 5)).any()
        if seen and assault_volleys(position, own, involved, (NEAR_FIGHTING,)):
            found.append(formation)
    return found


def _bury(battle: Battle[Position], fallen: list[int]) -> list[int]:
    """Remove the dead, and who dies in their transports with them. Gives all of them."""
    position = battle.position
    riders = [unit for transport in fallen for unit in position.passengers(transport)]
    for unit in fallen:
        if position.on[unit]:
            kill(battle, unit)
    return [*fallen, *(unit for unit in riders if unit not in position.formation_of(unit).units)]


# 1.8.5 Resolution


def resolve_round(battle: Battle[Position], sides: Sides) -> tuple[int, int]:
    """1.8.5 Each side's better of two dice and its modifiers; a side with nobody left has lost."""
    position = battle.position
    alive = [_alive(position, sides.side(number)) for number in (0, 1)]
    if not all(alive):
        return (1, 0) if alive[0] or not alive[1] else (0, 1)
    die = d5 if position.field.variants["assault_resolution_dice"] == "2d5_high" else d10
    totals = []
    for number in (0, 1):
        faces = battle.roll(2, die, "assault resolution")
        tally = resolution(position, sides, number)
        totals.append(max(faces) + tally.total)
        if battle.recording:
            text = f"{_names(sides.side(number))}: {die.name} {faces[0]} and {faces[1]}, {tally}, in all {totals[-1]}"
            battle.tell("assault", text, "1.8.5", test=tally.as_data(), faces=faces)
    return (totals[0], totals[1])


def resolution(position: Position, sides: Sides, number: int) -> Tally:
    """1.8.5 The resolution modifiers of one side."""
    tally = Tally("modifiers", 0, "1.8.5")
    units = [_strength(position, sides, n) for n in (0, 1)]
    tokens = [sum(formation.suppression for formation in sides.side(n)) for n in (0, 1)]
    mine, other = number, 1 - number
    tally.add("casualties", len(sides.kills[mine]), "1.8.5")
    broken_counts = sides.broken_before[mine] and not position.field.variants["broken_no_st_bonus"]
    tally.add("no suppression", 1, "1.8.5", when=tokens[mine] == 0 and not broken_counts)
    tally.add("less suppression", 1, "1.8.5", when=_less_suppressed(position, sides, number, tokens, units))
    tally.add("more units", 1, "1.8.5", when=units[mine] > units[other])
    twice = units[mine] >= 2 * units[other]
    both = position.field.variants["twice_units"] == "plus_2"
    tally.add("twice the units", 1, "1.8.5", when=twice and both and units[mine] > units[other])
    return tally


def _less_suppressed(position: Position, sides: Sides, number: int, tokens: list[int], units: list[int]) -> bool:
    """1.8.5 Fewer tokens; a side that was broken has more whatever it has."""
    mine, other = number, 1 - number
    if sides.broken_before[mine] != sides.broken_before[other]:
        return sides.broken_before[other]
    if position.field.variants["assault_st_compare"] == "percent":
        return tokens[mine] * units[other] < tokens[other] * units[mine]
    return tokens[mine] < tokens[other]


def _strength(position: Position, sides: Sides, number: int) -> int:
    if position.field.variants["assault_units"] == "directly_involved":
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
    own, theirs = _standing(position, formations), _standing(position, enemies)
    if not len(own) or not number:
        return
    order = position.distances(own, theirs).min(axis=1).argsort(kind="stable") if len(theirs) else range(len(own))
    lost = [int(own[i]) for i in list(order)[:number]]
    battle.tell("removed", f"{_names(formations)} loses {counted(len(lost), 'more unit')}", "1.8.5", lost=len(lost))
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


def _standing(position: Position, formations: tuple[Formation, ...]) -> Ints:
    return np.concatenate([position.standing(formation) for formation in formations])


def _names(formations: tuple[Formation, ...]) -> str:
    return " and ".join(formation.name for formation in formations)


def _tell_attacks(
    battle: Battle[Position], formations: tuple[Formation, ...], results: list[DieResult], verb: str
) -> None:
    if not battle.recording or not results:
        return
    kills = sum(result.result == "kill" for result in results)
    dice: list[dict[str, Any]] = [result_data(battle.position, result) for result in results]
    text = f"{_names(formations)} {verb}: {counted(len(results), 'attack')}, {counted(kills, 'kill')}"
    battle.tell("assault", text, "1.8.4", formation=formations[0].index, dice=dice)
