"""The round clock. It knows only the hours of entries, so a restart of whatever shows it changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from musterhall.problems import BadInput
from musterhall.tally import counted


@dataclass(slots=True)
class Clock:
    """One round's clock: waiting, running, paused or over."""

    minutes: int = 0
    extended: int = 0
    """Minutes that were added, or taken away."""
    started_at: str = ""
    paused_at: str = ""
    paused: float = 0.0
    """Seconds of all pauses that are over."""
    ended_at: str = ""

    @property
    def state(self) -> str:
        if self.ended_at:
            return "over"
        if self.paused_at:
            return "paused"
        return "running" if self.started_at else "waiting"

    def left(self, now: str) -> float:
        """Seconds left, below zero when time is up and nobody has ended the round."""
        whole = (self.minutes + self.extended) * 60
        if not self.started_at:
            return whole
        until = self.paused_at or self.ended_at or now
        # A machine whose clock was set back before a start may take now for an hour before the beginning.
        return whole - max(0.0, seconds_between(self.started_at, until) - self.paused)

    def ends(self, now: str) -> str | None:
        """The hour at which time will be up, while the clock runs."""
        if self.state != "running":
            return None
        return (moment(now) + timedelta(seconds=self.left(now))).isoformat(timespec="seconds")

    def start(self, at: str, minutes: int) -> None:
        if self.started_at:
            raise BadInput("clock: it was started already; pause, extend or end it.")
        self.started_at, self.minutes = at, minutes

    def pause(self, at: str) -> None:
        self._must_be("running", "pause")
        self.paused_at = at

    def resume(self, at: str) -> None:
        self._must_be("paused", "go on with")
        self.paused += seconds_between(self.paused_at, at)
        self.paused_at = ""

    def extend(self, minutes: int) -> None:
        if self.state in ("waiting", "over"):
            raise BadInput(f"clock: it is {self.state}, so there is nothing to extend; start it first.")
        if self.minutes + self.extended + minutes < 1:
            raise BadInput(
                f"clock: {counted(-minutes, 'minute')} fewer leave nothing of the round; take away less, or end it."
            )
        self.extended += minutes

    def end(self, at: str) -> None:
        if self.state in ("waiting", "over"):
            raise BadInput(f"clock: it is {self.state}, so there is nothing to end; start it first.")
        if self.paused_at:
            self.resume(at)
        self.ended_at = at

    def _must_be(self, state: str, verb: str) -> None:
        if self.state != state:
            raise BadInput(f"clock: it is {self.state}; only a {state} clock can be told to {verb}.")


def moment(text: str) -> datetime:
    """An hour as journals write it."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise BadInput(f"time {text!r}: cannot be read; write it as 2025-11-29T08:30:00.000Z.") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def seconds_between(start: str, end: str) -> float:
    return (moment(end) - moment(start)).total_seconds()


def shown_hour(at: str) -> str:
    """An hour of the day on this machine's clock: 14:05."""
    return f"{moment(at).astimezone():%H:%M}"


def shown_day_and_hour(at: str) -> str:
    """29 Nov, 14:05."""
    return f"{moment(at).astimezone():%d %b, %H:%M}"


def shown_left(seconds: float) -> str:
    """Time left as on a wall: 1:04:09, 12:30, or over time: +2:05."""
    sign, whole = ("+" if seconds < 0 else ""), int(abs(seconds))
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{sign}{hours}:{minutes:02d}:{left:02d}" if hours else f"{sign}{minutes}:{left:02d}"
