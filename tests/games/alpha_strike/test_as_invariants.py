"""Random battles of every scenario keep what must hold at every moment, and each invariant is seen to be broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import LogLine
from musterhall.games.alpha_strike.battles import Setup, new_battle, new_position
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.making_tables import table_of_seed
from musterhall.games.alpha_strike.field.tables import SMALL_TABLE
from musterhall.games.alpha_strike.force.forces import shipped_force
from musterhall.games.alpha_strike.position.invariants import Watch
from musterhall.games.alpha_strike.position.position import COMBAT, Position
from musterhall.games.alpha_strike.scenarios.scenarios import SCENARIOS


def setup(scenario: str, seed: int) -> Setup:
    small = scenario == "drafted-for-war"
    names = ("drafted-four", "drafted-five") if small else ("sea-fox-nova", "combine-wall")
    red, blue = map(shipped_force, names)
    return Setup(red, blue, SMALL_TABLE if small else table_of_seed(seed), SCENARIOS[scenario], Edition.usual())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_battle_keeps_every_invariant(scenario: str) -> None:
    watch = Watch()
    battle = new_battle(setup(scenario, 3), 3, watcher=watch)
    play(battle, [RandomAgent(3), RandomAgent(4)])
    assert watch.violations == []
    assert battle.position.winner is not None


def broken_armour(position: Position) -> None:
    position.conditions[0].armour = -1


def too_hot(position: Position) -> None:
    position.conditions[0].heat = 5


def asleep(position: Position) -> None:
    position.conditions[0].shut_down = True


def undead(position: Position) -> None:
    position.conditions[0].structure = 0


def on_top(position: Position) -> None:
    position.put(1, (20.5, 20.0))


@pytest.mark.parametrize(
    ("spoil", "kind", "words"),
    [
        (broken_armour, "roll", "has armour -1"),
        (too_hot, "roll", "has heat 5"),
        (asleep, "attack", "acts while it is shut down"),
        (undead, "turn", "has no structure left and is still there"),
        (on_top, "attack", "stands on"),
    ],
)
def test_what_is_broken_is_seen(spoil: Callable[[Position], None], kind: str, words: str) -> None:
    position, watch = new_position(setup("battle", 1)), Watch()
    position.phase = COMBAT
    position.put(0, (20.0, 20.0))
    line = LogLine(kind, "a line", "1", {"unit": 0})
    watch(line, position)
    assert watch.violations == []
    spoil(position)
    watch(line, position)
    assert words in watch.violations[0]


def test_who_leaves_with_its_whole_base_may_be_past_the_edge() -> None:
    for reading, broken in (("contact", 1), ("whole_base", 0)):
        one = replace(setup("battle", 1), edition=Edition.of({"leaves_on": reading}))
        position, watch = new_position(one), Watch()
        position.put(0, (20.0, -0.62))
        watch(LogLine("move", "a line", "13.4", {"unit": 0}), position)
        assert len(watch.violations) == broken


def test_more_hits_than_dice_are_seen() -> None:
    position, watch = new_position(setup("battle", 1)), Watch()
    watch(LogLine("attack", "a line", "4", {"unit": 0, "dice": 2, "hits": 3}), position)
    assert "3 points hit with 2 dice" in watch.violations[0]
