"""Units that cannot be as a card has them."""

from __future__ import annotations

import pytest
from tests.events.card_check.checking import AGE, CREW, DRAFTED, HEROCON, LANCE, problems, the_problem

from musterhall.events.cards import Card, CardHalf, Fate, Roster, RosterUnit


def test_a_unit_that_the_opponent_does_not_have_is_refused_with_near_names() -> None:
    card = Card((CardHalf(), CardHalf(units={"Atlas AS7-K": Fate("destroyed")})))
    problem = the_problem(HEROCON, card, (LANCE, LANCE))
    assert problem.what == 'Boris has no unit called "Atlas AS7-K"'
    assert problem.remedy.startswith("Perhaps Atlas AS7-D")


def test_a_unit_of_the_other_player_is_said_to_be_that() -> None:
    hunters = Roster((RosterUnit("Hunter", "CV", 25),))
    card = Card((CardHalf(units={"atlas as7-d": Fate("destroyed")}), CardHalf()))
    problem = the_problem(HEROCON, card, (hunters, LANCE), "bunkers")
    assert problem.what == 'Anna has no unit called "atlas as7-d"; Atlas AS7-D is one of Boris\' units'
    assert problem.remedy == "Write it down as Boris' Atlas AS7-D"


def test_a_name_near_to_none_is_told_with_all_there_are() -> None:
    card = Card((CardHalf(), CardHalf(units={"zzzz": Fate("destroyed")})))
    assert the_problem(HEROCON, card, (LANCE, LANCE)).remedy == "There is Atlas AS7-D, Locust LCT-1V"


def test_capitals_and_spaces_do_not_make_another_unit() -> None:
    twice = CardHalf(units={"atlas  as7-d": Fate("destroyed"), "Atlas AS7-D": Fate("crippled")})
    assert the_problem(HEROCON, Card((CardHalf(), twice)), (LANCE, LANCE), "bunkers").what == "stands on the card twice"


def test_two_units_of_one_name_cannot_be_told_apart() -> None:
    twins = Roster((LANCE.units[1], LANCE.units[1]))
    card = Card((CardHalf(), CardHalf(units={"Locust LCT-1V": Fate("destroyed")})))
    assert "several units" in the_problem(HEROCON, card, (LANCE, twins), "bunkers").what


def test_an_unknown_state_is_told_with_what_is_near_to_it() -> None:
    card = Card((CardHalf(units={"Atlas AS7-D": Fate("cripled")}), CardHalf()))
    problem = the_problem(HEROCON, card, (LANCE, LANCE))
    assert 'no state is called "cripled"' in problem.what
    assert problem.remedy == "Perhaps crippled is meant"


def test_a_unit_cannot_be_in_a_state_that_its_type_does_not_have() -> None:
    card = Card((CardHalf(units={"Giant": Fate("passenger", "Carrier")}), CardHalf()))
    assert "is of type mech" in the_problem(AGE, card, (CREW, CREW)).what


@pytest.mark.parametrize(
    ("units", "said"),
    [
        ({"Scouts": Fate("passenger")}, "not said in which unit"),
        ({"Scouts": Fate("passenger", "Truck")}, "which Anna does not have"),
        ({"Scouts": Fate("passenger", "Scouts")}, "is inside itself"),
        ({"Scouts": Fate("passenger", "Carrier"), "Carrier": Fate("passenger", "Hauler")}, "which is itself"),
        ({"Scouts": Fate("passenger", "Giant")}, "which is of type mech and carries nobody"),
        ({"Carrier": Fate("passenger", "Scouts")}, "which is of type infantry and carries nobody"),
        ({"Scouts": Fate("passenger", "carrier"), "Carrier": Fate("eliminated")}, "which is eliminated"),
        ({"Scouts": Fate("able", "Carrier")}, "cannot be inside"),
    ],
)
def test_a_passenger_is_inside_a_unit_that_is_there_and_carries_it(units: dict[str, Fate], said: str) -> None:
    assert said in the_problem(AGE, Card((CardHalf(units=units), CardHalf())), (CREW, CREW)).what


def test_a_passenger_of_an_eliminated_transport_is_eliminated_too() -> None:
    units = {"Scouts": Fate("passenger", "Carrier"), "Carrier": Fate("eliminated")}
    problem = the_problem(AGE, Card((CardHalf(units=units), CardHalf())), (CREW, CREW))
    assert problem.remedy == "Then it is eliminated, too; write so"
    aboard = {"Scouts": Fate("passenger", "Carrier")}
    assert problems(AGE, Card((CardHalf(units=aboard), CardHalf())), (CREW, CREW)) == []


def test_with_a_force_on_file_units_are_named_and_without_one_points_are_given() -> None:
    by_state = Card((CardHalf(), CardHalf(points={"destroyed": 52})))
    by_name = Card((CardHalf(), CardHalf(units={"Atlas AS7-D": Fate("destroyed")})))
    assert "is on file" in the_problem(HEROCON, by_state, (LANCE, LANCE)).what
    problem = the_problem(HEROCON, by_name, (LANCE, None))
    assert "no force of Boris is on file" in problem.what
    assert problem.remedy.startswith("Give the points of the units in each state")
    assert problems(HEROCON, by_state, (LANCE, None)) == []


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ({"destroyed": -5}, "is -5, below nothing"),
        ({"destroyed": 300, "crippled": 101}, "units of 401 points, and a force of this event has 400 at most"),
        ({"dead": 5}, 'no state is called "dead"'),
    ],
)
def test_points_by_state_stay_within_a_force(points: dict[str, int], said: str) -> None:
    assert the_problem(HEROCON, Card((CardHalf(points=points), CardHalf()))).what == said


def test_where_points_depend_on_the_number_of_units_the_largest_force_is_the_bound() -> None:
    assert problems(DRAFTED, Card((CardHalf(points={"standing": 200}), CardHalf()))) == []
    assert "200 at most" in the_problem(DRAFTED, Card((CardHalf(points={"standing": 201}), CardHalf()))).what


def test_points_that_count_by_type_are_written_by_type() -> None:
    problem = the_problem(AGE, Card((CardHalf(points={"captured": 30}), CardHalf())))
    assert "types of the units" in problem.what
    assert "as captured:mech, or file the force" in problem.remedy
    assert (
        problems(AGE, Card((CardHalf(points={"captured:mech": 30, "captured_in_zone:infantry": 20}), CardHalf()))) == []
    )
    assert "by the types" in the_problem(AGE, Card((CardHalf(points={"captured:infantry": 30}), CardHalf()))).what
    assert "do not count by type" in the_problem(AGE, Card((CardHalf(points={"eliminated:mech": 30}), CardHalf()))).what
