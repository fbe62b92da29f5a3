"""A unit's move: the way it chooses, what it costs, and where it may end."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Draw, Illegal, Rule, Schema
from musterhall.games.alpha_strike.field.field import EAST, NORTH, SOUTH, WEST
from musterhall.games.alpha_strike.field.ground import (
    BARRED_BY,
    BLOCKED_BY,
    GONE,
    INCHES,
    NOTHING,
    PAVED_INCHES,
    TOO_STEEP,
    TOUCH,
    way,
)
from musterhall.games.alpha_strike.field.terrain import kinds_by_number
from musterhall.games.alpha_strike.movement.allowance import (
    GROUND,
    JUMPING,
    SPRINT,
    STANDSTILL,
    climb_of,
    costs_of,
    modes_of,
    move_of,
)
from musterhall.games.alpha_strike.movement.attack_moves import (
    CHARGE,
    DEATH_FROM_ABOVE,
    PLAIN,
    attack_modes,
    contacts,
    may_be_charged,
    touches,
)
from musterhall.games.alpha_strike.position.condition import TABLE, WAITING, Effect, Mode
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import SLACK, Floats, Point, bearing, path_length, rounded

SECTION = "2"
DIRECTIONS = 16
"""How many ways to go a move offers where nobody names one."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A move that was found to be legal."""

    mode: Mode
    path: tuple[Point, ...]
    """From where it began to where it ends."""
    facing: float
    inches: float
    """How far the unit went, which is less than what it cost."""
    cost: float

    @property
    def end(self) -> Point:
        return self.path[-1]


class Move(Decision):
    """2 Where a unit goes. The answer: its mode, the points it goes through, and the way it faces at the end."""

    __slots__ = ("modes", "unit", "view")
    kind = "move"
    section = SECTION

    def __init__(self, view: Position, unit: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view = view
        self.unit = unit
        self.modes = [*(plain := modes_of(view, unit)), *attack_modes(view, unit, plain)]

    def question(self) -> str:
        here = "walks on" if self._walks_on() else "moves"
        return f"How {here} {self.view.unit(self.unit).name}?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}

    def schema(self) -> Schema:
        point = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
        return {
            "type": "object",
            "properties": {
                "mode": {"enum": list(self.modes)},
                "path": {"type": "array", "items": point, "maxItems": 20},
                "facing": {"type": "number"},
            },
            "required": ["mode"],
            "additionalProperties": False,
        }

    def aid(self) -> dict[str, Any]:
        return {"inches": {mode: move_of(self.view, self.unit, mode) for mode in self.modes if mode != STANDSTILL}}

    def in_words(self, answer: Answer) -> str:
        if not answer.get("path"):
            return "stands still"
        x, y = answer["path"][-1]
        return f"{answer['mode']} to ({x:g}, {y:g})"

    def check(self, answer: Answer) -> Moved:
        if not isinstance(answer, dict) or not set(answer) <= {"mode", "path", "facing"}:
            raise Illegal("A move says its mode, its path and the facing at its end", SECTION)
        mode: Any = answer.get("mode")
        facing = answer.get("facing")
        if mode not in self.modes:
            raise Illegal(f"{mode!r:.40} is no way that it can move now; choose from {', '.join(self.modes)}", SECTION)
        if facing is not None and not _is_number(facing):
            raise Illegal("The facing is a number of degrees", SECTION)
        moved = judge(self.view, self.unit, PLAIN.get(mode, mode), read_path(answer.get("path")), facing)
        return check_attack_move(self.view, self.unit, mode, moved) if mode in PLAIN else moved

    def options(self) -> Iterator[Answer]:
        if not self._walks_on() or self.modes == [STANDSTILL]:
            yield {"mode": STANDSTILL, "path": []}
        for mode in self.modes:
            if mode in PLAIN:
                yield from self._attack_moves(mode)
            elif mode != STANDSTILL:
                yield from (answer for start in self._starts() for answer in self._star(mode, start))

    def sample(self, draw: Draw) -> Answer:
        """Any way to go, now and then only a part of it."""
        offered = list(self.options())
        return offered[draw(len(offered))] if offered else {"mode": STANDSTILL, "path": []}

    def _walks_on(self) -> bool:
        return self.view.conditions[self.unit].place == WAITING

    def _starts(self) -> Sequence[Point | None]:
        """Where it may begin: where it stands, or some places along its edge."""
        if not self._walks_on():
            return (None,)
        edges = self.view.scenario.entry_edges(self.view, self.unit)
        return [on_edge(self.view, edge, low + (high - low) * share) for edge, low, high in edges for share in STARTS]

    def _attack_moves(self, mode: Mode) -> Iterator[Answer]:
        """The nearest place in contact with each enemy that a charge or a leap can reach."""
        for ends in contacts(self.view, self.unit, mode):
            answers = ({"mode": mode, "path": [list(end)]} for end in ends)
            yield from itertools.islice(filter(self._is_legal, answers), 1)

    def _is_legal(self, answer: Answer) -> bool:
        try:
            self.check(answer)
        except Illegal:
            return False
        return True

    def _star(self, mode: Mode, start: Point | None) -> Iterator[Answer]:
        begin = self.view.at(self.unit) if start is None else start
        inches = move_of(self.view, self.unit, mode)
        for step in range(DIRECTIONS):
            angle = 2 * math.pi * step / DIRECTIONS
            path = straight_way(self.view, self.unit, mode, begin, angle, inches)
            if path is not None:
                way_points = [list(path)] if start is None else [list(start), list(path)]
                yield {"mode": mode, "path": way_points}


STARTS = (0.1, 0.3, 0.5, 0.7, 0.9)
"""The parts of an edge at which a walk may begin where nobody names a place."""


def read_path(said: Any) -> tuple[Point, ...]:
    """The points of a path as an answer has them."""
    if said is None:
        return ()
    if not isinstance(said, list) or len(said) > MOST_POINTS:
        raise Illegal(f"A path is a list of at most {MOST_POINTS} points", SECTION)
    points = []
    for one in said:
        if not isinstance(one, list | tuple) or len(one) != 2 or not all(map(_is_number, one)):
            raise Illegal("Each point of a path is a pair of numbers, x and y in inches", SECTION)
        points.append(rounded((float(one[0]), float(one[1]))))
    return tuple(points)


MOST_POINTS = 20


def _is_number(said: Any) -> bool:
    return isinstance(said, int | float) and not isinstance(said, bool) and math.isfinite(said)


# Judging a move


def judge(position: Position, unit: int, mode: Mode, path: tuple[Point, ...], facing: float | None) -> Moved:
    """2 The move as the rules take it, or `Illegal` with the reason."""
    condition = position.conditions[unit]
    if condition.place == WAITING:
        _check_entry(position, unit, path)
    else:
        path = (position.at(unit), *path)
    if mode == STANDSTILL:
        if len(path) > 1:
            raise Illegal("A unit that stands still goes nowhere; leave the path out", SECTION)
        return Moved(mode, path, _facing(position, unit, path, facing), 0.0, 0.0)
    inches = path_length(path)
    cost = _jump_cost(position, unit, path) if mode == JUMPING else _walk_cost(position, unit, mode, path)
    _check_end(position, unit, path[-1])
    if inches < position.field.edition.standstill_below and condition.place == TABLE:
        mode = STANDSTILL
    return Moved(mode, path, _facing(position, unit, path, facing), inches, cost)


def check_attack_move(position: Position, unit: int, mode: Mode, moved: Moved) -> Moved:
    """7 A charge and death from above are moves into base contact with an enemy, from an inch away or more."""
    if moved.mode != PLAIN[mode]:
        raise Illegal(f"{position.unit(unit).name} needs an inch or more for its run-up", "7")
    if not any(touches(position, unit, moved.end, enemy) for enemy in may_be_charged(position, unit)):
        raise Illegal("This move must end in base contact with an enemy on the ground", "7")
    return replace(moved, mode=mode)


def _facing(position: Position, unit: int, path: Sequence[Point], facing: float | None) -> float:
    """The way it faces: as it said, else the way it went last."""
    if facing is not None:
        return facing % 360.0
    return bearing(path[-2], path[-1]) if len(path) > 1 and path[-1] != path[-2] else float(position.facing[unit])


def _walk_cost(position: Position, unit: int, mode: Mode, path: Sequence[Point]) -> float:
    found = walk(position, unit, path)
    name = position.unit(unit).name
    if found[BARRED_BY] != NOTHING or (found[GONE] + SLACK < path_length(path) and found[BLOCKED_BY] == NOTHING):
        if found[TOO_STEEP] != NOTHING:
            raise Illegal(f"{name} cannot take a step of {found[TOO_STEEP]:g} inches", SECTION)
        raise Illegal(f"{name} cannot enter {_barrier(position, int(found[BARRED_BY]))}", SECTION)
    if found[BLOCKED_BY] != NOTHING:
        enemy = position.unit(enemies_in_the_way(position, unit)[int(found[BLOCKED_BY])])
        raise Illegal(f"{name} cannot pass through {enemy.name}", SECTION)
    allowed = allowance(position, unit, mode, found)
    if found[INCHES] > allowed + SLACK and path_length(path) > _least(position, allowed) + SLACK:
        raise Illegal(
            f"{name} has {allowed} inches for this way of moving, and this takes {found[INCHES]:.1f}", SECTION
        )
    return float(found[INCHES])


def allowance(position: Position, unit: int, mode: Mode, found: Floats) -> int:
    """2 The inches for a way that was measured: tracked and wheeled units have more on a road."""
    inches = move_of(position, unit, mode)
    on_road = found[GONE] > 0 and found[PAVED_INCHES] + SLACK >= found[GONE]
    if on_road and position.unit(unit).card.moves.keys() & {"t", "w"}:
        inches += position.field.edition.pavement_bonus
    return inches


def _least(position: Position, allowed: int) -> float:
    return float(position.field.edition.least_move) if allowed > 0 else 0.0


def _barrier(position: Position, piece: int) -> str:
    if piece < 0:
        return "open ground"
    kind = kinds_by_number()[int(position.lie[piece, 0])]
    return f"{kind.title} ({position.field.ground.pieces[piece].name})"


def walk(position: Position, unit: int, path: Sequence[Point], budget: float = math.inf) -> Floats:
    """What `way` finds out about a unit's path on the ground."""
    found = np.empty(6)
    ground = position.field.ground
    bases = bases_in_the_way(position, unit)
    way(
        np.array(path),
        budget,
        ground.around,
        position.lie,
        costs_of(position, unit),
        climb_of(position, unit),
        bases,
        found,
    )
    return found


def enemies_in_the_way(position: Position, unit: int) -> list[int]:
    """2 Enemies on the ground, which a unit may not pass; what flies is in nobody's way."""
    mover = position.unit(unit)
    if mover.kind == "vtol":
        return []
    others = position.on_table(1 - mover.side)
    return [other for other in others if not position.unit(other).is_aerospace and position.unit(other).kind != "vtol"]


def bases_in_the_way(position: Position, unit: int) -> Floats:
    """The same as places and how near one may come."""
    others = enemies_in_the_way(position, unit)
    bases = np.empty((len(others), 3))
    bases[:, 0], bases[:, 1] = position.x[others], position.y[others]
    bases[:, 2] = position.field.radius[others] + position.unit(unit).radius - TOUCH
    return bases


def _jump_cost(position: Position, unit: int, path: Sequence[Point]) -> float:
    """2 A jump is as long as it is, whatever lies below, but for what is too high or cannot be stood on."""
    name, inches, edition = position.unit(unit).name, path_length(path), position.field.edition
    if edition.jump_straight and len(path) > 2 and position.conditions[unit].place == TABLE:
        raise Illegal(f"{name} jumps in one straight line", SECTION)
    allowed = move_of(position, unit, JUMPING)
    if inches > allowed + SLACK:
        raise Illegal(f"{name} jumps {allowed} inches, and this is {inches:.1f}", SECTION)
    kinds = position.field.ground.kinds_at(position.lie, path[-1])
    costs = costs_of(position, unit)
    barred = next((kind for kind in kinds if math.isinf(costs[kind.number])), None)
    if barred is not None:
        raise Illegal(f"{name} cannot land in {barred.title}", SECTION)
    rise = position.field.ground.level_at(position.lie, path[-1]) - float(position.level[unit])
    if rise > allowed * edition.jump_height_share + SLACK:
        raise Illegal(
            f"{name} clears {allowed * edition.jump_height_share:g} inches of height and not {rise:g}", SECTION
        )
    return inches


def _check_end(position: Position, unit: int, end: Point) -> None:
    radius, table = position.unit(unit).radius, position.field.table
    if not (radius <= end[0] + SLACK and end[0] <= table.width - radius + SLACK):
        raise Illegal("The base must end wholly on the table", SECTION)
    if not (radius <= end[1] + SLACK and end[1] <= table.depth - radius + SLACK):
        raise Illegal("The base must end wholly on the table", SECTION)
    other = overlaps(position, unit, end)
    if other is not None and not position.field.edition.bases_may_overlap:
        raise Illegal(f"It would end on the base of {position.unit(other).name}", SECTION)


def overlaps(position: Position, unit: int, place: Point) -> int | None:
    """The unit on whose base another would stand at this place."""
    radius = position.field.radius + position.unit(unit).radius - TOUCH
    near = (position.x - place[0]) ** 2 + (position.y - place[1]) ** 2 < radius**2
    for other in np.flatnonzero(near).tolist():
        if other != unit and position.conditions[other].on_table and not position.unit(other).is_aerospace:
            return int(other)
    return None


# Walking on


def on_edge(position: Position, edge: str, along: float) -> Point:
    """A place on an edge of the table."""
    table = position.field.table
    return rounded(
        {NORTH: (along, 0.0), SOUTH: (along, table.depth), WEST: (0.0, along), EAST: (table.width, along)}[edge]
    )


def _check_entry(position: Position, unit: int, path: Sequence[Point]) -> None:
    """13.6 Whoever walks on begins on an edge that is open to it."""
    if len(path) < 2:
        raise Illegal("A unit that walks on goes from a point on its edge to where it ends", SECTION)
    x, y = path[0]
    for edge, low, high in position.scenario.entry_edges(position, unit):
        across, along = (y, x) if edge in (NORTH, SOUTH) else (x, y)
        line = {NORTH: 0.0, WEST: 0.0, SOUTH: position.field.table.depth, EAST: position.field.table.width}[edge]
        if abs(across - line) <= SLACK and low - SLACK <= along <= high + SLACK:
            return
    raise Illegal(f"({x:g}, {y:g}) is on no edge where it may come on", SECTION)


# Finding a move


def straight_way(position: Position, unit: int, mode: Mode, begin: Point, angle: float, inches: float) -> Point | None:
    """Where a straight way in this direction takes a unit, as far as it legally goes; None where that is nowhere."""
    heading = (math.cos(angle), math.sin(angle))
    reach = inches
    if mode != JUMPING:
        far = (begin[0] + heading[0] * inches, begin[1] + heading[1] * inches)
        reach = float(walk(position, unit, (begin, far), inches)[GONE])
    while reach >= 1.0:
        end = rounded((begin[0] + heading[0] * reach, begin[1] + heading[1] * reach))
        try:
            path = (begin, end) if position.conditions[unit].place == WAITING else (end,)
            judge(position, unit, mode, path, None)
        except Illegal:
            reach -= 1.0
        else:
            return end
    return None


# The rule


def move_unit(battle: Battle[Position], unit: int) -> Rule[Moved]:
    """2 Ask for a unit's move and make it."""
    position = battle.position
    yield from position.scenario.before_move(battle, unit)
    moved: Moved = yield Move(position.seen_by(position.unit(unit).side), unit)
    make_move(battle, unit, moved)
    yield from position.scenario.after_move(battle, unit)
    return moved


NEARLY = 0.05
"""16 By how little a full Move may fall short: places are rounded."""


def make_move(battle: Battle[Position], unit: int, moved: Moved) -> None:
    """2 Put a unit where its move ends, and write down how it went."""
    position = battle.position
    condition = position.conditions[unit]
    walked_on = condition.place == WAITING
    if len(moved.path) > 1 or walked_on:
        position.put(unit, moved.end, moved.facing)
    else:
        position.facing[unit] = moved.facing
    condition.mode, condition.inches = PLAIN.get(moved.mode, moved.mode), moved.inches
    if moved.mode in PLAIN:
        condition.add_effect(Effect(moved.mode, until=position.turn))
    in_line = len(moved.path) == 2
    condition.straight = in_line and moved.cost >= move_of(position, unit, condition.mode) - NEARLY
    if battle.recording:
        battle.tell(
            "move",
            _told(position, unit, moved, walked_on=walked_on),
            SECTION,
            unit=unit,
            mode=moved.mode,
            path=moved.path,
        )


WORDS = {
    GROUND: "moves",
    JUMPING: "jumps",
    SPRINT: "sprints",
    CHARGE: "charges",
    DEATH_FROM_ABOVE: "leaps at an enemy for",
}


def _told(position: Position, unit: int, moved: Moved, *, walked_on: bool) -> str:
    name = position.unit(unit).name
    if moved.mode == STANDSTILL:
        return f"{name} stands still"
    x, y = moved.end
    verb = f"comes on and {WORDS[moved.mode]}" if walked_on else WORDS[moved.mode]
    return f"{name} {verb} {moved.inches:.1f} inches to ({x:g}, {y:g})"
