"""What marching builds is legal: whoever only says where to go never has a move refused."""

from __future__ import annotations

import math

import pytest
from tests.games.the_game.test_contract import small_setup

from musterhall.battle.agents import RandomAgent
from musterhall.games.the_game.game import new_battle
from musterhall.games.the_game.movement.marching import go_by, go_to
from musterhall.games.the_game.movement.moving import Move
from musterhall.games.the_game.position_file import read_position
from musterhall.problems import parse_toml


@pytest.mark.parametrize("seed", range(6))
def test_every_move_that_marching_builds_passes_the_check(seed: int) -> None:
    battle = new_battle(small_setup(), seed, recording=False)
    agents = [RandomAgent(seed), RandomAgent(seed + 50)]
    built = 0
    while battle.decision is not None:
        decision = battle.decision
        if type(decision) is Move:
            for length in (0.04, 0.3, 7.0, 60.0):
                for twelfth in range(12):
                    angle = math.pi * twelfth / 6
                    decision.check(go_by(decision, length * math.cos(angle), length * math.sin(angle)))
                    built += 1
            decision.check(go_to(decision, (90.0, 60.0), keep_shape=False))
        player = decision.player
        battle.answer(agents[player].answer(decision, battle.view(player)))
    assert built > 0


AT_THE_LIMIT = """
[[terrain]]
kind = "buildings"
rectangle = [50.058, 40, 5, 20]

[[formation]]
name = "tanks"
side = "red"
units = [
    { type = "armoured vehicle", com = 7, place = [50, 50] },
    { type = "armoured vehicle", com = 7, place = [84.97, 50] },
]
"""


def test_who_hardly_moves_counts_as_standing_still_when_the_formation_must_keep_together() -> None:
    """A wall stops one tank at once; the other may not use up the little that it would have moved."""
    position = read_position(parse_toml(AT_THE_LIMIT, "position"), "position")
    decision = Move(position, position.formations[0])
    decision.check(go_by(decision, 0.06, 0.0))
