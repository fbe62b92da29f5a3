"""Alpha Strike keeps the contract of every game."""

from __future__ import annotations

from functools import cache

from tests.battle.contract import GameContract

from musterhall.battle.agents import Agent
from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.agents import AGENTS, agent_named
from musterhall.games.alpha_strike.battles import Setup, new_battle
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.tables import shipped_tables
from musterhall.games.alpha_strike.force.forces import shipped_force
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.scenarios.scenarios import scenario_named


@cache
def small_setup(scenario: str) -> Setup:
    """Few units, few turns, and command units to conceal."""
    edition = Edition.of({"turn_limit": 2, "command_units_in": "every_scenario"})
    red, blue = shipped_force("drafted-four"), shipped_force("drafted-five")
    return Setup(red, blue, shipped_tables()["border-hills"], scenario_named(scenario), edition)


class TestAssassination(GameContract):
    scenario = "assassination"

    def battle(self, seed: int) -> Battle[Position]:
        return new_battle(small_setup(self.scenario), seed)

    def agents(self, seed: int) -> list[Agent]:
        return [agent_named(one.name, seed) for one in AGENTS]

    def secrets(self, position: Position, owner: int) -> list[object]:
        """13.3 Command units that nobody has found yet, and what waits to be shown."""
        state = position.sides[owner]
        found: list[object] = [("command unit", unit) for unit in sorted(state.command_units - state.shown)]
        return found + [(key, repr(value)) for key, value in sorted(state.secrets.items())]

    def secret_objects(self, position: Position, owner: int) -> list[object]:
        state = position.sides[owner]
        return [state, state.command_units] if state.command_units - state.shown else []


class TestDataExtraction(TestAssassination):
    scenario = "data-extraction"
    seeds = (2,)
