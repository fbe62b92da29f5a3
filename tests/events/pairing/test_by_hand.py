from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.events.pairing.plain import (
    both,
    every_pairing,
    fields,
    ids,
    order_of,
)

from musterhall.dice import Dice
from musterhall.events.pairing import pair
from musterhall.events.pairing.by_hand import compare, swap
from musterhall.events.pairing.cost import Cost, cost_of
from musterhall.events.pairing.field import Field
from musterhall.problems import BadInput


@settings(deadline=None, max_examples=100)
@given(fields(), st.randoms(use_true_random=False))
def test_a_swap_is_its_own_inverse(field: Field, draw: random.Random) -> None:
    if len(field.ranking) < 2:
        return
    pairing = pair(field, Dice(1))
    one, other = draw.sample(field.ranking, 2)
    changed = swap(pairing.pairs, pairing.bye, one, other)
    assert changed != (pairing.pairs, pairing.bye)
    assert swap(*changed, other, one) == (pairing.pairs, pairing.bye)


def test_a_swap_can_hand_on_the_bye() -> None:
    assert swap((("p1", "p2"),), "p3", "p3", "p1") == ((("p3", "p2"),), "p1")


@settings(deadline=None, max_examples=100)
@given(fields(levels=True))
def test_the_cost_of_a_pairing_is_counted_plainly(field: Field) -> None:
    for pairs, bye in list(every_pairing(field.ranking))[:5]:
        cost = cost_of(field, pairs, bye)
        lines = order_of(field, pairs, bye)
        assert tuple(cost.as_data().values()) == (*lines[:4], lines[5])


def test_costs_are_compared_line_by_line() -> None:
    assert Cost(forbidden=1) > Cost(rematches=9) > Cost(repeats=9) > Cost(second_byes=9) > Cost(distance=99)


def test_a_cost_is_a_sentence() -> None:
    assert Cost(0, 1, 0, 0, 14).sentence() == "No forbidden pairs, 1 rematch, no second bye, distance 14."


def test_a_change_by_hand_says_what_it_costs() -> None:
    field = Field(ids(5), {both("p1", "p3"): 1}, frozenset({both("p2", "p4")}), byes={"p4": 1})
    before = ((("p1", "p2"), ("p3", "p4")), "p5")
    assert compare(field, before, swap(*before, "p2", "p3")) == [
        "New: {p2} and {p4} should not meet.",
        "New: {p1} and {p3} meet again.",
        "The players are further apart in the ranking: distance 8 instead of 2.",
    ]
    assert compare(field, before, swap(*before, "p4", "p5"))[0] == "New: {p4} has a bye again."
    assert compare(field, swap(*before, "p2", "p3"), before)[0] == "No longer: {p2} and {p4} should not meet."
    assert compare(field, before, before) == ["The change costs nothing."]


def test_a_change_by_hand_that_blocks_the_next_round_says_so() -> None:
    met = {both("p1", "p2"): 1, both("p3", "p4"): 1}
    field = Field(ids(4), met, frozenset(), rounds_left=1)
    before = ((("p1", "p3"), ("p2", "p4")), None)
    blocked = replace(field, met={**met, both("p1", "p4"): 1})
    assert compare(field, before, ((("p1", "p4"), ("p2", "p3")), None)) == [
        "The players are further apart in the ranking: distance 10 instead of 8.",
    ]
    after_it = compare(blocked, ((("p1", "p2"), ("p3", "p4")), None), before)
    assert after_it[-1].startswith("After this the next round has no pairing")


def test_pairs_with_unknown_or_doubled_players_are_refused() -> None:
    with pytest.raises(BadInput, match="p9 is not among the players"):
        cost_of(Field(ids(2), {}), (("p1", "p9"),), None)
    with pytest.raises(BadInput, match="p1 is named 2 times"):
        cost_of(Field(ids(3), {}), (("p1", "p2"),), "p1")
    with pytest.raises(BadInput, match="p9 is not in this pairing"):
        swap((("p1", "p2"),), None, "p1", "p9")
    with pytest.raises(BadInput, match="named twice"):
        swap((("p1", "p2"),), None, "p1", "p1")
