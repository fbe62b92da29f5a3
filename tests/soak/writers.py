"""kill -9 of whoever writes a journal, at any moment, and the recount of what is there afterwards."""

from __future__ import annotations

import os
import random
import signal
import struct
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.postgres import NoServer, Server
from tests.soak.trials import trial

from musterhall.events.entries import NewEntry
from musterhall.store.opening import open_store

BATCH = 3
"""Entries that are appended at once, so that half a batch would be seen."""
KILLS = 10


@trial("killed writers, SQLite")
def killed_at_a_file(seed: int) -> None:
    """What was acknowledged is in the file after its writer was killed, also while it was opened or a batch written."""
    with TemporaryDirectory() as folder:
        kill_writers(str(Path(folder, "journals.db")), seed, KILLS)


@trial("killed writers, PostgreSQL", sample=0)
def killed_at_a_server(seed: int) -> None:
    """What was acknowledged is in the database after its writer was killed."""
    try:
        server = Server()
    except NoServer:
        return
    try:
        kill_writers(server.new_database(), seed, KILLS)
    finally:
        server.close()


def kill_writers(address: str, seed: int, kills: int) -> int:
    """Kill so many writers of a new journal one after the other, and recount; gives how many had written something."""
    moments = random.Random(seed)
    with open_store(address) as store:
        store.create("herocon", "event", "Herocon", [])
    last = [_killed_writer(address, moments) for _ in range(kills)]
    with open_store(address) as store:
        entries = store.entries("herocon")
        assert store.sound("herocon") == []
    assert max(last) <= len(entries)
    assert len(entries) % BATCH == 0
    assert [entry.data["n"] for entry in entries] == [number % BATCH for number in range(len(entries))]
    return sum(one > 0 for one in last)


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
