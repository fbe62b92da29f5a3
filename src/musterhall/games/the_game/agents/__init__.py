"""The bots that play THE GAME, by name."""

from __future__ import annotations

from difflib import get_close_matches

from musterhall.battle.agents import Agent, RandomAgent
from musterhall.problems import BadInput

AGENTS = ("captain", "drill", "random")
"""The names `agent_named` knows."""


def agent_named(name: str, seed: int, *, explain: bool = True) -> Agent:
    """A new agent of this name. The same name and seed always play the same, explained or not."""
    if name == "random":
        return RandomAgent(seed)
    # The others are loaded only when they are to play: they bring the compiled geometry along.
    if name == "drill":
        from musterhall.games.the_game.agents.drill import DrillAgent

        return DrillAgent()
    if name == "captain":
        from musterhall.games.the_game.agents.captain import CaptainAgent

        return CaptainAgent(explain=explain)
    near = get_close_matches(name, AGENTS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(AGENTS)}."
    raise BadInput(f"agent {name!r}: there is none of this name; {hint}")
