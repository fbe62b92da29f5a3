"""Benchmarks of Alpha Strike: battles beside chess games, and odds beside attacks that are rolled."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache

from musterhall.battle.agents import play
from musterhall.battle.battle import Battle, resolve
from musterhall.dice import Dice
from musterhall.games.alpha_strike.agents import agent_named
from musterhall.games.alpha_strike.attacks.firing import fire
from musterhall.games.alpha_strike.battles import AlphaStrikeRules, Setup, new_position
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.tables import shipped_tables
from musterhall.games.alpha_strike.force.forces import shipped_force
from musterhall.games.alpha_strike.harm.damage import apply_damage
from musterhall.games.alpha_strike.odds.fate import still_battle
from musterhall.games.alpha_strike.odds.odds import odds_of, shot_at
from musterhall.games.alpha_strike.position.condition import DESTROYED
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.reading import position_from
from musterhall.games.alpha_strike.scenarios.scenarios import scenario_named

FORCES = ("lyran-picket", "combine-wall")
SCENARIOS = ("assassination", "bunkers", "domination", "king-of-the-hill", "data-extraction", "salvage")
"""The six of an event; they are fought in turn, on the shipped tables in turn."""
SAMPLES, SAMPLED_IN_PARTS = 100_000, 20


@cache
def opening(scenario: str) -> Position:
    """Twelve units and sixteen beside a shipped table; what is worked out of them once serves every battle."""
    tables = list(shipped_tables().values())
    table = tables[SCENARIOS.index(scenario) % len(tables)]
    red, blue = (shipped_force(name) for name in FORCES)
    return new_position(Setup(red, blue, table, scenario_named(scenario), Edition.usual()))


def fight(seed: int, names: Sequence[str], *, recording: bool) -> Battle[Position]:
    position = opening(SCENARIOS[seed % len(SCENARIOS)]).copy()
    battle = Battle(AlphaStrikeRules(), position, Dice(seed), recording=recording, forking=recording)
    play(battle, [agent_named(name, seed * 2 + side, explain=recording) for side, name in enumerate(names)])
    return battle


def check_before_timing(names: Sequence[str]) -> None:
    """A battle must end and come out the same again before anybody counts how fast it was."""
    for seed in range(len(SCENARIOS)):
        first, second = (fight(seed, names, recording=True) for _ in range(2))
        assert first.position.ended_by, "the battle did not end"
        assert first.activations == second.activations, "the same seed gave two battles"
        quiet = fight(seed, names, recording=False)
        assert quiet.position.fingerprint() == first.position.fingerprint(), "recording changed the battle"


def worker(names: Sequence[str]) -> Callable[[int], object]:
    check_before_timing(names)
    return lambda seed: fight(seed, names, recording=False)


# Odds


def attack() -> Position:
    """A 'Mech fires at another that has some armour left."""
    units = [
        {"name": "Hunter", "side": "red", "at": [20, 10], "moved": "ground", "damage": "4/4/2"},
        {"name": "Wolf", "side": "blue", "at": [20, 24], "moved": "ground", "armour_left": 2},
    ]
    return position_from({"unit": units}, "attack")


def odds_against_samples() -> tuple[float, float]:
    """Seconds of working odds out, and of rolling as many attacks as give them to a third of a percent."""
    position = attack()
    odds = odds_of(position, 1, [(0, {})])
    start = time.process_time()
    for _ in range(SAMPLED_IN_PARTS):
        odds_of(position, 1, [(0, {})])
    exact = (time.process_time() - start) / SAMPLED_IN_PARTS
    start = time.process_time()
    destroyed = sampled(position, SAMPLES // SAMPLED_IN_PARTS)
    rolled = (time.process_time() - start) * SAMPLED_IN_PARTS
    assert abs(destroyed - odds.destroyed) < 0.02, "the odds are not those of the dice"
    return exact, rolled


def sampled(position: Position, attacks: int) -> float:
    """How often the target was destroyed when so many attacks were rolled."""
    battle = still_battle(position)
    battle.dice = Dice(7, recording=False)
    shot, before, destroyed = shot_at(position, 0, 1, {}), battle.position.conditions[1], 0
    for _ in range(attacks):
        condition = battle.position.conditions[1] = before.copy()
        resolve(battle, fire(battle, 0, shot), [])
        apply_damage(battle, [1])
        destroyed += condition.place == DESTROYED
    return destroyed / attacks
