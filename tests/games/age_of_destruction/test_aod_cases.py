"""Every worked case of Age of Destruction comes out as it says."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.worked_cases import titles, unasked

from musterhall.battle.cases import run_case
from musterhall.games.age_of_destruction.battles import bare_table
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.position.moments import Moment, abilities, equipment
from musterhall.games.age_of_destruction.referee.referee import QUESTIONS, ask
from musterhall.problems import parse_toml
from musterhall.toml_text import toml_text

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


# What a case is for


def passes(data: dict[str, Any], name: str) -> bool:
    return run_case(toml_text(data), name, ask).passed


@cache
def data_of(path: Path) -> dict[str, Any]:
    return dict(parse_toml(path.read_text(encoding="utf-8"), path.name))


NOT_ON_A_TABLE = "table_side"
"""What no table in a file can show: how large it is where nobody brought one."""


@pytest.mark.parametrize("key", [key for key in Edition.usual().as_data() if key != NOT_ON_A_TABLE])
def test_some_case_reads_each_figure_otherwise_and_comes_out_otherwise_for_it(key: str) -> None:
    otherwise = [(path.name, data) for path in CASES if key in (data := data_of(path)).get("variants", {})]
    assert not all(passes(_usual(data, key), name) for name, data in otherwise)


def _usual(data: dict[str, Any], key: str) -> dict[str, Any]:
    return {**data, "variants": {name: value for name, value in data["variants"].items() if name != key}}


def test_a_table_that_nobody_brought_is_as_large_as_the_edition_says() -> None:
    assert bare_table(replace(Edition.usual(), table_side=48)).width == 48


@pytest.mark.parametrize("key", abilities())
def test_a_case_of_each_ability_fails_when_its_hook_is_taken_away(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = [path for path in CASES if path.stem.split("-")[0] == abilities()[key].section]
    hooks = [moment.acts for moment in Moment.all if key in moment.acts]
    # Awe acts at no moment of the rules but in two stages of the turn.
    for hook in hooks or [abilities()]:
        with monkeypatch.context() as without:
            without.delitem(hook, key)
            assert not all(passes(data_of(path), path.name) for path in own), hook


@pytest.mark.parametrize("name", equipment())
def test_a_case_of_each_piece_of_equipment_fails_without_it(name: str) -> None:
    worn = [path for path in CASES if any(name in unit.get("equipment", ()) for unit in data_of(path)["unit"])]
    assert not all(passes(_stripped(data_of(path), name), path.name) for path in worn)


def _stripped(data: dict[str, Any], name: str) -> dict[str, Any]:
    units = [{**unit, "equipment": [one for one in unit.get("equipment", ()) if one != name]} for unit in data["unit"]]
    return {**data, "unit": units}
