"""How long people may think: a clock runs for each player who is asked, and for no bot.

What a player has left is written down with each answer. While nobody has the battle open its clock stands still, so a
server that was away takes its time from nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from musterhall.playing.record import ClockTerms, Record


@dataclass(slots=True)
class Clock:
    """Counts seconds by a clock that only goes forward, which whoever uses it reads."""

    terms: ClockTerms
    used: list[float] = field(default_factory=lambda: [0.0, 0.0])
    running: frozenset[int] = frozenset()
    since: float = 0.0
    turn: int | None = None

    def now_asked(self, players: frozenset[int], turn: int, now: float) -> None:
        """From now on these players think. A new turn gives everybody their time again, where that is agreed."""
        self._count(now)
        self.running = players
        if self.terms.each == "turn" and self.turn is not None and turn != self.turn:
            self.used = [0.0, 0.0]
        self.turn = turn

    def heard(self, player: int, left: float, now: float) -> None:
        """What was written down with an answer counts, whoever has counted otherwise."""
        self._count(now)
        self.used[player] = self.terms.seconds - left

    def left(self, player: int, now: float) -> float:
        thinking = now - self.since if player in self.running else 0.0
        return max(0.0, self.terms.seconds - self.used[player] - thinking)

    def run_out(self, now: float) -> list[int]:
        return [player for player in sorted(self.running) if self.left(player, now) <= 0]

    def _count(self, now: float) -> None:
        for player in self.running:
            self.used[player] += now - self.since
        self.since = now


def clock_of(record: Record, turn: int) -> Clock | None:
    """The clock as the last answers left it; `turn` is how many turns are over."""
    terms = record.begun.clock
    if terms is None:
        return None
    clock = Clock(terms, turn=turn)
    for said in record.answers:
        if said.left is not None and (terms.each == "battle" or said.turn == turn):
            clock.used[said.player] = terms.seconds - said.left
    return clock
