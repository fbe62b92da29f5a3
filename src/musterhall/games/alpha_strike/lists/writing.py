"""What every form of a list needs when a force is written in it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from hashlib import sha256

from musterhall.games.alpha_strike.force import known_names
from musterhall.games.alpha_strike.force.forces import Force, ForceUnit, Group, tell_apart
from musterhall.games.alpha_strike.force.formation_choices import OPTION, SUPPORTS
from musterhall.games.alpha_strike.lists.reading import UNNAMED
from musterhall.problems import Problem


def in_groups(force: Force) -> list[tuple[Group | None, list[ForceUnit]]]:
    """Every unit once: formations with their units, and last those that are in none."""
    by_name = {unit.name: unit for unit in force.units}
    found: list[tuple[Group | None, list[ForceUnit]]] = []
    for group in force.groups:
        members = [by_name.pop(name) for name in group.units if name in by_name]
        if members:
            found.append((group, members))
    return [*found, (None, list(by_name.values()))] if by_name else found


def own_names(force: Force) -> dict[str, str]:
    """What to write as a unit's own name, by unit: nothing where reading the list would give it the same."""
    ordered = [unit for _, units in in_groups(force) for unit in units]
    names = [unit.name for unit in ordered]
    usual = dict(zip(names, tell_apart([unit.card.name for unit in ordered]), strict=True))
    renamed = {unit.card.name for unit in ordered if unit.name != usual[unit.name]}
    own = [unit.name if unit.card.name in renamed and unit.name != unit.card.name else "" for unit in ordered]
    again = tell_apart([name or unit.card.name for name, unit in zip(own, ordered, strict=True)])
    return dict(zip(names, own if again == names else names, strict=True))


def formation_key(group: Group) -> str:
    """The catalogue's key for its kind; a kind that nobody knows stays as it is written."""
    return known_names.formation.find(group.kind) or group.kind


def own_group_name(group: Group) -> str:
    return "" if group.name == group.kind else group.name


def mark_of(force: Force, what: str) -> str:
    """A mark for a part of a list: the same force has the same ones."""
    digits = sha256(f"{force.name}/{what}".encode()).hexdigest()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:32]))


# What a form has no place for


def no_place(force: Force, tool: str, kept: Collection[str]) -> list[Problem]:
    """Everything in the force that the form does not hold, with what it is."""
    problems = []
    for feature, held in _FEATURES.items():
        found = [] if feature in kept else list(held(force))
        if found:
            what = f"{tool} has no place for {feature}: {', '.join(dict.fromkeys(found))}"
            problems.append(Problem(force.name, what, "", "It is left out."))
    return problems


def _texts(name: str) -> Callable[[Force], Iterator[str]]:
    return lambda force: filter(None, [getattr(force, name)])


def _names(force: Force) -> Iterator[str]:
    yield from () if force.name == UNNAMED else (force.name,)


def _unit_names(force: Force) -> Iterator[str]:
    yield from filter(None, own_names(force).values())


def _abilities(force: Force) -> Iterator[str]:
    yield from (f"{unit.name} ({', '.join(unit.abilities)})" for unit in force.units if unit.abilities)


def _legendary(force: Force) -> Iterator[str]:
    yield from (f"{unit.name} ({unit.legendary})" for unit in force.units if unit.legendary)


def _munitions(force: Force) -> Iterator[str]:
    found = (unit for unit in force.units if unit.alternate_munitions)
    yield from (f"{unit.name} ({', '.join(unit.alternate_munitions)})" for unit in found)


def _command_units(force: Force) -> Iterator[str]:
    yield from (unit.name for unit in force.units if unit.command_unit)


def _command_abilities(force: Force) -> Iterator[str]:
    yield from map(str, force.command_abilities)


def _formations(force: Force) -> Iterator[str]:
    yield from (group.name for group in force.groups)


def _commanders(force: Force) -> Iterator[str]:
    yield from (group.commander for group in force.groups if group.commander)


def _option(force: Force) -> Iterator[str]:
    yield from _chosen(force, lambda key, group: key == OPTION)


def _supported(force: Force) -> Iterator[str]:
    yield from _chosen(force, lambda key, group: key == SUPPORTS)


def _for_units(force: Force) -> Iterator[str]:
    yield from _chosen(force, lambda key, group: key in group.units)


def _for_all(force: Force) -> Iterator[str]:
    yield from _chosen(force, lambda key, group: key not in (OPTION, SUPPORTS, *group.units))


def _chosen(force: Force, fits: Callable[[str, Group], bool]) -> Iterator[str]:
    for group in force.groups:
        yield from (f"{group.name} ({key}: {value})" for key, value in group.choices.items() if fits(key, group))


_FEATURES: Mapping[str, Callable[[Force], Iterator[str]]] = {
    "the force's name": _names,
    "the player": _texts("player"),
    "the faction": _texts("faction"),
    "the era": _texts("era"),
    "the event pack": _texts("pack"),
    "command abilities": _command_abilities,
    "units' own names": _unit_names,
    "pilot abilities": _abilities,
    "legendary pilots": _legendary,
    "alternate munitions": _munitions,
    "command units": _command_units,
    "formations": _formations,
    "commanders of formations": _commanders,
    "a formation's option": _option,
    "which formation is supported": _supported,
    "what a formation gives to single units": _for_units,
    "what a formation gives to all": _for_all,
}
EVERYTHING = tuple(_FEATURES)


def without_number(force: Force) -> list[str]:
    """Units that the Master Unit List has no number for, or none that is known."""
    return list(dict.fromkeys(unit.card.name for unit in force.units if not unit.card.mul_id))
