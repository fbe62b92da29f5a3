"""A card that cannot be with what a player conceals is taken, and the contradiction is for the desk alone."""

from __future__ import annotations

from typing import Any

import pytest
from tests.events.day import Day, new_day
from tests.events.test_sealing import SALT, _paired

from musterhall.events import matches, sealing
from musterhall.events.contradictions import contradictions
from musterhall.events.entries import numbered
from musterhall.events.tasks import tasks
from musterhall.problems import BadInput


def against(day: Day, **more: Any) -> dict[str, Any]:
    """A card on which Anna's Hammer is gone, who commands, and Boris has no command unit for it."""
    side = day.round.matches[0].side("p1")
    halves: list[dict[str, Any]] = [{}, {}]
    halves[side] = {"units": {"Hammer": "destroyed"}}
    return {"sides": halves, **more}


def agreed() -> Day:
    """Both players have agreed on that card."""
    day = _paired(["Hammer"])
    for name in ("Boris", "Anna"):
        day.do(lambda event, name=name: matches.send_card(event, event.find(name), against(day)))  # type: ignore[misc]
    return day


def told(day: Day) -> list[str]:
    return [task.sentence for task in tasks(day.event, day.now) if task.what == "contradiction"]


def test_a_card_against_a_concealed_commander_is_taken_and_put_before_the_desk() -> None:
    day = _paired(["Hammer"])
    day.do(lambda event: matches.send_card(event, event.find("Boris"), against(day)))
    (sentence,) = told(day)
    assert sentence.startswith("Round 1, table 1: the card of Boris cannot be, going by what players conceal.")
    assert "after what became of Anna's Hammer" in sentence
    assert sentence.endswith("then correct the card, or say why it stands.")


def test_a_card_that_both_agree_on_counts_all_the_same() -> None:
    day = agreed()
    assert day.round.matches[0].card is not None
    (sentence,) = told(day)
    assert "the card that counts cannot be" in sentence


def test_the_organisers_card_needs_a_reason_against_what_is_concealed_and_ends_the_contradiction() -> None:
    day = agreed()
    with pytest.raises(BadInput, match=r"Anna's Hammer.* If the card stands all the same, say why\.$"):
        day.do(lambda event: matches.decide_card(event, 1, 1, against(day)))
    day.do(lambda event: matches.decide_card(event, 1, 1, against(day)), why="a unit was proxied")
    assert not told(day)


def test_a_corrected_card_ends_the_contradiction() -> None:
    day = agreed()
    side = day.round.matches[0].side("p1")
    right = against(day)
    right["sides"][1 - side] = {"fields": {"command_units": 1}}
    day.do(lambda event: matches.decide_card(event, 1, 1, right))
    assert not told(day)


def test_a_concession_can_be_contradictory_too_and_stands_by_the_organisers_word() -> None:
    day = _paired(["Hammer"])
    day.do(lambda event: matches.send_card(event, event.find("Boris"), against(day)))
    day.do(lambda event: matches.concede(event, event.find("Anna")))
    assert told(day)
    day.do(lambda event: matches.concede(event, event.find("Anna"), correcting=True), why="looked at it")
    assert day.round.matches[0].conceded == "p1"
    assert not told(day)


def too_many(day: Day, *gone: str) -> dict[str, Any]:
    """A card on which Boris has two command units for these of Anna's."""
    side = day.round.matches[0].side("p1")
    halves: list[dict[str, Any]] = [{"fields": {"command_units": 2}}, {"fields": {"command_units": 2}}]
    halves[side] = {"units": dict.fromkeys(gone, "destroyed")}
    return {"sides": halves}


def test_a_contradiction_names_the_commander_that_lives() -> None:
    day = _paired(["Hammer"])
    day.do(lambda event: matches.send_card(event, event.find("Boris"), too_many(day, "Anvil", "Poker")))
    (sentence,) = told(day)
    lives = """Anna's Hammer is down as "standing" and commands a formation, so it is a command unit;"""
    assert f"2 where at most 1 can be, for {lives}" in sentence


def test_a_contradiction_names_those_from_whom_the_command_units_come() -> None:
    day = _paired(["Hammer", "Anvil", "Tongs"])
    day.do(lambda event: matches.send_card(event, event.find("Boris"), too_many(day, "Hammer", "Poker")))
    (sentence,) = told(day)
    assert "2 where at most 1 can be, for Anna's command units are 2 of Hammer, Anvil and Tongs;" in sentence


def conceding(*, sealed: bool) -> Day:
    """Boris has sent a card with two command units of Anna's, whose seal names two others that live."""
    day = _paired()
    if sealed:
        day.do(lambda event: sealing.seal_units(event, event.find("Anna"), ["Anvil", "Tongs"], SALT))
    side = day.round.matches[0].side("p1")
    halves: list[dict[str, Any]] = [{"fields": {"command_units": 1}}, {"fields": {"command_units": 1}}]
    halves[side] = {"units": {"Hammer": "destroyed"}}
    day.do(lambda event: matches.send_card(event, event.find("Boris"), {"sides": halves}))
    return day


@pytest.mark.parametrize("own", [None, {"sides": [{}, {}]}])
def test_a_reveal_takes_nothing_from_the_card_that_the_winner_has_sent(own: dict[str, Any] | None) -> None:
    day = conceding(sealed=True)
    day.do(lambda event: sealing.reveal_units(event, event.find("Anna")))
    day.do(lambda event: matches.concede(event, event.find("Anna"), own))
    match = day.round.matches[0]
    assert match.card == match.sent["p2"]
    (sentence,) = told(day)
    assert "the card that counts cannot be" in sentence


def test_nothing_is_sealed_once_a_card_of_the_match_was_sent() -> None:
    day = conceding(sealed=False)
    with pytest.raises(BadInput, match="a card of the match was sent"):
        day.do(lambda event: sealing.seal_units(event, event.find("Anna"), ["Anvil", "Tongs"], SALT))
    assert not sealing.may_choose(day.round, day.event.find("Anna"))


def test_nobody_seals_after_the_own_card_either() -> None:
    day = _paired()
    day.do(lambda event: matches.send_card(event, event.find("Anna"), {"sides": [{}, {}]}))
    with pytest.raises(BadInput, match="a card of the match was sent"):
        day.do(lambda event: sealing.seal_units(event, event.find("Anna"), ["Anvil", "Tongs"], SALT))


def test_a_journal_with_a_late_seal_is_read_as_it_was_written() -> None:
    day = conceding(sealed=False)
    late = sealing.seal_units(day.event, day.event.find("Anna"), ["Anvil", "Tongs"], SALT)
    day.ledger.extend([numbered(late, day.ledger.last + 1, day.now)])
    assert day.round.sealed["p1"].units == ("Anvil", "Tongs")


def test_a_seal_that_was_not_opened_is_closed_to_the_desk_as_well() -> None:
    day = _paired(["Hammer"])
    day.do(lambda event: sealing.seal_units(event, event.find("Anna"), ["Hammer", "Poker"], SALT))
    side = day.round.matches[0].side("p1")
    card = against(day)
    card["sides"][side] = {"units": {"Poker": "destroyed"}}
    day.do(lambda event: matches.send_card(event, event.find("Boris"), card))
    assert not told(day)
    day.do(lambda event: sealing.reveal_units(event, event.find("Anna")))
    assert "Anna's Poker" in told(day)[0]


def test_where_nothing_is_concealed_there_is_no_contradiction() -> None:
    day = new_day(["Anna", "Boris"])
    day.pair()
    day.decide_all()
    assert not list(contradictions(day.event))
