"""An agent that learns to beat `random`, with NumPy alone: it plays, and works out which answers went well.

python examples/learn.py
muster duel examples/learn.py:Learned random --red humanxx-500 --blue orc-hegemony-500 --seeds 50
"""

import sys
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from musterhall import Answer, Decision
from musterhall.learning import Observer, environment

GAME, RED, BLUE = "the_game", "humanxx-500", "orc-hegemony-500"
OFFERED = 16
ROUNDS, BATTLES = 5, 60
FORGET = 0.9  # how much of what comes after the next decision counts
DOUBT = 20.0  # so many decisions must say the same before it is half believed
BOLD = 4.0  # how much likelier than the others a good answer is tried again
FILE = "learned.npy"

EYES = Observer(GAME, OFFERED)
COLUMNS = EYES.state_columns
KINDS = [number for number, name in enumerate(COLUMNS) if name.startswith("kind of decision")]
STANDING = [number for number, name in enumerate(COLUMNS) if " at " not in name]
OWN, THEIRS = map(COLUMNS.index, ("own strength left", "their strength left"))
CONDITIONS = COLUMNS.index("balance of score 2")  # of THE GAME: the victory conditions that each side meets


@dataclass
class Step:
    """A decision that was taken: how we stood, and what set the answer apart from those that might have been given."""

    kind: int
    stood: Any
    apart: Any
    gain: float = 0.0


def worth(weights: Any, state: Any, options: Any) -> Any:
    """What each option seems worth; every kind of decision has weights of its own."""
    return options @ weights[np.argmax(state[KINDS])]


def standing(state: Any) -> float:
    """How well we stand, so that an answer is praised for what followed soon and not only for the end of the battle."""
    return float(4 * (state[OWN] - state[THEIRS]) + state[CONDITIONS] / 2)


def fight(env: Any, weights: Any, lots: np.random.Generator) -> tuple[list[Step], float]:
    """A battle against the bot: every decision with what was gained after it, and the reward at the end."""
    steps, stood, reward = [], [], 0.0
    env.reset()
    for _ in env.agent_iter():
        seen, reward, termination, truncation, _ = env.last()
        state, options = EYES.split(seen["observation"])
        stood.append(standing(state))
        if termination or truncation:
            env.step(None)
            continue
        options = options[seen["action_mask"] == 1]
        values = BOLD * worth(weights, state, options)
        chances = np.exp(values - values.max())
        chances /= chances.sum()
        action = int(lots.choice(len(chances), p=chances))
        apart = options[action] - chances @ options
        steps.append(Step(int(np.argmax(state[KINDS])), state[STANDING], apart))
        env.step(action)
    later = reward
    for step, before, after in zip(reversed(steps), reversed(stood[:-1]), reversed(stood[1:]), strict=True):
        later = step.gain = after - before + FORGET * later
    return steps, reward


def solved(known: Any, wanted: Any, doubt: float) -> Any:
    """The weights with which the known columns come nearest to what is wanted (ridge regression)."""
    return np.linalg.solve(known.T @ known + doubt * np.eye(known.shape[1]), known.T @ wanted)


def lesson_of(steps: list[Step]) -> Any:
    """For each kind of decision, what made an answer better than is usual for a player who stood like that."""
    stood = np.array([[1.0, *step.stood] for step in steps])
    gains = np.array([step.gain for step in steps])
    better = gains - stood @ solved(stood, gains, doubt=5.0)
    better /= better.std() + 1e-9
    kinds, apart = np.array([step.kind for step in steps]), np.array([step.apart for step in steps], dtype=float)
    return np.array([solved(apart[kinds == kind], better[kinds == kind], DOUBT) for kind in range(len(KINDS))])


def learn(battles: int, seed: int = 1) -> Any:
    """Fight so many battles a round, from both sides in turn; after each round learn from all of them."""
    envs = [environment(GAME, red=RED, blue=BLUE, bots={f"player_{bot}": "random"}, offered=OFFERED) for bot in (1, 0)]
    for env in envs:
        env.reset(seed=seed)
    lots, begun = np.random.default_rng(seed), time.monotonic()
    weights = np.zeros((len(KINDS), len(EYES.option_columns)))
    steps: list[Step] = []
    for number in range(1, ROUNDS + 1):
        fought = [fight(envs[battle % 2], weights, lots) for battle in range(battles)]
        steps += [step for taken, _ in fought for step in taken]
        weights = lesson_of(steps)
        won = np.mean([reward / 2 + 0.5 for _, reward in fought])
        print(f"round {number}: {won:.0%} of the points, {time.monotonic() - begun:.0f} s", flush=True)
    return weights


class Learned:
    """What was learnt, as an agent: it takes what seems worth most."""

    name = "learned"

    def __init__(self) -> None:
        self.why = ""
        self.weights = np.load(FILE)

    def answer(self, decision: Decision, view: Any) -> Answer:
        sight = EYES.sight(decision, view)
        return sight.answers[int(np.argmax(worth(self.weights, sight.state, sight.options[: len(sight.answers)])))]


if __name__ == "__main__":
    np.save(FILE, learn(int(sys.argv[1]) if len(sys.argv) > 1 else BATTLES))
    print(f"Saved as {FILE}. To see how strong it is:")
    print(f"muster duel {sys.argv[0]}:Learned random --red {RED} --blue {BLUE} --seeds 50")
