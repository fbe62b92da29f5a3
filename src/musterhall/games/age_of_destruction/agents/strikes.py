"""Attacks from where a unit stands, and those that end in contact: charge, ram, death from above."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from musterhall.games.age_of_destruction.agents.plans import (
    Costs,
    Plan,
    better_place,
    chosen_equipment,
    judged,
    says_attack,
)
from musterhall.games.age_of_destruction.agents.situation import Situation
from musterhall.games.age_of_destruction.agents.weighing import MOST, SPEED
from musterhall.games.age_of_destruction.combat.attack import Attack, Kind
from musterhall.games.age_of_destruction.combat.charging import CHARGE_FACTOR, why_not_run_into
from musterhall.games.age_of_destruction.combat.formations import neighbours, sizes
from musterhall.games.age_of_destruction.turn.able import may_be_ordered

INTO: dict[Kind, str] = {
    "charge": " in a charge",
    "ram": " by ramming it",
    "death from above": " by jumping on it",
}
"""How a unit runs into another, as a sentence about it ends."""
HELPER = 0.5
"""What it costs to have another unit take part in a formation, beside pushing it."""


def attacks(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    """Close attacks on those in contact, else ranged ones, alone or with a formation."""
    edition, view = here.view.field.edition, here.view
    contacts = view.touching_enemies(unit)
    name, points = ("close", edition.heat_close) if contacts else ("ranged", edition.heat_ranged)
    most = float(here.figures[unit, MOST])
    for target in contacts or [foe for foe in here.foes if view.gap(unit, foe) <= most]:
        for fields in _ways_at(here, unit, target, name):
            attack = judged(view, unit, name, fields)
            if attack is None:
                continue
            if here.reckoned(attack).hopeless:
                continue
            worth = here.capture_worth(attack) if attack.capture else here.attack_worth(attack)
            heat = 0 if attack.capture else points + here.heat_besides(attack)
            worth -= costs.of(here, unit, heat) + sum(here.push_cost(one) + HELPER for one in attack.helpers)
            yield Plan(worth, {"order": name, "unit": unit, **fields}, says_attack(here, attack, view))


def _ways_at(here: Situation, unit: int, target: int, name: str) -> Iterator[dict[str, Any]]:
    view, one = here.view, {"target": target}
    extras: list[dict[str, Any]] = [{}]
    if name == "ranged":
        extras += [{"use": [extra]} for extra in chosen_equipment(view, unit)]
    elif view.unit(unit).sheet.is_infantry:
        yield one | {"capture": True}
    least, most = sizes(view, close=name == "close")
    friends = [other for other in neighbours(view, unit, most) if other != unit and may_be_ordered(view, other)]
    for extra in extras:
        yield one | extra
        if len(friends) + 1 >= least:
            yield one | extra | {"with": friends}


def run_into(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    """Into contact with an enemy, who turns to meet it."""
    view = here.view
    for name, how in INTO.items():
        if why_not_run_into(view, unit, name):
            continue
        reach = float(here.figures[unit, SPEED]) * (CHARGE_FACTOR if name == "charge" else 1)
        price = costs.of(here, unit, view.field.edition.heat_charge if name != "ram" else 0)
        for target in here.foes:
            into = judged(view, unit, name, {"target": target}) if view.gap(unit, target) <= reach else None
            if into is None:
                continue
            _, way = into
            moved = view.copy()
            moved.put(unit, way.end, way.facing)
            moved.put(target, view.at(target), (way.facing + 180.0) % 360.0)
            attack = Attack(unit, (target,), name)
            found = here.reckoned(attack, moved)
            if found.hopeless:
                continue
            there = here.weighed(unit, np.array([way.end]))[0]
            worth = found.worth * here.gets_away(unit) - price
            worth += better_place(here, unit, costs.now, there, way.end)
            answer = {"order": name, "unit": unit, "target": target}
            yield Plan(worth, answer, says_attack(here, attack, moved, how))
