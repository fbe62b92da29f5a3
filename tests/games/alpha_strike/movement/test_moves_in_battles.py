"""Random battles: whatever is offered is legal, and nobody ends off the table or on another's base."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import pytest

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.battles import Setup, new_battle
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.force.forces import shipped_force
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Scenario
from musterhall.games.alpha_strike.transport.boarding import Boarding
from musterhall.table import table_from_data

PIECES = (
    ("grove", "woods", [10, 10, 8, 8]),
    ("hill", "hill", [30, 20, 10, 8]),
    ("lake", "water", [50, 14, 10, 6]),
    ("house", "light_building", [40, 34, 5, 4]),
    ("road", "road", [25, 0, 2, 48]),
)
READINGS: tuple[dict[str, Any], ...] = (
    {},
    {"standard_deployment": "zone", "dismount_counts": "at_once", "passengers_of_a_wreck": "dismount"},
    {"drops_from": "anywhere", "hull_down": True, "leaves_on": "whole_base", "home_edge_exit": "end_phase"},
    {"voluntary_exit": True, "jump_straight": False, "heat_slows_jumps": True},
)


def battle_with(readings: dict[str, Any], seed: int) -> Battle[Position]:
    terrain = [{"name": name, "kind": kind, "rectangle": box} for name, kind, box in PIECES]
    table = table_from_data({"name": "t", "unit": "inches", "width": 72, "depth": 48, "terrain": terrain}, "t")
    forces = shipped_force("sea-fox-nova"), shipped_force("combine-wall")
    return new_battle(Setup(*forces, table, Scenario(), Edition.of(readings)), seed)


@pytest.mark.parametrize("readings", READINGS, ids=lambda one: next(iter(one), "usual"))
def test_moves_on_offer_are_legal_and_end_where_units_may_stand(readings: dict[str, Any]) -> None:
    battle = battle_with(readings, seed=3)
    agents = [RandomAgent(5), RandomAgent(6)]
    looked_at = 0
    while not battle.over:
        decision = battle.decision
        assert decision is not None
        if isinstance(decision, Boarding) or (isinstance(decision, Move) and looked_at % 9 == 0):
            for answer in decision.options():
                decision.check(answer)
        looked_at += 1
        battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)
        if isinstance(decision, Move):
            assert not wrongly_placed(battle.position), battle.log[-1]


def wrongly_placed(position: Position) -> list[str]:
    """Units whose bases leave the table or overlap."""
    table, here = position.field.table, list(position.everybody_on_table())
    here = [unit for unit in here if not position.unit(unit).is_aerospace]
    off = [
        position.unit(unit).name
        for unit in here
        if position.conditions[unit].effect("leaving") is None
        and not (
            position.unit(unit).radius - 0.02 <= position.x[unit] <= table.width - position.unit(unit).radius + 0.02
            and position.unit(unit).radius - 0.02 <= position.y[unit] <= table.depth - position.unit(unit).radius + 0.02
        )
    ]
    return off + [
        f"{position.unit(a).name} on {position.unit(b).name}"
        for a, b in combinations(here, 2)
        if math.dist(position.at(a), position.at(b)) < position.unit(a).radius + position.unit(b).radius - 2 * TOUCH
    ]


def test_battles_see_troops_ride_and_get_off() -> None:
    lines = [line for seed in (1, 2, 3) for line in _fought(seed).log]
    assert {"mount", "move"} <= {line.kind for line in lines}
    assert any("dismounts" in line.text for line in lines)


def _fought(seed: int) -> Battle[Position]:
    battle = battle_with({}, seed=seed)
    play(battle, [RandomAgent(1), RandomAgent(2)])
    return battle
