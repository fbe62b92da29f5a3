"""Cards that cannot be are refused with the reason, all reasons at once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from tests.events.strategies import matches

from musterhall.events.card_check import card_problems
from musterhall.events.cards import Card, CardHalf, Fate, FieldValue, Roster, RosterUnit
from musterhall.events.scoring import Rosters, needs_die, rules, score
from musterhall.packs.model import Pack, load_pack
from musterhall.packs.scenarios import Scenario
from musterhall.problems import Problem

HEROCON = load_pack("herocon-2025")
DRAFTED = load_pack("drafted-for-war")
AGE = load_pack("age-of-destruction-constructed")
MEETING = load_pack("meeting-engagement")

NAMES = ("Anna", "Boris")
LANCE = Roster((RosterUnit("Atlas AS7-D", "BM", 52), RosterUnit("Locust LCT-1V", "BM", 19)))
CREW = Roster(
    (
        RosterUnit("Scouts", "infantry", 10),
        RosterUnit("Carrier", "vehicle", 30),
        RosterUnit("Giant", "mech", 90),
        RosterUnit("Hauler", "vehicle", 40),
    )
)
NO_FORCES = (None, None)
LEVEL = Card((CardHalf(), CardHalf()))


def problems(pack: Pack, card: Card, rosters: Rosters = NO_FORCES, scenario: str = "") -> list[Problem]:
    played = rules(pack).scenario_named(scenario) if scenario else rules(pack).scenario[0]
    assert played is not None
    return card_problems(pack, played, card, NAMES, rosters)


def the_problem(pack: Pack, card: Card, rosters: Rosters = NO_FORCES, scenario: str = "") -> Problem:
    found = problems(pack, card, rosters, scenario)
    assert len(found) == 1, [str(one) for one in found]
    return found[0]


def with_fields(first: dict[str, FieldValue], second: dict[str, FieldValue] | None = None, **shared: int) -> Card:
    return Card((CardHalf(first), CardHalf(second or {})), shared=shared)


# Fields


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


# Limits


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
    assert the_problem(HEROCON, card, (LANCE, LANCE)).what.startswith("2 where at most 1 can be")
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


# Limits by what became of the units


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


def aboard(**inside: str) -> Card:
    names = {name.replace("_", " #"): Fate("passenger", carrier) for name, carrier in inside.items()}
    return Card((CardHalf(units=names), CardHalf()))


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
    assert problem.what.startswith("1 where at most 0 can be, going by Boris' ")
    assert problems(MEETING, meeting(broke, CardHalf(units={"Riders": Fate("wiped_out")})), (HOST, HOST)) == []


def test_where_the_pack_asks_for_it_all_of_the_most_costly_must_go() -> None:
    pack = MEETING.model_copy(update={"variants": {"tie_costliest": "all"}})
    broke, one = CardHalf({"break_their_morale": 1}), {"Riders": Fate("wiped_out")}
    assert "going by Boris' Horde" in the_problem(pack, meeting(broke, CardHalf(units=one)), (HOST, HOST)).what
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


# Units


def test_a_unit_that_the_opponent_does_not_have_is_refused_with_near_names() -> None:
    card = Card((CardHalf(), CardHalf(units={"Atlas AS7-K": Fate("destroyed")})))
    problem = the_problem(HEROCON, card, (LANCE, LANCE))
    assert problem.what == 'Boris has no unit called "Atlas AS7-K"'
    assert problem.remedy.startswith("Perhaps Atlas AS7-D")


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


# How it ended


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


# Dice


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ((), "everything is level, and a roll is needed"),
        (((4, 4),), "all rolls are level, and a roll is needed"),
        (((4, 4), (3, 2), (1, 6)), "roll 2 decided already, and 3 are written down"),
        (((4, 7),), "roll 1 of Boris is 7, which no die shows"),
    ],
)
def test_dice_are_rolled_until_they_decide_and_no_longer(dice: tuple[tuple[int, int], ...], said: str) -> None:
    assert the_problem(DRAFTED, replace(LEVEL, dice=dice)).what == said


def test_dice_that_decide_a_level_match_are_right() -> None:
    assert problems(DRAFTED, replace(LEVEL, dice=((4, 4), (3, 2)))) == []


def test_dice_have_no_place_where_the_match_is_decided_or_no_die_is_known() -> None:
    decided = replace(with_fields({"home_edge": 1}), dice=((4, 2),))
    assert the_problem(DRAFTED, decided).what == "the match is decided without dice"
    assert the_problem(HEROCON, replace(LEVEL, dice=((4, 2),))).what == "the match is decided without dice"


# What always holds


@given(matches())
def test_a_card_without_problems_has_a_result_and_a_roll_where_one_is_needed(
    match: tuple[Pack, Scenario, Card, Roster, Roster],
) -> None:
    pack, scenario, card, *forces = match
    rosters = (forces[0], forces[1])
    if not card_problems(pack, scenario, card, NAMES, rosters):
        result = score(pack, scenario, card, rosters)
        assert result.winner is not None or not needs_die(pack, scenario, card, rosters)


@given(matches())
def test_swapping_the_players_finds_as_many_problems(match: tuple[Pack, Scenario, Card, Roster, Roster]) -> None:
    pack, scenario, card, *forces = match
    swapped = replace(card, sides=card.sides[::-1], dice=tuple((b, a) for a, b in card.dice))
    found = card_problems(pack, scenario, card, NAMES, (forces[0], forces[1]))
    again = card_problems(pack, scenario, swapped, NAMES[::-1], (forces[1], forces[0]))
    assert len(found) == len(again)
