"""Every worked card comes out as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.events.worked_cards import read_case

from musterhall.packs.model import shipped_packs
from musterhall.problems import BadInput, parse_toml

FOLDER = Path(__file__).parents[1] / "cases" / "events"
CASES = sorted(FOLDER.glob("**/*.toml"))

CASE = """
title = "Two forward bunkers win against none"
rule = "Attachment A, Scenario 2"
pack = "herocon-2025"
scenario = "bunkers"
card = { sides = [{ fields = { forward_bunkers = 2 } }, {}] }
expect = { winner = "first", first = { objective = 220, total = 420 }, second = { total = 0 } }
"""


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_card_comes_out_as_it_says(path: Path) -> None:
    case = read_case(path.read_text(encoding="utf-8"), str(path.relative_to(FOLDER)))
    assert case.complaints() == []


def test_there_are_worked_cards_for_every_shipped_pack() -> None:
    assert {parse_toml(path.read_text(encoding="utf-8"), path.name)["pack"] for path in CASES} == set(shipped_packs())


def test_no_two_cards_make_the_same_point() -> None:
    titles = [parse_toml(path.read_text(encoding="utf-8"), path.name)["title"] for path in CASES]
    assert len(set(titles)) == len(titles)


def test_a_card_that_comes_out_so_has_no_complaints() -> None:
    assert read_case(CASE, "bunkers.toml").complaints() == []


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ('winner = "first"', 'winner = "second"', "winner: expected second, found first: 220 to 0 Objective Points."),
        ("objective = 220", "objective = 110", "first.objective: expected 110, found Objective Points: 220 (2 x"),
        ('winner = "first"', 'refused = "bunker"', "refused: expected 'bunker', found no problem"),
        ("forward_bunkers = 2", "forward_bunkers = 3", "refused: Anna's card, Forward Bunkers destroyed: is 3"),
        ('winner = "first"', 'notes = "hill"', "notes: expected 'hill', found []"),
    ],
)
def test_a_wrong_expectation_is_told_with_what_was_found(written: str, instead: str, complaint: str) -> None:
    found = read_case(CASE.replace(written, instead), "bunkers.toml").complaints()
    assert any(one.startswith(complaint) for one in found), found


@pytest.mark.parametrize(
    ("written", "instead", "place"),
    [
        ("rule =", "rules =", "rule is missing"),
        ('"bunkers"', '"bunker"', "scenario: herocon-2025 has none called 'bunker'"),
        ("objective = 220", "objectives = 220", "expect.first.objectives"),
        ("expect =", "readings = { caps = true }\nexpect =", "readings.caps"),
        ("{ sides = [", "{ dice = [[1]], sides = [", "card: dice.0"),
    ],
)
def test_an_error_in_a_case_names_file_and_field(written: str, instead: str, place: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_case(CASE.replace(written, instead), "bunkers.toml")
    assert "bunkers.toml" in str(refusal.value)
    assert place in str(refusal.value)
