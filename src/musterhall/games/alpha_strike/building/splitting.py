"""Which formations a force's groups can be, and how it is split best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from musterhall.game import builder
from musterhall.game.showing import Shown
from musterhall.games.alpha_strike.force.check_formations import formation_settings, formation_units, units_to_split
from musterhall.games.alpha_strike.force.force_rules import Terms
from musterhall.games.alpha_strike.force.forces import Force
from musterhall.games.alpha_strike.formations.formations import FormationUnit, formation_types, possible
from musterhall.games.alpha_strike.formations.solver import Split, best_split
from musterhall.problems import BadInput, near_names


def split_of(force: Force, terms: Terms, units: Sequence[str]) -> builder.Split:
    """What the force's groups, or these units together, can be; without units also the best split of all."""
    settings = formation_settings(terms)
    groups = {group.name: formation_units(force, group) for group in force.groups}
    if units:
        groups = {"these units": _chosen(force, units)}
    answers = {name: possible(_commanded(members), settings, force.faction) for name, members in groups.items()}
    best = None
    if not units:
        best = best_split(units_to_split(force), settings, force.faction)
    shown: Shown = []
    for name, found in answers.items():
        kinds = ", ".join(_kind_name(one.kind) for one in found)
        members = ", ".join(one.name for one in groups[name])
        shown.append(f"{name} ({members}) can be: {kinds or 'no formation'}.")
    can_form = {name: [one.kind for one in found] for name, found in answers.items()}
    data = {"can_form": can_form, "best_split": _data(best) if best else None}
    return builder.Split([*shown, *_told(best)] if best else shown, data)


def _chosen(force: Force, named: Sequence[str]) -> list[FormationUnit]:
    chosen = []
    for name in named:
        unit = force.unit(name)
        if unit is None:
            near = near_names(name, (one.name for one in force.units))
            raise BadInput(f"unit {name!r}: is not in this force. {near}")
        chosen.append(FormationUnit(unit.name, unit.card, unit.skill))
    return chosen


def _commanded(units: list[FormationUnit]) -> list[FormationUnit]:
    """The units with a commander among them; any of them may be it, so the first will do where none is named."""
    if not units or any(unit.commander for unit in units):
        return units
    return [units[0]._replace(commander=True), *units[1:]]


def _told(split: Split) -> list[str]:
    proven = "no split is worth more" if split.optimal else "the best that was found in time"
    lines = [f"The best split ({proven}):"]
    for group in split.groups:
        led = f", commanded by {group.commander}" if group.commander else ""
        lines.append(f"  {_kind_name(group.kind)}: {', '.join(group.units)}{led}")
    return [*lines, *(f"  left over: {one.unit}, {one.reason}" for one in split.left_over)]


def _data(split: Split) -> dict[str, Any]:
    return {
        "value": split.value,
        "optimal": split.optimal,
        "formations": [
            {"kind": one.kind, "units": list(one.units), "commander": one.commander} for one in split.groups
        ],
        "left_over": {one.unit: one.reason for one in split.left_over},
    }


def _kind_name(key: str) -> str:
    return formation_types()[key].name
