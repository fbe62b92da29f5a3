"""How a unit goes somewhere: tap where it ends, see the way it takes and what it has before it there, and turn it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import Any

from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from musterhall.battle.decisions import Answer
from musterhall.game.gestures.bodies import Body
from musterhall.game.gestures.gesture import Extra, Gesture, Place
from musterhall.game.gestures.going import Go, WayOfGoing
from musterhall.games.age_of_destruction.field.bases import HALF, RADIUS, inches_to_touch
from musterhall.games.age_of_destruction.field.field import NOBODY
from musterhall.games.age_of_destruction.harm.heat import heat_of_order
from musterhall.games.age_of_destruction.movement.breaking_away import needed
from musterhall.games.age_of_destruction.movement.moving import stopped
from musterhall.games.age_of_destruction.movement.places import FARTHEST, may_stand, takes, touching_place
from musterhall.games.age_of_destruction.parts.gestures.registry import front_of
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.transport.boarding import why_not_aboard
from musterhall.games.age_of_destruction.turn.moves import reach
from musterhall.games.age_of_destruction.turn.order_kinds import OrderKind
from musterhall.games.age_of_destruction.turn.orders import KINDS
from musterhall.geometry import Point, bearing, centre, distance, path_length, towards

BESIDE = 0.6
"""A tap so many inches beside a base, or on it, means to touch it."""
TOO_FAR = 1.0
"""A tap so many inches beyond a unit's reach means as far as it can go: fingers are broad."""
STEPS = 10
"""How many places of a reach are drawn from its middle to its edge."""
CLEARANCE = 0.3
"""How many inches a way keeps from what it goes round."""
ROUND = 8
"""At how many points a way may go round a base."""
MOVE, RUN, TURN = "move", "run", "turn"


def moving(view: Position, unit: int) -> Gesture:
    """A move or a run, or a turn on the spot; transports load and unload beside."""
    ways = [MOVE, RUN] if reach(view, unit, run=False) else []
    return _Going(view, unit, KINDS["move"], ways, _move_extras(view, unit)).as_gesture()


def assaulting(view: Position, unit: int, inches: float, from_there: Callable[[Position], str]) -> Gesture:
    """The way of an assault; `from_there` says whom it could attack where it ends."""
    return _Going(view, unit, KINDS["assault"], [MOVE], _levels(view, unit), inches, from_there).as_gesture()


class _Going:
    """One unit's way, as it is drawn and as it is read."""

    def __init__(
        self,
        view: Position,
        unit: int,
        kind: OrderKind,
        ways: Sequence[str],
        extras: Sequence[Extra],
        inches: float | None = None,
        from_there: Callable[[Position], str] | None = None,
    ) -> None:
        self.view, self.unit, self.kind, self.ways, self.extras = view, unit, kind, ways, extras
        self.inches, self.from_there = inches, from_there
        self.here = view.at(unit)

    def as_gesture(self) -> Gesture:
        ways = [
            WayOfGoing(way, self._words(way), self._reach(way), partial(self._places, way), routed=True)
            for way in self.ways
        ]
        return Go(
            self.unit,
            [*ways, WayOfGoing(TURN, "Turn on the spot", 0.0, still=True)],
            self.answer,
            extras=self.extras,
            drawn=lambda answer: [self.here, *map(_point, answer["path"])] if answer["path"] else [],
            front=front_of(self.view, self.unit),
            explained=self.explained,
        )

    # What is drawn

    def _reach(self, way: str) -> float:
        return self.inches if self.inches is not None else float(reach(self.view, self.unit, run=way == RUN))

    def _words(self, way: str) -> str:
        if self.inches is not None:
            return f"Assault, {self._reach(way):g}″"
        verb = {MOVE: "Move", RUN: "Run"}[way]
        return f"{verb} {self._reach(way):g}″"

    def _places(self, way: str) -> list[Place]:
        inches = self._reach(way)
        step = inches / STEPS
        found = []
        for across, down in ((a, b) for a in range(-STEPS, STEPS + 1) for b in range(-STEPS, STEPS + 1)):
            if not (across or down) or math.hypot(across, down) > STEPS:
                continue
            place = (self.here[0] + across * step, self.here[1] + down * step)
            if self.view.field.table.contains(place) and self._legal(
                self._fields(way, self._round(way, place, most=1), None)
            ):
                found.append(place)
        return found

    # What is read

    def answer(self, way: str, path: list[Place], facing: float | None, chosen: Mapping[str, Any]) -> Answer:
        said = _said(chosen)
        if way == TURN or not path:
            fields = self._fields(way, [], facing) | said
        elif len(path) > 1:
            end, turned = self._beside(path[-1], path[-2], facing)
            fields = self._fields(way, [*path[:-1], end], turned) | said
        else:
            end, turned = self._beside(path[0], self.here, facing)
            fields = self._fields(way, self._round(way, end, said), turned) | said
        return {"order": self.kind.name, "unit": self.unit, **fields}

    def _fields(self, way: str, path: Sequence[Point], facing: float | None) -> dict[str, Any]:
        fields: dict[str, Any] = {"path": [[round(x, 2), round(y, 2)] for x, y in path]}
        fields |= {} if facing is None else {"facing": round(facing, 1)}
        return fields | ({"run": True} if way == RUN else {})

    def _legal(self, fields: dict[str, Any]) -> bool:
        return self.kind.is_legal(self.view, self.unit, fields)

    def _beside(self, place: Place, before: Place, facing: float | None) -> tuple[Place, float | None]:
        """The place in contact with a base that was tapped, or nearly; the unit faces an enemy there."""
        view, own = self.view, self.view.unit(self.unit).side
        for other in view.everybody():
            if other == self.unit or view.states[other].cruising or distance(view.at(other), place) > FARTHEST:
                continue
            on_it = distance(view.at(other), place) < BESIDE
            angle = bearing(view.at(other), before if on_it else place)
            turned = facing
            if turned is None and view.unit(other).side != own:
                turned = round((angle + 180.0) % 360.0, 1)
            meant = bearing(before, place) if turned is None else turned
            u = (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
            touches = inches_to_touch(view.bases, self.unit, other, *u, meant, FARTHEST)
            if distance(view.at(other), place) > touches + BESIDE:
                continue
            return touching_place(view, self.unit, other, angle, meant), round(meant, 1)
        return place, facing

    def _round(self, way: str, end: Place, said: Mapping[str, Any] | None = None, most: int = 2) -> list[Place]:
        """Straight there, round so many corners, as far as it can go, or to where something stops it."""
        beside = dict(said or {})
        if self._legal(self._fields(way, [end], None) | beside):
            return [end]
        inches = self._reach(way)
        far = distance(self.here, end)
        if inches < far <= inches + TOO_FAR:
            short = towards(self.here, end, inches - 0.01)
            return [short] if self._legal(self._fields(way, [short], None) | beside) else [end]
        if far > inches:
            return [end]
        room = may_stand(self.view, self.unit, end, bearing(self.here, end), cruising=beside.get("cruise"))
        bends = ([*some, end] for some in (self._corners(end) if room else ()) if len(some) <= most)
        for length, path in sorted((path_length([self.here, *path]), path) for path in bends):
            if length <= inches and self._legal(self._fields(way, path, None) | beside):
                return path
        stop = stopped(self.view, self.unit, end)
        near = distance(stop, end) <= TOO_FAR
        return [stop] if near and self._legal(self._fields(way, [stop], None) | beside) else [end]

    def _corners(self, end: Place) -> Iterator[list[Place]]:
        """Where a way there may bend: at one or two corners of what it would run into."""
        line = LineString([self.here, end])
        for ring in (ring for shape, ring in self._barriers if shape.intersects(line)):
            inside = [self.view.field.table.contains(place) for place in ring]
            for at, place in enumerate(ring):
                behind = (at + 1) % len(ring)
                if inside[at]:
                    yield [place]
                if inside[at] and inside[behind]:
                    yield [place, ring[behind]]
                    yield [ring[behind], place]

    @cached_property
    def _barriers(self) -> list[tuple[BaseGeometry, list[Place]]]:
        """What a unit does not simply pass, terrain and opposing bases, each with points about it."""
        view, flies = self.view, self.view.states[self.unit].cruising
        found: list[tuple[BaseGeometry, list[Place]]] = []
        for piece, kind in zip(view.field.pieces, view.field.kinds, strict=True):
            if takes(view, self.unit, kind, cruising=flies) != "clear" or kind.is_high:
                middle = centre(piece.outline)
                ring = [towards(corner, middle, -CLEARANCE) for corner in piece.outline]
                found.append((Polygon(piece.outline), ring))
        for other in view.targets(view.unit(self.unit).side):
            away = float(view.bases[other, HALF] + view.bases[other, RADIUS]) + CLEARANCE
            x, y = view.at(other)
            angles = (2 * math.pi * step / ROUND for step in range(ROUND))
            ring = [(x + away * math.cos(angle), y + away * math.sin(angle)) for angle in angles]
            found.append((Polygon(ring), ring))
        return found

    def explained(self, answer: Answer) -> str:
        """What it needs and costs, and whom it could attack from there."""
        words = [*_breaking_away(self.view, self.unit, answer), *self._heat(answer)]
        if self.from_there is not None:
            way = self.kind.check(self.view, self.unit, answer)
            moved = self.view.copy()
            moved.put(self.unit, way.end, way.facing)
            moved.states[self.unit].cruising = way.cruise
            words.append(self.from_there(moved))
        return " ".join(filter(None, words))

    def _heat(self, answer: Answer) -> Iterator[str]:
        edition = self.view.field.edition
        points = edition.heat_run if answer.get("run") else edition.heat_assault if self.inches is not None else 0
        heat = heat_of_order(self.view, self.unit, points)
        if heat and self.view.unit(self.unit).sheet.heat:
            yield f"It heats up by {heat}."


def _breaking_away(view: Position, unit: int, answer: Answer) -> Iterator[str]:
    dice = needed(view, unit) if answer["path"] else []
    if dice:
        yield f"It has to break away first: {' and '.join(f'{die}+' for die in dice)} on a die."


def _said(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What the extras put into an answer."""
    said: dict[str, Any] = {}
    if chosen.get("level"):
        said["cruise"] = chosen["level"] == "up"
    for key in ("board", "leave"):
        if chosen.get(key):
            said[key] = [int(one) for one in chosen[key].split()]
    return said


def _move_extras(view: Position, unit: int) -> list[Extra]:
    waiting = [
        one
        for one in view.on_table(view.unit(unit).side)
        if view.states[one].began_behind == unit and not why_not_aboard(view, one, unit)
    ]
    aboard = [one for one in view.passengers_of(unit) if view.states[one].captor == NOBODY]
    extras = [*_levels(view, unit)]
    extras += [Extra("board", "Takes aboard", _groups(view, waiting))] if waiting else []
    extras += [Extra("leave", "Sets down", _groups(view, aboard))] if aboard else []
    return extras


def _groups(view: Position, units: Sequence[int]) -> list[tuple[Any, str]]:
    """Nobody, each of them, and any of them together."""
    sets = [some for number in range(1, len(units) + 1) for some in combinations(units, number)]
    words = [(" ".join(map(str, some)), " and ".join(view.unit(one).name for one in some)) for some in sets]
    return [("", "nobody"), *words]


def _levels(view: Position, unit: int) -> list[Extra]:
    if view.unit(unit).sheet.type != "vtol":
        return []
    up = view.states[unit].cruising
    other = ("down", "down to nap of the earth") if up else ("up", "up to cruising height")
    stays = "cruising, as it is" if up else "near the ground, as it is"
    return [Extra("level", "Height", [("", stays), other])]


# Several together


def moving_together(view: Position, unit: int, units: Sequence[int], inches: float) -> Gesture:
    """40.11 A formation goes as a body, the foremost first."""
    places = {one: view.at(one) for one in units}

    def made(ends: dict[int, Place], chosen: Mapping[str, Any]) -> Answer:
        across = sum(ends[one][0] - places[one][0] for one in units)
        down = sum(ends[one][1] - places[one][1] for one in units)
        foremost = sorted(units, key=lambda one: -(places[one][0] * across + places[one][1] * down))
        return {"order": "move formation", "unit": unit, "ways": [_row(one, ends[one], chosen) for one in foremost]}

    def _row(one: int, end: Place, chosen: Mapping[str, Any]) -> dict[str, Any]:
        if end == places[one]:
            return {"unit": one, "path": [], "facing": view.facing(one)}
        facing = {} if chosen.get("face") else {"facing": view.facing(one)}
        return {"unit": one, "path": [list(end)], **facing}

    widest = max(2 * float(view.bases[one, HALF] + view.bases[one, RADIUS]) for one in units)
    faces = Extra("face", "They face", [("", "as they do now"), ("along", "the way they go")])
    return Body(unit, units, places, dict.fromkeys(units, inches), made, extras=[faces], gap=widest)


def _point(place: Sequence[float]) -> Point:
    return (float(place[0]), float(place[1]))
