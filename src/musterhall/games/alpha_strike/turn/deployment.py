"""Units are placed before play: by turns, each wholly inside its zone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.judging import cannot_stand_in
from musterhall.games.alpha_strike.movement.passing import overlaps
from musterhall.games.alpha_strike.position.condition import WAITING
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Deployment, Zone
from musterhall.geometry import SLACK, Point, rounded
from musterhall.places import place_in_words

SECTION = "13.6"
WAITS = "waits"
"""What a side remembers of its deployment: the units that stay off the table for now."""
COLUMNS, ROWS = 24, 4
"""The places that are offered in a zone where nobody names one."""
CLOSE = 0.25
TRIES = 40


class PlaceUnit(Decision):
    """13.6 Which unit a player places, and where: {"unit": 3, "at": [30, 20], "facing": 90}. Without "at" it waits."""

    __slots__ = ("may_wait", "units", "view", "zone")
    kind = "place unit"
    section = SECTION

    def __init__(self, view: Position, side: int, deployment: Deployment) -> None:
        super().__init__(side)
        self.view = view
        self.units = to_place(view, side)
        self.zone = deployment.zones[side]
        self.may_wait = deployment.may_wait

    def question(self) -> str:
        return "Which unit do you place, and where?"

    def about(self) -> dict[str, Any]:
        return {"units": list(self.units)}

    def schema(self) -> Schema:
        point = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
        needed = ["unit"] if any(map(self.waits, self.units)) else ["unit", "at"]
        return {
            "type": "object",
            "properties": {"unit": {"enum": list(self.units)}, "at": point, "facing": {"type": "number"}},
            "required": needed,
            "additionalProperties": False,
        }

    def aid(self) -> dict[str, Any]:
        return {"zone": list(self.zone)}

    def in_words(self, answer: Answer) -> str:
        name = self.view.unit(answer["unit"]).name
        if answer.get("at") is None:
            return f"{name} waits"
        x, y = answer["at"]
        return f"{name} {place_in_words(self.view.field.table, (float(x), float(y)))}"

    def options(self) -> Iterator[Answer]:
        for unit in self.units:
            radius = self.view.unit(unit).radius
            yield from self._free(unit, _offered(self.zone, radius)) or self._free(unit, _close(self.zone, radius))[:1]
            if self.waits(unit):
                yield {"unit": unit}

    def waits(self, unit: int) -> bool:
        """13.6 Whether a unit may stay off the table: the scenario lets it, or nothing in its zone bears it, as a ship
        without water."""
        return self.may_wait or not self._has_room(unit)

    def _has_room(self, unit: int) -> bool:
        radius = self.view.unit(unit).radius
        places = chain(_offered(self.zone, radius), _close(self.zone, radius))
        return any(not why_not_there(self.view, unit, place, self.zone) for place in places)

    def _free(self, unit: int, places: Iterable[Point]) -> list[Answer]:
        fitting = (place for place in places if not why_not_there(self.view, unit, place, self.zone))
        return [{"unit": unit, "at": list(place)} for place in fitting]

    def sample(self, draw: Draw) -> Answer:
        unit = self.units[draw(len(self.units))]
        radius = self.view.unit(unit).radius
        wide, deep = self.zone.right - self.zone.left - 2 * radius, self.zone.bottom - self.zone.top - 2 * radius
        for _ in range(TRIES):
            place = rounded(
                (
                    self.zone.left + radius + max(0.0, wide) * draw(1000) / 999,
                    self.zone.top + radius + max(0.0, deep) * draw(1000) / 999,
                )
            )
            if not why_not_there(self.view, unit, place, self.zone):
                return {"unit": unit, "at": list(place)}
        return next(iter(self.options()))

    def check(self, answer: Answer) -> tuple[int, Point | None, float | None]:
        if not isinstance(answer, dict) or not set(answer) <= {"unit", "at", "facing"}:
            raise Illegal("A placing says the unit, where it stands and which way it faces", SECTION)
        unit, at, facing = answer.get("unit"), answer.get("at"), answer.get("facing")
        if isinstance(unit, bool) or not isinstance(unit, int) or unit not in self.units:
            raise Illegal(f"{unit!r:.40} is no unit that waits to be placed; choose from {self._names()}", SECTION)
        if facing is not None and not _is_number(facing):
            raise Illegal("The facing is a number of degrees", SECTION)
        if at is None:
            if not self.waits(unit):
                raise Illegal("Every unit is placed now; say where", SECTION)
            return unit, None, None
        if not isinstance(at, list | tuple) or len(at) != 2 or not all(map(_is_number, at)):
            raise Illegal("The place is a pair of numbers, x and y in inches", SECTION)
        place = rounded((float(at[0]), float(at[1])))
        why = why_not_there(self.view, unit, place, self.zone)
        if why:
            raise Illegal(why, SECTION)
        return unit, place, facing

    def _names(self) -> str:
        return ", ".join(self.view.unit(unit).name for unit in self.units)


def _is_number(said: Any) -> bool:
    return isinstance(said, int | float) and not isinstance(said, bool) and math.isfinite(said)


def _offered(zone: Zone, radius: float) -> Iterator[Point]:
    wide, deep = zone.right - zone.left - 2 * radius, zone.bottom - zone.top - 2 * radius
    for row in range(ROWS):
        for column in range(COLUMNS):
            across, down = (column + 0.5) / COLUMNS, (row + 0.5) / ROWS
            yield rounded((zone.left + radius + wide * across, zone.top + radius + max(0.0, deep) * down))


def _close(zone: Zone, radius: float) -> Iterator[Point]:
    """Every quarter of an inch, for a zone that is nearly full."""
    for down in range(int((zone.bottom - zone.top - 2 * radius) / CLOSE) + 1):
        for across in range(int((zone.right - zone.left - 2 * radius) / CLOSE) + 1):
            yield rounded((zone.left + radius + across * CLOSE, zone.top + radius + down * CLOSE))


def why_not_there(position: Position, unit: int, place: Point, zone: Zone) -> str:
    """13.6 Why a unit may not be placed there; empty where it may."""
    name, radius = position.unit(unit).name, position.unit(unit).radius
    x, y = place
    inside = (
        zone.left + radius <= x + SLACK
        and x <= zone.right - radius + SLACK
        and zone.top + radius <= y + SLACK
        and y <= zone.bottom - radius + SLACK
    )
    if not inside:
        return f"{name} stands wholly inside its zone, between y {zone.top:g} and y {zone.bottom:g}"
    other = overlaps(position, unit, place)
    if other is not None:
        return f"{name} would stand on the base of {position.unit(other).name}"
    barred = cannot_stand_in(position, unit, place)
    return f"{name} cannot stand in {barred}" if barred else ""


def to_place(position: Position, side: int) -> Sequence[int]:
    """13.6 The units that a side still places: no aerospace, nobody aboard another or off the table."""
    waits = position.sides[side].memory.get(WAITS, ())
    return [
        unit
        for unit in position.field.of_side[side]
        if position.conditions[unit].place == WAITING
        and not position.unit(unit).is_aerospace
        and not position.unit(unit).off_board
        and unit not in waits
    ]


def next_to_place(position: Position, deployment: Deployment) -> bool:
    """13.2, 13.6 Settle whose turn it is to place and for how many units; whether anybody is left to be placed."""
    left = [len(to_place(position, side)) for side in (0, 1)]
    if not any(left):
        return False
    first, other = deployment.first, 1 - deployment.first
    if position.then_move and left[other]:
        position.side, position.to_move, position.then_move = other, min(position.then_move, left[other]), 0
        return True
    position.side = first if left[first] else other
    position.to_move = in_one_go(left[position.side], left[1 - position.side], deployment)
    position.then_move = in_one_go(left[other], left[first], deployment) if position.side == first else 0
    return True


def in_one_go(own: int, other: int, deployment: Deployment) -> int:
    """13.2, 15 How many units a side places before the other does."""
    if own <= other or deployment.order == "one_by_one":
        return min(own, 1)
    return own if other == 0 else -(-own // other)


def place_next(battle: Battle[Position], deployment: Deployment) -> Rule[bool]:
    """13.6 One unit is placed; whether there was one."""
    position = battle.position
    if not position.to_move and not next_to_place(position, deployment):
        _end_placing(position)
        return False
    side = position.side
    unit, place, facing = yield PlaceUnit(position.seen_by(side), side, deployment)
    position.to_move -= 1
    name = position.unit(unit).name
    if place is None:
        waits = position.sides[side].memory.get(WAITS, ())
        position.set_side(side, position.sides[side].remembering(**{WAITS: (*waits, unit)}))
        battle.tell("deployment", f"{name} waits off the table", SECTION, unit=unit)
    else:
        usual = 90.0 if side == 0 else 270.0
        position.put(unit, place, usual if facing is None else facing)
        if battle.recording:
            there = place_in_words(position.field.table, place)
            battle.tell("deployment", f"{name} is placed {there}", SECTION, unit=unit, at=place)
    return True


def _end_placing(position: Position) -> None:
    position.side, position.to_move, position.then_move = NOBODY, 0, 0
