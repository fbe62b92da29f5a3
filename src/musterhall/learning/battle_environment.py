"""A game's battles as a PettingZoo AEC environment. The only module that needs the extra `learning`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from musterhall.battle.agents import Agent, ask
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision
from musterhall.dice import derived_seed
from musterhall.game.battles import Battles, require_agent
from musterhall.game.duel import agent_seed
from musterhall.games import battles_of, game_named
from musterhall.learning.observer import Observer, Sight
from musterhall.library import FileOrData, set_up
from musterhall.problems import BadInput

PLAYERS = ("player_0", "player_1")
"""Red and blue, under the names that PettingZoo recommends."""
TEXT = "ansi"
SEED_BITS = 31

Observation = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Fought:
    """What the battles are fought with, as `musterhall.set_up` takes it."""

    game: str
    red: FileOrData | None = None
    blue: FileOrData | None = None
    table: Any = None
    variants: Mapping[str, object] | None = None
    setup: str = ""

    def battle(self, seed: int) -> Battle[Any]:
        new = set_up(
            self.game,
            seed=seed,
            red=self.red,
            blue=self.blue,
            table=self.table,
            variants=self.variants,
            setup=self.setup,
        )
        return new.battle(recording=False)


class BattleEnvironment(AECEnv):  # type: ignore[misc]
    """Whoever is asked acts; several who are asked at once act one after the other, and see nothing of each other's.

    The winner's reward is 1 and the loser's -1, at the end; all others are 0. For whoever wants to look behind the
    numbers `decision` is the open question, `answers` what the actions stand for, and `battle` the battle itself, with
    all that is hidden.
    """

    def __init__(
        self, fought: Fought, bots: Mapping[str, str], offered: int, limit: int, render_mode: str | None
    ) -> None:
        super().__init__()
        game = game_named(fought.game)
        self._fought = fought
        self._battles = battles_of(game)
        self._bot_names = _bots(bots, self._battles)
        self._limit = _whole("limit", limit)
        self._seed: int | None = None
        self._episodes = 0
        self.observer = Observer(fought.game, offered)
        if render_mode not in (None, TEXT):
            raise BadInput(f'render_mode={render_mode!r}: choose "{TEXT}", or None.')
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v{self._battles.version}",
            "render_modes": [TEXT],
            "is_parallelizable": False,
        }
        self.possible_agents = [name for side, name in enumerate(PLAYERS) if side not in self._bot_names]
        self.agents: list[str] = []
        self.observation_spaces = {name: self._observation_space() for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(offered) for name in self.possible_agents}
        fought.battle(0)  # whatever cannot be fought is told at once

    # What PettingZoo asks

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new battle: the one of this seed, or the next in a row that begins with the last seed that was given."""
        seed = self._next_seed(seed)
        self.battle: Battle[Any] = self._fought.battle(seed)
        self._bots: dict[int, Agent] = {
            side: self._battles.agent(name, agent_seed(seed, side), explain=False)
            for side, name in self._bot_names.items()
        }
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None
        self._go_on()

    def step(self, action: Any) -> None:
        """The agent whose turn it is gives the answer with this number; None when it is over for it."""
        if not self.agents:
            raise BadInput("The battle is over and nobody is left to act; reset the environment.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        answer = self._chosen(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.battle.answer(answer, _side(agent))
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What the agent may know, whether it is asked or not."""
        sight = self._seen(agent)
        return {"observation": sight.observation, "action_mask": sight.action_mask}

    def render(self) -> str | None:
        """Where the battle stands and what is asked, with the number of every answer."""
        if self.render_mode != TEXT or not self.agents:
            return None
        agent = self.agent_selection
        lines = [self._battles.place(self.battle.view(_side(agent)))]
        if (decision := self.decision) is not None:
            lines.append(f"{agent}: {decision.question()}")
            lines += [f"{number:>4} {decision.in_words(answer)}" for number, answer in enumerate(self.answers)]
        return "\n".join(lines)

    def close(self) -> None:
        """There is nothing to let go of."""

    # What is behind the numbers

    @property
    def decision(self) -> Decision | None:
        """The open question of the agent whose turn it is."""
        return self.battle.decision if self._open else None

    @property
    def answers(self) -> Sequence[Answer]:
        """What that agent's actions stand for."""
        return self._seen(self.agent_selection).answers

    # How a battle goes on

    def _go_on(self) -> None:
        """Let bots answer until an agent is asked, the battle is over, or it has gone on for too long."""
        self._sights: dict[str, Sight] = {}
        battle = self.battle
        while battle.decisions and len(battle.answers) < self._limit:
            decision = battle.asked()
            bot = self._bots.get(decision.player)
            if bot is None:
                self._select(decision)
                return
            battle.answer(ask(bot, battle, decision), decision.player)
        self._end()

    def _select(self, decision: Decision) -> None:
        self._open = True
        self.agent_selection = PLAYERS[decision.player]
        self.infos = {name: {} for name in self.agents}
        self.infos[self.agent_selection] = {"kind": decision.kind, "question": decision.question()}

    def _end(self) -> None:
        self._open = False
        over = self.battle.over
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        self.infos = {name: {} for name in self.agents}
        self.agent_selection = self.agents[0]
        if not over:
            return
        ended = self._battles.outcome(self.battle.position)
        if ended.winner is not None:
            self.rewards = {name: 1.0 if _side(name) == ended.winner else -1.0 for name in self.agents}

    def _seen(self, agent: str) -> Sight:
        """Made once for a moment, when somebody looks."""
        if agent not in self._sights:
            side, decision = _side(agent), self.decision
            view = self.battle.view(side)
            if decision is not None and decision.player == side:
                self._sights[agent] = self.observer.sight(decision, view)
            else:
                self._sights[agent] = self.observer.waiting(view, side)
        return self._sights[agent]

    def _chosen(self, action: Any) -> Answer:
        number = int(action) if isinstance(action, int | np.integer) and not isinstance(action, bool) else -1
        answers = self.answers
        if not 0 <= number < len(answers):
            raise BadInput(
                f"action {action!r}: {self.agent_selection} is offered {len(answers)} answers now; "
                f"choose a number from 0 to {len(answers) - 1}, as the action mask says."
            )
        return answers[number]

    def _next_seed(self, seed: int | None) -> int:
        if seed is not None:
            self._seed, self._episodes = _whole("seed", seed), 0
            return self._seed
        if self._seed is None:
            self._seed = randbits(SEED_BITS)
        self._episodes += 1
        return derived_seed("episode", self._seed, self._episodes)

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (self.observer.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.observer.offered,), np.int8),
            }
        )


def _side(agent: str) -> int:
    return PLAYERS.index(agent)


def _bots(bots: Mapping[str, str], battles: Battles) -> dict[int, str]:
    """By side; at least one side is left for who learns."""
    for player, name in bots.items():
        if player not in PLAYERS:
            raise BadInput(f"bots: {player!r} is none of the players; choose from {', '.join(PLAYERS)}.")
        require_agent(name, battles.agents)
    if len(bots) == len(PLAYERS):
        raise BadInput("bots: both players are bots, and nobody is left to learn; name one of them only.")
    return {_side(player): name for player, name in bots.items()}


def _whole(what: str, number: Any) -> int:
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 0:
        raise BadInput(f"{what}={number!r}: use a whole number that is not negative.")
    return int(number)
