"""Benchmark of the command line: the CPU of an event command next to that of only importing its libraries."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from musterhall.events.simulation import simulate
from musterhall.packs.model import shipped_pack_text
from musterhall.store.opening import open_store

PLAYERS = 40
REPEATS = 5
LIBRARIES = "import typer, rich.table, pydantic, sqlalchemy, tomlkit"
COMMANDS = (("show",), ("standings",), ("card", "show", "1", "--round", "1"), ("log", "--tail", "5"))


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of CPU: of the dearest of some commands, and of the imports."""

    seconds: float
    importing: float

    @property
    def times_importing(self) -> float:
        return self.seconds / self.importing


def measure() -> Measured:
    with TemporaryDirectory() as folder:
        db = str(Path(folder) / "hall.db")
        with open_store(db) as store:
            store.adopt("day", "event", "A day", simulate(shipped_pack_text("herocon-2025"), PLAYERS, 1))
        environment = {**os.environ, "MUSTER_HOME": folder, "MUSTER_DB": db, "MUSTER_EVENT": "day"}
        muster = [sys.executable, "-m", "musterhall.cli.main", "event"]
        dearest = max(cpu([*muster, *words], environment) for words in COMMANDS)
        return Measured(dearest, cpu([sys.executable, "-c", LIBRARIES], environment))


def cpu(command: Sequence[str], environment: dict[str, str]) -> float:
    return median(_once(command, environment) for _ in range(REPEATS))


def _once(command: Sequence[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    found = measure()
    print(f"{found.times_importing:.1f} times its libraries ({found.seconds:.2f} s, {found.importing:.2f} s)")
