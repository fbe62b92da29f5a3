"""Places, shared and parted, at any moment and as of any round; and prizes."""

from __future__ import annotations

import pytest
from tests.events.day import Day, force, new_day

from musterhall.events import forces, matches, players, prizes
from musterhall.events.standings import head_to_head, standings
from musterhall.problems import BadInput

PARTED = ('ties = "shared"', 'ties = "head_to_head"')
BY_POINTS = ('ties = "shared"', 'ties = "vp_then_op"')


def test_equals_share_a_place_and_the_next_place_is_left_out() -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario"])
    day.pair()
    day.decide_all()
    assert [row.place for row in standings(day.event).rows] == [1, 1, 1, 1]
    assert all(row.shared for row in standings(day.event).rows)


def test_standings_as_of_a_round_leave_out_what_came_later() -> None:
    day = _two_rounds(new_day())
    early, late = standings(day.event, 1), standings(day.event)
    assert sum(row.figures["victory"] for row in early.rows) == 800
    assert sum(row.figures["victory"] for row in late.rows) == 1600
    assert late.through == 2


def test_what_is_open_is_said() -> None:
    day = new_day(["Anna", "Boris", "Cleo"])
    day.pair()
    assert standings(day.event).open == (
        "Round 1: no card yet from table 1. Byes and concessions of that round wait for them.",
    )


def test_equals_are_parted_by_their_own_match_where_the_pack_says_so() -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario"], changes=[PARTED])
    day.pair()
    one, other = day.round.matches[0].players
    rest = day.round.matches[1]
    # Level on points: the winner of table 1 lost as much to the loser's guns.
    day.decide(day.round.matches[0], {"fields": {"points_of_interest": 1}}, {})
    day.decide(rest, {"fields": {"points_of_interest": 1}}, {})
    rows = standings(day.event).rows
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert head_to_head(day.event, one, other) == one
    assert {row.broken_by for row in rows} == {"a die"}


def test_equal_totals_are_parted_by_victory_points_where_the_pack_says_so() -> None:
    day = new_day(["Anna", "Boris"], changes=[BY_POINTS])
    day.pair()
    match = day.round.matches[0]
    everything = {"Hammer": "destroyed", "Anvil": "destroyed", "Tongs": "destroyed"}
    day.decide(match, {"units": everything, "fields": {"points_of_interest": 1}}, {})
    rows = standings(day.event).rows
    assert rows[0].figures["total"] == 300
    assert rows[1].figures["total"] == 116


def test_awards_go_by_place_by_vote_and_by_the_organisers_word() -> None:
    day = _two_rounds(new_day())
    day.do(lambda event: players.change_player(event, event.find("Cleo"), painted=True))
    for voter in ("Anna", "Boris"):
        day.do(prizes.vote(day.event, day.event.find(voter), "best_painted", day.event.find("Cleo")))
    won = {prize.award: prize for prize in prizes.prizes(day.event)}
    assert won["best_painted"].winners == (day.player("Cleo"),)
    assert won["best_painted"].because == "2 of 2 votes"
    assert won["first"].winners
    assert won["sportsmanship"].winners == ()
    day.do(lambda event: prizes.give(event, "sportsmanship", event.find("Hugo")))
    assert {prize.award: prize.winners for prize in prizes.prizes(day.event)}["sportsmanship"] == (day.player("Hugo"),)


def test_votes_for_oneself_for_bare_metal_and_for_places_are_refused() -> None:
    day = new_day()
    with pytest.raises(BadInput, match="oneself"):
        day.do(lambda event: prizes.vote(event, event.find("Anna"), "sportsmanship", event.find("Anna")))
    with pytest.raises(BadInput, match="not wholly painted"):
        day.do(lambda event: prizes.vote(event, event.find("Anna"), "best_painted", event.find("Boris")))
    with pytest.raises(BadInput, match="is not voted on"):
        day.do(lambda event: prizes.vote(event, event.find("Anna"), "first", event.find("Boris")))


def test_a_later_vote_takes_the_place_of_the_earlier_one() -> None:
    day = new_day()
    for choice in ("Boris", "Cleo"):
        day.do(prizes.vote(day.event, day.event.find("Anna"), "sportsmanship", day.event.find(choice)))
    assert prizes.votes_for(day.event, "sportsmanship") == {day.player("Cleo"): 1}


def test_forces_are_locked_with_the_first_published_round() -> None:
    day = new_day()
    day.do(lambda event: forces.hand_in(event, event.find("Anna"), force("Changed")))
    day.do(lambda event: forces.accept_force(event, event.find("Anna")))
    day.pair()
    with pytest.raises(BadInput, match="forces are locked"):
        day.do(lambda event: forces.hand_in(event, event.find("Anna"), force("Changed again")))
    day.do(lambda event: forces.hand_in(event, event.find("Anna"), force("By leave"), although_locked=True))


def test_a_force_that_is_sent_back_carries_its_note_and_is_not_on_any_card() -> None:
    day = new_day(["Anna", "Boris"])
    day.do(lambda event: forces.hand_in(event, event.find("Anna"), force("New")))
    day.do(lambda event: forces.return_force(event, event.find("Anna"), "names no faction"))
    player = day.event.find("Anna")
    assert player.force is not None
    assert (player.force.state, player.force.note) == ("returned", "names no faction")
    assert player.roster is None


def test_a_conceded_match_counts_for_head_to_head() -> None:
    day = new_day(["Anna", "Boris"])
    day.pair()
    first, second = day.round.matches[0].players
    day.do(lambda event: matches.concede(event, event.player(first)))
    assert head_to_head(day.event, first, second) == second


def _two_rounds(day: Day) -> Day:
    for points in ({"Anna": 3, "Boris": 2, "Cleo": 1}, {"Anna": 2, "Dario": 2}):
        day.pair()
        day.decide_all(points)
    return day


def test_standings_say_which_answers_to_open_questions_are_in_their_figures() -> None:
    day = new_day(("Anna", "Boris", "Cleo"))
    assert standings(day.event).read == ()
    day.pair()
    day.decide_all()
    note = "Does a Modified Win include 100 Victory Points: the average and 100 (modified_win_vp = average_plus_100)."
    assert standings(day.event).read[0] == note
    assert standings(day.event, 0).read == ()
