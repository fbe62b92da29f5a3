"""Every line of the reference sheet is a row of the rulebook, and what is in force has a function and a case."""

from __future__ import annotations

from pathlib import Path

from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.game_object import GAME

CASES = Path(__file__).parents[2] / "cases" / "age_of_destruction"


def test_the_sheet_has_31_lines_and_each_is_a_row() -> None:
    numbers = [section.number for section in GAME.rulebook.sections()]
    assert numbers[:31] == [str(number) for number in range(1, 32)]


def test_what_is_in_force_has_a_function_and_a_worked_case_and_nothing_names_a_rule_that_is_not_there() -> None:
    report = GAME.rulebook.coverage({path.name: path.read_text(encoding="utf-8") for path in CASES.glob("*.toml")})
    assert report.missing == ()
    assert report.unknown == ()
    assert "| `points_per_order` |" in report.markdown


def test_every_figure_of_the_edition_is_a_variant() -> None:
    assert [entry.name for entry in GAME.variants.entries()] == list(Edition.usual().as_data())
    assert GAME.variants.chosen({"zone_depth": 6}).zone_depth == 6


def test_the_page_of_the_rulebook_is_as_the_rules_are() -> None:
    page = Path(__file__).parents[3] / "docs" / "age-of-destruction-rules-coverage.md"
    report = GAME.rulebook.coverage({path.name: path.read_text(encoding="utf-8") for path in CASES.glob("*.toml")})
    assert page.read_text(encoding="utf-8") == report.markdown, "make docs"


def test_the_figures_are_listed_with_their_certainty_and_a_source_that_a_reader_can_tell() -> None:
    listed = {one.name: one for one in GAME.edition}
    assert set(Edition.usual().as_data()) <= set(listed)
    assert listed["going: hover"].value == "hindering terrain blocking, shallow water clear, deep water clear"
    assert listed["Decoy"].certainty == "sure"
    assert [one.name for one in GAME.edition if not one.certainty or one.source.startswith("source")] == []
