"""6.2, 6.3 Stand-in costs: the lists print none, so units are priced by a formula over their stats.

The weights and the formula in words are in `catalogue/costs.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from musterhall.games.the_game.army.datasheets import INFANTRY, Datasheet, SpecialRule, Weapon, load_datasheets
from musterhall.games.the_game.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model


class Weights(FileModel):
    """What one point of each stat is worth."""

    armour: float
    visibility: float
    move: float
    command: float
    fighting: float
    attack: float
    artillery: float
    longest_reach: float
    transport: float


class Prices(FileModel):
    """The weights, and the points of each unit type and special rule."""

    weights: Weights
    types: dict[str, float]
    rules: dict[str, float]


@cache
def stand_in_prices() -> Prices:
    """The shipped weights."""
    return parse_model(Prices, catalogue_data("costs.toml"), "catalogue/costs.toml")


def formation_cost(units: Iterable[Datasheet], rules: Iterable[SpecialRule], prices: Prices | None = None) -> int:
    """The stand-in cost of a formation: its units and its own special rules; never below 0."""
    prices = prices or stand_in_prices()
    total = sum(unit_cost(unit, prices) for unit in units) + _rule_points(rules, prices)
    return max(0, round(total))


def unit_cost(sheet: Datasheet, prices: Prices | None = None) -> int:
    """The stand-in cost of one unit, in whole points."""
    prices = prices or stand_in_prices()
    weights = prices.weights
    body = prices.types[sheet.type] + weights.armour * sheet.armour + weights.visibility * sheet.visibility
    fights = sum(sheet.close or ()) + sum(sheet.near or ())
    carried = sheet.transport.capacity if sheet.transport else 0
    points = (
        _hits(sheet) * body
        + weights.move * sheet.tactical / 10
        + weights.command * (sheet.command - 5)
        + weights.fighting * fights
        + _fire(sheet, weights)
        + weights.transport * carried
        + _rule_points(sheet.rules, prices)
        + sum(_rule_points(weapon.rules, prices) for weapon in sheet.weapons)
    )
    return max(1, round(points))


def unit_costs() -> dict[str, int]:
    """Every datasheet with its stand-in cost, either-or weapons at the dearer one."""
    return {name: unit_cost(sheet) for name, sheet in load_datasheets().items()}


def _fire(sheet: Datasheet, weights: Weights) -> float:
    """1.7 Vehicles fire all weapons, infantry one of them; of either-or weapons only one is there."""
    slots: dict[str, float] = {}
    for index, weapon in enumerate(sheet.weapons):
        slot = weapon.choice or str(index)
        slots[slot] = max(slots.get(slot, 0.0), _weapon_points(weapon, weights))
    total, best = sum(slots.values()), max(slots.values(), default=0.0)
    return best + (total - best) / 2 if sheet.type == INFANTRY else total


def _weapon_points(weapon: Weapon, weights: Weights) -> float:
    reach = min(weapon.range / 30, weights.longest_reach)
    shots = weapon.shots / weapon.per_units
    if weapon.score is not None:
        return shots * reach * weights.artillery * weapon.score
    return shots * reach * weights.attack * max((value for _, value in weapon.attacks), default=0)


def _hits(sheet: Datasheet) -> int:
    damage = (rule.values[0] for rule in sheet.rules if rule.name == "damage" and rule.values)
    return next((hits for hits in damage if isinstance(hits, int)), 1)


def _rule_points(rules: Iterable[SpecialRule], prices: Prices) -> float:
    return sum(prices.rules.get(rule.name, 0.0) for rule in rules)
