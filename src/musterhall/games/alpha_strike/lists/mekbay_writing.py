"""A force as MekBay takes it: a link, or a force as it saves one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from musterhall.games.alpha_strike.abilities.pilot_abilities import find_named, pilot_abilities
from musterhall.games.alpha_strike.force.forces import REGULAR_SKILL, Choice, Force, ForceUnit, Group, plain
from musterhall.games.alpha_strike.force.formation_choices import SUPPORTS
from musterhall.games.alpha_strike.formations.formations import formation_types
from musterhall.games.alpha_strike.lists import tool_names
from musterhall.games.alpha_strike.lists.mekbay import ALPHA_STRIKE, TITLE, first_name
from musterhall.games.alpha_strike.lists.query import write_query
from musterhall.games.alpha_strike.lists.reading import UNNAMED
from musterhall.games.alpha_strike.lists.writing import (
    formation_key,
    in_groups,
    mark_of,
    own_group_name,
    own_names,
)
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.problems import Problem

SITE = "https://mekbay.com/"

KEPT_BY_LINK = ("the force's name", "the faction", "the era", "formations")
KEPT_BY_FILE = (
    *KEPT_BY_LINK,
    "units' own names",
    "pilot abilities",
    "commanders of formations",
    "which formation is supported",
    "what a formation gives to single units",
)


def write_link(force: Force) -> tuple[str, list[Problem]]:
    """A link by the units' numbers, which are surer than names."""
    problems: list[Problem] = []
    groups = []
    for group, units in in_groups(force):
        members = ",".join(_link_unit(unit) for unit in units)
        formation = _formation_id(group, problems) if group else ""
        name = re.sub(r"[~|;,]", " ", own_group_name(group)) if group else ""
        head = f"{name};{formation}" if formation else name
        groups.append(f"{head}~{members}" if head else members)
    fields: dict[str, Any] = {"gs": ALPHA_STRIKE, "mul_ids": "|".join(groups)}
    fields |= {"name": force.name} if force.name != UNNAMED else {}
    fields |= _numbers(force, problems)
    return f"{SITE}?{write_query(fields)}\n", problems


def _link_unit(unit: ForceUnit) -> str:
    return str(unit.card.mul_id) if unit.skill == REGULAR_SKILL else f"{unit.card.mul_id}:{unit.skill}"


def write_saved(force: Force) -> tuple[str, list[Problem]]:
    problems: list[Problem] = []
    ids = {group.name: mark_of(force, f"group {group.name}") for group in force.groups}
    groups = [_group_data(force, group, units, ids, problems) for group, units in in_groups(force)]
    data = {
        "version": 1,
        "timestamp": "1970-01-01T00:00:00.000Z",
        "instanceId": mark_of(force, "force"),
        "type": ALPHA_STRIKE,
        "name": "" if force.name == UNNAMED else force.name,
        **_numbers(force, problems),
        "pv": sum(unit.pv.total for unit in force.units),
        "groups": groups,
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n", problems


def _group_data(
    force: Force, group: Group | None, units: Iterable[ForceUnit], ids: Mapping[str, str], problems: list[Problem]
) -> dict[str, Any]:
    data: dict[str, Any] = {"id": mark_of(force, "others")}
    if group is not None:
        data = {"id": ids[group.name], "name": own_group_name(group), "formationId": _formation_id(group, problems)}
        supported = next((ids[name] for name in ids if plain(name) == plain(str(group.choices.get(SUPPORTS, "")))), "")
        data |= {"formationTargetGroupId": supported} if supported else {}
    return {key: value for key, value in data.items() if value} | {
        "units": [_unit_data(force, group, unit, problems) for unit in units]
    }


def _unit_data(force: Force, group: Group | None, unit: ForceUnit, problems: list[Problem]) -> dict[str, Any]:
    given = _texts(group.choices.get(unit.name)) if group else []
    data = {
        "id": mark_of(force, unit.name),
        "unit": unit_key(unit.card),
        "model": unit.card.variant,
        "chassis": unit.card.chassis,
        "alias": own_names(force)[unit.name],
        "commander": bool(group and group.commander == unit.name),
        "formationAbilities": [_ability_id(one, unit, problems) for one in given],
    }
    state = {"modified": False, "destroyed": False, "heat": [0, 0], "armor": [0, 0], "internal": [0, 0]}
    return {key: value for key, value in data.items() if value} | {
        "skill": unit.skill,
        "abilities": [_ability_id(one, unit, problems) for one in unit.abilities],
        "state": {**state, "crits": [], "pCrits": []},
    }


def _texts(chosen: Choice | None) -> list[str]:
    return chosen if isinstance(chosen, list) else [chosen] if isinstance(chosen, str) else []


def _ability_id(ability: str, unit: ForceUnit, problems: list[Problem]) -> str | dict[str, Any]:
    """lucky2 for Lucky (2); one that MekBay does not have is written as the player's own."""
    key, chosen = find_named(ability, tool_names.ability_spellings())
    if key is None:
        return {"name": ability, "cost": 0, "summary": ""}
    known = next((one for one in pilot_abilities().values() if one.name == key), None)
    if chosen and not (known and known.up_to):
        problems.append(Problem(unit.name, f"{TITLE} has no place for the choice in {ability}", "", "It is left out."))
    steps = chosen if known and known.up_to and chosen not in ("", "1") else ""
    return re.sub(r"[^a-z0-9]+", "_", key.casefold().replace("'", "")).strip("_") + steps


def _formation_id(group: Group, problems: list[Problem]) -> str:
    tool, key = tool_names.mekbay(), formation_key(group)
    if key in tool.lacks or key not in formation_types():
        problems.append(Problem(group.name, f"{TITLE} has no {group.kind}", "", "Its units are written without it."))
        return ""
    return tool.formation_name(key) or f"{key.replace('_', '-')}-lance"


def _numbers(force: Force, problems: list[Problem]) -> dict[str, int]:
    """Faction and era by their numbers."""
    found = {}
    for key, said, table in (
        ("factionId", force.faction, tool_names.factions()),
        ("eraId", force.era, tool_names.eras()),
    ):
        number = tool_names.number_of(said, table) if said else None
        if number is not None:
            found[key] = number
        elif said:
            problems.append(Problem(force.name, f"{TITLE} has no number for {said}", "", "It is left out."))
    return found


def unit_key(card: Card) -> str:
    """MekBay's own name for a unit: letters and digits of chassis and model."""
    chassis, model = (re.sub(r"[\W_]", "", part) for part in (first_name(card), card.variant))
    return f"{card.type}{chassis}_{model}" if model else f"{card.type}{chassis}"
