"""Battles of Alpha Strike's scenarios, with random readings, whose score cards an event must take."""

from __future__ import annotations

import random

from tests.games.alpha_strike.scenario_battles import EVENTS, Seeker, problems_of, result_of, small_setup
from tests.soak.trials import trial

from musterhall.battle.agents import play
from musterhall.games.alpha_strike.battles import new_battle
from musterhall.games.alpha_strike.edition.edition import FILE
from musterhall.games.alpha_strike.position.invariants import Watch
from musterhall.games.alpha_strike.scenarios.points import standing

APART = ("data_extracted", "majority", "inside_counts", "exit_trophy")
"""Readings that a pack has too, or that its card cannot know of."""


@trial("scenarios end with a card")
def scenario_battle(seed: int) -> None:
    """A battle of any scenario, by any readings, keeps every invariant, and the event scores its card as it does."""
    luck = random.Random(seed)
    readings = {
        key: luck.choice(one.values)
        for key, one in FILE.figures.items()
        if one.source.startswith(("section 13.6", "section 14", "section 15")) and one.values and key not in APART
    }
    watch = Watch()
    battle = new_battle(small_setup(luck.choice(EVENTS), 6, **readings), seed, watcher=watch)
    play(battle, [Seeker(seed), Seeker(seed + 1000)])
    position = battle.position
    assert watch.violations == []
    assert problems_of(position) == []
    for scored, points in zip(result_of(position).figures, standing(position).values(), strict=True):
        assert {name: float(scored[name].total) for name in points} == points
