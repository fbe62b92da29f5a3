"""A learning agent's eyes: a decision and a player's view as arrays that are always of one size, answers by number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from musterhall.battle.decisions import Answer, Decision
from musterhall.game.glance import Glance
from musterhall.games import battles_of, game_named
from musterhall.learning import choices, situation
from musterhall.learning.ground import Ground
from musterhall.learning.offers import OFFERED, offer
from musterhall.problems import BadInput

LEAST_OFFERED, MOST_OFFERED = 2, 4096
NO_GROUND = Glance(1.0, 1.0)
"""Of a game that shows programs no pieces."""

Array = NDArray[np.float32]
Mask = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Sight:
    """What an agent sees at one decision."""

    state: Array
    """How the battle stands; `Observer.state_columns` has a name for each number."""
    options: Array
    """A row for each answer that may be offered, zeros where none is; `Observer.option_columns` names the columns."""
    answers: Sequence[Answer]
    """The answers that are offered: action 3 is the one with number 3."""

    @property
    def observation(self) -> Array:
        """State and options one after the other, as one row."""
        return np.concatenate([self.state, self.options.reshape(-1)])

    @property
    def action_mask(self) -> Mask:
        mask = np.zeros(len(self.options), dtype=np.int8)
        mask[: len(self.answers)] = 1
        return mask


class Observer:
    """Makes what an agent sees from what its player may know, the same in an environment, a battle and a duel."""

    def __init__(self, game: str, offered: int = OFFERED) -> None:
        if isinstance(offered, bool) or not isinstance(offered, int) or not LEAST_OFFERED <= offered <= MOST_OFFERED:
            raise BadInput(
                f"offered={offered!r}: offer a whole number of answers from {LEAST_OFFERED} to {MOST_OFFERED}."
            )
        self.offered = offered
        self._battles = battles_of(game_named(game))

    state_columns = situation.columns()
    option_columns = choices.columns()

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return len(self.state_columns) + self.offered * len(self.option_columns)

    def sight(self, decision: Decision, view: Any) -> Sight:
        """What the player sees who is asked this."""
        ground = self._ground(view, decision.player)
        answers = offer(decision, view, self.offered)
        options = np.zeros((self.offered, len(self.option_columns)), dtype=np.float32)
        options[: len(answers)] = choices.choices(answers, decision, ground)
        return Sight(self._state(ground, view, decision), options, answers)

    def waiting(self, view: Any, player: int) -> Sight:
        """What a player sees who is asked nothing, or nothing more."""
        options = np.zeros((self.offered, len(self.option_columns)), dtype=np.float32)
        return Sight(self._state(self._ground(view, player), view, None), options, ())

    def split(self, observation: Array) -> tuple[Array, Array]:
        """The state and the options that an observation holds."""
        end = len(self.state_columns)
        return observation[:end], observation[end:].reshape(self.offered, -1)

    def _ground(self, view: Any, player: int) -> Ground:
        return Ground(self._battles.glance(view) or NO_GROUND, player)

    def _state(self, ground: Ground, view: Any, decision: Decision | None) -> Array:
        return situation.situation(ground, self._battles.progress(view), decision).astype(np.float32)
