"""What the captain sends units for: the scenario's goals, and its own plan of who fetches salvage and who leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Goal
from musterhall.games.alpha_strike.scenarios.contact import goal_at_area, goal_at_disc, touches_area
from musterhall.games.alpha_strike.scenarios.layouts import layout
from musterhall.games.alpha_strike.scenarios.salvage import ALL, ENOUGH, LATE, salvage_of, wreck, yards
from musterhall.games.alpha_strike.scenarios.salvage import NAME as SALVAGE
from musterhall.geometry import Point

AT_THE_WRECK = 8
"""So many find room at the wreck."""


def aims_of(view: Position, unit: int) -> Sequence[Goal]:
    """Where it is worth a unit's while to go, as the captain sees it."""
    if view.scenario.name != SALVAGE:
        return view.scenario.goals(view, unit)
    load = salvage_of(view).load_of(unit)
    if load and not _stays(view, unit, load):
        return _to_the_yards(view, unit, load)
    return _for_salvage(view, unit) if view.unit(unit).card.size > 1 else ()


def _stays(view: Position, unit: int, load: int) -> bool:
    """14.6 Whether a unit picks up more before it leaves."""
    left = salvage_of(view).wreck
    return bool(load < ENOUGH and view.turn < LATE and left and touches_area(view, unit, wreck()))


def _to_the_yards(view: Position, unit: int, load: int) -> Sequence[Goal]:
    said, side = layout(SALVAGE), view.unit(unit).side
    wide, points = said["yards"]["across"] / 2, said["points"]["in_yard"] * load
    return [
        goal_at_disc(view, unit, at, wide, f"with its salvage to the yard at {_said(at)}", points, ALL)
        for owner, at in yards()
        if owner == side
    ]


def _for_salvage(view: Position, unit: int) -> Sequence[Goal]:
    """14.6 The wreck and what was dropped, each for as many pieces as the unit can take at once."""
    salvage, most, said = salvage_of(view), view.unit(unit).card.size - 1, layout(SALVAGE)
    each, radius = said["points"]["in_yard"], said["across"] / 2
    found = [
        goal_at_disc(
            view, unit, at, radius, f"for the salvage at {_said(at)}", each * min(most, pieces), pieces, acts=True
        )
        for at, pieces in Counter(salvage.lying).items()
    ]
    if salvage.wreck:
        points, wanted = each * min(ENOUGH, most, salvage.wreck), min(AT_THE_WRECK, salvage.wreck)
        found.append(goal_at_area(view, unit, wreck(), "for salvage to the wreck", points, wanted, acts=True))
    return found


def _said(at: Point) -> str:
    return f"({at[0]:g}, {at[1]:g})"
