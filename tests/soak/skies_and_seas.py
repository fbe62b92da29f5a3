"""Battles with aircraft, helicopters and vessels of every type, also of those that no army list prints."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from tests.games.the_game.air_forces import air_setup
from tests.soak.battles import random_variants
from tests.soak.forces import random_force
from tests.soak.signs import Sections, sections_in_force
from tests.soak.trials import trial

from musterhall.battle.agents import Agent, RandomAgent, play
from musterhall.battle.battle import LogLine
from musterhall.games.the_game.agents import agent_named
from musterhall.games.the_game.army.datasheets import (
    GEV,
    HOVERCRAFT,
    SUBMARINE,
    Datasheet,
    SpecialRule,
    Weapon,
    datasheet,
)
from musterhall.games.the_game.army.forces import Force, ForceFormation, shipped_force
from musterhall.games.the_game.field.coasts import random_coast
from musterhall.games.the_game.field.random_tables import random_table
from musterhall.games.the_game.game import Setup, new_battle
from musterhall.games.the_game.position.invariants import Watch
from musterhall.games.the_game.position.position import Position
from musterhall.games.the_game.scenario.setups import LANDING

BATTLES = 500
"""In so many battles every section occurs."""
TORPEDOES = Weapon("tubes", 45.0, (("AT", 7),), rules=(SpecialRule("torpedoes"),))
CHARGES = Weapon("depth charges", 15.0, (("AT", 7),), rules=(SpecialRule("depth charges"),))


@trial("air and sea battles keep every invariant", sample=6, wanted=sections_in_force, within=BATTLES)
def air_or_sea_battle(seed: int) -> Counter[str]:
    """Random agents and drill fly and sail all there is, nothing is ever out of joint, and every section occurs."""
    luck = random.Random(seed)
    setup = landing_setup(luck) if seed % 3 == 2 else flying_setup(luck)
    battle = new_battle(setup, seed)
    watch, sections = Watch(battle.position), Sections()

    def look(line: LogLine, position: Position) -> None:
        watch(line, position)
        sections(line, position)

    battle.watcher = look
    play(battle, [_agent(luck, seed + 1000 * side) for side in (0, 1)])
    assert watch.violations == []
    assert battle.position.scenario.winner is not None
    return sections.seen


def _agent(luck: random.Random, seed: int) -> Agent:
    return RandomAgent(seed) if luck.random() < 0.8 else agent_named("drill", seed)


# In the air


def flying_setup(luck: random.Random) -> Setup:
    """Two forces, at least one with aircraft, on any table."""
    known = air_setup()
    flying = [known.red, known.blue, shipped_force("humanxx-air-1000"), shipped_force("orc-hegemony-air-1000")]
    forces = [with_wings(luck, luck.choice(flying)), _any_force(luck, flying)]
    luck.shuffle(forces)
    return Setup(forces[0], forces[1], random_table(luck.randrange), random_variants(luck))


def _any_force(luck: random.Random, flying: list[Force]) -> Force:
    return luck.choice(flying) if luck.random() < 0.7 else random_force(luck, ground_only=True)


def with_wings(luck: random.Random, force: Force) -> Force:
    """The same with some aircraft more that no army list has."""
    printed, fighter = datasheet("HumanXX Bomber"), _as(datasheet("HumanXX Strike Fighter"), "Fighter", "fighter")
    more = [_flight("Bombers", printed, luck.randint(1, 2)), _flight("Fighters", fighter, luck.randint(1, 3))]
    return replace(force, formations=(*force.formations, *(one for one in more if luck.random() < 0.5)))


def _flight(name: str, sheet: Datasheet, count: int) -> ForceFormation:
    return ForceFormation(name, name, "air", (sheet,) * count, (), 40 * count)


# At sea


def landing_setup(luck: random.Random) -> Setup:
    """A landing on any coast, with vessels of every type on both sides."""
    red, blue = shipped_force("orc-landing"), shipped_force("humanxx-shore")
    table = random_coast(luck.randrange)
    return Setup(with_vessels(luck, red), with_vessels(luck, blue), table, random_variants(luck), LANDING)


def with_vessels(luck: random.Random, force: Force) -> Force:
    """The same with some vessels more; nobody prints these."""
    boat, ship = datasheet("Orc Landing Craft"), datasheet("Orc Destroyer")
    submarine = replace(_as(ship, "Submarine", SUBMARINE), weapons=(TORPEDOES,), combat=25.0, tactical=25.0)
    kinds = [
        _as(boat, "Hovercraft", HOVERCRAFT),
        _as(boat, "Skimmer", GEV),
        submarine,
        replace(submarine, name="Wolf", rules=(SpecialRule("attack submarine"),)),
        replace(ship, name="Hunter", weapons=(CHARGES, TORPEDOES)),
    ]
    more = [_squadron(sheet, luck.randint(1, 2)) for sheet in kinds if luck.random() < 0.5]
    return replace(force, formations=(*force.formations, *more))


def _squadron(sheet: Datasheet, count: int) -> ForceFormation:
    return ForceFormation(f"{sheet.name} squadron", sheet.name, "naval", (sheet,) * count, (), 30 * count)


def _as(sheet: Datasheet, name: str, kind: str) -> Datasheet:
    return replace(sheet, name=name, type=kind, transport=None)
