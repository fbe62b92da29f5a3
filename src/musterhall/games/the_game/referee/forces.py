"""5, 6.2, 6.3 Datasheets as printed, and whether an army list is legal."""

from __future__ import annotations

from typing import Any

from musterhall.battle.referee import ABOUT_A_TABLE, Finding, Questions
from musterhall.games.the_game.army.armies import find_army
from musterhall.games.the_game.army.datasheets import Weapon, datasheet
from musterhall.games.the_game.army.force_check import check_force
from musterhall.games.the_game.army.forces import force_from_data, shipped_force
from musterhall.games.the_game.referee.asked import Asked

QUESTIONS = Questions()


@QUESTIONS.pure(
    "datasheet",
    ["1.1.5", "5.1", "5.2"],
    "What stands on this datasheet?",
    unit="its name",
    army="the army, if the name is a short one",
)
def as_printed(asked: Asked) -> Finding:
    """5.1, 5.2, 1.1.5 Every stat of a unit, with its weapons and special rules."""
    sheet = datasheet(asked.word("unit"), asked.word("army", ""))
    transport = sheet.transport
    result = {
        "unit": sheet.name,
        "army": sheet.army,
        "type": sheet.type,
        "move": {"combat": sheet.combat, "tactical": sheet.tactical},
        "COM": sheet.command,
        "ARM": sheet.armour,
        "VIS": sheet.visibility,
        "DEF": sheet.armour + sheet.visibility,
        "CF": _ap_at(sheet.close),
        "NF": _ap_at(sheet.near),
        "weapons": {weapon.name: _weapon_data(weapon) for weapon in sheet.weapons},
        "rules": [str(rule) for rule in sheet.rules],
        "transport": transport and {"capacity": transport.capacity, "carries": list(transport.carries)},
    }
    return Finding(result)


def _ap_at(values: tuple[int, int] | None) -> dict[str, int] | None:
    return None if values is None else {"AP": values[0], "AT": values[1]}


def _weapon_data(weapon: Weapon) -> dict[str, Any]:
    attack = {"AS": weapon.score, "maximum": weapon.maximum} if weapon.artillery else dict(weapon.attacks)
    return {
        "range": weapon.range,
        **attack,
        "shots": weapon.shots,
        "one_shot_per_units": weapon.per_units,
        "rules": [str(rule) for rule in weapon.rules],
    }


@QUESTIONS.pure(
    "force",
    ["6.2", "6.3"],
    "Is this army list legal?",
    ABOUT_A_TABLE,
    force="the name of a shipped force, or the force itself as a table",
)
def force_legality(asked: Asked) -> Finding:
    """6.2, 6.3 All problems, and the sizes."""
    said = asked.value("force")
    if isinstance(said, str):
        force = shipped_force(said)
    elif isinstance(said, dict):
        force = force_from_data({"game": "the_game", **said}, f"{asked.name}: ask force")
    else:
        raise asked.bad("force", "it is missing; name a shipped force or write one as a table")
    problems = check_force(force, asked.position.field.variants.as_data())
    army, sentences = find_army(force.army), [str(problem) for problem in problems]
    result = {
        "legal": not problems,
        "problems": sentences,
        "where": [problem.where for problem in problems],
        "cost": force.cost,
        "points": force.points,
        "sizes": {formation.name: len(formation.units) for formation in force.formations},
    }
    return Finding(result, sentences, (army.section,) if army else ())
