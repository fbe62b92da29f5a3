"""Two agents against each other over many seeds, each seed twice with sides and armies swapped.

An agent against itself tells nothing about agents, but about armies: then the armies change sides, and the score is
that of red's. Where both armies are the same too, the second battle would be the first again, so there is only one;
and in a set-up in which each side has its own part armies never change sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Any

from musterhall.battle.agents import Agent, MakesAgents, play
from musterhall.dice import derived_seed
from musterhall.game.battles import Battles, Force, Setup, require_setup
from musterhall.game.game import Game

CONFIDENCE = 1.959964
"""Standard deviations that hold 95 in 100."""


@dataclass(frozen=True, slots=True)
class Matchup:
    """What a duel is fought with; each seed brings its own table."""

    game: Game
    red: Force
    blue: Force
    variants: Any = None
    setup_name: str = ""
    """One of the set-ups of the game's battles; without a name it is the usual one."""

    @property
    def armies_change_sides(self) -> bool:
        found = require_setup(self.setup_name, self.battles.setups)
        return self.red != self.blue and (found is None or not found.parts)

    @property
    def battles(self) -> Battles:
        battles = self.game.battles
        assert battles is not None, "a game without battles has no duels"
        return battles

    def setup(self, seed: int, *, swapped: bool = False) -> Setup:
        """The battle of one seed; swapped, the armies change sides."""
        red, blue = (self.blue, self.red) if swapped else (self.red, self.blue)
        table = self.game.tables.of_setup(self.setup_name, seed) if self.game.tables else None
        return self.battles.setup_named(self.setup_name, red, blue, table, self.variants)


@dataclass(frozen=True, slots=True)
class Pairing:
    """One battle of a duel. `swapped` puts the first agent on blue's side, or the first army if there is one agent."""

    first: str
    second: str
    seed: int
    swapped: bool
    matchup: Matchup

    def setup(self) -> Setup:
        return self.matchup.setup(self.seed, swapped=self.swapped and self.first == self.second)


@dataclass(frozen=True, slots=True)
class Fought:
    """How one battle of a duel ended for the first agent or army: 1 won, 0.5 drawn, 0 lost."""

    seed: int
    swapped: bool
    points: float
    turns: int
    by: str

    @property
    def side(self) -> int | None:
        """The side that won: 0 for red, 1 for blue, None for nobody."""
        return None if self.points == 0.5 else int((self.points == 1) == self.swapped)


@dataclass(frozen=True, slots=True)
class Score:
    """A duel so far, from the side of the first agent or army. A draw counts half."""

    battles: int = 0
    wins: int = 0
    draws: int = 0
    by_side: tuple[int, int] = (0, 0)
    """How often red's side of the table won, and how often blue's."""

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
        by_side = (self.by_side[0] + (fought.side == 0), self.by_side[1] + (fought.side == 1))
        return Score(self.battles + 1, self.wins + won, self.draws + drawn, by_side)

    def as_data(self) -> dict[str, Any]:
        low, high = self.interval()
        return {
            "battles": self.battles,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "rate": self.rate,
            "interval": [low, high],
            "by_side": {"red": self.by_side[0], "blue": self.by_side[1]},
        }


def pairings(first: str, second: str, seeds: Iterable[int], matchup: Matchup) -> Iterator[Pairing]:
    """Every seed from each side, but no battle twice."""
    alike = first == second and not matchup.armies_change_sides
    for seed in seeds:
        for swapped in (False,) if alike else (False, True):
            yield Pairing(first, second, seed, swapped, matchup)


OwnOr = Callable[[MakesAgents, str, int], Agent]
"""Makes agents: the game's own by name, by the function it is handed, and others in another way."""


def fight(pairing: Pairing, own_or: OwnOr | None = None) -> Fought:
    """Fight one battle of a duel. It depends on nothing but the pairing, so any process may do it."""
    battles = pairing.matchup.battles
    names = (pairing.second, pairing.first) if pairing.swapped else (pairing.first, pairing.second)
    # A mirrored battle changes who plays, and nothing else: each agent keeps its own luck with the side.
    make = partial(battles.agent, explain=False)
    seeds = [agent_seed(pairing.seed, side) for side in (0, 1)]
    agents = [own_or(make, name, seed) if own_or else make(name, seed) for name, seed in zip(names, seeds, strict=True)]
    battle = battles.new_battle(pairing.setup(), pairing.seed, recording=False)
    play(battle, agents)
    ended = battles.outcome(battle.position)
    points = 0.5 if ended.winner is None else float(ended.winner == int(pairing.swapped))
    return Fought(pairing.seed, pairing.swapped, points, ended.turns, ended.by)


def agent_seed(seed: int, side: int) -> int:
    """What an agent of this side draws from in the battle of this seed, and what does not tell it the seed."""
    return derived_seed("agent", seed, side)


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
