"""The referee of Age of Destruction: a question is a file with `game = "age_of_destruction"`, `ask` and a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.battle.cases import CASE_KEYS
from musterhall.battle.referee import Questions, Ruling
from musterhall.games.age_of_destruction.names import plain
from musterhall.games.age_of_destruction.referee import table_questions
from musterhall.games.age_of_destruction.referee.asked import Asked, File
from musterhall.games.age_of_destruction.units.sheets import Sheets
from musterhall.problems import BadInput, parse_model, parse_toml

GAME = "age_of_destruction"
QUESTIONS = Questions(table_questions.QUESTIONS)


def ask(asked: str | Mapping[str, Any], name: str, sheets: Sheets | None = None) -> Ruling:
    """The ruling on a question in a file's text or its data; everything wrong with it is `BadInput`."""
    data = parse_toml(asked, name) if isinstance(asked, str) else asked
    file = parse_model(File, {key: value for key, value in data.items() if key not in CASE_KEYS}, name)
    if plain(file.game.replace("_", " ")) != plain(GAME.replace("_", " ")):
        raise BadInput(f'{name}: game: {file.game!r:.60} is another game; write game = "{GAME}".')
    question, given = QUESTIONS.asked(data, name)
    put = Asked(name, question, given, file, sheets)
    finding = question.function(put)
    put.nothing_left()
    sections = tuple(dict.fromkeys((*question.sections, *finding.sections)))
    return Ruling(question.name, finding.result, tuple(finding.lines), sections)
