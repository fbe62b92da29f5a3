"""Tables that are changed before play: what was shifted, turned or put up is the ground that a battle is fought on."""

from __future__ import annotations

from typing import Any

import pytest

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.dice import Dice
from musterhall.games.alpha_strike.battles import AlphaStrikeRules
from musterhall.games.alpha_strike.harm.buildings import is_building, strength_of
from musterhall.games.alpha_strike.position.ground_changes import change_ground
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.reading import position_from
from musterhall.games.alpha_strike.scenarios.drafted_terrain import Placed, placed_piece, pools
from musterhall.games.alpha_strike.scenarios.scenarios import SCENARIOS

LANCE = [{"name": f"Ruth {number}", "side": "red", "formation": "Lance"} for number in range(4)]
BLUE = [{"name": f"Bert {number}", "side": "blue"} for number in range(4)]


def battle_with(ability: str, scenario: str = "battle") -> Battle[Position]:
    data: dict[str, Any] = {
        "scenario": scenario,
        "phase": "set-up",
        "turn": 0,
        "red": {"command_abilities": [ability]},
        "terrain": [{"name": "grove", "kind": "woods", "rectangle": [10, 10, 6, 4]}],
        "formation": [{"name": "Lance", "side": "red", "kind": "Battle Lance"}],
        "unit": [*LANCE, *BLUE],
    }
    return Battle(AlphaStrikeRules(), position_from(data, "test"), Dice(1))


def test_shifted_terrain_lies_where_it_was_shifted_to() -> None:
    battle = battle_with("Strategic Command")
    battle.answer({"shifts": [{"piece": 0, "by": [3, 4]}]})
    ground, lie = battle.position.field.ground, battle.position.lie
    assert [kind.name for kind in ground.kinds_at(lie, (18, 17))] == ["woods"]
    assert [kind.name for kind in ground.kinds_at(lie, (11, 11))] == ["clear"]


def test_swapped_edges_turn_the_table_round() -> None:
    battle = battle_with("Strategic Command")
    battle.answer({"swap_edges": True})
    assert battle.position.field.table.pieces[0].points[0] == (62, 38)


def test_a_fork_stands_on_the_same_ground() -> None:
    battle = battle_with("Tactical Experts (Engineers)")
    battle.answer({"at": [20, 18]})
    twin = battle.fork()
    assert [piece.name for piece in twin.position.field.ground.pieces] == ["grove", "red works 1"]


@pytest.mark.parametrize("ability", ["Strategic Command", "Tactical Experts (Engineers)"])
@pytest.mark.parametrize("scenario", [name for name in SCENARIOS if name != "drafted-for-war"])
def test_every_scenario_is_played_to_its_end_on_a_changed_table(scenario: str, ability: str) -> None:
    battle = battle_with(ability, scenario)
    play(battle, [RandomAgent(3), RandomAgent(4)])
    assert battle.position.ended_by


def test_the_tower_of_a_drafted_table_has_the_strength_of_its_papers() -> None:
    number = next(place for place, one in enumerate(pools()) if one["name"] == "tower")
    position = position_from({"unit": [*LANCE[:1]]}, "test")
    change_ground(position, [placed_piece(Placed(number, (18.0, 11.0)))])
    assert is_building(position, 0)
    assert strength_of(position, 0) == 8
