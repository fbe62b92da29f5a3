from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.events.pairing.plain import (
    both,
    every_pairing,
    fields,
    has_legal_pairing,
    ids,
    is_legal,
    order_of,
    played,
    seated,
)

from musterhall.dice import Dice
from musterhall.events.pairing import least_gaps, pair, random_pairing
from musterhall.events.pairing.cost import Cost, cost_of
from musterhall.events.pairing.field import Field
from musterhall.problems import BadInput

# What a pairing is


def test_without_history_neighbours_in_the_ranking_meet() -> None:
    pairing = pair(Field(ids(6), {}), Dice(1))
    assert pairing.pairs == (("p1", "p2"), ("p3", "p4"), ("p5", "p6"))
    assert pairing.bye is None
    assert pairing.notes == ()
    assert pairing.cost == Cost(distance=3)


def test_those_who_met_are_paired_with_the_next_in_the_ranking() -> None:
    pairing = pair(Field(ids(6), {both("p3", "p4"): 1}), Dice(1))
    assert pairing.pairs == (("p1", "p2"), ("p3", "p5"), ("p4", "p6"))


def test_one_far_pair_is_worse_than_two_near_ones_of_the_same_sum() -> None:
    pairing = pair(Field(ids(4), {both("p1", "p2"): 1}), Dice(1))
    assert pairing.pairs == (("p1", "p3"), ("p2", "p4"))
    assert cost_of(Field(ids(4), {}), (("p1", "p4"), ("p2", "p3")), None) > pairing.cost


def test_the_better_ranked_player_stands_first_and_the_best_pair_on_top() -> None:
    field = Field(("p4", "p2", "p3", "p1"), {both("p4", "p2"): 1})
    assert pair(field, Dice(1)).pairs == (("p4", "p3"), ("p2", "p1"))


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_the_smallest_fields_are_paired_too(number: int) -> None:
    pairing = pair(Field(ids(number), {}, rounds_left=1), Dice(1))
    assert seated(pairing) == list(ids(number))
    assert pairing.bye == (ids(number)[-1] if number % 2 else None)


def test_a_bracket_counts_more_than_a_place_where_levels_are_given() -> None:
    level = {"p1": 3, "p2": 3, "p3": 3, "p4": 3, "p5": 1, "p6": 1}
    met = {both("p1", "p2"): 1, both("p3", "p4"): 1}
    assert pair(Field(ids(6), met, level=level), Dice(1)).pairs == (("p1", "p3"), ("p2", "p4"), ("p5", "p6"))


@settings(deadline=None, max_examples=150)
@given(fields())
def test_every_player_is_seated_exactly_once(field: Field) -> None:
    assert seated(pair(field, Dice(1))) == sorted(field.ranking)
    assert seated(random_pairing(field, Dice(1))) == sorted(field.ranking)


@settings(deadline=None, max_examples=300)
@given(fields())
def test_no_pairing_of_all_there_are_is_better(field: Field) -> None:
    pairing = pair(field, Dice(1))
    best = min(order_of(field, *whole) for whole in every_pairing(field.ranking))
    assert order_of(field, pairing.pairs, pairing.bye) == best


@settings(deadline=None, max_examples=150)
@given(fields(levels=True))
def test_no_pairing_is_better_by_levels_either(field: Field) -> None:
    pairing = pair(field, Dice(1))
    best = min(order_of(field, *whole) for whole in every_pairing(field.ranking))
    assert order_of(field, pairing.pairs, pairing.bye) == best


@settings(deadline=None, max_examples=200)
@given(fields(rounds_left=1))
def test_nobody_meets_again_while_it_can_be_avoided(field: Field) -> None:
    pairing = pair(field, Dice(1))
    if has_legal_pairing(field):
        assert is_legal(field, pairing.pairs, pairing.bye)
        assert not pairing.rematches
        assert not pairing.forbidden


@settings(deadline=None, max_examples=200)
@given(fields(), st.sampled_from(("lowest", "random")), st.integers(0, 5))
def test_a_bye_goes_to_no_one_twice_while_another_can_take_it(field: Field, choice: str, seed: int) -> None:
    field = replace(field, bye_choice="random" if choice == "random" else "lowest")
    pairing = pair(field, Dice(seed))
    cost = order_of(field, pairing.pairs, pairing.bye)
    if cost[3]:
        best = min(order_of(field, *whole)[:4] for whole in every_pairing(field.ranking))
        assert cost[:4] == best


def cheapest_of_all_pairs(field: Field) -> int:
    """The matching over every pair there is, with weights of its own."""
    odd = len(field.ranking) % 2
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(field.ranking) + odd))
    for at, one in enumerate(field.ranking):
        for there, other in enumerate(field.ranking[:at]):
            graph.add_edge(there, at, HIGH - as_number(order_of(field, ((other, one),), None)))
        if odd:
            graph.add_edge(at, len(field.ranking), HIGH - as_number(order_of(field, (), one)))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(HIGH - graph.get_edge_data(*edge) for edge in found)


HIGH = 10**25


def as_number(lines: Sequence[int]) -> int:
    number = 0
    for line in lines:
        number = number * 10**4 + line
    return number


@settings(deadline=None, max_examples=80)
@given(
    st.integers(2, 24), st.integers(0, 8), st.integers(0, 1000), st.integers(0, 12), st.booleans(), st.integers(1, 16)
)
def test_near_pairs_are_enough_to_find_the_cheapest_of_all_pairings(
    number: int, rounds: int, seed: int, mates: int, stable: bool, reach: int
) -> None:
    field = played(number, rounds, seed, forbidden=mates, stable=stable)
    if seed % 3 == 0:
        field = replace(field, byes=dict.fromkeys(field.ranking, 1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(least_gaps, "_FIRST_REACH", reach)  # small fields, too, begin with a part of their pairs
        pairing = pair(field, Dice(seed))
    assert as_number(order_of(field, pairing.pairs, pairing.bye)) == cheapest_of_all_pairs(field)


@settings(deadline=None, max_examples=60)
@given(fields(10, rounds_left=1), st.integers(0, 3), st.randoms(use_true_random=False))
def test_the_same_field_and_seed_give_the_same_pairing(field: Field, seed: int, shuffle: random.Random) -> None:
    met = list(field.met.items())
    shuffle.shuffle(met)
    same = replace(field, met=dict(met))
    assert pair(field, Dice(seed)) == pair(same, Dice(seed))
    assert random_pairing(field, Dice(seed)) == random_pairing(same, Dice(seed))


# The first round


def test_the_first_round_is_random_by_its_seed() -> None:
    rounds = {random_pairing(Field(ids(8), {}), Dice(seed)).pairs for seed in range(20)}
    assert len(rounds) > 15
    assert random_pairing(Field(ids(8), {}), Dice(3)) == random_pairing(Field(ids(8), {}), Dice(3))


def test_a_random_round_avoids_forbidden_pairs_and_a_second_bye() -> None:
    mates = frozenset({both("p1", "p2"), both("p1", "p3"), both("p2", "p3"), both("p4", "p5")})
    for seed in range(50):
        pairing = random_pairing(Field(ids(7), {}, mates, byes={"p6": 1}), Dice(seed))
        assert not pairing.forbidden
        assert pairing.bye != "p6"


def test_every_player_can_have_the_bye_of_a_random_round() -> None:
    assert {random_pairing(Field(ids(5), {}), Dice(seed)).bye for seed in range(60)} == set(ids(5))


# Byes


def test_the_bye_goes_to_the_lowest_ranked_who_has_had_none() -> None:
    assert pair(Field(ids(5), {}, byes={"p5": 1}), Dice(1)).bye == "p4"


def test_the_bye_moves_up_when_the_lowest_is_needed_for_a_pairing_without_rematch() -> None:
    met = {both("p1", "p2"): 1}
    pairing = pair(Field(ids(3), met), Dice(1))
    assert pairing.bye == "p2"
    assert pairing.pairs == (("p1", "p3"),)
    assert pairing.notes == (
        "The bye goes to {p2}: a bye for {p3} would cost more repeated meetings or forbidden pairs.",
    )


def test_the_right_bye_is_found_also_where_it_takes_a_far_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(least_gaps, "_FIRST_REACH", 1)
    assert pair(Field(ids(3), {both("p1", "p2"): 1}), Dice(1)).bye == "p2"


def test_a_bye_by_lot_falls_only_on_those_who_may_have_it() -> None:
    field = Field(ids(5), {}, byes={"p1": 1, "p2": 1}, bye_choice="random")
    assert {pair(field, Dice(seed)).bye for seed in range(40)} == {"p3", "p4", "p5"}


def test_dice_are_rolled_only_for_a_lot() -> None:
    dice = Dice.scripted([])
    pair(Field(ids(6), {}, bye_choice="random"), dice)
    pair(Field(ids(5), {}), dice)
    dice.finish()


def test_a_second_bye_is_said_plainly() -> None:
    pairing = pair(Field(ids(3), {}, byes=dict.fromkeys(ids(3), 1)), Dice(1))
    assert pairing.cost.second_byes == 1
    assert pairing.notes == ("{p3} has a bye again: nobody has had fewer.",)
    pairing = pair(Field(ids(3), {}, byes={"p3": 1}, pinned=(("p1", "p2"),)), Dice(1))
    assert pairing.notes == ("{p3} has a bye again: all who have had fewer are pinned.",)
    met = {both("p1", "p3"): 1, both("p2", "p3"): 1}
    pairing = pair(Field(ids(3), met, byes={"p3": 1}), Dice(1))
    assert pairing.notes == (
        "{p3} has a bye again: a bye for one who has had fewer would cost more repeated meetings or forbidden pairs.",
    )


# Where nothing legal is left


def test_an_unavoidable_rematch_is_said_plainly() -> None:
    met = {both("p1", "p2"): 1, both("p1", "p3"): 1, both("p1", "p4"): 1}
    pairing = pair(Field(ids(4), met), Dice(1))
    assert pairing.rematches == (("p1", "p2"),)
    assert pairing.notes == ("{p1} and {p2} meet again: no pairing without a rematch exists.",)


def test_a_rematch_is_better_than_a_forbidden_pair() -> None:
    pairing = pair(Field(ids(2), {}, frozenset({both("p1", "p2")})), Dice(1))
    assert pairing.forbidden == (("p1", "p2"),)
    assert pairing.notes == ("{p1} and {p2} should not meet: no pairing avoids it.",)
    met = {both("p1", "p3"): 1, both("p2", "p4"): 1, both("p1", "p4"): 1, both("p2", "p3"): 1}
    pairing = pair(Field(ids(4), met, frozenset({both("p1", "p2")})), Dice(1))
    assert not pairing.forbidden
    assert len(pairing.rematches) == 2
    assert "no pairing without a rematch and without a forbidden pair exists" in pairing.notes[0]


def test_where_all_have_met_a_third_meeting_is_worse_than_a_second() -> None:
    met = {both(one, other): 1 for one in ids(4) for other in ids(4) if one < other} | {both("p1", "p2"): 2}
    assert pair(Field(ids(4), met), Dice(1)).pairs == (("p1", "p3"), ("p2", "p4"))


# Pins


def test_pinned_pairs_and_a_pinned_bye_stay() -> None:
    field = Field(ids(7), {both("p1", "p7"): 1}, byes={"p2": 1}, pinned=(("p7", "p1"),), pinned_bye="p2")
    pairing = pair(field, Dice(1))
    assert pairing.pairs == (("p1", "p7"), ("p3", "p4"), ("p5", "p6"))
    assert pairing.bye == "p2"
    assert pairing.notes == ("{p1} and {p7} meet again: they are pinned.", "{p2} has a bye again: it is pinned.")


@settings(deadline=None, max_examples=100)
@given(fields(), st.randoms(use_true_random=False))
def test_beside_the_pins_nothing_could_be_better(field: Field, draw: random.Random) -> None:
    if len(field.ranking) < 4:
        return
    one, other = draw.sample(field.ranking, 2)
    field = replace(field, pinned=((one, other),))
    pairing = pair(field, Dice(1))
    pinned = [whole for whole in every_pairing(field.ranking) if {both(*two) for two in whole[0]} >= {both(one, other)}]
    assert order_of(field, pairing.pairs, pairing.bye) == min(order_of(field, *whole) for whole in pinned)


# What is refused


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        (Field(("p1", "p1"), {}), "p1 is in the ranking 2 times"),
        (Field(ids(4), {}, pinned=(("p1", "p9"),)), "pinned pairs: p9 is not among the players"),
        (Field(ids(4), {}, pinned=(("p1", "p2"), ("p2", "p3"))), "pinned pairs: p2 is named 2 times"),
        (Field(ids(4), {}, pinned_bye="p1"), "with 4 players everybody has an opponent"),
        (Field(ids(2), {}, level={"p1": 3}), "p2 has no level"),
        (Field(ids(2), {}, level={"p1": 0, "p2": 1 << 70}), "too far apart"),
    ],
)
def test_a_field_that_cannot_be_paired_is_refused_with_the_reason(field: Field, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        pair(field, Dice(1))
