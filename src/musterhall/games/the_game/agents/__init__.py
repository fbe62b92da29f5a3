"""The bots that play THE GAME, by name."""

from __future__ import annotations

from musterhall.battle.agents import Agent, RandomAgent
from musterhall.game.battles import AgentInfo, require_agent

AGENTS = (
    AgentInfo(
        "captain",
        "Weighs a handful of plans for each formation and takes the best.",
        strength="the strongest",
    ),
    AgentInfo(
        "drill",
        "Goes for the nearest objective, fires when in range and rallies when shaken.",
        strength="simple and quick",
    ),
    AgentInfo("random", "Gives any legal answer.", strength="no plan at all"),
)
"""The bots `agent_named` knows."""


def agent_named(name: str, seed: int, *, explain: bool = True) -> Agent:
    """A new agent of this name. The same name and seed always play the same, explained or not."""
    require_agent(name, AGENTS)
    if name == "random":
        return RandomAgent(seed)
    # The others are loaded only when they are to play: they bring the compiled geometry along.
    if name == "drill":
        from musterhall.games.the_game.agents.drill import DrillAgent

        return DrillAgent()
    from musterhall.games.the_game.agents.captain import CaptainAgent

    return CaptainAgent(explain=explain)
