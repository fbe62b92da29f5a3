"""Lists of Jeff's BattleTech Tools: groups of members, or of rows of the Master Unit List in an older form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from musterhall.games.alpha_strike.abilities.pilot_abilities import family
from musterhall.games.alpha_strike.force.forces import REGULAR_SKILL, Force, ForceUnit, Group, plain
from musterhall.games.alpha_strike.force.formation_choices import OPTION
from musterhall.games.alpha_strike.force.own_cards import differences
from musterhall.games.alpha_strike.formations.formations import formation_types
from musterhall.games.alpha_strike.lists import tool_names
from musterhall.games.alpha_strike.lists.reading import LONGEST_NAME, UNNAMED, Reading, is_skill, one_line, shown
from musterhall.games.alpha_strike.lists.writing import (
    formation_key,
    in_groups,
    mark_of,
    own_group_name,
    own_names,
)
from musterhall.games.alpha_strike.units.card_names import listed_name
from musterhall.games.alpha_strike.units.cards import JUMP, RANGES, Card, card_data, card_from_data, tmm
from musterhall.games.alpha_strike.units.mul import card_from_mul
from musterhall.problems import BadInput, Problem

TITLE = "Jeff's BattleTech Tools"
NO_BONUS, NO_ROLE = "None", "Not Specified"
FORCE_FIELDS = {"groups", "name", "customName"}
GROUP_FIELDS = {"name", "customName", "members", "units", "formationBonus"}
UNIT_FIELDS = {"mulID", "Id", "name", "Name", "variant", "Variant", "Class", "customName"} | {
    "currentSkill",
    "currentPoints",
    "pilot",
}
PILOT_FIELDS = {"name", "piloting", "gunnery", "wounds", "alphaStrikeAbilities"}


def read(data: Any, reading: Reading) -> None:
    """A force, a group or an array of units."""
    if isinstance(data, Mapping):
        reading.said["name"] = one_line(data.get("customName")) or one_line(data.get("name"))
        _name_unknown(reading, "the force's", data, FORCE_FIELDS | GROUP_FIELDS)
    for at, group in enumerate(_groups(data, reading.name), 1):
        _group(reading, group, f"group {at}")


def _groups(data: Any, name: str) -> Sequence[Any]:
    if isinstance(data, Mapping) and isinstance(data.get("groups"), list):
        return list(data["groups"])
    if isinstance(data, Mapping) and _rows(data) is not None:
        return [data]
    if isinstance(data, list):
        nested = any(isinstance(row, Mapping) and _rows(row) is not None for row in data)
        return data if nested else [{"units": data}]
    raise BadInput(f"{name}: has neither groups nor units; export the force from the tool as JSON and try again.")


def _rows(group: Mapping[str, Any]) -> list[Any] | None:
    """Members, or units in the older form; where both are there, the members are what the tool shows."""
    found = [group[key] for key in ("members", "units") if isinstance(group.get(key), list)]
    return next((rows for rows in found if rows), found[0] if found else None)


def _group(reading: Reading, group: Any, where: str) -> None:
    reading.count(where)
    rows = _rows(group) if isinstance(group, Mapping) else None
    if rows is None:
        reading.complain(where, "has no units")
        return
    _name_unknown(reading, "a group's", group, GROUP_FIELDS)
    bonus = one_line(group.get("formationBonus"))
    name = one_line(group.get("customName")) or one_line(group.get("name"))
    reading.begin_of(tool_names.jeffs(), name, "" if plain(bonus) == "none" else bonus, where)
    for at, row in enumerate(rows, 1):
        _unit(reading, row, f"{where}, unit {at}")


def _unit(reading: Reading, row: Any, where: str) -> None:
    reading.count(where)
    if not isinstance(row, Mapping):
        reading.unknown(where, str(row)[:LONGEST_NAME])
        return
    card = _card(reading, row, where)
    if card is None:
        return
    tool = tool_names.jeffs()
    _name_unknown(reading, "a unit's", row, {*UNIT_FIELDS, *tool.card, *tool.play})
    told = row.get("pilot")
    pilot: Mapping[str, Any] = told if isinstance(told, Mapping) else {}
    for key in set(pilot) - PILOT_FIELDS:
        if pilot[key]:
            reading.complain(where, f"{card.name}: the pilot's {shown(str(key))} is not understood", "Add it by hand.")
    reading.played += any(map(_is_marked, (*(row.get(key) for key in tool.play), pilot.get("wounds"))))
    unit = ForceUnit(
        _label(reading, row, pilot, card, where),
        card,
        _skill(reading, row, pilot, card, where),
        _abilities(reading, pilot, card, where),
    )
    points = row.get("currentPoints")
    reading.add(unit, where, pv=points if isinstance(points, int) else None)


def _skill(reading: Reading, row: Mapping[str, Any], pilot: Mapping[str, Any], card: Card, where: str) -> int:
    skill = next((value for value in (row.get("currentSkill"), pilot.get("gunnery")) if is_skill(value)), None)
    if skill is None:
        reading.complain(where, f"{card.name} has no skill that can be read", f"It is taken as {REGULAR_SKILL}.")
    return REGULAR_SKILL if skill is None else int(skill)


def _label(reading: Reading, row: Mapping[str, Any], pilot: Mapping[str, Any], card: Card, where: str) -> str:
    """Its own name, or else its pilot's."""
    own, called = one_line(row.get("customName")), one_line(pilot.get("name"))
    if own and called and plain(own) != plain(called):
        reading.complain(where, f"{own}: its pilot's name {shown(called)} is left out", "A unit has one name here.")
    return own or called or card.name


def _abilities(reading: Reading, pilot: Mapping[str, Any], card: Card, where: str) -> tuple[str, ...]:
    told = pilot.get("alphaStrikeAbilities")
    found = []
    for number in told if isinstance(told, list) else []:
        ability = tool_names.jeffs().abilities.get(str(number))
        if ability is None:
            what = f"{card.name}: pilot ability number {str(number)[:20]} is not known"
            reading.complain(where, what, "Add it by hand.")
        else:
            found.append(ability)
    return tuple(found)


def _is_marked(value: object) -> bool:
    return any(map(_is_marked, value)) if isinstance(value, list) else bool(value)


def _name_unknown(reading: Reading, whose: str, row: Mapping[str, Any], known: set[str]) -> None:
    """Fields of the Master Unit List begin with BF."""
    told = (key for key, value in row.items() if value and key not in known and key not in tool_names.jeffs().own)
    reading.not_known(whose, (key for key in told if not key.startswith("BF")))


# The card


def _card(reading: Reading, row: Mapping[str, Any], where: str) -> Card | None:
    """The catalogue's card by number or name, or else the one that the list brings along."""
    number = next((row[key] for key in ("Id", "mulID") if isinstance(row.get(key), int)), 0)
    title = one_line(row.get("Name")) or one_line(row.get("name"))
    card = reading.library.by_number(number) or reading.library.get(title)
    try:
        own = _own_card(row)
    except BadInput as complaint:
        reading.complain(where, str(complaint))
        return card
    if card is None and own is None:
        reading.unknown(where, title or f"a unit without a name, number {number}")
    if card is None:
        return own
    base = row.get("BFPointValue", row.get("basePoints"))
    if isinstance(base, int) and base != card.pv:
        reading.complain(
            where, f"{card.name} costs {base} in the list and {card.pv} in the catalogue", "Find out which is newer."
        )
    if own and own.moves == card.moves:
        own = replace(own, move=card.move)  # the tool leaves the inches out
    unlike = [one for one in differences(own, card) if not one.startswith("PV ")] if own else []
    if unlike:
        what = f"{card.name} is another in the list than in the catalogue: {', '.join(unlike)}"
        reading.complain(where, what, "The catalogue's card is used.")
    return card


def _own_card(row: Mapping[str, Any]) -> Card | None:
    """The card in the list's own figures, where it gives them all."""
    if {"BFType", "BFMove", "BFArmor", "BFPointValue"} <= row.keys():
        return card_from_mul(row)
    if not {"type", "move", "armor", "structure", "damage", "basePoints"} <= row.keys():
        return None
    title, variant = one_line(row.get("name")), one_line(row.get("variant"))
    role = one_line(row.get("role"))
    specials = row.get("abilities")
    data = {
        "name": title,
        "chassis": title.removesuffix(variant).strip() or title,
        "variant": variant,
        "type": one_line(row["type"]),
        "size": row.get("size"),
        "move": _move(row["move"]),
        "damage": _damage(row["damage"]),
        "armour": row["armor"],
        "structure": row["structure"],
        "pv": row["basePoints"],
        "overheat": row.get("overheat") or 0,
        "threshold": row.get("threshold") or 0,
        "role": "" if role == NO_ROLE else role,
        "specials": ", ".join(map(str, specials)) if isinstance(specials, list) else one_line(specials),
        "mul_id": row.get("mulID") or 0,
    }
    return card_from_data(data, title[:LONGEST_NAME] or "a unit without a name")


def _move(told: object) -> str:
    """[{"move": 12, "type": ""}, {"move": 8, "type": "j"}] as 12"/8"j"""
    parts = [part for part in told if isinstance(part, Mapping)] if isinstance(told, list) else []
    return "/".join(f'{part.get("move")}"{one_line(part.get("type"))}' for part in parts)


def _damage(told: object) -> str:
    values = [told.get(key) for key in RANGES] if isinstance(told, Mapping) else []
    return "/".join("0" if value is None else str(value) for value in values)


# Writing

KEPT = ("the force's name", "units' own names", "pilot abilities", "formations", "a formation's option")


def write(force: Force) -> tuple[str, list[Problem]]:
    """The list, and what of the kept parts the tool does not know."""
    problems: list[Problem] = []
    groups = []
    for at, (group, units) in enumerate(in_groups(force), 1):
        members = [_member(force, unit, problems) for unit in units]
        data = {
            "name": own_group_name(group) if group else "",
            "members": members,
            "uuid": mark_of(force, f"group {at}"),
        }
        groups.append({**data, "formationBonus": _bonus(group, problems) if group else NO_BONUS, "groupLabel": "Lance"})
    named = {"customName": force.name} if force.name != UNNAMED else {}
    whole: dict[str, Any] = {**named, "groups": groups, "uuid": mark_of(force, "force"), "turn": 0, "phase": 0}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n", problems


def _bonus(group: Group, problems: list[Problem]) -> str:
    tool, key = tool_names.jeffs(), formation_key(group)
    if key in tool.lacks or key not in formation_types():
        problems.append(Problem(group.name, f"{TITLE} has no {group.kind}", "", "Its units are written without it."))
        return NO_BONUS
    return tool.formation_name(key, str(group.choices.get(OPTION, ""))) or formation_types()[key].name


def _member(force: Force, unit: ForceUnit, problems: list[Problem]) -> dict[str, Any]:
    card = unit.card
    numbers = [_ability_number(unit, ability, problems) for ability in unit.abilities]
    return {
        "mulID": card.mul_id,
        "name": listed_name(card),
        "variant": card.variant,
        "customName": own_names(force)[unit.name],
        "type": card.type,
        "size": card.size,
        "tmm": tmm(card),
        "move": _printed_moves(card),
        "jumpMove": card.moves.get(JUMP, 0),
        "armor": card.armour,
        "structure": card.structure,
        "threshold": card.threshold,
        "damage": {key: str(value) for key, value in zip(RANGES, card.damage, strict=True)},
        "overheat": card.overheat,
        "abilities": list(map(str, card.specials)),
        "basePoints": card.pv,
        "role": card.role or NO_ROLE,
        "currentSkill": unit.skill,
        "pilot": {
            "name": "",
            "piloting": unit.skill + 1,
            "gunnery": unit.skill,
            "wounds": 0,
            "alphaStrikeAbilities": [number for number in numbers if number is not None],
        },
        "uuid": mark_of(force, unit.name),
    }


def _printed_moves(card: Card) -> list[dict[str, Any]]:
    """As the card prints them: a 'Mech with 10"j walks as far, and nothing else is said of it."""
    parts = re.findall(r'(\d+)(?:\.\d+)?"?([^/"]*)', str(card_data(card)["move"]))
    return [{"move": int(inches), "type": code} for inches, code in parts]


def _ability_number(unit: ForceUnit, ability: str, problems: list[Problem]) -> int | None:
    """Its number; where the tool has it only without what was chosen, that is told."""
    table = tool_names.jeffs().abilities
    number = tool_names.number_of(ability, table)
    if number is not None:
        return number
    bare = family(ability)
    number = tool_names.number_of(bare, table) or tool_names.number_of(f"{bare} (1)", table)
    lost = f"the choice in {ability}" if number else ability
    if number is None or bare != ability:
        problems.append(Problem(unit.name, f"{TITLE} has no place for {lost}", "", "It is left out."))
    return number
