"""THE GAME's referee: one entry for every question.

The questions stand by the parts of the rulebook, those that roll no dice beside those that do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.cases import CASE_KEYS
from musterhall.battle.decisions import Rule
from musterhall.battle.referee import Question, Questions, Ruling
from musterhall.dice import Dice
from musterhall.games.the_game.position import Position
from musterhall.games.the_game.position_file import position_data, read_situation
from musterhall.games.the_game.referee import (
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
    question, given = _question(data, name)
    situation = read_situation({key: value for key, value in data.items() if key not in ASK_KEYS}, name)
    battle = Battle(_Table(), situation.position, _dice(data, name))
    case = Asked(name, question, given, battle, _answers(data, name), situation.shot)
    try:
        finding = question.function(case)
    except BadInput as problem:
        if str(problem).startswith(f"{name}:"):
            raise
        raise BadInput(f"{name}: {problem}") from problem
    case.finish()
    sections = finding.sections or question.sections
    position = position_data(case.position) if question.resolver else None
    dice = tuple(case.battle.dice.record)
    return Ruling(question.name, finding.result, tuple(finding.lines), tuple(sections), dice, position)


def _question(data: Mapping[str, Any], name: str) -> tuple[Question, dict[str, Any]]:
    """The question and what it was asked with: `ask = { rally = "first company" }` or with more beside it."""
    said = data.get("ask")
    if isinstance(said, str):
        return QUESTIONS.find(said, name), {}
    if not isinstance(said, Mapping) or not said:
        raise BadInput(f'{name}: ask: the file asks nothing; add ask = {{ rally = "first company" }} or the like.')
    key = next((key for key in said if QUESTIONS.knows(key)), next(iter(said)))
    question = QUESTIONS.find(key, name)
    given = {other: value for other, value in said.items() if other != key}
    subject = said[key]
    if isinstance(subject, Mapping) and question.subject != "force":
        return question, {**subject, **given}
    if isinstance(subject, bool):
        if not subject:
            raise BadInput(f"{name}: ask: {key} = false asks nothing; take it out or write true.")
        return question, given
    if not question.subject:
        raise BadInput(f"{name}: ask {question.name}: it is asked of the whole position; write {key} = true.")
    return question, {question.subject: subject, **given}


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


def _answers(data: Mapping[str, Any], name: str) -> list[Any]:
    answers = data.get("answers", [])
    if not isinstance(answers, list):
        raise BadInput(f"{name}: answers: {answers!r:.60} is no list; write it as answers = [...].")
    return answers


class _Table:
    """A game without a course: rules are run on it one by one."""

    name = "the_game"
    version = "referee"

    def step(self, battle: Battle[Position]) -> Rule[None]:
        yield from ()

    def over(self, position: Position) -> bool:
        return True
