"""6.1.1 to 6.1.3 The grid, the secret maps, and the objectives."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from musterhall.battle import schemas
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.dice import d10
from musterhall.games.the_game.position.position import (
    NOBODY,
    SQUARE,
    Objective,
    Plan,
    Position,
)
from musterhall.geometry import (
    Ints,
    Point,
    distance,
)
from musterhall.places import place_in_words
from musterhall.tally import and_list

HOLDING = 15.0
PRIMARY, SECONDARY = "primary", "secondary"
APART = 30.0
"""6.1.3 How far a secondary objective is from other objectives and the players' edges."""


# 6.1.1 The grid


def columns(position: Position) -> int:
    return int(position.field.table.width // SQUARE)


def depths(position: Position) -> int:
    return int(position.field.table.depth // SQUARE)


def square_centre(position: Position, side: int, square: tuple[int, int]) -> Point:
    """6.1.1 The middle of a square: columns from the west, depth 1 at the player's own edge."""
    column, depth = square
    y = (depth - 0.5) * SQUARE
    return ((column - 0.5) * SQUARE, y if side == 0 else position.field.table.depth - y)


def entry_turn(position: Position, plan: Plan) -> int:
    """6.1.4 The deeper its target, the earlier a battle group comes on: depth four on pre-battle turn 1."""
    return depths(position) + 1 - plan.path[-1][1]


# 6.1.2 Maps


class DrawMap(Decision):
    """6.1.2 The secret map: an arrow for each battle group, from the own edge to its target square.

    The answer has, by battle group, the squares `[column, depth]` it goes through; with `mark_positions` also the
    place `[x, y]` in the target square.
    """

    __slots__ = ("groups", "position")
    kind = "map"
    section = "6.1.2"
    secret = True

    def __init__(self, position: Position, side: int) -> None:
        super().__init__(side)
        self.position = position
        self.groups = list(position.scenario.groups[side])

    def question(self) -> str:
        return "Where does each battle group march? Draw its arrow from your edge to its target square."

    def in_words(self, answer: Answer) -> str:
        return f"the map: {and_list([f'the arrow of {name} ends {self._end(row)}' for name, row in answer.items()])}"

    def _end(self, row: Any) -> str:
        column, depth = (row["path"] if isinstance(row, dict) else row)[-1]
        return place_in_words(self.position.field.table, square_centre(self.position, self.player, (column, depth)))

    def about(self) -> dict[str, Any]:
        return {
            "battle_groups": {group: list(self.position.scenario.groups[self.player][group]) for group in self.groups}
        }

    def schema(self) -> Schema:
        square = schemas.row(schemas.whole(1, columns(self.position)), schemas.whole(1, depths(self.position)))
        squares = schemas.many(square, 1)
        table = self.position.field.table
        arrow = squares
        if self.position.field.variants.mark_positions:
            place = schemas.row(schemas.number(0, table.width), schemas.number(0, table.depth))
            arrow = schemas.fields({"path": squares, "place": place}, ("path", "place"))
        return schemas.fields(dict.fromkeys(self.groups, arrow), self.groups)

    def options(self) -> Iterable[Answer]:
        for depth in range(1, depths(self.position) + 1):
            yield {group: self._arrow(number, depth) for number, group in enumerate(self.groups)}

    def _arrow(self, number: int, depth: int) -> Any:
        column = 1 + (number * 2 + 1) * columns(self.position) // (2 * max(1, len(self.groups))) % columns(
            self.position
        )
        return self.arrow_through([[column, step] for step in range(1, depth + 1)])

    def arrow_through(self, squares: list[list[int]]) -> Any:
        """6.1.2 The arrow over these squares; where places are marked, to the middle of the last."""
        if not self.position.field.variants.mark_positions:
            return squares
        return {
            "path": squares,
            "place": list(square_centre(self.position, self.player, (squares[-1][0], squares[-1][1]))),
        }

    def sample(self, draw: Draw) -> Answer:
        arrows = {}
        for group in self.groups:
            column, depth = 1 + draw(columns(self.position)), 1 + draw(depths(self.position))
            squares = [[column, 1]]
            for step in range(2, depth + 1):
                column = min(columns(self.position), max(1, column + draw(3) - 1))
                squares.append([column, step])
            arrows[group] = self.arrow_through(squares)
        return arrows

    def check(self, answer: Answer) -> dict[str, Plan]:
        if not isinstance(answer, dict) or sorted(map(str, answer)) != sorted(self.groups):
            raise Illegal(f"the map needs an arrow for each battle group: {', '.join(self.groups)}", "6.1.2")
        return {group: self._plan(group, answer[group]) for group in self.groups}

    def _plan(self, group: str, row: Any) -> Plan:
        place = None
        if self.position.field.variants.mark_positions:
            if not isinstance(row, dict) or set(row) != {"path", "place"}:
                raise Illegal(f"{group}: the map marks a path and a place", "6.1.2")
            row, place = row["path"], row["place"]
        path = self._path(group, row)
        return Plan(path, self._place(group, path[-1], place) if place is not None else None)

    def _path(self, group: str, row: Any) -> tuple[tuple[int, int], ...]:
        if not isinstance(row, list) or not row or not all(_is_square(square) for square in row):
            raise Illegal(f"{group}: an arrow is a list of squares, each a column and a depth", "6.1.2")
        squares = tuple((square[0], square[1]) for square in row)
        for column, depth in squares:
            if not (1 <= column <= columns(self.position) and 1 <= depth <= depths(self.position)):
                raise Illegal(f"{group}: there is no square {column}, {depth}", "6.1.1")
        if squares[0][1] != 1:
            raise Illegal(f"{group}: an arrow starts at the own edge, at depth 1", "6.1.2")
        for a, b in pairwise(squares):
            if max(abs(a[0] - b[0]), abs(a[1] - b[1])) != 1:
                raise Illegal(f"{group}: squares {a} and {b} of the arrow are no neighbours", "6.1.2")
        return squares

    def _place(self, group: str, square: tuple[int, int], place: Any) -> Point:
        if not isinstance(place, list) or len(place) != 2 or not all(type(n) in (int, float) for n in place):
            raise Illegal(f"{group}: a place is x and y", "6.1.2")
        middle = square_centre(self.position, self.player, square)
        if abs(place[0] - middle[0]) > SQUARE / 2 or abs(place[1] - middle[1]) > SQUARE / 2:
            raise Illegal(f"{group}: the place is not in the target square", "6.1.2")
        return (float(place[0]), float(place[1]))


def _is_square(square: Any) -> bool:
    return isinstance(square, list) and len(square) == 2 and all(type(number) is int for number in square)


# 6.1.3 Objectives


class PutObjective(Decision):
    """6.1.3 Where does the next objective go? The answer is `[x, y]`."""

    __slots__ = ("objective_kind", "position")
    kind = "objective"
    section = "6.1.3"

    def __init__(self, position: Position, side: int, objective_kind: str) -> None:
        super().__init__(side)
        self.position = position
        self.objective_kind = objective_kind

    def question(self) -> str:
        where = "on your opponent's table edge" if self.objective_kind == PRIMARY else "in your own half"
        return f"Where do you put your {self.objective_kind} objective, {where}?"

    def in_words(self, answer: Answer) -> str:
        there = place_in_words(self.position.field.table, (float(answer[0]), float(answer[1])))
        return f"the {self.objective_kind} objective {there}"

    def schema(self) -> Schema:
        table = self.position.field.table
        return schemas.row(schemas.number(0, table.width), schemas.number(0, table.depth))

    def options(self) -> Iterable[Answer]:
        table = self.position.field.table
        edge = table.depth if self.player == 0 else 0.0
        ys = [edge] if self.objective_kind == PRIMARY else [table.depth / 4 * n for n in range(1, 4)]
        for y in ys:
            for step in range(1, 12):
                place = [table.width / 12 * step, y]
                if not objective_refusal(self.position, self.player, self.objective_kind, (place[0], place[1])):
                    yield place

    def check(self, answer: Answer) -> Point:
        if not isinstance(answer, list) or len(answer) != 2 or not all(type(n) in (int, float) for n in answer):
            raise Illegal("an objective lies at x and y", "6.1.3")
        place = (float(answer[0]), float(answer[1]))
        refusal = objective_refusal(self.position, self.player, self.objective_kind, place)
        if refusal:
            raise Illegal(refusal, "6.1.3")
        return place


def objective_refusal(position: Position, side: int, kind: str, place: Point) -> str:
    """6.1.3 Why an objective may not lie there, or nothing."""
    table, (x, y) = position.field.table, place
    if not (math.isfinite(x) and math.isfinite(y) and 0 <= x <= table.width and 0 <= y <= table.depth):
        return "the objective is off the table"
    far_edge = table.depth if side == 0 else 0.0
    if kind == PRIMARY:
        return "" if y == far_edge else "your primary objective must lie on your opponent's table edge"
    if half_of(position, place) != side and y != table.depth / 2:
        return "your secondary objective must lie in your own half"
    if any(distance(place, (other.x, other.y)) < APART - 1e-9 for other in position.scenario.objectives):
        return "a secondary objective must be at least 30 cm from every other objective"
    gaps = [y, table.depth - y]
    if position.field.variants.secondary_30 == "all_edges":
        gaps += [x, table.width - x]
    return "" if min(gaps) >= APART - 1e-9 else "a secondary objective must be at least 30 cm from the table edges"


def half_of(position: Position, place: Point) -> int:
    """Whose half of the table a place is in."""
    return 0 if place[1] < position.field.table.depth / 2 else 1


def put_objectives(battle: Battle[Position]) -> Rule[None]:
    """6.1.3 Primaries first, then secondaries, by turns; the higher strategy value begins."""
    position = battle.position
    players = position.field.players
    values = [player.strategy for player in players]
    while values[0] == values[1]:
        values = battle.roll(2, d10, "strategy")
    first = 0 if values[0] > values[1] else 1
    for kind in (PRIMARY, SECONDARY, SECONDARY):
        for side in (first, 1 - first):
            decision = PutObjective(battle.view(side), side, kind)
            x, y = yield decision
            half = 1 - side if kind == PRIMARY else side
            position.note(objectives=(*position.scenario.objectives, Objective(x, y, side, kind, half)))
            if battle.recording:
                there = place_in_words(position.field.table, (x, y))
                number = len(position.scenario.objectives)
                text = f"{players[side].name} puts {kind} objective {number} {there}"
                battle.tell("objective", text, "6.1.3", side=side)


# 6.1.2, 6.1.3 Set-up


def set_up(battle: Battle[Position]) -> Rule[None]:
    """6.1.2, 6.1.3 Secret maps, which both draw at the same time; then, as a step of its own, the objectives."""
    if battle.position.scenario.plans == ({}, {}):
        plans = yield (DrawMap(battle.view(0), 0), DrawMap(battle.view(1), 1))
        battle.position.note(plans=tuple(plans))
    else:
        yield from put_objectives(battle)


# 6.1.3 Holding


def holders(position: Position) -> list[int | None]:
    """6.1.3 Who holds each objective: 0, 1, NOBODY when it is contested, None when nobody is near."""
    field = position.field
    holds = np.array([not (f.broken or f.airborne) for f in position.formations], dtype=np.bool_)
    units = (position.on & holds[field.formation]).nonzero()[0]
    x, y, radius, sides = position.x[units], position.y[units], field.radius[units], field.side[units]
    return [_holder(sides[np.hypot(x - o.x, y - o.y) - radius <= HOLDING + 1e-9]) for o in position.scenario.objectives]


def _holder(near: Ints) -> int | None:
    """6.1.3 A unit on the ground of an unbroken formation holds within 15 cm; both sides near, and it is contested."""
    if not len(near):
        return None
    side = int(near[0])
    return side if (near == side).all() else NOBODY
