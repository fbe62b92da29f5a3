"""Agents answer decisions: a person, a bot. They see a player's view and never the battle itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from musterhall.battle.battle import THOUGHT, Battle
from musterhall.battle.decisions import Answer, Decision
from musterhall.dice import Dice, Die


class Agent(Protocol):
    """`why` holds the reason for the last answer, in words, or nothing."""

    name: str
    why: str

    def answer(self, decision: Decision, view: Any) -> Answer: ...


class MakesAgents(Protocol):
    """Makes agents by name; the same name and seed always play the same, explained or not."""

    def __call__(self, name: str, seed: int, *, explain: bool = True) -> Agent: ...


Method = TypeVar("Method", bound=Callable[..., Answer])


def answers(*types: type[Decision]) -> Callable[[Method], Method]:
    """Makes a method of a `Bot` the one that answers decisions of these types."""
    for kind in types:
        if not (isinstance(kind, type) and issubclass(kind, Decision)):
            raise TypeError(f"@answers takes classes of decisions, not {kind!r}")

    def register(method: Method) -> Method:
        method.__dict__["answers"] = types
        return method

    return register


class Bot:
    """An agent with a method for each type of decision, marked with `answers`.

    A subclass changes what a bot does by overriding the method, marked again or not.
    """

    name = "bot"
    takes_the_first: ClassVar[tuple[type[Decision], ...]] = ()
    takes_the_last: ClassVar[tuple[type[Decision], ...]] = ()
    """Types that need no thought: the first or the last of their options will do."""
    _methods: ClassVar[Mapping[type[Decision], str]] = {}

    def __init__(self) -> None:
        self.why = ""

    def __init_subclass__(cls) -> None:
        marked: dict[type[Decision], str] = {}
        for name, method in vars(cls).items():
            for kind in getattr(method, "answers", ()):
                if kind in marked:
                    raise TypeError(f"{cls.__name__}: both {marked[kind]} and {name} answer {kind.__name__}")
                marked[kind] = name
        cls._methods = {**cls._methods, **marked}

    @classmethod
    def knows(cls, kind: type[Decision]) -> bool:
        """Has the bot a method for decisions of this type, or said that they need no thought?"""
        return kind in cls._methods or kind in (*cls.takes_the_first, *cls.takes_the_last)

    def answer(self, decision: Decision, view: Any) -> Answer:
        self.why = ""
        name = self._methods.get(type(decision))
        if name is not None:
            return getattr(self, name)(decision, view)
        if type(decision) in self.takes_the_last:
            return list(decision.options())[-1]
        return next(iter(decision.options()))


Trials = Callable[[int], Battle[Any]]
"""Makes battles to try things on, another for each number: new dice, and what is hidden drawn anew."""


class LooksAhead(Protocol):
    """An agent that tries things out before it answers: it has this method beside those of `Agent`."""

    def answer_after_trials(self, decision: Decision, view: Any, trials: Trials) -> Answer: ...


class RandomAgent:
    """Gives any legal answer."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.why = ""
        self._dice = Dice(seed, recording=False)

    def answer(self, decision: Decision, view: Any) -> Answer:
        return decision.sample(self._draw)

    def _draw(self, limit: int) -> int:
        return self._dice.one(Die("any", limit), "answer") - 1


def play(battle: Battle[Any], agents: Sequence[Agent], progress: Callable[[Battle[Any]], None] | None = None) -> None:
    """Let the agents play the battle to its end; agent 0 answers for player 0."""
    while battle.decisions:
        for decision in battle.decisions:
            agent = agents[decision.player]
            answer = ask(agent, battle, decision)
            if agent.why and battle.recording:
                battle.tell(THOUGHT, agent.why, decision.section, player=decision.player)
            battle.answer(answer, decision.player)
            if progress is not None:
                progress(battle)


def ask(agent: Agent, battle: Battle[Any], decision: Decision) -> Answer:
    """What the agent answers, from what its player may know."""
    view = battle.view(decision.player)
    after_trials = getattr(agent, "answer_after_trials", None)
    if after_trials is not None:
        return after_trials(decision, view, lambda salt: battle.trial(decision.player, salt))
    return agent.answer(decision, view)
