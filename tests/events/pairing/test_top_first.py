from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.events.pairing.plain import (
    Whole,
    after,
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
from musterhall.events.pairing import least_gaps, look_ahead, pair, random_pairing, top_first
from musterhall.events.pairing.field import Field, Pair


def from_the_top(field: Field, players: Sequence[str]) -> tuple[Pair, ...] | None:
    """The rule as it is told: from the top, each meets the highest they have not met, if the rest can be paired."""
    if not players:
        return ()
    first, *others = players
    for other in others:
        rest = [player for player in others if player != other]
        if is_legal(field, [(first, other)], None) and (below := from_the_top(field, rest)) is not None:
            return ((first, other), *below)
    return None


def best_for_the_top(field: Field, pairings: Iterable[Whole]) -> Whole:
    """Of those with the least wrong and the right bye, the one that is best for the first, then for the second ..."""

    def for_each(pairs: Sequence[Pair]) -> list[tuple[tuple[int, ...], int]]:
        opponent = dict([*pairs, *(two[::-1] for two in pairs)])
        placed = [player for player in field.ranking if player in opponent]
        return [
            (order_of(field, [(player, opponent[player])], None)[:3], field.ranking.index(opponent[player]))
            for player in placed
        ]

    return min(pairings, key=lambda whole: (order_of(field, *whole)[:5], for_each(whole[0])))


def whole_of(field: Field, seed: int = 1) -> Whole:
    pairing = pair(replace(field, paired_by="top_first"), Dice(seed))
    return pairing.pairs, pairing.bye


def in_order(whole: Whole, field: Field) -> Whole:
    return field.in_order(whole[0]), whole[1]


def last_needs_the_top() -> Field:
    """The last has met all but the first two, so that one of these has to meet them."""
    return Field(ids(6), {both(one, "p6"): 1 for one in ("p3", "p4", "p5")})


def test_an_unmet_first_and_second_meet_though_gaps_below_grow() -> None:
    field = Field(ids(6), {both("p3", "p4"): 1, both("p3", "p5"): 1})
    assert pair(field, Dice(1)).pairs == (("p1", "p3"), ("p2", "p4"), ("p5", "p6"))
    assert whole_of(field)[0] == (("p1", "p2"), ("p3", "p6"), ("p4", "p5"))


def test_they_do_not_meet_where_the_rest_could_not_be_paired_without_a_rematch() -> None:
    assert whole_of(last_needs_the_top())[0] == (("p1", "p3"), ("p2", "p6"), ("p4", "p5"))


@settings(deadline=None, max_examples=300)
@given(fields())
def test_each_meets_the_highest_not_met_that_leaves_the_rest_a_pairing(field: Field) -> None:
    pairs, bye = whole_of(field)
    if has_legal_pairing(field):
        rest = [player for player in field.ranking if player != bye]
        assert pairs == from_the_top(field, rest)


@settings(deadline=None, max_examples=300)
@given(fields())
def test_where_rematches_or_second_byes_cannot_be_helped_they_are_as_few_as_by_least_gaps(field: Field) -> None:
    assert whole_of(field) == in_order(best_for_the_top(field, every_pairing(field.ranking)), field)


@settings(deadline=None, max_examples=200)
@given(fields(rounds_left=1))
def test_it_looks_ahead_exactly_when_that_helps(field: Field) -> None:
    legal = [whole for whole in every_pairing(field.ranking) if is_legal(field, *whole)]
    good = [whole for whole in legal if has_legal_pairing(after(field, *whole))]
    wanted = good or legal or list(every_pairing(field.ranking))
    assert whole_of(field) == in_order(best_for_the_top(field, wanted), field)


@settings(deadline=None, max_examples=40)
@given(st.integers(9, 40), st.integers(1, 8), st.integers(0, 1000), st.integers(0, 20), st.booleans())
def test_in_larger_fields_everybody_is_seated_and_what_is_wrong_is_least(
    number: int, rounds: int, seed: int, mates: int, stable: bool
) -> None:
    field = played(number, rounds, seed, forbidden=mates, stable=stable)
    near, top = pair(field, Dice(seed)), pair(replace(field, paired_by="top_first"), Dice(seed))
    assert seated(top) == sorted(field.ranking)
    assert top.bye == near.bye
    assert order_of(field, top.pairs, top.bye)[:5] == order_of(field, near.pairs, near.bye)[:5]


@settings(deadline=None, max_examples=60)
@given(fields(10), st.integers(0, 20))
def test_what_is_rearranged_below_changes_nothing_above(field: Field, seed: int) -> None:
    """With no short way to mend what a pair breaks, the long way finds the same pairing."""
    short = whole_of(field, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(top_first, "_mended_by_one_more_pair", lambda *_: False)
        assert whole_of(field, seed) == short


def test_pinned_pairs_stay_and_the_others_are_paired_from_the_top() -> None:
    field = replace(last_needs_the_top(), pinned=(("p2", "p6"),))
    pairs, _ = whole_of(field)
    assert ("p2", "p6") in pairs
    assert pairs[0] == ("p1", "p3")


def test_the_first_round_is_by_lot_all_the_same() -> None:
    top = random_pairing(Field(ids(8), {}, paired_by="top_first"), Dice(3))
    assert top.pairs == random_pairing(Field(ids(8), {}), Dice(3)).pairs
    assert not top.reasons


def test_a_large_field_that_has_to_look_ahead_keeps_a_way_across(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_ahead, "_TRIES", 0)
    players = ids(14)
    left, right = players[::2], players[1::2]
    ways = {both(left[at], right[at]) for at in range(3)}
    crossed = (both(one, other) for one in left for other in right)
    field = Field(players, {two: 1 for two in crossed if two not in ways}, rounds_left=1, paired_by="top_first")
    pairing = pair(field, Dice(1))
    assert "The pairing looks ahead: after the pairing from the top, the next round would have none" in pairing.notes[0]
    assert not pairing.rematches
    assert not pair(replace(after(field, pairing.pairs, None), rounds_left=0), Dice(1)).rematches


def test_the_same_field_gives_the_same_pairing_whatever_its_first_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    field = played(31, 5, 7, forbidden=9, stable=True)
    before = whole_of(field)
    monkeypatch.setattr(least_gaps, "_FIRST_REACH", 2)
    assert whole_of(field) == before


# Why somebody did not get the next in rank


def reasons(field: Field) -> dict[str, str]:
    return dict(pair(replace(field, paired_by="top_first"), Dice(1)).reasons)


def test_nothing_is_to_be_said_of_who_meets_the_next_in_rank() -> None:
    assert reasons(Field(ids(6), {})) == {}


def test_who_has_met_the_next_in_rank_is_told_so() -> None:
    assert reasons(Field(ids(4), {both("p1", "p2"): 1})) == {
        "p1": "{p1} meets {p3} and not {p2}, whom they have met.",
        "p2": "{p2} meets {p4} and not {p3}, whose opponent is ranked higher.",
    }


def test_who_is_kept_apart_from_the_next_in_rank_is_told_so() -> None:
    field = Field(ids(4), {both("p1", "p3"): 1}, forbidden=frozenset({both("p1", "p2")}))
    told = "{p1} meets {p4} and not {p2}, from whom they are kept apart, or {p3}, whom they have met."
    assert reasons(field)["p1"] == told


def test_who_would_leave_the_rest_without_a_pairing_is_told_so() -> None:
    told = reasons(last_needs_the_top())["p1"]
    assert told == "{p1} meets {p3} and not {p2}, because that would bring a rematch elsewhere."


def test_byes_and_pins_between_are_told_too() -> None:
    field = Field(ids(7), {}, byes=dict.fromkeys(("p3", "p4", "p5", "p6", "p7", "p1"), 1))
    assert reasons(field)["p1"] == "{p1} meets {p3} and not {p2}, who has the bye."
    field = Field(ids(6), {}, pinned=(("p2", "p5"),))
    assert reasons(field)["p1"] == "{p1} meets {p3} and not {p2}, whose opponent is pinned."


def test_a_look_ahead_is_a_reason_too() -> None:
    ways = [both("p1", "p2"), both("p3", "p4"), both("p5", "p6")]
    crossed = [both(one, other) for one in ("p1", "p3", "p5") for other in ("p2", "p4", "p6")]
    field = Field(ids(6), {two: 1 for two in crossed if two not in ways}, rounds_left=1)
    told = " ".join(reasons(field).values())
    assert "because that would bring a rematch elsewhere or in the next round" in told


@settings(deadline=None, max_examples=150)
@given(fields(rounds_left=1))
def test_everybody_who_passes_somebody_over_has_a_reason(field: Field) -> None:
    pairing = pair(replace(field, paired_by="top_first"), Dice(1))
    place = field.ranking.index
    passing = {one for one, other in pairing.pairs if place(other) - place(one) > 1}
    assert set(dict(pairing.reasons)) == passing
