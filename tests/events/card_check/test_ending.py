"""Ends that cannot be."""

from __future__ import annotations

from dataclasses import replace

from tests.events.card_check.checking import DRAFTED, HEROCON, LANCE, LEVEL, problems, the_problem, with_fields

from musterhall.events.cards import CardHalf, Fate


def test_a_match_ends_early_only_when_what_ends_it_has_come_about() -> None:
    early = replace(with_fields({"forward_bunkers": 2}), ended="early")
    problem = the_problem(HEROCON, early, scenario="bunkers")
    assert "a home bunker was destroyed" in problem.what
    assert problems(HEROCON, replace(with_fields({"home_bunker": 1}), ended="early"), scenario="bunkers") == []


def test_a_scenario_without_an_early_end_does_not_end_early() -> None:
    card = replace(with_fields({"home_edge": 1}), ended="early")
    assert "has no early end" in the_problem(DRAFTED, card).what


def test_a_match_without_an_opponent_has_a_side_with_nobody_left() -> None:
    standing = replace(LEVEL, ended="no_opponent")
    assert "both Anna and Boris" in the_problem(HEROCON, standing, (LANCE, LANCE)).what
    gone = CardHalf(units={"Atlas AS7-D": Fate("destroyed"), "Locust LCT-1V": Fate("withdrawn")})
    assert problems(HEROCON, replace(standing, sides=(CardHalf(), gone)), (LANCE, LANCE), "bunkers") == []
    assert problems(HEROCON, standing, (LANCE, None)) == []


def test_an_end_nobody_knows_is_refused() -> None:
    problem = the_problem(HEROCON, replace(LEVEL, ended="tme"))
    assert problem.what == 'no end of a match is called "tme"'
    assert problem.remedy == "Perhaps time is meant"
