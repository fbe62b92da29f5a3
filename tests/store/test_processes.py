"""Several processes at one journal, and processes that are killed while they write."""

from __future__ import annotations

import multiprocessing

from tests.soak.writers import kill_writers

from musterhall.events.entries import NewEntry
from musterhall.store.opening import open_store

FORK = multiprocessing.get_context("fork")
KILLS = 30
"""`make soak` kills as many as it finds time for."""


def test_two_processes_at_once_lose_double_and_mix_up_nothing(address: str) -> None:
    with open_store(address) as store:
        store.create("herocon", "event", "Herocon", [])
    children = [FORK.Process(target=_append_many, args=(address, name)) for name in ("one", "other")]
    for child in children:
        child.start()
    for child in children:
        child.join(120)
    assert [child.exitcode for child in children] == [0, 0]
    with open_store(address) as store:
        entries = store.entries("herocon")
        assert store.sound("herocon") == []
    assert [entry.seq for entry in entries] == list(range(1, 601))
    for name in ("one", "other"):
        assert [entry.data["n"] for entry in entries if entry.who == name] == list(range(300))


def test_what_was_acknowledged_is_there_after_the_writer_was_killed(address: str) -> None:
    """kill -9 at random moments, also while the database is opened or a batch is half written."""
    assert kill_writers(address, 4, KILLS) > KILLS / 10


def _append_many(address: str, name: str) -> None:
    with open_store(address) as store:
        for number in range(300):
            store.append("herocon", [NewEntry("card", {"n": number}, name)])
