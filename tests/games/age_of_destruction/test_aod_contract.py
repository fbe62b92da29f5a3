"""Age of Destruction keeps the contract of every game."""

from __future__ import annotations

from functools import cache

from tests.battle.contract import GameContract

from musterhall.battle.agents import Agent
from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.agents import AGENTS, agent_named
from musterhall.games.age_of_destruction.battles import Setup, new_battle
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.tables import shipped_tables
from musterhall.games.age_of_destruction.forces import Force, shipped_force
from musterhall.games.age_of_destruction.hands import Hand, HandCard
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.units.sheets import sample_sheets
from musterhall.table import TerrainPiece


def part_of(name: str, units: int) -> Force:
    whole = shipped_force(name)
    return Force(whole.name, whole.player, whole.faction, whole.units[:units])


@cache
def small_setup() -> Setup:
    """Few units on few rounds, with terrain to place and cards to keep to oneself."""
    edition = Edition.of({"round_limit": 6, "zone_depth": 14})
    red, blue = part_of("liao-inkstone", 5), part_of("falcon-straw", 5)
    aside = (wood("North Copse"), wood("South Copse"))
    hands = (hand("Heavy Rain", "Dummy 1"), hand("Hold the Middle", "Dummy 2"))
    return Setup(red, blue, shipped_tables()["customs-yard"], sample_sheets(), edition, aside, hands)


def wood(name: str) -> TerrainPiece:
    return TerrainPiece(name, "woods", ((0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)))


def hand(*names: str) -> Hand:
    return Hand(tuple(HandCard(name, "dummy") for name in names))


class TestAgeOfDestruction(GameContract):
    def battle(self, seed: int) -> Battle[Position]:
        return new_battle(small_setup(), seed)

    def agents(self, seed: int) -> list[Agent]:
        return [agent_named(one.name, seed) for one in AGENTS]

    def secrets(self, position: Position, owner: int) -> list[object]:
        """11 The hand, and the card that is not shown yet."""
        state = position.sides[owner]
        found: list[object] = [("hand", name) for name, _ in state.hand]
        return [*found, ("card", state.card)] if state.card and not state.card_shown else found

    def secret_objects(self, position: Position, owner: int) -> list[object]:
        state = position.sides[owner]
        return [state, state.hand] if state.hand else []
