"""The top cut: seeds, byes, who goes on, places, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.events.day import Day, new_day

from musterhall.events import cut, matches, notes, players, prizes, round_changes, rounds
from musterhall.events.bracket import layers, seeding, still_in
from musterhall.events.fold import fold
from musterhall.events.records import records
from musterhall.events.standings import standings
from musterhall.events.tasks import tasks
from musterhall.events.telling import Teller
from musterhall.events.views import next_thing
from musterhall.printing.standings_sheet import standings_data
from musterhall.problems import BadInput
from musterhall.web.player_games import games_view
from musterhall.web.public_view import standings_view

MANY = tuple(f"Player {number:02}" for number in range(1, 17))


def after_swiss(names: tuple[str, ...], *changes: tuple[str, str]) -> Day:
    """One round is played, and everybody stands where their letter does."""
    day = new_day(names, changes=changes, rounds_=1)
    day.pair()
    held: dict[str, Any] = {"fields": {"points_of_interest": 2}}
    for match in day.round.matches:
        day.decide(match, held, {})
    return day


def cut_to(day: Day, size: int) -> Day:
    day.do(lambda event: cut.make_cut(event, size))
    return day


def seeds(day: Day) -> tuple[str, ...]:
    assert day.event.cut is not None
    return day.event.cut.seeds


def play(day: Day, winner: int = 0) -> None:
    """Let the first, or the second, of every match win the next round of the bracket."""
    day.pair()
    for match in day.round.matches:
        day.do(matches.concede(day.event, day.event.player(match.players[1 - winner])))


def test_the_first_meets_the_last_and_the_best_two_only_in_the_final() -> None:
    assert seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    day = cut_to(after_swiss(MANY[:8]), 8)
    day.pair()
    ids = seeds(day)
    assert {match.players for match in day.round.matches} == {
        (ids[0], ids[7]),
        (ids[3], ids[4]),
        (ids[1], ids[6]),
        (ids[2], ids[5]),
    }


def test_where_the_number_is_no_power_of_two_the_best_seeds_go_on_without_a_match() -> None:
    day = cut_to(after_swiss(MANY[:8]), 5)
    day.pair()
    assert day.round.byes == [seeds(day)[0], seeds(day)[1], seeds(day)[2]]
    assert [match.players for match in day.round.matches] == [(seeds(day)[3], seeds(day)[4])]
    assert next_thing(day.event, day.event.player(seeds(day)[0])).sentence.endswith("and go on to the next.")


def test_points_stay_as_they_were_and_places_are_those_of_the_bracket() -> None:
    day = cut_to(after_swiss(MANY[:8]), 4)
    before = {row.player: row.figures for row in standings(day.event).rows}
    play(day)
    play(day, winner=1)
    day.do(prizes.finish)
    rows = standings(day.event).rows
    assert {row.player: row.figures for row in rows} == before
    champion = day.round.matches[0].players[1]
    assert [row.place for row in rows[:4]] == [1, 2, 3, 4]
    assert rows[0].player == champion
    assert rows[1].player == day.round.matches[0].players[0]
    assert [row.broken_by for row in rows[:5]] == ["the final", "the final", "the semi-finals", "the semi-finals", ""]
    assert prizes.prizes(day.event)[0].winners == (champion,)
    assert records(day.event)[champion].won == 3
    assert len(records(day.event)[champion].points) == 1


def test_before_the_final_those_who_wait_for_it_stand_where_the_semi_finals_put_them() -> None:
    day = cut_to(after_swiss(MANY[:8]), 4)
    day.pair()
    assert [row.broken_by for row in standings(day.event).rows[:4]] == ["the cut"] * 4
    for match in day.round.matches:
        day.do(matches.concede(day.event, day.event.player(match.players[1])))
    assert [row.broken_by for row in standings(day.event).rows[:4]] == ["the semi-finals"] * 4


def test_rounds_of_the_bracket_are_no_columns_of_points() -> None:
    day = cut_to(after_swiss(MANY[:8]), 4)
    play(day)
    assert standings_view(day.event)["rounds"] == standings_data(day.event)["rounds"] == [1]
    assert {len(row["rounds"]) for row in standings_data(day.event)["rows"]} == {1}
    games = games_view(day.event, day.event.player(seeds(day)[0]))["games"]
    assert [(game.round, game.points is None) for game in games] == [(1, False), (2, True)]


def test_a_draw_waits_for_the_organisers_word() -> None:
    day = cut_to(after_swiss(MANY[:4]), 4)
    day.pair()
    for match in day.round.matches:
        day.decide(match, {}, {})
    assert [task.what for task in tasks(day.event, day.now)][:1] == ["advance"]
    with pytest.raises(BadInput, match="say who goes on"):
        day.pair()
    for match in day.round.matches:
        day.do(cut.advance(day.event, day.event.player(match.players[1])))
    losers = [match.players[0] for match in day.round.matches]
    day.pair()
    assert not set(losers) & set(day.round.matches[0].players)


def test_the_organiser_lets_a_loser_go_on_only_with_a_reason_and_before_the_next_round_is_paired() -> None:
    day = cut_to(after_swiss(MANY[:4]), 4)
    play(day)
    loser = day.event.player(day.round.matches[0].players[1])
    with pytest.raises(BadInput, match="say why they go on"):
        day.do(cut.advance(day.event, loser))
    day.do(cut.advance(day.event, loser), why="the winner has a train to catch")
    assert loser.id in still_in(day.event)
    day.pair()
    with pytest.raises(BadInput, match="round 3: is paired already"):
        day.do(cut.advance(day.event, loser, 2), why="again")


def test_who_has_left_is_not_met_and_the_other_goes_on() -> None:
    day = cut_to(after_swiss(MANY[:4]), 4)
    gone = seeds(day)[3]
    day.do(lambda event: players.leave(event, event.player(gone)))
    day.pair()
    assert day.round.byes == [seeds(day)[0]]
    assert "goes on without a match" in day.round.notes[0]
    day.decide_all({})
    day.do(cut.advance(day.event, day.event.player(day.round.matches[0].players[0])))
    day.pair()
    assert seeds(day)[0] in day.round.matches[0].players


def test_a_concession_lets_the_other_go_on() -> None:
    day = cut_to(after_swiss(MANY[:2]), 2)
    day.pair()
    day.do(lambda event: matches.concede(event, event.player(seeds(day)[0])))
    assert layers(day.event)[0].ties[0].winner == seeds(day)[1]


@pytest.mark.parametrize(("size", "said"), [(1, "from 2 to 16"), (17, "from 2 to 16"), (9, "only 8 players are here")])
def test_a_cut_that_cannot_be_is_refused(size: int, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        cut_to(after_swiss(MANY[:8]), size)


def test_nobody_cuts_before_the_rounds_are_played_nor_twice() -> None:
    day = new_day(MANY[:4], rounds_=2)
    with pytest.raises(BadInput, match="not every round is complete"):
        cut_to(day, 2)
    day.pair()
    day.decide_all()
    with pytest.raises(BadInput, match="round 2: is still to be played"):
        cut_to(day, 2)
    day.pair()
    day.decide_all()
    cut_to(day, 2)
    with pytest.raises(BadInput, match="was cut to the top 2 already"):
        cut_to(day, 4)
    with pytest.raises(BadInput, match="the bracket says how many"):
        day.do(lambda event: notes.plan_rounds(event, 9))


def test_equals_at_the_border_are_parted_by_the_lot_and_that_is_said() -> None:
    day = after_swiss(MANY[:8])
    entry = cut.make_cut(day.event, 2)
    assert entry.data["notes"][0].endswith("share place 1; the lot decided who plays on.")
    day.do(entry)
    assert Teller(day.ledger.entries, day.event).sentence(day.ledger.entries[-1]).startswith("The top 2 play on: 1. ")


def test_pairs_of_the_bracket_are_not_changed_by_hand_and_tables_are() -> None:
    day = cut_to(after_swiss(MANY[:4]), 4)
    day.pair(published=False)
    first, second = day.round.matches
    with pytest.raises(BadInput, match="follow from the bracket"):
        day.do(round_changes.swap_players(day.event, 2, first.players[0], second.players[0]).entry)
    day.do(round_changes.move_table(day.event, 2, 1, 7))
    assert [match.table for match in day.round.matches] == [2, 7]
    day.do(lambda event: rounds.publish(event, 2))


def test_the_cut_is_undone_only_before_its_rounds_are_paired() -> None:
    day = cut_to(after_swiss(MANY[:4]), 4)
    made = day.ledger.last
    day.pair(published=False)
    with pytest.raises(BadInput, match="rests on it"):
        day.undo(made)
    day.undo(day.ledger.last)
    day.undo(made)
    assert day.event.cut is None
    assert day.event.planned == 1


def test_a_card_that_is_corrected_later_names_the_round_that_was_paired_on_it() -> None:
    day = cut_to(after_swiss(MANY[:4]), 4)
    play(day)
    corrected = day.round.matches[0]
    day.pair()
    winner = day.event.player(corrected.players[0])
    day.do(matches.concede(day.event, winner, number=2, correcting=True), why="a slip")
    assert "Round 3 of the bracket has" in " ".join(task.sentence for task in tasks(day.event, day.now))


def test_others_are_told_that_the_top_plays_on_and_the_pack_proposes_the_cut() -> None:
    pack = ("[event.conduct]", "[event.cut]\ntop = 4\n\n[event.conduct]")
    day = after_swiss(MANY[:8], pack)
    assert tasks(day.event, day.now)[0].sentence == "All rounds are played: cut to the top 4."
    day.do(cut.make_cut)
    day.pair()
    out = next(one for one in day.event.present() if one.id not in seeds(day))
    assert not next_thing(day.event, out).button or "vote" in next_thing(day.event, out).what
    assert "without_match" not in [task.what for task in tasks(day.event, day.now)]


@given(st.integers(2, 16), st.lists(st.booleans(), min_size=4, max_size=4))
def test_every_bracket_ends_with_one_who_won_every_match(size: int, second_wins: list[bool]) -> None:
    day = cut_to(after_swiss(MANY), size)
    for wins in second_wins:
        if len(day.event.rounds) < day.event.planned:
            play(day, int(wins))
    played = [match for round_ in day.event.rounds[1:] for match in round_.matches]
    assert len(played) == size - 1
    [champion] = still_in(day.event)
    lost = {id_ for match in played for id_ in match.players if id_ != match.winner}
    assert lost == set(seeds(day)) - {champion}
    rows = standings(day.event).rows
    assert rows[0].player == champion
    assert [row.place for row in rows[:size]] == list(range(1, size + 1))
    assert {row.player for row in rows[:size]} == set(seeds(day))
    assert min(row.place for row in rows[size:]) == size + 1 if size < 16 else True
    assert fold(day.ledger.entries) == day.event


def test_after_the_cut_everybody_reads_whether_they_play_on() -> None:
    day = cut_to(after_swiss(MANY[:6]), 4)

    def told(id_: str) -> str:
        return next_thing(day.event, day.event.player(id_)).sentence

    first, second, third, fourth = seeds(day)
    out = next(one for one in day.event.players if one not in seeds(day))
    assert "You play on in the semi-finals" in told(first)
    assert "play on without you" in told(out)
    assert "Pair the semi-finals." in [task.sentence for task in tasks(day.event, "")]
    play(day)
    assert "You play on in the final" in told(first)
    assert "play on without you" in told(fourth)
    assert "Pair the final." in [task.sentence for task in tasks(day.event, "")]
    play(day)
    assert "You play on" not in told(first) + told(second) + told(third)


def test_who_has_not_won_or_lost_in_the_bracket_waits_for_the_organisers_word() -> None:
    day = cut_to(after_swiss(MANY[:4]), 2)
    day.pair()
    day.decide(day.round.matches[0], {}, {})
    assert "The organiser says who goes on" in next_thing(day.event, day.event.player(seeds(day)[0])).sentence
