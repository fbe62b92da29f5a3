"""The referees of all games: whatever a list of questions prints can be typed back as it stands."""

from __future__ import annotations

import pytest

from musterhall.battle.referee import Question, Questions, ask_for
from musterhall.games import all_games
from musterhall.problems import BadInput

REFEREES = [(game.name, game.referee.questions) for game in all_games() if game.referee is not None]
EVERY = [
    pytest.param(questions, question, id=f"{name}-{question.name}")
    for name, questions in REFEREES
    for question in questions
]


@pytest.mark.parametrize(("questions", "question"), EVERY)
def test_every_word_that_a_question_lists_reaches_it_wherever_it_is_written(
    questions: Questions, question: Question
) -> None:
    given = {word: f"<{word}>" for word in question.given}
    assert questions.asked({"ask": ask_for(question, given)}, "a file") == (question, given)
    if not given:
        return
    others = {word: said for word, said in given.items() if word not in (question.subject, question.name)}
    if question.name in given and question.name != question.subject:
        beside = {question.subject: given[question.subject], question.name: given[question.name], **others}
    else:
        beside = {question.name: given[question.subject], **others}
    for said in (beside, dict(reversed(beside.items()))):
        assert questions.asked({"ask": said}, "a file") == (question, given)


@pytest.mark.parametrize(("questions", "question"), EVERY)
def test_a_question_goes_by_the_name_that_the_list_prints(questions: Questions, question: Question) -> None:
    for written in (question.name, question.name.replace("_", " "), question.name.replace("_", "-")):
        assert questions.find(written, "a file") is question


def test_what_stands_behind_the_name_and_again_beside_it_is_refused() -> None:
    questions = dict(REFEREES)["the_game"]
    with pytest.raises(BadInput, match="formation is given twice; write it once"):
        questions.asked({"ask": {"rally": "first", "formation": "second"}}, "a file")
