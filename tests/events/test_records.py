"""Won, drawn and lost, and what each round brought."""

from __future__ import annotations

from fractions import Fraction

from tests.events.day import Day, new_day

from musterhall.events import matches, players
from musterhall.events.records import Record, records
from musterhall.events.standings import standings

FOUR = ("Anna", "Boris", "Cleo", "Dario")


def record(day: Day, name: str, through: int | None = None) -> Record:
    return records(day.event, through)[day.player(name)]


def test_the_points_of_all_rounds_add_up_to_the_total() -> None:
    day = new_day(FOUR)
    for _ in range(2):
        day.pair()
        day.decide_all({"Anna": 3, "Boris": 1})
    (first,) = day.event.rules.standings.order
    for row in standings(day.event).rows:
        points = records(day.event)[row.player].points
        assert len(points) == 2
        assert sum((one for one in points if one is not None), Fraction(0)) == row.figures[first]


def test_who_won_has_one_more_won_and_the_other_one_more_lost() -> None:
    day = new_day(("Anna", "Boris"))
    day.pair()
    day.decide_all({"Anna": 3})
    assert str(record(day, "Anna")) == "1-0-0"
    assert str(record(day, "Boris")) == "0-0-1"


def test_a_match_without_a_card_is_in_no_record() -> None:
    day = new_day(("Anna", "Boris"))
    day.pair()
    assert record(day, "Anna") == Record(points=(None,))


def test_a_bye_is_no_match_and_brings_its_points_when_the_round_is_complete() -> None:
    day = new_day(("Anna", "Boris", "Cleo"))
    day.pair()
    (bye,) = day.round.byes
    assert records(day.event)[bye].points == (None,)
    day.decide_all()
    assert str(records(day.event)[bye]) == "0-0-0"
    assert records(day.event)[bye].points[0] is not None


def test_who_concedes_or_stays_away_has_lost() -> None:
    day = new_day(FOUR)
    day.pair()
    one, other = (match.players[0] for match in day.round.matches)
    day.do(lambda event: matches.concede(event, event.player(one)))
    day.do(lambda event: matches.mark_absent(event, event.player(other)))
    assert [str(records(day.event)[id_]) for id_ in (one, other)] == ["0-0-1", "0-0-1"]
    assert sum(found.won for found in records(day.event).values()) == 2


def test_records_after_an_earlier_round_stay_as_they_were() -> None:
    day = new_day(FOUR)
    day.pair()
    day.decide_all({"Anna": 3})
    before = records(day.event)
    day.pair()
    day.decide_all({"Boris": 3})
    assert records(day.event, 1) == before


def test_who_entered_late_has_nothing_from_the_rounds_before() -> None:
    day = new_day(FOUR)
    day.pair()
    day.decide_all()
    day.do(lambda event: players.add_player(event, "Zoe"))
    assert record(day, "Zoe") == Record(points=(None,))
