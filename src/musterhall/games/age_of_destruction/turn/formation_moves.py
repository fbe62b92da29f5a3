"""A movement formation: several units move on one order, in a chain of contact before and after."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Rule
from musterhall.games.age_of_destruction.combat.formations import is_chain, neighbours, sizes, why_no_formation
from musterhall.games.age_of_destruction.movement.moving import Going, Way, judge_way, speed_of
from musterhall.games.age_of_destruction.movement.walking import walk
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.sections import FORMATIONS
from musterhall.games.age_of_destruction.turn.able import may_be_ordered
from musterhall.games.age_of_destruction.turn.order_kinds import (
    Fields,
    OrderKind,
    read_number,
    read_path,
    refuse,
)

DIRECTIONS = 8


@dataclass(frozen=True, slots=True)
class FormationMove:
    """Who goes where, in the order in which they go."""

    ways: tuple[tuple[int, Way], ...]


class MoveFormation(OrderKind):
    """40.11 Each unit its own way, one after the other, so that the formation holds together at the end."""

    name = "move formation"

    def options(self, view: Position, unit: int) -> Iterator[Fields]:
        """All in one direction and as far as the slowest, the foremost first."""
        least, most = sizes(view, close=False)
        units = [one for one in neighbours(view, unit, most) if may_be_ordered(view, one)]
        if unit not in units or len(units) < least:
            return
        inches = min(speed_of(view, one) for one in units)
        for step in range(DIRECTIONS):
            angle = 2 * math.pi * step / DIRECTIONS
            answer = {"ways": _all_along(view, units, angle, inches)}
            if self.is_legal(view, unit, answer):
                yield answer

    def check(self, view: Position, unit: int, answer: Fields) -> FormationMove:
        rows = answer.get("ways")
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise Illegal("A formation's ways are a list, each with unit and path", FORMATIONS)
        units = [row.get("unit") for row in rows]
        own = view.on_table(view.unit(unit).side)
        able = all(type(one) is int and one in own and may_be_ordered(view, one) for one in units)
        refuse("" if able and unit in units else "every unit must be one that you can give an order now", FORMATIONS)
        refuse(why_no_formation(view, units, close=False), FORMATIONS)
        return self._judged(view, rows, units)

    def _judged(self, view: Position, rows: Sequence[Fields], units: Sequence[int]) -> FormationMove:
        slowest = min(speed_of(view, one) for one in units)
        moved, ways = view.copy(), []
        for row in rows:
            one = row["unit"]
            inches = slowest if view.field.edition.formation_speed == "slowest" else speed_of(view, one)
            way = judge_way(moved, one, read_path(row), Going(inches, read_number(row, "facing")))
            moved.put(one, way.end, way.facing)
            ways.append((one, way))
        if not is_chain(units, moved.touches):
            raise Illegal("They must be in a chain of base contact again at the end", FORMATIONS)
        return FormationMove(tuple(ways))

    def members(self, unit: int, order: FormationMove) -> tuple[int, ...]:
        return tuple(one for one, _ in order.ways)

    def pushes(self, position: Position, order: FormationMove) -> bool:
        return position.field.edition.formation_move_pushes

    def resolve(self, battle: Battle[Position], unit: int, order: FormationMove) -> Rule[None]:
        for one, way in order.ways:
            if _is_free(battle.position, one, way):
                yield from walk(battle, one, way)

    def in_words(self, view: Position, answer: Answer) -> str:
        return f"moves in formation with {', '.join(view.unit(row['unit']).name for row in answer['ways'][1:])}"


def _is_free(position: Position, unit: int, way: Way) -> bool:
    """One that could not break away may stand where another was to go."""
    try:
        judge_way(position, unit, way.path[1:], Going(math.inf, way.facing))
    except Illegal:
        return False
    return position.states[unit].place == "table"


def _all_along(view: Position, units: Sequence[int], angle: float, inches: float) -> list[Fields]:
    ux, uy = math.cos(angle), math.sin(angle)
    foremost = sorted(units, key=lambda one: -(view.at(one)[0] * ux + view.at(one)[1] * uy))
    rows = []
    for one in foremost:
        x, y = view.at(one)
        end = [round(x + ux * inches, 2), round(y + uy * inches, 2)]
        rows.append({"unit": one, "path": [end], "facing": view.facing(one)})
    return rows
