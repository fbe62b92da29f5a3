"""Limits that hang on what became of units."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.events.card_check.checking import (
    AGE,
    CREW,
    DRAFTED,
    HEROCON,
    LANCE,
    MEETING,
    NAMES,
    aboard,
    problems,
    the_problem,
    with_fields,
)

from musterhall.events.card_check import card_problems
from musterhall.events.cards import Card, CardHalf, Fate, FieldValue, Roster, RosterUnit
from musterhall.packs.model import Pack

HALF_GONE = CardHalf(units={"Atlas AS7-D": Fate("destroyed")})
ALL_GONE = CardHalf(units={"Atlas AS7-D": Fate("destroyed"), "Locust LCT-1V": Fate("destroyed")})
HOST = Roster((RosterUnit("Horde", "company", 300), RosterUnit("Riders", "company", 300), RosterUnit("Guns", "x", 90)))


@pytest.mark.parametrize(
    ("scenario", "fields"),
    [
        ("assassination", {"command_units": 1, "trophies_held": 1}),
        ("data_extraction", {"green_held": 1}),
        ("data_extraction", {"own_held": 1}),
        ("data_extraction", {"opposing_held": 1}),
        ("salvage", {"carried": 3}),
    ],
)
def test_what_is_held_needs_a_unit_on_the_table(scenario: str, fields: dict[str, FieldValue]) -> None:
    holder = CardHalf(fields, ALL_GONE.units)
    other = replace(HALF_GONE, fields={"command_units": 2} if scenario == "assassination" else {})
    problem = the_problem(HEROCON, Card((holder, other)), (LANCE, LANCE), scenario)
    size = " of Size 2 or more" if scenario == "salvage" else ""
    said = f'no unit of Anna{size} is down as "standing" or "crippled, still on the table"'
    assert f", and {said}" in problem.what
    assert problem.rule.startswith("Attachment A")
    assert problem.remedy == "Correct it, or what became of the units"
    crippled = replace(holder, units={"Atlas AS7-D": Fate("destroyed"), "Locust LCT-1V": Fate("crippled")})
    assert problems(HEROCON, Card((crippled, other)), (LANCE, LANCE), scenario) == []


def test_without_the_own_force_nobody_can_say_that_nothing_is_left() -> None:
    assert problems(HEROCON, with_fields({"carried": 3}), (None, LANCE), "salvage") == []


def test_a_trophy_brought_home_needs_a_unit_that_withdrew() -> None:
    fields: dict[str, FieldValue] = {"command_units": 1, "trophies_withdrawn": 1}
    problem = the_problem(HEROCON, Card((CardHalf(fields), HALF_GONE)), (LANCE, LANCE))
    assert 'no unit of Anna is down as "withdrawn"' in problem.what
    home = CardHalf(fields, {"Locust LCT-1V": Fate("withdrawn")})
    assert problems(HEROCON, Card((home, HALF_GONE)), (LANCE, LANCE)) == []


def test_so_few_unharmed_units_are_left_that_command_units_must_be_among_the_fallen() -> None:
    problem = the_problem(HEROCON, Card((CardHalf({"command_units": 1}), ALL_GONE)), (LANCE, LANCE))
    assert problem.where == "Anna's card, Command Units destroyed or crippled"
    assert problem.what.startswith(
        "1 where at least 2 must be after what became of Boris' Atlas AS7-D and Locust LCT-1V"
    )
    assert problem.remedy == "Correct it, or what became of the units"
    assert problems(HEROCON, Card((CardHalf({"command_units": 2}), ALL_GONE)), (LANCE, LANCE)) == []


def test_a_unit_that_withdrew_may_have_been_an_unharmed_command_unit() -> None:
    gone = CardHalf(units={name: Fate("withdrawn") for name in ALL_GONE.units})
    for fallen in (0, 1, 2):
        assert problems(HEROCON, Card((CardHalf({"command_units": fallen}), gone)), (LANCE, LANCE)) == []


def test_only_units_that_may_command_are_counted_as_command_units() -> None:
    foot = Roster((*LANCE.units, RosterUnit("Elementals", "BA", 22)))
    fallen = CardHalf(units={"Elementals": Fate("destroyed")})
    assert "at most 0" in the_problem(HEROCON, Card((CardHalf({"command_units": 1}), fallen)), (LANCE, foot)).what
    assert "at least 2" in the_problem(HEROCON, Card((CardHalf(), ALL_GONE)), (LANCE, foot)).what


def test_a_force_with_one_unit_that_may_command_loses_one() -> None:
    alone = Roster(LANCE.units[:1])
    card = Card((CardHalf({"command_units": 1}), HALF_GONE))
    assert problems(HEROCON, card, (LANCE, alone)) == []
    assert "at least 1" in the_problem(HEROCON, Card((CardHalf(), HALF_GONE)), (LANCE, alone)).what


SMALL = Roster((RosterUnit("Locust", "BM", 19, size=1), RosterUnit("Wasp", "BM", 20, size=1)))
MIXED = Roster((RosterUnit("Locust", "BM", 19, size=1), RosterUnit("Atlas", "BM", 52, size=4)))


def test_units_of_size_one_pick_up_no_salvage() -> None:
    for field, told in (
        ("carried", "no unit of Anna of Size 2 or more is down as"),
        ("in_yard", "is of Size 2 or more"),
    ):
        card = Card((CardHalf({field: 1}), CardHalf()))
        assert told in the_problem(HEROCON, card, (SMALL, SMALL), "salvage").what
        assert problems(HEROCON, card, (MIXED, MIXED), "salvage") == []


def test_salvage_in_a_yard_may_have_come_from_a_unit_that_is_gone_and_salvage_carried_may_not() -> None:
    lost = {"Atlas": Fate("destroyed")}
    assert problems(HEROCON, Card((CardHalf({"in_yard": 2}, lost), CardHalf())), (MIXED, MIXED), "salvage") == []
    carried = Card((CardHalf({"carried": 1}, lost), CardHalf()))
    assert the_problem(HEROCON, carried, (MIXED, MIXED), "salvage").where == "Anna's card, Salvage carried"


def test_a_force_without_sizes_is_believed() -> None:
    assert problems(HEROCON, Card((CardHalf({"carried": 9}), CardHalf())), (LANCE, LANCE), "salvage") == []


CONVOY = Roster(
    (
        RosterUnit("Truck", "vehicle", 20, places=3),
        RosterUnit("Bus", "vehicle", 20, places=6),
        RosterUnit("Jeep", "vehicle", 10),
        *(RosterUnit(f"Squad #{number}", "infantry", 10) for number in range(1, 5)),
    )
)


def test_a_transport_carries_no_more_than_it_has_places() -> None:
    full = aboard(Squad_1="Truck", Squad_2="Truck", Squad_3="Truck")
    assert problems(AGE, full, (CONVOY, CONVOY)) == []
    over = aboard(Squad_1="Truck", Squad_2="Truck", Squad_3="Truck", Squad_4="Truck")
    problem = the_problem(AGE, over, (CONVOY, CONVOY))
    assert problem.where == "Anna's card, Truck"
    assert problem.what == "has passengers for 4 places, and it has 3"


def test_a_vehicle_takes_three_places() -> None:
    assert problems(AGE, aboard(Jeep="Truck"), (CONVOY, CONVOY)) == []
    assert "for 4 places" in the_problem(AGE, aboard(Jeep="Truck", Squad_1="Truck"), (CONVOY, CONVOY)).what


def test_a_transport_rides_in_no_other() -> None:
    problem = the_problem(AGE, aboard(Truck="Bus"), (CONVOY, CONVOY))
    assert problem.what == "is inside Bus, and carries others itself"


def test_a_vehicle_whose_places_nobody_wrote_down_is_believed_to_carry() -> None:
    card = aboard(Squad_1="Jeep", Squad_2="Jeep", Squad_3="Jeep", Squad_4="Jeep")
    assert problems(AGE, card, (CONVOY, CONVOY)) == []


def meeting(first: CardHalf, second: CardHalf, ended: str = "time", turn: int = 5) -> Card:
    return Card((first, second), ended=ended, shared={"turn": turn})


def test_the_most_costly_formation_breaks_the_morale_and_no_cheaper_one() -> None:
    broke = CardHalf({"break_their_morale": 1})
    cheap = CardHalf(units={"Guns": Fate("wiped_out")})
    problem = the_problem(MEETING, meeting(broke, cheap), (HOST, HOST))
    assert problem.what.startswith("1 where at most 0 can be, for Boris' ")
    assert ' costs the most and is down as "neither broken nor halved";' in problem.what
    assert problems(MEETING, meeting(broke, CardHalf(units={"Riders": Fate("wiped_out")})), (HOST, HOST)) == []


def test_where_the_pack_asks_for_it_all_of_the_most_costly_must_go() -> None:
    pack = MEETING.model_copy(update={"variants": {"tie_costliest": "all"}})
    broke, one = CardHalf({"break_their_morale": 1}), {"Riders": Fate("wiped_out")}
    assert (
        "for Boris' Horde costs the most" in the_problem(pack, meeting(broke, CardHalf(units=one)), (HOST, HOST)).what
    )
    both = CardHalf(units={**one, "Horde": Fate("wiped_out")})
    assert problems(pack, meeting(broke, both), (HOST, HOST)) == []
    won: dict[str, FieldValue] = {"breakthrough": 1, "take_and_hold": 1}
    assert problems(pack, meeting(CardHalf(won), CardHalf(units=one), "early"), (HOST, HOST)) == []
    assert "not ticked, and must be" in the_problem(pack, meeting(CardHalf(won), both, "early"), (HOST, HOST)).what


def test_morale_must_be_broken_only_where_no_rally_came_after_the_check() -> None:
    won = CardHalf({"breakthrough": 1, "take_and_hold": 1})
    lost = CardHalf(units={"Horde": Fate("wiped_out")})
    problem = the_problem(MEETING, meeting(won, lost, "early"), (HOST, HOST))
    assert problem.where == "Anna's card, Break Their Morale"
    assert problem.what.startswith("not ticked, and must be after what became of Boris' Horde")
    assert problems(MEETING, meeting(CardHalf(), lost, "time"), (HOST, HOST)) == []


def test_the_card_says_beside_the_box_why_a_formation_may_fall_without_breaking_the_morale() -> None:
    assert MEETING.event is not None
    morale = next(one for one in MEETING.event.scoring.field if one.name == "break_their_morale")
    assert "before the last rally" in morale.note


ALL_BROKEN = CardHalf(units={"Horde": Fate("broken"), "Riders": Fate("broken"), "Guns": Fate("broken")})


@pytest.mark.parametrize(
    ("first", "second", "ended", "says"),
    [
        (CardHalf(), ALL_BROKEN, "time", "an enemy without an unbroken formation is contained"),
        (CardHalf({"breakthrough": 1}), CardHalf(), "time", "victory conditions are checked from turn 4 on"),
        (
            CardHalf({"breakthrough": 1, "take_and_hold": 1}),
            CardHalf(),
            "early",
            "victory conditions are checked from turn 4 on",
        ),
    ],
)
def test_a_card_without_its_turn_is_asked_for_it_where_a_rule_needs_it(
    first: CardHalf, second: CardHalf, ended: str, says: str
) -> None:
    problem = the_problem(MEETING, Card((first, second), ended=ended), (HOST, HOST))
    assert problem.where == "the card, Turn in which the match ended"
    assert problem.what == f"is not written down, and matters here: {says}"
    assert problem.remedy == "Write it down"


def test_an_early_end_that_only_lacks_its_turn_is_asked_for_it() -> None:
    assert MEETING.event is not None
    one = MEETING.event.scenario[0]
    without = one.model_copy(update={"limit": [limit for limit in one.limit if not limit.before]})
    won = Card((CardHalf({"breakthrough": 1, "take_and_hold": 1}), CardHalf()), ended="early")
    (problem,) = card_problems(MEETING, without, won, NAMES, (HOST, HOST))
    assert problem.where == "the card, Turn in which the match ended"
    assert "met two victory conditions" in problem.what
    few = Card((CardHalf({"breakthrough": 1}), CardHalf()), ended="early")
    assert "has not come about" in card_problems(MEETING, without, few, NAMES, (HOST, HOST))[0].what


def test_a_card_without_its_turn_can_be_where_nothing_needs_it() -> None:
    lost = CardHalf(units={"Guns": Fate("wiped_out")})
    assert problems(MEETING, Card((CardHalf(), lost)), (HOST, HOST)) == []
    assert problems(MEETING, Card((CardHalf(), CardHalf())), (HOST, HOST)) == []
    assert problems(MEETING, Card((CardHalf(), CardHalf()))) == []


def test_an_enemy_without_an_unbroken_formation_is_contained_from_turn_four_on() -> None:
    broken = CardHalf(units={"Horde": Fate("broken"), "Riders": Fate("halved_broken"), "Guns": Fate("wiped_out")})
    problem = the_problem(MEETING, meeting(CardHalf(), broken), (HOST, HOST))
    assert problem.where == "Anna's card, Contain the Enemy"
    assert problem.what.startswith("not ticked, and must be after what became of Boris' Horde, Riders and Guns")
    assert problems(MEETING, meeting(CardHalf({"contain_the_enemy": 1}), broken), (HOST, HOST)) == []
    assert problems(MEETING, meeting(CardHalf(), broken, turn=3), (HOST, HOST)) == []


@pytest.mark.parametrize("name", ["breakthrough", "take_and_hold", "hold_the_line"])
def test_objectives_are_held_by_unbroken_formations(name: str) -> None:
    fates = {"Horde": Fate("broken"), "Riders": Fate("broken"), "Guns": Fate("broken")}
    contained = CardHalf({"contain_the_enemy": 1})
    found = problems(MEETING, meeting(CardHalf({name: 1}, fates), contained), (HOST, HOST))
    assert any("1, and no unit of Anna is down as" in problem.what for problem in found)
    halved = CardHalf({name: 1}, {**fates, "Guns": Fate("halved")})
    # Who contains the enemy has not been broken through.
    other = CardHalf() if name == "breakthrough" else contained
    assert problems(MEETING, meeting(halved, other), (HOST, HOST)) == []


def test_a_state_nobody_knows_says_nothing_about_what_must_be() -> None:
    card = Card((CardHalf(), CardHalf(units={"Atlas AS7-D": Fate("gone"), "Locust LCT-1V": Fate("destroyed")})))
    assert "no state" in the_problem(HEROCON, card, (LANCE, LANCE)).what


@pytest.mark.parametrize(("pack", "name"), [(DRAFTED, "home_edge"), (AGE, "in_zone")])
def test_no_more_units_are_anywhere_than_the_force_has(pack: Pack, name: str) -> None:
    few = Roster(CREW.units[:2])
    over = with_fields({name: (1, 3)}, {name: (0, 0)})
    problem = the_problem(pack, over, (few, CREW))
    assert " 2, and the force of Anna has 2 units" in problem.what
    assert problem.rule
    assert problem.remedy == "Count again"
    assert problems(pack, with_fields({name: (1, 2)}, {name: (0, 0)}), (few, CREW)) == []
    assert "2 of 2 each" in the_problem(pack, with_fields({name: 5}, {name: (0, 0)}), (few, CREW)).what
    assert problems(pack, with_fields({name: 5}, {}), (few, CREW)) == []
    assert "has no units" in the_problem(pack, with_fields({name: 1}), (Roster(()), CREW)).what
