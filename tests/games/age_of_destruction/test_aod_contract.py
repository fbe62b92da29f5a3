"""Age of Destruction keeps the contract of every game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tests.battle.contract import GameContract

from musterhall.battle.agents import Agent
from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.agents import AGENTS, agent_named
from musterhall.games.age_of_destruction.battles import Setup, new_battle
from musterhall.games.age_of_destruction.cards.cards import NO_CARD, Card
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.tables import shipped_tables
from musterhall.games.age_of_destruction.forces import Force, shipped_force
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.units.sheets import sample_sheets
from musterhall.table import TerrainPiece


def part_of(name: str, units: int, *cards: str) -> Force:
    whole = shipped_force(name)
    return replace(whole, units=whole.units[:units], cards=tuple(Card(card, "dummy") for card in cards))


@cache
def small_setup() -> Setup:
    """Few units on few rounds, with terrain to place and cards to keep to oneself."""
    edition = Edition.of({"round_limit": 8, "zone_depth": 14})
    red = part_of("liao-inkstone", 5, "Heavy Rain", "Dummy 1")
    blue = part_of("falcon-straw", 5, "Hold the Middle", "Dummy 2")
    aside = (wood("North Copse"), wood("South Copse"))
    return Setup(red, blue, shipped_tables()["customs-yard"], sample_sheets(), edition, aside)


def wood(name: str) -> TerrainPiece:
    return TerrainPiece(name, "woods", ((0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)))


class TestAgeOfDestruction(GameContract):
    def battle(self, seed: int) -> Battle[Position]:
        return new_battle(small_setup(), seed)

    def agents(self, seed: int) -> list[Agent]:
        return [agent_named(one.name, seed) for one in AGENTS]

    def secrets(self, position: Position, owner: int) -> list[object]:
        """11 The hand, and the card that is not shown yet."""
        state = position.sides[owner]
        found: list[object] = [("hand", card.name) for card in state.hand]
        return [*found, ("card", state.card.name)] if state.card != NO_CARD and not state.card_shown else found

    def secret_objects(self, position: Position, owner: int) -> list[object]:
        state = position.sides[owner]
        unknown = [card for card in state.hand if not (state.card_shown and card is state.card)]
        return [state, state.hand, *unknown] if state.hand else []
