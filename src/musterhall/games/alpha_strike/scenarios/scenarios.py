"""Every scenario by name."""

from __future__ import annotations

from musterhall.games.alpha_strike.position.scenario import Scenario
from musterhall.games.alpha_strike.scenarios.assassination import Assassination
from musterhall.games.alpha_strike.scenarios.bunkers import BunkerBusting
from musterhall.games.alpha_strike.scenarios.data_extraction import DataExtraction
from musterhall.games.alpha_strike.scenarios.domination import Domination
from musterhall.games.alpha_strike.scenarios.drafted_for_war import DraftedForWar
from musterhall.games.alpha_strike.scenarios.king_of_the_hill import KingOfTheHill
from musterhall.games.alpha_strike.scenarios.salvage import SalvageMatch
from musterhall.problems import BadInput, near_names

SCENARIOS: dict[str, Scenario] = {
    one.name: one
    for one in (
        Scenario(),
        Assassination(),
        BunkerBusting(),
        Domination(),
        KingOfTheHill(),
        DataExtraction(),
        SalvageMatch(),
        DraftedForWar(),
    )
}


def scenario_named(name: str) -> Scenario:
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted not in SCENARIOS:
        raise BadInput(f"scenario {name!r:.60}: there is none of this name. {near_names(wanted, SCENARIOS)}")
    return SCENARIOS[wanted]
