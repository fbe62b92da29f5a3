"""Every section of Alpha Strike in force has a function and a worked case, and the page that says so is up to date."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from musterhall.game.rulebook import CoverageReport
from musterhall.games.alpha_strike.parts.rulebook import AlphaStrikeRulebook, ability_rows, at_rest

ROOT = Path(__file__).parents[4]
CASES = ROOT / "tests" / "cases" / "alpha_strike"


@cache
def report() -> CoverageReport:
    cases = {file.name: file.read_text(encoding="utf-8") for file in sorted(CASES.rglob("*.toml"))}
    return AlphaStrikeRulebook().coverage(cases)


def test_every_section_in_force_has_a_function_and_a_worked_case() -> None:
    assert report().missing == ()


def test_no_docstring_or_case_names_a_section_that_is_not_there() -> None:
    assert report().unknown == ()


def test_the_coverage_page_is_what_make_docs_writes() -> None:
    page = (ROOT / "docs" / "alpha-strike-rules-coverage.md").read_text(encoding="utf-8")
    assert page == report().markdown


def test_every_ability_and_formation_has_a_row_under_its_section() -> None:
    rows = {row.number for row in ability_rows()}
    assert {"16.focus", "17.sniper", "18.recon"} <= rows
    assert len(rows) == len(ability_rows()) == 50 + 50 + 34
    listed = [one.number for one in AlphaStrikeRulebook().sections()]
    assert rows < set(listed)
    assert listed.index("16") < listed.index("16.focus") < listed.index("17")


def test_a_row_has_what_the_catalogue_says_and_the_cases_that_name_its_key_or_its_name() -> None:
    covered = {one.section: one for one in report().sections}
    assert covered["16.adjusting_fire"].functions[-1] == "1 modifier"
    files = {case.file for case in covered["16.adjusting_fire"].cases}
    assert {"adjusting_fire.toml", "adjusting_fire-first-gun.toml"} <= files
    assert "pilot-sniper.toml" in {case.file for case in covered["17.sniper"].cases}
    assert "formations-recon.toml" in {case.file for case in covered["18.recon"].cases}


def test_a_row_is_missing_unless_a_case_plays_it_on_a_table() -> None:
    named = 'game = "alpha_strike"\ntitle = "T"\nrule = "focus"\n'
    for text, lacks in (("", True), (named, True), (f"{named}[[unit]]\nname = 'A'\n", False)):
        told = AlphaStrikeRulebook().coverage({"a.toml": text} if text else {}).missing
        assert any(one.startswith("16.focus ") for one in told) == lacks


def test_what_rests_is_text_with_the_rule_that_it_waits_for() -> None:
    covered = {one.section: one for one in report().sections}
    assert {number: (covered[number].status, covered[number].because) for number in at_rest()} == {
        number: ("text", because) for number, because in at_rest().items()
    }


def test_a_file_is_of_the_row_with_the_longest_key_that_it_is_named_after() -> None:
    text = 'game = "alpha_strike"\ntitle = "T"\nrule = "18"\n[[unit]]\nname = "A"\n'
    covered = AlphaStrikeRulebook().coverage({"18-fire_support-far.toml": text}).sections
    assert [one.section for one in covered if one.cases] == ["18", "18.fire_support"]
