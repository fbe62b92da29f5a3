"""3.4.1 Where each aircraft of a formation has flown: beside the leader, or as a variant along a path of its own."""

from __future__ import annotations

from typing import NamedTuple

from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Point, rounded

Path = tuple[Point, ...]


class Course(NamedTuple):
    """The sections that a formation flies next: its leader's, and those of aircraft that fly their own."""

    lead: Path
    own: dict[int, Path]


def paths_flown(position: Position, formation: Formation) -> dict[int, Path]:
    """3.4.1 What each aircraft that is left has flown so far."""
    flight = position.air.flights[formation.index]
    apart = position.air.apart.get(formation.index, {})
    beside = {unit: tuple((x + dx, y + dy) for x, y in flight.path) for unit, dx, dy in flight.offsets}
    return {unit: apart.get(unit, path) for unit, path in beside.items() if unit in formation.units}


def paths_after(position: Position, formation: Formation, course: Course) -> dict[int, Path]:
    """The same when a course has been flown; who has none of its own flies on beside the leader."""
    lead = position.air.flights[formation.index].path[-1]
    found = {}
    for unit, path in paths_flown(position, formation).items():
        dx, dy = path[-1][0] - lead[0], path[-1][1] - lead[1]
        beside = tuple(rounded((x + dx, y + dy)) for x, y in course.lead)
        found[unit] = (*path, *course.own.get(unit, beside))
    return found
