"""What organisers stumble over: cards that went missing, drafts gone stale, and words that differ."""

from __future__ import annotations

from typing import Any

import pytest
from tests.events.day import Day, enter, new_day

from musterhall.events import drafting, forces, matches, players, prizes, round_changes, round_clocks, rounds, scenarios
from musterhall.events.drafts import openings
from musterhall.events.standings import round_figures, standings
from musterhall.events.tasks import tasks
from musterhall.games.alpha_strike.drafts.boxes import shipped_pool
from musterhall.games.alpha_strike.force.forces import shipped_force_text
from musterhall.packs.submissions import submission
from musterhall.problems import BadInput


def test_no_round_is_paired_and_nothing_finished_while_an_older_card_is_missing() -> None:
    day = new_day()
    day.pair()
    day.decide_all()
    card = day.ledger.entries[-1].seq
    day.pair()
    day.decide_all()
    day.undo(card)
    with pytest.raises(BadInput, match="round 1: cards are missing from table 4"):
        day.pair()
    assert tasks(day.event, day.now)[0].sentence == "Round 1: 1 card is still missing: table 4."
    day.do(lambda event: _planned(event, 2))
    with pytest.raises(BadInput, match="round 1: is not complete"):
        day.do(prizes.finish)


def test_an_event_is_finished_after_its_last_round_and_then_stands() -> None:
    day = new_day(["Anna", "Boris"], rounds_=1)
    with pytest.raises(BadInput, match="0 of 1 round played"):
        day.do(prizes.finish)
    day.pair()
    day.decide_all()
    finished = day.do(prizes.finish)
    with pytest.raises(BadInput, match="is finished; undo that"):
        day.do(lambda event: players.add_player(event, "Zoe"))
    day.undo(finished.seq)
    day.do(lambda event: players.add_player(event, "Zoe"))


def test_a_concession_keeps_what_the_other_has_sent() -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario"])
    day.pair()
    match = day.round.match_at(1)
    loser, winner = match.players
    card: dict[str, Any] = {"sides": [{"units": {"Hammer": "destroyed"}}, {"fields": {"points_of_interest": 3}}]}
    day.do(lambda event: matches.send_card(event, event.player(winner), card))
    day.do(lambda event: matches.concede(event, event.player(loser)))
    day.decide(day.round.match_at(2), {}, {})
    assert round_figures(day.event, day.round)[winner]["total"].total == 300 + 51 + 200


def test_a_settled_card_is_not_conceded_away() -> None:
    day = new_day(["Anna", "Boris"])
    day.pair()
    day.decide_all()
    with pytest.raises(BadInput, match="nobody can concede it"):
        day.do(lambda event: matches.concede(event, event.find("Anna")))


def test_cards_that_say_the_same_in_other_words_agree() -> None:
    day = new_day(["Anna", "Boris"])
    day.do(lambda event: scenarios.choose_scenarios(event, ["king_of_the_hill"] * 3))
    day.pair()
    first, second = day.round.match_at(1).players
    one = {
        "sides": [{"fields": {"hill": [1, 0, 1]}, "units": {"Hammer": "destroyed"}}, {"fields": {"hill": [0, 1, 0]}}]
    }
    other = {
        "sides": [
            {"fields": {"hill": 2}, "units": {"hammer": "destroyed", "Anvil": "standing"}},
            {"fields": {"hill": 1}},
        ]
    }
    day.do(lambda event: matches.send_card(event, event.player(first), one))
    day.do(lambda event: matches.send_card(event, event.player(second), other))
    match = day.round.match_at(1)
    assert match.settled
    assert match.card is not None
    assert match.card.sides[0].fields["hill"] == (1, 0, 1), "the card that says more is kept"


def test_a_draft_that_does_not_fit_who_is_here_is_not_published_by_mistake() -> None:
    day = new_day()
    day.pair(published=False)
    day.do(lambda event: players.leave(event, event.find("Anna")))
    with pytest.raises(BadInput, match="Anna left since it was paired"):
        day.do(lambda event: rounds.publish(event, 1))
    assert tasks(day.event, day.now)[0].what == "pair_anew"
    day.do(lambda event: rounds.publish(event, 1, as_it_is=True))


def test_a_late_player_is_seated_with_the_one_who_has_the_bye() -> None:
    day = new_day(["Anna", "Boris", "Cleo"])
    day.pair()
    (alone,) = day.round.byes
    late = enter(day, "Zoe")
    day.do(lambda event: round_changes.add_match(event, 1, late, alone))
    assert day.round.byes == []
    assert day.round.match_of(late) == day.round.match_of(alone)
    with pytest.raises(BadInput, match="has a match in round 1 already"):
        day.do(lambda event: round_changes.add_match(event, 1, late, alone))


def test_nobody_is_seated_who_is_not_here() -> None:
    day = new_day(["Anna", "Boris", "Cleo"])
    day.pair()
    (alone,) = day.round.byes
    day.do(lambda event: players.add_player(event, "Zoe"))
    with pytest.raises(BadInput, match="Zoe: is not checked in"):
        round_changes.add_match(day.event, 1, day.player("Zoe"), alone)


def test_a_disqualified_player_neither_votes_nor_wins() -> None:
    day = new_day()
    day.do(lambda event: prizes.vote(event, event.find("Anna"), "sportsmanship", event.find("Boris")))
    day.do(lambda event: players.disqualify(event, event.find("Boris")), why="lied")
    assert not prizes.votes_for(day.event, "sportsmanship")
    with pytest.raises(BadInput, match="Boris: is disqualified"):
        day.do(lambda event: prizes.vote(event, event.find("Boris"), "sportsmanship", event.find("Anna")))


def test_standings_as_of_a_round_are_parted_by_matches_up_to_it_only() -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario"], changes=[('ties = "shared"', 'ties = "head_to_head"')])
    day.pair()
    day.decide_all()
    before = [row.player for row in standings(day.event, 1).rows]
    day.pair()
    day.decide_all({"Anna": 1})
    assert [row.player for row in standings(day.event, 1).rows] == before
    assert any("ties = head_to_head" in line for line in standings(day.event, 1).read)


def test_an_empty_table_counts_as_a_bye_and_not_as_a_meeting_when_the_next_round_is_paired() -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario"])
    day.pair()
    absent, other = day.round.match_at(1).players
    day.do(lambda event: matches.mark_absent(event, event.player(absent)))
    day.decide_all()
    field = rounds.pairable(day.event, 2, _dice())
    assert field.byes == {other: 1}
    assert not field.met.get(frozenset((absent, other)))


def test_notes_of_a_pairing_follow_a_change_by_hand() -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario"])
    day.pair()
    day.decide_all()
    day.pair(published=False)
    one, other = day.event.rounds[0].matches[0].players
    opponent = day.round.match_of(one)
    assert opponent is not None
    day.do(round_changes.swap_players(day.event, 2, opponent.other(one), other).entry)
    assert any("meet again" in note for note in day.round.notes)
    day.do(round_changes.swap_players(day.event, 2, opponent.other(one), other).entry)
    assert not any("meet again" in note for note in day.round.notes)


def test_a_force_must_hold_what_was_drafted() -> None:
    day = new_day(["Anna", "Boris"], pack="drafted-for-war")
    rules = day.event.rules.draft
    assert rules is not None
    names = {player.id: player.name for player in day.event.players.values()}
    for data in openings("d1", "conscription", names, rules, shipped_pool("salvage-yard"), 5):
        day.do(drafting.open_draft(day.event, data))
    brought = submission(day.event.pack, shipped_force_text("drafted-four"), "drafted-four")
    assert brought.legal
    entry = forces.hand_in(day.event, day.event.find("Anna"), brought)
    assert entry.data["problems"]
    (again,) = openings("d2", "conscription", names, rules, shipped_pool("salvage-yard"), 6)
    with pytest.raises(BadInput, match="has drafted at d1 already"):
        day.do(drafting.open_draft(day.event, again))


def test_a_force_changed_by_leave_stays_closed_without_it() -> None:
    from tests.events.day import force

    day = new_day(["Anna", "Boris"])
    day.pair()
    day.do(lambda event: forces.hand_in(event, event.find("Anna"), force("New"), although_locked=True))
    with pytest.raises(BadInput, match="forces are locked"):
        day.do(lambda event: forces.hand_in(event, event.find("Anna"), force("Newer")))


def test_a_clock_is_not_shortened_to_nothing() -> None:
    day = new_day(["Anna", "Boris"])
    day.pair()
    day.do(lambda event: round_clocks.start_clock(event, 1))
    with pytest.raises(BadInput, match="leave nothing of the round"):
        day.do(lambda event: round_clocks.extend_clock(event, 1, -1000))


def test_the_answer_to_an_open_question_stands_where_it_changes_a_number() -> None:
    alone = new_day(
        ["Anna", "Boris", "Cleo"],
        changes=[('modified_win_vp = "average_plus_100"', 'modified_win_vp = "average_alone"')],
    )
    assert "modified_win_vp = average_alone" in _bye_rules(alone)
    nothing = new_day(
        ["Anna", "Boris", "Cleo"], pack="drafted-for-war", changes=[('bye = "average_win"', 'bye = "no_points"')]
    )
    assert "bye = no_points" in _bye_rules(nothing)


def _bye_rules(day: Day) -> str:
    day.pair()
    (match,) = day.round.matches
    dice = {"dice": [[2, 1]]} if day.event.pack.name == "Drafted for War" else {}
    day.decide(match, {}, {}, **dice)
    figures = round_figures(day.event, day.round)[day.round.byes[0]]
    return " ".join(part.rests_on for figure in figures.values() for part in figure.parts)


def _planned(event: Any, number: int) -> Any:
    from musterhall.events.notes import plan_rounds

    return plan_rounds(event, number)


def _dice() -> Any:
    from musterhall.dice import Dice

    return Dice(1)
