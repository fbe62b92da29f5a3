"""Every order that captain considers for one unit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from musterhall.games.age_of_destruction.agents.going import assaults, moves
from musterhall.games.age_of_destruction.agents.plans import Costs, Plan
from musterhall.games.age_of_destruction.agents.situation import NEVER, Situation
from musterhall.games.age_of_destruction.agents.standing import artillery, repairs, vents
from musterhall.games.age_of_destruction.agents.strikes import attacks, run_into
from musterhall.games.age_of_destruction.agents.together import formation_moves
from musterhall.games.age_of_destruction.agents.unloading import unloads

SOURCES = (attacks, run_into, assaults, moves, formation_moves, unloads, vents, artillery, repairs)


def plans_for(here: Situation, unit: int) -> Iterator[Plan]:
    """What a unit could be ordered to do, with its token and its heat paid."""
    push = here.push_cost(unit)
    if push >= NEVER:
        return
    now = here.weighed(unit, np.array([here.view.at(unit)]))[0]
    costs = Costs(push, here.view.field.edition.push_heat if here.view.states[unit].tokens else 0, now)
    for source in (vents,) if here.view.states[unit].shut_down else SOURCES:
        yield from source(here, unit, costs)
