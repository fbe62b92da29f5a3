"""The printed force: a registry for the organiser, cards to play from, and a copy that an opponent may see.

Secrets leave the force before anything else looks at it (`without_secrets`), so they are in no part of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from musterhall.game.sheets import title_of, verdict
from musterhall.games.alpha_strike.abilities.abilities import command_abilities, munitions, pilot_abilities
from musterhall.games.alpha_strike.force import known_names as names
from musterhall.games.alpha_strike.force.check_abilities import find_command_ability, find_pilot_ability
from musterhall.games.alpha_strike.force.forces import Choice, CommandChoice, Force, ForceUnit, Group
from musterhall.games.alpha_strike.force.formation_choices import commander_is_open
from musterhall.games.alpha_strike.formations.formations import Award, FormationSettings, formation_types
from musterhall.games.alpha_strike.units.cards import (
    PROTOMECH,
    Card,
    is_aerospace,
    is_infantry,
    is_mech,
    is_vehicle,
    tmm,
)
from musterhall.games.alpha_strike.units.specials import Special, explained

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.force.check import Report
    from musterhall.games.alpha_strike.force.force_rules import Terms
    from musterhall.tally import Tally

UNKNOWN = "Not in the catalogue; ask the organiser."

AWARD_TIMES = {"registration": "chosen here", "start": "chosen before play", "turn": "chosen every turn"}
FIGHTERS = ("AF", "CF")
TYPE_NAMES = {
    "BM": "BattleMech",
    "IM": "IndustrialMech",
    "PM": "ProtoMech",
    "CV": "Combat vehicle",
    "SV": "Support vehicle",
    "CI": "Conventional infantry",
    "BA": "Battle armor",
    "AF": "Aerospace fighter",
    "CF": "Conventional fighter",
    "SC": "Small craft",
    "DS": "DropShip",
    "DA": "DropShip",
    "JS": "JumpShip",
    "WS": "WarShip",
    "SS": "Space station",
}
MODE_NAMES = {
    "": "Move",
    "j": "Jump",
    "t": "Tracked",
    "w": "Wheeled",
    "h": "Hover",
    "v": "VTOL",
    "g": "WiGE",
    "n": "Naval",
    "s": "Submersible",
    "f": "Foot",
    "m": "Motorised",
    "a": "Thrust",
}


@dataclass(frozen=True, slots=True)
class Crit:
    """One row of boxes for critical hits, with what a hit does."""

    name: str
    boxes: int
    note: str


FIRE_CONTROL = Crit("Fire control", 4, "+2 to hit each")
WEAPONS = Crit("Weapons", 4, "−1 damage each")
MECH_CRITS = (
    Crit("Engine", 2, "+1 heat if firing; 2nd kills"),
    FIRE_CONTROL,
    Crit("MP", 4, "half Move and TMM each"),
    WEAPONS,
)
PROTOMECH_CRITS = (FIRE_CONTROL, Crit("MP", 4, "half Move and TMM each"), WEAPONS)
VEHICLE_CRITS = (
    Crit("Engine", 2, "half Move, damage; 2nd kills"),
    FIRE_CONTROL,
    WEAPONS,
    Crit("Motive", 2, '−2" and −1 TMM each'),
    Crit("", 2, "half Move and TMM each"),
    Crit("", 1, "immobile"),
)
FIGHTER_CRITS = (Crit("Engine", 2, "half Thrust; 2nd crashes"), FIRE_CONTROL, WEAPONS)


def force_sheet_data(
    force: Force, terms: Terms | None, report: Report | None, *, for_opponent: bool = False
) -> dict[str, Any]:
    """All that the template prints, and nothing that it does not."""
    if for_opponent:
        force = without_secrets(force)
    group_of = {name: group.name for group in force.groups for name in group.units}
    values = [unit.pv for unit in force.units]
    return {
        "for_opponent": for_opponent,
        "force": {
            "name": force.name or "Unnamed force",
            "player": force.player,
            "faction": force.faction,
            "era": force.era,
            "pack": title_of(terms) or force.pack,
        },
        "verdict": _verdict(report, for_opponent=for_opponent),
        "units": [
            _unit(number, unit, value, group_of.get(unit.name, ""))
            for number, (unit, value) in enumerate(zip(force.units, values, strict=True), 1)
        ],
        "totals": _totals(force.units, values, terms),
        "formations": [_formation(group, force.units, _settings(terms)) for group in force.groups],
        "command_abilities": [_command_ability(key) for key in force.command_abilities],
        "pilot_abilities": _with_users(_pilot_ability, [unit.abilities for unit in force.units]),
        "munitions": _with_users(_munition, [unit.alternate_munitions for unit in force.units]),
    }


def without_secrets(force: Force) -> Force:
    """The force as its opponent may know it.

    Which units are command units is concealed, and with it who commands a formation; a choice that names the commander
    and nobody else would tell. Pilot abilities stay: they are part of the registry that players exchange. So does a
    commander with Tactical Genius, whom that ability gives away.
    """
    return replace(
        force,
        units=tuple(replace(unit, command_unit=False) for unit in force.units),
        groups=tuple(group if commander_is_open(group) else _concealed(group) for group in force.groups),
    )


def _concealed(group: Group) -> Group:
    return replace(group, commander="", choices=_open_choices(group))


def _open_choices(group: Group) -> dict[str, Choice]:
    return {what: value for what, value in group.choices.items() if not _tells_commander(what, value, group.commander)}


def _tells_commander(what: str, value: Choice, commander: str) -> bool:
    return "command" in what.casefold() or (bool(commander) and value in (commander, [commander]))


# One unit


def _unit(number: int, unit: ForceUnit, value: Tally, formation: str) -> dict[str, Any]:
    card = unit.card
    return {
        "number": number,
        "name": card.name,
        **_own_name(unit),
        "type": card.type,
        "type_name": TYPE_NAMES.get(card.type, card.type),
        "size": card.size,
        "role": card.role,
        "skill": unit.skill,
        "base_pv": card.pv,
        "pv": value.total,
        "formation": formation,
        "command": unit.command_unit,
        "legendary": unit.legendary,
        "moves": _moves(card),
        "damage": [str(damage) for damage in card.damage],
        "heat": is_mech(card) or card.type in FIGHTERS,
        "overheat": card.overheat,
        "armour": card.armour,
        "structure": card.structure,
        "threshold": card.threshold,
        "specials": _specials(card.specials),
        "pilot": [_pilot_ability(key) for key in unit.abilities],
        "munitions": [_munition(key) for key in unit.alternate_munitions],
        "crits": [{"name": crit.name, "boxes": crit.boxes, "note": crit.note} for crit in _crits(card)],
    }


def _own_name(unit: ForceUnit) -> dict[str, str]:
    """What tells it from others of its kind: the number that reading gave it, or the name its player did."""
    own = unit.name.removeprefix(unit.card.name).strip()
    numbered = own.startswith("#") and own[1:].isdigit()
    return {"numeral": own if numbered else "", "own_name": "" if numbered or not own else unit.name}


def _specials(specials: Iterable[Special]) -> list[dict[str, str]]:
    return [{"name": name, "gloss": words or UNKNOWN} for name, words in explained(specials)]


def _moves(card: Card) -> list[dict[str, str]]:
    """Inches and TMM by mode; what flies by thrust has neither."""
    if is_aerospace(card):
        return [{"mode": MODE_NAMES.get(mode, mode), "far": str(far), "tmm": ""} for mode, far in card.moves.items()]
    return [
        {"mode": MODE_NAMES.get(mode, mode), "far": f'{far}"', "tmm": f"TMM {tmm(card, mode)}"}
        for mode, far in card.moves.items()
    ]


def _crits(card: Card) -> tuple[Crit, ...]:
    if is_infantry(card):
        return ()
    if is_aerospace(card):
        return FIGHTER_CRITS
    if is_vehicle(card):
        return VEHICLE_CRITS
    return PROTOMECH_CRITS if card.type == PROTOMECH else MECH_CRITS


# Abilities, each by the name and the gloss of its catalogue


def _pilot_ability(name: str) -> dict[str, Any]:
    key = find_pilot_ability(name)
    return {"name": name, "gloss": pilot_abilities()[key].effect if key else UNKNOWN}


def _munition(name: str) -> dict[str, Any]:
    key = names.munition.find(name)
    return {"name": name, "gloss": munitions()[key].effect if key else UNKNOWN}


def _command_ability(choice: CommandChoice) -> dict[str, Any]:
    key = find_command_ability(choice)
    return {"name": str(choice), "gloss": command_abilities()[key].effect if key else UNKNOWN, "users": []}


def _with_users(look_up: Callable[[str], dict[str, Any]], of_unit: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Each ability once, with the numbers of the units that have it."""
    users: dict[str, list[str]] = {}
    for number, keys in enumerate(of_unit, 1):
        for key in keys:
            users.setdefault(key, []).append(str(number))
    return [look_up(key) | {"users": numbers} for key, numbers in users.items()]


# The force as a whole


def _formation(group: Group, units: Sequence[ForceUnit], settings: FormationSettings) -> dict[str, Any]:
    key = names.formation.find(group.kind)
    kind = formation_types()[key] if key else None
    numbers = {unit.name: str(number) for number, unit in enumerate(units, 1)}
    return {
        "name": group.name,
        "kind": kind.name if kind else group.kind,
        "units": [numbers.get(name, name) for name in group.units],
        "commander": group.commander,
        "genius": commander_is_open(group),
        "bonus": [_award(award, len(group.units), settings) for award in kind.bonus] if kind else [UNKNOWN],
        "choices": [{"what": _words(what), "value": _said(value)} for what, value in group.choices.items()],
    }


def _award(award: Award, number: int, settings: FormationSettings) -> str:
    """One part of a formation's bonus as a sentence, with the note that the catalogue has on it."""
    if award.effect:
        return f"{_option(award)}{_words(award.effect)}. {award.note}".strip()
    reach = award.reach(number, settings)
    whom = {"all": "all units", "pool": f"{reach} for all to share", "commander": "the commander"}
    offered = [pilot_abilities()[key].name if key in pilot_abilities() else _words(key) for key in award.abilities]
    offered += [command_abilities()[key].name for key in award.command_abilities]
    what = f"{', '.join(offered[:-1])} or {offered[-1]}" if len(offered) > 1 else "".join(offered)
    when = AWARD_TIMES.get(award.chosen, award.chosen)
    return f"{_option(award)}{what}: {whom.get(award.to, f'{reach} of {number} units')}, {when}. {award.note}".strip()


def _option(award: Award) -> str:
    return f"If {award.option}: " if award.option else ""


def _settings(terms: Terms | None) -> FormationSettings:
    """As the pack reads them; of all settings only this one changes what is printed."""
    return FormationSettings(bonus_share_rounding=str(terms.reading("bonus_share_rounding")) if terms else "normal")


def _words(key: str) -> str:
    return key.replace("_", " ").replace("-", " ").capitalize()


def _said(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return "; ".join(f"{_words(str(key))}: {_said(part)}" for key, part in value.items())
    if isinstance(value, Iterable):
        return ", ".join(_said(part) for part in value)
    return str(value)


def _totals(units: Sequence[ForceUnit], values: Sequence[Tally], terms: Terms | None) -> dict[str, Any]:
    total = sum(value.total for value in values)
    mechs = sum(value.total for unit, value in zip(units, values, strict=True) if is_mech(unit.card))
    limit = terms.force.points.allowed(len(units)) if terms else None
    most = terms.force.units.most if terms and terms.force.units else None
    cells = [
        ("Units", f"{len(units)} of {most}" if most else str(len(units))),
        ("Base PV", str(sum(value.base for value in values))),
    ]
    cells += [(name, f"{points:+d}".replace("-", "−")) for name, points in _parts(values).items()]
    cells += [("Total PV", str(total)), ("’Mechs", f"{mechs} PV, {_percent(mechs, total)}")]
    return {"pv": total, "limit": limit, "cells": [{"name": name, "value": value} for name, value in cells]}


def _parts(values: Sequence[Tally]) -> dict[str, int]:
    """What the parts of all units' values come to, steps of skill taken together."""
    sums: dict[str, int] = {"Skill": 0}
    for part in (part for value in values for part in value.parts):
        name = "Skill" if part.name.startswith("skill") else part.name.capitalize()
        sums[name] = sums.get(name, 0) + part.value
    return sums


def _percent(part: int, whole: int) -> str:
    # cut, never rounded up: 49.96% of a force is not half of it
    return f"{part * 1000 // whole / 10:g}%" if whole else "0%"


def _verdict(report: Report | None, *, for_opponent: bool) -> dict[str, Any]:
    if report is None:
        return {"problems": 0, "words": "Not checked against an event pack.", "texts": [], "warnings": []}
    return verdict(report.pack, report.problems, report.warnings, for_opponent=for_opponent)
