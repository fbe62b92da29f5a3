"""Battles of Alpha Strike between random forces, over all scenarios, and by any readings."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from tests.games.alpha_strike.scenario_battles import Seeker, problems_of, result_of
from tests.soak.battles import look_at_forks
from tests.soak.random_forces import DRAFTED, drafted_force, legal_force, library, wild_force
from tests.soak.trials import trial

from musterhall.battle.agents import Agent, RandomAgent, play
from musterhall.battle.battle import Battle
from musterhall.games.alpha_strike.battles import Setup, new_battle
from musterhall.games.alpha_strike.edition.edition import FILE, Edition
from musterhall.games.alpha_strike.field.making_tables import table_of_seed
from musterhall.games.alpha_strike.field.tables import SMALL_TABLE, shipped_tables
from musterhall.games.alpha_strike.force.forces import Force, force_toml, read_force
from musterhall.games.alpha_strike.position.invariants import Watch
from musterhall.games.alpha_strike.position.position import COMBAT, MOVEMENT, Position
from musterhall.games.alpha_strike.scenarios.points import standing
from musterhall.games.alpha_strike.scenarios.scenarios import SCENARIOS

APART = ("data_extracted", "majority", "inside_counts", "exit_trophy")
"""Readings that a pack has too, or that its card cannot know of."""
ANOTHER_READING = 0.3
STOPS = 4
"""How often a battle is stopped to look at forks of it."""
ANSWERS = 300
OFFERED = 40
"""How many of the answers that a decision offers are tried."""


@trial("random legal forces fight every scenario", sample=3)
def legal_battle(seed: int) -> None:
    """A battle of forces that an event allows keeps every invariant, and the event takes and scores its card."""
    luck = random.Random(seed)
    name = list(SCENARIOS)[seed % len(SCENARIOS)]
    make = drafted_force if name == DRAFTED else legal_force
    fight(random_setup(luck, name, make(luck, "Red"), make(luck, "Blue")), seed)


@trial("forces with every ability fight every scenario", sample=1)
def wild_battle(seed: int) -> None:
    """A battle of forces with abilities that no event allows together keeps every invariant, and can be scored."""
    luck = random.Random(seed)
    name = list(SCENARIOS)[seed % len(SCENARIOS)]
    red, blue = wild_force(luck, "Red"), wild_force(luck, "Blue")
    for force in (red, blue):
        assert read_force(force_toml(force, library()), "soak.toml", library()) == force
    fight(random_setup(luck, name, red, blue), seed)


@trial("forks and trials of random forces", sample=1)
def forked_battle(seed: int) -> None:
    """A fork goes the way of its parent, a trial shows its player the same battle, and all that is offered is legal."""
    luck = random.Random(seed)
    make = luck.choice((legal_force, wild_force))
    setup = random_setup(luck, luck.choice(list(SCENARIOS)), make(luck, "Red"), make(luck, "Blue"))
    battle = new_battle(setup, seed)
    agents = [RandomAgent(seed), RandomAgent(seed + 1)]
    stops = luck.sample(range(ANSWERS), STOPS)
    for number in range(ANSWERS):
        if battle.over:
            break
        if number in stops:
            before, answers = battle.position.fingerprint(), len(battle.answers)
            look_at_forks(battle, seed + number)
            assert (battle.position.fingerprint(), len(battle.answers)) == (before, answers)
        decision = battle.asked()
        for answer in islice(decision.options(), OFFERED):
            decision.check(answer)
        battle.answer(agents[decision.player].answer(decision, battle.view(decision.player)), decision.player)


def fight(setup: Setup, seed: int) -> Battle[Position]:
    """The battle to its end, with nothing out of joint at any moment and a card that an event takes."""
    watch = Watch()
    battle = new_battle(setup, seed, watcher=watch)
    agent: type[Seeker] | type[RandomAgent] = Seeker if seed % 3 == 0 else RandomAgent
    agents: list[Agent] = [agent(seed), agent(seed + 1000)]
    play(battle, agents)
    assert watch.violations == [], watch.violations[:3]
    assert battle.position.winner is not None, battle.position.ended_by
    if setup.scenario.name != "battle":
        _scored(battle.position)
    return battle


def _scored(position: Position) -> None:
    assert problems_of(position) == [], problems_of(position)
    for scored, points in zip(result_of(position).figures, standing(position).values(), strict=True):
        found = {name: float(scored[name].total) for name in points}
        assert found == points, (found, points)


def random_setup(luck: random.Random, scenario: str, red: Force, blue: Force) -> Setup:
    """Any table; now and then other readings of the rules, and now and then time is called."""
    tables = [*shipped_tables().values(), *(table_of_seed(luck.randrange(1000)) for _ in range(3))]
    table = SMALL_TABLE if scenario == DRAFTED else luck.choice(tables)
    due = (luck.randint(2, 6), luck.choice((MOVEMENT, COMBAT))) if luck.random() < 0.3 else None
    edition = Edition.of({**random_readings(luck), "turn_limit": luck.choice((4, 6, 9))})
    return Setup(red, blue, table, SCENARIOS[scenario], edition, due, luck.choice((-1, 0, 1)), "Periphery")


def random_readings(luck: random.Random) -> dict[str, Any]:
    if luck.random() < 0.5:
        return {}
    return {
        key: luck.choice(one.values)
        for key, one in FILE.figures.items()
        if one.values and key not in APART and luck.random() < ANOTHER_READING
    }
