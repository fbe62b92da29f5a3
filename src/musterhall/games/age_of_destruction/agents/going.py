"""Where captain sends units: places about them, assaults from there, moves and runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from musterhall.games.age_of_destruction.agents.outlook import along
from musterhall.games.age_of_destruction.agents.places import GIVEN, OPENS, TAKEN, TARGET
from musterhall.games.age_of_destruction.agents.plans import (
    Costs,
    Plan,
    better_place,
    chosen_equipment,
    judged,
    says_attack,
    says_place_and_attack,
)
from musterhall.games.age_of_destruction.agents.situation import Situation
from musterhall.games.age_of_destruction.agents.weighing import MOST, SPEED
from musterhall.games.age_of_destruction.combat.attack import Attack
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.geometry import Floats, Point, bearing, distance

DIRECTIONS = 16
SHARES = (1.0, 0.66, 0.33)
"""How much of its way a unit goes, in each direction."""
TRIED = 4
"""How many places are put to the rules."""
HIDING = 2.0
"""What it must be worth to spend an order on getting out of their reach, and nobody is pushed for it."""
Better = tuple[float, Callable[[], str]]
"""How much better a place is, and why."""
AT_HOME: Better = (0.0, str)
"""Where a unit stands is no better than where it stands, and nothing is to be said about it."""
CLOSER = 0.3
"""How far inside its range a unit stops."""


def assaults(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    """Go somewhere and attack from there; who is in contact turns and strikes."""
    view, edition = here.view, here.view.field.edition
    price = costs.of(here, unit, edition.heat_assault)
    contacts = view.touching_enemies(unit)
    for target in contacts:
        yield from _assault(here, unit, target, view.at(unit), price)
    if contacts:
        return
    speed = float(here.figures[unit, SPEED])
    inches = math.ceil(speed / 2) if edition.assault_reach == "half_speed" else speed
    places = _grid(here, unit, _climbed(here, unit, inches))
    found = here.weighed(unit, places)
    better = _better(here, unit, costs, found, places)
    rough = np.where(found[:, TARGET] < 0, -np.inf, found[:, GIVEN] + better)
    legal = 0
    for k in np.argsort(-rough, kind="stable").tolist():
        if not np.isfinite(rough[k]) or legal >= TRIED:
            return
        place = (float(places[k, 0]), float(places[k, 1]))
        there = (float(better[k]), _says_move(here, unit, costs, found[k], place))
        for plan in _assault(here, unit, here.foes[int(found[k, TARGET])], place, price, there):
            legal += 1
            yield plan


def _assault(
    here: Situation, unit: int, target: int, place: Point, price: float, there: Better = AT_HOME
) -> Iterator[Plan]:
    """One assault, if the rules allow it and the attack that it is for; `there` is how much better the place is."""
    view, rises = here.view, _rises(here, unit)
    facing = round(bearing(place, view.at(target)), 1)
    fields: dict[str, Any] = {"path": [] if place == view.at(unit) else [list(place)], "facing": facing}
    fields |= {"cruise": True} if rises else {}
    if judged(view, unit, "assault", fields) is None:
        return
    moved = view.copy()
    moved.put(unit, place, facing)
    moved.states[unit].cruising |= rises
    best = _best_from(here, moved, unit, target)
    if best is not None:
        gain, attack = best
        better, says_place = there
        answer = {"order": "assault", "unit": unit, **fields}
        says = says_attack(here, attack, moved, " from there")
        if better > gain:
            says = says_place_and_attack(here, says_place, attack, moved)
        yield Plan(gain + better - price, answer, says)


def _best_from(here: Situation, moved: Position, unit: int, target: int) -> tuple[float, Attack] | None:
    """The best attack on a target from another place, with or without what a unit may choose to use."""
    name = "close" if moved.touches(unit, target) else "ranged"
    ways: list[dict[str, Any]] = [{"target": target}]
    if name == "ranged":
        ways += [{"target": target, "use": [extra]} for extra in chosen_equipment(moved, unit)]
    best: tuple[float, Attack] | None = None
    for fields in ways:
        attack = judged(moved, unit, name, fields)
        found = None if attack is None else here.reckoned(attack, moved)
        if attack is not None and found is not None and not found.hopeless:
            gain = found.worth - here.heat_cost(unit, here.heat_besides(attack))
            best = (gain, attack) if best is None or gain > best[0] else best
    return best


def moves(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    """The best place to go to, and the best to run to."""
    view, edition = here.view, here.view.field.edition
    speed, away = float(here.figures[unit, SPEED]), here.gets_away(unit)
    for run in (False, True):
        places = _grid(here, unit, _climbed(here, unit, speed * (edition.run_factor if run else 1)))
        found = here.weighed(unit, places)
        price = costs.of(here, unit, edition.heat_run if run else 0)
        worth = _better(here, unit, costs, found, places) * away - price
        for k in np.argsort(-worth, kind="stable")[: 3 * TRIED].tolist():
            place = (float(places[k, 0]), float(places[k, 1]))
            if worth[k] <= 0.0:
                break
            if _hides(here, unit, costs, found[k], place) and (worth[k] < HIDING or view.states[unit].tokens):
                continue
            fields: dict[str, Any] = {"path": [list(place)], "facing": _facing(here, unit, place)}
            fields |= ({"run": True} if run else {}) | ({"cruise": True} if _rises(here, unit) else {})
            if place != view.at(unit) and judged(view, unit, "move", fields) is not None:
                answer = {"order": "move", "unit": unit, **fields}
                yield Plan(float(worth[k]), answer, _says_move(here, unit, costs, found[k], place))
                break


def _better(here: Situation, unit: int, costs: Costs, found: Floats, places: Floats) -> Floats:
    """How much better each place is."""
    pairs = zip(found, places.tolist(), strict=True)
    return np.array([better_place(here, unit, costs.now, row, (x, y)) for row, (x, y) in pairs])


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
    return np.array([place for place in places if _is_on_table(here, unit, place)])


def _is_on_table(here: Situation, unit: int, place: Point) -> bool:
    """Whether the rules let a unit end there as far as the table's edge is concerned, turned to whom it would be."""
    view = here.view
    inside = view.field.table.contains(place) and not view.hangs_over(unit, place, _facing(here, unit, place))
    return inside or place == view.at(unit)


def _rises(here: Situation, unit: int) -> bool:
    return here.view.unit(unit).sheet.type == "vtol" and not here.view.states[unit].cruising


def _climbed(here: Situation, unit: int, inches: float) -> float:
    """What a change of level leaves of a VTOL's way."""
    return max(0.0, inches - (here.view.field.edition.level_change if _rises(here, unit) else 0))


def _hides(here: Situation, unit: int, costs: Costs, there: Floats, place: Point) -> bool:
    """Whether a place is better only because the enemy can do less to a unit there."""
    less = here.care * float(costs.now[TAKEN] - there[TAKEN])
    return less > 0.0 and better_place(here, unit, costs.now, there, place) <= less


def _says_move(here: Situation, unit: int, costs: Costs, there: Floats, place: Point) -> Callable[[], str]:
    def why() -> str:
        name, goal = here.view.unit(unit).name, here.goals.get(unit)
        if goal is not None and goal.off(place) < goal.off(here.view.at(unit)):
            return f"{name} {goal.why}"
        if here.care * (costs.now[TAKEN] - there[TAKEN]) > here.prospect * (there[OPENS] - costs.now[OPENS]):
            return f"{name} {'gets out of their reach' if there[TAKEN] <= 0 else 'goes where they can do less to it'}"
        return f"{name} comes nearer"

    return why


def _facing(here: Situation, unit: int, place: Point) -> float:
    foes = [here.view.at(foe) for foe in here.foes]
    if not foes:
        return here.view.facing(unit)
    return round(bearing(place, min(foes, key=lambda one: distance(place, one))), 1)
