"""A fighter's move: it comes on, flies straight on, and leaves the table where its way does."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Illegal, Rule, Schema
from musterhall.games.alpha_strike.aerospace.paths import flight_inches
from musterhall.games.alpha_strike.field.field import EAST, NORTH, SOUTH, WEST
from musterhall.games.alpha_strike.harm.damage import lose
from musterhall.games.alpha_strike.harm.fighters import lose_altitude
from musterhall.games.alpha_strike.movement.allowance import GROUND, STANDSTILL, is_immobile
from musterhall.games.alpha_strike.movement.leaving import must_withdraw
from musterhall.games.alpha_strike.position.altitude import ALTITUDES, altitude_of, fly_at, step_of
from musterhall.games.alpha_strike.position.condition import TABLE, WAITING, WITHDRAWN, Effect
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.unit_decisions import UnitDecision
from musterhall.geometry import SLACK, Point, rounded
from musterhall.places import place_in_words

SECTION = "12"
LEAVING = "leaving the table"
INWARD = {NORTH: 90.0, SOUTH: 270.0, WEST: 0.0, EAST: 180.0}
"""The heading that leads straight onto the table from each edge."""
SHARES = (0.2, 0.5, 0.8)
"""The parts of an edge at which a fighter comes on where nobody names a place."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A flight that was found to be legal; without an end the fighter waits off the table."""

    end: Point | None = None
    heading: float = 0.0
    inches: float = 0.0
    step: int = 0
    """Its altitude, by its place in the list."""
    leaves: bool = False


class Fly(UnitDecision):
    """12 How a fighter flies: {"from": [20, 0], "heading": 90, "inches": 24, "altitude": "low"}, or {"wait": true}.

    "from" is a point on an edge for a fighter that comes on; one over the table goes on from where it is.
    """

    __slots__ = ()
    kind = "fly"
    section = SECTION

    def question(self) -> str:
        comes = "come on" if self._comes_on() else "fly on"
        return f"How does {self.name} {comes}?"

    def schema(self) -> Schema:
        number: Schema = {"type": "number"}
        fields: dict[str, Schema] = {
            "wait": {"type": "boolean"},
            "from": {"type": "array", "items": number, "minItems": 2, "maxItems": 2},
            "heading": number,
            "inches": number,
            "altitude": {"enum": list(ALTITUDES)},
        }
        return {"type": "object", "properties": fields, "additionalProperties": False}

    def aid(self) -> dict[str, Any]:
        return {"inches": flight_inches(self.view, self.unit)}

    def in_words(self, answer: Answer) -> str:
        if answer.get("wait"):
            return "waits off the table"
        return f"flies {answer['inches']:g} inches at {answer['altitude']} altitude"

    def options(self) -> Iterator[Answer]:
        inches = flight_inches(self.view, self.unit)
        if not self._comes_on():
            yield from self._on_from_here(inches)
            return
        yield {"wait": True}
        table = self.view.field.table
        for edge, heading in INWARD.items():
            for share in SHARES:
                x, y = table.width * share, table.depth * share
                start = {NORTH: (x, 0.0), SOUTH: (x, table.depth), WEST: (0.0, y), EAST: (table.width, y)}[edge]
                for altitude in ALTITUDES:
                    yield {"from": list(rounded(start)), "heading": heading, "inches": inches, "altitude": altitude}

    def _on_from_here(self, inches: int) -> Iterator[Answer]:
        condition, turn = self.view.conditions[self.unit], self.view.field.edition.flight_turn
        facing = float(self.view.facing[self.unit])
        step = step_of(condition)
        for off in (-turn, -turn / 2, 0, turn / 2, turn):
            for altitude in ALTITUDES[max(0, step - 1) : step + 2]:
                for far in sorted({inches, max(inches // 2, least_inches(self.view, self.unit))}):
                    yield {"heading": round((facing + off) % 360.0, 2), "inches": far, "altitude": altitude}

    def sample(self, draw: Draw) -> Answer:
        offered = list(self.options())
        return offered[draw(len(offered))]

    def check(self, answer: Answer) -> Flight:
        if not isinstance(answer, dict):
            raise Illegal("A flight says its heading, its inches and its altitude", SECTION)
        if answer.get("wait"):
            if not self._comes_on():
                raise Illegal("A fighter over the table flies on", SECTION)
            return Flight()
        heading, inches = _number(answer, "heading") % 360.0, _number(answer, "inches")
        step = self._step(answer)
        start = self._start(answer) if self._comes_on() else self._turned(heading)
        most, least = flight_inches(self.view, self.unit), least_inches(self.view, self.unit)
        if not least - SLACK <= inches <= most + SLACK:
            raise Illegal(f"It flies from {least} to {most} inches", SECTION)
        end, gone = cut_at_edge(self.view, start, heading, inches)
        if gone < 1.0 and self._comes_on():
            raise Illegal("This way does not lead onto the table", SECTION)
        return Flight(end, heading, gone, step, leaves=gone + SLACK < inches)

    def _comes_on(self) -> bool:
        return self.view.conditions[self.unit].place == WAITING

    def _step(self, answer: dict[str, Any]) -> int:
        if answer.get("altitude") not in ALTITUDES:
            raise Illegal(f"An altitude is one of {', '.join(ALTITUDES)}", SECTION)
        step = ALTITUDES.index(answer["altitude"])
        if not self._comes_on() and abs(step - step_of(self.view.conditions[self.unit])) > 1:
            raise Illegal("A fighter changes its altitude by one step a turn", SECTION)
        return step

    def _start(self, answer: dict[str, Any]) -> Point:
        said, table = answer.get("from"), self.view.field.table
        if not isinstance(said, list | tuple) or len(said) != 2 or not all(map(_is_number, said)):
            raise Illegal("A fighter that comes on names a point on an edge", SECTION)
        x, y = float(said[0]), float(said[1])
        on_edge = min(abs(x), abs(y), abs(table.width - x), abs(table.depth - y)) <= SLACK
        if not on_edge or not table.contains((x, y)):
            raise Illegal(f"({x:g}, {y:g}) is on no edge of the table", SECTION)
        return (x, y)

    def _turned(self, heading: float) -> Point:
        turn = abs((heading - float(self.view.facing[self.unit]) + 180.0) % 360.0 - 180.0)
        most = self.view.field.edition.flight_turn
        if turn > most + SLACK:
            raise Illegal(f"A fighter turns by up to {most} degrees before it flies on", SECTION)
        return self.view.at(self.unit)


def least_inches(position: Position, unit: int) -> int:
    """12 A fighter never flies less than one point of Thrust takes it."""
    return min(position.field.edition.thrust_inches, flight_inches(position, unit))


def _is_number(said: Any) -> bool:
    return isinstance(said, int | float) and not isinstance(said, bool) and math.isfinite(said)


def _number(answer: dict[str, Any], key: str) -> float:
    if not _is_number(answer.get(key)):
        raise Illegal("A flight says its heading, its inches and its altitude", SECTION)
    return float(answer[key])


def cut_at_edge(position: Position, start: Point, heading: float, inches: float) -> tuple[Point, float]:
    """Where a straight flight ends: at its full length, or where it leaves the table."""
    table, angle = position.field.table, math.radians(heading)
    dx, dy = math.cos(angle), math.sin(angle)
    gone = inches
    for at, way, limit in ((start[0], dx, table.width), (start[1], dy, table.depth)):
        if way > SLACK:
            gone = min(gone, (limit - at) / way)
        elif way < -SLACK:
            gone = min(gone, at / -way)
    gone = max(0.0, gone)
    return rounded((start[0] + dx * gone, start[1] + dy * gone)), gone


# The rule


def fly(battle: Battle[Position], unit: int) -> Rule[None]:
    """12 Ask for a fighter's flight and make it."""
    position = battle.position
    flight: Flight = yield Fly(position.seen_by(position.unit(unit).side), unit)
    condition, name = position.conditions[unit], position.unit(unit).name
    if flight.end is None:
        condition.mode = STANDSTILL
        battle.tell("move", f"{name} waits off the table", SECTION, unit=unit)
        return
    begin = position.at(unit)
    came_on = condition.place == WAITING
    fly_at(condition, flight.step)
    position.put(unit, flight.end, flight.heading)
    condition.mode, condition.inches, condition.straight = GROUND, flight.inches, True
    if flight.leaves:
        condition.add_effect(Effect(LEAVING, until=position.turn + 1))
    if battle.recording:
        verb = "comes on and flies" if came_on else "flies"
        there = place_in_words(position.field.table, flight.end)
        text = f"{name} {verb} {flight.inches:.1f} inches at {altitude_of(condition)} altitude, now {there}"
        path = (flight.end,) if came_on else (begin, flight.end)
        battle.tell("move", text, SECTION, unit=unit, mode=GROUND, path=path, altitude=altitude_of(condition))


def end_flight(battle: Battle[Position]) -> None:
    """12 E4 Who flew past an edge is gone till it comes on again, a cripple for good; who cannot fly sinks."""
    position = battle.position
    for unit, condition in enumerate(position.conditions):
        if not position.unit(unit).is_aerospace or condition.place != TABLE:
            continue
        if is_immobile(position, unit):
            lose_altitude(battle, unit)
            if condition.structure <= 0:
                lose(battle, unit)
        elif condition.effect(LEAVING):
            condition.drop_effect(LEAVING)
            withdraws = must_withdraw(position, unit)
            condition.place = WITHDRAWN if withdraws else WAITING
            text = f"{position.unit(unit).name} has flown off the table{' for good' if withdraws else ''}"
            battle.tell("withdrawn" if withdraws else "move", text, SECTION, unit=unit)
