"""Where a unit can get to with a way of moving, and the way there.

`reach(position, unit, mode)` gives all places at once, about an inch apart, with what each costs; `path_to` gives the
legal path to one of them, or to any other place in between.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from musterhall.battle.decisions import Illegal
from musterhall.games.alpha_strike.field.field import EAST, NORTH, SOUTH, WEST
from musterhall.games.alpha_strike.movement.allowance import JUMPING, move_of
from musterhall.games.alpha_strike.movement.costs import Going, going_of
from musterhall.games.alpha_strike.movement.heights import FLIGHT_CLIMB, cost_of_setting_out
from musterhall.games.alpha_strike.movement.judging import Moved, is_clear, judge, road_inches
from musterhall.games.alpha_strike.movement.passing import bases_in_the_way, bases_to_keep_off, flies
from musterhall.games.alpha_strike.movement.search import (
    FAR,
    LEGS,
    first_legs,
    leaps,
    measure_nodes,
    straighten,
    strike_out_ends,
    walks,
)
from musterhall.games.alpha_strike.position.condition import ABOARD, TABLE, WAITING, Mode
from musterhall.games.alpha_strike.position.entry import entry_edges
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Flags, Floats, Ints, Point, rounded

FIRST_LEGS = 16
"""How many nodes lie about a place."""
STEPPING_OFF = 12
"""How many places about a transport are tried by whoever dismounts."""
LEAP_STARTS = 3
"""Every so many nodes of an edge a jump or a flight begins that comes on."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The nodes of a table, and what going from one to another is to some units."""

    xs: Floats
    ys: Floats
    legs: Floats
    """What each leg costs; not a number until it is measured, when a way first leads there."""
    paved: Flags
    stands: Flags
    """Where such a unit can stand."""
    levels: Floats

    def place(self, node: int) -> Point:
        across = len(self.xs)
        return (float(self.xs[node % across]), float(self.ys[node // across]))

    def node(self, place: Point) -> int | None:
        """The node at exactly this place."""
        i, j = int(np.searchsorted(self.xs, place[0] - 1e-6)), int(np.searchsorted(self.ys, place[1] - 1e-6))
        if i == len(self.xs) or j == len(self.ys):
            return None
        there = abs(self.xs[i] - place[0]) < 1e-6 and abs(self.ys[j] - place[1]) < 1e-6
        return j * len(self.xs) + i if there else None


def grid_of(position: Position, going: Going) -> Grid:
    """The grid for units to which the ground is like this, one for all of them."""
    memo, lie = position.field.memo, position.lie
    key = ("grid", going.key, lie.tobytes())
    if key not in memo:
        xs, ys = _lines(position.field.table.width), _lines(position.field.table.depth)
        count = len(xs) * len(ys)
        legs, paved = np.full((count, LEGS), np.nan), np.zeros((count, LEGS), dtype=np.bool_)
        grid = Grid(xs, ys, legs, paved, np.empty(count, dtype=np.bool_), np.empty(count))
        measure_nodes(xs, ys, position.field.ground.around, lie, going.costs, grid.stands, grid.levels)
        memo[key] = grid
    return memo[key]  # type: ignore[no-any-return]


def _lines(length: float) -> Floats:
    """About an inch apart, from edge to edge."""
    return np.round(np.linspace(0.0, length, max(2, round(length) + 1)), 2)


@dataclass(slots=True, eq=False)
class _Found:
    """One search: what each node costs, which node comes before it, and from where the first ones were reached."""

    costs: Floats
    before: Ints
    origins: dict[int, Point]


class Reach:
    """All places that a unit can reach with one way of moving."""

    __slots__ = (
        "_before_it_goes",
        "_beside",
        "_found",
        "_grid",
        "_on_road",
        "_spent",
        "costs",
        "inches",
        "mode",
        "places",
        "position",
        "unit",
    )

    def __init__(self, position: Position, unit: int, mode: Mode, spent: float, beside: Sequence[Point]) -> None:
        self.position, self.unit, self.mode = position, unit, mode
        self._spent, self._beside = spent, beside
        self._grid = grid_of(position, going_of(position, unit))
        self._before_it_goes = 0.0 if self._through_the_air else cost_of_setting_out(position, unit, mode)
        self.inches = max(0.0, move_of(position, unit, mode) - spent - self._before_it_goes)
        """What there is to be spent on the way."""
        self._found = self._search()
        self._on_road = self._search_on_road()
        costs = self._end_costs()
        nodes = np.flatnonzero(np.isfinite(costs))
        across = len(self._grid.xs)
        self.places: Floats = np.column_stack((self._grid.xs[nodes % across], self._grid.ys[nodes // across]))
        """Where it can end, a row each: x and y."""
        self.costs: Floats = costs[nodes]
        """What getting there costs."""

    def __len__(self) -> int:
        return len(self.places)

    def path_to(self, place: Point) -> tuple[Point, ...] | None:
        """The path to a place as an answer says it; None where it cannot end there."""
        moved = self.move_to(place)
        if moved is None:
            return None
        return moved.path[1:] if self.position.conditions[self.unit].place == TABLE else moved.path

    def move_to(self, place: Point) -> Moved | None:
        """The move to a place, found to be legal."""
        for path in self._ways_to(rounded(place)):
            try:
                return judge(self.position, self.unit, self.mode, path, None, spent=self._spent, beside=self._beside)
            except Illegal:
                continue
        return None

    # Searching

    @property
    def _through_the_air(self) -> bool:
        return self.mode == JUMPING or flies(self.position, self.unit)

    def _search(self) -> _Found:
        if self._through_the_air:
            return self._leap()
        return self._walk(self._most_inches(), only_paved=False)

    def _most_inches(self) -> float:
        """With what begins and ends on clear ground of one level, where that gives more."""
        more = move_of(self.position, self.unit, self.mode, clear_move=True) - self._spent - self._before_it_goes
        return float(max(self.inches, more))

    def _search_on_road(self) -> _Found | None:
        """The ways that are paved from end to end, for whoever goes farther there."""
        if self._through_the_air:
            return None
        inches = road_inches(self.position, self.unit, self.mode) - self._spent - self._before_it_goes
        return self._walk(inches, only_paved=True) if inches > self.inches else None

    def _walk(self, inches: float, *, only_paved: bool) -> _Found:
        grid, position, going = self._grid, self.position, going_of(self.position, self.unit)
        found = _Found(np.empty(len(grid.levels)), np.empty(len(grid.levels), dtype=np.int64), {})
        bases = bases_in_the_way(position, self.unit)
        nodes, begun = self._starts(bases, found)
        walks(
            grid.xs,
            grid.ys,
            grid.legs,
            grid.paved,
            only_paved,
            float(inches),
            nodes,
            begun,
            bases,
            position.field.ground.around,
            position.lie,
            going.costs,
            going.climb,
            found.costs,
            found.before,
        )
        return found

    def _starts(self, bases: Floats, found: _Found) -> tuple[Ints, Floats]:
        """The nodes from which it goes on, and what it has cost to get there."""
        position, grid = self.position, self._grid
        if position.conditions[self.unit].place == WAITING:
            nodes = np.array(self._edge_nodes(), dtype=np.int64)
            return nodes, np.zeros(len(nodes))
        going = going_of(position, self.unit)
        best: dict[int, float] = {}
        for begin in self._begins():
            nodes, begun = np.empty(FIRST_LEGS, dtype=np.int64), np.empty(FIRST_LEGS)
            around = position.field.ground.around
            count = first_legs(
                *begin, grid.xs, grid.ys, around, position.lie, going.costs, going.climb, bases, nodes, begun
            )
            for node, cost in zip(nodes[:count].tolist(), begun[:count].tolist(), strict=True):
                if cost < best.get(node, FAR):
                    best[node] = cost
                    found.origins[node] = begin
        return np.array(list(best), dtype=np.int64), np.array(list(best.values()))

    def _begins(self) -> Sequence[Point]:
        """Where it begins: where it stands, or about its transport."""
        position = self.position
        condition = position.conditions[self.unit]
        if condition.place != ABOARD:
            return (position.at(self.unit),)
        apart = position.unit(condition.carrier).radius + position.unit(self.unit).radius
        return [
            rounded((x + apart * math.cos(angle), y + apart * math.sin(angle)))
            for x, y in (self._beside or (position.at(condition.carrier),))
            for angle in (2 * math.pi * step / STEPPING_OFF for step in range(STEPPING_OFF))
        ]

    def _edge_nodes(self) -> list[int]:
        """13.6 The nodes on the edges where it may come on."""
        grid, across = self._grid, len(self._grid.xs)
        last = len(grid.ys) - 1
        found: list[int] = []
        for edge, low, high in entry_edges(self.position, self.unit):
            lines = grid.xs if edge in (NORTH, SOUTH) else grid.ys
            places = np.flatnonzero((lines >= low - 1e-6) & (lines <= high + 1e-6)).tolist()
            first, step = {NORTH: (0, 1), SOUTH: (last * across, 1), WEST: (0, across), EAST: (across - 1, across)}[
                edge
            ]
            found += [first + place * step for place in places]
        return found

    def _leap(self) -> _Found:
        """2 Straight through the air to all nodes at once."""
        position, grid, unit = self.position, self._grid, self.unit
        edition, ground = position.field.edition, position.field.ground
        found = _Found(np.full(len(grid.levels), FAR), np.full(len(grid.levels), -1, dtype=np.int64), {})
        waits = position.conditions[unit].place == WAITING
        begins = [grid.place(node) for node in self._edge_nodes()[::LEAP_STARTS]] if waits else self._begins()
        flight = self.mode != JUMPING
        for number, begin in enumerate(begins):
            base = ground.level_at(position.lie, begin)
            clears = FAR if flight else base + move_of(position, unit, JUMPING) * edition.jump_height_share
            if flight:
                base = base + edition.flight_height if waits else float(position.level[unit])
            found.origins[number] = begin
            leaps(
                *begin,
                base,
                clears,
                FLIGHT_CLIMB if flight else 0.0,
                edition.flight_height if flight else 0.0,
                float(self.inches),
                grid.xs,
                grid.ys,
                grid.stands,
                grid.levels,
                ground.outlines,
                position.lie,
                found.costs,
                found.before,
                number,
            )
        return found

    def _end_costs(self) -> Floats:
        """What each node costs where it may end, and infinity elsewhere."""
        position, grid = self.position, self._grid
        costs = self._found.costs.copy()
        if self._most_inches() > self.inches and not self._through_the_air:
            for node in np.flatnonzero(np.isfinite(costs) & (costs > self.inches)).tolist():
                if not is_clear(position, grid.place(node)) or grid.levels[node] != position.level[self.unit]:
                    costs[node] = FAR
        if self._on_road is not None:
            costs = np.minimum(costs, self._on_road.costs)
        table = position.field.table
        radius = position.unit(self.unit).radius
        strike_out_ends(
            grid.xs, grid.ys, radius, table.width, table.depth, bases_to_keep_off(position, self.unit), costs
        )
        return costs

    # The way there

    def _ways_to(self, place: Point) -> Any:
        """Paths that may be legal, the likeliest first."""
        for found, only_paved in ((self._found, False), (self._on_road, True)):
            if found is None:
                continue
            nodes = self._nodes_to(found, place)
            if nodes is None:
                continue
            if self._through_the_air:
                yield self._as_said([found.origins[int(found.before[nodes[-1]])], place])
                continue
            points = [self._grid.place(node) for node in nodes]
            if nodes[0] in found.origins:
                points.insert(0, found.origins[nodes[0]])
            if points[-1] != place:
                points.append(place)
            yield self._as_said(self._straight(points, only_paved=only_paved))
        if self.position.conditions[self.unit].place == TABLE:
            yield (place,)

    def _as_said(self, points: Sequence[Point]) -> tuple[Point, ...]:
        at_once = tuple(point for k, point in enumerate(points) if k == 0 or point != points[k - 1])
        return at_once[1:] if self.position.conditions[self.unit].place == TABLE else at_once

    def _nodes_to(self, found: _Found, place: Point) -> list[int] | None:
        """The nodes on the cheapest way to a place."""
        node = self._grid.node(place)
        if node is None or not math.isfinite(found.costs[node]):
            node = self._nearest_node(found, place)
        if node is None:
            return None
        if self._through_the_air:
            return [node]
        nodes = [node]
        while int(found.before[nodes[-1]]) != nodes[-1]:
            nodes.append(int(found.before[nodes[-1]]))
        return nodes[::-1]

    def _nearest_node(self, found: _Found, place: Point) -> int | None:
        """The node from which a place that is none is reached most cheaply."""
        position, grid = self.position, self._grid
        going = going_of(position, self.unit)
        nodes, legs = np.empty(FIRST_LEGS, dtype=np.int64), np.empty(FIRST_LEGS)
        bases = bases_in_the_way(position, self.unit)
        around = position.field.ground.around
        count = first_legs(*place, grid.xs, grid.ys, around, position.lie, going.costs, going.climb, bases, nodes, legs)
        totals = found.costs[nodes[:count]] + legs[:count]
        best = int(np.argmin(totals)) if count else -1
        return int(nodes[best]) if count and math.isfinite(totals[best]) else None

    def _straight(self, points: list[Point], *, only_paved: bool) -> list[Point]:
        position = self.position
        going = going_of(position, self.unit)
        kept = np.empty(len(points) + 1, dtype=np.int64)
        count = straighten(
            np.array(points),
            only_paved,
            position.field.ground.around,
            position.lie,
            going.costs,
            going.climb,
            bases_in_the_way(position, self.unit),
            kept,
        )
        return [points[k] for k in kept[:count].tolist()]


def reach(position: Position, unit: int, mode: Mode, *, spent: float = 0.0, beside: Sequence[Point] = ()) -> Reach:
    """2 Where a unit can get to in this way; `spent` and `beside` as `judge` has them."""
    return Reach(position, unit, mode, spent, beside)
