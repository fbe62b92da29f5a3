"""Byes and concessions: the round's average, what comes on top, and the better of two."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.events.averages import Played, bye_figures, concession_figures
from musterhall.events.cards import Card, CardHalf
from musterhall.events.scores import Figure, Figures, Part
from musterhall.events.scoring import rules, score, sum_figure, zero
from musterhall.packs.model import Pack, load_pack
from musterhall.packs.scoring_rules import Sum

HEROCON = load_pack("herocon-2025")
DRAFTED = load_pack("drafted-for-war")


def with_readings(pack: Pack, **chosen: str | bool) -> Pack:
    return pack.model_copy(update={"readings": {**pack.readings, **chosen}})


def figures(pack: Pack = HEROCON, **points: int | Fraction) -> Figures:
    """A player's figures of a round, with the sums that follow."""
    made = dict(zero(pack))
    for name, value in points.items():
        made[name] = Figure(name, made[name].title, (Part("points", Fraction(value)),))
    for step in rules(pack).scoring.steps:
        if isinstance(step, Sum):
            made[step.name] = sum_figure(step, made)
    return made


def match(first: tuple[int, int], second: tuple[int, int], conceded: int | None = None) -> Played:
    """Objective and Destruction Points of both players."""
    one, two = (figures(objective=op, destruction=dp) for op, dp in (first, second))
    return Played((one, two), conceded)


def totals(found: Figures) -> dict[str, str]:
    return {name: str(figure.total) for name, figure in found.items()}


ROUND = [match((400, 100), (200, 50)), match((110, 21), (0, 0))]
"""Four players with 710 Objective and 171 Destruction Points."""


# Byes


def test_a_bye_is_the_average_of_everyone_who_played_and_100_victory_points() -> None:
    found = bye_figures(HEROCON, ROUND, 0)
    assert totals(found) == {"objective": "355/2", "destruction": "171/4", "victory": "100", "total": "1281/4"}
    assert found["objective"].parts[0].name == "average of 4 players, 710 / 4"


def test_the_average_names_its_thousands() -> None:
    assert "1,600 / 4" in bye_figures(HEROCON, [match((400, 0), (400, 0))] * 2, 0)["objective"].parts[0].name


def test_a_modified_win_may_be_the_average_alone() -> None:
    found = bye_figures(with_readings(HEROCON, modified_win_vp="average_alone"), ROUND, 0)
    assert totals(found)["victory"] == "0"
    assert totals(found)["total"] == "881/4"


@pytest.mark.parametrize(
    ("matches", "total"),
    [
        (ROUND, "320"),  # 220.25
        ([match((1, 0), (0, 0))], "101"),  # a half goes up
        ([match((1, 0), (0, 1)), match((0, 1), (0, 0))], "101"),  # 0.25 and 0.5 are rounded together
        ([match((2, 0), (0, 0))], "101"),
    ],
)
def test_rounding_to_the_nearest_whole_rounds_the_average_once(matches: list[Played], total: str) -> None:
    found = bye_figures(with_readings(HEROCON, average_rounding="nearest"), matches, 0)
    assert str(found["total"].total) == total


def test_the_rounding_is_a_part_of_the_total_and_names_its_reading() -> None:
    part = bye_figures(with_readings(HEROCON, average_rounding="nearest"), ROUND, 0)["total"].parts[-1]
    assert part.name == "average rounded to the nearest whole"
    assert part.value == Fraction(-1, 4)
    assert "average_rounding = nearest" in part.rests_on


def test_a_conceded_match_counts_the_conceder_as_nothing_and_the_other_with_the_card() -> None:
    conceded = [*ROUND, match((90, 10), (300, 60), conceded=1)]
    found = bye_figures(HEROCON, conceded, 0)
    assert (str(found["objective"].total), str(found["destruction"].total)) == ("400/3", "181/6")
    assert "conceded_in_average = true" in found["objective"].parts[0].rests_on


def test_a_conceded_match_may_be_left_out_with_both_players() -> None:
    conceded = [*ROUND, match((90, 10), (300, 60), conceded=1)]
    left_out = bye_figures(with_readings(HEROCON, conceded_in_average=False), conceded, 0)
    assert totals(left_out) == totals(bye_figures(HEROCON, ROUND, 0))


def test_others_without_an_opponent_are_in_the_divisor_only_where_the_pack_reads_it_so() -> None:
    assert str(bye_figures(HEROCON, ROUND, 1)["objective"].total) == "355/2"
    counted = bye_figures(with_readings(HEROCON, byes_in_average=True), ROUND, 1)
    assert str(counted["objective"].total) == "142"
    assert "byes_in_average = true" in counted["objective"].parts[0].rests_on


def test_a_round_without_a_match_has_an_average_of_nothing_and_says_so() -> None:
    found = bye_figures(HEROCON, [], 2)
    assert totals(found)["total"] == "100"
    assert "no match was played" in found["objective"].parts[0].name


def test_everyone_else_conceding_with_both_left_out_is_no_match_either() -> None:
    pack = with_readings(HEROCON, conceded_in_average=False)
    assert totals(bye_figures(pack, [match((90, 10), (0, 0), conceded=1)], 0))["total"] == "100"


def test_drafted_for_war_gives_a_win_with_each_condition_rounded_down() -> None:
    one, two = figures(DRAFTED, vc1=30, vc2=95, vc3=3), figures(DRAFTED, vc1=25, vc2=80, vc3=0)
    found = bye_figures(DRAFTED, [Played((one, two))], 0)
    assert (str(found["vc1"].total), str(found["vc2"].total), str(found["vc3"].total)) == ("27", "87", "1")
    assert str(found["wins"].total) == "1"
    assert [part.name for part in found["vc1"].parts] == ["average of 2 players, 55 / 2", "rounded down"]


def test_a_bye_may_give_no_points() -> None:
    one = figures(DRAFTED, vc1=30)
    bye = bye_figures(with_readings(DRAFTED, bye="no_points"), [Played((one, one))], 0)
    assert {name: figure.total for name, figure in bye.items()} == dict.fromkeys(zero(DRAFTED), 0)


def test_a_figure_that_a_match_left_out_counts_as_nothing() -> None:
    pack = load_pack("age-of-destruction-constructed")
    scenario = rules(pack).scenario[0]
    result = score(pack, scenario, Card((CardHalf({"in_zone": 3}), CardHalf({"in_zone": 2}))), (None, None))
    found = bye_figures(pack, [Played(result.figures)], 0)
    assert str(found["vc3"].total) == "2"
    assert str(found["vc4"].total) == "0"


# Concessions


def test_without_a_card_a_concession_is_the_average_and_200() -> None:
    found = concession_figures(HEROCON, ROUND, 0, None)
    assert totals(found) == {"objective": "355/2", "destruction": "171/4", "victory": "200", "total": "1681/4"}


def test_own_points_are_taken_where_they_are_better() -> None:
    found = concession_figures(HEROCON, ROUND, 0, figures(objective=300, destruction=40, victory=0))
    assert totals(found) == {"objective": "300", "destruction": "40", "victory": "200", "total": "540"}
    assert found["total"].parts[-1].name == "own points taken; the average would have given 420.3"


def test_the_average_is_taken_where_it_is_better() -> None:
    found = concession_figures(HEROCON, ROUND, 0, figures(objective=100, destruction=40, victory=200))
    assert totals(found)["total"] == "1681/4"
    assert found["total"].parts[-1] == Part(
        "average taken; own points would have given 340", Fraction(0), "page 5, Concessions", remark=True
    )


def test_the_receiver_is_no_part_of_the_average_but_the_conceder_is() -> None:
    own_match = Played((figures(objective=300), figures(objective=40)), conceded=1, left_out=0)
    found = concession_figures(HEROCON, [*ROUND, own_match], 0, None)
    assert found["objective"].parts[0].name == "average of 5 players, 710 / 5"


def test_victory_points_of_the_card_itself_are_not_counted_beside_those_of_the_concession() -> None:
    found = concession_figures(HEROCON, [], 0, figures(objective=300, victory=200))
    assert totals(found)["victory"] == "200"
    assert totals(found)["total"] == "500"


def test_where_a_modified_win_is_the_average_alone_a_concession_adds_100_to_it() -> None:
    pack = with_readings(HEROCON, modified_win_vp="average_alone")
    assert totals(concession_figures(pack, ROUND, 0, None))["total"] == "1281/4"


def test_a_concession_is_rounded_as_a_bye_is_but_own_points_are_not() -> None:
    pack = with_readings(HEROCON, average_rounding="nearest")
    assert totals(concession_figures(pack, ROUND, 0, None))["total"] == "420"
    own = figures(objective=300, destruction=Fraction(81, 2))
    assert totals(concession_figures(pack, ROUND, 0, own))["total"] == "1081/2"


def test_a_concession_is_compared_in_the_order_of_the_standings() -> None:
    played = [Played((figures(DRAFTED, vc2=90, conditions=1), figures(DRAFTED, vc2=90, conditions=1)))]
    found = concession_figures(DRAFTED, played, 0, figures(DRAFTED, vc2=10, conditions=2))
    assert (str(found["conditions"].total), str(found["vc2"].total)) == ("2", "10")


def test_a_concession_is_a_win_even_where_byes_give_no_points() -> None:
    pack = with_readings(DRAFTED, bye="no_points")
    own = figures(DRAFTED, vc2=10)
    found = concession_figures(pack, [], 0, own)
    assert (str(found["wins"].total), str(found["vc2"].total)) == ("1", "10")
    assert str(concession_figures(pack, [], 0, None)["wins"].total) == "1"
    assert found["wins"].parts[-1].name == "own points taken; the average would have given 0"


# What always holds

points = st.tuples(st.integers(0, 400), st.integers(0, 400))
played_matches = st.lists(st.builds(match, points, points, st.sampled_from([None, 0, 1])), max_size=6)


@given(played_matches, st.integers(0, 2), st.sampled_from(["none", "nearest"]))
def test_parts_add_up_and_an_average_lies_between_the_least_and_the_most(
    played: list[Played], others: int, rounding: str
) -> None:
    pack = with_readings(HEROCON, average_rounding=rounding)
    found = bye_figures(pack, played, others)
    assert 0 <= found["objective"].total <= 400
    assert 100 <= found["total"].total <= 900
    for figure in found.values():
        assert sum((part.value for part in figure.parts), Fraction(0)) == figure.total
    if rounding == "nearest":
        assert found["total"].total.denominator == 1


@given(played_matches, points)
def test_a_concession_is_worth_at_least_either_choice(played: list[Played], own: tuple[int, int]) -> None:
    card = figures(objective=own[0], destruction=own[1])
    found = concession_figures(HEROCON, played, 0, card)["total"].total
    assert found == max(sum(own) + 200, bye_figures(HEROCON, played, 0)["total"].total + 100)
