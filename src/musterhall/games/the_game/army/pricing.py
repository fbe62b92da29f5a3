"""6.2, 6.3 What of an army list has a price: each formation as it comes, and each of its options.

An upgrade is priced for each unit that changes; whatever else an option brings is priced as a whole. What only a
set-up of its own knows has no price here, nor has a flyer that is there to carry others: alone it does nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from musterhall.game.pricing import Costs, Priced, price_of
from musterhall.games.the_game.army.armies import (
    Addition,
    Army,
    ListedFormation,
    Option,
    Upgrade,
    WeaponChange,
    WeaponRule,
    counted_text,
    find_army,
    load_armies,
)
from musterhall.games.the_game.army.building import Effect, build, taken_options
from musterhall.games.the_game.army.costs import formation_cost
from musterhall.games.the_game.army.datasheets import CARRIERS
from musterhall.games.the_game.army.forces import Force
from musterhall.problems import Problem


@cache
def everything_priced() -> tuple[Priced, ...]:
    """All formations of all armies, each followed by its options."""
    found = (one for army in load_armies().values() for entry in priced_entries(army) for one in _of(army, entry))
    return tuple(found)


def priced_entries(army: Army) -> list[ListedFormation]:
    """The formations of an army that have a price."""
    return [one for one in army.entries if not one.setup and not _only_carries(one)]


def counts(force: Force) -> dict[str, float]:
    """How much of everything with a price a force has."""
    found: dict[str, float] = {}
    army = find_army(force.army)
    for formation in force.formations if army else ():
        for key, number in formation_counts(army, formation.entry, formation.options).items() if army else ():
            found[key] = found.get(key, 0.0) + number
    return found


def formation_counts(army: Army, name: str, options: Sequence[str]) -> Mapping[str, float]:
    """What a formation is made of: itself, and its options; nothing where it has no price."""
    return _formation_counts(army.name, name, tuple(options))


@lru_cache(maxsize=4096)
def _formation_counts(army_name: str, name: str, options: tuple[str, ...]) -> Mapping[str, float]:
    army = load_armies()[army_name]
    entry = army.entry(name)
    if entry is None or entry not in priced_entries(army):
        return {}
    base = _key(army, entry)
    found = {base: 1.0}
    for effect in taken_options(army, entry, options):
        for part, number in _parts(effect):
            found[f"{base}: {part}"] = found.get(f"{base}: {part}", 0.0) + number
    return found


def with_costs(data: Mapping[str, Any], costs: Costs) -> tuple[dict[str, Any], list[Problem]]:
    """A force file's data with a cost for each formation; one that the costs say nothing of keeps what it had."""
    army = find_army(str(data.get("army", "")))
    rows = data.get("formation")
    if army is None or not isinstance(rows, list):
        return dict(data), []  # the check itself says what is wrong with it
    found, remarks = [], []
    for row in rows:
        if not isinstance(row, Mapping):
            found.append(row)
            continue
        options = row.get("options", [])
        parts = formation_counts(army, str(row.get("entry", "")), options if _are_texts(options) else [])
        if parts and parts.keys() <= costs.keys():
            found.append({**row, "cost": max(0, round(price_of(parts, costs)))})
            continue
        found.append(dict(row))
        missing = ", ".join(key for key in parts if key not in costs) or str(row.get("entry", "it"))
        what = f"the costs say nothing of {missing}"
        remedy = "Its stand-in stays; give it a cost of its own if you know better."
        remarks.append(Problem(str(row.get("name", "a formation")), what, army.section, remedy))
    return {**data, "formation": found}, remarks


def option_texts(option: Option) -> list[str]:
    """Each way to take an option line, as a force file writes it."""
    match option:
        case Upgrade():
            return [f"{count} {sheet.name}" for sheet in option.to for count in option.counts]
        case Addition():
            return [counted_text(choice) for choice in option.choices]
        case WeaponRule():
            return [str(option.rule)]
        case WeaponChange():
            return [option.weapon]


def _of(army: Army, entry: ListedFormation) -> Iterator[Priced]:
    base = _key(army, entry)
    plain = _stand_in(army, entry, [])
    yield Priced(base, plain)
    seen: set[str] = set()
    for option in entry.options:
        for text in reversed(option_texts(option)):
            [(part, number)] = [one for effect in taken_options(army, entry, [text]) for one in _parts(effect)]
            if part not in seen:
                seen.add(part)
                yield Priced(f"{base}: {part}", (_stand_in(army, entry, [text]) - plain) / number, base)


def _parts(effect: Effect) -> Iterator[tuple[str, float]]:
    """What an option is priced by, and how much of it there is."""
    match effect.option:
        case Upgrade():
            for count, sheet in effect.units:
                yield f"each {sheet.name}", float(count)
        case Addition():
            yield counted_text(effect.units), 1.0
        case WeaponRule() | WeaponChange():
            yield str(effect.option), 1.0


def _key(army: Army, entry: ListedFormation) -> str:
    return f"{army.name}: {entry.name}"


def _stand_in(army: Army, entry: ListedFormation, options: list[str]) -> float:
    return float(formation_cost(build(entry.name, army, entry, options).units, entry.rules))


def _only_carries(entry: ListedFormation) -> bool:
    return all(sheet.type in CARRIERS for _, sheet in entry.units)


def _are_texts(options: Any) -> bool:
    return isinstance(options, list) and all(isinstance(one, str) for one in options)
