"""1.7, 1.7.1, 1.7.2 From an order to fire to its volleys: who keeps his head down, who fires what, whom it can hit."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from musterhall.battle.decisions import Illegal
from musterhall.games.the_game.army.datasheets import INFANTRY, SpecialRule, Weapon, weapons_of
from musterhall.games.the_game.basics.special_rules import WeaponChoice, hurt_by, run
from musterhall.games.the_game.fire.artillery import Barrage
from musterhall.games.the_game.fire.fire_lines import add_rows, nearest_of_rows
from musterhall.games.the_game.fire.gunnery import (
    Battery,
    Gunnery,
    Sighting,
    attack_value,
    close_range,
    crossfire,
    helped_by_spotter,
    suppressed_units,
)
from musterhall.games.the_game.fire.sight import Cover, cover_of
from musterhall.games.the_game.fire.volleys import Volley
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.tally import Tally

if TYPE_CHECKING:
    from musterhall.games.the_game.fire.shooting import Fire


@dataclass(slots=True)
class FirePlan:
    """A shooting action, checked and ready to be rolled."""

    formations: tuple[Formation, ...]
    """Who fires: one formation, or two that are assaulted as one (1.8.1)."""
    targets: tuple[int, ...]
    volleys: list[Volley]
    suppressed: list[int]
    crossfire: tuple[int, int, int, int] | None
    barrage: Barrage | None = None
    held: set[int] = field(default_factory=set)
    """Units that were told not to fire."""
    notes: list[str] = field(default_factory=list)


def plan_fire(
    fire: Fire,
    targets: dict[str, tuple[int, ...]],
    bare: list[tuple[int, ...]],
    lines: dict[int, int],
    hold: set[int],
) -> FirePlan:
    """1.7, 1.7.1 Who keeps his head down, who fires what, and the volleys that make it."""
    position = fire.position
    groups = list(dict.fromkeys(targets.values()))
    suppressed = suppressed_units(position, fire.gunnery.own, fire.tokens, groups)
    silent = hold | set(suppressed)
    gunnery = fire.gunnery.in_the_open(bare, silent) if bare else fire.gunnery
    crossed = {group: crossfire(position, fire.formation, group, fire.beside) for group in groups}
    plan = FirePlan(fire.formations, tuple(dict.fromkeys(i for g in groups for i in g)), [], suppressed, None)
    plan.crossfire = next((line for line in crossed.values() if line), None)
    plan.held = hold
    used = _assign(fire, gunnery, targets, silent, lines)
    for group in groups:
        shots = [shot for shot in used if shot.group == group]
        if shots:
            plan.volleys += _volleys(fire, gunnery, group, shots, bool(crossed[group]))
    return plan


FAR_AWAY = 1e6


class AimedWeapon(NamedTuple):
    """1.7 One weapon line of one unit, and what it is aimed at."""

    battery: Battery
    unit: int
    weapon_type: str
    group: tuple[int, ...]
    """The one or two formations it fires at."""
    gap: float
    """How far the nearest unit is that it can hurt."""
    blind: bool
    """It fires at what its unit does not see."""

    @property
    def weapon(self) -> Weapon:
        return self.battery.weapon


class Eligible(NamedTuple):
    """1.7.2 The units that can be hit, nearest first, and the cover that counts for each."""

    units: list[int]
    cover: dict[int, tuple[int, int]]


def _assign(
    fire: Fire, gunnery: Gunnery, targets: dict[str, tuple[int, ...]], silent: set[int], lines: dict[int, int]
) -> list[AimedWeapon]:
    """1.7, 1.7.1 Which weapon each unit fires, at which of the targets."""
    by_unit: dict[int, list[AimedWeapon]] = {}
    primary = primary_targets(fire)
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
                    by_unit.setdefault(unit, []).append(AimedWeapon(battery, unit, kind, group, gap, aim.blind[row]))
    chosen = [shot for unit, shots in by_unit.items() for shot in _one_unit(fire, unit, shots, lines)]
    return _shared_shots(by_unit, chosen)


@cache
def fired_alone(rules: tuple[SpecialRule, ...]) -> bool:
    """2.1.11 Do a weapon's special rules leave no room for others beside it?"""
    choice = WeaponChoice()
    run("weapon choice", rules, choice)
    return choice.alone


def is_primary(weapon: Weapon) -> bool:
    return fired_alone(weapon.rules)


def primary_targets(fire: Fire) -> set[int]:
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
    """1.7.1, 2.1.11 May this unit fire this profile, or is there one that it must fire instead?"""
    if battery.units[row] in other_first:
        return False
    return len(battery.weapon.attacks) == 1 or stronger_profile(fire, battery, row, kind) is None


def stronger_profile(fire: Fire, battery: Battery, row: int, kind: str) -> str | None:
    """1.7.1 Of profiles more than 1 apart the stronger must be used while any formation in reach is a target for it."""
    values = dict(battery.weapon.attacks)
    for other, value in values.items():
        if value > values[kind] + 1 and any(
            fire.gunnery.aim(battery, other, (enemy,)).gaps[row] < FAR_AWAY for enemy in fire.enemies()
        ):
            return other
    return None


def _one_unit(fire: Fire, unit: int, shots: list[AimedWeapon], lines: dict[int, int]) -> list[AimedWeapon]:
    """1.7, 2.1.11 Infantry fires one line, a unit with a primary weapon one weapon, a vehicle all; one target each."""
    if len(shots) == 1 and not lines:
        return shots
    sheet = fire.position.field.units[unit].sheet
    best = max(shots, key=_strength)
    if unit in lines:
        number = lines[unit]
        if type(number) is not int or not 0 <= number < len(sheet.weapons):
            raise Illegal(f"{fire.position.unit(unit).name} has no weapon {number!r}", "1.7")
        picked = [shot for shot in shots if shot.weapon is weapons_of(sheet)[number]]
        if not picked:
            raise Illegal(f"{sheet.weapons[number].name} of {fire.position.unit(unit).name} cannot fire", "1.7")
        best = max(picked, key=_strength)
    primary = [shot for shot in shots if is_primary(shot.weapon)]
    if primary:
        return [primary[0]]
    if sheet.type == INFANTRY or any(map(is_primary, weapons_of(sheet))):
        return [best]
    weapons: dict[int, AimedWeapon] = {}
    for shot in sorted(shots, key=_strength, reverse=True):
        if shot.group == best.group:
            weapons.setdefault(id(shot.weapon), shot)
    return list(weapons.values())


def _strength(shot: AimedWeapon) -> float:
    """How good a line is: attack value, more shots breaking ties; a per-unit share counts as the whole."""
    weapon = shot.weapon
    near = 1 if shot.gap <= close_range(weapon.range) else 0
    value = dict(weapon.attacks)[shot.weapon_type] + near + 1.5 * (weapon.shots - 1)
    return value - (3 if shot.blind else 0)


def _shared_shots(by_unit: dict[int, list[AimedWeapon]], chosen: list[AimedWeapon]) -> list[AimedWeapon]:
    """5 Weapons with one shot for each two units: half the units, rounded up, fire it; the rest use another line."""
    limited = [shot for shot in chosen if shot.weapon.per_units > 1]
    if not limited:
        return chosen
    for weapon in {id(shot.weapon): shot.weapon for shot in limited}.values():
        users = [shot for shot in limited if shot.weapon is weapon]
        users.sort(key=lambda shot: shot.gap)
        allowed = -(-len(users) // weapon.per_units)
        for shot in users[allowed:]:
            chosen.remove(shot)
            already = [id(other.weapon) for other in chosen if other.unit == shot.unit]
            others = [s for s in by_unit[shot.unit] if s.weapon.per_units == 1 and id(s.weapon) not in already]
            if others and not already:
                chosen.append(others[0])
    return chosen


def _volleys(
    fire: Fire, gunnery: Gunnery, group: tuple[int, ...], shots: list[AimedWeapon], crossed: bool
) -> list[Volley]:
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
            hit = eligible[kind]
            if position.field.naval:
                # a torpedo and a gun may both use AT, and do not hurt the same
                hurt = hurt_by(position.field, weapon.rules, kind)
                hit = hit._replace(units=[target for target in hit.units if hurt[target]])
            volley = Volley(kind, attack, weapon.rules, 0, [], hit.units, hit.cover, weapon.name, group, crossed)
            volleys[kind, attack.total, weapon.rules] = volley
        volley.shots += weapon.shots
        volley.shooters += [unit] * weapon.shots
    return [volley for volley in volleys.values() if volley.targets]


def _eligible(gunnery: Gunnery, sighting: Sighting, shots: list[AimedWeapon]) -> dict[str, Eligible]:
    """1.7.2 For each weapon type, the units that can be hit, nearest first, with the cover that counts for each."""
    position = gunnery.position
    rows = np.array(sorted({gunnery.row[shot.unit] for shot in shots}))
    near, first = nearest_of_rows(sighting.distances, rows)
    full = cover_of(position, sighting.units, gunnery.own[first])
    units, nearest_first = sighting.units.tolist(), near.argsort(kind="stable").tolist()
    result: dict[str, Eligible] = {}
    for kind in {shot.weapon_type for shot in shots}:
        reach = np.zeros(len(sighting.units), dtype=np.bool_)
        firing = {(id(shot.battery), shot.unit) for shot in shots if shot.weapon_type == kind}
        for battery in {id(shot.battery): shot.battery for shot in shots if shot.weapon_type == kind}.values():
            keep = [row for row, unit in enumerate(battery.units) if (id(battery), unit) in firing]
            add_rows(gunnery.aim(battery, kind, sighting.targets).reach, np.array(keep), reach)
        reached = reach.tolist()
        counted = _cover_counted(position, units, reached, full)
        order = [i for i in nearest_first if reached[i]]
        result[kind] = Eligible([units[i] for i in order], {units[i]: counted[i] for i in order})
    return result


def _cover_counted(position: Position, units: list[int], reached: list[bool], cover: Cover) -> list[tuple[int, int]]:
    """1.7.2 The cover of each unit; who is hit together with units of his type in cover counts with theirs."""
    counted = list(zip(cover.armour.tolist(), cover.visibility.tolist(), strict=True))
    hit = [i for i, reaches in enumerate(reached) if reaches]
    hidden = [i for i in hit if sum(counted[i]) > 0]
    if not hidden or position.field.variants.cover_choice_scope != "whole_type":
        return counted
    types = [position.field.units[unit].sheet.type for unit in units]
    best: dict[str, tuple[int, int]] = {}
    for i in hidden:
        best[types[i]] = max(best.get(types[i], (0, 0)), counted[i], key=sum)
    for i in hit:
        if i not in hidden:
            counted[i] = best.get(types[i], (0, 0))
    return counted
