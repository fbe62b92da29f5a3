from __future__ import annotations

import itertools
import random
import time
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from musterhall.events.seating import Pair, repeats, seat
from musterhall.problems import BadInput


def some_pairs(number: int) -> list[Pair]:
    return [(f"a{at}", f"b{at}") for at in range(1, number + 1)]


def test_with_nothing_to_avoid_the_best_pair_sits_at_the_lowest_table() -> None:
    assert seat(some_pairs(3), {}, [9, 5, 7]) == {5: ("a1", "b1"), 7: ("a2", "b2"), 9: ("a3", "b3")}


def test_nobody_sits_where_they_sat_before_while_another_table_is_free() -> None:
    seats = seat(some_pairs(3), {"a1": [1], "b2": [2], "b1": [3]}, [1, 2, 3])
    assert seats == {1: ("a2", "b2"), 2: ("a1", "b1"), 3: ("a3", "b3")}


def test_a_spare_table_is_used_rather_than_a_repeat() -> None:
    assert seat(some_pairs(1), {"a1": [1], "b1": [2]}, [1, 2, 3]) == {3: ("a1", "b1")}
    assert seat(some_pairs(1), {"a1": [1]}, range(1, 100_000)) == {2: ("a1", "b1")}


def test_a_table_sat_at_once_is_better_than_one_sat_at_twice() -> None:
    assert seat(some_pairs(1), {"a1": [1, 1, 2]}, [1, 2]) == {2: ("a1", "b1")}
    assert repeats({1: ("a1", "b1")}, {"a1": [1, 1, 2], "b1": [1]}) == 3


def test_a_fixed_table_stays_whichever_way_round_the_pair_is_written() -> None:
    seats = seat(some_pairs(3), {"a3": [1]}, [1, 2, 3], fixed={("b3", "a3"): 1})
    assert seats == {1: ("a3", "b3"), 2: ("a1", "b1"), 3: ("a2", "b2")}


def test_no_pairs_need_no_tables() -> None:
    assert seat([], {}, []) == {}


histories = st.lists(st.integers(1, 7), max_size=4)


@settings(deadline=None, max_examples=200)
@given(st.integers(1, 5), st.integers(0, 2), st.lists(histories, min_size=10, max_size=10))
def test_no_seating_of_all_there_are_is_better(number: int, spare: int, rounds: Sequence[Sequence[int]]) -> None:
    pairs, tables = some_pairs(number), range(1, number + spare + 1)
    sat = dict(zip((player for two in some_pairs(5) for player in two), rounds, strict=True))
    seats = seat(pairs, sat, tables)
    assert sorted(seats.values()) == sorted(pairs)
    everything = (dict(zip(chosen, pairs, strict=True)) for chosen in itertools.permutations(tables, number))
    assert worth(seats, pairs, sat) == min(worth(other, pairs, sat) for other in everything)


def worth(seats: Mapping[int, Pair], pairs: Sequence[Pair], sat: Mapping[str, Sequence[int]]) -> tuple[int, int]:
    """Repeats first, then how far each pair is from the table of its own place."""
    again = sum(list(sat[player]).count(table) for table, two in seats.items() for player in two)
    return again, sum((table - 1 - pairs.index(two)) ** 2 for table, two in seats.items())


def test_five_hundred_tables_are_seated_quickly_and_without_a_repeat() -> None:
    draw = random.Random(5)
    players = [f"p{at}" for at in range(1000)]
    sat: dict[str, list[int]] = {player: [] for player in players}
    spent = 0.0
    for _ in range(9):
        # a ranking that hardly changes wants everybody at their old table again
        players.sort(key=lambda player: int(player[1:]) + draw.uniform(0, 6))
        pairs = list(zip(players[::2], players[1::2], strict=True))
        start = time.process_time()
        seats = seat(pairs, sat, range(1, 501))
        spent = max(spent, time.process_time() - start)
        assert repeats(seats, sat) == 0
        for table, two in seats.items():
            for player in two:
                sat[player].append(table)
    assert spent < 5


@pytest.mark.parametrize(
    ("tables", "fixed", "sentence"),
    [
        ([1], {}, "2 pairs, but tables for 1; add 1"),
        ([1, 1], {}, "number 1 is there twice"),
        ([1, 2], {("a1", "b2"): 1}, "a1 and b2 do not play each other"),
        ([1, 2], {("a1", "b1"): 3}, "no such table"),
        ([1, 2], {("a1", "b1"): 1, ("a2", "b2"): 1}, "fixed for two pairs"),
        ([1, 2], {("a1", "b1"): 1, ("b1", "a1"): 2}, "have a fixed table already"),
    ],
)
def test_tables_that_cannot_be_are_refused_with_the_reason(
    tables: list[int], fixed: dict[Pair, int], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        seat(some_pairs(2), {}, tables, fixed)


def test_a_player_in_two_pairs_is_refused() -> None:
    with pytest.raises(BadInput, match="a1 is in 2 pairs"):
        seat([("a1", "b1"), ("a1", "b2")], {}, [1, 2])
