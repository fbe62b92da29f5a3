"""Two agents against each other over many seeds, each seed twice with the sides swapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

from musterhall.battle.agents import play
from musterhall.games.the_game.agents import agent_named
from musterhall.games.the_game.game import new_battle
from musterhall.games.the_game.position import NOBODY
from musterhall.games.the_game.setups import ready_setup

CONFIDENCE = 1.959964
"""Standard deviations that hold 95 in 100."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One battle of a duel. `swapped` puts the first agent on blue's side."""

    first: str
    second: str
    seed: int
    swapped: bool


@dataclass(frozen=True, slots=True)
class Fought:
    """How one battle of a duel ended for the first agent: 1 won, 0.5 drawn, 0 lost."""

    seed: int
    swapped: bool
    points: float
    turns: int
    by: str


@dataclass(frozen=True, slots=True)
class Score:
    """A duel so far, from the first agent's side. A draw counts half."""

    battles: int = 0
    wins: int = 0
    draws: int = 0

    @property
    def losses(self) -> int:
        return self.battles - self.wins - self.draws

    @property
    def rate(self) -> float:
        return (self.wins + self.draws / 2) / self.battles if self.battles else 0.0

    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of the win rate."""
        return wilson(self.wins + self.draws / 2, self.battles)

    def plus(self, fought: Fought) -> Score:
        won, drawn = fought.points == 1, fought.points == 0.5
        return Score(self.battles + 1, self.wins + won, self.draws + drawn)

    def as_data(self) -> dict[str, Any]:
        low, high = self.interval()
        return {
            "battles": self.battles,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "rate": self.rate,
            "interval": [low, high],
        }


def pairings(first: str, second: str, seeds: Iterable[int]) -> Iterator[Pairing]:
    """Every seed twice, once from each side."""
    for seed in seeds:
        for swapped in (False, True):
            yield Pairing(first, second, seed, swapped)


def fight(pairing: Pairing) -> Fought:
    """Fight one battle of a duel. It depends on nothing but the pairing, so any process may do it."""
    names = (pairing.second, pairing.first) if pairing.swapped else (pairing.first, pairing.second)
    # A mirrored battle changes who plays, and nothing else: each agent keeps its own luck with the side.
    agents = [agent_named(name, 2 * pairing.seed + side + 1, explain=False) for side, name in enumerate(names)]
    battle = new_battle(ready_setup(pairing.seed), pairing.seed, recording=False)
    play(battle, agents)
    scenario = battle.position.scenario
    return Fought(
        pairing.seed,
        pairing.swapped,
        _points(scenario.winner, first_side=int(pairing.swapped)),
        battle.position.turn,
        scenario.ended_by,
    )


def running_score(fought: Iterable[Fought]) -> Iterator[Score]:
    """The score after each battle; the last is the duel's."""
    score = Score()
    for one in fought:
        score = score.plus(one)
        yield score


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Wilson's interval for a share, which stays between 0 and 1 even for few trials; (0, 1) for none."""
    if trials == 0:
        return (0.0, 1.0)
    share, squared = successes / trials, CONFIDENCE**2
    centre = share + squared / (2 * trials)
    spread = CONFIDENCE * sqrt(share * (1 - share) / trials + squared / (4 * trials**2))
    scale = 1 + squared / trials
    # At 0 and 1 the interval ends there; rounding must not push it past.
    return (min(share, max(0.0, (centre - spread) / scale)), max(share, min(1.0, (centre + spread) / scale)))


def _points(winner: int | None, *, first_side: int) -> float:
    if winner is None or winner == NOBODY:
        return 0.5
    return float(winner == first_side)
