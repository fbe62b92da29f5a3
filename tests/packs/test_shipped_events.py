"""The event half of the shipped packs has the figures of its papers, and says where they stand."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, get_args

import pytest

from musterhall.games.age_of_destruction import readings as constructed
from musterhall.games.age_of_destruction.figures import figure
from musterhall.games.the_game.scenario.victory import FIRST_DECISIVE_TURN
from musterhall.packs.event_rules import DraftMethod, EventRules
from musterhall.packs.model import load_pack, open_questions, pack_problems, shipped_pack_text, shipped_packs
from musterhall.packs.rules_in_words import scoring_lines
from musterhall.packs.scenarios import Scenario
from musterhall.packs.scoring_rules import Measure


def event_of(name: str) -> EventRules:
    event = load_pack(name).event
    assert event is not None
    return event


HEROCON = event_of("herocon-2025")
DRAFTED = event_of("drafted-for-war")
CONSTRUCTED = event_of("age-of-destruction-constructed")
MEETING = event_of("meeting-engagement")
HEROCON_SCENARIOS = ("assassination", "bunkers", "domination", "king_of_the_hill", "data_extraction", "salvage")


def measure(event: EventRules, name: str) -> Measure:
    return next(step for step in event.scoring.steps if isinstance(step, Measure) and step.name == name)


def scenario(name: str) -> Scenario:
    found = HEROCON.scenario_named(name)
    assert found is not None
    return found


def counted(event: EventRules, name: str) -> set[tuple[str, str, str, Fraction, str]]:
    """Whose units in which state, of which type, count how much."""
    return {
        (one.whose, state, kind, one.times, one.rounding)
        for one in measure(event, name).counts
        for state in one.states
        for kind in one.types or ["all"]
    }


# All packs


def test_there_is_a_pack_for_every_game() -> None:
    assert {load_pack(name).game for name in shipped_packs()} == {"alpha_strike", "age_of_destruction", "the_game"}
    assert {"herocon-2025", "drafted-for-war", "age-of-destruction-constructed", "meeting-engagement"} <= set(
        shipped_packs()
    )


@pytest.mark.parametrize("name", shipped_packs())
def test_every_rule_of_a_shipped_event_says_where_it_stands(name: str) -> None:
    event = tomllib.loads(shipped_pack_text(name))["event"]
    silent = [place for place, table in _tables(event, "event") if not table.get("because")]
    assert silent == []


def _tables(table: dict[str, Any], place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """All rules below a table: those with headings of their own, but for lines of the schedule and of what is told."""
    told = ("schedule", "setup", "brief", "components", "text")
    lines = (*told, "counts", "by", "plus", "readings", "before", "since", "places", "last", "ticks")
    for key, value in table.items():
        rules = value if isinstance(value, list) else [value]
        for number, one in enumerate(rules, 1):
            if isinstance(one, dict) and key not in lines:
                below = f"{place}.{key}" + (f" {number}" if isinstance(value, list) else "")
                if not key.endswith("_plus") and key != "scoring":
                    yield below, one
                yield from _tables(one, below)


@pytest.mark.parametrize("name", shipped_packs())
def test_a_scenario_tells_all_that_a_player_needs_at_the_table(name: str) -> None:
    event = event_of(name)
    assert event.setup
    for one in event.scenario:
        assert one.objective
        assert one.components
        assert 5 <= len(one.brief) <= 10, one.name
        assert event.card_fields(one)


@pytest.mark.parametrize("name", shipped_packs())
def test_the_first_state_of_a_unit_is_the_one_it_came_in(name: str) -> None:
    first, *others = event_of(name).scoring.state
    assert (first.gone, first.unable, first.aboard, first.types) == (False, False, False, [])
    assert any(state.gone for state in others)


@pytest.mark.parametrize("name", shipped_packs())
def test_a_bye_and_a_concession_give_what_the_standings_order_by(name: str) -> None:
    event = event_of(name)
    sums = {step.name: step.of for step in event.scoring.steps if step.do == "sum"}
    wanted = {part for figure_name in event.standings.order for part in sums.get(figure_name, [figure_name])}
    assert wanted <= {*event.bye.of, *event.bye.plus}
    assert wanted <= {*event.concession.own, *event.concession.own_plus}


@pytest.mark.parametrize("name", shipped_packs())
def test_a_shipped_event_answers_every_question_about_leaving_and_being_left_over(name: str) -> None:
    asked = {"ties", "dropped_in_standings", "bye_choice", "conceded_in_average", "byes_in_average"}
    assert asked <= set(load_pack(name).readings)


def test_a_constructed_pack_may_answer_all_open_questions_of_its_game() -> None:
    for name, one in constructed.open_questions().items():
        assert list(open_questions()[name].values) == list(one.values), name
    assert set(constructed.open_questions()) <= set(load_pack("age-of-destruction-constructed").readings)


@pytest.mark.parametrize("name", shipped_packs())
def test_what_a_limit_says_of_units_can_come_about(name: str) -> None:
    event = event_of(name)
    for one in event.scenario:
        for limit in (*one.limit, *event.scoring.limit):
            assert set(limit.spared) < {state.name for state in event.scoring.state}, limit.says
            assert set(limit.needs) < {state.name for state in event.scoring.state} or limit.size, limit.says


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ("least = 2\n", "", "needs one of most"),
        ('spared = ["standing", "withdrawn"]\n', "", "has least just when it has spared"),
        ('needs = ["withdrawn"]\n', 'needs = ["withdrew"]\n', "no state is called 'withdrew'"),
        ('needs = ["withdrawn"]\n', 'needs = ["withdrawn"]\nonly = "costliest"\n', "looks at no opposing units"),
        (
            'needs = ["withdrawn"]\n',
            'needs = ["withdrawn"]\nsince = { turn = 4 }\n',
            "no shared field is called 'turn'",
        ),
    ],
)
def test_a_limit_that_makes_no_sense_is_told(written: str, instead: str, complaint: str) -> None:
    text = shipped_pack_text("herocon-2025")
    assert written in text
    found = [str(problem) for problem in pack_problems(text.replace(written, instead, 1), "mine.toml")]
    assert any(complaint in problem for problem in found), found


# Herocon 2025


def test_herocon_runs_by_its_schedule() -> None:
    assert HEROCON.rounds == 3
    assert [HEROCON.round_minutes(number) for number in (1, 2, 3)] == [150, 120, 120]
    assert [(slot.at, slot.round) for slot in HEROCON.schedule if slot.round] == [
        ("09:00", 1),
        ("12:30", 2),
        ("15:00", 3),
    ]
    assert (HEROCON.schedule[0].at, HEROCON.schedule[-1].at) == ("08:30", "17:30")
    assert HEROCON.registration.due_told == "2025-11-22 23:59 (UTC+11:00)"
    assert len(HEROCON.setup) == 7


def test_herocon_draws_three_of_six_scenarios() -> None:
    assert tuple(one.name for one in HEROCON.scenario) == HEROCON_SCENARIOS
    assert HEROCON.choice.pick == "draw"
    assert HEROCON.choice.announced == "revealed at check-in"


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("assassination", {"command_units": 55, "trophies_held": 55, "trophies_withdrawn": 90}),
        ("bunkers", {"forward_bunkers": 110, "home_bunker": 180}),
        ("domination", {"points_of_interest": 100}),
        ("king_of_the_hill", {"hill": 100}),
        (
            "data_extraction",
            {
                "green_held": 25,
                "green_uploaded": 50,
                "own_held": 50,
                "own_uploaded": 100,
                "opposing_held": 50,
                "opposing_uploaded": 100,
            },
        ),
        ("salvage", {"carried": 40, "in_yard": 80}),
    ],
)
def test_herocon_scenarios_give_their_objective_points(name: str, points: dict[str, int]) -> None:
    assert {field.name: field.each for field in scenario(name).field} == points


@pytest.mark.parametrize(
    ("name", "fields", "reach"),
    [
        ("assassination", ["trophies_withdrawn"], 2),
        ("bunkers", ["home_bunker"], 1),
        ("domination", ["points_of_interest"], 4),
        ("king_of_the_hill", ["hill"], 4),
        ("data_extraction", ["opposing_uploaded"], 1),
        ("salvage", ["in_yard"], 5),
    ],
)
def test_herocon_scenarios_have_their_early_ends(name: str, fields: list[str], reach: int) -> None:
    end = scenario(name).end[0]
    assert (end.fields, end.reach) == (fields, reach)


def test_herocon_ends_data_extraction_by_one_reading_at_a_time() -> None:
    ends = scenario("data_extraction").end
    assert [end.readings for end in ends] == [
        {"data_extracted": value} for value in open_questions()["data_extracted"].values
    ]


def test_herocon_counts_destroyed_units_in_full_and_crippled_ones_by_half() -> None:
    assert counted(HEROCON, "destruction") == {
        ("opponent", "destroyed", "all", Fraction(1), "exact"),
        ("opponent", "crippled", "all", Fraction(1, 2), "exact"),
    }
    assert measure(HEROCON, "objective").cap == measure(HEROCON, "destruction").cap == 400
    assert [state.name for state in HEROCON.scoring.state if state.gone] == ["destroyed", "withdrawn"]


def test_herocon_is_won_by_objective_points_and_ordered_by_the_total() -> None:
    winner, award, total = HEROCON.scoring.steps[2:]
    assert winner.do == "winner"
    assert [test.most for test in winner.by] == ["objective"]
    assert award.do == "award"
    assert [award.win, award.draw, award.loss] == [Fraction(200), Fraction(100), Fraction(0)]
    assert total.do == "sum"
    assert set(total.of) == {"objective", "victory", "destruction"}
    assert HEROCON.standings.order == HEROCON.pairing.order == ["total"]


def test_herocon_gives_a_modified_win_for_a_bye_and_more_for_a_concession() -> None:
    assert HEROCON.bye.of == ["objective", "destruction"]
    assert HEROCON.bye.plus == {"victory": Fraction(100)}
    assert HEROCON.concession.bye_plus == {"victory": Fraction(100)}
    assert HEROCON.concession.own_plus == {"victory": Fraction(200)}


def test_herocon_warns_once_and_gives_its_prizes() -> None:
    assert HEROCON.conduct.out_at == 2
    assert [award.place for award in HEROCON.award if award.by == "place"] == [1, 2, 3]
    assert {award.name: award.painted for award in HEROCON.award if award.by == "vote"} == {
        "best_painted": True,
        "sportsmanship": False,
    }


# Drafted for War


def test_drafted_for_war_counts_its_three_conditions() -> None:
    assert counted(DRAFTED, "vc1") == {("opponent", "destroyed", "all", Fraction(1), "exact")}
    assert counted(DRAFTED, "vc2") == {
        ("own", "standing", "all", Fraction(1), "exact"),
        ("opponent", "crippled_outside", "all", Fraction(1), "exact"),
    }
    assert measure(DRAFTED, "vc3").fields == ["home_edge"]
    assert DRAFTED.minutes == [30]


def test_drafted_for_war_breaks_ties_down_to_the_die() -> None:
    conditions = next(step for step in DRAFTED.scoring.steps if step.do == "conditions")
    assert conditions.do == "conditions"
    assert (conditions.of, conditions.ties) == (["vc1", "vc2", "vc3"], ["vc2", "vc1", "die"])
    assert DRAFTED.standings.order == DRAFTED.pairing.order == ["wins", "conditions", "vc2", "vc1"]


def test_drafted_for_war_knows_all_five_ways_to_a_force() -> None:
    assert DRAFTED.draft is not None
    assert set(DRAFTED.draft.methods) == set(get_args(DraftMethod))
    assert DRAFTED.draft.group == 4


@pytest.mark.parametrize(("reading", "measure"), [("most_pv", "pv_on_map"), ("most_units", "units_on_map")])
def test_the_optional_winner_of_drafted_for_war_is_a_setting(reading: str, measure: str) -> None:
    text = shipped_pack_text("drafted-for-war")
    changed = text.replace('round_winner = "conditions"\n', f'round_winner = "{reading}"\n')
    assert pack_problems(changed, "mine.toml") == []
    event = load_pack(changed, "mine.toml").event
    assert event is not None
    assert counted(event, measure) == {
        ("own", state, "all", Fraction(1), "exact") for state in ("standing", "crippled", "crippled_outside")
    }
    assert [type(step).__name__ for step in event.scoring.steps].count("Winner") == 1
    told = {line.title: line.text for line in scoring_lines(load_pack(changed, "mine.toml"), event)}
    assert told["The winner"].endswith(" on the map wins; otherwise it goes by Victory Conditions won")


def test_a_step_of_an_unknown_reading_is_a_problem() -> None:
    text = shipped_pack_text("drafted-for-war").replace(
        '{ round_winner = "most_pv" }\nbecause', '{ moon = "full" }\nbecause'
    )
    assert any("is no setting" in str(one) for one in pack_problems(text, "mine.toml"))


# Age of Destruction


def test_a_constructed_force_has_the_build_total_of_its_game() -> None:
    assert load_pack("age-of-destruction-constructed").force.points.most == figure("build_total")


def test_constructed_counts_captives_twice_and_salvage_once() -> None:
    twice = [("captured_in_zone", "infantry"), ("captured_in_zone", "vehicle"), ("captured", "mech")]
    assert counted(CONSTRUCTED, "vc1") == {("opponent", "eliminated", "all", Fraction(1), "exact")}
    assert counted(CONSTRUCTED, "vc2") == {
        ("own", "able", "all", Fraction(1), "exact"),
        ("opponent", "salvage_outside", "all", Fraction(1), "exact"),
        *(("opponent", state, kind, Fraction(2), "exact") for state, kind in (*twice, ("captured_in_zone", "mech"))),
    }


def test_no_unit_counts_for_two_things_at_once() -> None:
    for name in ("vc1", "vc2"):
        places = [
            (one.whose, state, kind)
            for one in measure(CONSTRUCTED, name).counts
            for state in one.states
            for kind in one.types or ["infantry", "vehicle", "mech"]
        ]
        assert len(set(places)) == len(places)


def test_a_passenger_counts_for_nothing() -> None:
    steps = [step for step in CONSTRUCTED.scoring.steps if isinstance(step, Measure)]
    assert [state.name for state in CONSTRUCTED.scoring.state if state.aboard] == ["passenger"]
    assert not any("passenger" in one.states for step in steps for one in step.counts)


def test_only_vehicles_carry_passengers() -> None:
    assert {state.name: state.inside for state in CONSTRUCTED.scoring.state if state.aboard} == {
        "passenger": ["vehicle"]
    }


def test_only_able_units_keep_a_constructed_match_going() -> None:
    assert [state.name for state in CONSTRUCTED.scoring.state if not (state.gone or state.unable)] == ["able"]


def test_the_fourth_condition_needs_a_mission_card() -> None:
    assert measure(CONSTRUCTED, "vc4").only_if == "mission_card"
    conditions = next(step for step in CONSTRUCTED.scoring.steps if step.do == "conditions")
    assert conditions.do == "conditions"
    assert (conditions.of, conditions.ties) == (["vc1", "vc2", "vc3", "vc4"], ["vc2", "vc1", "die"])


# Meeting Engagement


def test_a_meeting_engagement_has_a_thousand_points_and_three_hours() -> None:
    assert load_pack("meeting-engagement").force.points.most == 1000
    assert MEETING.minutes == [180]


def test_a_meeting_engagement_counts_formations_as_the_rulebook_does() -> None:
    assert counted(MEETING, "points") == {
        ("opponent", "broken", "all", Fraction(1, 2), "down"),
        ("opponent", "halved", "all", Fraction(1, 2), "down"),
        ("opponent", "halved_broken", "all", Fraction(1), "exact"),
        ("opponent", "wiped_out", "all", Fraction(1), "exact"),
    }


def test_a_meeting_engagement_is_won_by_two_conditions_and_then_by_points() -> None:
    winner = next(step for step in MEETING.scoring.steps if step.do == "winner")
    assert winner.do == "winner"
    assert [(test.most, test.least) for test in winner.by] == [("conditions", Fraction(2)), ("points", Fraction(0))]


def test_a_broken_formation_neither_holds_objectives_nor_escapes_being_contained() -> None:
    (one,) = MEETING.scenario
    unbroken = ["fit", "halved"]
    assert [limit.own for limit in one.limit if limit.needs == unbroken] == [
        ["breakthrough", "take_and_hold", "hold_the_line"]
    ]
    assert [(limit.own, limit.since) for limit in one.limit if limit.spared == unbroken] == [
        (["contain_the_enemy"], {"turn": FIRST_DECISIVE_TURN})
    ]


def test_no_condition_of_a_meeting_engagement_is_met_before_the_first_decisive_turn() -> None:
    conditions = {field.name for field in MEETING.scoring.field if field.yes}
    (one,) = MEETING.scenario
    (early,) = [limit for limit in one.limit if limit.before]
    assert len(conditions) == 5
    assert set(early.own) == set(one.end[0].fields) == set(measure(MEETING, "conditions").fields) == conditions
    assert early.before == one.end[0].since == {"turn": FIRST_DECISIVE_TURN}
    assert (early.most, one.end[0].reach, one.end[0].more) == (0, 2, True)
