"""Agents answer decisions: a person, a bot. They see a player's view and never the battle itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision
from musterhall.dice import Dice, Die


class Agent(Protocol):
    """`why` holds the reason for the last answer, in words, or nothing."""

    name: str
    why: str

    def answer(self, decision: Decision, view: Any) -> Answer: ...


class RandomAgent:
    """Gives any legal answer."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.why = ""
        self._dice = Dice(seed, recording=False)

    def answer(self, decision: Decision, view: Any) -> Answer:
        return decision.sample(self._below)

    def _below(self, limit: int) -> int:
        return self._dice.one(Die("any", limit), "answer") - 1


def play(battle: Battle[Any], agents: Sequence[Agent], progress: Callable[[Battle[Any]], None] | None = None) -> None:
    """Let the agents play the battle to its end; agent 0 answers for player 0."""
    while (decision := battle.decision) is not None:
        player = decision.player
        agent = agents[player]
        answer = agent.answer(decision, battle.view(player))
        if agent.why and battle.recording:
            battle.tell("thought", agent.why, decision.section, player=player)
        battle.answer(answer)
        if progress is not None:
            progress(battle)
