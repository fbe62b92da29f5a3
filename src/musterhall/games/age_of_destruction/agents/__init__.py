"""The bots that play Age of Destruction, by name."""

from __future__ import annotations

from musterhall.battle.agents import Agent, RandomAgent
from musterhall.game.battles import AgentInfo, require_agent

AGENTS = (
    AgentInfo(
        "captain",
        "Weighs every order by what it may take, what may come back and what victory counts.",
        strength="the strongest",
    ),
    AgentInfo(
        "drill",
        "Attacks where most is to be expected, vents when hot, else closes in or takes the zone.",
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
        from musterhall.games.age_of_destruction.agents.drill import DrillAgent

        return DrillAgent()
    from musterhall.games.age_of_destruction.agents.captain import CaptainAgent

    return CaptainAgent(explain=explain)
