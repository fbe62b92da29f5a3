"""Both tables of point values, their ends, and the examples in print."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.games.alpha_strike.units.cards import Card, Damage
from musterhall.games.alpha_strike.units.point_values import skill_pv, unit_pv

BASES = st.integers(min_value=1, max_value=400)
SKILLS = st.integers(min_value=0, max_value=7)


def card(pv: int) -> Card:
    none = Damage(0)
    return Card("Test TST-1", "Test", "TST-1", "BM", 2, {"": 8}, (none, none, none, none), 3, 2, pv)


@pytest.mark.parametrize(
    ("base", "skill", "value"),
    [(20, 4, 20), (37, 1, 58), (56, 5, 50), (52, 3, 62), (7, 3, 8), (8, 3, 10), (104, 5, 94), (14, 6, 12), (15, 6, 11)],
)
def test_the_printed_tables_give_the_printed_values(base: int, skill: int, value: int) -> None:
    assert skill_pv(base, skill).total == value


@pytest.mark.parametrize(("base", "step"), [(53, 11), (57, 11), (58, 12), (62, 12), (63, 13)])
def test_a_better_pilot_costs_one_more_for_every_five_points_above_52(base: int, step: int) -> None:
    assert skill_pv(base, 3).total == base + step


@pytest.mark.parametrize(("base", "step"), [(105, 11), (114, 11), (115, 12)])
def test_a_worse_pilot_saves_one_more_for_every_ten_points_above_104(base: int, step: int) -> None:
    assert skill_pv(base, 5).total == base - step


def test_a_legendary_pilot_adds_one_step_of_better_skill() -> None:
    value = unit_pv(card(31), 3, legendary=True)
    assert value.total == 43
    assert str(value) == "Test TST-1 31 + skill 3 6 + legendary pilot 6 = 43"


def test_no_unit_costs_less_than_one_point() -> None:
    assert skill_pv(3, 7).total == 1
    assert skill_pv(2, 7).total == 1


@given(BASES, SKILLS)
def test_a_better_pilot_never_costs_less(base: int, skill: int) -> None:
    assert skill_pv(base, skill).total >= skill_pv(base, skill + 1).total


@given(BASES, SKILLS)
def test_the_parts_add_up_to_the_value(base: int, skill: int) -> None:
    value = skill_pv(base, skill)
    assert value.base + sum(part.value for part in value.parts) == value.total
