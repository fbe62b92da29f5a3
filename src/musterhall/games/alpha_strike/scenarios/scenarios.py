"""Every scenario by name."""

from __future__ import annotations

from musterhall.games.alpha_strike.position.scenario import Scenario
from musterhall.problems import BadInput, near_names

SCENARIOS: dict[str, Scenario] = {one.name: one for one in (Scenario(),)}


def scenario_named(name: str) -> Scenario:
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted not in SCENARIOS:
        raise BadInput(f"scenario {name!r:.60}: there is none of this name. {near_names(wanted, SCENARIOS)}")
    return SCENARIOS[wanted]
