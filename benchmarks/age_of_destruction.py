"""Battles of Age of Destruction beside chess games: 450 points each, shipped forces on shipped tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations, product

from musterhall.battle.agents import play
from musterhall.battle.battle import Battle
from musterhall.dice import Dice
from musterhall.games.age_of_destruction.agents import agent_named
from musterhall.games.age_of_destruction.battles import AgeOfDestructionRules, Setup, new_position
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.tables import shipped_tables
from musterhall.games.age_of_destruction.forces import shipped_force
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.units.sheets import sample_sheets

FORCES = ("falcon-straw", "fox-arbiter", "liao-inkstone", "mercenary-nowhere")
"""450 points each, of units whose dials are known."""
CHECKED = range(3)
"""The seeds of the battles that are checked before any is timed."""


@cache
def openings() -> tuple[Position, ...]:
    """Each force against each other on each table; what is worked out of them once serves every battle."""
    sheets, edition = sample_sheets(), Edition.usual()
    forces = [shipped_force(name) for name in FORCES]
    meetings = product(permutations(forces, 2), shipped_tables().values())
    return tuple(new_position(Setup(red, blue, table, sheets, edition)) for (red, blue), table in meetings)


def fight(seed: int, names: Sequence[str], *, recording: bool) -> Battle[Position]:
    """Another meeting for each seed: 7 shares no divisor with their number, so that all of them come in turn."""
    opening = openings()[seed * 7 % len(openings())]
    battle = Battle(AgeOfDestructionRules(), opening.copy(), Dice(seed), recording=recording, forking=recording)
    play(battle, [agent_named(name, seed * 2 + side, explain=recording) for side, name in enumerate(names)])
    return battle


def check_before_timing(names: Sequence[str]) -> None:
    """Battles must end and come out the same again before anybody counts how fast they were."""
    for seed in CHECKED:
        first, second = (fight(seed, names, recording=True) for _ in range(2))
        assert first.position.ended_by, "the battle did not end"
        assert first.activations == second.activations, "the same seed gave two battles"
        quiet = fight(seed, names, recording=False)
        assert quiet.position.fingerprint() == first.position.fingerprint(), "recording changed the battle"


def worker(names: Sequence[str]) -> Callable[[int], object]:
    check_before_timing(names)
    return lambda seed: fight(seed, names, recording=False)
