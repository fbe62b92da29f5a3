"""Figures that cannot be are refused with the reason, all reasons at once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.events.card_check.checking import AGE, HEROCON, LANCE, LEVEL, problems, the_problem, with_fields

from musterhall.events.cards import FieldValue


def test_an_empty_card_can_be() -> None:
    assert problems(HEROCON, LEVEL, (LANCE, LANCE)) == []


def test_an_unknown_field_is_told_with_what_is_near_to_it() -> None:
    problem = the_problem(HEROCON, with_fields({"comand_units": 1}))
    assert str(problem).startswith('Anna\'s card: no field is called "comand_units". Perhaps command_units is meant.')


def test_a_field_of_another_scenario_is_unknown() -> None:
    assert "hill" in the_problem(HEROCON, with_fields({"hill": 1}), scenario="bunkers").what


@pytest.mark.parametrize(
    ("scenario", "fields", "said"),
    [
        ("bunkers", {"forward_bunkers": -1}, "is -1, below nothing"),
        ("bunkers", {"forward_bunkers": 3}, "is 3, and 2 is the most there can be"),
        ("bunkers", {"home_bunker": 2}, "is 2, and 1 is the most there can be"),
        ("bunkers", {"forward_bunkers": (1, 1)}, "is not counted phase by phase"),
        ("king_of_the_hill", {"hill": (1, 2)}, "is 2 in End Phase 2, and 1 is the most there can be"),
        ("king_of_the_hill", {"hill": (1, -1, 1)}, "is 1, -1, 1, below nothing"),
    ],
)
def test_a_figure_out_of_its_bounds_is_refused(scenario: str, fields: dict[str, FieldValue], said: str) -> None:
    problem = the_problem(HEROCON, with_fields(fields), scenario=scenario)
    assert problem.what == said
    assert problem.rule.startswith("Attachment A")
    assert problem.remedy


def test_all_problems_are_told_at_once_and_whose_they_are() -> None:
    found = problems(HEROCON, with_fields({"forward_bunkers": 3}, {"home_bunker": 7}), scenario="bunkers")
    assert [problem.where for problem in found] == [
        "Anna's card, Forward Bunkers destroyed",
        "Boris' card, Home Bunker destroyed",
    ]


def test_a_shared_field_is_written_once_and_a_players_own_by_each() -> None:
    assert "no figure of one player" in the_problem(AGE, replace(with_fields({"mission_card": 1}), dice=())).what
    assert "counted by each player" in the_problem(AGE, with_fields({}, in_zone=1)).what
    assert 'no field is called "missions"' in the_problem(AGE, with_fields({}, missions=1)).what


def test_both_players_write_down_the_same_phases() -> None:
    problem = the_problem(HEROCON, with_fields({"hill": (1, 0, 1)}, {"hill": (0, 1)}), scenario="king_of_the_hill")
    assert "Anna has 3 and Boris 2" in problem.what


def test_mission_points_need_a_mission_card_in_play() -> None:
    problem = the_problem(AGE, with_fields({"mission": 2}))
    assert 'counts only with "A mission card was in play"' in problem.what
    assert problems(AGE, with_fields({"mission": 2}, mission_card=1)) == []
