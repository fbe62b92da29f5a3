"""Where a unit may go, and the answer that takes it there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from musterhall.battle.decisions import Answer
from musterhall.games.alpha_strike.agents.weighing import (
    DASH,
    INCHES,
    LEAP,
    MODE,
    STAND,
    WALK,
    X,
    Y,
    star,
)
from musterhall.games.alpha_strike.field.field import NORTH, SOUTH, WEST
from musterhall.games.alpha_strike.field.ground import TOUCH
from musterhall.games.alpha_strike.movement.allowance import (
    GROUND,
    JUMPING,
    SPRINT,
    STANDSTILL,
    move_of,
)
from musterhall.games.alpha_strike.movement.costs import going_of
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.movement.passing import bases_about, bases_in_the_way
from musterhall.games.alpha_strike.movement.reach import reach
from musterhall.games.alpha_strike.position.condition import WAITING, Mode
from musterhall.games.alpha_strike.position.entry import entry_edges
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Floats, Point, bearing, rounded

WHOLE, PARTS = np.array([1.0]), np.array([1.0, 0.6, 0.3])
MODES: tuple[Mode, ...] = (STANDSTILL, GROUND, JUMPING, SPRINT)
"""By the number that the compiled functions use."""
MOST_PLACES = 200
ROUND = 3
"""How many places are taken of those that lie by the way round."""
A_STEP = 1.5
"""Places that can be reached lie an inch apart; from so near a unit steps up to its goal."""
MARGIN = 1.5
"""How far from a corner of the table a unit walks on."""


class Going:
    """The places that a unit can get to, in one straight move or by the way round, and the answers that say so."""

    def __init__(self, view: Position, decision: Move, start: Point | None = None) -> None:
        self.view, self.decision, self.unit = view, decision, decision.unit
        self.walks_on = view.conditions[self.unit].place == WAITING
        self.begin = measured(start if start is not None else view.at(self.unit))
        self.places: Floats = np.empty((MOST_PLACES, 4))
        self.count = 0
        self._said: dict[int, Mode] = {}
        """The rows that are more than a walk or a leap: a charge, death from above."""
        self._contacts: set[int] = set()
        """The rows from which an enemy is struck."""
        self._paths: dict[int, tuple[Point, ...]] = {}
        """The way to those that do not lie straight ahead."""
        if not self.walks_on and STANDSTILL in decision.modes:
            self.places[0] = (*self.begin, STAND, 0.0)
            self.count = 1
        self._bases = bases_in_the_way(view, self.unit)
        self._others = _others(view, self.unit)
        radius, table = view.unit(self.unit).radius, view.field.table
        self._edges = np.array([radius, radius, table.width - radius, table.depth - radius])

    def add(self, modes: Sequence[int], shares: Floats, to: Point, near: float = 0.0) -> None:
        """Add the places about the unit for these ways to move, and those on the way to a point and just near to it."""
        ground, view = self.view.field.ground, self.view
        going = going_of(view, self.unit)
        for mode in modes:
            if MODES[mode] in self.decision.modes:
                self.count = star(
                    *self.begin,
                    *to,
                    near,
                    shares,
                    float(move_of(view, self.unit, MODES[mode])),
                    mode,
                    ground.around,
                    view.lie,
                    going.costs,
                    going.climb,
                    self._bases,
                    self._others,
                    self._edges,
                    self.places,
                    self.count,
                )

    def add_round(self, mode: int, to: Point, near: float) -> None:
        """Add the places nearest to a point of all that can be reached, by whatever way leads there."""
        if MODES[mode] not in self.decision.modes:
            return
        found = reach(self.view, self.unit, MODES[mode], beside=self.decision.beside)
        off = np.hypot(found.places[:, 0] - to[0], found.places[:, 1] - to[1])
        for node in np.argsort(off, kind="stable")[:ROUND].tolist():
            end = (float(found.places[node, 0]), float(found.places[node, 1]))
            if near < off[node] < near + A_STEP:
                share = (near - TOUCH / 2) / float(off[node])
                end = rounded((to[0] + (end[0] - to[0]) * share, to[1] + (end[1] - to[1]) * share))
            path = found.path_to(end)
            if path is not None and self.count < MOST_PLACES:
                self.places[self.count] = (*end, mode, float(found.costs[node]))
                self._paths[self.count] = path
                self.count += 1

    def add_contact(self, mode: int, end: Point, said: Mode) -> int:
        """Add a place in contact with an enemy, and how the move there is called; its row, or -1 for no room."""
        if self.count == MOST_PLACES:
            return -1
        self.places[self.count] = (*end, mode, math.dist(self.begin, end))
        if said != MODES[mode]:
            self._said[self.count] = said
        self._contacts.add(self.count)
        self.count += 1
        return self.count - 1

    def mode_to(self, place: int) -> Mode:
        """How the move to a place is called."""
        return self._said.get(place, MODES[int(self.places[place, MODE])])

    def is_contact(self, place: int) -> bool:
        """Whether a place is in contact with an enemy, for a blow."""
        return place in self._contacts

    def answer(self, best_first: Sequence[int], facing_to: Point | None) -> Answer:
        """The first of these places that the rules allow; else any legal move."""
        return self.choice(best_first, lambda _: facing_to)[0]

    def choice(self, best_first: Sequence[int], facing_to: Callable[[int], Point | None]) -> tuple[Answer, int]:
        """The same with the place that was taken, -1 for none of these; each place has its own way to face."""
        for place in best_first:
            answer = self._answer(place, facing_to(place))
            if self.decision.legal(answer):
                return answer, place
        return next(self._others_first()), -1

    def _answer(self, place: int, facing_to: Point | None) -> dict[str, object]:
        row = self.places[place]
        end = (float(row[X]), float(row[Y]))
        mode = self.mode_to(place)
        path = self._path_to(place, end, mode)
        answer: dict[str, object] = {"mode": mode, "path": path}
        if facing_to is not None and facing_to != end:
            answer["facing"] = round(bearing(end, facing_to), 1)
        return answer

    def _path_to(self, place: int, end: Point, mode: Mode) -> list[list[float]]:
        if place in self._paths:
            return [list(point) for point in self._paths[place]]
        path = [] if mode == STANDSTILL else [list(end)]
        return [list(self.begin), *path] if self.walks_on else path

    def _others_first(self) -> Iterator[Answer]:
        """Any legal move: those that go somewhere before standing still."""
        still = None
        for answer in self.decision.options():
            if answer["mode"] != STANDSTILL:
                yield answer
            still = answer
        yield still if still is not None else {"mode": STANDSTILL, "path": []}


def measured(place: Point) -> Point:
    """A place as compiled functions take it: they are compiled anew for whole numbers, which takes seconds."""
    return (float(place[0]), float(place[1]))


def _others(view: Position, unit: int) -> Floats:
    """Everybody on whose base the unit may not end."""
    return bases_about(view, unit, [other for other in view.everybody_on_table() if other != unit])


def entry_point(view: Position, unit: int) -> Point:
    """Where a unit walks on: its side's units are spread along the longest edge that is open to them."""
    edge, low, high = max(entry_edges(view, unit), key=lambda one: one[2] - one[1])
    own = view.field.of_side[view.unit(unit).side]
    share = (own.index(unit) + 0.5) / len(own)
    return _on_edge(view, edge, low + (high - low) * share)


def home_from(view: Position, unit: int, at: Point) -> Point:
    """Where a unit that goes straight home touches its edge."""
    one = view.unit(unit)
    home, inwards = view.field.home_y(one.side), 1 if one.side == 0 else -1
    return (at[0], home + inwards * (one.radius + TOUCH / 2))


def entry_towards(view: Position, unit: int, to: Point) -> Point:
    """Where a unit walks on that wants to get to a place: the nearest point of the edges that are open to it."""
    starts = []
    for edge, low, high in entry_edges(view, unit):
        along = to[0] if edge in (NORTH, SOUTH) else to[1]
        starts.append(_on_edge(view, edge, min(max(along, low + MARGIN), high - MARGIN)))
    return min(starts, key=lambda at: math.hypot(at[0] - to[0], at[1] - to[1]))


def _on_edge(view: Position, edge: str, along: float) -> Point:
    """A place on an edge of the table."""
    table = view.field.table
    if edge in (NORTH, SOUTH):
        return (along, 0.0 if edge == NORTH else table.depth)
    return (0.0 if edge == WEST else table.width, along)


__all__ = [
    "DASH",
    "INCHES",
    "LEAP",
    "PARTS",
    "STAND",
    "WALK",
    "WHOLE",
    "Going",
    "entry_point",
    "entry_towards",
    "home_from",
    "measured",
]
