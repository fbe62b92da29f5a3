"""Prizes that are held back, and revealed one by one."""

from __future__ import annotations

import pytest
from tests.events.day import Day, new_day

from musterhall.events import ceremony, prizes
from musterhall.events.fold import Ledger
from musterhall.problems import BadInput

FOUR = ("Anna", "Boris", "Cleo", "Dario")


def played() -> Day:
    day = new_day(FOUR, rounds_=1)
    day.pair()
    day.decide_all({"Anna": 3, "Boris": 2, "Cleo": 1})
    return day


def held_back() -> Day:
    day = played()
    day.do(ceremony.hold_back)
    day.do(prizes.finish)
    return day


def shown(day: Day) -> list[str]:
    return [one.award for one in ceremony.prizes_shown(day.event)]


def test_all_prizes_are_known_with_the_end_unless_they_are_held_back() -> None:
    day = played()
    assert shown(day) == []
    day.do(prizes.finish)
    assert shown(day) == [rule.name for rule in day.event.awards]
    assert ceremony.prizes_to_reveal(day.event) == []


def test_a_prize_that_is_held_back_is_known_when_it_is_revealed_and_not_before() -> None:
    day = held_back()
    assert shown(day) == []
    last, *others = ceremony.prizes_to_reveal(day.event)
    day.do(lambda event: ceremony.reveal(event, last.award))
    assert shown(day) == [last.award]
    assert ceremony.prizes_to_reveal(day.event) == others


def test_the_last_of_the_list_is_revealed_first_and_the_winner_at_the_end() -> None:
    assert [one.award for one in ceremony.prizes_to_reveal(held_back().event)] == ["third", "second", "first"]


def test_what_nobody_has_won_is_never_revealed_and_told_with_the_last_one() -> None:
    day = held_back()
    for _ in range(3):
        award = ceremony.prizes_to_reveal(day.event)[0].award
        day.do(lambda event, award=award: ceremony.reveal(event, award))  # type: ignore[misc]
    assert shown(day) == [rule.name for rule in day.event.awards]


def test_a_prize_is_revealed_once_and_only_while_it_is_held_back() -> None:
    day = held_back()
    day.do(lambda event: ceremony.reveal(event, "third"))
    with pytest.raises(BadInput, match="revealed already"):
        day.do(lambda event: ceremony.reveal(event, "third"))
    with pytest.raises(BadInput, match="not one of this event"):
        day.do(lambda event: ceremony.reveal(event, "chess"))
    with pytest.raises(BadInput, match="is not held back"):
        played().do(lambda event: ceremony.reveal(event, "third"))


def test_revealing_and_holding_back_are_undone_like_anything_else() -> None:
    day = held_back()
    entry = day.do(lambda event: ceremony.reveal(event, "third"))
    day.undo(entry.seq)
    assert shown(day) == []
    again = Ledger.of(day.ledger.entries).event
    assert (again.prizes_held, again.revealed) == (True, ())
