"""What an attack needs to hit: skill, both movements, range, terrain, and everything that changes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.battle.decisions import Illegal
from musterhall.games.alpha_strike.abilities.modifiers import Reckoning
from musterhall.games.alpha_strike.attacks.facts import AttackFacts
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import Say, say_of
from musterhall.tally import Tally

SECTION = "4"
PARTS = ("attacker movement", "target movement", "range", "terrain")
SUBJECTS = (*PARTS, "target number")
HIGHEST = 12
"""4 Nobody throws more with 2D6: a higher number cannot be met."""


def target_number(position: Position, unit: int, target: int, facts: Mapping[str, Any]) -> int:
    """4 The number alone, as often as a battle asks for it."""
    if not isinstance(facts, AttackFacts):
        return _number(position, say_of(position, unit, target), facts)
    kept, key = position.field.memo, (facts.say, unit, target, facts.key)
    found: int | None = kept.get(key)
    if found is None:
        found = kept[key] = _number(position, facts.say, facts.all())
    return found


def _number(position: Position, say: Say, facts: Mapping[str, Any]) -> int:
    skill: int = facts["skill"]
    added = say.remembered(SUBJECTS, facts, lambda: _added(say, dict(facts)))
    return max(skill + added, position.field.edition.least_target_number)


def _added(say: Say, facts: dict[str, Any]) -> int:
    """4 What everything but the Skill adds."""
    parts = {part: say.total(part, 0, facts) for part in PARTS}
    facts["terrain_modifier"] = parts["terrain"]
    return sum(parts.values()) + say.total("target number", 0, facts)


def why_never_met(position: Position, number: int, forgives: int = 0) -> str:
    """4 Why no throw can meet a number, which may be missed by so much, or nothing where one can."""
    if number - forgives <= HIGHEST or position.field.edition.natural_twelve_hits:
        return ""
    return f"2D6 cannot come to {number}"


def refuse_if_hopeless(why: str, section: str) -> None:
    """4 An attack is not made that cannot hit."""
    if why:
        raise Illegal(f"This attack cannot hit: {why}", section)


def target_number_reckoned(position: Position, unit: int, target: int, facts: Mapping[str, Any]) -> Reckoning:
    """4 The same with every part named."""
    say, facts = say_of(position, unit, target), dict(facts)
    whole = Reckoning(Tally("target number", facts["skill"], section=SECTION))
    for part in PARTS:
        found = say.reckoning(part, 0, facts)
        if part == "terrain":
            facts["terrain_modifier"] = found.total
        _take_over(whole, found)
    _take_over(whole, say.reckoning("target number", 0, facts))
    floor = position.field.edition.least_target_number
    whole.tally.at_least(floor, f"no lower than {floor}", SECTION)
    return whole


def _take_over(whole: Reckoning, part: Reckoning) -> None:
    for one in part.tally.parts:
        whole.tally.add(one.name, one.value, one.section)
    whole.rights += part.rights
    whole.notes += part.notes
    whole.unsaid += part.unsaid
