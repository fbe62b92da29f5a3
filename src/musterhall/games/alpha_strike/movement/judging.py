"""Whether a unit may move as it says, and what that costs it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from musterhall.battle.decisions import Illegal
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
    highest_below,
    way,
)
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.allowance import DROPPING, JUMPING, STANDSTILL, move_of
from musterhall.games.alpha_strike.movement.costs import going_of, without_walls
from musterhall.games.alpha_strike.movement.heights import (
    FLIGHT_CLIMB,
    climbing_cost,
    height_above,
    height_at_end,
    is_on_a_roof,
)
from musterhall.games.alpha_strike.movement.leaving import edges_reached, exit_edges
from musterhall.games.alpha_strike.movement.passing import bases_in_the_way, enemies_in_the_way, flies, overlaps
from musterhall.games.alpha_strike.movement.zones import zone_facts
from musterhall.games.alpha_strike.position.condition import ABOARD, TABLE, WAITING, Mode
from musterhall.games.alpha_strike.position.entry import entry_edges
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of, say_of
from musterhall.geometry import SLACK, Floats, Point, bearing, distance_to_path, path_length

SECTION = "2"
ON_PAVEMENT: Moment[Callable[[Position, int], bool]] = Moment("going on pavement", SECTION)
"""Whether an ability gives a unit what pavement gives tracked and wheeled ones."""
STEP_OFF = 0.1
"""How exactly the first point of whoever dismounts lies beside the transport."""


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
    mount: int = NOBODY
    """The unit that it goes aboard at the end."""
    leaves_by: str = ""
    """The edge by which it leaves the table."""
    hull_down: bool = False
    height: float | None = None
    """How high above the ground it ends; None for what is usual."""
    from_roof: bool = False
    """Whether it began on top of a building, through which it breaks no way."""

    @property
    def end(self) -> Point:
        return self.path[-1]


def judge(
    position: Position,
    unit: int,
    mode: Mode,
    path: tuple[Point, ...],
    facing: float | None,
    *,
    spent: float = 0.0,
    beside: Sequence[Point] = (),
    height: float | None = None,
) -> Moved:
    """2 The move as the rules take it, or `Illegal` with the reason.

    `spent` are inches that something else at its end costs: mounting. Who is aboard begins beside its transport, or
    with `beside` next to any point of that path. `height` is how high above the ground it wants to end.
    """
    place = position.conditions[unit].place
    if place == TABLE:
        path = (position.at(unit), *path)
    elif mode == DROPPING:
        if len(path) != 1:
            raise Illegal("A unit that drops names the one place where it is to land", SECTION)
    elif place == ABOARD:
        _check_step_off(position, unit, path, beside)
    else:
        _check_entry(position, unit, path)
    if mode == STANDSTILL:
        if len(path) > 1:
            raise Illegal("A unit that stands still goes nowhere; leave the path out", SECTION)
        if height is not None:
            raise Illegal(
                "A unit that stands still stays as high as it is; move it on the ground to change that", SECTION
            )
        if place == ABOARD:
            _check_stays_there(position, unit, path[-1])
        return Moved(mode, path, _facing(position, unit, path, facing), 0.0, 0.0)
    inches = path_length(path)
    height = height_at_end(position, unit, mode, path, height) if mode != DROPPING else None
    cost = _cost_of(position, unit, mode, path, spent, height)
    _check_end(position, unit, path[-1], may_overlap=spent > 0 or mode == DROPPING)
    rises = abs(height - height_above(position, unit)) if height is not None and place == TABLE else 0.0
    if inches + rises < position.field.edition.standstill_below and place != WAITING:
        mode = STANDSTILL
    return Moved(
        mode,
        path,
        _facing(position, unit, path, facing),
        inches,
        cost,
        height=height,
        from_roof=is_on_a_roof(position, unit),
    )


def _facing(position: Position, unit: int, path: Sequence[Point], facing: float | None) -> float:
    """The way it faces: as it said, else the way it went last."""
    if facing is not None:
        return facing % 360.0
    return bearing(path[-2], path[-1]) if len(path) > 1 and path[-1] != path[-2] else float(position.facing[unit])


def _cost_of(
    position: Position, unit: int, mode: Mode, path: Sequence[Point], spent: float, height: float | None
) -> float:
    if mode == DROPPING:
        _check_landing(position, unit, path[-1])
        return 0.0
    if mode == JUMPING:
        return jump_cost(position, unit, path, spent, height or 0.0)
    if flies(position, unit):
        return flight_cost(position, unit, mode, path, spent, height)
    return _walk(position, unit, mode, path, spent, climbing_cost(position, unit, mode, path, height))


# On the ground


def _walk(position: Position, unit: int, mode: Mode, path: Sequence[Point], spent: float, climbs: float) -> float:
    """2 What a way on the ground costs."""
    found = walk(position, unit, path)
    name = position.unit(unit).name
    if found[BLOCKED_BY] != NOTHING:
        enemy = position.unit(enemies_in_the_way(position, unit)[int(found[BLOCKED_BY])])
        raise Illegal(f"{name} cannot pass through {enemy.name}", SECTION)
    if found[TOO_STEEP] != NOTHING:
        raise Illegal(f"{name} cannot take a step of {found[TOO_STEEP]:g} inches", SECTION)
    if found[GONE] + SLACK < path_length(path):
        raise Illegal(f"{name} cannot enter {_barrier(position, int(found[BARRED_BY]))}", SECTION)
    allowed = allowance(position, unit, mode, path, found)
    cost = float(found[INCHES]) + spent + climbs
    least = position.field.edition.least_move if allowed > 0 and not spent else 0
    if cost > allowed + SLACK and path_length(path) > least + SLACK:
        raise Illegal(f"{name} has {allowed} inches for this way of moving, and this takes {cost:.1f}", SECTION)
    return cost


def walk(position: Position, unit: int, path: Sequence[Point]) -> Floats:
    """What `way` finds out about a unit's path on the ground."""
    found = np.empty(6)
    going = going_of(position, unit)
    ground = position.field.ground
    bases = bases_in_the_way(position, unit)
    costs = without_walls(going.costs) if is_on_a_roof(position, unit) else going.costs
    way(np.array(path), ground.around, position.lie, costs, going.climb, bases, found)
    return found


def allowance(position: Position, unit: int, mode: Mode, path: Sequence[Point], found: Floats) -> int:
    """2 The inches for a way that was measured: a road and clear ground may give more, a zone of control less."""
    on_road = found[GONE] > 0 and found[PAVED_INCHES] + SLACK >= found[GONE]
    zone = zone_facts(position, unit, path)
    if on_road:
        return road_inches(position, unit, mode, **zone)
    if "clear_move" not in say_of(position, unit).asks("move"):  # finding it out takes a while
        return move_of(position, unit, mode, **zone)
    clear = is_clear(position, path[0]) and is_clear(position, path[-1]) and _on_one_level(position, path)
    return move_of(position, unit, mode, clear_move=clear, **zone)


def road_inches(position: Position, unit: int, mode: Mode, **more: Any) -> int:
    """2 The inches for a way that is paved from end to end: tracked and wheeled units have more there."""
    gains = bool(position.unit(unit).card.moves.keys() & {"t", "w"})
    gains = gains or any(fits(position, unit) for _, fits in ON_PAVEMENT.of(abilities_of(position, unit)))
    bonus = position.field.edition.pavement_bonus if gains else 0
    return move_of(position, unit, mode, bonus=bonus, move_terrain=("pavement",), **more)


@ON_PAVEMENT.acted_by("terrain_master_drag_racer")
def _races(position: Position, unit: int) -> bool:
    """17 What pavement gives is a Drag Racer's, whatever his vehicle runs on."""
    return position.unit(unit).is_vehicle


def is_clear(position: Position, place: Point) -> bool:
    """16 Whether a place is clear ground."""
    kinds = position.field.ground.kinds_at(position.lie, place)
    return all("clear" in kind.fact for kind in kinds)


def _on_one_level(position: Position, path: Sequence[Point]) -> bool:
    ground = position.field.ground
    return ground.level_at(position.lie, path[0]) == ground.level_at(position.lie, path[-1])


def _barrier(position: Position, piece: int) -> str:
    if piece < 0:
        return "open ground"
    return f"{position.field.ground.kind_of(position.lie, piece).title} ({position.field.ground.pieces[piece].name})"


# Through the air


def jump_cost(position: Position, unit: int, path: Sequence[Point], spent: float = 0.0, height: float = 0.0) -> float:
    """2 A jump is as long as it is, whatever lies below, but for what is too high or cannot be stood on."""
    name, cost, edition = position.unit(unit).name, path_length(path) + spent, position.field.edition
    if edition.jump_straight and len(path) > 2:
        raise Illegal(f"{name} jumps in one straight line", SECTION)
    allowed = move_of(position, unit, JUMPING)
    if cost > allowed + SLACK:
        raise Illegal(f"{name} jumps {allowed} inches, and this takes {cost:.1f}", SECTION)
    _check_landing(position, unit, path[-1])
    ground = position.field.ground
    begins = (
        float(position.level[unit]) if position.conditions[unit].on_table else ground.level_at(position.lie, path[0])
    )
    ends = ground.level_at(position.lie, path[-1]) + height
    rise = max(_highest(position, path), ends) - begins
    if rise > allowed * edition.jump_height_share + SLACK:
        clears = allowed * edition.jump_height_share
        raise Illegal(f"{name} clears {clears:g} inches of height, and not {rise:g}", SECTION)
    return cost


def flight_cost(
    position: Position, unit: int, mode: Mode, path: Sequence[Point], spent: float = 0.0, height: float | None = None
) -> float:
    """2 A VTOL flies over everything; each inch that it climbs or sinks on its way costs two more."""
    name, edition = position.unit(unit).name, position.field.edition
    begin, end = (position.field.ground.level_at(position.lie, place) for place in (path[0], path[-1]))
    begins = float(position.level[unit]) if position.conditions[unit].on_table else begin + edition.flight_height
    ends = end + (edition.flight_height if height is None else height)
    highest = max(begins, ends, _highest(position, path))
    cost = path_length(path) + FLIGHT_CLIMB * ((highest - begins) + (highest - ends)) + spent
    allowed = move_of(position, unit, mode)
    if cost > allowed + SLACK:
        raise Illegal(f"{name} has {allowed} inches for this way of moving, and this takes {cost:.1f}", SECTION)
    return cost


def _highest(position: Position, path: Sequence[Point]) -> float:
    """How high the highest thing reaches below a way through the air, the ground at its end included."""
    outlines = position.field.ground.outlines
    highest = position.field.ground.level_at(position.lie, path[-1])
    for (ax, ay), (bx, by) in pairwise(path):
        highest = highest_below(ax, ay, bx, by, outlines, position.lie, highest)
    return float(highest)


def _check_landing(position: Position, unit: int, place: Point) -> None:
    barred = cannot_stand_in(position, unit, place)
    if barred:
        raise Illegal(f"{position.unit(unit).name} cannot land in {barred}", SECTION)


def cannot_stand_in(position: Position, unit: int, place: Point) -> str:
    """2 What at a place a unit cannot stand in; empty where it can stand."""
    costs = going_of(position, unit).costs
    ground = position.field.ground
    kinds = [ground.kind_of(position.lie, piece) for piece in ground.pieces_at(place)]
    if any(kind.paved for kind in kinds):
        kinds = [kind for kind in kinds if kind.paved or kind.solid]
    return next((kind.title for kind in kinds if math.isinf(costs[kind.number])), "" if kinds else _open(costs))


def _open(costs: Floats) -> str:
    return "open ground" if math.isinf(costs[0]) else ""


# Where it begins and ends


def _check_end(position: Position, unit: int, end: Point, *, may_overlap: bool) -> None:
    radius, table = position.unit(unit).radius, position.field.table
    inside = min(end[0], table.width - end[0], end[1], table.depth - end[1])
    if inside + SLACK < radius and not _may_go_past(position, unit, end):
        raise Illegal("The base must end wholly on the table", SECTION)
    if may_overlap or position.field.edition.bases_may_overlap:
        return
    other = overlaps(position, unit, end)
    if other is not None:
        raise Illegal(f"It would end on the base of {position.unit(other).name}", SECTION)


def _may_go_past(position: Position, unit: int, end: Point) -> bool:
    """13.4 Whether a unit leaves there, by the reading that has its whole base cross the edge."""
    if position.field.edition.leaves_on != "whole_base":
        return False
    return bool(exit_edges(position, unit) & edges_reached(position, unit, end))


def _check_entry(position: Position, unit: int, path: Sequence[Point]) -> None:
    """13.6 Whoever walks on begins on an edge that is open to it."""
    if len(path) < 2:
        raise Illegal("A unit that walks on goes from a point on its edge to where it ends", "13.6")
    x, y = path[0]
    for edge, low, high in entry_edges(position, unit):
        across, along = (y, x) if edge in (NORTH, SOUTH) else (x, y)
        line = {NORTH: 0.0, WEST: 0.0, SOUTH: position.field.table.depth, EAST: position.field.table.width}[edge]
        if abs(across - line) <= SLACK and low - SLACK <= along <= high + SLACK:
            return
    raise Illegal(f"({x:g}, {y:g}) is on no edge where it may come on", "13.6")


def _check_step_off(position: Position, unit: int, path: Sequence[Point], beside: Sequence[Point]) -> None:
    """2 Whoever dismounts begins in contact with its transport."""
    carrier = position.conditions[unit].carrier
    if not path:
        raise Illegal("A unit that dismounts names the place beside its transport where it begins", SECTION)
    apart = position.unit(carrier).radius + position.unit(unit).radius
    along = beside or (position.at(carrier),)
    if abs(distance_to_path(path[0], along) - apart) > STEP_OFF + TOUCH:
        raise Illegal(f"It steps off in contact with the base of {position.unit(carrier).name}", SECTION)


def _check_stays_there(position: Position, unit: int, place: Point) -> None:
    """2 Whoever steps off and goes no farther can stand there, and on nobody's base."""
    if barred := cannot_stand_in(position, unit, place):
        raise Illegal(f"{position.unit(unit).name} cannot stand in {barred}", SECTION)
    _check_end(position, unit, place, may_overlap=False)
