"""Every switch that can be played today has a worked case for each of its values."""

from __future__ import annotations

from pathlib import Path

import pytest

from musterhall.game.variants import VariantInfo, shown
from musterhall.games.the_game.readings.variants import variant_entries
from musterhall.problems import parse_toml

FOLDER = Path(__file__).parents[2] / "cases" / "the_game"
CASES = {path.stem: parse_toml(path.read_text(encoding="utf-8"), path.name) for path in FOLDER.glob("variant-*.toml")}
OPEN = [entry for entry in variant_entries() if entry.open]


@pytest.mark.parametrize("entry", OPEN, ids=lambda entry: entry.name)
def test_every_value_of_a_switch_has_a_worked_case(entry: VariantInfo) -> None:
    for value in entry.values:
        case = CASES.get(f"variant-{entry.name}-{shown(value)}")
        assert case is not None, f"no case for {entry.name} = {shown(value)}"
        assert case["variants"] == {entry.name: value}


@pytest.mark.parametrize("entry", OPEN, ids=lambda entry: entry.name)
def test_the_values_of_a_switch_are_told_apart_by_the_same_question(entry: VariantInfo) -> None:
    cases = [CASES[f"variant-{entry.name}-{shown(value)}"] for value in entry.values]
    assert all(case["ask"] == cases[0]["ask"] for case in cases)
    assert any(_answer(case) != _answer(cases[0]) for case in cases)


@pytest.mark.parametrize("stem", sorted(CASES))
def test_a_variant_case_is_named_for_the_switch_it_sets_and_cites_its_section(stem: str) -> None:
    case = CASES[stem]
    ((name, value),) = case["variants"].items()
    entry = next(entry for entry in OPEN if entry.name == name)
    assert f"{stem}-".startswith(f"variant-{name}-{shown(value)}-")
    rules = [case["rule"]] if isinstance(case["rule"], str) else case["rule"]
    assert set(rules) & set(entry.sections)


def _answer(case: dict[str, object]) -> tuple[object, object]:
    return case.get("expect"), case.get("expect_refused")
