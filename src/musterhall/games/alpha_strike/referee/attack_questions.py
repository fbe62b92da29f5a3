"""The referee on attacks without weapons: what blows and shells need to hit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.battle.decisions import Illegal
from musterhall.battle.referee import Finding, Questions
from musterhall.games.alpha_strike.attacks.artillery import Artillery, shell_facts
from musterhall.games.alpha_strike.attacks.attack_kinds import AttackKind
from musterhall.games.alpha_strike.attacks.attacking import kinds_of, why_not_acting
from musterhall.games.alpha_strike.attacks.physical import Physical, blow_damage, blow_facts
from musterhall.games.alpha_strike.attacks.target_number import target_number_reckoned
from musterhall.games.alpha_strike.referee.asked import Asked
from musterhall.games.alpha_strike.referee.table_questions import STRUCTURE, TARGET, UNIT, aimed, named_answer, unit_in

QUESTIONS = Questions()


@QUESTIONS.pure(
    "blow_number",
    ("7",),
    "What does a physical attack need to hit, and what does it do?",
    unit=UNIT,
    how="standard, melee, charge, dfa or anti mech",
    target=TARGET,
    structure=STRUCTURE,
)
def blow_number(asked: Asked) -> Finding:
    """7 The target number and the damage of a physical attack on the table."""
    position, unit = asked.position, unit_in(asked, "unit")
    blow = _checked(asked, unit, Physical(), {"how": asked.word("how"), **aimed(asked)})
    if isinstance(blow, Finding):
        return blow
    damage = blow_damage(position, unit, blow)
    return _number(asked, unit, blow.target, blow_facts(position, unit, blow), damage=str(damage))


@QUESTIONS.pure(
    "shell_number",
    ("8",),
    "What does an artillery attack need to hit?",
    unit=UNIT,
    gun="the special that fires, such as ARTT",
    target=TARGET,
    structure=STRUCTURE,
    point="the point that it attacks instead, x and y",
    spotter="the unit that spots for it",
    munition="whether it fires its alternate munition",
)
def shell_number(asked: Asked) -> Finding:
    """8 The target number of an artillery attack on the table."""
    position, unit = asked.position, unit_in(asked, "unit")
    answer = {"gun": asked.word("gun"), **({} if asked.has("point") else aimed(asked))}
    answer |= {key: named_answer(asked, asked.value(key)) for key in ("point", "spotter", "munition") if asked.has(key)}
    aim = _checked(asked, unit, Artillery(), answer)
    if isinstance(aim, Finding):
        return aim
    facts = shell_facts(position, unit, aim)
    return _number(asked, unit, aim.target, facts)


def _checked(asked: Asked, unit: int, kind: AttackKind, answer: dict[str, Any]) -> Any:
    """The attack that an answer stands for, or the finding that it cannot be made."""
    why = why_not_acting(asked.position, unit)
    if not why and kind.name not in kinds_of(asked.position, unit):
        why = f"{asked.position.unit(unit).name} cannot attack in this way this turn"
    if why:
        return Finding({"possible": False, "why": why})
    try:
        return kind.check(asked.position, unit, answer)
    except Illegal as refused:
        return Finding({"possible": False, "why": refused.reason})


def _number(asked: Asked, unit: int, target: int, facts: Mapping[str, Any], **more: Any) -> Finding:
    found = target_number_reckoned(asked.position, unit, target, facts)
    return Finding(
        {"possible": True, "why": "", "target_number": found.total, "parts": found.parts(), **more},
        [str(found.tally), *found.notes],
    )
