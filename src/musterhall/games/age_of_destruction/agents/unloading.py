"""Setting passengers down: they neither fight nor count while they ride."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from musterhall.games.age_of_destruction.agents.goals import ROUND
from musterhall.games.age_of_destruction.agents.plans import Costs, Plan, judged
from musterhall.games.age_of_destruction.agents.situation import Situation
from musterhall.games.age_of_destruction.agents.stakes import rounds_left
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.victory.zones import is_in_zone

FIGHTS = 0.15
"""The share of its points that a passenger is worth more on its feet with an enemy in its reach."""
AFOOT = 0.25
"""The same when the game may end soon: passengers are no able units."""
SOON = 2
"""Rounds before the end from which that counts."""


def unloads(here: Situation, unit: int, costs: Costs) -> Iterator[Plan]:
    """All passengers get off where their transport stands; what cruises comes down for it."""
    view = here.view
    riders = [one for one in view.passengers_of(unit) if view.states[one].captor == NOBODY]
    fields: dict[str, Any] = {"path": [], "leave": riders}
    fields |= {"cruise": False} if view.states[unit].cruising else {}
    if not riders or judged(view, unit, "move", fields) is None:
        return
    worth = sum(_afoot(here, unit, one) for one in riders) - costs.of(here, unit, 0)
    name = view.unit(unit).name
    yield Plan(
        worth,
        {"order": "move", "unit": unit, **fields},
        lambda: f"{name} sets its passengers down: they neither fight nor count aboard",
    )


def _afoot(here: Situation, transport: int, rider: int) -> float:
    """What a passenger is worth beside its transport rather than in it."""
    view, left = here.view, rounds_left(here.view)
    one, click = view.unit(rider), view.click(rider)
    near = any(view.gap(transport, foe) <= one.sheet.most_range + click.speed for foe in here.foes)
    worth = FIGHTS * one.points if near else 0.0
    worth += ROUND * left if is_in_zone(view, transport, 1 - here.side) else 0.0
    return worth + (AFOOT * one.points if left <= SOON else 0.0)
