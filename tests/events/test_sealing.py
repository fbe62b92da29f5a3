"""Command units are sealed: nobody sees them early, and nobody can change them late."""

from __future__ import annotations

import hashlib

import pytest
from tests.events.day import Day, new_day

from musterhall.events import matches, rounds, sealing
from musterhall.problems import BadInput

SALT = "0123456789abcdef0123456789abcdef"


def test_a_seal_can_be_checked_after_the_reveal_and_tells_nothing_before() -> None:
    day = _paired()
    _seal(day, ["Hammer", "Anvil"])
    sealed = day.round.sealed["p1"]
    shown = sealed.as_data(own=False)
    assert "units" not in shown
    assert "salt" not in shown
    day.do(lambda event: sealing.reveal_units(event, event.find("Anna")))
    opened = day.round.sealed["p1"].as_data(own=False)
    assert opened["units"] == ["Anvil", "Hammer"]
    again = hashlib.sha256("\n".join([opened["salt"], *opened["units"]]).encode()).hexdigest()
    assert again == shown["seal"] == opened["seal"]


def test_the_wrong_number_a_stranger_and_a_unit_twice_are_refused() -> None:
    day = _paired()
    for units, reason in (
        (["Hammer"], "chose 1 command units, and it is 2"),
        (["Hammer", "Locust"], "Locust cannot be a command unit"),
        (["Hammer", "Hammer"], "named twice"),
    ):
        with pytest.raises(BadInput, match=reason):
            _seal(day, units)


def test_the_choice_can_be_changed_until_the_clock_starts_and_not_after() -> None:
    day = _paired()
    _seal(day, ["Hammer", "Anvil"])
    _seal(day, ["Hammer", "Tongs"])
    day.do(lambda event: rounds.start_clock(event, 1))
    with pytest.raises(BadInput, match="the round has begun"):
        _seal(day, ["Anvil", "Tongs"])


def test_a_late_choice_is_possible_while_the_match_is_open() -> None:
    day = _paired()
    day.do(lambda event: rounds.start_clock(event, 1))
    _seal(day, ["Hammer", "Anvil"])
    match = day.round.match_of("p1")
    assert match is not None
    day.do(lambda event: matches.decide_card(event, 1, match.table, {"sides": [{}, {}]}))
    other = match.other("p1")
    with pytest.raises(BadInput, match="settled"):
        day.do(lambda event: sealing.seal_units(event, event.player(other), ["Hammer", "Anvil"], SALT))


def test_nothing_sealed_is_nothing_to_reveal() -> None:
    day = _paired()
    with pytest.raises(BadInput, match="nothing sealed"):
        day.do(lambda event: sealing.reveal_units(event, event.find("Anna")))


def _paired() -> Day:
    day = new_day(["Anna", "Boris"])
    day.pair()
    return day


def _seal(day: Day, units: list[str]) -> None:
    day.do(lambda event: sealing.seal_units(event, event.find("Anna"), units, SALT))
