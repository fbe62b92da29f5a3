"""The time for one pick. It knows only the hours of entries, so a restart of whatever shows it changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from musterhall.events.clock import moment


@dataclass(frozen=True, slots=True)
class Timer:
    """Running since a pick became due, less the pauses."""

    began: datetime
    paused_at: datetime | None = None
    paused: timedelta = timedelta()
    """All pauses that are over."""

    def begun_anew(self, at: str) -> Timer:
        """For the next pick; a pause goes on."""
        now = moment(at)
        return Timer(now, now if self.paused_at else None)

    def stopped(self, at: str) -> Timer:
        return replace(self, paused_at=moment(at))

    def resumed(self, at: str) -> Timer:
        since = self.paused_at or moment(at)
        return replace(self, paused_at=None, paused=self.paused + max(timedelta(), moment(at) - since))

    def spent(self, now: str) -> timedelta:
        until = self.paused_at or moment(now)
        return max(timedelta(), until - self.began - self.paused)


def timer_from(at: str) -> Timer:
    return Timer(moment(at))


def written(hour: datetime) -> str:
    """An hour as journals write it."""
    return hour.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
