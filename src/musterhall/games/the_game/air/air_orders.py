"""3.3.1 The commands of aircraft as they lie on a stack; that of a patrol comes with a mark on the table's edge.

An order is the command's name, or for a patrol `["air patrol", x, y, heading]`, the heading in degrees from the x axis
towards the y axis.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.the_game.air.aircraft import may_be_given
from musterhall.games.the_game.air.paths import edges_at, entry_edges, inside
from musterhall.games.the_game.phases.commands import ADVANCE, AIR_PATROL, DASH, GIVEN
from musterhall.games.the_game.position.air_state import Mark, Marks
from musterhall.games.the_game.position.orders import Orders
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.geometry import Point
from musterhall.places import compass_of

COMING_ON = (ADVANCE, DASH)
"""6.1.4 The commands with which somebody comes onto the table in turn 1."""
AHEAD = (90.0, 270.0)
"""Straight onto the table from Red's edge and from Blue's."""
SWING = 60
"""How far from straight ahead a patrol is sent that nobody has thought about much."""


class AirOrder(NamedTuple):
    """A command for a flyer formation, and where it is to come in if it is a patrol."""

    command: str
    mark: Mark | None = None


def read_air_order(position: Position, formation: Formation, said: Any) -> AirOrder:
    """3.3.1 The order as it was given, or why it cannot be."""
    patrol = isinstance(said, list) and len(said) == 4 and said[0] == AIR_PATROL
    command = AIR_PATROL if patrol else said
    if command not in may_be_given(position, formation):
        raise Illegal(f"{said!r:.60} is no command for {formation.name}", "3.3.1")
    if command != AIR_PATROL:
        return AirOrder(command)
    if not patrol or any(type(number) not in (int, float) for number in said[1:]):
        raise Illegal("a patrol is marked with x and y on the table's edge and a heading", "3.3.1")
    mark = Mark(*(float(number) for number in said[1:]))
    refusal = mark_refusal(position, formation.side, mark)
    if refusal:
        raise Illegal(refusal, "3.3.1")
    return AirOrder(command, mark)


def mark_refusal(position: Position, side: int, mark: Mark) -> str:
    """3.3.1 Why a patrol may not come in like this, or nothing."""
    allowed = entry_edges(position.field, side, patrol=True)
    if not set(edges_at(position.field, mark.at)) & set(allowed):
        return f"a patrol comes in over {' or '.join(allowed)}, not at {mark.x:g}, {mark.y:g}"
    if not 0.0 <= mark.heading < 360.0:
        return f"a heading is at least 0 and less than 360 degrees, not {mark.heading:g}"
    if not inside(position.field, step_from(mark.at, mark.heading, 1.0)):
        return f"a patrol heads onto the table, and {mark.heading:g} degrees leads off it"
    return ""


def step_from(at: Point, heading: float, length: float) -> Point:
    """So far from a place in a direction."""
    radians = math.radians(heading)
    return (at[0] + length * math.cos(radians), at[1] + length * math.sin(radians))


# What may be said


def air_order_schema(position: Position, formation: Formation) -> Schema:
    table, allowed = position.field.table, may_be_given(position, formation)
    forms = [schemas.one_of([command for command in allowed if command != AIR_PATROL])]
    if AIR_PATROL in allowed:
        place = (schemas.number(0, table.width), schemas.number(0, table.depth))
        forms.append(schemas.row(schemas.one_of([AIR_PATROL]), *place, schemas.number(0, 360)))
    return schemas.either(*forms)


def some_air_orders(position: Position, formation: Formation) -> list[Answer]:
    """Each command once, a patrol from the middle of the own edge straight ahead."""
    return [_plain_order(position, formation, command) for command in may_be_given(position, formation)]


def any_air_order(position: Position, formation: Formation, draw: Draw) -> Answer:
    """Any command; a patrol from anywhere along the own edge, more or less straight ahead."""
    allowed = may_be_given(position, formation)
    command = allowed[draw(len(allowed))]
    if command != AIR_PATROL:
        return command
    x = 1.0 + draw(max(1, int(position.field.table.width) - 2))
    heading = AHEAD[formation.side] + draw(2 * SWING + 1) - SWING
    return [AIR_PATROL, x, edge_line(position, formation.side), heading]


def _plain_order(position: Position, formation: Formation, command: str) -> Answer:
    if command != AIR_PATROL:
        return command
    return patrol_order(position, formation.side, position.field.table.width / 2)


def usual_mark(position: Position, side: int) -> Mark:
    """From the middle of the own edge straight ahead."""
    return Mark(position.field.table.width / 2, edge_line(position, side), AHEAD[side])


def patrol_order(position: Position, side: int, x: float) -> Answer:
    """A patrol from this place on the own edge, straight ahead."""
    return [AIR_PATROL, x, edge_line(position, side), AHEAD[side]]


def edge_line(position: Position, side: int) -> float:
    """The y of a side's own edge."""
    return 0.0 if side == 0 else position.field.table.depth


def order_in_words(said: Answer) -> str:
    if isinstance(said, list):
        return f"{said[0]} from {said[1]:g} cm along the edge, heading {compass_of(said[3])}"
    return str(said)


# Laying them down


def lay_air_orders(position: Position, formation: Formation, now: AirOrder | None, below: AirOrder) -> None:
    """3.3.1, 1.4 The next command goes under the stack, with its mark; `now` replaces this turn's."""
    planned, marks = position.orders[formation.index].next, position.air.marks.get(formation.index, Marks())
    first = AirOrder(str(planned), marks.next) if now is None else now
    position.lay_orders(formation.index, Orders(first.command, below.command, now is not None))
    position.air = position.air.marked(formation.index, Marks(first.mark, below.mark))


class FirstAirCommands(Decision):
    """6.1.4 The commands that aircraft begin the battle with: a row `[formation, command]` for each formation."""

    __slots__ = ("formations", "position")
    kind = "first air commands"
    section = "6.1.4"
    secret = True

    def __init__(self, position: Position, side: int) -> None:
        super().__init__(side)
        self.position = position
        self.formations = uncommanded_flyers(position, side)

    def question(self) -> str:
        return "Which commands do your aircraft begin the battle with?"

    def about(self) -> dict[str, Any]:
        return {"formations": [formation.index for formation in self.formations]}

    def schema(self) -> Schema:
        rows = [schemas.row(schemas.one_of([f.index]), self._form(f)) for f in self.formations]
        return schemas.many(schemas.either(*rows), len(rows), len(rows))

    def _form(self, formation: Formation) -> Schema:
        if formation.flies:
            return air_order_schema(self.position, formation)
        return schemas.one_of(first_commands(self.position, formation))

    def in_words(self, answer: Answer) -> str:
        return ", ".join(f"{self.position.formations[row[0]].name}: {order_in_words(row[1])}" for row in answer)

    def offered(self, formation: Formation) -> list[Answer]:
        """6.1.4 The commands that one of them may begin with."""
        if formation.flies:
            return some_air_orders(self.position, formation)
        return list(first_commands(self.position, formation))

    def options(self) -> Iterator[Answer]:
        offered = [self.offered(formation) for formation in self.formations]
        for number in range(max(map(len, offered))):
            yield [[f.index, orders[number % len(orders)]] for f, orders in zip(self.formations, offered, strict=True)]

    def sample(self, draw: Draw) -> Answer:
        return [[f.index, self._any(f, draw)] for f in self.formations]

    def _any(self, formation: Formation, draw: Draw) -> Answer:
        if formation.flies:
            return any_air_order(self.position, formation, draw)
        offered = first_commands(self.position, formation)
        return offered[draw(len(offered))]

    def check(self, answer: Answer) -> list[tuple[Formation, AirOrder]]:
        if not isinstance(answer, list) or not all(isinstance(row, list) and len(row) == 2 for row in answer):
            raise Illegal("first commands are rows of formation and command", "6.1.4")
        mine = {formation.index: formation for formation in self.formations}
        if sorted(str(row[0]) for row in answer) != sorted(map(str, mine)):
            raise Illegal("every formation of aircraft gets its command, once", "6.1.4")
        return [(mine[row[0]], self._order(mine[row[0]], row[1])) for row in answer]

    def _order(self, formation: Formation, said: Any) -> AirOrder:
        """6.1.4 Who is carried has a command for when it has landed, as anybody on the ground."""
        if formation.flies:
            return read_air_order(self.position, formation, said)
        if said not in first_commands(self.position, formation):
            raise Illegal(f"{said!r:.60} is no command for {formation.name}", "6.1.4")
        return AirOrder(said)


def uncommanded_flyers(position: Position, side: int) -> list[Formation]:
    """6.1.4 The flyers, those they carry and attack helicopters that have yet to be given their first command."""
    waiting = [f for f in position.of_side(side) if f.alive and position.orders[f.index].next is None]
    return [f for f in waiting if f.flies or (not f.on_table and comes_by_air(position, f))]


def comes_by_air(position: Position, formation: Formation) -> bool:
    """6.1.4 Does it neither march nor set up: a flyer, who rides in one, or attack helicopters that come on alone?"""
    return formation.flies or position.rides(formation) or comes_on_alone(position, formation)


def comes_on_alone(position: Position, formation: Formation) -> bool:
    """6.1.4, 3.2 Attack helicopters in no battle group, which come from their own edge in turn 1."""
    return formation.index in position.field.helicopters and not formation.battle_group


def first_commands(position: Position, formation: Formation) -> tuple[str, ...]:
    """6.1.4 What may be given to who does not fly by air commands: to who comes on alone, a command with a move."""
    return COMING_ON if comes_on_alone(position, formation) else GIVEN


def lay_first_air_order(position: Position, formation: Formation, order: AirOrder) -> None:
    """6.1.4 The command it begins the battle with waits for the first command phase."""
    position.lay_orders(formation.index, Orders(None, order.command))
    formation.on_table = formation.on_table or comes_on_alone(position, formation)
    position.air = position.air.marked(formation.index, Marks(None, order.mark))


def command_aircraft(battle: Battle[Position]) -> Rule[bool]:
    """6.1.4 As the game begins aircraft are given their command, both sides at once. Says whether there were any."""
    asked = (FirstAirCommands(battle.view(side), side) for side in (0, 1))
    questions = tuple(decision for decision in asked if decision.formations)
    if not questions:
        return False
    answers = yield questions
    for formation, order in (row for orders in answers for row in orders):
        lay_first_air_order(battle.position, formation, order)
    return True
