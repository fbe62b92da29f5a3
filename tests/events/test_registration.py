"""People enter by themselves: places, the waiting list, and who moves up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.events.day import Day, new_day

from musterhall.events import players, registration
from musterhall.events.entries import NewEntry
from musterhall.events.event import LEFT, REGISTERED, WAITING
from musterhall.events.fold import fold
from musterhall.events.standings import standings
from musterhall.events.telling import Teller
from musterhall.events.views import next_thing
from musterhall.problems import BadInput


def opened(places: int | None = None) -> Day:
    day = new_day([])
    if places is not None:
        do_all(day, registration.set_places(day.event, places))
    day.do(registration.open_registration)
    return day


def do_all(day: Day, entries: list[NewEntry]) -> None:
    for entry in entries:
        day.do(entry)


def enter(day: Day, *names: str) -> None:
    for name in names:
        day.do(registration.sign_up(day.event, name))


def leave(day: Day, name: str) -> None:
    do_all(day, registration.leave_with_successor(day.event, day.event.find(name)))


def status(day: Day, name: str) -> str:
    return day.event.find(name).status


def test_nobody_enters_by_themselves_before_registration_is_open_or_after_it_is_closed() -> None:
    day = new_day([])
    with pytest.raises(BadInput, match="registration is not open"):
        enter(day, "Anna")
    day.do(registration.open_registration)
    enter(day, "Anna")
    day.do(registration.close_registration)
    with pytest.raises(BadInput, match="registration is not open"):
        enter(day, "Boris")


def test_whoever_finds_no_place_waits_and_moves_up_in_order_when_somebody_leaves() -> None:
    day = opened(2)
    enter(day, "Anna", "Boris", "Cleo", "Dario")
    assert [status(day, name) for name in ("Anna", "Boris", "Cleo", "Dario")] == [*[REGISTERED] * 2, *[WAITING] * 2]
    assert registration.position(day.event, day.event.find("Dario")) == 2
    leave(day, "Anna")
    assert (status(day, "Cleo"), status(day, "Dario")) == (REGISTERED, WAITING)
    assert registration.position(day.event, day.event.find("Dario")) == 1


def test_who_leaves_the_waiting_list_frees_no_place() -> None:
    day = opened(2)
    enter(day, "Anna", "Boris", "Cleo", "Dario")
    leave(day, "Cleo")
    assert status(day, "Dario") == WAITING


def test_more_places_let_as_many_move_up() -> None:
    day = opened(2)
    enter(day, "Anna", "Boris", "Cleo", "Dario", "Edda")
    do_all(day, registration.set_places(day.event, 4))
    assert [one.name for one in day.event.waiting()] == ["Edda"]
    do_all(day, registration.set_places(day.event, None))
    assert day.event.waiting() == []


def test_an_undone_leave_is_refused_while_somebody_has_the_place() -> None:
    day = opened(2)
    enter(day, "Anna", "Boris", "Cleo")
    leave(day, "Anna")
    left, moved = day.ledger.entries[-2:]
    with pytest.raises(BadInput, match=f"entry {moved.seq} rests on it: Cleo moves up"):
        day.undo(left.seq)
    day.undo(moved.seq)
    day.undo(left.seq)
    assert (status(day, "Anna"), status(day, "Cleo")) == (REGISTERED, WAITING)


def test_the_waiting_list_has_an_end() -> None:
    day = opened(2)
    for number in range(registration.MOST_WAITING + 2):
        enter(day, f"Player {number}")
    with pytest.raises(BadInput, match="the waiting list is full"):
        enter(day, "One too many")


def test_who_waits_is_in_no_standings_and_is_told_the_number() -> None:
    day = opened(2)
    enter(day, "Anna", "Boris", "Cleo")
    assert [row.name for row in standings(day.event).rows] == ["Anna", "Boris"]
    assert next_thing(day.event, day.event.find("Cleo")).sentence.startswith("You are number 1 on the waiting list.")
    with pytest.raises(BadInput, match="give this player a place first"):
        day.do(lambda event: players.check_in(event, event.find("Cleo")))


def test_players_check_in_on_their_phones_only_while_that_is_open() -> None:
    day = opened()
    enter(day, "Anna", "Boris")
    with pytest.raises(BadInput, match="check-in is not open"):
        day.do(lambda event: players.check_in(event, event.find("Anna"), by_player=True))
    day.do(registration.open_check_in)
    day.do(lambda event: players.check_in(event, event.find("Anna"), by_player=True))
    assert day.event.find("Anna").here
    day.do(registration.close_check_in)
    day.do(lambda event: players.check_in(event, event.find("Boris")))


def test_a_place_is_given_back_only_before_the_first_round() -> None:
    day = new_day(["Anna", "Boris"])
    day.pair()
    with pytest.raises(BadInput, match="has begun"):
        registration.withdraw(day.event, day.event.find("Anna"))


def test_what_happened_is_told_in_words() -> None:
    day = opened(2)
    enter(day, "Anna", "Boris", "Cleo")
    do_all(day, [registration.describe(day.event, venue="Hall 7", about="Bring dice.")])
    teller = Teller(day.ledger.entries, day.event)
    told = [teller.sentence(entry) for entry in day.ledger.entries]
    assert "There is room for 2 players." in told
    assert "Anna registers as p1." in told
    assert "Cleo registers and waits for a place, as p3." in told
    assert told[-1] == "The venue is Hall 7. The event has a new description."
    assert not [sentence for sentence in told if sentence.startswith(("event.", "registration."))]


STEPS = st.lists(st.one_of(st.just("enter"), st.integers(0, 9), st.tuples(st.integers(2, 6))), max_size=25)


@given(STEPS)
def test_nobody_waits_while_a_place_is_free_and_nobody_is_passed_over(steps: list[str | int | tuple[int]]) -> None:
    day = opened(3)
    for step in steps:
        if step == "enter":
            enter(day, f"Player {len(day.event.players)}")
        elif isinstance(step, tuple):
            do_all(day, registration.set_places(day.event, step[0]))
        elif isinstance(step, int) and f"p{step}" in day.event.players:
            player = day.event.player(f"p{step}")
            if player.status != LEFT:
                do_all(day, registration.leave_with_successor(day.event, player))
        waiting = day.event.waiting()
        assert not waiting or day.event.places_left() == 0
        placed = [int(one.id[1:]) for one in day.event.entered() if one.status == REGISTERED]
        assert not waiting or max(placed, default=0) < min(int(one.id[1:]) for one in waiting)
    assert fold(day.ledger.entries) == day.event


def test_the_organiser_gives_a_place_beyond_those_there_are_and_takes_it_back() -> None:
    day = opened(2)
    enter(day, "Anna", "Boris", "Cleo", "Dario")
    with pytest.raises(BadInput, match=r"is full \(2 of 2\)"):
        day.do(lambda event: registration.move_up(event, event.find("Dario")))
    day.do(lambda event: registration.move_up(event, event.find("Dario"), beyond=True))
    assert (status(day, "Cleo"), status(day, "Dario")) == (WAITING, REGISTERED)
    assert (day.event.places_taken(), day.event.places_left()) == (3, 0)
    given_ = day.ledger.entries[-1]
    told = Teller(day.ledger.entries, day.event).sentence(given_)
    assert told == "Dario moves up from the waiting list and has a place, one more than there were."
    # The first who leaves frees no place: there was one too many.
    leave(day, "Anna")
    assert status(day, "Cleo") == WAITING
    day.undo(given_.seq)
    assert status(day, "Dario") == WAITING


def test_a_place_that_is_free_is_given_as_any_other() -> None:
    day = opened(2)
    enter(day, "Anna", "Boris", "Cleo")
    day.do(lambda event: players.leave(event, event.find("Anna")))
    entry = registration.move_up(day.event, day.event.find("Cleo"), beyond=True)
    assert "beyond" not in entry.data


def test_what_cannot_be_seen_is_taken_out_of_venue_and_description_and_lines_stay() -> None:
    day = opened()
    about = "Bring dice.\r\n\x00\x1b[31mLunch\u202e is there.\u2028Bye.\n\n\n\n\nEnd\ta"
    day.do(registration.describe(day.event, venue="Hall\x07 7,\u200b Mill\nLane", about=about))
    assert day.event.venue == "Hall 7, Mill Lane"
    assert day.event.about == "Bring dice.\n[31mLunch is there.\nBye.\n\nEnd a"
    with pytest.raises(BadInput, match="4000 fit"):
        registration.describe(day.event, about="a" * 4001)
