"""Random agents play battles, and at no moment may anything be out of joint."""

from __future__ import annotations

import pytest

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.dice import Dice, Die
from musterhall.games.the_game.forces import shipped_force
from musterhall.games.the_game.game import Setup, TheGameRules
from musterhall.games.the_game.invariants import Watch
from musterhall.games.the_game.tables import random_table
from musterhall.games.the_game.variants import Variants

FORCES = (("humanxx-500", "orc-hegemony-500"), ("orc-hegemony-1000", "humanxx-1000"), ("humanxx-500", "humanxx-500"))


@pytest.mark.parametrize("seed", range(24))
def test_a_battle_of_random_agents_keeps_every_invariant(seed: int) -> None:
    red, blue = FORCES[seed % 3]
    stream = Dice(seed)
    table = random_table(lambda limit: stream.one(Die("any", limit), "table") - 1)
    position = Setup(shipped_force(red), shipped_force(blue), table, Variants.default()).position()
    watch = Watch(position)
    battle = Battle(TheGameRules(), position, Dice(seed), watcher=watch)
    play(battle, [RandomAgent(seed), RandomAgent(seed + 1000)])
    assert watch.violations == []
    assert battle.position.scenario.winner is not None
