"""Several processes at one journal, and processes that are killed while they write."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import struct
import time

from musterhall.events.entries import NewEntry
from musterhall.store.opening import open_store

FORK = multiprocessing.get_context("fork")
BATCH = 3
"""Entries that are appended at once, so that half a batch would be seen."""
KILLS = {"sqlite": 200, "postgresql": 40}
KILLS_A_CHECK = 10


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
    """kill -9 at random moments, hundreds of times; also while the database is opened or a batch is half written."""
    moments = random.Random(4)
    with open_store(address) as store:
        store.create("herocon", "event", "Herocon", [])
    kind = "postgresql" if "://" in address else "sqlite"
    acknowledged = kills_in_mid_work = 0
    for kill in range(1, KILLS[kind] + 1):
        last = _killed_writer(address, moments)
        kills_in_mid_work += last > 0
        acknowledged = max(acknowledged, last)
        if kill % KILLS_A_CHECK == 0:
            with open_store(address) as store:
                entries = store.entries("herocon")
                assert store.sound("herocon") == []
            assert acknowledged <= len(entries)
            assert len(entries) % BATCH == 0
            assert [entry.data["n"] for entry in entries] == [number % BATCH for number in range(len(entries))]
    assert acknowledged > KILLS[kind]
    assert kills_in_mid_work > KILLS[kind] / 10


def _append_many(address: str, name: str) -> None:
    with open_store(address) as store:
        for number in range(300):
            store.append("herocon", [NewEntry("card", {"n": number}, name)])


def _killed_writer(address: str, moments: random.Random) -> int:
    """Let a child append until it is killed; the last number that it had in its hands, 0 if it had none."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            _append_for_ever(address, writing)
        finally:
            os._exit(1)
    os.close(writing)
    # Some are killed while they open the database, some at their first batch, most when some are acknowledged.
    heard = b""
    for _ in range(moments.choice((0, 1, 2, 2, 3))):
        heard += os.read(reading, 4)
    time.sleep(moments.uniform(0, 0.03))
    os.kill(child, signal.SIGKILL)
    while part := os.read(reading, 65536):
        heard += part
    os.close(reading)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL, "the writer ended by itself"
    numbers = struct.unpack(f"<{len(heard) // 4}I", heard)
    return max(numbers, default=0)


def _append_for_ever(address: str, writing: int) -> None:
    with open_store(address) as store:
        os.write(writing, struct.pack("<I", 0))
        while True:
            written = store.append("herocon", [NewEntry("card", {"n": number}) for number in range(BATCH)])
            os.write(writing, struct.pack("<I", written[-1].seq))
