"""Every worked case of Age of Destruction comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.worked_cases import titles, unasked

from musterhall.battle.cases import run_case
from musterhall.games.age_of_destruction.referee.referee import QUESTIONS, ask
from musterhall.problems import parse_toml

CASES = sorted((Path(__file__).parents[2] / "cases" / "age_of_destruction").glob("*.toml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_case_comes_out_as_it_says(path: Path) -> None:
    outcome = run_case(path.read_text(encoding="utf-8"), path.name, ask)
    assert outcome.passed, str(outcome)
    assert outcome.ruling is None or outcome.ruling.text()


def test_a_case_is_named_for_its_rule() -> None:
    for path in CASES:
        rule = parse_toml(path.read_text(encoding="utf-8"), path.name)["rule"]
        assert path.stem.split("-")[0] in ([rule] if isinstance(rule, str) else rule), path.name


def test_no_two_cases_make_the_same_point() -> None:
    assert len(set(titles(CASES))) == len(CASES)


def test_every_question_is_asked_in_some_case() -> None:
    assert unasked(QUESTIONS, CASES) == set()
