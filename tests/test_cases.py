"""Every worked case comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.worked_cases import titles, unasked

from musterhall.battle.cases import run_case
from musterhall.games.the_game.referee import QUESTIONS, ask
from musterhall.problems import BadInput, parse_toml

CASES = sorted((Path(__file__).parent / "cases" / "the_game").glob("*.toml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_case_comes_out_as_it_says(path: Path) -> None:
    outcome = run_case(path.read_text(encoding="utf-8"), path.name, ask)
    assert outcome.passed, str(outcome)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_is_named_for_its_section_or_for_its_variant(path: Path) -> None:
    case = parse_toml(path.read_text(encoding="utf-8"), path.name)
    rules = [case["rule"]] if isinstance(case["rule"], str) else case["rule"]
    first, *rest = path.stem.split("-")
    assert first in rules or (first == "variant" and rest[0] in case.get("variants", {rest[0]: None}))


def test_no_two_cases_make_the_same_point() -> None:
    assert len(set(titles(CASES))) == len(CASES)


def test_every_question_is_asked_in_some_case() -> None:
    assert unasked(QUESTIONS, CASES) == set()


@pytest.mark.parametrize("missing", ["rule", "title", "expect"])
def test_a_case_without_its_heading_is_no_case(missing: str) -> None:
    heading = {"rule": 'rule = "1.5"', "title": 'title = "A point"', "expect": "expect = { first = 'red' }"}
    del heading[missing]
    with pytest.raises(BadInput, match=missing):
        run_case("\n".join([*heading.values(), "ask = 'rallies first'"]), "case.toml", ask)


def test_a_wrong_expectation_is_told_with_what_was_found() -> None:
    text = (
        'rule = "1.9"\ntitle = "wrong"\ninitiative_winner = "blue"\nask = "rallies first"\nexpect = { first = "red" }'
    )
    outcome = run_case(text, "case.toml", ask)
    assert not outcome.passed
    assert "first: expected red, found blue" in str(outcome)


def test_an_answered_question_that_should_be_refused_does_not_pass() -> None:
    text = 'rule = "1.9"\ntitle = "wrong"\nask = "rallies first"\nexpect_refused = "no"'
    assert not run_case(text, "case.toml", ask).passed
