"""One time of day for all programs on a machine that have the same database file open: that of its server.

The command line is started anew for each command, and reads the machine's time of day each time. Where that was set
while a server runs, the two would write hours into one journal that do not fit, and a round's clock would jump. So the
server writes down how far its time of day is from the machine's ticks, which nobody can set and all programs share.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from musterhall.store.steady import SteadyClock

if os.name == "posix":
    import fcntl

TRIES, MOMENT = 5, 0.01
SMALLEST = 1.0
"""Seconds; programs that read the same time of day differ by less."""


def clock_file(db: Path) -> Path:
    return db.with_name(f"{db.name}-clock")


@contextmanager
def keep(db: Path | None, clock: SteadyClock) -> Iterator[None]:
    """Let others go by this clock, or go by that of the server that was here first."""
    held = _taken(clock_file(db)) if db else None
    if db is None or held is None:
        if db is not None:
            follow(db, clock)
        yield
        return
    try:
        os.ftruncate(held, 0)
        os.write(held, f"{_this_run()}\n{clock.ahead!r}\n".encode())
        yield
    finally:
        with suppress(OSError):
            clock_file(db).unlink()
        os.close(held)


def follow(db: Path, clock: SteadyClock) -> None:
    """Go by the clock of the server that has a database open, if there is one."""
    path = clock_file(db)
    if (free := _held(path, create=False)) is not None:
        # Whoever kept it is gone.
        os.close(free)
        return
    with suppress(OSError, ValueError):
        run, ahead = path.read_text(encoding="utf-8").split("\n")[:2]
        if run == _this_run() and abs(float(ahead) - clock.ahead) > SMALLEST:
            clock.ahead = float(ahead)


def _taken(path: Path) -> int | None:
    """The file, for a server; somebody who only looks whether there is one has it for a moment."""
    for _ in range(TRIES):
        if (held := _held(path, create=True)) is not None:
            return held
        time.sleep(MOMENT)
    return None


def _held(path: Path, *, create: bool) -> int | None:
    """The file with a lock on it that ends with this program, however it ends; none where another has it."""
    if os.name != "posix":
        return None
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDWR | (os.O_CREAT if create else 0) | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except OSError:
            os.close(descriptor)
    return None


def _this_run() -> str:
    """This machine since it was switched on: ticks of another one, or of an earlier run, mean nothing here."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="utf-8").strip()
    return platform.node()
