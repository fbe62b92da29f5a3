"""THE GAME's aircraft on a board: how high they are, where they have flown, what fires at them, and their markers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from musterhall.battle.battle import LogLine
from musterhall.board import ON_THE_TABLE, Arc, Level, Marker, Path
from musterhall.games.the_game.air.helicopter_flak import helicopters_of
from musterhall.games.the_game.air.paths import nearest_on_path
from musterhall.games.the_game.air.popping_up import popped_up
from musterhall.games.the_game.basics.special_rules import arc_opening
from musterhall.games.the_game.fire.gunnery import arc_edge
from musterhall.games.the_game.position.air_state import Mark
from musterhall.games.the_game.position.position import NOBODY, Position
from musterhall.geometry import SLACK, Point, distance

GROUND, LOW, HIGH, POPPED_UP, LANDED = range(5)
LEVELS = (
    ON_THE_TABLE,
    Level("flying low", "up", 1.2),
    Level("flying high", "up-twice", 2.6),
    Level("popped up", "peak", 1.9),
    Level("landed", "down"),
)


# How high


def levels_of(position: Position) -> dict[int, int]:
    """3.2, 3.4.2 How high everybody is who is not simply on the ground."""
    found: dict[int, int] = {}
    for index, flight in position.air.flights.items():
        found |= dict.fromkeys(position.formations[index].units, HIGH if flight.high else LOW)
    for formation in position.formations:
        if formation.flies and formation.on_table:
            found |= dict.fromkeys(formation.units, LANDED)
    for index in position.field.helicopters:
        units = helicopters_of(position, position.formations[index])
        lifted = popped_up(position, units).tolist()
        found |= {unit: POPPED_UP if up else LOW for unit, up in zip(units.tolist(), lifted, strict=True)}
    return found


# Where they have flown


def ways_flown(entry: LogLine, position: Position) -> Iterator[Path]:
    """3.4 The sections that a line tells of, and those that everybody in the air has flown before it."""
    now = [_point(place) for place in entry.data.get("path", ())] if entry.kind == "flight" else []
    for index, flight in position.air.flights.items():
        side, ahead = _side(position, index), now if index == entry.data.get("formation") else []
        past = flight.path[: len(flight.path) - max(0, len(ahead) - 1)]
        yield from (Path(a, b, "past", side) for a, b in pairwise(past))
        yield from (Path(a, b, "leg", side) for a, b in pairwise(ahead))


def end_of_shot(entry: LogLine, position: Position, die: Mapping[str, Any]) -> Point:
    """3.5.1 Where a shot goes: from the ground to the place on an aircraft's path that was nearest to the gun."""
    shooter, flight = die["shooter"], position.air.flights.get(entry.data.get("formation", NOBODY))
    if entry.kind != "flak" or flight is None or position.formation_of(shooter).airborne:
        return _point(die["at"])
    dx, dy = next(((dx, dy) for unit, dx, dy in flight.offsets if unit == die["unit"]), (0.0, 0.0))
    beside = tuple((x + dx, y + dy) for x, y in flight.path)
    path = position.air.apart.get(entry.data["formation"], {}).get(die["unit"], beside)
    return nearest_on_path(path[flight.since :], position.at(shooter))


# Who fires


def arcs_of_fire(entry: LogLine, position: Position) -> list[Arc]:
    """3.5 The arcs of aircraft that fire in this line; those of weapons that open alike are one."""
    dice = [die for die in entry.data.get("dice", ()) if isinstance(die, Mapping)]
    barrage = entry.data.get("barrage") or {"guns": []}
    firing = dict.fromkeys([*(die["shooter"] for die in dice if die["shooter"] is not None), *barrage["guns"]])
    levels = levels_of(position)
    return arcs_of(position, (unit for unit in firing if levels.get(unit) in (LOW, HIGH, POPPED_UP)))


def arcs_of(position: Position, units: Iterable[int]) -> list[Arc]:
    """2.1.5 What these units can fire at without turning."""
    longest: dict[tuple[Any, ...], float] = {}
    for unit in units:
        edge = arc_edge(position, unit)
        for weapon in position.unit(unit).sheet.weapons:
            for arc in (str(rule.values[0]) for rule in weapon.rules if rule.name == "fire arc"):
                opening = arc_opening(arc, position.at(unit), float(position.facing[unit]), edge)
                longest[opening] = max(weapon.range, longest.get(opening, 0.0))
    return [Arc(at, direction, width, reach) for (at, direction, width), reach in longest.items()]


# Markers


def markers_of(position: Position) -> list[Marker]:
    """2.3.3, 3.3.1 Where paratroopers jumped, and where patrols come in as far as everybody knows it, or its owner in a
    view of his own.
    """
    drops = [drop_marker(position, drop.formation, (drop.x, drop.y)) for drop in position.air.drops]
    own = frozenset(one.index for one in position.formations if one.side == position.viewer)
    face_up = frozenset(index for index, orders in enumerate(position.orders) if orders.face_up)
    seen = position.air.known(own, face_up).marks
    patrols: dict[tuple[int, Mark], list[str]] = {}
    for index, marks in seen.items():
        formation = position.formations[index]
        if marks.now is not None and formation.alive:
            patrols.setdefault((formation.side, marks.now), []).append(formation.name)
    at_the_edge = [
        Marker(mark.at, side, "heading", f"patrol: {' and '.join(names)}", mark.heading)
        for (side, mark), names in patrols.items()
    ]
    return [*drops, *at_the_edge]


def drop_marker(position: Position, formation: int, at: Point) -> Marker:
    troops = position.formations[formation]
    return Marker(at, troops.side, "spot", f"drop: {troops.name}")


def way_of_a_drop(entry: LogLine, position: Position, lying: Iterable[Marker]) -> list[Path]:
    """2.3.3 From the flight to the marker of a drop; a turn later from there to where it is moved and blown off."""
    if entry.kind not in ("drop", "land") or not entry.data.keys() & {"path", "at"}:
        return []
    marker = drop_marker(position, entry.data["formation"], (0.0, 0.0))
    stops = [_point(place) for place in entry.data.get("path") or [entry.data["at"]]]
    lay = [one.at for one in lying if one.sign == "spot" and one.words == marker.words]
    flown = [flight.path for index, flight in position.air.flights.items() if _side(position, index) == marker.side]
    near = sorted((nearest_on_path(path, stops[0]) for path in flown), key=lambda place: distance(place, stops[0]))
    places = [*(lay or near)[:1], *stops]
    steps = [(a, b) for a, b in pairwise(places) if distance(a, b) > SLACK]
    last = len(steps) - 1
    return [Path(a, b, "arrow" if number == last else "past", marker.side) for number, (a, b) in enumerate(steps)]


def _side(position: Position, formation: int) -> int:
    return position.formations[formation].side


def _point(place: Any) -> Point:
    return (float(place[0]), float(place[1]))
