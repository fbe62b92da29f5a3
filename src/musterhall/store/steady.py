"""The time of day by a clock that only goes forward while the program runs.

A laptop's clock is set now and then, by hand or by the network. Sign-ins, round clocks and the hours of a journal go by
this one, which reads the time of day once and counts on from there; it learns of a new time of day at the next start.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime


def _ticking() -> float:
    """Seconds since some moment in the past. Nobody can set them, and where it can be had they count sleep too."""
    which = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if which is None else time.clock_gettime(which)


class SteadyClock:
    def __init__(self, time_of_day: Callable[[], float] = time.time, ticking: Callable[[], float] = _ticking) -> None:
        self._ticking = ticking
        self.ahead = time_of_day() - ticking()
        """Of the ticks; another program on this machine may tell us its own, see `one_clock`."""

    def seconds(self) -> float:
        """Since 1970, as `time.time` counts them."""
        return self.ahead + self._ticking()

    def hour(self) -> str:
        """This moment, as journals write it."""
        text = datetime.fromtimestamp(self.seconds(), UTC).isoformat(timespec="milliseconds")
        return text.replace("+00:00", "Z")


CLOCK = SteadyClock()
"""One for each process, from its start."""
