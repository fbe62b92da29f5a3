"""Byes on request: asked for, answered, kept to by the pairing, and scored as the pack says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.events.day import NAMES, Day, new_day

from musterhall.events import requested_byes, round_changes
from musterhall.events.fold import fold
from musterhall.events.public import SECRET
from musterhall.events.standings import round_figures
from musterhall.events.tasks import tasks
from musterhall.problems import BadInput

BYE = "[event.bye]"
ON_REQUEST = (BYE, BYE + '\non_request = "like_a_bye"')
WITHOUT_POINTS = (BYE, BYE + '\non_request = "no_points"')


def ask(day: Day, name: str, number: int, *, asked: bool = True) -> None:
    day.do(lambda event: requested_byes.ask_bye(event, event.find(name), number, asked=asked))


def answer(day: Day, name: str, number: int, *, granted: bool = True) -> None:
    day.do(lambda event: requested_byes.answer_bye(event, event.find(name), number, granted=granted))


def test_a_granted_bye_is_kept_to_and_the_others_are_paired() -> None:
    day = new_day(NAMES[:6], changes=[ON_REQUEST])
    ask(day, "Cleo", 1)
    first = tasks(day.event, day.now)[0]
    assert first.sentence == "Cleo asks for a bye in round 1: grant or decline it."
    answer(day, "Cleo", 1)
    day.pair()
    assert day.round.requested == [day.player("Cleo")]
    assert len(day.round.byes) == 2  # five are left, and one of them has the other bye
    assert day.round.match_of(day.player("Cleo")) is None
    assert "Cleo has a bye on request." in day.round.notes


def test_who_is_declined_or_takes_it_back_plays() -> None:
    day = new_day(NAMES[:4], changes=[ON_REQUEST])
    ask(day, "Anna", 1)
    ask(day, "Boris", 1)
    answer(day, "Anna", 1, granted=False)
    ask(day, "Boris", 1, asked=False)
    day.pair()
    assert day.round.byes == []


@pytest.mark.parametrize(("change", "points"), [(ON_REQUEST, True), (WITHOUT_POINTS, False)])
def test_it_is_scored_as_the_pack_says(change: tuple[str, str], points: bool) -> None:
    day = new_day(NAMES[:3], changes=[change])
    answer(day, "Cleo", 1)
    day.pair()
    day.decide_all({"Anna": 2, "Boris": 2})
    assert bool(round_figures(day.event, day.round)[day.player("Cleo")]["total"].total) is points


def test_nobody_asks_where_the_pack_grants_none_and_the_organiser_may_all_the_same() -> None:
    day = new_day(NAMES[:3])
    with pytest.raises(BadInput, match="grants no byes on request"):
        ask(day, "Anna", 1)
    answer(day, "Anna", 1)
    day.pair()
    assert day.round.byes == [day.player("Anna")]


@pytest.mark.parametrize("number", [1, 4])
def test_a_round_that_is_out_or_not_planned_is_not_asked_for(number: int) -> None:
    day = new_day(NAMES[:4], changes=[ON_REQUEST])
    day.pair()
    with pytest.raises(BadInput, match=r"published already|can be had"):
        ask(day, "Anna", number)


def test_a_draft_that_knows_nothing_of_the_bye_is_paired_anew() -> None:
    day = new_day(NAMES[:4], changes=[ON_REQUEST])
    day.pair(published=False)
    answer(day, "Anna", 1)
    assert "Anna has a bye on request." in tasks(day.event, day.now)[0].sentence


def test_pinning_and_swapping_keep_the_bye_on_request() -> None:
    day = new_day(NAMES[:6], changes=[ON_REQUEST])
    answer(day, "Anna", 1)
    day.pair(published=False)
    pair = [match.players for match in day.round.matches]
    day.do(round_changes.pin_pair(day.event, 1, pair[0][0], pair[1][0]).entry)
    assert day.player("Anna") in day.round.byes
    with pytest.raises(BadInput, match="has a bye on request in round 1"):
        round_changes.pin_pair(day.event, 1, day.player("Anna"), pair[0][0])
    one, other = (match.players[0] for match in day.round.matches)
    day.do(round_changes.swap_players(day.event, 1, one, other).entry)
    assert day.round.requested == [day.player("Anna")]
    assert len(day.round.byes) == 2


def test_whether_somebody_asks_is_nobodys_business() -> None:
    assert {"bye.asked", "bye.answered"} <= SECRET


@given(st.sets(st.sampled_from(NAMES[:8]), max_size=6), st.integers(0, 99))
def test_everybody_has_a_match_or_a_bye_and_nobody_both(names: set[str], seed: int) -> None:
    day = new_day(NAMES[:8], changes=[ON_REQUEST])
    for name in sorted(names):
        answer(day, name, 1)
    day.pair(seed)
    seated = [id_ for match in day.round.matches for id_ in match.players]
    assert sorted([*seated, *day.round.byes]) == sorted(day.event.players)
    assert set(day.round.requested) == {day.player(name) for name in names}
    assert len(day.round.byes) == len(names) + len(names) % 2
    assert fold(day.ledger.entries) == day.event
