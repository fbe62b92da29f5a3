"""The referee on what a force is and may have: abilities, munitions, skills and points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from musterhall.battle.referee import ABOUT_A_TABLE, Finding, Questions
from musterhall.games.alpha_strike.abilities.command_abilities import check_command_abilities, read_command_ability
from musterhall.games.alpha_strike.abilities.munitions import check_munitions, read_munition
from musterhall.games.alpha_strike.abilities.pilot_abilities import (
    MOST_SKILL,
    average_skill,
    check_pilot_abilities,
    pilot_ability_limits,
    pilot_points,
    rating,
    read_pilot_ability,
)
from musterhall.games.alpha_strike.referee.asked import Asked
from musterhall.games.alpha_strike.referee.situation import commands_of
from musterhall.games.alpha_strike.units.point_values import skill_pv
from musterhall.problems import Problem
from musterhall.tally import counted

QUESTIONS = Questions()


@QUESTIONS.pure(
    "may_take",
    ("AS:CE 102-109",),
    "May the force have this command ability?",
    ABOUT_A_TABLE,
    ability="its name, or a table",
)
def may_take(asked: Asked) -> Finding:
    """AS:CE 102-109 The conditions of a command ability, for this force and with these bans."""
    said = asked.value("ability")
    if not isinstance(said, str | dict):
        raise asked.bad("ability", f"{said!r:.60} is no ability; it is {asked.question.given['ability']}")
    taken, skills = read_command_ability(said, asked.name), asked.skills()
    commands = [*commands_of(asked.file.force, f"{asked.name}: force"), taken]
    everything = check_command_abilities(commands, skills, asked.file.force.types(), asked.file.banned)
    others = check_command_abilities(commands[:-1], skills, asked.file.force.types(), asked.file.banned)
    mine = [problem for problem in everything if problem not in others]
    lines = [f"average skill {average_skill(skills)}"] if skills else []
    more = {"advice": taken.ability.advice} if taken.ability.advice else {}
    return _legality(mine, [*lines, *taken.ability.conditions], **more)


@QUESTIONS.pure(
    "pilot_abilities",
    ("AS:CE 92",),
    "May a pilot of this skill have these abilities?",
    abilities="their names",
    skill="the pilot's skill",
)
def may_have(asked: Asked) -> Finding:
    """AS:CE 92 The limits of number and points by skill, and the bans."""
    skill = asked.whole("skill", most=MOST_SKILL)
    taken = [read_pilot_ability(said, asked.name) for said in asked.words("abilities")]
    number, points = pilot_ability_limits(skill)
    spent = pilot_points(taken)
    problems = check_pilot_abilities(skill, taken, asked.file.banned)
    allowed = f"{counted(number, 'ability', 'abilities')}, {counted(points, 'point')}"
    lines = [str(spent), f"skill {skill} ({rating(skill)}): {allowed}"]
    return _legality(problems, lines, spent=spent.total, number=number, points=points)


@QUESTIONS.pure("average_skill", ("AS:CE 29",), "What is the force's average skill, and what is it called?")
def average(asked: Asked) -> Finding:
    """AS:CE 29 The average of all skills, rounded normally, and its name."""
    found = average_skill(asked.skills())
    result = {"average": found.average, "rating": found.rating, "sum": found.sum, "units": found.units}
    return Finding(result, [str(found)])


@QUESTIONS.pure(
    "point_value",
    ("AS:CE 29",),
    "What is a unit's point value at a skill?",
    base="its PV at skill 4",
    skill="the pilot's skill",
)
def point_value(asked: Asked) -> Finding:
    """AS:CE 29 What a better or worse pilot makes of a unit's PV."""
    value = skill_pv(asked.whole("base"), asked.whole("skill", most=MOST_SKILL))
    return Finding({"pv": value.total, "parts": {part.name: part.value for part in value.parts}}, [str(value)])


@QUESTIONS.pure(
    "munitions",
    ("AS:CE 143-150",),
    "May these alternate munitions be loaded?",
    chosen="each as keyword: munition",
    keywords="the keywords on the cards",
)
def loaded(asked: Asked) -> Finding:
    """AS:CE 143-150 One munition for a keyword that is there, and none that is banned."""
    chosen = [read_munition(said, asked.name) for said in asked.words("chosen")]
    keywords = asked.words("keywords") if asked.has("keywords") else None
    problems = check_munitions(chosen, keywords, asked.file.banned)
    return _legality(problems, [f"{one.keyword}: {one.name}: {one.effect}" for one in chosen])


def _legality(problems: Sequence[Problem], lines: Iterable[str] = (), **more: Any) -> Finding:
    result = {"legal": not problems, "problems": [str(one) for one in problems], **more}
    return Finding(result, list(lines), tuple(one.rule for one in problems if one.rule))
