"""Totals that explain themselves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from musterhall.tally import Tally, counted

PARTS = st.lists(st.tuples(st.text(min_size=1, max_size=8), st.integers(-20, 20), st.booleans()))


@given(st.integers(-50, 50), PARTS)
def test_the_parts_add_up_to_the_total(base: int, parts: list[tuple[str, int, bool]]) -> None:
    tally = Tally("ATT", base)
    for name, value, counts in parts:
        tally.add(name, value, when=counts)
    assert tally.total == base + sum(part.value for part in tally.parts)
    assert tally.total == base + sum(value for _, value, counts in parts if counts)


@given(st.integers(-50, 50), PARTS)
def test_not_explaining_does_not_change_the_arithmetic(base: int, parts: list[tuple[str, int, bool]]) -> None:
    loud, quiet = Tally("ATT", base), Tally("ATT", base, explain=False)
    for tally in (loud, quiet):
        for name, value, counts in parts:
            tally.add(name, value, when=counts)
        tally.at_least(3, "floor")
    assert loud.total == quiet.total >= 3
    assert quiet.parts == []


def test_a_tally_reads_as_a_sum() -> None:
    tally = Tally("AT", 8, "1.7")
    tally.add("close range", 1, "1.7")
    tally.add("dash", -2, "1.4.1")
    tally.add("crossfire", 1, when=False)
    assert str(tally) == "AT 8 + close range 1 - dash 2 = 7"
    assert tally.as_data()["parts"][1] == {"name": "dash", "value": -2, "section": "1.4.1"}


def test_a_word_with_a_plural_of_its_own_keeps_it() -> None:
    assert [counted(number, "ability", "abilities") for number in (0, 1, 2)] == [
        "0 abilities",
        "1 ability",
        "2 abilities",
    ]


def test_a_floor_does_not_read_as_an_amount() -> None:
    tally = Tally("target number", 4)
    tally.add("immobile", -4)
    tally.at_least(2, "no lower than 2")
    assert str(tally) == "target number 4 - immobile 4 + 2 (no lower than 2) = 2"
