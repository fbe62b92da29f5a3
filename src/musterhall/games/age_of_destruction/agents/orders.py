"""The orders that captain considers for one unit, each with what it is worth and why."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from musterhall.battle.decisions import Illegal
from musterhall.games.age_of_destruction.agents.outlook import along
from musterhall.games.age_of_destruction.agents.places import GIVEN, OPENS, TAKEN, TARGET
from musterhall.games.age_of_destruction.agents.situation import Situation
from musterhall.games.age_of_destruction.agents.weighing import MOST, SPEED
from musterhall.games.age_of_destruction.combat.attack import Attack, Kind
from musterhall.games.age_of_destruction.combat.charging import why_not_run_into
from musterhall.games.age_of_destruction.combat.formations import neighbours, sizes
from musterhall.games.age_of_destruction.harm.heat import heat_of_order
from musterhall.games.age_of_destruction.position.moments import equipment
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.turn.able import may_be_ordered
from musterhall.games.age_of_destruction.turn.orders import KINDS
from musterhall.geometry import Floats, Point, bearing, distance

DIRECTIONS = 16
SHARES = (1.0, 0.66, 0.33)
"""How much of its way a unit goes, in each direction."""
TRIED = 4
"""How many places of each kind are put to the rules."""
CLOSER = 0.3
"""How far inside its range a unit stops."""
WAIT = 0.15
"""How much of its prospects a unit loses with a token, for it had better rest then."""
INTO: tuple[Kind, ...] = ("charge", "ram", "death from above")


class Plan(NamedTuple):
    """An order and what it is worth; the reason is put into words only where somebody reads it."""

    worth: float
    answer: dict[str, Any]
    why: Callable[[], str]


def plans_for(here: Situation, unit: int) -> Iterator[Plan]:
    """What a unit could be ordered to do, with its token and its heat paid."""
    push = here.push_cost(unit)
    if push >= 100:
        return
    now = here.weighed(unit, np.array([here.view.at(unit)]))[0]
    pushed_heat = here.view.field.edition.push_heat if here.view.states[unit].tokens else 0
    costs = Costs(push, pushed_heat, now)
    yield from _attacks(here, unit, costs)
    yield from _run_into(here, unit, costs)
    yield from _assaults(here, unit, costs)
    yield from _moves(here, unit, costs)
    yield from _vents(here, unit, costs)


class Costs(NamedTuple):
    """What any order costs a unit, and how it stands where it is."""

    push: float
    pushed_heat: int
    now: Floats

    def of(self, here: Situation, unit: int, heat: int) -> float:
        return self.push + here.heat_cost(unit, heat + self.pushed_heat) + WAIT * float(self.now[OPENS])


def _heat(here: Situation, unit: int, points: int) -> int:
    return heat_of_order(here.view, unit, points)


# Attacks from where it stands


def _attacks(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    edition, view = here.view.field.edition, here.view
    contacts = view.touching_enemies(unit)
    name, points = ("close", edition.heat_close) if contacts else ("ranged", edition.heat_ranged)
    most = float(here.figures[unit, MOST])
    for target in contacts or [foe for foe in here.foes if view.gap(unit, foe) <= most]:
        for fields in _ways_at(here, unit, target, name):
            attack = _judged(here, unit, name, fields)
            if attack is None:
                continue
            worth = here.capture_worth(attack) if attack.capture else here.attack_worth(attack)
            heat = 0 if attack.capture else _heat(here, unit, points) + here.heat_besides(attack)
            worth -= costs.of(here, unit, heat) + sum(here.push_cost(one) + 0.5 for one in attack.helpers)
            yield Plan(worth, {"order": name, "unit": unit, **fields}, _says_attack(here, attack, view))


def _ways_at(here: Situation, unit: int, target: int, name: str) -> Iterator[dict[str, Any]]:
    view = here.view
    yield {"target": target}
    sheet = view.unit(unit).sheet
    if name == "close":
        if sheet.is_infantry:
            yield {"target": target, "capture": True}
    else:
        for extra in sheet.equipment:
            if extra in equipment() and equipment()[extra].chosen:
                yield {"target": target, "use": [extra]}
    least, most = sizes(view, close=name == "close")
    friends = [one for one in neighbours(view, unit, most) if one != unit and may_be_ordered(view, one)]
    if len(friends) + 1 >= least:
        yield {"target": target, "with": friends}


def _judged(here: Situation, unit: int, name: str, fields: dict[str, Any]) -> Any:
    try:
        return KINDS[name].check(here.view, unit, fields)
    except Illegal:
        return None


def _says_attack(here: Situation, attack: Attack, position: Position, how: str = "") -> Callable[[], str]:
    def why() -> str:
        found = here.reckoned(attack, position)
        one, other = here.view.unit(attack.attacker).name, here.view.unit(attack.target).name
        if attack.capture:
            return f"{one} has {found.chance:.0%} to take {other} captive"
        return f"{one} has {found.chance:.0%} to hit {other} for {found.clicks}{how}"

    return why


# Into contact


def _run_into(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    view = here.view
    speed = float(here.figures[unit, SPEED])
    for name in INTO:
        if why_not_run_into(view, unit, name):
            continue
        reach = speed * (2 if name == "charge" else 1)
        heat = _heat(here, unit, view.field.edition.heat_charge) if name != "ram" else 0
        for target in here.foes:
            if view.gap(unit, target) > reach:
                continue
            found = _judged(here, unit, name, {"target": target})
            if found is None:
                continue
            _, way = found
            moved = view.copy()
            moved.put(unit, way.end, way.facing)
            moved.put(target, view.at(target), (way.facing + 180.0) % 360.0)
            attack = Attack(unit, (target,), name)
            gain = here.reckoned(attack, moved).worth
            there = here.weighed(unit, np.array([way.end]))[0]
            worth = (
                gain * here.gets_away(unit) - costs.of(here, unit, heat) + _place(here, unit, costs.now, there, way.end)
            )
            yield Plan(
                worth,
                {"order": name, "unit": unit, "target": target},
                _says_attack(here, attack, moved, " by running into it"),
            )


# Moves and assaults


def _place(here: Situation, unit: int, now: Floats, there: Floats, place: Point) -> float:
    """How much better a place is than where a unit stands."""
    better = here.care * float(now[TAKEN] - there[TAKEN]) + here.prospect * float(there[OPENS] - now[OPENS])
    goal = here.goals.get(unit)
    if goal is not None:
        was, is_ = goal.off(here.view.at(unit)), goal.off(place)
        better += goal.inch * (was - is_)
        better += goal.worth * 0.5 * (float(is_ == 0) - float(was == 0))
    return better


def _grid(here: Situation, unit: int, inches: float) -> Floats:
    """Places about a unit, and those from which it would just reach an enemy."""
    x, y = here.view.at(unit)
    places = [(x, y)]
    for step in range(DIRECTIONS):
        places += [along((x, y), 2 * math.pi * step / DIRECTIONS, inches * share) for share in SHARES]
    most = float(here.figures[unit, MOST])
    for foe in here.foes:
        far = here.view.gap(unit, foe) - most + CLOSER
        to = here.view.at(foe)
        if abs(far) < inches:
            places.append(along((x, y), math.atan2(to[1] - y, to[0] - x) + (math.pi if far < 0 else 0.0), abs(far)))
    if (goal := here.goals.get(unit)) is not None:
        to = goal.at((x, y))
        far = min(inches, distance((x, y), to) + 0.02)
        places.append(along((x, y), math.atan2(to[1] - y, to[0] - x), far))
    width, depth = here.view.field.table.width, here.view.field.table.depth
    return np.array([place for place in places if 0 <= place[0] <= width and 0 <= place[1] <= depth])


def _assaults(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    view, edition = here.view, here.view.field.edition
    speed = float(here.figures[unit, SPEED])
    inches = math.ceil(speed / 2) if edition.assault_reach == "half_speed" else speed
    rises = _rises(here, unit)
    inches = max(0.0, inches - (edition.level_change if rises else 0))
    if view.touching_enemies(unit):
        yield from _turns_on(here, unit, costs)
        return
    places = _grid(here, unit, inches)
    found = here.weighed(unit, places)
    heat = _heat(here, unit, edition.heat_assault)
    price = costs.of(here, unit, heat)
    rough = np.array(
        [
            row[GIVEN] + _place(here, unit, costs.now, row, (place[0], place[1]))
            for row, place in zip(found, places, strict=True)
        ]
    )
    rough[found[:, TARGET] < 0] = -np.inf
    legal = 0
    for k in np.argsort(-rough, kind="stable").tolist():
        if not np.isfinite(rough[k]) or legal >= TRIED:
            return
        place = (float(places[k, 0]), float(places[k, 1]))
        target = here.foes[int(found[k, TARGET])]
        stays = place == view.at(unit)
        facing = round(bearing(place, view.at(target)), 1)
        fields: dict[str, Any] = {"path": [] if stays else [list(place)], "facing": facing}
        fields |= {"cruise": True} if rises else {}
        if _judged(here, unit, "assault", fields) is None:
            continue
        legal += 1
        moved = view.copy()
        moved.put(unit, place, facing)
        moved.states[unit].cruising = moved.states[unit].cruising or rises
        best = _best_from(here, moved, unit, target)
        if best is None:
            continue
        gain, attack = best
        worth = gain - price + _place(here, unit, costs.now, found[k], place)
        yield Plan(
            worth, {"order": "assault", "unit": unit, **fields}, _says_attack(here, attack, moved, " from there")
        )


def _best_from(here: Situation, moved: Position, unit: int, target: int) -> tuple[float, Attack] | None:
    """The best attack on a target from another place, with or without what a unit may choose to use."""
    best: tuple[float, Attack] | None = None
    ways: list[dict[str, Any]] = [{"target": target}]
    for extra in here.view.unit(unit).sheet.equipment:
        if extra in equipment() and equipment()[extra].chosen:
            ways.append({"target": target, "use": [extra]})
    for fields in ways:
        try:
            attack = KINDS["ranged"].check(moved, unit, fields)
        except Illegal:
            continue
        gain = here.reckoned(attack, moved).worth - here.heat_cost(unit, here.heat_besides(attack))
        if best is None or gain > best[0]:
            best = gain, attack
    return best


def _turns_on(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    """Turn to somebody in contact, and strike."""
    view, edition = here.view, here.view.field.edition
    for target in view.touching_enemies(unit):
        facing = round(bearing(view.at(unit), view.at(target)), 1)
        fields: dict[str, Any] = {"path": [], "facing": facing}
        if _judged(here, unit, "assault", fields) is None:
            continue
        moved = view.copy()
        moved.put(unit, view.at(unit), facing)
        try:
            attack = KINDS["close"].check(moved, unit, {"target": target})
        except Illegal:
            continue
        worth = here.reckoned(attack, moved).worth - costs.of(here, unit, _heat(here, unit, edition.heat_assault))
        yield Plan(
            worth, {"order": "assault", "unit": unit, **fields}, _says_attack(here, attack, moved, " from there")
        )


def _rises(here: Situation, unit: int) -> bool:
    return here.view.unit(unit).sheet.type == "vtol" and not here.view.states[unit].cruising


def _moves(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    view, edition = here.view, here.view.field.edition
    speed, rises = float(here.figures[unit, SPEED]), _rises(here, unit)
    away = here.gets_away(unit)
    for run in (False, True):
        inches = max(0.0, speed * (edition.run_factor if run else 1) - (edition.level_change if rises else 0))
        places = _grid(here, unit, inches)
        found = here.weighed(unit, places)
        price = costs.of(here, unit, _heat(here, unit, edition.heat_run) if run else 0)
        worth = np.array(
            [_place(here, unit, costs.now, row, (place[0], place[1])) for row, place in zip(found, places, strict=True)]
        )
        worth = worth * away - price
        for k in np.argsort(-worth, kind="stable")[: 3 * TRIED].tolist():
            if worth[k] <= 0.0:
                break
            place = (float(places[k, 0]), float(places[k, 1]))
            if place == view.at(unit):
                continue
            fields: dict[str, Any] = {"path": [list(place)], "facing": _facing(here, unit, place)}
            fields |= ({"run": True} if run else {}) | ({"cruise": True} if rises else {})
            if _judged(here, unit, "move", fields) is not None:
                yield Plan(
                    float(worth[k]),
                    {"order": "move", "unit": unit, **fields},
                    _says_move(here, unit, costs, found[k], place),
                )
                break


def _says_move(here: Situation, unit: int, costs: Costs, there: Floats, place: Point) -> Callable[[], str]:
    def why() -> str:
        name, goal = here.view.unit(unit).name, here.goals.get(unit)
        if goal is not None and goal.off(place) < goal.off(here.view.at(unit)):
            return f"{name} {goal.why}"
        if here.care * (costs.now[TAKEN] - there[TAKEN]) > here.prospect * (there[OPENS] - costs.now[OPENS]):
            return f"{name} gets out of their reach"
        return f"{name} comes nearer"

    return why


def _facing(here: Situation, unit: int, place: Point) -> float:
    foes = [here.view.at(foe) for foe in here.foes]
    if not foes:
        return here.view.facing(unit)
    return round(bearing(place, min(foes, key=lambda one: distance(place, one))), 1)


def _vents(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    view = here.view
    sheet, state = view.unit(unit).sheet, view.states[unit]
    if not sheet.is_mech or not state.heat:
        return
    heat = costs.pushed_heat - min(sheet.vent, state.heat)
    worth = -here.heat_cost(unit, heat) - costs.push - WAIT * float(costs.now[OPENS])
    yield Plan(worth, {"order": "vent", "unit": unit}, lambda: f"{sheet.name} is at heat {state.heat}")
