"""Random battles keep what must hold at every moment, and each invariant is seen to be broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from musterhall.battle.agents import RandomAgent, play
from musterhall.battle.battle import LogLine
from musterhall.games.age_of_destruction.battles import Setup, new_battle
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.making_tables import table_of_seed
from musterhall.games.age_of_destruction.forces import shipped_force
from musterhall.games.age_of_destruction.position.invariants import broken_invariants
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position_file.reading import position_from
from musterhall.games.age_of_destruction.units.sheets import sample_sheets

PAIRS = [("liao-inkstone", "falcon-straw"), ("fox-arbiter", "mercenary-nowhere")]


@pytest.mark.parametrize("names", PAIRS, ids=str)
def test_a_random_battle_keeps_every_invariant(names: tuple[str, str]) -> None:
    red, blue = map(shipped_force, names)
    found: list[str] = []

    def watch(line: LogLine, position: Position) -> None:
        if line.kind in ("turn", "end"):
            found.extend(broken_invariants(position))

    battle = new_battle(Setup(red, blue, table_of_seed(3), sample_sheets(), Edition.usual()), 3, watcher=watch)
    play(battle, [RandomAgent(3), RandomAgent(4)])
    assert found == []
    assert battle.over


def past_its_dial(position: Position) -> None:
    position.states[0].click = 12


def too_hot(position: Position) -> None:
    position.states[0].heat = 6


def three_tokens(position: Position) -> None:
    position.states[1].tokens = 3


def undead(position: Position) -> None:
    position.states[1].click = 5


def on_top(position: Position) -> None:
    position.put(1, (10.5, 10.0))


def in_the_barn(position: Position) -> None:
    position.put(1, (30.0, 30.0))


def aboard_nobody(position: Position) -> None:
    position.states[1].place = "aboard"


def held_from_afar(position: Position) -> None:
    position.states[1].captor = 0


def bound_to_a_friend(position: Position) -> None:
    position.states[0].bound_to = 0


def too_full(position: Position) -> None:
    position.states[1].place, position.states[1].transport = "aboard", 0


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (held_from_afar, "is not with Rose, its captor"),
        (bound_to_a_friend, "bound to Rose"),
        (too_full, "1 places taken of 0"),
        (past_its_dial, "click 12 of 11"),
        (too_hot, "heat 6"),
        (three_tokens, "3 tokens"),
        (undead, "click 5 of 5, table"),
        (on_top, "stands on"),
        (in_the_barn, "stands in barn"),
        (aboard_nobody, "aboard -1"),
    ],
)
def test_what_is_broken_is_seen(spoil: Callable[[Position], None], words: str) -> None:
    position = position_from(
        {
            "terrain": [{"name": "barn", "kind": "building", "rectangle": [29, 29, 3, 3]}],
            "unit": [
                {"name": "Rose", "side": "red", "unit": "Thornless Rose", "at": [10, 10]},
                {"name": "Levy", "side": "blue", "unit": "Copper Whistle Levy", "at": [20, 20]},
            ],
        },
        "a table",
    )
    assert broken_invariants(position) == []
    spoil(position)
    assert words in broken_invariants(position)[0]
