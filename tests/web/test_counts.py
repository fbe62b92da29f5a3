"""What several processes of one server count, they count in one place."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from musterhall.web import counts
from musterhall.web.bounds import Bounds
from musterhall.web.doors import Doors
from musterhall.web.limits import Limiter, TooOften, Window, Writing
from musterhall.web.serving import _share
from musterhall.web.slip_codes import SlipCodes


@pytest.fixture
def several(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As in a process of a server that has several."""
    monkeypatch.setenv(counts.FILE, str(tmp_path / "counts.db"))


def tries_of(limiter: Limiter | Window, who: str = "somebody") -> int:
    """How often one can try before one has to wait."""
    taken = 0
    while True:
        try:
            limiter.take(who)
        except TooOften:
            return taken
        taken += 1


@pytest.mark.usefixtures("several")
def test_ten_tries_at_codes_are_ten_whichever_process_answers() -> None:
    one, other = SlipCodes.within(Bounds()), SlipCodes.within(Bounds())
    assert tries_of(one.by_address) == 10
    assert tries_of(other.by_address) == 0
    assert tries_of(other.by_address, "somebody else") == 10
    assert tries_of(other.in_all) == 200
    assert tries_of(one.in_all) == 0


@pytest.mark.usefixtures("several")
def test_wrong_passwords_and_links_and_registrations_are_counted_together() -> None:
    doors, others = Doors.within(Bounds()), Doors.within(Bounds())
    for name in ("by_address", "by_name", "first", "familiar", "links"):
        assert tries_of(getattr(doors, name)) > 0, name
        assert tries_of(getattr(others, name)) == 0, name
    writing, elsewhere = Writing.within(Bounds()), Writing.within(Bounds())
    for name in ("by_player", "bytes_by_player", "entering"):
        limiter = getattr(writing, name)
        limiter.take("somebody", limiter.tries)
        assert tries_of(getattr(elsewhere, name)) == 0, name


@pytest.mark.usefixtures("several")
def test_a_try_that_is_given_back_in_one_process_is_free_in_the_other() -> None:
    for kind in (Limiter, Window):
        one, other = kind(1, 60, name=kind.__name__), kind(1, 60, name=kind.__name__)
        one.take("somebody")
        one.give_back("somebody")
        other.take("somebody")
        with pytest.raises(TooOften):
            one.take("somebody")


def _take_all(path: str, taken: multiprocessing.Queue[int]) -> None:
    window = Window(50, 3600)
    window.kept = counts.SharedCounts(path, "codes")
    taken.put(tries_of(window))


def test_processes_that_try_at_the_same_moment_take_no_more_than_there_are(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    taken = context.Queue()
    path = str(tmp_path / "counts.db")
    processes = [context.Process(target=_take_all, args=(path, taken)) for _ in range(3)]
    for one in processes:
        one.start()
    assert sum(taken.get(timeout=120) for _ in processes) == 50
    for one in processes:
        one.join()


def test_without_a_file_each_server_counts_for_itself() -> None:
    assert tries_of(Window(2, 60, name="codes")) == tries_of(Window(2, 60, name="codes")) == 2


def test_what_was_not_asked_for_in_a_long_time_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MOST_KEPT", 3)
    for kept in (counts.OwnCounts(), counts.SharedCounts(str(tmp_path / "counts.db"), "codes")):
        for number in range(9):
            kept.change(f"{number}", lambda known: [1])
        assert [kept.get(f"{number}") for number in (0, 8)] == [None, [1]]


def test_live_connections_of_one_address_are_shared_out_like_all_connections() -> None:
    shared = _share(Bounds(), 4)
    assert (shared.connections, shared.address_connections, shared.address_streams) == (500, 200, 100)
    assert _share(Bounds(), 1) == Bounds()
