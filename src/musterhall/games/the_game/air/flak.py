"""3.5.1 Fire from the ground at aircraft: free, and outside anybody's action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.the_game.air.aircraft import is_missile
from musterhall.games.the_game.air.apart import Path, paths_flown
from musterhall.games.the_game.air.height import ABOVE
from musterhall.games.the_game.air.paths import nearest_on_path
from musterhall.games.the_game.army.datasheets import INFANTRY, Weapon, weapons_of
from musterhall.games.the_game.fire.gunnery import bears_on, close_range, may_fire, suppressed_units
from musterhall.games.the_game.fire.sight import sees_place
from musterhall.games.the_game.fire.volleys import (
    DieResult,
    Volley,
    extra_tokens,
    result_data,
    roll_volley,
    shots_in_words,
)
from musterhall.games.the_game.position.air_state import Flight
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Point, distance
from musterhall.tally import Tally, and_list, does

AA = "AA"


class AimedFlak(NamedTuple):
    """One weapon of one unit, the aircraft it reaches, and how far each is, nearest first."""

    unit: int
    weapon: Weapon
    reach: tuple[tuple[int, float], ...]

    @property
    def gap(self) -> float:
        return self.reach[0][1]

    @property
    def attack(self) -> int:
        return dict(self.weapon.attacks)[AA]


# Who can fire


def flak_at(position: Position, enemy: Formation) -> list[AimedFlak]:
    """3.5.1 Everything on the ground that may fire at what this formation has flown since it was last fired at."""
    flight = position.air.flights[enemy.index]
    return [aimed for unit in able_to_fire(position, enemy) for aimed in aimed_by(position, unit, enemy, flight)]


def able_to_fire(position: Position, enemy: Formation) -> list[int]:
    """3.5.1, 1.7 The units with anti-aircraft weapons on the table whose formation is not broken; as a variant tokens
    silence some of them."""
    found: list[int] = []
    for formation in position.of_side(1 - enemy.side):
        if formation.on_table and not formation.broken and formation.alive:
            armed = {unit for _, carriers in position.field.flak.get(formation.index, ()) for unit in carriers}
            if armed:
                quiet = _silenced(position, formation, enemy)
                found += [unit for unit in position.standing(formation).tolist() if unit in armed and unit not in quiet]
    return found


def _silenced(position: Position, formation: Formation, enemy: Formation) -> list[int]:
    """1.7 As a variant tokens silence those who fire at aircraft, the farthest first."""
    if not position.field.variants.aa_suppressed:
        return []
    return suppressed_units(position, position.standing(formation), formation.suppression, [(enemy.index,)])


def aimed_by(position: Position, unit: int, enemy: Formation, flight: Flight) -> list[AimedFlak]:
    """3.5.1 The weapons of one unit that reach aircraft of this flight."""
    if unit in flight.fired:
        return []
    weapons = anti_aircraft_weapons(position, unit)
    return fired_by(position, unit, [(one, _reached(position, unit, one, enemy, flight)) for one in weapons])


def anti_aircraft_weapons(position: Position, unit: int) -> list[Weapon]:
    return [weapon for weapon in weapons_of(position.unit(unit).sheet) if AA in dict(weapon.attacks)]


def fired_by(position: Position, unit: int, reached: list[tuple[Weapon, list[tuple[int, float]]]]) -> list[AimedFlak]:
    """3.5.1, 1.7 Of weapons with what they reach, those that a unit fires: all of them, infantry the strongest."""
    aimed = [AimedFlak(unit, weapon, tuple(reach)) for weapon, reach in reached]
    able = [one for one in aimed if one.reach and not may_fire(position, unit, one.weapon, "").refused]
    if position.unit(unit).sheet.type == INFANTRY:
        return sorted(able, key=lambda one: -one.attack)[:1]
    return able


def _reached(
    position: Position, unit: int, weapon: Weapon, enemy: Formation, flight: Flight
) -> list[tuple[int, float]]:
    gaps = []
    for aircraft, path in paths_of(position, enemy):
        nearest = nearest_on_path(path, position.at(unit))
        gap = range_to(position, unit, weapon, nearest, flight.high)
        if position.field.variants.aa_los == "always" and not sees_place(position, unit, nearest):
            continue
        if gap is not None and gap <= weapon.range + 1e-9 and bears_on(position, unit, weapon, nearest):
            gaps.append((aircraft, gap))
    return sorted(gaps, key=lambda row: row[1])


def paths_of(position: Position, enemy: Formation) -> Iterator[tuple[int, Path]]:
    """3.4.1 What each aircraft has flown since the ground last fired."""
    since = position.air.flights[enemy.index].since
    for unit, path in paths_flown(position, enemy).items():
        yield unit, path[since:]


def range_to(position: Position, unit: int, weapon: Weapon, nearest: Point, high: bool) -> float | None:
    """3.4.2 How far it is to a place on a path; high altitude adds 45 cm, and as a variant is for missiles only."""
    gap = distance(position.at(unit), nearest, position.unit(unit).radius)
    if high and position.field.variants.high_altitude_aa == "missiles_only" and not is_missile(weapon.name):
        return None
    return gap + (ABOVE if high else 0.0)


# Firing


class FireAtAircraft(Decision):
    """3.5.1 Which units on the ground fire at aircraft that have come within their range? A list of units."""

    __slots__ = ("aimed", "enemy", "last", "position")
    kind = "fire at aircraft"
    section = "3.5.1"

    def __init__(self, position: Position, enemy: Formation, aimed: Sequence[AimedFlak], *, last: bool) -> None:
        super().__init__(1 - enemy.side)
        self.position = position
        self.enemy = enemy
        self.aimed = aimed
        self.last = last
        """They will not come by again."""

    @property
    def units(self) -> list[int]:
        return list(dict.fromkeys(one.unit for one in self.aimed))

    def question(self) -> str:
        now = "" if self.last else " now, and not on its way out"
        return f"Which units fire at {self.enemy.name}{now}?"

    def about(self) -> dict[str, Any]:
        return {"enemy": self.enemy.index, "units": self.units}

    def schema(self) -> Schema:
        return schemas.many(schemas.one_of(self.units))

    def in_words(self, answer: Answer) -> str:
        return ", ".join(self.position.unit(unit).name for unit in answer) or "none"

    def aid(self) -> dict[str, Any]:
        """For each unit, how far the aircraft were at their nearest."""
        return {"distance": {str(one.unit): round(one.gap, 2) for one in self.aimed}}

    def options(self) -> Iterator[Answer]:
        yield self.units
        yield []
        if len(self.units) > 1:
            yield from ([unit] for unit in self.units)

    def sample(self, draw: Draw) -> Answer:
        return self.units if draw(3) else [unit for unit in self.units if draw(2)]

    def check(self, answer: Answer) -> list[AimedFlak]:
        listed = isinstance(answer, list) and all(type(unit) is int for unit in answer)
        if not listed or len(set(answer)) < len(answer) or set(answer) - set(self.units):
            raise Illegal("name units that have the aircraft in range, each once", "3.5.1")
        return [one for one in self.aimed if one.unit in answer]


def ground_fire(battle: Battle[Position], enemy: Formation, *, last: bool = False) -> Rule[None]:
    """3.5.1 Units on the ground may fire at aircraft that have moved within their range, once in each of their actions.

    `last` says that the aircraft are on their way out.
    """
    position = battle.position
    variant = position.field.variants.aa_shots
    if last and variant == "each_move":
        _note(position, enemy, fired=())
    aimed = flak_at(position, enemy) if enemy.alive and not (last and variant == "approach_only") else []
    if aimed:
        firing: list[AimedFlak] = yield FireAtAircraft(battle.view(1 - enemy.side), enemy, aimed, last=last)
        if firing:
            shoot_at_aircraft(battle, enemy, firing, " from the ground", "3.5.1")
            fired = position.air.flights[enemy.index].fired
            _note(position, enemy, fired=(*fired, *dict.fromkeys(one.unit for one in firing)))
    _note(position, enemy, since=len(position.air.flights[enemy.index].path) - 1)


def _note(position: Position, enemy: Formation, **changes: Any) -> None:
    flight = position.air.flights[enemy.index]
    position.air = position.air.flown(enemy.index, flight._replace(**changes))


def shoot_at_aircraft(
    battle: Battle[Position],
    enemy: Formation,
    firing: Sequence[AimedFlak],
    how: str,
    section: str,
    extra: tuple[tuple[str, int, str], ...] = (),
) -> list[DieResult]:
    """3.5.1, 1.7.2 All that fires together is one fire: volleys by attack value, the nearest aircraft first, and at
    least one token."""
    position, before = battle.position, enemy.suppression
    volleys = flak_volleys(firing, extra, section)
    results = [result for volley in volleys for result in roll_volley(battle, volley)]
    if enemy.suppression == before or position.field.variants.always_one_st == "additional":
        enemy.suppression += 1
    enemy.suppression += extra_tokens(position, tuple({rule for volley in volleys for rule in volley.rules}))
    if battle.recording:
        told = shots_in_words(sum(volley.shots for volley in volleys), results)
        shooters = dict.fromkeys(position.formation_of(one.unit).name for one in firing)
        who = does(and_list(list(shooters)), "fires", "fire")
        battle.tell(
            "flak", f"{who} at {enemy.name}{how}: {told}", section,
            formation=enemy.index, side=1 - enemy.side,
            dice=[result_data(position, result) for result in results],
            attacks=[volley.attack.as_data() for volley in volleys],
        )  # fmt: skip
    return results


def flak_volleys(
    firing: Iterable[AimedFlak], extra: tuple[tuple[str, int, str], ...] = (), section: str = "3.5.1"
) -> list[Volley]:
    """1.7.2 Shots of one attack value and one set of special rules together, strongest first."""
    volleys: dict[tuple[Any, ...], Volley] = {}
    gaps: dict[tuple[Any, ...], dict[int, float]] = {}
    for one in firing:
        attack = flak_attack(one, extra, section)
        key = (attack.total, one.weapon.rules)
        volley = volleys.setdefault(key, Volley(AA, attack, one.weapon.rules, 0, [], [], {}, one.weapon.name))
        volley.shots += one.weapon.shots
        volley.shooters += [one.unit] * one.weapon.shots
        near = gaps.setdefault(key, {})
        for aircraft, gap in one.reach:
            near[aircraft] = min(gap, near.get(aircraft, gap))
    for key, volley in volleys.items():
        volley.targets = sorted(gaps[key], key=lambda aircraft: gaps[key][aircraft])
    return sorted(volleys.values(), key=lambda volley: -volley.attack.total)


def flak_attack(one: AimedFlak, extra: tuple[tuple[str, int, str], ...] = (), section: str = "3.5.1") -> Tally:
    """3.5.1, 1.7 The attack value, with one more at close range."""
    attack = Tally(AA, one.attack, section)
    attack.add("close range", 1, "1.7", when=one.gap <= close_range(one.weapon.range) + 1e-9)
    for name, value, where in extra:
        attack.add(name, value, where)
    return attack
