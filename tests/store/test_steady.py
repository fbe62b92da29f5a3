"""The clock of a run: nobody can set it."""

from __future__ import annotations

from musterhall.store.steady import SteadyClock


def test_it_begins_with_the_time_of_day_and_counts_on_however_that_is_set() -> None:
    ticks = [100.0]
    days = [1_000_000_000.0]
    clock = SteadyClock(lambda: days[0], lambda: ticks[0])
    assert clock.hour() == "2001-09-09T01:46:40.000Z"
    days[0] -= 3_600
    ticks[0] += 1.5
    assert clock.seconds() == 1_000_000_001.5
    assert clock.hour() == "2001-09-09T01:46:41.500Z"
    days[0] += 7_200
    assert clock.seconds() == 1_000_000_001.5


def test_its_hours_never_go_back() -> None:
    clock = SteadyClock()
    hours = [clock.hour() for _ in range(1_000)]
    assert hours == sorted(hours)
