"""Dice that cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.events.card_check.checking import DRAFTED, HEROCON, LEVEL, problems, the_problem, with_fields


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
