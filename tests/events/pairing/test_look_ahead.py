from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from tests.events.pairing.plain import (
    after,
    both,
    every_pairing,
    fields,
    has_legal_pairing,
    ids,
    is_legal,
    order_of,
)

from musterhall.dice import Dice
from musterhall.events.pairing import look_ahead, pair
from musterhall.events.pairing.cost import Cost
from musterhall.events.pairing.field import Field


@settings(deadline=None, max_examples=300)
@given(fields(rounds_left=1))
def test_a_dead_end_is_avoided_exactly_when_it_can_be(field: Field) -> None:
    pairing = pair(field, Dice(1))
    legal = [whole for whole in every_pairing(field.ranking) if is_legal(field, *whole)]
    good = [whole for whole in legal if has_legal_pairing(after(field, *whole))]
    wanted = good or legal or list(every_pairing(field.ranking))
    assert order_of(field, pairing.pairs, pairing.bye) == min(order_of(field, *whole) for whole in wanted)
    looked = any("looks ahead" in note for note in pairing.notes)
    plain = pair(replace(field, rounds_left=0), Dice(1))
    assert not (looked and has_legal_pairing(after(field, plain.pairs, plain.bye)))
    assert any("Whatever is paired now" in note for note in pairing.notes) == bool(legal and not good)


def dead_end() -> Field:
    """Two groups of three, odd and even, with three ways across. Who takes all three at once has none left."""
    ways = [both("p1", "p2"), both("p3", "p4"), both("p5", "p6")]
    crossed = [both(one, other) for one in ("p1", "p3", "p5") for other in ("p2", "p4", "p6")]
    return Field(ids(6), {two: 1 for two in crossed if two not in ways})


def test_the_last_round_does_not_look_ahead() -> None:
    pairing = pair(dead_end(), Dice(1))
    assert pairing.pairs == (("p1", "p2"), ("p3", "p4"), ("p5", "p6"))
    assert not has_legal_pairing(after(dead_end(), pairing.pairs, None))


def test_a_pairing_that_looks_ahead_says_so() -> None:
    field = replace(dead_end(), rounds_left=1)
    pairing = pair(field, Dice(1))
    assert pairing.cost == Cost(distance=9)
    assert has_legal_pairing(after(field, pairing.pairs, None))
    assert pairing.notes == (
        "The pairing looks ahead: after the pairing nearest by the ranking, the next round would have none without a "
        "rematch, a forbidden pair or a second bye.",
    )


def test_the_look_ahead_counts_what_is_pinned_as_played() -> None:
    field = replace(dead_end(), rounds_left=1, pinned=(("p1", "p2"),))
    pairing = pair(field, Dice(1))
    assert pairing.pairs == (("p1", "p2"), ("p3", "p5"), ("p4", "p6"))


def groups(size: int, ways: int) -> Field:
    """Two groups of `size` that have met the other group, but for `ways` pairs across."""
    players = ids(2 * size)
    left, right = players[::2], players[1::2]
    open_pairs = {both(left[at], right[at]) for at in range(ways)}
    crossed = (both(one, other) for one in left for other in right)
    return Field(players, {two: 1 for two in crossed if two not in open_pairs}, rounds_left=1)


def test_a_larger_field_keeps_a_way_across_for_the_next_round() -> None:
    """Seven and seven: an odd number must cross in each round, and of three ways across one has to be left."""
    field = groups(7, 3)
    pairing = pair(field, Dice(1))
    later = after(field, pairing.pairs, pairing.bye)
    assert not pairing.rematches
    assert not pair(replace(later, rounds_left=0), Dice(1)).rematches
    assert pair(replace(field, rounds_left=0), Dice(1)).pairs != pairing.pairs
    assert any("looks ahead" in note for note in pairing.notes)


def test_where_the_tries_run_out_a_pairing_for_the_next_round_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_ahead, "_TRIES", 0)
    field = groups(7, 3)
    pairing = pair(field, Dice(1))
    assert any("looks ahead" in note for note in pairing.notes)
    later = pair(replace(after(field, pairing.pairs, pairing.bye), rounds_left=0), Dice(1))
    assert not pairing.rematches
    assert not later.rematches


def test_a_larger_field_says_when_no_way_was_found() -> None:
    field = groups(7, 1)
    pairing = pair(field, Dice(1))
    assert not pairing.rematches
    assert any("next round has no pairing" in note for note in pairing.notes)
