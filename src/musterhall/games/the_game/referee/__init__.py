"""THE GAME's referee: one entry for every question.

The questions stand by the parts of the rulebook, those that roll no dice beside those that do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.battle.agents import Agent
from musterhall.battle.battle import Battle
from musterhall.battle.cases import CASE_KEYS
from musterhall.battle.decisions import Rule
from musterhall.battle.referee import Questions, Ruling
from musterhall.dice import Dice
from musterhall.games.the_game.agents import agent_named
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.position_file import position_data, read_situation
from musterhall.games.the_game.referee import (
    air,
    artillery,
    assault,
    end_phase,
    fire,
    forces,
    moves,
    scenario,
    shots,
    turns,
    units,
)
from musterhall.games.the_game.referee.asked import Asked
from musterhall.problems import BadInput, parse_toml

QUESTIONS = Questions(
    units.QUESTIONS,
    turns.QUESTIONS,
    moves.QUESTIONS,
    shots.QUESTIONS,
    fire.QUESTIONS,
    artillery.QUESTIONS,
    air.QUESTIONS,
    assault.QUESTIONS,
    end_phase.QUESTIONS,
    scenario.QUESTIONS,
    forces.QUESTIONS,
)
ASK_KEYS = ("ask", "dice", "seed", "answers", *CASE_KEYS)
LARGEST_SEED = 2**63


def ask(asked: str | Mapping[str, Any], name: str) -> Ruling:
    """The ruling on a question in a file's text or its data; everything wrong with it is `BadInput`."""
    data = parse_toml(asked, name) if isinstance(asked, str) else asked
    question, given = QUESTIONS.asked(data, name)
    situation = read_situation({key: value for key, value in data.items() if key not in ASK_KEYS}, name)
    battle = Battle(_Table(), situation.position, _dice(data, name))
    answers, agents = _answers(data, name)
    case = Asked(name, question, given, battle, answers, situation.shot, agents)
    try:
        _chapters_in_force(case)
        finding = question.function(case)
    except BadInput as problem:
        if str(problem).startswith(f"{name}:"):
            raise
        raise BadInput(f"{name}: {problem}") from problem
    case.finish()
    if case.filled_in:
        finding.result["filled_in"] = case.filled_in
        finding.lines += ["{side} ({agent}): {decision} {answer} ({section})".format(**row) for row in case.filled_in]
    sections = finding.sections or question.sections
    position = position_data(case.position) if question.resolver else None
    dice = tuple(case.battle.dice.record)
    return Ruling(question.name, finding.result, tuple(finding.lines), tuple(sections), dice, position)


def _dice(data: Mapping[str, Any], name: str) -> Dice:
    """Scripted dice; or, where a seed is given instead, dice that anybody can roll again."""
    faces, seed = data.get("dice"), data.get("seed")
    if faces is not None and seed is not None:
        raise BadInput(f"{name}: seed: dice are given too; take one of them out.")
    if seed is not None:
        if type(seed) is not int or not 0 <= seed < LARGEST_SEED:
            raise BadInput(f"{name}: seed: {seed!r:.60} is no seed; give a whole number from 0.")
        return Dice(seed)
    faces = [] if faces is None else faces
    if not isinstance(faces, list) or not all(type(face) is int for face in faces):
        raise BadInput(f"{name}: dice: {faces!r:.60} is no list of faces; write it as dice = [7, 3].")
    wrong = [face for face in faces if not 1 <= face <= 10]
    if wrong:
        raise BadInput(f"{name}: dice: {wrong[0]!r:.60} is no face of any die of THE GAME; use 1 to 10.")
    return Dice.scripted(faces)


def _answers(data: Mapping[str, Any], name: str) -> tuple[list[Any], tuple[Agent, Agent] | None]:
    """The answers written down, and who goes on where they end: `answers = [...]`, an agent's name, or both."""
    said = data.get("answers", [])
    given, rest = ([], said) if isinstance(said, str) else (said, None)
    if isinstance(said, Mapping) and set(said) <= {"given", "rest"}:
        given, rest = said.get("given", []), said.get("rest")
    if not isinstance(given, list) or not (rest is None or isinstance(rest, str)):
        ways = "answers = [...], answers = 'captain' or answers = { given = [...], rest = 'captain' }"
        raise BadInput(f"{name}: answers: {said!r:.60} is no list and no agent; write {ways}.")
    return given, None if rest is None else _agents(rest, data, name)


def _agents(word: str, data: Mapping[str, Any], name: str) -> tuple[Agent, Agent]:
    seed = int(data.get("seed", 0))
    try:
        return agent_named(word, 2 * seed, explain=False), agent_named(word, 2 * seed + 1, explain=False)
    except BadInput as problem:
        raise BadInput(f"{name}: answers: {problem}") from problem


def _chapters_in_force(case: Asked) -> None:
    """Where, in a question about the ground, a plane is on the table, the rules would mislead."""
    for unit in case.position.field.units:
        if case.position.on[unit.index]:
            case.grounded(unit.sheet.type, "formation", case.label(unit.index))


class _Table:
    """A game without a course: rules are run on it one by one."""

    name = "the_game"
    version = "referee"

    def step(self, battle: Battle[Position]) -> Rule[None]:
        yield from ()

    def over(self, position: Position) -> bool:
        return True
