"""Dice: the same everywhere, and scripted ones that must come out even."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.dice import Dice, DiceError, Die, KeyedDice, Roll, d5, d6, d10

SEEDS = st.integers(min_value=0, max_value=2**63)


def test_a_seed_gives_these_faces_on_every_machine() -> None:
    assert Dice(7).roll(12, d10, "any") == [1, 6, 6, 5, 6, 2, 3, 3, 5, 8, 10, 4]
    assert Dice(0).roll(8, d6, "any") == [6, 3, 1, 6, 1, 2, 2, 5]


@given(SEEDS, st.integers(0, 50), st.integers(1, 20))
def test_seed_and_count_are_the_whole_state(seed: int, before: int, number: int) -> None:
    stream = Dice(seed)
    stream.roll(before, d10, "before")
    later = Dice(seed, stream.count)
    assert later.roll(number, d10, "after") == stream.roll(number, d10, "after")


@given(SEEDS, st.integers(2, 100))
def test_every_face_is_on_the_die(seed: int, faces: int) -> None:
    assert all(1 <= face <= faces for face in Dice(seed).roll(50, Die("any", faces), "any"))


def test_faces_are_fair_enough() -> None:
    counts = Counter(Dice(3).roll(50_000, d10, "any"))
    assert set(counts) == set(range(1, 11))
    assert all(abs(count - 5_000) < 300 for count in counts.values())


@given(SEEDS)
def test_a_stream_for_looking_ahead_is_another_one(seed: int) -> None:
    real = Dice(seed)
    assert real.fresh(1).roll(30, d10, "any") != Dice(seed).roll(30, d10, "any")
    assert real.fresh(1).roll(30, d10, "any") == real.fresh(1).roll(30, d10, "any")
    assert real.fresh(1).roll(30, d10, "any") != real.fresh(2).roll(30, d10, "any")


def test_a_copy_goes_on_by_itself() -> None:
    stream = Dice(5)
    stream.roll(3, d10, "before")
    twin = stream.copy()
    assert twin.roll(4, d10, "after") == stream.copy().roll(4, d10, "after")
    assert stream.count == 3


def test_every_roll_is_recorded_with_its_purpose() -> None:
    stream = Dice.scripted([7, 2, 4])
    stream.roll(1, d10, "rally")
    stream.roll(2, d5, "regroup")
    assert stream.record == [Roll("rally", "d10", (7,), 10), Roll("regroup", "d5", (2, 4), 5)]


def test_too_few_scripted_dice_are_named_with_what_they_were_for() -> None:
    stream = Dice.scripted([7])
    with pytest.raises(DiceError, match="barrage needs 3 x d10 and only 1 of the 1 given dice are left; add 2 more"):
        stream.roll(3, d10, "barrage")
    assert stream.count == 0


def test_scripted_dice_left_over_are_an_error() -> None:
    stream = Dice.scripted([7, 8, 9])
    stream.roll(1, d10, "rally")
    with pytest.raises(DiceError, match="2 of the 3 given dice were not rolled"):
        stream.finish()


def test_a_face_that_the_die_does_not_have_is_an_error() -> None:
    with pytest.raises(DiceError, match="6 is no face of the d5"):
        Dice.scripted([6]).roll(1, d5, "charge")
    with pytest.raises(DiceError, match="0 is no face of the d10"):
        Dice.scripted([0]).roll(1, d10, "rally")


def test_keyed_dice_fall_the_same_for_the_same_purpose_whatever_was_rolled_elsewhere() -> None:
    quiet, busy = KeyedDice(7), KeyedDice(7)
    busy.moment = quiet.moment = "1 unit 3"
    busy.roll(5, d10, "fire")
    busy.moment = quiet.moment = "1 unit 4"
    assert quiet.roll(6, d10, "fire") == busy.roll(6, d10, "fire")
    assert quiet.roll(6, d10, "fire") == busy.roll(6, d10, "fire")
    assert quiet.roll(30, d10, "rally") != KeyedDice(8, moment="1 unit 4").roll(30, d10, "rally")


def test_keyed_dice_go_on_where_a_copy_was_made_and_differ_by_moment_and_purpose() -> None:
    dice = KeyedDice(7, moment="2 unit 1")
    dice.roll(3, d10, "fire")
    twin = dice.copy()
    assert twin.roll(20, d10, "fire") == dice.roll(20, d10, "fire")
    streams = [KeyedDice(7, moment=moment).roll(20, d10, word) for moment in ("1", "2") for word in ("fire", "rally")]
    assert len({tuple(faces) for faces in streams}) == 4


def test_a_search_on_keyed_dice_rolls_dice_that_do_not_lead_back() -> None:
    dice = KeyedDice(7, moment="2 unit 1")
    assert type(dice.lineage(1)) is Dice
    assert dice.lineage(1).roll(30, d10, "fire") != dice.copy().roll(30, d10, "fire")
