"""Results of matches: their parts, their winners, and what always holds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from tests.events.strategies import matches

from musterhall.events.cards import Card, CardHalf, Fate, Roster, RosterUnit
from musterhall.events.scores import Figure, Part, Result, exact, total
from musterhall.events.scoring import ends_reached, needs_die, rules, score, zero
from musterhall.packs import scoring_rules
from musterhall.packs.model import Pack, load_pack
from musterhall.packs.scenarios import Scenario
from musterhall.packs.scoring_rules import Award, Counted, Measure, Sum, Winner
from musterhall.problems import BadInput
from musterhall.tally import shown

Match = tuple[Pack, Scenario, Card, Roster, Roster]

HEROCON = load_pack("herocon-2025")
DRAFTED = load_pack("drafted-for-war")
AGE = load_pack("age-of-destruction-constructed")
MEETING = load_pack("meeting-engagement")

LANCE = Roster((RosterUnit("Atlas AS7-D", "BM", 52), RosterUnit("Locust LCT-1V", "BM", 19)))
NO_FORCES = (None, None)


def with_readings(pack: Pack, **chosen: str | bool) -> Pack:
    return pack.model_copy(update={"readings": {**pack.readings, **chosen}})


def with_step(pack: Pack, step: Sum | Winner) -> Pack:
    event = rules(pack)
    scoring = event.scoring.model_copy(update={"steps": [*event.scoring.steps, step]})
    return pack.model_copy(update={"event": event.model_copy(update={"scoring": scoring})})


def scenario(pack: Pack, name: str = "") -> Scenario:
    found = rules(pack).scenario_named(name) if name else rules(pack).scenario[0]
    assert found is not None
    return found


def fields(first: dict[str, int], second: dict[str, int], **shared: int) -> Card:
    return Card((CardHalf(first), CardHalf(second)), shared=shared)


def herocon(name: str, first: dict[str, int], second: dict[str, int]) -> Result:
    return score(HEROCON, scenario(HEROCON, name), fields(first, second), NO_FORCES)


def drafted(first: CardHalf, second: CardHalf, *dice: tuple[int, int], pack: Pack = DRAFTED) -> Result:
    return score(pack, scenario(pack), Card((first, second), dice=dice), NO_FORCES)


def both(result: Result, name: str) -> tuple[str, str]:
    """Both players' totals of a figure, exactly."""
    return str(result.total(0, name)), str(result.total(1, name))


# Parts


def test_a_field_shows_how_many_at_how_much_and_the_rule_it_rests_on() -> None:
    figure = herocon("assassination", {"command_units": 2, "trophies_withdrawn": 1}, {}).figures[0]["objective"]
    assert [(part.name, str(part.value)) for part in figure.parts] == [
        ("2 x Command Units destroyed or crippled at 55", "110"),
        ("1 x Enemy Trophies withdrawn with at 90", "90"),
    ]
    assert all("Scenario 1" in part.rule for part in figure.parts)


def test_a_ticked_field_shows_its_title_alone() -> None:
    figure = herocon("bunkers", {"home_bunker": 1}, {}).figures[0]["objective"]
    assert figure.parts == (Part("Home Bunker destroyed", Fraction(180), figure.parts[0].rule),)


def test_a_destroyed_unit_counts_in_full_and_a_crippled_one_by_half_with_its_fraction() -> None:
    card = Card((CardHalf(), CardHalf(units={"Atlas AS7-D": Fate("destroyed"), "locust  lct-1v": Fate("crippled")})))
    result = score(HEROCON, scenario(HEROCON), card, (None, LANCE))
    figure = result.figures[0]["destruction"]
    assert [part.value for part in figure.parts] == [52, Fraction(19, 2)]
    assert figure.parts[0].name == "Atlas AS7-D destroyed"
    assert figure.parts[1].name.startswith("Locust LCT-1V crippled")
    assert figure.parts[1].name.endswith(", half")
    assert result.total(1, "destruction") == 0


def test_withdrawn_units_give_nothing() -> None:
    card = Card((CardHalf(), CardHalf(units={"Atlas AS7-D": Fate("withdrawn")})))
    assert score(HEROCON, scenario(HEROCON), card, (None, LANCE)).total(0, "destruction") == 0


def test_without_a_force_on_file_points_by_state_count_alike() -> None:
    card = Card((CardHalf(), CardHalf(points={"destroyed": 52, "crippled": 19})))
    figure = score(HEROCON, scenario(HEROCON), card, NO_FORCES).figures[0]["destruction"]
    assert figure.total == Fraction(123, 2)
    assert figure.parts[0].name == "52 points destroyed"


def test_what_is_above_the_cap_is_cut_as_a_part_of_its_own() -> None:
    figure = herocon("salvage", {"carried": 1, "in_yard": 5}, {}).figures[0]["objective"]
    assert figure.total == 400
    assert figure.parts[-1] == Part("cut at 400", Fraction(-40), figure.parts[-1].rule)


def test_half_of_a_formation_is_rounded_down_each_by_itself() -> None:
    force = Roster((RosterUnit("Tanks", "tank", 155), RosterUnit("Guns", "gun", 75)))
    card = Card((CardHalf(), CardHalf(units={"Tanks": Fate("broken"), "Guns": Fate("halved")})))
    assert score(MEETING, scenario(MEETING), card, (force, force)).total(0, "points") == 77 + 37


def test_a_total_is_the_sum_of_the_figures_that_it_names() -> None:
    result = herocon("bunkers", {"forward_bunkers": 1}, {})
    assert [part.name for part in result.figures[0]["total"].parts] == [
        "Objective Points",
        "Victory Points",
        "Destruction Points",
    ]
    assert both(result, "total") == ("310", "0")


def test_only_units_of_the_types_named_are_counted() -> None:
    force = Roster((RosterUnit("Tank", "vehicle", 30), RosterUnit("Giant", "mech", 90)))
    card = Card((CardHalf(), CardHalf(units={"Tank": Fate("captured"), "Giant": Fate("captured")})))
    result = score(AGE, scenario(AGE), card, (Roster(()), force))
    assert [part.name.split()[0] for part in result.figures[0]["vc2"].parts] == ["Giant"]
    assert result.total(0, "vc2") == 180


def test_a_measure_whose_condition_is_not_ticked_is_left_out_and_wins_nothing() -> None:
    without = score(AGE, scenario(AGE), fields({"mission": 3}, {}), NO_FORCES)
    assert "vc4" not in without.figures[0]
    assert without.total(0, "conditions") == 0
    ticked = score(AGE, scenario(AGE), fields({"mission": 3}, {}, mission_card=1), NO_FORCES)
    assert ticked.total(0, "vc4") == 3
    assert ticked.winner == 0


def test_a_sum_leaves_out_what_the_match_leaves_out() -> None:
    pack = with_step(AGE, Sum(do="sum", name="both", title="Both", of=["vc3", "vc4"]))
    result = score(pack, scenario(pack), fields({"in_zone": 2}, {}), NO_FORCES)
    assert [part.value for part in result.figures[0]["both"].parts] == [2]


# Who wins


def test_most_objective_points_win_whatever_the_totals_are() -> None:
    card = Card((CardHalf({"points_of_interest": 2}, points={"destroyed": 400}), CardHalf({"points_of_interest": 1})))
    result = score(HEROCON, scenario(HEROCON, "domination"), card, NO_FORCES)
    assert result.winner == 0
    assert both(result, "total") == ("400", "500")
    assert result.because == "200 to 100 Objective Points."


def test_the_sentence_names_the_winners_figure_first() -> None:
    assert herocon("domination", {"points_of_interest": 1}, {"points_of_interest": 3}).because == (
        "300 to 100 Objective Points."
    )


def test_level_objective_points_are_a_draw_of_a_hundred_each() -> None:
    result = herocon("king_of_the_hill", {"hill": 2}, {"hill": 2})
    assert result.winner is None
    assert both(result, "victory") == ("100", "100")
    assert result.because == "200 to 200 Objective Points: a draw."


def test_the_cap_comes_before_the_winner_or_after_it_as_the_pack_reads_it() -> None:
    card = fields({"in_yard": 5, "carried": 1}, {"in_yard": 5})
    salvage = scenario(HEROCON, "salvage")
    capped = score(HEROCON, salvage, card, NO_FORCES)
    assert capped.winner is None
    uncapped = score(with_readings(HEROCON, cap_before_winner=False), salvage, card, NO_FORCES)
    assert uncapped.winner == 0
    assert uncapped.because == "440 to 400 Objective Points."
    assert uncapped.total(0, "objective") == 400
    for result in (capped, uncapped):
        assert any("cap_before_winner" in note for note in result.notes)


def test_a_cap_that_changes_no_winner_is_no_note() -> None:
    assert not any("cap_before" in note for note in herocon("salvage", {"in_yard": 6}, {"in_yard": 1}).notes)


def test_a_second_step_that_finds_the_winner_is_asked_only_while_there_is_none() -> None:
    pack = with_step(HEROCON, Winner(do="winner", by=[scoring_rules.Test(most="destruction")]))
    lost = CardHalf(points={"destroyed": 50})
    assert score(pack, scenario(pack, "bunkers"), Card((lost, CardHalf())), NO_FORCES).winner == 1
    ahead = replace(lost, fields={"forward_bunkers": 1})
    assert score(pack, scenario(pack, "bunkers"), Card((ahead, CardHalf())), NO_FORCES).winner == 0


def test_too_few_conditions_leave_the_match_to_the_points() -> None:
    force = Roster((RosterUnit("Tanks", "tank", 150),))
    one_condition = Card((CardHalf({"breakthrough": 1}, {"Tanks": Fate("broken")}), CardHalf()))
    result = score(MEETING, scenario(MEETING), one_condition, (force, force))
    assert result.winner == 1
    assert result.because.startswith("0 to 1 ")
    assert "75 to 0" in result.because


def test_two_conditions_win_over_points() -> None:
    force = Roster((RosterUnit("Tanks", "tank", 150),))
    card = Card(
        (CardHalf({"breakthrough": 1, "take_and_hold": 1}, {"Tanks": Fate("broken")}), CardHalf()), shared={"turn": 5}
    )
    assert score(MEETING, scenario(MEETING), card, (force, force)).winner == 0


def test_nobody_wins_a_level_condition() -> None:
    result = drafted(
        CardHalf({"home_edge": 2}, points={"destroyed": 30}), CardHalf({"home_edge": 2}, points={"destroyed": 40})
    )
    assert both(result, "conditions") == ("1", "0")
    assert [part.name for part in result.figures[0]["conditions"].parts] == ["Victory Condition 1, 40 to 30"]


def test_one_condition_to_none_wins_or_goes_to_the_tie_breakers_as_the_pack_reads_it() -> None:
    first, second = CardHalf({"home_edge": 2}), CardHalf()
    more = drafted(first, second)
    assert more.winner == 0
    two = drafted(first, second, (2, 5), pack=with_readings(DRAFTED, majority="two"))
    assert two.winner == 1
    assert two.because.endswith("and 5 to 2 on the die.")
    for result in (more, two):
        assert any("majority" in note for note in result.notes)


def test_two_conditions_to_one_need_no_reading() -> None:
    result = drafted(CardHalf({"home_edge": 2}, points={"standing": 90}), CardHalf(points={"standing": 80}))
    assert result.winner == 0
    assert result.notes == ()


def test_level_conditions_go_to_the_second_condition_then_the_first() -> None:
    # The first wins condition 3, the second condition 2.
    by_second = drafted(CardHalf({"home_edge": 1}, points={"standing": 80}), CardHalf(points={"standing": 90}))
    assert by_second.winner == 1
    assert "90 to 80 Victory Condition 2" in by_second.because
    # Condition 1 against condition 3, with condition 2 level.
    by_first = drafted(CardHalf({"home_edge": 1}, points={"destroyed": 20}), CardHalf())
    assert by_first.winner == 1
    assert "20 to 0 Victory Condition 1" in by_first.because


def test_the_last_roll_decides_when_all_else_is_level() -> None:
    assert drafted(CardHalf(), CardHalf(), (3, 3), (4, 6)).winner == 1
    undecided = drafted(CardHalf(), CardHalf())
    assert undecided.winner is None
    assert "a roll of the die is needed" in undecided.because


def test_a_die_is_needed_only_where_all_else_is_level() -> None:
    level, decided = Card((CardHalf(), CardHalf())), fields({"home_edge": 1}, {})
    assert needs_die(DRAFTED, scenario(DRAFTED), level, NO_FORCES)
    assert needs_die(DRAFTED, scenario(DRAFTED), replace(level, dice=((5, 2),)), NO_FORCES)
    assert not needs_die(DRAFTED, scenario(DRAFTED), decided, NO_FORCES)
    assert not needs_die(HEROCON, scenario(HEROCON), level, NO_FORCES)


# Early ends


@pytest.mark.parametrize(
    ("name", "short", "enough"),
    [
        ("assassination", {"trophies_withdrawn": 1}, {"trophies_withdrawn": 2}),
        ("bunkers", {"forward_bunkers": 2}, {"home_bunker": 1}),
        ("domination", {"points_of_interest": 3}, {"points_of_interest": 4}),
        ("king_of_the_hill", {"hill": 3}, {"hill": 4}),
        ("data_extraction", {"opposing_held": 1}, {"opposing_uploaded": 1}),
        ("salvage", {"in_yard": 4, "carried": 3}, {"in_yard": 5}),
    ],
)
def test_a_scenario_ends_early_just_when_its_figure_is_reached(
    name: str, short: dict[str, int], enough: dict[str, int]
) -> None:
    played = scenario(HEROCON, name)
    assert ends_reached(HEROCON, played, fields(short, {})) == []
    assert [side for side, _ in ends_reached(HEROCON, played, fields({}, enough))] == [1]
    assert herocon(name, {}, enough).notes[0].endswith(".")


def test_downloading_the_opposing_token_ends_the_match_only_where_the_pack_reads_it_so() -> None:
    downloaded = with_readings(HEROCON, data_extracted="downloaded")
    played = scenario(downloaded, "data_extraction")
    card = fields({"opposing_held": 1}, {})
    assert ends_reached(downloaded, played, card)
    assert not ends_reached(HEROCON, played, card)
    assert any("data_extracted" in note for note in score(downloaded, played, card, NO_FORCES).notes)


def test_an_end_that_asks_for_a_lead_and_a_turn_waits_for_both() -> None:
    two = {"breakthrough": 1, "take_and_hold": 1}
    meeting = scenario(MEETING)
    assert ends_reached(MEETING, meeting, fields(two, {}, turn=4))
    assert not ends_reached(MEETING, meeting, fields(two, {}, turn=3))
    assert not ends_reached(MEETING, meeting, fields(two, two, turn=4))


# What always holds


@given(matches(("herocon-2025",)))
def test_the_victory_points_of_a_match_are_always_two_hundred(match: Match) -> None:
    pack, played, card, first, second = match
    result = score(pack, played, card, (first, second))
    assert result.total(0, "victory") + result.total(1, "victory") == 200


@given(matches())
def test_an_award_is_a_win_and_a_loss_or_two_draws(match: Match) -> None:
    pack, played, card, first, second = match
    result = score(pack, played, card, (first, second))
    for step in rules(pack).scoring.steps:
        if isinstance(step, Award):
            given_out = result.total(0, step.name) + result.total(1, step.name)
            assert given_out == (2 * step.draw if result.winner is None else step.win + step.loss)


@given(matches())
def test_swapping_the_players_swaps_the_result(match: Match) -> None:
    pack, played, card, first, second = match
    result = score(pack, played, card, (first, second))
    swapped_card = replace(card, sides=card.sides[::-1], dice=tuple((b, a) for a, b in card.dice))
    swapped = score(pack, played, swapped_card, (second, first))
    assert swapped.figures == result.figures[::-1]
    assert swapped.winner == (None if result.winner is None else 1 - result.winner)


@given(matches())
def test_the_parts_of_every_figure_add_up_and_no_cap_is_exceeded(match: Match) -> None:
    pack, played, card, first, second = match
    result = score(pack, played, card, (first, second))
    steps = {step.name: step for step in rules(pack).scoring.steps if isinstance(step, Measure | Sum)}
    for figures in result.figures:
        for name, figure in figures.items():
            assert sum((part.value for part in figure.parts), Fraction(0)) == figure.total
            step = steps.get(name)
            if isinstance(step, Measure) and step.cap is not None:
                assert figure.total <= step.cap
            if isinstance(step, Sum):
                assert figure.total == sum(figures[one].total for one in step.of if one in figures)


@given(matches(("herocon-2025",)))
def test_destruction_is_never_more_than_the_opponents_force_is_worth(match: Match) -> None:
    pack, played, card, *forces = match
    result = score(pack, played, card, (forces[0], forces[1]))
    for side in (0, 1):
        assert 0 <= result.total(side, "destruction") <= forces[1 - side].points


@given(matches())
def test_points_by_state_come_to_the_same_as_the_units_they_stand_for(match: Match) -> None:
    pack, played, card, *forces = match
    if any(counted.types or counted.rounding == "down" for counted in _counts(pack)):
        return
    usual = rules(pack).scoring.state[0].name
    sides = []
    for half, force in zip(card.sides, forces, strict=True):
        points: dict[str, int] = {}
        for unit, state in zip(force.units, force.states(half.units, usual), strict=True):
            points[state] = points.get(state, 0) + unit.points
        sides.append(replace(half, units={}, points=points))
    by_unit = score(pack, played, card, (forces[0], forces[1]))
    by_state = score(pack, played, replace(card, sides=(sides[0], sides[1])), NO_FORCES)
    assert by_state.winner == by_unit.winner
    for side in (0, 1):
        assert {name: one.total for name, one in by_state.figures[side].items()} == {
            name: one.total for name, one in by_unit.figures[side].items()
        }


def _counts(pack: Pack) -> list[Counted]:
    return [one for step in rules(pack).scoring.steps if isinstance(step, Measure) for one in step.counts]


# Around it


def test_zero_has_every_figure_of_the_pack_at_nothing() -> None:
    figures = zero(HEROCON)
    assert list(figures) == ["objective", "destruction", "victory", "total"]
    assert all(figure.total == 0 for figure in figures.values())


def test_a_pack_without_an_event_scores_no_card() -> None:
    with pytest.raises(BadInput, match="has no \\[event\\]"):
        rules(HEROCON.model_copy(update={"event": None}))


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        (
            (
                Part("Objective Points", Fraction(110)),
                Part("Destruction Points", Fraction(253, 2)),
                Part("Victory Points", Fraction(0)),
            ),
            "Total: 110 (Objective Points) + 126.5 (Destruction Points) + 0 (Victory Points) = 236.5",
        ),
        (
            (Part("Objective Points", Fraction(0)), Part("Victory Points", Fraction(0))),
            "Total: 0 (Objective Points) + 0 (Victory Points) = 0",
        ),
        ((Part("loss", Fraction(0)),), "Total: 0 (loss)"),
        ((), "Total: 0"),
        (
            (Part("win", Fraction(200)), Part("average taken", Fraction(0), remark=True)),
            "Total: 200 (win) = 200 (average taken)",
        ),
        (
            (Part("destroyed", Fraction(52)), Part("cut at 40", Fraction(-12))),
            "Total: 52 (destroyed) - 12 (cut at 40) = 40",
        ),
    ],
)
def test_a_figure_tells_every_part_and_no_part_is_taken_for_the_total(parts: tuple[Part, ...], told: str) -> None:
    assert str(Figure("total", "Total", parts)) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("773/4", "193.3"),
        ("43/4", "10.8"),
        ("165/2", "82.5"),
        ("1/20", "0.1"),
        ("1/21", "0.0"),
        ("-773/4", "-193.3"),
        ("7", "7"),
    ],
)
def test_halves_are_rounded_up_where_a_figure_is_shown(value: str, told: str) -> None:
    assert shown(Fraction(value)) == told


def test_large_figures_may_be_grouped() -> None:
    assert shown(Fraction(24691, 2), grouped=True) == "12,345.5"


def test_an_exact_sum_is_that_of_adding_fractions_one_by_one() -> None:
    values = [Fraction(1, 2), Fraction(3), Fraction(1, 3), Fraction(-7, 4), Fraction(5, 2)]
    assert total(values) == sum(values, Fraction(0))
    assert total([]) == exact(0) == 0
