"""THE GAME keeps the contract of every game."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tests.battle.contract import GameContract

from musterhall.battle.agents import Agent
from musterhall.battle.battle import Battle
from musterhall.games.the_game.agents import AGENTS, agent_named
from musterhall.games.the_game.army.forces import shipped_force
from musterhall.games.the_game.field.tables import shipped_tables
from musterhall.games.the_game.game import Setup, new_battle
from musterhall.games.the_game.position.orders import HIDDEN, hidden
from musterhall.games.the_game.position.position import Position, group_key
from musterhall.games.the_game.readings.variants import Variants
from musterhall.games.the_game.scenario.setups import LANDING, coast_of_seed


@cache
def small_setup() -> Setup:
    table = next(iter(shipped_tables().values()))
    return Setup(shipped_force("humanxx-500"), shipped_force("orc-hegemony-500"), table, Variants.default())


@cache
def small_landing() -> Setup:
    """A wave in boats against a company, and ships on both sides."""
    red, blue = shipped_force("orc-landing"), shipped_force("humanxx-shore")
    red = replace(red, formations=(red.formations[0], red.formations[3]))
    blue = replace(blue, formations=(blue.formations[0], blue.formations[3]))
    return Setup(red, blue, coast_of_seed(1), Variants.default(), LANDING)


class TestTheGame(GameContract):
    def battle(self, seed: int) -> Battle[Position]:
        return new_battle(small_setup(), seed)

    def agents(self, seed: int) -> list[Agent]:
        return [agent_named(one.name, seed) for one in AGENTS]

    def secrets(self, position: Position, owner: int) -> list[object]:
        """Face-down commands and, until they are shown, the arrows on the map."""
        found: list[object] = []
        for formation in position.of_side(owner):
            orders = position.orders[formation.index]
            commands = [("now", orders.now if not orders.face_up else None), ("next", orders.next)]
            found += [(formation.index, which, command) for which, command in commands if command and command != HIDDEN]
        if not position.scenario.revealed:
            plans = position.scenario.plans[owner]
            found += [
                ("arrow", group, plan.path) for group, plan in plans.items() if not self.seen(position, owner, group)
            ]
        return found

    def seen(self, position: Position, owner: int, group: str) -> bool:
        """An arrow that was marched to its last square is no secret any more."""
        scenario = position.scenario
        if group_key(owner, group) not in scenario.marched:
            return False
        return scenario.seen_of_arrow(owner, group) == len(scenario.plans[owner][group].path)

    def secret_objects(self, position: Position, owner: int) -> list[object]:
        commands = [position.orders[formation.index] for formation in position.of_side(owner)]
        found: list[object] = [orders for orders in commands if HIDDEN in hidden(orders)]
        if not position.scenario.revealed and position.scenario.plans[owner]:
            found += [position.scenario, position.scenario.plans[owner]]
        return found


class TestALanding(TestTheGame):
    seeds = (1,)

    def battle(self, seed: int) -> Battle[Position]:
        return new_battle(small_landing(), seed)
