"""The bots that play Alpha Strike, by name."""

from __future__ import annotations

from musterhall.battle.agents import Agent, RandomAgent
from musterhall.game.battles import AgentInfo, require_agent

AGENTS = (
    AgentInfo(
        "captain",
        "Weighs what each place gives and takes, fires together, and plays for the scenario.",
        strength="the strongest",
    ),
    AgentInfo(
        "drill",
        "Goes to its best range of the nearest enemy or objective, and fires at the best target.",
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
        from musterhall.games.alpha_strike.agents.drill import DrillAgent

        return DrillAgent()
    from musterhall.games.alpha_strike.agents.captain import CaptainAgent

    return CaptainAgent(explain=explain)
