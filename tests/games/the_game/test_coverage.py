"""Every section in force has a function and a worked case, and the page that says so is up to date."""

from __future__ import annotations

from pathlib import Path

from musterhall.game.rulebook import CoverageReport
from musterhall.games.the_game.readings.coverage import the_game_coverage

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases" / "the_game"


def report() -> CoverageReport:
    return the_game_coverage({file.name: file.read_text(encoding="utf-8") for file in sorted(CASES.rglob("*.toml"))})


def test_every_section_in_force_has_a_function_and_a_worked_case() -> None:
    assert report().missing == ()


def test_no_docstring_case_variant_or_reading_names_a_section_the_book_does_not_have() -> None:
    assert report().unknown == ()


def test_the_coverage_page_is_what_make_docs_writes() -> None:
    assert (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8") == report().markdown
