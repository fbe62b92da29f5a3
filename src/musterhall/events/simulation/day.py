"""A simulated event as far as it has come."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event, Player
from musterhall.events.fold import Ledger
from musterhall.events.simulation.invented import Luck

START = "2025-11-29T08:30:00.000Z"
"""Check-in of the simulated day, unless another hour is given."""
ORGANISER = "organiser"
FEWEST = 4
"""Nobody leaves when only so many are here."""


@dataclass(slots=True)
class SimulatedDay:
    """A simulated event as far as it has come."""

    pack_text: str
    luck: Luck
    hour: datetime
    trouble: bool
    ledger: Ledger
    names: int = 0
    """Names given out so far."""
    first_name: int = 0
    strengths: dict[str, int] = field(default_factory=dict)
    """How well each player plays."""
    by_draft: bool = False
    """Forces are drafted on the day."""

    @property
    def event(self) -> Event:
        return self.ledger.event

    def wait(self, seconds: float) -> None:
        self.hour += timedelta(seconds=seconds)

    def until(self, hour: datetime) -> None:
        self.hour = max(self.hour, hour)

    def do(self, new: NewEntry, who: str = ORGANISER, why: str = "") -> Entry:
        """Let something happen, a few seconds after the last thing."""
        self.wait(2 + self.luck.below(6))
        (entry,) = self.ledger.attempt([replace(new, who=who, why=why)], written_hour(self.hour))
        return entry

    def by(self, player: Player, new: NewEntry) -> Entry:
        return self.do(new, who=player.name)

    def troubled(self, percent: int) -> bool:
        return self.trouble and self.luck.chance(percent)

    def here(self) -> list[Player]:
        return list(self.event.present())


def written_hour(hour: datetime) -> str:
    return hour.isoformat(timespec="milliseconds").replace("+00:00", "Z")
