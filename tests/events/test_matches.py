"""Cards are sent, agreed, disputed and decided; some matches are conceded or never played."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.events.day import Day, force, new_day

from musterhall.dice import Dice
from musterhall.events import forces, matches, players, rounds, views
from musterhall.events.cards import read_card
from musterhall.events.differences import differences
from musterhall.events.stale_pairings import stale_pairings
from musterhall.events.standings import round_figures, standings
from musterhall.events.telling import Teller
from musterhall.problems import BadInput

ONE_NIL: dict[str, Any] = {"sides": [{"fields": {"points_of_interest": 1}}, {}]}
NIL_NIL: dict[str, Any] = {"sides": [{}, {}]}


def test_a_card_counts_when_both_players_send_the_same() -> None:
    day, first, second = _at_table_one()
    day.do(lambda event: matches.send_card(event, event.player(first), ONE_NIL))
    assert not day.round.match_at(1).settled
    day.do(lambda event: matches.send_card(event, event.player(second), ONE_NIL))
    match = day.round.match_at(1)
    assert match.settled
    assert match.result is not None
    assert match.result.winner == 0


def test_a_card_counts_when_the_opponent_confirms_it() -> None:
    day, first, second = _at_table_one()
    day.do(lambda event: matches.send_card(event, event.player(first), ONE_NIL))
    day.do(lambda event: matches.confirm_card(event, event.player(second)))
    assert day.round.match_at(1).settled


def test_a_disagreement_stands_until_one_gives_in_or_the_organiser_decides() -> None:
    day, first, second = _at_table_one()
    day.do(lambda event: matches.send_card(event, event.player(first), ONE_NIL))
    day.do(lambda event: matches.send_card(event, event.player(second), NIL_NIL))
    assert day.round.match_at(1).disputed
    day.do(lambda event: matches.send_card(event, event.player(second), ONE_NIL))
    assert day.round.match_at(1).settled

    day, first, second = _at_table_one()
    day.do(lambda event: matches.send_card(event, event.player(first), ONE_NIL))
    day.do(lambda event: matches.send_card(event, event.player(second), NIL_NIL))
    day.do(lambda event: matches.decide_card(event, 1, 1, NIL_NIL), why="saw the table")
    assert day.round.match_at(1).decided
    assert set(day.round.match_at(1).sent) == {first, second}, "both cards stay to be looked at"


def test_a_settled_card_is_only_changed_by_the_organiser() -> None:
    day, first, second = _at_table_one()
    day.do(lambda event: matches.send_card(event, event.player(first), ONE_NIL))
    day.do(lambda event: matches.confirm_card(event, event.player(second)))
    with pytest.raises(BadInput, match="settled; ask the organiser"):
        day.do(lambda event: matches.send_card(event, event.player(second), NIL_NIL))
    day.do(lambda event: matches.decide_card(event, 1, 1, NIL_NIL))
    assert day.round.match_at(1).result.winner is None  # type: ignore[union-attr]


def test_a_card_that_cannot_be_is_refused_with_the_reason() -> None:
    day, first, _ = _at_table_one()
    six = {"sides": [{"fields": {"points_of_interest": 6}}, {}]}
    with pytest.raises(BadInput, match=r"round 1, table 1: .*5"):
        day.do(lambda event: matches.send_card(event, event.player(first), six))
    stranger = {"sides": [{}, {"units": {"Locust": "destroyed"}}]}
    with pytest.raises(BadInput, match="Locust"):
        day.do(lambda event: matches.decide_card(event, 1, 1, stranger))
    assert not day.round.match_at(1).sent


def test_nobody_sends_a_card_for_another_table() -> None:
    day, first, _ = _at_table_one()
    elsewhere = day.round.match_at(2).players[0]
    entry = matches.send_card(day.event, day.event.player(first), NIL_NIL)
    forged = type(entry)(entry.kind, {**entry.data, "player": elsewhere})
    with pytest.raises(BadInput, match="does not play at table 1"):
        day.do(forged)


def test_a_bye_waits_for_the_round_and_then_has_the_average_and_a_hundred() -> None:
    day = new_day(["Anna", "Boris", "Cleo", "Dario", "Edda"])
    day.pair()
    (alone,) = day.round.byes
    first, second = day.round.matches
    day.decide(first, {"fields": {"points_of_interest": 3}}, {"units": {"Hammer": "destroyed", "Tongs": "crippled"}})
    assert alone not in round_figures(day.event, day.round)
    day.decide(second, {}, {})
    figures = round_figures(day.event, day.round)[alone]
    # 300 for points of interest, 51 + 12.5 destroyed, over four players.
    assert figures["total"].total == Fraction(300 * 2 + 51 * 2 + 25, 8) + 100
    assert figures["victory"].total == 100


def test_who_concedes_has_nothing_and_the_other_the_better_of_two() -> None:
    day, first, second = _at_table_one(["Anna", "Boris", "Cleo", "Dario"])
    day.do(lambda event: matches.concede(event, event.player(first)))
    day.decide(day.round.match_at(2), {"fields": {"points_of_interest": 4}}, {})
    figures = round_figures(day.event, day.round)
    assert figures[first]["total"].total == 0
    # The conceder counts as none in the average of three: 400 / 3 and 200.
    assert figures[second]["total"].total == Fraction(400, 3) + 200


def test_a_concession_with_a_good_card_keeps_its_own_points() -> None:
    day, first, second = _at_table_one(["Anna", "Boris", "Cleo", "Dario"])
    card = {"sides": [{"units": {"Hammer": "destroyed"}}, {"fields": {"points_of_interest": 3}}]}
    day.do(lambda event: matches.concede(event, event.player(first), card))
    day.decide(day.round.match_at(2), {"fields": {"points_of_interest": 1}}, {})
    figures = round_figures(day.event, day.round)
    assert figures[second]["total"].total == 300 + 51 + 200
    assert figures[first]["total"].total == 0


GOOD_FOR_SECOND: dict[str, Any] = {"sides": [{"units": {"Hammer": "destroyed"}}, {"fields": {"points_of_interest": 3}}]}


def test_who_has_conceded_cannot_concede_again_with_another_card_nor_in_a_later_round() -> None:
    day, first, _ = _at_table_one(["Anna", "Boris", "Cleo", "Dario"])
    day.do(lambda event: matches.concede(event, event.player(first), GOOD_FOR_SECOND))
    with pytest.raises(BadInput, match="nobody can concede it; ask the organiser"):
        day.do(lambda event: matches.concede(event, event.player(first), NIL_NIL))
    day.decide_all()
    day.pair()
    for id_ in day.event.rounds[0].match_at(1).players:
        with pytest.raises(BadInput, match="nobody can concede it; ask the organiser"):
            day.do(lambda event, id_=id_: matches.concede(event, event.player(id_), NIL_NIL, 1))  # type: ignore[misc]
    assert day.event.rounds[0].match_at(1).card == read_card(GOOD_FOR_SECOND)


def test_who_concedes_cannot_put_another_card_in_place_of_the_one_the_opponent_sent() -> None:
    day, first, second = _at_table_one()
    day.do(lambda event: matches.send_card(event, event.player(second), GOOD_FOR_SECOND))
    day.do(lambda event: matches.send_card(event, event.player(first), NIL_NIL))
    day.do(lambda event: matches.concede(event, event.player(first), NIL_NIL))
    assert day.round.match_at(1).card == read_card(GOOD_FOR_SECOND)


def test_the_organiser_corrects_a_concession_with_another_card() -> None:
    day, first, second = _at_table_one()
    day.do(lambda event: matches.send_card(event, event.player(second), GOOD_FOR_SECOND))
    day.do(lambda event: matches.concede(event, event.player(first)))
    day.do(lambda event: matches.concede(event, event.player(first), NIL_NIL, correcting=True), why="a slip")
    assert day.round.match_at(1).card == read_card(NIL_NIL)


def test_an_empty_chair_gives_the_other_a_bye() -> None:
    day, first, second = _at_table_one(["Anna", "Boris", "Cleo", "Dario"])
    day.do(lambda event: matches.mark_absent(event, event.player(first)))
    day.decide(day.round.match_at(2), {"fields": {"points_of_interest": 2}}, {})
    figures = round_figures(day.event, day.round)
    assert figures[second]["total"].total == 200 / Fraction(2) + 100
    assert first not in figures


def nobody_came() -> Day:
    day, first, _ = _at_table_one(["Anna", "Boris", "Cleo", "Dario"])
    day.do(lambda event: matches.mark_absent(event, event.player(first), both=True))
    day.decide(day.round.match_at(2), {"fields": {"points_of_interest": 2}}, {})
    return day


def test_where_neither_came_nobody_scores_and_nobody_has_a_bye() -> None:
    day = nobody_came()
    first, second = day.round.match_at(1).players
    assert day.round.complete
    assert not day.round.without_opponent()
    figures = round_figures(day.event, day.round)
    assert first not in figures
    assert second not in figures
    rows = {row.player: row for row in standings(day.event).rows}
    assert not any(rows[id_].figures["total"] or rows[id_].played or rows[id_].byes for id_ in (first, second))
    field = rounds.pairable(day.event, 2, Dice(1))
    assert not field.met.get(frozenset((first, second)))
    assert not field.byes


def test_both_are_told_that_neither_came() -> None:
    day = nobody_came()
    for id_ in day.round.match_at(1).players:
        match = views.match_data(day.event, day.round, day.round.match_at(1), day.event.player(id_))
        assert (match["state"], match["nobody_came"]) == (views.ABSENT, True)
    absent = next(one for one in day.ledger.entries if one.kind == "match.absent")
    names = [day.event.player(id_).name for id_ in day.round.match_at(1).players]
    told = Teller(day.ledger.entries, day.event).sentence(absent)
    assert told == f"Round 1, table 1: neither {names[0]} nor {names[1]} came."


def test_a_correction_may_say_that_one_of_them_came_after_all() -> None:
    day = nobody_came()
    first, second = day.round.match_at(1).players
    day.do(lambda event: matches.mark_absent(event, event.player(first)), why="seen at the bar")
    assert day.round.without_opponent() == [second]


def test_a_late_correction_says_what_it_changes_and_which_pairings_are_old() -> None:
    day = new_day()
    day.pair()
    day.decide_all()
    day.pair()
    day.decide_all()
    before = day.event.copy()
    assert not stale_pairings(day.event)
    day.do(lambda event: matches.decide_card(event, 1, 1, ONE_NIL), why="wrong way round")
    told = differences(before, day.event)
    winner = day.event.player(day.event.rounds[0].match_at(1).players[0]).name
    assert any(line.startswith(f"{winner}: Total Points 200 to 400") for line in told)
    assert stale_pairings(day.event)[0].round == 2
    assert any("Round 2 was paired on old numbers" in line for line in told)


def test_the_points_of_one_who_left_stay_and_are_listed_apart() -> None:
    day = new_day()
    day.pair()
    day.decide_all()
    day.do(lambda event: players.leave(event, event.find("Anna")))
    table = standings(day.event)
    assert [row.name for row in table.apart] == ["Anna"]
    assert table.apart[0].figures["total"] == 100
    assert "Anna" not in [row.name for row in table.rows]


def test_a_card_for_a_draft_round_is_refused() -> None:
    day = new_day()
    day.pair(published=False)
    with pytest.raises(BadInput, match="is not published"):
        day.do(lambda event: matches.decide_card(event, 1, 1, NIL_NIL))


def _at_table_one(names: list[str] | None = None) -> tuple[Day, str, str]:
    day = new_day(names) if names else new_day()
    day.pair()
    first, second = day.round.match_at(1).players
    return day, first, second


# What became known after a card was sent


def _with_points(day: Day, sender: str) -> dict[str, Any]:
    """A card that gives points by state for an opponent whose force is not on file."""
    sides: list[dict[str, Any]] = [{}, {}]
    sides[1 - day.round.match_at(1).side(sender)] = {"points": {"destroyed": 200, "crippled": 50}}
    return {"sides": sides}


def _without_the_force_of(name: str) -> tuple[Day, str, str]:
    day = new_day(["Anna"])
    day.do(lambda event: players.add_player(event, name))
    day.do(lambda event: players.check_in(event, event.find(name)))
    day.do(lambda event: rounds.pair_round(event, 1, without_forces=True))
    day.do(lambda event: rounds.publish(event, 1))
    return day, day.player("Anna"), day.player(name)


def test_a_card_is_not_confirmed_that_fits_no_more_since_a_force_came_in() -> None:
    day, anna, boris = _without_the_force_of("Boris")
    card = _with_points(day, anna)
    day.do(lambda event: matches.send_card(event, event.player(anna), card))
    day.do(lambda event: forces.hand_in(event, event.player(boris), force()))
    day.do(lambda event: forces.accept_force(event, event.player(boris)))
    with pytest.raises(BadInput, match="gives points by state although the force of Boris is on file"):
        day.do(lambda event: matches.confirm_card(event, event.player(boris)))
    with pytest.raises(BadInput, match="gives points by state"):
        day.do(lambda event: matches.send_card(event, event.player(boris), card))
    assert not day.round.match_at(1).settled


def test_a_card_that_can_no_longer_be_keeps_nobody_from_giving_up() -> None:
    day, anna, boris = _without_the_force_of("Boris")
    card = _with_points(day, anna)
    day.do(lambda event: matches.send_card(event, event.player(anna), card))
    day.do(lambda event: forces.hand_in(event, event.player(boris), force()))
    day.do(lambda event: forces.accept_force(event, event.player(boris)))
    day.do(lambda event: matches.concede(event, event.player(boris)))
    match = day.round.match_at(1)
    assert match.conceded == boris
    assert match.card is None
