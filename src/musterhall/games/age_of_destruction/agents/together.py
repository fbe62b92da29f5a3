"""Movement formations: several slow units go together on one order, and nobody is pushed by it."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from musterhall.games.age_of_destruction.agents.outlook import along
from musterhall.games.age_of_destruction.agents.plans import Costs, Plan, better_place, judged, saying, waiting
from musterhall.games.age_of_destruction.agents.situation import Situation
from musterhall.games.age_of_destruction.agents.weighing import SPEED
from musterhall.games.age_of_destruction.combat.formations import neighbours, sizes
from musterhall.games.age_of_destruction.turn.able import may_be_ordered

DIRECTIONS = 8


def formation_moves(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    """All in one direction and as far as the slowest, so that they stay in contact; the foremost goes first."""
    view = here.view
    least, most = sizes(view, close=False)
    if not view.unit(unit).sheet.is_infantry or view.states[unit].tokens:
        return
    units = [one for one in neighbours(view, unit, most) if may_be_ordered(view, one) and not view.states[one].tokens]
    if unit not in units or len(units) < least:
        return
    inches = min(float(here.figures[one, SPEED]) for one in units)
    nows = {one: here.weighed(one, np.array([view.at(one)]))[0] for one in units}
    price = sum(waiting(here, now) for now in nows.values())
    for step in range(DIRECTIONS):
        angle = 2 * math.pi * step / DIRECTIONS
        worth, rows = -price, []
        for one in sorted(units, key=lambda one: -_ahead(view.at(one), angle)):
            place = along(view.at(one), angle, inches)
            there = here.weighed(one, np.array([place]))[0]
            worth += better_place(here, one, nows[one], there, place)
            rows.append({"unit": one, "path": [list(place)], "facing": view.facing(one)})
        if worth > 0.0 and judged(view, unit, "move formation", {"ways": rows}) is not None:
            why = f"{view.unit(unit).name} and {len(units) - 1} others go together, on one order"
            answer = {"order": "move formation", "unit": unit, "ways": rows}
            yield Plan(worth, answer, saying(why))


def _ahead(at: tuple[float, float], angle: float) -> float:
    return at[0] * math.cos(angle) + at[1] * math.sin(angle)
