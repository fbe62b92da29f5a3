"""What the house does about battles by itself: clocks, limits, old battles, and bots that fail."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.requests import Request
from tests.play.rooms import Played
from tests.web.table import Table, table

from musterhall.playing import room
from musterhall.playing.record import ClockTerms, Seat
from musterhall.playing.room import MOST_OPEN
from musterhall.playing.thinking import BATTLES_KEPT, NoAnswer
from musterhall.store.opening import open_store
from musterhall.store.steady import CLOCK
from musterhall.web.crowd import _is_stream
from musterhall.web.playing.keeping import remove_old


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Table]:
    with table(str(tmp_path / "hall.db")) as found:
        yield found


def test_one_address_begins_only_so_many_battles_in_an_hour(at: Table) -> None:
    at.house.settings = replace(at.house.settings, bounds=replace(at.house.settings.bounds, address_battles=3))
    assert [at.begin().status_code for _ in range(4)] == [201, 201, 201, 429]


def test_a_full_hall_begins_no_battle_and_says_what_helps(at: Table) -> None:
    at.house.settings = replace(at.house.settings, bounds=replace(at.house.settings.bounds, battles=1))
    assert at.begin().status_code == 201
    told = at.begin()
    assert told.status_code == 400
    assert "remove old ones" in told.json()["error"]


def test_battles_that_nobody_touched_for_months_are_removed_and_others_stay(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.begin()
    old, ahead = at.battle, CLOCK.seconds() + 100 * 86_400
    monkeypatch.setattr(CLOCK, "seconds", lambda: ahead)
    at.begin()
    assert remove_old(at.house, 4) == []
    assert remove_old(at.house, 3) == [old]
    assert at.get().status_code == 200
    at.battle = old
    assert at.get().status_code == 404


def test_a_battle_that_another_process_removed_is_not_here_any_more(at: Table) -> None:
    at.begin()
    at.house.store.remove(at.battle)
    at.house._catch_up(at.battle, 0)
    assert at.get().status_code == 404


def test_a_bots_process_remembers_as_many_battles_as_a_room_has_at_hand() -> None:
    assert BATTLES_KEPT >= MOST_OPEN


def test_a_battle_takes_only_so_many_entries_but_always_an_end(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    at.begin(seats=[{"by": "person", "name": "Ann"}, {"by": "person", "name": "Ben"}])
    monkeypatch.setattr(room, "MOST_ENTRIES", at.sitting.record.last)
    told = at.post("answer", "0", answer=at.hinted(0))
    assert (told.status_code, "resign" in told.json()["error"]) == (400, True)
    assert at.sitting.record.answers == []
    assert at.post("resign", "0").status_code == 200


def test_the_stream_of_a_battle_counts_as_a_live_page() -> None:
    scope = {"type": "http", "path": "/api/battles/battle-abc/stream", "headers": []}
    assert _is_stream(Request(scope))


def test_a_bot_that_fails_is_told_of_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with open_store(f"{tmp_path}/hall.db") as store, caplog.at_level(logging.WARNING):
        played = Played(store, (Seat(name="Ann"), Seat(by="bot", name="captain")))
        played.answer_as_drill(0)
        _question, then = played.thinkers.waiting.pop()
        then(NoAnswer("captain stopped in mid-thought"))
        assert "captain stopped in mid-thought" in caplog.text
        assert played.name in caplog.text


def test_a_battle_goes_on_by_lot_when_the_last_bot_fails_too(tmp_path: Path) -> None:
    with open_store(f"{tmp_path}/hall.db") as store:
        played = Played(store, (Seat(name="Ann"), Seat(by="bot", name="drill")))
        played.answer_as_drill(0)
        _question, then = played.thinkers.waiting.pop()
        before = len(played.sitting.record.answers)
        then(NoAnswer("drill failed"))
        assert len(played.sitting.record.answers) == before + 1
        assert played.sitting.record.bots == {1: "drill"}


def test_a_person_whose_stand_in_fails_keeps_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(CLOCK, "seconds", lambda: now[0])
    with open_store(f"{tmp_path}/hall.db") as store:
        played = Played(store, (Seat(name="Ann"), Seat(name="Ben")), clock=ClockTerms(seconds=60))
        now[0] += 61
        played.room.times_up()
        _question, then = played.thinkers.waiting.pop()
        then(NoAnswer("drill failed"))
        assert played.sitting.record.people == [0, 1]
        assert len(played.sitting.record.answers) == 1
