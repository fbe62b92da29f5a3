"""Forces in time and late. The pack names the last moment; what an organiser makes of a late one is his business."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.events.day import force, new_day

from musterhall.events import fold, forces, players, views
from musterhall.events.entries import NewEntry, numbered
from musterhall.events.event import ACCEPTED, SUBMITTED, Event, HandedIn
from musterhall.events.fold import Ledger
from musterhall.events.tasks import tasks
from musterhall.game.forces import Submission
from musterhall.packs.model import pack_problems, shipped_pack_text
from musterhall.problems import BadInput, Problem

OPENED = "2025-11-01T10:00:00.000Z"
IN_TIME = "2025-11-22T12:59:00.000Z"
"""A minute before midnight in Canberra."""
LATE = "2025-11-22T13:00:01.000Z"
DUE = 'forces_by = "2025-11-22T23:59:59+11:00"'


def event_opened(at: str = OPENED, due: str = DUE) -> Ledger:
    text = shipped_pack_text("herocon-2025")
    assert DUE in text
    ledger = Ledger()
    ledger.extend([numbered(fold.create("A day", text.replace(DUE, due), 7), 1, at)])
    ledger.attempt([players.add_player(ledger.event, "Anna")], at)
    return ledger


def hand_in(ledger: Ledger, at: str, problems: Sequence[Problem] = ()) -> HandedIn:
    player = ledger.event.player("p1")
    one = force()
    handed_in = Submission(one.force, one.text, one.roster, one.points, tuple(problems))
    ledger.attempt([forces.hand_in(ledger.event, player, handed_in)], at)
    return force_of(ledger.event)


def force_of(event: Event) -> HandedIn:
    found = event.player("p1").force
    assert found is not None
    return found


def test_a_force_that_comes_after_the_last_day_is_taken_and_marked_late() -> None:
    assert not hand_in(event_opened(), IN_TIME).late
    assert hand_in(event_opened(), LATE).late


def test_a_day_without_an_hour_lasts_until_its_end() -> None:
    ledger = event_opened(due='forces_by = "2025-11-22"')
    assert not hand_in(ledger, "2025-11-22T23:59:59.000Z").late
    assert hand_in(ledger, "2025-11-23T00:00:00.000Z").late


def test_a_force_that_was_in_time_and_does_not_comply_may_be_mended_without_being_late() -> None:
    ledger = event_opened()
    hand_in(ledger, IN_TIME, [Problem("Hammer", "is barred")])
    assert not hand_in(ledger, LATE).late


def test_a_force_that_was_in_time_and_sent_back_may_be_mended_without_being_late() -> None:
    ledger = event_opened()
    hand_in(ledger, IN_TIME)
    ledger.attempt([forces.return_force(ledger.event, ledger.event.player("p1"), "which Hammer?")], LATE)
    assert not hand_in(ledger, LATE).late


def test_a_good_force_that_is_changed_after_the_last_day_is_late() -> None:
    ledger = event_opened()
    hand_in(ledger, IN_TIME)
    assert hand_in(ledger, LATE).late


def test_a_late_force_stays_late_when_it_is_mended() -> None:
    ledger = event_opened()
    hand_in(ledger, LATE, [Problem("Hammer", "is barred")])
    assert hand_in(ledger, LATE).late


def test_nobody_is_late_where_the_last_day_was_over_before_the_event_was_opened() -> None:
    assert not hand_in(event_opened(at=LATE), "2025-11-29T08:00:00.000Z").late


def test_nobody_is_late_where_the_pack_names_no_last_day() -> None:
    assert not hand_in(event_opened(due=""), LATE).late


def test_an_accepted_force_keeps_its_mark() -> None:
    ledger = event_opened()
    hand_in(ledger, LATE)
    ledger.attempt([forces.accept_force(ledger.event, ledger.event.player("p1"))], LATE)
    assert force_of(ledger.event).late
    assert force_of(Ledger.of(ledger.entries).event).late


def test_the_organiser_is_told_who_is_late_and_the_player_sees_it() -> None:
    ledger = event_opened()
    hand_in(ledger, LATE)
    told = [task.sentence for task in tasks(ledger.event, LATE) if task.what == "force_unchecked"]
    assert told == ["1 player has handed in a force to look at: Anna (late)."]
    shown = views.force_data(ledger.event.player("p1"))
    assert shown is not None
    assert shown["late"] is True


def test_a_player_without_a_force_is_told_when_it_is_due() -> None:
    ledger = event_opened()
    sentence = views.next_thing(ledger.event, ledger.event.player("p1")).sentence
    assert sentence == "Hand in your force by 2025-11-22 23:59 (UTC+11:00), so that it can be checked."


@pytest.mark.parametrize("due", ['forces_by = "a week before"', 'forces_by = "2025-13-40"', 'forces_by = "9999-12-31"'])
def test_a_last_day_that_nobody_can_read_is_a_problem_of_a_new_pack_and_none_of_an_old_journal(due: str) -> None:
    text = shipped_pack_text("herocon-2025").replace(DUE, due)
    assert [problem.where for problem in pack_problems(text, "my.toml")] == ["my.toml, event.registration.forces_by"]
    with pytest.raises(BadInput, match="forces_by"):
        fold.create("A day", text, 7)
    old = numbered(NewEntry("event.created", {"name": "Old", "pack": text, "seed": 7}), 1, OPENED)
    assert Ledger.of([old]).event.name == "Old"


# Judged, and judged again


def test_a_handing_in_that_was_accepted_is_not_undone_under_the_acceptance() -> None:
    day = new_day(["Anna", "Boris"])
    anna = day.event.find("Anna")
    bad = replace(force("Too many"), problems=(Problem("points", "too many"),))
    day.do(forces.hand_in(day.event, anna, bad))
    good = day.do(forces.hand_in(day.event, anna, force("Good")))
    accepted = day.do(lambda event: forces.accept_force(event, event.find("Anna")))
    with pytest.raises(BadInput, match=f"entry {accepted.seq} rests on it"):
        day.undo(good.seq)
    day.undo(accepted.seq)
    day.undo(good.seq)
    assert force_of(day.event).force == "Too many"
    assert force_of(day.event).state == SUBMITTED


def test_an_acceptance_of_an_older_journal_says_not_what_was_looked_at_and_stands() -> None:
    day = new_day(["Anna"])
    day.do(forces.hand_in(day.event, day.event.find("Anna"), force("Another")))
    day.do(NewEntry("force.accepted", {"player": day.player("Anna")}))
    assert force_of(day.event).state == ACCEPTED


def test_a_force_by_leave_that_is_sent_back_can_be_mended() -> None:
    day = new_day(["Anna", "Boris"])
    day.do(forces.lock_forces(day.event))
    anna = day.event.find("Anna")
    day.do(forces.hand_in(day.event, anna, force("By leave"), although_locked=True))
    with pytest.raises(BadInput, match="forces are locked"):
        day.do(forces.hand_in(day.event, anna, force("Own idea")))
    day.do(lambda event: forces.return_force(event, event.find("Anna"), "one unit too many"))
    day.do(forces.hand_in(day.event, anna, force("Mended")))
    assert force_of(day.event).force == "Mended"


def test_a_force_that_is_accepted_leaves_the_opponents_on_the_table() -> None:
    day = new_day(["Anna", "Boris"])
    day.pair()
    for name in ("Anna", "Boris"):
        day.do(forces.hand_in(day.event, day.event.find(name), force(f"{name} anew"), although_locked=True))
    day.do(lambda event: forces.accept_force(event, event.find("Anna")))
    assert None not in day.round.match_at(1).rosters


# A day of the event's own


def test_a_last_day_that_was_over_when_the_event_was_opened_is_told_and_the_organiser_sets_another() -> None:
    ledger = event_opened(at=LATE)
    assert not hand_in(ledger, LATE).late
    assert "2025-11-22 23:59 (UTC+11:00), was over before this event was opened" in forces.due_remark(ledger.event)
    ledger.attempt([forces.set_due(ledger.event, "2025-11-25")], LATE)
    assert forces.due_remark(ledger.event) == ""
    assert ledger.event.due_told == "2025-11-25"
    assert not hand_in(ledger, "2025-11-25T23:59:00.000Z").late
    assert hand_in(ledger, "2025-11-26T00:00:00.000Z").late


def test_the_organiser_may_say_that_the_day_of_the_pack_holds_after_all() -> None:
    ledger = event_opened(at=LATE)
    hand_in(ledger, LATE)
    ledger.attempt([forces.set_due(ledger.event, "2025-11-22")], "2025-11-24T10:00:00.000Z")
    assert not force_of(ledger.event).late, "what is in by the end of that day is in time"
    ledger.attempt([forces.set_due(ledger.event, "2025-11-21")], "2025-11-24T10:00:00.000Z")
    assert force_of(ledger.event).late


def test_a_force_that_was_accepted_stays_so_whatever_day_is_set() -> None:
    ledger = event_opened()
    hand_in(ledger, IN_TIME)
    ledger.attempt([forces.accept_force(ledger.event, ledger.event.player("p1"))], IN_TIME)
    ledger.attempt([forces.set_due(ledger.event, "2025-11-02")], LATE)
    assert not force_of(ledger.event).late


def test_an_event_may_have_no_last_day() -> None:
    ledger = event_opened(at=LATE)
    ledger.attempt([forces.set_due(ledger.event, "")], LATE)
    assert (forces.due_remark(ledger.event), ledger.event.forces_due) == ("", None)
    with pytest.raises(BadInput, match="is no day"):
        forces.set_due(ledger.event, "next Tuesday")
