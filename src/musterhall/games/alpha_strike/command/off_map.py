"""Off-Map Movement: a unit leaves by one edge and is back at a written point when its way was long enough."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Draw, Illegal, Rule, Schema
from musterhall.games.alpha_strike.command.after_move import A_UNIT_LEFT
from musterhall.games.alpha_strike.command.meeting import meet
from musterhall.games.alpha_strike.field.field import EAST, HOME_EDGES, NORTH, SOUTH, WEST
from musterhall.games.alpha_strike.movement.allowance import GROUND, move_of
from musterhall.games.alpha_strike.movement.judging import Moved
from musterhall.games.alpha_strike.movement.leaving import EDGES, LEAVING, must_withdraw
from musterhall.games.alpha_strike.movement.passing import overlaps
from musterhall.games.alpha_strike.position.condition import OFF_MAP, WITHDRAWN, Effect
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.unit_decisions import UnitDecision
from musterhall.games.alpha_strike.transport.dropping import nearest_landing
from musterhall.geometry import Point, rounded
from musterhall.places import place_in_words

SECTION = "16"
ORDERS, UNWRITTEN = "orders", "order to be written"
"""The written orders among a side's secrets, and the effect on a unit that has left and has none yet."""
BESIDE = 1.3
"""How far beside a taken place the next one is."""


@LEAVING.acted_by("off_map_movement")
def _any_edge(position: Position, unit: int) -> frozenset[str]:
    return frozenset(EDGES)


@A_UNIT_LEFT.acted_by("off_map_movement")
def _goes_round(battle: Battle[Position], unit: int, moved: Moved) -> None:
    """16 Who was not forced to withdraw is off the map for a while, with whoever is aboard."""
    position = battle.position
    condition = position.conditions[unit]
    if condition.place != WITHDRAWN or must_withdraw(position, unit):
        return
    for rider, other in enumerate(position.conditions):
        if other.place == WITHDRAWN and other.carrier == unit:
            position.conditions[rider].place = "aboard"
    condition.place = OFF_MAP
    condition.add_effect(Effect(UNWRITTEN))


# The written order


class WriteOrder(UnitDecision):
    """16 Where and when a unit off the map is back: {"edge": "west", "along": 20, "turn": 4}."""

    __slots__ = ()
    kind = "write order"
    section = SECTION
    secret = True

    def question(self) -> str:
        return f"Where does {self.name} come back, and in which turn?"

    def schema(self) -> Schema:
        fields: dict[str, Schema] = {
            "edge": {"enum": list(EDGES)},
            "along": {"type": "number"},
            "turn": {"type": "integer"},
        }
        return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}

    def in_words(self, answer: Answer) -> str:
        return f"{answer['edge']} edge at {answer['along']:g}, turn {answer['turn']}"

    def options(self) -> Iterator[Answer]:
        """The middle of each edge, as soon as the way allows."""
        for edge in EDGES:
            along = _length(self.view, edge) / 2
            yield {"edge": edge, "along": along, "turn": earliest(self.view, self.unit, edge, along)}

    def sample(self, draw: Draw) -> Answer:
        edge = EDGES[draw(len(EDGES))]
        along = float(1 + draw(int(_length(self.view, edge)) - 1))
        return {"edge": edge, "along": along, "turn": earliest(self.view, self.unit, edge, along) + draw(2)}

    def check(self, answer: Answer) -> list[Any]:
        if not isinstance(answer, dict) or answer.get("edge") not in EDGES:
            raise Illegal(
                f"An order says the edge, one of {', '.join(EDGES)}, the place along it, and the turn", SECTION
            )
        edge, along, turn = answer["edge"], answer.get("along"), answer.get("turn")
        if isinstance(along, bool) or not isinstance(along, int | float) or not 0 <= along <= _length(self.view, edge):
            raise Illegal(f"The {edge} edge is {_length(self.view, edge):g} inches long", SECTION)
        first = earliest(self.view, self.unit, edge, float(along))
        if isinstance(turn, bool) or not isinstance(turn, int) or turn < first:
            raise Illegal(f"The way there takes it to turn {first} at least", SECTION)
        return [edge, float(along), turn]


def _length(position: Position, edge: str) -> float:
    return position.field.table.width if edge in (NORTH, SOUTH) else position.field.table.depth


def earliest(position: Position, unit: int, edge: str, along: float) -> int:
    """16 The turn in which a unit can be back at a place: the way along the edges, shorter way round, by its Move."""
    way = _way_round(position, unit, edge, along)
    return position.turn + max(1, math.ceil(way / max(1, move_of(position, unit, GROUND))))


def _way_round(position: Position, unit: int, edge: str, along: float) -> float:
    table = position.field.table
    x, y = position.at(unit)
    whole = 2 * (table.width + table.depth)
    from_edges = {NORTH: y, SOUTH: table.depth - y, WEST: x, EAST: table.width - x}
    nearest = min(from_edges, key=lambda one: from_edges[one])
    left_at = _round(position, nearest, x if nearest in (NORTH, SOUTH) else y)
    way = abs(left_at - _round(position, edge, along))
    return min(way, whole - way)


def _round(position: Position, edge: str, along: float) -> float:
    """A place on the edges as inches clockwise from the north-west corner."""
    wide, deep = position.field.table.width, position.field.table.depth
    clockwise = {NORTH: along, EAST: wide + along, SOUTH: 2 * wide + deep - along, WEST: 2 * (wide + deep) - along}
    return clockwise[edge]


def write_orders(battle: Battle[Position]) -> Rule[bool]:
    """16 Whoever has sent a unit off the map writes down where it is back; whether anybody had to."""
    position = battle.position
    for unit, condition in enumerate(position.conditions):
        if condition.place == OFF_MAP and condition.effect(UNWRITTEN) is not None:
            side = position.unit(unit).side
            order = yield WriteOrder(position.seen_by(side), unit)
            condition.drop_effect(UNWRITTEN)
            condition.add_effect(Effect(ORDERS))
            state = position.sides[side]
            orders = {**state.secrets.get(ORDERS, {}), unit: order}
            position.set_side(side, replace(state, secrets={**state.secrets, ORDERS: orders}))
            battle.tell("off map", f"{position.unit(unit).name} goes round, off the map", SECTION, unit=unit)
            return True
    return False


# Coming back


def come_back(battle: Battle[Position]) -> Rule[None]:
    """16 E7 Units are back at their written points, and enemies near there may attack them; a side with nobody on the
    map has withdrawn."""
    position = battle.position
    for side in (0, 1):
        orders = position.sides[side].secrets.get(ORDERS, {})
        for unit, (edge, along, turn) in list(orders.items()):
            if turn <= position.turn and position.conditions[unit].place == OFF_MAP:
                _return(battle, unit, edge, along)
                yield from meet(battle, unit)
        gone = [unit for unit in orders if position.conditions[unit].place == OFF_MAP]
        rest = [unit for unit in position.in_play(side) if unit not in gone]
        if gone and not rest:
            for unit in gone:
                position.conditions[unit].place = WITHDRAWN
            battle.tell("withdrawn", "Nobody of the side is left on the map: those off it have withdrawn", SECTION)


def _return(battle: Battle[Position], unit: int, edge: str, along: float) -> None:
    position = battle.position
    side = position.unit(unit).side
    place = _free_place(position, unit, edge, along)
    state = position.sides[side]
    left = {other: order for other, order in state.secrets[ORDERS].items() if other != unit}
    position.set_side(side, replace(state, secrets={**state.secrets, ORDERS: left}))
    position.conditions[unit].drop_effect(ORDERS)
    position.put(unit, place, 90.0 if HOME_EDGES[side] == NORTH else 270.0)
    if battle.recording:
        there = place_in_words(position.field.table, place)
        battle.tell("off map", f"{position.unit(unit).name} is back, {there}", SECTION, unit=unit)


def _free_place(position: Position, unit: int, edge: str, along: float) -> Point:
    """The written place just inside the edge, or the next one beside it that is free."""
    radius, table = position.unit(unit).radius, position.field.table
    inside = min(max(along, radius), _length(position, edge) - radius)
    steps = [step * BESIDE * sign for step in range(40) for sign in (1, -1)]
    for step in steps:
        at = min(max(inside + step, radius), _length(position, edge) - radius)
        spots = {
            NORTH: (at, radius),
            SOUTH: (at, table.depth - radius),
            WEST: (radius, at),
            EAST: (table.width - radius, at),
        }
        place = rounded(spots[edge])
        if overlaps(position, unit, place) is None:
            return place
    return nearest_landing(position, unit, place)
