"""What the limits of a pack forbid."""

from __future__ import annotations

from dataclasses import replace

from tests.events.card_check.checking import HEROCON, LANCE, MEETING, problems, the_problem, with_fields

from musterhall.events.cards import Card, CardHalf, Fate


def test_six_points_of_interest_are_refused_once_for_both() -> None:
    problem = the_problem(
        HEROCON, with_fields({"points_of_interest": 3}, {"points_of_interest": 3}), scenario="domination"
    )
    assert problem.where == "the card, Points of Interest controlled"
    assert problem.what.startswith("6 where at most 5 can be; there are five points of interest")


def test_there_are_no_more_trophies_than_command_units_that_fell() -> None:
    card = Card((CardHalf({"command_units": 1, "trophies_held": 1, "trophies_withdrawn": 1}), CardHalf()))
    assert the_problem(HEROCON, card).where.startswith("Anna's card, Enemy Trophies held")


def test_no_more_command_units_fall_than_the_opponents_units_did() -> None:
    one = CardHalf(units={"Atlas AS7-D": Fate("crippled")})
    card = Card((CardHalf({"command_units": 2}), one))
    only = "for of Boris' units that can be command units only Atlas AS7-D is crippled, destroyed or withdrawn;"
    assert the_problem(HEROCON, card, (LANCE, LANCE)).what.startswith(f"2 where at most 1 can be, {only}")
    assert problems(HEROCON, replace(card, sides=(CardHalf({"command_units": 1}), one)), (LANCE, LANCE)) == []


def test_without_the_opponents_force_nobody_can_count_its_fallen_units() -> None:
    assert problems(HEROCON, with_fields({"command_units": 2}), (LANCE, None)) == []


def test_a_players_own_token_is_also_the_opponents_opposing_one() -> None:
    card = with_fields({"own_held": 1}, {"opposing_uploaded": 1})
    assert "one piece" in the_problem(HEROCON, card, scenario="data_extraction").what


def test_one_player_holds_the_hill_in_a_phase() -> None:
    both = with_fields({"hill": (1, 0, 1)}, {"hill": (0, 1, 1)})
    problem = the_problem(HEROCON, both, scenario="king_of_the_hill")
    assert problem.what.startswith("2 in End Phase 3; only one player")


def test_sums_over_all_phases_say_nothing_about_a_single_phase() -> None:
    assert problems(HEROCON, with_fields({"hill": 3}, {"hill": 2}), scenario="king_of_the_hill") == []
    assert problems(HEROCON, with_fields({"hill": (1, 0, 1)}, {"hill": 1}), scenario="king_of_the_hill") == []


def test_a_sum_fits_into_the_phases_that_the_other_player_left() -> None:
    problem = the_problem(HEROCON, with_fields({"hill": (1, 1)}, {"hill": 2}), scenario="king_of_the_hill")
    assert problem.what.startswith("4 in 2 of the match's phases (End Phase); only one player")
    over = with_fields({"hill": (1, 1, 1, 1, 0, 0)}, {"hill": 2})
    assert problems(HEROCON, over, scenario="king_of_the_hill"), "the match was over after four phases"


def test_nobody_scores_after_the_phase_that_ended_the_match() -> None:
    late = with_fields({"hill": (1, 1, 1, 1, 0)}, {"hill": (0, 0, 0, 0, 1)})
    problem = the_problem(HEROCON, late, scenario="king_of_the_hill")
    assert problem.where == "Boris' card, End Phases in control of the Hill"
    assert "has something in End Phase 5, and the match was over in End Phase 4" in problem.what
    assert "Anna had reached 4" in problem.what
    assert problem.remedy.startswith("Take out what stands after End Phase 4")
    in_time = with_fields({"hill": (1, 1, 1, 0, 1)}, {"hill": (0, 0, 0, 1, 0)})
    assert problems(HEROCON, in_time, scenario="king_of_the_hill") == []


def test_empty_phases_after_the_end_are_no_scorings() -> None:
    padded = with_fields({"hill": (1, 1, 1, 1, 0)}, {"hill": (0, 0, 0, 0, 0)})
    assert problems(HEROCON, padded, scenario="king_of_the_hill") == []


def test_seven_scorings_are_the_most_that_a_hill_sees() -> None:
    assert "7" in the_problem(HEROCON, with_fields({"hill": 4}, {"hill": 4}), scenario="king_of_the_hill").what


def test_a_limit_before_a_turn_ends_with_that_turn() -> None:
    assert problems(MEETING, with_fields({"breakthrough": 1}, turn=4)) == []
    assert "from turn 4 on" in the_problem(MEETING, with_fields({"breakthrough": 1}, turn=3)).what


def test_what_one_player_holds_the_other_does_not() -> None:
    card = with_fields({"hold_the_line": 1}, {"breakthrough": 1}, turn=5)
    assert "Hold the Line and Breakthrough" in the_problem(MEETING, card).where
