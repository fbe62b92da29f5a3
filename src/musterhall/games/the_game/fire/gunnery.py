"""1.7, 1.7.1, 1.7.5 Who can fire what at whom: ranges, line of sight, suppression, attack values, crossfire."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from copy import copy
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np

from musterhall.games.the_game.air.height import fire_from_the_air
from musterhall.games.the_game.army.datasheets import AIR, FLYERS, SpecialRule, Weapon
from musterhall.games.the_game.basics.special_rules import Circumstances, Shot, has_say, hurt_by, run
from musterhall.games.the_game.fire.fire_lines import ON_THE_LINE, crossfire_line, nearest_and_seen, take_aim
from musterhall.games.the_game.fire.sight import cover_of, lines_of_sight
from musterhall.games.the_game.phases.commands import SUSTAINED_FIRE, commands
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import SLACK, Flags, Floats, Ints, Point
from musterhall.measuring import group_gaps, nearest_gaps
from musterhall.tally import Tally

ONE_TARGET_RANGE = 10.0
"""1.7.1 Formations with units this near may be fired at as one."""


@dataclass(slots=True)
class Battery:
    """The units of a formation that may fire one kind of weapon now."""

    weapon: Weapon
    units: list[int]
    rows: list[int]
    """Where its units stand in the formation."""
    indirect: bool
    """May fire at what it does not see."""


@dataclass(slots=True)
class Aim:
    """What a battery can do to some formations with one of its profiles."""

    reach: Flags
    """For each unit of the battery, the target units it can hurt."""
    gaps: list[float]
    """For each unit of the battery, how near the nearest of them is; infinite if there is none."""
    blind: list[bool]
    """For each unit of the battery, whether it sees none of them."""
    any: bool

    @classmethod
    def at_nobody(cls, units: int, targets: int) -> Aim:
        return cls(np.zeros((units, targets), dtype=np.bool_), [math.inf] * units, [True] * units, False)


@dataclass(slots=True)
class Sighting:
    """What a formation's units have before them when they look at one or two enemy formations."""

    targets: tuple[int, ...]
    units: Ints
    distances: Floats
    seen: Flags
    nearest: float
    any_seen: bool

    @classmethod
    def of(cls, targets: tuple[int, ...], units: Ints, distances: Floats, seen: Flags) -> Sighting:
        nearest, any_seen = nearest_and_seen(distances, seen)
        return cls(targets, units, distances, seen, nearest, any_seen)


class Gunnery:
    """What the units of one formation could fire, worked out once and asked about several targets.

    Formations `beside` it fire as one with it (1.8.1).
    """

    def __init__(
        self,
        position: Position,
        formation: Formation,
        command: str,
        *,
        defensive: bool = False,
        shooters: Sequence[int] | None = None,
        beside: tuple[Formation, ...] = (),
    ) -> None:
        self.position = position
        self.formation = formation
        self.formations = (formation, *beside)
        self.command = command
        self.defensive = defensive
        standing = position.standing_together([one.index for one in self.formations])
        self.own = standing if shooters is None else np.array([u for u in standing if u in shooters], np.int64)
        self.row = {unit: row for row, unit in enumerate(self.own.tolist())}
        self.batteries, self.artillery = self._batteries()
        self._by_type: dict[str, list[Battery]] = {}
        for battery in self.batteries:
            for kind, _ in battery.weapon.attacks:
                self._by_type.setdefault(kind, []).append(battery)
        self.reach = max((battery.weapon.range for battery in self.batteries), default=0.0)
        self._sightings: dict[tuple[int, ...], Sighting] = {}
        self._aims: dict[tuple[int, str, tuple[int, ...]], Aim] = {}
        self._enemies: list[int] | None = None
        self._seen_by_guns: dict[int, dict[int, bool]] = {}
        self.best_places: dict[tuple[int, str, tuple[int, ...]], tuple[Point, int]] = {}
        """Where a barrage on a formation, in a mode and of these guns, covers the most units, and how many."""

    def _batteries(self) -> tuple[list[Battery], list[Battery]]:
        direct: list[Battery] = []
        artillery: list[Battery] = []
        row = self.row
        armament = self.position.field.armament
        for weapon, carriers in chain.from_iterable(armament.get(one.index, ()) for one in self.formations):
            units = [unit for unit in carriers if unit in row]
            indirect = False
            if weapon.artillery or self.formation.flies or _has_conditions(weapon.rules):
                shots = [self.shot(unit, weapon) for unit in units]
                units = [unit for unit, shot in zip(units, shots, strict=True) if not shot.refused]
                indirect = any(shot.indirect for shot in shots if not shot.refused)
            if units:
                battery = Battery(weapon, units, [row[unit] for unit in units], indirect)
                (artillery if weapon.artillery else direct).append(battery)
        return direct, artillery

    def shot(self, unit: int, weapon: Weapon) -> Shot:
        return may_fire(self.position, unit, weapon, self.command, self.defensive)

    def sighting(self, targets: tuple[int, ...]) -> Sighting:
        """1.7, 3.5 What stands before the formation when it looks at these enemies; aircraft see them all."""
        found = self._sightings.get(targets)
        if found is None:
            position = self.position
            units = position.standing_together(targets)
            gaps = position.distances(self.own, units)
            reach = self.reach + 2 * position.field.widest
            sees_all = self.formation.airborne
            seen = np.ones_like(gaps, np.bool_) if sees_all else lines_of_sight(position, self.own, units, reach)
            found = Sighting.of(targets, units, gaps, seen)
            self._sightings[targets] = found
        return found

    def in_the_open(self, groups: Sequence[tuple[int, ...]], silent: Set[int]) -> Gunnery:
        """1.7.1 The same guns; of these targets only those are before them that nobody has to dig out of cover."""
        twin = copy(self)
        bare = {group: self._without_cover(self.sighting(group), silent) for group in groups}
        twin._sightings = {**self._sightings, **bare}
        twin._aims = {}
        return twin

    def mixed_cover(self, group: tuple[int, ...]) -> bool:
        """1.7.1 Has the target units of one type in cover and in the open, so that the shooter has to decide?"""
        return len(self._without_cover(self.sighting(group)).units) < len(self.sighting(group).units)

    def _without_cover(self, sighting: Sighting, silent: Set[int] = frozenset()) -> Sighting:
        rows = [row for unit, row in self.row.items() if unit not in silent] or list(self.row.values())
        nearest = self.own[rows][sighting.distances[rows].argmin(axis=0)]
        covered = cover_of(self.position, sighting.units, nearest).covered().tolist()
        types = [self.position.field.units[unit].sheet.type for unit in sighting.units.tolist()]
        bare = {kind for kind, hidden in zip(types, covered, strict=True) if not hidden}
        keep = [i for i, kind in enumerate(types) if not covered[i] or kind not in bare]
        return Sighting.of(sighting.targets, sighting.units[keep], sighting.distances[:, keep], sighting.seen[:, keep])

    def aim(self, battery: Battery, weapon_type: str, targets: tuple[int, ...]) -> Aim:
        """1.7, 1.7.2 What each unit of the battery can hurt from where it stands."""
        key = (id(battery), weapon_type, targets)
        found = self._aims.get(key)
        if found is None:
            found = self._aims[key] = self._take_aim(battery, weapon_type, self.sighting(targets))
        return found

    def _take_aim(self, battery: Battery, weapon_type: str, sighting: Sighting) -> Aim:
        if not _may_reach(battery, sighting):
            return Aim.at_nobody(len(battery.rows), len(sighting.units))
        rows = np.array(battery.rows, dtype=np.int64)
        vulnerable = hurt_by(self.position.field, battery.weapon.rules, weapon_type)[sighting.units]
        gaps, seen = sighting.distances, sighting.seen
        if battery.indirect and self.position.field.variants.spotters == "required":
            vulnerable = vulnerable & spotted(self.position, self.formation.side, sighting.units)
        if has_say("may bear", battery.weapon.rules):
            gaps = gaps.copy()
            gaps[rows] = np.where(self._bearing(battery, sighting), gaps[rows], np.inf)
        reach, nearest, unseen = take_aim(gaps, seen, rows, float(battery.weapon.range), battery.indirect, vulnerable)
        found = nearest.tolist()
        return Aim(reach, found, unseen.tolist(), min(found) < np.inf)

    def _bearing(self, battery: Battery, sighting: Sighting) -> Flags:
        position = self.position
        result = np.zeros((len(battery.units), len(sighting.units)), dtype=np.bool_)
        for i, unit in enumerate(battery.units):
            for j, target in enumerate(sighting.units):
                result[i, j] = bears_on(position, unit, battery.weapon, position.at(int(target)))
        return result

    def can_target(self, weapon_type: str, targets: tuple[int, ...]) -> bool:
        """1.7.1 Has any unit a weapon of this type, and somebody in those formations to hurt with it?"""
        sighting = self.sighting(targets)
        for battery in self._by_type.get(weapon_type, ()):
            if _may_reach(battery, sighting) and self.aim(battery, weapon_type, targets).any:
                return True
        return False

    def seen_by_guns(self, target: int) -> dict[int, bool]:
        """1.7.4, 3.5 Which artillery units see anybody of a formation; aircraft see them all."""
        found = self._seen_by_guns.get(target)
        if found is None:
            guns = [unit for battery in self.artillery for unit in battery.units]
            found = self._seen_by_guns[target] = dict.fromkeys(guns, True)
            if not self.formation.airborne:
                units = self.position.standing(self.position.formations[target])
                seen = lines_of_sight(self.position, np.array(guns, np.int64), units)
                found.update(zip(guns, map(any, seen.tolist()), strict=True))
        return found

    def weapon_types(self) -> list[str]:
        return sorted(self._by_type)

    def enemies(self) -> list[int]:
        """Enemy formations near enough to be looked at, the nearest first."""
        if self._enemies is None:
            self._enemies = self._near_enemies()
        return self._enemies

    def _near_enemies(self) -> list[int]:
        position = self.position
        units = position.standing_side(1 - self.formation.side)
        if not len(units) or not len(self.own):
            return []
        x, y, radius, groups = position.x, position.y, position.field.radius, position.field.formation
        gaps = group_gaps(x, y, radius, self.own, units, groups, len(position.formations))
        near = [(gap, index) for index, gap in enumerate(gaps.tolist()) if gap <= self.reach + 1e-9]
        return [index for _, index in sorted(near)]


def _may_reach(battery: Battery, sighting: Sighting) -> bool:
    """Is anybody near enough for these weapons, and seen where they need it?"""
    near = sighting.nearest <= battery.weapon.range + SLACK
    return near and (sighting.any_seen or battery.indirect)


def may_fire(position: Position, unit: int, weapon: Weapon, command: str, defensive: bool = False) -> Shot:
    """1.7.4, 2.1 May this weapon fire under this command? Artillery wants Sustained Fire, special rules have a say."""
    shot = Shot(position, position.field.units[unit], weapon, command, defensive)
    shot.needs_sustained = weapon.artillery
    if shot.unit.sheet.type in FLYERS:
        fire_from_the_air(shot)
    run("may fire", weapon.rules, shot)
    run("without sight", weapon.rules, shot)
    if shot.needs_sustained and command != SUSTAINED_FIRE:
        shot.refuse("artillery fires on Sustained Fire", "1.7.4")
    return shot


@cache
def _has_conditions(rules: tuple[SpecialRule, ...]) -> bool:
    """2.1 Do a weapon's special rules say when it may fire, or at what it does not see?"""
    return has_say("may fire", rules) or has_say("without sight", rules)


def bears_on(position: Position, unit: int, weapon: Weapon, place: Point) -> bool:
    """2.1.5, 3.5 Is the place in the weapon's fire arc, if it has one?"""
    if not has_say("may bear", weapon.rules):
        return True
    bears: list[bool] = []
    facing, edge = float(position.facing[unit]), arc_edge(position, unit)
    run("may bear", weapon.rules, edge, position.at(unit), facing, place, bears)
    return all(bears)


def arc_edge(position: Position, unit: int) -> float:
    """2.1.5, 3.5 How far from the middle of its base a unit's front and back arcs open; not at all for aircraft."""
    origin, carrier = position.field.variants.front_arc_origin, position.unit(unit)
    from_the_middle = origin == "middle" or (origin == "by_chapter" and carrier.sheet.type in AIR)
    return 0.0 if from_the_middle else carrier.radius


def spotted(position: Position, side: int, units: Ints) -> Flags:
    """2.1.8 As a variant: which of these units somebody of the side sees, to direct indirect fire."""
    friends = position.standing_side(side)
    seen: Flags = np.asarray(lines_of_sight(position, friends, units).any(axis=0))
    return seen


def helped_by_spotter(position: Position, side: int, units: Ints) -> bool:
    """2.1.8 As a variant: a friend who sees the target takes the penalty of indirect fire away."""
    return position.field.variants.spotters == "cancel_penalty" and bool(spotted(position, side, units).any())


def close_range(weapon_range: float) -> float:
    """1.7 Half the range, rounded down to the nearest 5 cm."""
    return weapon_range / 2 // 5 * 5


def one_target(position: Position, a: int, b: int) -> bool:
    """1.7.1 Have the two formations units within 10 cm of each other?"""
    first, second = position.formations[a], position.formations[b]
    if a == b or first.side != second.side:
        return False
    ours, theirs = position.standing(first), position.standing(second)
    return bool(len(ours) and len(theirs) and position.distances(ours, theirs).min() <= ONE_TARGET_RANGE + 1e-9)


# Suppression


def suppressed_units(position: Position, own: Ints, tokens: int, targets: Sequence[tuple[int, ...]]) -> list[int]:
    """1.7 One unit for each token keeps its head down, the farthest from the target first.

    With several targets they take turns, in the order the shooter named them.
    """
    if tokens <= 0 or not targets:
        return []
    if position.field.variants.suppression_multi_target == "nearest_target":
        targets = [min(targets, key=lambda target: _gaps(position, own, target).min())]
    orders = [np.argsort(-_gaps(position, own, target), kind="stable") for target in targets]
    suppressed: list[int] = []
    for turn in range(min(tokens, len(own))):
        order = orders[turn % len(orders)]
        suppressed.append(next(unit for unit in own[order].tolist() if unit not in suppressed))
    return suppressed


def _gaps(position: Position, own: Ints, target: tuple[int, ...]) -> Floats:
    units = position.standing_together(target)
    return nearest_gaps(position.x, position.y, position.field.radius, own, units)


# Attack values


def attack_value(
    fire_command: str,
    position: Position,
    weapon: Weapon,
    kind: str,
    gap: float,
    *,
    blind: bool = False,
    helped: bool = False,
    crossfire: bool = False,
    extra: tuple[tuple[str, int, str], ...] = (),
    explain: bool = True,
) -> Tally:
    """1.4.1, 1.7, 1.7.5, 2.1.8 The ATT of one shot with each modifier."""
    attack = Tally(kind, dict(weapon.attacks)[kind], "1.7", explain)
    command = commands().get(fire_command)
    if command is not None:
        attack.add(command.name, command.attack, "1.4.1")
    attack.add("close range", 1, "1.7", when=gap <= close_range(weapon.range) + 1e-9)
    attack.add("crossfire", 1, "1.7.5", when=crossfire)
    run("attack", weapon.rules, attack, Circumstances(position, fire_command, blind, helped))
    for name, value, section in extra:
        attack.add(name, value, section)
    return attack


# Crossfire


def crossfire(
    position: Position, formation: Formation, targets: tuple[int, ...], beside: tuple[Formation, ...] = ()
) -> tuple[int, int, int, int] | None:
    """1.7.5 A line from a firing unit to a unit of another own formation that meets the target or parts it.

    Gives shooter, friend and the one or two target units the line meets. Formations `beside` it fire as one with it
    (1.8.1), and so are no other formations. Aircraft make none, unless a variant lets them.
    """
    if formation.airborne and not position.field.variants.air_crossfire:
        return None
    firing = [one.index for one in (formation, *beside)]
    shooters = position.standing_together(firing)
    friends = position.standing_side(formation.side)
    for index in firing:
        friends = friends[position.field.formation[friends] != index]
    if position.field.variants.crossfire_reach == "range_and_sight":
        friends = _friends_in_reach(position, friends, targets)
    units = position.standing_together(targets)
    if not len(units) or not len(shooters) or not len(friends):
        return None
    base = 0.0 if position.field.pointlike else float(position.field.radius[units].max())
    line = crossfire_line(position.x, position.y, shooters, friends, units, base + ON_THE_LINE)
    return None if line[0] < 0 else line


def _friends_in_reach(position: Position, friends: Ints, targets: tuple[int, ...]) -> Ints:
    """As a variant: the other formation must have range and line of sight too."""
    units = position.standing_together(targets)
    sees = lines_of_sight(position, friends, units)
    gaps = position.distances(friends, units)
    reach = np.array([max((w.range for w in position.unit(int(f)).sheet.weapons), default=0.0) for f in friends])
    return friends[(sees & (gaps <= reach[:, None])).any(axis=1)]
