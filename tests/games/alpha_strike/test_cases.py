"""Every worked case of Alpha Strike comes out as it says, and every ability and benefit has one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.worked_cases import titles, unasked

from musterhall.battle.cases import run_case
from musterhall.games.alpha_strike.abilities.abilities import command_abilities
from musterhall.games.alpha_strike.referee.referee import QUESTIONS, ask
from musterhall.problems import parse_toml

CASES = sorted((Path(__file__).parents[2] / "cases" / "alpha_strike").glob("*.toml"))
NAMES = [path.stem for path in CASES]
BENEFITS = [f"{key}-{option}" for key, one in command_abilities().items() for option in one.options]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_case_comes_out_as_it_says(path: Path) -> None:
    outcome = run_case(path.read_text(encoding="utf-8"), path.name, ask)
    assert outcome.passed, str(outcome)
    assert outcome.ruling is None or outcome.ruling.text()


@pytest.mark.parametrize("key", command_abilities())
def test_every_command_ability_has_a_case_of_its_name(key: str) -> None:
    assert key in NAMES


@pytest.mark.parametrize("name", BENEFITS)
def test_every_benefit_and_level_has_a_case_of_its_name(name: str) -> None:
    assert name in NAMES


def test_a_case_is_named_for_its_rule() -> None:
    for path in CASES:
        rule = parse_toml(path.read_text(encoding="utf-8"), path.name)["rule"]
        rules = [rule] if isinstance(rule, str) else rule
        assert path.stem.split("-")[0] in (*rules, "pilot"), path.name


def test_no_two_cases_make_the_same_point() -> None:
    assert len(set(titles(CASES))) == len(CASES)


def test_every_question_is_asked_in_some_case() -> None:
    assert unasked(QUESTIONS, CASES) == set()
