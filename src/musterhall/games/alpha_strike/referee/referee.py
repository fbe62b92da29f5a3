"""Alpha Strike's referee: what abilities come to in a situation, and who may have them.

A question is a file with `game = "alpha_strike"` and `ask`; beside it may stand `[force]` (whoever rolls, attacks or
moves), `[opponent]`, `[situation]` (the fields of catalogue/conditions.toml) and `banned`. Nothing here rolls dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.battle.cases import CASE_KEYS
from musterhall.battle.referee import Questions, Ruling
from musterhall.games.alpha_strike.abilities.modifiers import plain
from musterhall.games.alpha_strike.referee import (
    ability_questions,
    attack_questions,
    command_questions,
    force_questions,
    formation_questions,
    odds_questions,
    scenario_questions,
    table_questions,
)
from musterhall.games.alpha_strike.referee.asked import Asked, File
from musterhall.games.alpha_strike.units.library import Library
from musterhall.problems import BadInput, parse_model, parse_toml

GAME = "alpha_strike"
QUESTIONS = Questions(
    formation_questions.QUESTIONS,
    ability_questions.QUESTIONS,
    force_questions.QUESTIONS,
    table_questions.QUESTIONS,
    attack_questions.QUESTIONS,
    odds_questions.QUESTIONS,
    scenario_questions.QUESTIONS,
    command_questions.QUESTIONS,
)


def ask(asked: str | Mapping[str, Any], name: str, library: Library | None = None) -> Ruling:
    """The ruling on a question in a file's text or its data; everything wrong with it is `BadInput`."""
    data = parse_toml(asked, name) if isinstance(asked, str) else asked
    file = parse_model(File, {key: value for key, value in data.items() if key not in CASE_KEYS}, name)
    if plain(file.game) != plain(GAME):
        raise BadInput(f'{name}: game: {file.game!r:.60} is another game; write game = "{GAME}".')
    question, given = QUESTIONS.asked(data, name)
    put = Asked(name, question, given, file, library)
    finding = question.function(put)
    put.nothing_left()
    sections = tuple(dict.fromkeys((*question.sections, *finding.sections)))
    return Ruling(question.name, finding.result, tuple(finding.lines), sections)
