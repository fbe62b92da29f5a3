"""Rounds are paired in private, changed by hand, published and timed."""

from __future__ import annotations

import pytest
from tests.events.day import NAMES, Day, before_the_third_round, new_day

from musterhall.events import matches, players, round_changes, round_clocks, rounds, scenarios, table_numbers
from musterhall.events.entries import numbered
from musterhall.events.fold import create
from musterhall.events.standings import standings
from musterhall.events.tasks import tasks
from musterhall.packs.model import shipped_pack_text
from musterhall.problems import BadInput


def test_scenarios_are_drawn_without_repeats_and_the_same_seed_draws_the_same() -> None:
    day = new_day()
    one, other = (scenarios.draw_scenarios(day.event, 5).data["rounds"] for _ in range(2))
    assert one == other
    assert len(set(one)) == 3


def test_a_published_round_keeps_its_scenario() -> None:
    day = new_day()
    day.pair()
    with pytest.raises(BadInput, match="published rounds keep theirs"):
        day.do(lambda event: scenarios.choose_scenarios(event, ["salvage", "bunkers", "domination"]))
    day.do(lambda event: scenarios.choose_scenarios(event, ["domination", "bunkers", "salvage"]))


def test_a_draft_can_be_paired_anew_and_a_published_round_cannot() -> None:
    day = new_day()
    day.pair(seed=1, published=False)
    day.pair(seed=2, published=False)
    assert len(day.event.rounds) == 1
    day.do(lambda event: rounds.publish(event, 1))
    with pytest.raises(BadInput, match="cards are missing from table 1, 2, 3, 4"):
        day.pair(published=False)


def test_the_first_round_is_by_lot_and_the_seed_is_written_down() -> None:
    pairs = {tuple(match.players for match in new_day().pair(seed).matches) for seed in range(6)}
    assert len(pairs) > 3
    assert new_day().pair(5).matches == new_day().pair(5).matches
    assert new_day().pair(5).seed == 5


def test_later_rounds_pair_the_highest_total_with_the_next_highest() -> None:
    day = new_day()
    day.pair()
    for place, match in enumerate(day.round.matches):
        day.decide(
            match, {"units": {"Hammer": "destroyed"} if place % 2 else {}}, {"fields": {"points_of_interest": 1}}
        )
    day.pair()
    totals = {row.player: row.figures["total"] for row in standings(day.event, 1).rows}
    gaps = [abs(totals[one] - totals[other]) for one, other in (match.players for match in day.round.matches)]
    assert gaps == [0, 0, 0, 0]
    met = {frozenset(match.players) for match in day.event.rounds[0].matches}
    assert not met & {frozenset(match.players) for match in day.round.matches}


def test_a_player_without_an_accepted_force_stops_the_pairing_unless_told_otherwise() -> None:
    day = new_day()
    day.do(lambda event: players.add_player(event, "Zoe"))
    day.do(lambda event: players.check_in(event, event.find("Zoe")))
    with pytest.raises(BadInput, match="Zoe: no accepted force"):
        day.pair()
    day.do(lambda event: rounds.pair_round(event, 1, without_forces=True))


def third_round(*changes: tuple[str, str]) -> Day:
    day = new_day(NAMES[:6], changes=changes)
    before_the_third_round(day)
    day.pair(published=False)
    return day


def names(day: Day) -> list[str]:
    return [" ".join(day.event.player(id_).name for id_ in match.players) for match in day.round.matches]


def test_the_two_at_the_top_meet_if_they_have_not_met() -> None:
    assert sorted(names(third_round())) == ["Anna Boris", "Cleo Falk", "Dario Edda"]


def test_an_event_whose_pack_says_nothing_of_the_way_keeps_the_least_gaps() -> None:
    day = third_round(('pairing = "top_first"\n', ""))
    assert sorted(names(day)) == ["Anna Cleo", "Boris Dario", "Edda Falk"]
    assert not day.round.reasons


def test_a_draft_says_why_somebody_does_not_get_the_next_in_rank() -> None:
    day = third_round()
    told = {day.event.player(id_).name: day.event.named(why) for id_, why in day.round.reasons.items()}
    assert told == {"Cleo": "Cleo meets Falk and not Dario or Edda, whom they have met."}


def test_a_change_by_hand_keeps_the_reasons_of_the_pairs_it_leaves_alone() -> None:
    day = third_round()
    day.do(round_changes.swap_players(day.event, 3, day.player("Boris"), day.player("Edda")).entry)
    assert [day.event.player(id_).name for id_ in day.round.reasons] == ["Cleo"]
    day.do(round_changes.swap_players(day.event, 3, day.player("Falk"), day.player("Edda")).entry)
    assert not day.round.reasons


def test_a_pin_brings_the_reasons_of_its_own_pairing() -> None:
    day = third_round()
    day.do(round_changes.pin_pair(day.event, 3, day.player("Cleo"), day.player("Boris")).entry)
    assert sorted(names(day)) == ["Anna Edda", "Boris Cleo", "Dario Falk"]
    assert [day.event.player(id_).name for id_ in day.round.reasons] == ["Anna", "Dario"]


def test_swapping_two_players_says_what_it_costs() -> None:
    day = new_day()
    day.pair()
    day.decide_all({"Anna": 2, "Boris": 1})
    day.pair(published=False)
    first = day.event.rounds[0].matches[0].players
    partner = day.round.match_of(first[0]).other(first[0])  # type: ignore[union-attr]
    change = round_changes.swap_players(day.event, 2, partner, first[1])
    assert any("again" in cost or "rematch" in cost for cost in change.costs)
    day.do(change.entry)
    assert day.round.match_of(first[0]).other(first[0]) == first[1]  # type: ignore[union-attr]


def test_a_pinned_pair_stays_when_the_others_are_paired_anew() -> None:
    day = new_day()
    day.pair(published=False)
    change = round_changes.pin_pair(day.event, 1, "p1", "p8")
    day.do(change.entry)
    assert day.round.match_of("p1").other("p1") == "p8"  # type: ignore[union-attr]
    assert day.round.pinned == [("p1", "p8")]


def test_a_published_round_can_be_changed_where_no_card_is_in() -> None:
    day = new_day()
    day.pair()
    one, other = day.round.matches[:2]
    day.decide(one, {}, {})
    with pytest.raises(BadInput, match="have sent a card already"):
        day.do(round_changes.swap_players(day.event, 1, one.players[0], other.players[0]).entry)
    third = day.round.matches[2]
    day.do(round_changes.swap_players(day.event, 1, other.players[0], third.players[0]).entry)
    assert day.round.match_at(1).settled


def test_matches_move_to_other_tables() -> None:
    day = new_day()
    day.pair(published=False)
    first, second = day.round.match_at(1).players, day.round.match_at(2).players
    day.do(round_changes.move_table(day.event, 1, 1, 2))
    assert (day.round.match_at(2).players, day.round.match_at(1).players) == (first, second)
    day.do(round_changes.move_table(day.event, 1, 2, 30))
    assert day.round.match_at(30).players == first


def test_tables_are_used_as_they_are_numbered_and_too_few_are_said() -> None:
    day = new_day()
    day.do(table_numbers.number_tables(day.event, [11, 12, 14, 15]))
    assert [match.table for match in day.pair().matches] == [11, 12, 14, 15]
    day = new_day()
    day.do(table_numbers.number_tables(day.event, [1, 2, 3]))
    with pytest.raises(BadInput, match="4 matches need a table each, and there are 3"):
        day.pair()


def test_players_sit_at_another_table_in_each_round_where_there_are_enough() -> None:
    day = new_day(NAMES[:8])
    for _ in range(3):
        day.pair()
        day.decide_all()
    for id_ in day.event.players:
        tables = [round_.match_of(id_).table for round_ in day.event.rounds]  # type: ignore[union-attr]
        assert len(set(tables)) >= 2


def test_no_round_beyond_the_planned_ones() -> None:
    day = _whole(new_day(rounds_=1))
    with pytest.raises(BadInput, match="only 1 are planned"):
        day.pair()


def test_the_clock_runs_pauses_extends_and_ends_by_the_hours_of_the_journal() -> None:
    day = new_day()
    day.pair()
    day.do(lambda event: round_clocks.start_clock(event, 1))
    started = day.now
    clock = day.round.clock
    assert clock.left(started) == 150 * 60
    day.minute += 29
    day.do(lambda event: round_clocks.pause_clock(event, 1))
    assert clock.left("2025-11-29T20:00:00.000Z") == 120 * 60
    day.minute += 14
    day.do(lambda event: round_clocks.resume_clock(event, 1))
    day.do(lambda event: round_clocks.extend_clock(event, 1, 10))
    assert clock.left(day.now) == 129 * 60
    day.do(lambda event: round_clocks.end_clock(event, 1))
    assert clock.state == "over"
    with pytest.raises(BadInput, match="it is over"):
        day.do(lambda event: round_clocks.pause_clock(event, 1))


def test_a_clock_that_is_looked_at_before_it_was_started_has_its_whole_time_left() -> None:
    """After a restart on a machine whose clock was set back, the start lies ahead of now."""
    day = new_day()
    day.pair()
    day.do(lambda event: round_clocks.start_clock(event, 1))
    assert day.round.clock.left("2025-11-28T00:00:00.000Z") == 150 * 60


def test_round_one_of_herocon_is_longer_than_the_others() -> None:
    day = new_day()
    assert [day.event.rules.round_minutes(number) for number in (1, 2, 3)] == [150, 120, 120]


def test_a_clock_of_a_draft_does_not_start() -> None:
    day = new_day()
    day.pair(published=False)
    with pytest.raises(BadInput, match="publish it first"):
        day.do(lambda event: round_clocks.start_clock(event, 1))


def test_the_desk_is_told_what_to_do_next() -> None:
    day = new_day()
    assert [task.what for task in tasks(day.event, day.now)] == ["make_known", "pair"]
    day.do(scenarios.make_scenarios_known)
    assert [task.what for task in tasks(day.event, day.now)] == ["pair"]
    day.pair(published=False)
    assert [task.what for task in tasks(day.event, day.now)] == ["publish"]
    day.do(lambda event: rounds.publish(event, 1))
    assert [task.what for task in tasks(day.event, day.now)] == ["start_clock", "card_missing"]
    player = day.event.find("Anna")
    day.do(lambda event: matches.send_card(event, player, {"sides": [{}, {}]}))
    other = day.event.player(day.round.match_of(player.id).other(player.id))  # type: ignore[union-attr]
    day.do(lambda event: matches.send_card(event, other, {"sides": [{"fields": {"points_of_interest": 1}}, {}]}))
    assert "disagreement" in [task.what for task in tasks(day.event, day.now)]
    day.do(lambda event: players.leave(event, event.find("Hugo")))
    assert "player_gone" in [task.what for task in tasks(day.event, day.now)]


def test_drawn_scenarios_are_known_when_they_are_made_known_or_their_round_is_published() -> None:
    day = new_day()
    assert scenarios.known_scenarios(day.event) == {}
    day.pair()
    assert list(scenarios.known_scenarios(day.event)) == [1]
    day.do(scenarios.make_scenarios_known)
    assert [one.name for one in scenarios.known_scenarios(day.event).values()] == day.event.scenarios
    with pytest.raises(BadInput, match="knows them already"):
        day.do(scenarios.make_scenarios_known)
    day.undo(day.ledger.last)
    assert list(scenarios.known_scenarios(day.event)) == [1]


def test_what_is_not_drawn_cannot_be_made_known_and_what_is_known_keeps_its_draw() -> None:
    day = _begun("herocon-2025")
    with pytest.raises(BadInput, match="none are drawn yet"):
        day.do(scenarios.make_scenarios_known)
    drawn = day.do(lambda event: scenarios.draw_scenarios(event, 5))
    day.do(scenarios.make_scenarios_known)
    with pytest.raises(BadInput, match="rests on it: The scenarios are made known"):
        day.undo(drawn.seq)


def test_scenarios_that_a_pack_has_in_order_are_no_secret() -> None:
    day = _begun("drafted-for-war")
    assert [one.name for one in scenarios.known_scenarios(day.event).values()] == ["match"] * 3
    with pytest.raises(BadInput, match="knows them already"):
        day.do(scenarios.make_scenarios_known)


def _begun(pack: str) -> Day:
    """An event of which nothing but its beginning is written."""
    day = Day()
    day.ledger.extend([numbered(create("Bare", shipped_pack_text(pack), 1), 1, day.now)])
    return day


def _whole(day: Day) -> Day:
    day.pair()
    day.decide_all()
    return day


def test_table_numbers_are_read_as_people_write_them() -> None:
    assert table_numbers.table_numbers("1-3, 7;9  11") == [1, 2, 3, 7, 9, 11]
    assert table_numbers.table_numbers(" ") == []


@pytest.mark.parametrize(
    ("text", "says"),
    [("3-1", "backwards"), ("a", "no number"), ("1-", "no number"), ("1-99999", "any hall"), ("9" * 5000, "any hall")],
)
def test_table_numbers_that_cannot_be_are_refused(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says) as complaint:
        table_numbers.table_numbers(text)
    assert len(str(complaint.value)) < 200
