"""A card of which only the totals are known: the desk enters them, and everything else follows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.events.card_check.checking import AGE, HEROCON, LANCE, problems, the_problem
from tests.events.day import new_day

from musterhall.events import matches
from musterhall.events.card_check import card_problems
from musterhall.events.cards import Card, read_card
from musterhall.events.scoring import rules, score
from musterhall.packs.model import load_pack, shipped_pack_text
from musterhall.problems import BadInput

FOUR = ({"objective": 290, "destruction": 60.5}, {"objective": 110, "destruction": 40})


def totals(first: dict[str, Any], second: dict[str, Any], **more: Any) -> Card:
    return read_card({"sides": [{"totals": first}, {"totals": second}], **more})


def test_four_numbers_are_a_whole_card() -> None:
    card = totals(*FOUR)
    assert problems(HEROCON, card) == []
    result = score(HEROCON, rules(HEROCON).scenario[0], card, (LANCE, LANCE))
    assert result.winner == 0
    assert result.because == "290 to 110 Objective Points."
    assert [result.total(side, "total") for side in (0, 1)] == [Fraction(1101, 2), 150]
    assert str(result.figures[0]["destruction"]) == "Destruction Points: 60.5 (as the card has it) = 60.5"


def test_the_totals_of_a_card_are_kept_as_they_were_written() -> None:
    card = totals(*FOUR)
    assert read_card(card.as_data()) == card
    assert card.as_data()["sides"][0] == {"totals": {"destruction": 60.5, "objective": 290}}
    level = totals({"objective": 0, "destruction": 0}, {"objective": 0, "destruction": 0})
    assert read_card(level.as_data()) == level


def test_objective_points_over_the_cap_are_cut() -> None:
    card = totals({"objective": 440, "destruction": 0}, {"objective": 400, "destruction": 0})
    result = score(HEROCON, rules(HEROCON).scenario[0], card, (None, None))
    assert result.total(0, "objective") == 400
    assert result.winner is None


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ({"objective": 290}, {"objective": 1, "destruction": 1}, "says nothing of Destruction Points"),
        ({"objective": 290, "destruction": 0}, {}, "says nothing of Objective Points and Destruction Points"),
        ({"objective": -1, "destruction": 0}, {"objective": 0, "destruction": 0}, "is -1, below nothing"),
        ({"objective": 0, "destruction": 0.25}, {"objective": 0, "destruction": 0}, "whole or half points"),
        (
            {"objective": 0, "destruction": 72},
            {"objective": 0, "destruction": 0},
            "is 72, and Boris' units have 71 points",
        ),
        ({"objective": 0, "destruction": 0, "luck": 3}, {"objective": 0, "destruction": 0}, 'called "luck"'),
    ],
)
def test_totals_that_cannot_be_are_refused(first: dict[str, Any], second: dict[str, Any], said: str) -> None:
    found = problems(HEROCON, totals(first, second), (LANCE, LANCE))
    assert any(said in str(problem) for problem in found), [str(problem) for problem in found]


def test_totals_stand_alone() -> None:
    halves = [{"totals": FOUR[0], "units": {"Atlas AS7-D": "destroyed"}}, {"totals": FOUR[1]}]
    problem = the_problem(HEROCON, read_card({"sides": halves}), (LANCE, LANCE))
    assert problem.what == "has totals, and figures or units beside them"


def test_a_total_that_counts_only_with_a_tick_is_asked_for_only_then() -> None:
    three = ({"vc1": 40, "vc2": 1, "vc3": 2}, {"vc1": 20, "vc2": 0, "vc3": 0})
    assert problems(AGE, totals(*three)) == []
    missing = problems(AGE, totals(*three, shared={"mission_card": 1}))
    assert ["says nothing of" in problem.what for problem in missing] == [True, True]


def test_players_fill_in_the_card_itself() -> None:
    day = new_day(("Anna", "Boris"))
    day.pair()
    card = {"sides": [{"totals": {"objective": 100, "destruction": 0}}, {"totals": {"objective": 0, "destruction": 0}}]}
    for command in (matches.send_card, matches.concede):
        with pytest.raises(BadInput, match="only the totals are entered at the desk"):
            day.do(command(day.event, day.event.find("Anna"), card))
    day.do(matches.decide_card(day.event, 1, 1, card))
    assert day.round.matches[0].settled


# What a match of the scenario can give


def told_of(scenario: str, first: float, second: float) -> str:
    card = totals({"objective": first, "destruction": 20}, {"objective": second, "destruction": 20})
    found = rules(HEROCON).scenario_named(scenario)
    assert found is not None
    return " ".join(map(str, card_problems(HEROCON, found, card, ("Ann", "Bob"), (None, None))))


@pytest.mark.parametrize(
    ("scenario", "first", "second", "said"),
    [
        ("assassination", 400, 123, "Ann's card, Objective Points: is 400, and Assassination gives 290 at most"),
        ("assassination", 123, 0, "is 123, and no match of Assassination gives that. Add it up again; the nearest"),
        ("assassination", 123, 0, "the nearest that can be are 110 and 145"),
        ("king_of_the_hill", 400, 400, "400 to 400 cannot be: the match ends when a player has scored four times"),
        ("king_of_the_hill", 400, 400, "the nearest that can be are 300 to 400 and 400 to 300"),
        ("king_of_the_hill", 250, 37, "is 250, and no match of King of the Hill gives that"),
        ("king_of_the_hill", 401, 0, "is 401, and King of the Hill gives 400 at most"),
        ("bunkers", 123, 0, "the nearest that can be are 110 and 180"),
        ("bunkers", 399, 400, "the nearest that can be are 290 and 400"),
        ("domination", 333, 10, "is 333, and no match of Domination gives that"),
        ("domination", 333, 10, "Bob's card, Objective Points: is 10"),
        ("domination", 300, 300, "300 to 300 cannot be: there are five points of interest"),
    ],
)
def test_objective_points_that_no_match_of_the_scenario_gives_are_refused(
    scenario: str, first: float, second: float, said: str
) -> None:
    assert said in told_of(scenario, first, second)


@pytest.mark.parametrize(
    ("scenario", "first", "second"),
    [
        ("assassination", 290, 55),
        ("king_of_the_hill", 400, 300),
        ("bunkers", 400, 290),
        ("domination", 400, 100),
        ("domination", 500, 0),
        ("data_extraction", 125, 0),
    ],
)
def test_objective_points_that_a_match_can_give_are_taken(scenario: str, first: float, second: float) -> None:
    assert told_of(scenario, first, second) == ""


def test_a_scenario_without_bounds_has_its_totals_taken_as_they_are() -> None:
    text = shipped_pack_text("herocon-2025").replace("each = 110\nmost = 2\n", "each = 110\n")
    pack = load_pack(text)
    card = totals({"objective": 333, "destruction": 0}, {"objective": 0, "destruction": 0})
    bunkers = rules(pack).scenario_named("bunkers")
    assert bunkers is not None
    assert card_problems(pack, bunkers, card, ("Ann", "Bob"), (None, None)) == []
