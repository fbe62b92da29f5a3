"""1.7 Shooting: targets, who fires, volleys, and the token for having been fired at.

A `Fire` answer is `{"targets": {"AP": [formation], "AT": [formation, formation]}, "cover": true, "order": [...],
"lines": [[unit, weapon], ...], "hold": [unit, ...], "barrage": {...}}`. Only targets (or a barrage) must be given;
None holds fire.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule
from musterhall.games.the_game.artillery import Barrage, barrage_options, bombard, plan_barrage
from musterhall.games.the_game.breaking import check_for_breaking
from musterhall.games.the_game.datasheets import INFANTRY, Weapon, weapons_of
from musterhall.games.the_game.gunnery import (
    Battery,
    Gunnery,
    Sighting,
    attack_value,
    close_range,
    crossfire,
    helped_by_spotter,
    one_target,
    suppressed_units,
)
from musterhall.games.the_game.moving import enemy_near
from musterhall.games.the_game.position import Formation, Position
from musterhall.games.the_game.sight import Cover, cover_of
from musterhall.games.the_game.volleys import DieResult, Volley, any_kill, extra_tokens, result_data, roll_volley
from musterhall.geometry import Flags, Ints
from musterhall.tally import Tally, counted


@dataclass(slots=True)
class FirePlan:
    """A shooting action, checked and ready to be rolled."""

    formation: Formation
    targets: tuple[int, ...]
    volleys: list[Volley]
    suppressed: list[int]
    crossfire: tuple[int, int, int, int] | None
    barrage: Barrage | None = None
    held: set[int] = field(default_factory=set)
    """Units that were told not to fire."""
    notes: list[str] = field(default_factory=list)


class Fire(Decision):
    """1.7 Does the formation fire, at whom, and in which order?"""

    __slots__ = (
        "_plan",
        "attack",
        "attack_at",
        "command",
        "defensive",
        "explain",
        "formation",
        "gunnery",
        "limit",
        "position",
    )
    kind = "fire"

    def __init__(
        self,
        position: Position,
        formation: Formation,
        command: str,
        *,
        limit: tuple[int, ...] | None = None,
        defensive: bool = False,
        shooters: Sequence[int] | None = None,
        attack: tuple[tuple[str, int, str], ...] = (),
        attack_at: tuple[int, ...] | None = None,
        explain: bool = True,
    ) -> None:
        super().__init__(formation.side, "1.7.1", formation.name)
        self.position = position
        self.formation = formation
        self.command = command
        self.limit = limit
        """The only formations that may be fired at, if not all."""
        self.defensive = defensive
        self.attack = attack
        """Modifiers beside those of the command: name, value, section."""
        self.attack_at = attack_at
        """The formations they are for, if not all."""
        self.explain = explain
        self.gunnery = Gunnery(position, formation, command, defensive=defensive, shooters=shooters)
        self._plan: tuple[Answer, FirePlan] | None = None
        """The last order that was found good, which is usually asked about once more."""

    # What is on offer

    def anything_to_do(self) -> bool:
        """Is it worth asking? Some enemy is near enough, or there are guns that reach across the table."""
        if self.gunnery.artillery and not self.defensive:
            return True
        return bool(self.gunnery.batteries and self.enemies())

    def enemies(self) -> list[int]:
        near = self.gunnery.enemies()
        return near if self.limit is None else [index for index in near if index in self.limit]

    def groups(self) -> list[tuple[int, ...]]:
        """1.7.1 What may be fired at as one target: a formation, or two that stand close together."""
        enemies = self.enemies()
        pairs = [(a, b) for a, b in product(enemies, enemies) if a < b and one_target(self.position, a, b)]
        return [*((index,) for index in enemies), *pairs]

    def options(self) -> Iterable[Answer]:
        yield None
        yield from self._direct_options()
        if self.gunnery.artillery:
            yield from ({"barrage": barrage} for barrage in barrage_options(self))

    def _direct_options(self) -> Iterator[Answer]:
        types, groups = self.gunnery.weapon_types(), self.groups()
        choices = [[g for g in groups if self.gunnery.can_target(kind, g)] for kind in types]
        single = self.position.field.variants["split_targets"] == "single_target"
        for picks in product(*([None, *options] for options in choices)):
            targets = {kind: list(pick) for kind, pick in zip(types, picks, strict=True) if pick}
            if not targets or (single and len({tuple(pick) for pick in targets.values()}) > 1):
                continue
            answer = {"targets": targets}
            if self.legal(answer):
                yield answer
                if any(self._mixed_cover(pick) for pick in picks if pick):
                    yield from self._without_cover(answer)

    def _without_cover(self, answer: dict[str, Any]) -> Iterator[Answer]:
        bare = {**answer, "cover": False}
        if self.legal(bare):
            yield bare

    def legal(self, answer: Answer) -> bool:
        """Would this order be accepted?"""
        try:
            self.check(answer)
        except Illegal:
            return False
        return True

    def _mixed_cover(self, targets: tuple[int, ...]) -> bool:
        covered = cover_of(self.position, self.gunnery.sighting(targets).units).covered()
        return bool(covered.any() and not covered.all())

    def modifiers(self, group: tuple[int, ...]) -> tuple[tuple[str, int, str], ...]:
        """What is added to fire at this target beside what the command does."""
        meant = self.attack_at is None or any(index in self.attack_at for index in group)
        return self.attack if meant else ()

    # What is asked for

    def check(self, answer: Answer) -> FirePlan | None:
        """1.7.1 The plan of fire, or why it cannot be."""
        if answer is None:
            return None
        if self._plan is None or self._plan[0] is not answer:
            self._plan = (answer, self._check(answer))
        return self._plan[1]

    def _check(self, answer: Answer) -> FirePlan:
        if not isinstance(answer, dict) or set(answer) - {"targets", "cover", "order", "lines", "hold", "barrage"}:
            raise Illegal(
                f"an order to fire has targets, cover, order, lines, hold or barrage, not {answer!r:.60}", "1.7.1"
            )
        targets = self._targets(answer.get("targets", {}))
        cover = answer.get("cover", True)
        if not isinstance(cover, bool):
            raise Illegal("cover is true or false", "1.7.1")
        plan = plan_fire(self, targets, cover, _lines(answer.get("lines", [])), self._hold(answer.get("hold", [])))
        if answer.get("barrage") is not None:
            plan.barrage = plan_barrage(self, answer["barrage"], plan)
        if not plan.volleys and plan.barrage is None:
            raise Illegal(f"{self.formation.name} has nobody who could fire at that", "1.7.1")
        _sort_volleys(plan.volleys, answer.get("order"))
        return plan

    def _targets(self, given: Any) -> dict[str, tuple[int, ...]]:
        if not isinstance(given, dict):
            raise Illegal("targets are formations by weapon type", "1.7.1")
        targets: dict[str, tuple[int, ...]] = {}
        for kind, group in given.items():
            targets[self._weapon_type(kind)] = self._group(group)
            if not self.gunnery.can_target(kind, targets[kind]):
                raise Illegal(f"{kind} has no valid target there", "1.7.1")
        if self.position.field.variants["split_targets"] == "single_target" and len(set(targets.values())) > 1:
            raise Illegal("all weapons fire at one target", "1.7.1")
        return targets

    def _hold(self, given: Any) -> set[int]:
        if not isinstance(given, list) or any(type(unit) is not int for unit in given):
            raise Illegal("hold lists the units that do not fire", "1.7.1")
        return set(given)

    def _weapon_type(self, kind: Any) -> str:
        if kind not in self.gunnery.weapon_types():
            raise Illegal(f"{self.formation.name} has no {kind!r} to fire", "1.7.1")
        return str(kind)

    def _group(self, group: Any) -> tuple[int, ...]:
        enemies = self.enemies()
        if not isinstance(group, list) or not 1 <= len(group) <= 2 or any(type(index) is not int for index in group):
            raise Illegal("a target is one formation, or two that stand within 10 cm of each other", "1.7.1")
        if any(index not in enemies for index in group):
            raise Illegal("no such enemy formation in range", "1.7.1")
        if len(group) == 2 and not one_target(self.position, *group):
            raise Illegal("two formations are one target only within 10 cm of each other", "1.7.1")
        return tuple(group)


def _lines(given: Any) -> dict[int, int]:
    if not isinstance(given, list) or not all(isinstance(row, list) and len(row) == 2 for row in given):
        raise Illegal("lines are pairs of unit and weapon number", "1.7")
    return {row[0]: row[1] for row in given}


def _sort_volleys(volleys: list[Volley], order: Any) -> None:
    """1.7.2 The shooter's order of volleys; without one the strongest first."""
    volleys.sort(key=lambda volley: -volley.attack.total)
    if order is None:
        return
    if not isinstance(order, list) or sorted(map(str, order)) != sorted(map(str, range(len(volleys)))):
        raise Illegal(f"order numbers the {len(volleys)} volleys from 0", "1.7.2")
    volleys[:] = [volleys[index] for index in order]


# Planning a shooting action


def plan_fire(
    fire: Fire, targets: dict[str, tuple[int, ...]], cover: bool, lines: dict[int, int], hold: set[int]
) -> FirePlan:
    """1.7, 1.7.1 Who keeps his head down, who fires what, and the volleys that make it."""
    position = fire.position
    groups = list(dict.fromkeys(targets.values()))
    gunnery = fire.gunnery if cover else fire.gunnery.in_the_open(groups)
    suppressed = suppressed_units(position, gunnery.own, fire.formation.suppression, groups)
    crossed = {group: crossfire(position, fire.formation, group) for group in groups}
    plan = FirePlan(fire.formation, tuple(dict.fromkeys(i for g in groups for i in g)), [], suppressed, None)
    plan.crossfire = next((line for line in crossed.values() if line), None)
    plan.held = hold
    used = _assign(fire, gunnery, targets, hold | set(suppressed), lines)
    for group in groups:
        shots = [shot for shot in used if shot[3] == group]
        if shots:
            plan.volleys += _volleys(fire, gunnery, group, shots, bool(crossed[group]))
    return plan


FAR_AWAY = 1e6
Used = tuple[Battery, int, str, tuple[int, ...], float, bool]
"""Battery, unit, weapon type, target group, distance to the nearest unit it can hurt, fires blind."""


def _assign(
    fire: Fire, gunnery: Gunnery, targets: dict[str, tuple[int, ...]], silent: set[int], lines: dict[int, int]
) -> list[Used]:
    """1.7, 1.7.1 Which weapon each unit fires, at which of the targets."""
    by_unit: dict[int, list[Used]] = {}
    primary = _primary_targets(fire)
    for battery in fire.gunnery.batteries:
        other_first = set() if is_primary(battery.weapon) else primary
        for kind, _ in battery.weapon.attacks:
            group = targets.get(kind)
            if group is None:
                continue
            aim = gunnery.aim(battery, kind, group)
            for row, unit in enumerate(battery.units):
                gap = aim.gaps[row]
                if gap < FAR_AWAY and unit not in silent and _profile_allowed(fire, battery, row, kind, other_first):
                    by_unit.setdefault(unit, []).append((battery, unit, kind, group, gap, aim.blind[row]))
    chosen = [shot for unit, shots in by_unit.items() for shot in _one_unit(fire, unit, shots, lines)]
    return _shared_shots(by_unit, chosen)


def is_primary(weapon: Weapon) -> bool:
    return any(rule.name == "primary" for rule in weapon.rules)


def _primary_targets(fire: Fire) -> set[int]:
    """2.1.11 Units whose primary weapon has a suitable target somewhere, and which therefore fire nothing else."""
    return {
        unit
        for battery in fire.gunnery.batteries
        if is_primary(battery.weapon)
        for kind, _ in battery.weapon.attacks
        for enemy in fire.enemies()
        for unit, gap in zip(battery.units, fire.gunnery.aim(battery, kind, (enemy,)).gaps, strict=True)
        if gap < FAR_AWAY
    }


def _profile_allowed(fire: Fire, battery: Battery, row: int, kind: str, other_first: set[int]) -> bool:
    """1.7.1 Of profiles more than 1 apart the stronger must be used while any formation in reach is a target for it."""
    if battery.units[row] in other_first:
        return False
    if len(battery.weapon.attacks) == 1:
        return True
    values = dict(battery.weapon.attacks)
    better = [other for other, value in values.items() if value > values[kind] + 1]
    return not any(
        fire.gunnery.aim(battery, other, (enemy,)).gaps[row] < FAR_AWAY for other in better for enemy in fire.enemies()
    )


def _one_unit(fire: Fire, unit: int, shots: list[Used], lines: dict[int, int]) -> list[Used]:
    """1.7, 2.1.11 Infantry fires one line, a unit with a primary weapon one weapon, a vehicle all; one target each."""
    if len(shots) == 1 and not lines:
        return shots
    sheet = fire.position.field.units[unit].sheet
    best = max(shots, key=_strength)
    if unit in lines:
        number = lines[unit]
        if type(number) is not int or not 0 <= number < len(sheet.weapons):
            raise Illegal(f"{fire.position.unit(unit).name} has no weapon {number!r}", "1.7")
        picked = [shot for shot in shots if shot[0].weapon is weapons_of(sheet)[number]]
        if not picked:
            raise Illegal(f"{sheet.weapons[number].name} of {fire.position.unit(unit).name} cannot fire", "1.7")
        best = max(picked, key=_strength)
    primary = [shot for shot in shots if is_primary(shot[0].weapon)]
    if primary:
        return [primary[0]]
    if sheet.type == INFANTRY or any(map(is_primary, weapons_of(sheet))):
        return [best]
    weapons: dict[int, Used] = {}
    for shot in sorted(shots, key=_strength, reverse=True):
        if shot[3] == best[3]:
            weapons.setdefault(id(shot[0].weapon), shot)
    return list(weapons.values())


def _strength(shot: Used) -> float:
    """How good a line is: attack value, more shots breaking ties; a per-unit share counts as the whole."""
    battery, _, kind, _, gap, blind = shot
    near = 1 if gap <= close_range(battery.weapon.range) else 0
    return dict(battery.weapon.attacks)[kind] + near + 1.5 * (battery.weapon.shots - 1) - (3 if blind else 0)


def _shared_shots(by_unit: dict[int, list[Used]], chosen: list[Used]) -> list[Used]:
    """5 Weapons with one shot for each two units: half the units, rounded up, fire it; the rest use another line."""
    limited = [shot for shot in chosen if shot[0].weapon.per_units > 1]
    if not limited:
        return chosen
    for weapon in {id(shot[0].weapon): shot[0].weapon for shot in limited}.values():
        users = [shot for shot in limited if shot[0].weapon is weapon]
        users.sort(key=lambda shot: shot[4])
        allowed = -(-len(users) // weapon.per_units)
        for shot in users[allowed:]:
            chosen.remove(shot)
            already = [id(other[0].weapon) for other in chosen if other[1] == shot[1]]
            others = [s for s in by_unit[shot[1]] if s[0].weapon.per_units == 1 and id(s[0].weapon) not in already]
            if others and not already:
                chosen.append(others[0])
    return chosen


def _volleys(fire: Fire, gunnery: Gunnery, group: tuple[int, ...], shots: list[Used], crossed: bool) -> list[Volley]:
    """1.7.2 Shots of one attack value and one set of special rules together, and whom they can hit, nearest first."""
    position = fire.position
    sighting = gunnery.sighting(group)
    volleys: dict[tuple[Any, ...], Volley] = {}
    attacks: dict[tuple[Any, ...], Tally] = {}
    eligible = _eligible(gunnery, sighting, shots)
    for battery, unit, kind, _, gap, blind in shots:
        weapon = battery.weapon
        near = gap <= close_range(weapon.range) + 1e-9
        attack = attacks.get((id(weapon), kind, near, blind))
        if attack is None:
            helped = blind and helped_by_spotter(position, fire.formation.side, sighting.units)
            attack = attacks[id(weapon), kind, near, blind] = attack_value(
                fire.command, position, weapon, kind, gap, blind=blind, helped=helped, crossfire=crossed,
                extra=fire.modifiers(group), explain=fire.explain,
            )  # fmt: skip
        volley = volleys.get((kind, attack.total, weapon.rules))
        if volley is None:
            targets, covers = eligible[kind]
            volley = Volley(kind, attack, weapon.rules, 0, [], targets, covers, weapon.name, group, crossed)
            volleys[kind, attack.total, weapon.rules] = volley
        volley.shots += weapon.shots
        volley.shooters += [unit] * weapon.shots
    return [volley for volley in volleys.values() if volley.targets]


def _eligible(
    gunnery: Gunnery, sighting: Sighting, shots: list[Used]
) -> dict[str, tuple[list[int], dict[int, tuple[int, int]]]]:
    """1.7.2 For each weapon type, the units that can be hit, nearest first, with the cover that counts for each."""
    position = gunnery.position
    rows = sorted({gunnery.row[shot[1]] for shot in shots})
    near = sighting.distances[rows].min(axis=0)
    first = gunnery.own[np.array(rows)[sighting.distances[rows].argmin(axis=0)]]
    full = cover_of(position, sighting.units, first)
    result: dict[str, tuple[list[int], dict[int, tuple[int, int]]]] = {}
    for kind in {shot[2] for shot in shots}:
        reach = np.zeros(len(sighting.units), dtype=np.bool_)
        firing = {(id(shot[0]), shot[1]) for shot in shots if shot[2] == kind}
        for battery in {id(shot[0]): shot[0] for shot in shots if shot[2] == kind}.values():
            keep = [row for row, unit in enumerate(battery.units) if (id(battery), unit) in firing]
            reach |= gunnery.aim(battery, kind, sighting.targets).reach[keep].any(axis=0)
        counted = _cover_counted(position, sighting.units, reach, full)
        order = [int(i) for i in near.argsort(kind="stable") if reach[i]]
        result[kind] = (
            [int(sighting.units[i]) for i in order],
            {int(sighting.units[i]): counted[i] for i in order},
        )
    return result


def _cover_counted(position: Position, units: Ints, reach: Flags, cover: Cover) -> list[tuple[int, int]]:
    """1.7.2 The cover of each unit; who is hit together with units of his type in cover counts with theirs."""
    counted = list(zip(cover.armour.tolist(), cover.visibility.tolist(), strict=True))
    hidden = reach & cover.covered()
    if not hidden.any() or position.field.variants["cover_choice_scope"] != "whole_type":
        return counted
    types = [position.field.units[unit].sheet.type for unit in units.tolist()]
    best: dict[str, tuple[int, int]] = {}
    for i in np.flatnonzero(hidden):
        best[types[i]] = max(best.get(types[i], (0, 0)), counted[i], key=sum)
    for i in np.flatnonzero(reach & ~hidden):
        counted[i] = best.get(types[i], (0, 0))
    return counted


# Rolling


def fire(
    battle: Battle[Position],
    formation: Formation,
    command: str,
    *,
    limit: tuple[int, ...] | None = None,
) -> Rule[tuple[int, ...]]:
    """1.7 A formation shoots: targets, volleys, breaking. Gives the formations it fired at."""
    position = battle.position
    if not enemy_near(position, formation, position.field.longest.get(formation.index, 0.0)):
        return ()
    decision = Fire(position, formation, command, limit=limit, explain=battle.recording)
    if not decision.anything_to_do():
        return ()
    plan: FirePlan | None = yield decision
    if plan is None:
        return ()
    shoot(battle, plan)
    hit = plan.targets if plan.barrage is None else tuple(dict.fromkeys((*plan.targets, *plan.barrage.formations)))
    for index in hit:
        yield from check_for_breaking(battle, battle.position.formations[index])
    return hit


def shoot(battle: Battle[Position], plan: FirePlan) -> list[DieResult]:
    """1.7.2 Roll the volleys and hand out what they do: tokens, kills, and a token for having been fired at."""
    position = battle.position
    involved = (*plan.targets, *(() if plan.barrage is None else (plan.barrage.target,)))
    before = {index: position.formations[index].suppression for index in involved}
    results: list[DieResult] = []
    killed: set[tuple[int, ...]] = set()
    go_on = position.field.variants["volley_restart"] == "after_last"
    for volley in plan.volleys:
        after = results[-1].target if go_on and results else None
        extra = volley.crossfire and volley.group not in killed
        rolled = roll_volley(battle, volley, extra_on_first_kill=extra, after=after)
        if any_kill(rolled):
            killed.add(volley.group)
        results += rolled
    if plan.barrage is not None:
        fresh = not any(plan.barrage.target in group for group in killed)
        results += bombard(battle, plan.barrage, first_kill_counts=fresh)
    _always_one_token(position, plan, before)
    if battle.recording:
        tell_fire(battle, plan, results)
    return results


def _always_one_token(position: Position, plan: FirePlan, before: dict[int, int]) -> None:
    """1.7.2 Being fired at costs a token even if nothing hits; of two formations the nearest unit's takes it."""
    nearest = {volley.group: position.unit(volley.targets[0]).formation for volley in reversed(plan.volleys)}
    if plan.barrage is not None and not any(plan.barrage.target in group for group in nearest):
        nearest[(plan.barrage.target,)] = plan.barrage.target
    additional = position.field.variants["always_one_st"] == "additional"
    for group, index in nearest.items():
        gained = any(position.formations[one].suppression > before[one] for one in group)
        formation = position.formations[index]
        if additional or not gained:
            formation.suppression += 1
        rules = tuple({rule for volley in plan.volleys if volley.group == group for rule in volley.rules})
        formation.suppression += extra_tokens(position, rules)


# Telling


def tell_fire(battle: Battle[Position], plan: FirePlan, results: list[DieResult]) -> None:
    """One line for the whole shooting, with the sum behind every die."""
    position = battle.position
    names = " and ".join(position.formations[index].name for index in plan.targets)
    if plan.barrage is not None and not plan.volleys:
        names = position.formations[plan.barrage.target].name
    kills = sum(result.result == "kill" for result in results)
    battle.tell(
        "barrage" if plan.barrage is not None else "fire",
        f"{plan.formation.name} fires at {names}: {counted(len(results), 'shot')}, {counted(kills, 'kill')}",
        "1.7.2",
        formation=plan.formation.index,
        dice=[result_data(position, result) for result in results],
        suppressed=list(plan.suppressed),
        crossfire=list(plan.crossfire) if plan.crossfire else None,
        attacks=[volley.attack.as_data() for volley in plan.volleys],
        barrage=plan.barrage.as_data() if plan.barrage is not None else None,
    )
