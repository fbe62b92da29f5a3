"""What holds in a situation for the force that is asked about, and which abilities of both forces have a say in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from musterhall.games.alpha_strike.abilities.command_abilities import (
    TakenCommandAbility,
    find_command_ability,
    read_command_ability,
)
from musterhall.games.alpha_strike.abilities.modifiers import (
    Reckoning,
    Source,
    basic_source,
    plain,
    read_facts,
    reckon,
)
from musterhall.games.alpha_strike.abilities.pilot_abilities import (
    TakenPilotAbility,
    average_skill,
    read_pilot_ability,
)
from musterhall.games.alpha_strike.referee.asked import Asked, File, Force

OTHER_SIDE = {"attacker": "defender", "defender": "attacker"}


@dataclass(slots=True)
class Situation:
    facts: dict[str, Any]
    """As they hold for the force."""
    sources: list[Source]
    """Every ability of both sides that has a say."""
    notes: list[str] = field(default_factory=list)

    def reckon(self, figure: str, base: int, of: str = "") -> Reckoning:
        return reckon(figure, base, self.sources, self.facts, of)


@dataclass(slots=True)
class _Side:
    """One force in the situation: what it has and what holds for it."""

    commands: list[TakenCommandAbility]
    pilots: list[TakenPilotAbility]
    facts: dict[str, Any]


def situation_of(asked: Asked) -> Situation:
    said = read_facts(asked.file.situation, f"{asked.name}: situation")
    asked.skills()
    own = _side(asked.file.force, _own_facts(said, asked.file), f"{asked.name}: force")
    enemy = _side(asked.file.opponent, _enemy_facts(own.facts, asked.file), f"{asked.name}: opponent")
    found = Situation(own.facts, [basic_source()])
    _add_abilities(own, found.notes)
    _add_abilities(enemy, found.notes)
    barred, barred_own = _negated(own, asked.name, found.notes), _negated(enemy, asked.name, found.notes)
    for one in own.commands:
        found.sources += one.sources("own", own.facts) if one.ability.key not in barred_own else ()
    found.sources += (one.source("own") for one in own.pilots)
    for one in enemy.commands:
        found.sources += one.sources("enemy", enemy.facts) if one.ability.key not in barred else ()
    found.sources += (one.source("enemy") for one in enemy.pilots)
    return found


def commands_of(force: Force, place: str) -> list[TakenCommandAbility]:
    return [read_command_ability(said, f"{place}.command_abilities") for said in force.command_abilities]


def _side(force: Force, facts: dict[str, Any], place: str) -> _Side:
    pilots = [read_pilot_ability(said, f"{place}.pilot_abilities") for said in force.pilot_abilities]
    return _Side(commands_of(force, place), pilots, facts)


def _add_abilities(side: _Side, notes: list[str]) -> None:
    """Enemy Specialization: one more ability against the chosen enemy."""
    for one in list(side.commands):
        added = one.choices.get("added")
        if added and _allowed(one, side.facts, "added"):
            side.commands.append(added)
            notes.append(f"{one.ability.name} adds {added.ability.name}")


def _negated(side: _Side, place: str, notes: list[str]) -> set[str]:
    """Enemy Specialization: abilities of the chosen enemy that have no effect."""
    found: set[str] = set()
    for one in side.commands:
        allowed = _allowed(one, side.facts, "negated")
        for key in one.choices.get("negates", [])[:allowed]:
            found.add(key)
            notes.append(f"{one.ability.name} negates {find_command_ability(key, place)[0].name}")
    return found


def _allowed(one: TakenCommandAbility, facts: Mapping[str, Any], of: str) -> int:
    """How many abilities it may negate or add here: the best of its options."""
    found = [reckon("command abilities", 0, [source], facts, of).total for source in one.sources("own", facts)]
    return max(found, default=0)


def _own_facts(said: dict[str, Any], file: File) -> dict[str, Any]:
    """What was said, and what follows from the two forces and is not said."""
    skills, others = file.force.all_skills(), file.opponent.all_skills()
    facts = dict(said)
    if skills:
        facts.setdefault("rating", plain(average_skill(skills).rating))
        facts.setdefault("units", len(skills))
    if others:
        facts.setdefault("enemy_units", len(others))
    if file.opponent.factions():
        facts.setdefault("enemy", file.opponent.factions())
    if file.force.units and "all_ground_types" not in file.situation:
        facts["all_ground_types"] = _all_ground_types(file.force.types())
    _count(facts, file.situation)
    if "edge_distance" in facts and facts.get("move", 0) > 0:
        facts.setdefault("edge_turns", int(-(-facts["edge_distance"] // facts["move"])))
    return facts


def _count(facts: dict[str, Any], said: Mapping[str, Any]) -> None:
    units, others = facts.get("units"), facts.get("enemy_units")
    if units is None or others is None:
        return
    if "outnumbered" not in said:
        facts["outnumbered"] = others > units
    if "units_over_enemy" not in said:
        facts["units_over_enemy"] = max(0, units - others)


def _all_ground_types(types: Iterable[str]) -> bool:
    kinds = set(types)
    wanted = ({"mech", "industrial mech"}, {"vehicle", "vtol", "wige"}, {"infantry", "battle armor"})
    return all(kinds & group for group in wanted)


def _enemy_facts(own: Mapping[str, Any], file: File) -> dict[str, Any]:
    """What holds for the opponent where it differs from what holds for the force."""
    others = file.opponent.all_skills()
    facts: dict[str, Any] = {
        "rating": plain(average_skill(others).rating) if others else None,
        "enemy": file.force.factions() or None,
        "units": own.get("enemy_units"),
        "enemy_units": own.get("units"),
        "side": OTHER_SIDE.get(own.get("side", "")),
    }
    _count(facts, {})
    return facts
