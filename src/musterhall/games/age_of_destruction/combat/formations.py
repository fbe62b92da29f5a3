"""Formations: who may act together on one order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from musterhall.games.age_of_destruction.alliances import allied
from musterhall.games.age_of_destruction.position.moments import Moment, held_by
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import FORMATIONS

STANDS_APART: Moment[Callable[[Position, int], str]] = Moment("a formation is made", FORMATIONS)
"""Of each member. Why it cannot be one."""
Touches = Callable[[int, int], bool]


def why_no_formation(position: Position, units: Sequence[int], *, close: bool) -> str:
    """40.11 Why these units are no formation; empty where they are."""
    least, most = sizes(position, close=close)
    if not least <= len(set(units)) == len(units) <= most:
        return f"a formation of this kind has {least} to {most} units"
    if reason := next((why for unit in units if (why := why_not_in_one(position, unit))), ""):
        return reason
    factions = {position.field.factions[unit] for unit in units}
    if not all(_together(position, a, b) for a, b in combinations(factions, 2)):
        return "they are not of one faction"
    if not is_chain(units, position.touches):
        return "they do not stand in a chain of base contact"
    return ""


def sizes(position: Position, *, close: bool) -> tuple[int, int]:
    """40.11 How many units a formation has at least and at most."""
    edition = position.field.edition
    if close:
        return edition.close_formation_least, edition.close_formation_most
    return edition.move_formation_least, edition.move_formation_most


def why_not_in_one(position: Position, unit: int) -> str:
    """40.11, 28 Why a unit is in no formation: a mercenary, not on the table, or standing apart by its faction."""
    name, state = position.unit(unit).name, position.states[unit]
    if state.place != "table":
        return f"{name} is not on the table"
    if not position.field.factions[unit]:
        return f"{name} is a mercenary"
    return next((act(position, unit) for _, act in STANDS_APART.of(held_by(position, unit))), "")


def _together(position: Position, a: str, b: str) -> bool:
    """31 Units of allied factions share formations, where that is read so."""
    edition = position.field.edition
    return edition.alliance_effect == "formations" and allied(a, b, {"grand_alliance": edition.grand_alliance})


def is_chain(units: Sequence[int], touches: Touches) -> bool:
    """Whether one can go from any of them to any other over bases in contact."""
    reached, edge = {units[0]}, [units[0]]
    while edge:
        here = edge.pop()
        near = [unit for unit in units if unit not in reached and touches(here, unit)]
        reached.update(near)
        edge += near
    return len(reached) == len(set(units))


def neighbours(position: Position, leader: int, most: int) -> list[int]:
    """A leader and the nearest of its chain that may be in a formation with it, up to so many."""
    side, found = position.unit(leader).side, [leader]
    if why_not_in_one(position, leader):
        return []
    for here in found:
        for unit in position.on_table(side):
            if len(found) < most and unit not in found and position.touches(here, unit):
                one, other = position.field.factions[leader], position.field.factions[unit]
                if not why_not_in_one(position, unit) and (one == other or _together(position, one, other)):
                    found.append(unit)
    return found
