"""3.4, 3.4.4 Flight paths: sections and turns, where they begin and end, and how near they pass to something."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from musterhall.games.the_game.field.field import Field
from musterhall.games.the_game.movement.ways import STRAIGHT
from musterhall.geometry import SLACK, Point, bearing, distance, rounded

MOST_SECTIONS = 60
SHORTEST = 0.1
"""A section has some length; a shorter one has no direction worth the name."""
AT_THE_EDGE = 1.0
"""From this near the way off the table is told by where it leads, not by its heading."""
RED_EDGE, BLUE_EDGE, LEFT_EDGE, RIGHT_EDGE = "Red's edge", "Blue's edge", "the left edge", "the right edge"


# Sections and turns


class Run(NamedTuple):
    """3.4 The straight stretch an aircraft is on: which way, how long, and whether a turn began it."""

    heading: float | None
    length: float = 0.0
    after_turn: bool = False


class Refusal(NamedTuple):
    """Why a path may not be flown."""

    reason: str
    section: str


def section_length(field: Field) -> float:
    """3.4 How long one section may be."""
    return float(field.variants.aircraft_section)


def turn_between(a: float, b: float) -> float:
    """How many degrees it is from one heading to another, either way."""
    return abs((a - b + 180.0) % 360.0 - 180.0)


def last_run(field: Field, path: Sequence[Point], heading: float | None = None) -> Run:
    """3.4 The stretch at the end of a path; `heading` is the one it has to begin with, if that is laid down."""
    run = Run(heading, 0.0, field.variants.entry_is_turn)
    for a, b in pairwise(path):
        run = _gone_on(run, bearing(a, b), distance(a, b))
    return run


def _gone_on(run: Run, heading: float, length: float) -> Run:
    if run.heading is None or turn_between(run.heading, heading) <= STRAIGHT:
        first = heading if run.heading is None else run.heading
        return Run(first, run.length + length, run.after_turn)
    return Run(heading, length, True)


def path_refusal(
    field: Field, minimum: float, flown: Sequence[Point], ahead: Sequence[Point], heading: float | None = None
) -> Refusal | None:
    """3.4, 3.1 Why a path that has come so far may not go on like this, or None.

    Sections have a length, a turn is at the end of one, and between two turns lies the minimum of the type.
    """
    if len(flown) + len(ahead) - 1 > MOST_SECTIONS:
        return Refusal(f"a flight has at most {MOST_SECTIONS} sections", "3.4")
    run = last_run(field, flown, heading)
    for a, b in pairwise((flown[-1], *ahead)):
        length, way = distance(a, b), bearing(a, b)
        longest = section_length(field)
        if length < SHORTEST:
            return Refusal(f"there is no section from {_place(a)} to itself", "3.4")
        if length > longest + SLACK:
            return Refusal(
                f"the section from {_place(a)} to {_place(b)} is {length:.1f} cm long and may be {longest:g}", "3.4"
            )
        refusal = _turn_refusal(field, minimum, run, way, a)
        if refusal is not None:
            return refusal
        run = _gone_on(run, way, length)
    return None


def _turn_refusal(field: Field, minimum: float, run: Run, heading: float, at: Point) -> Refusal | None:
    """3.1, 3.4 Why there may be no such turn here; going straight on is none."""
    turn = 0.0 if run.heading is None else turn_between(run.heading, heading)
    if turn <= STRAIGHT:
        return None
    if run.length == 0.0:
        return Refusal("the first section goes the way that was marked, or that it faces", "3.3.1")
    if run.after_turn and run.length < minimum - SLACK:
        return Refusal(
            f"it turns at {_place(at)} after {run.length:.1f} cm and must fly {minimum:g} straight on", "3.1"
        )
    most = {"free": 180.0, "90": 90.0, "45": 45.0}[field.variants.turn_angle]
    if turn > most + STRAIGHT:
        return Refusal(f"it turns by {turn:.0f} degrees at {_place(at)} and may turn by {most:g}", "3.4")
    return None


def _place(point: Point) -> str:
    return f"{point[0]:g}, {point[1]:g}"


def sections_to(field: Field, start: Point, end: Point) -> list[Point]:
    """The fewest sections that lead straight to a place."""
    parts = max(1, math.ceil((distance(start, end) - SLACK / 2) / section_length(field)))
    steps = [step / parts for step in range(1, parts)]
    between = [(start[0] + (end[0] - start[0]) * s, start[1] + (end[1] - start[1]) * s) for s in steps]
    return [*map(rounded, between), end]


# Edges


def own_edge(side: int) -> str:
    """3.4.4 The edge that an army has behind it: the long one."""
    return (RED_EDGE, BLUE_EDGE)[side]


def edges_at(field: Field, point: Point) -> list[str]:
    """The table edges a place lies on; in a corner there are two."""
    (x, y), table = point, field.table
    gaps = {RED_EDGE: y, BLUE_EDGE: table.depth - y, LEFT_EDGE: x, RIGHT_EDGE: table.width - x}
    return [edge for edge, gap in gaps.items() if abs(gap) <= SLACK] if _about_the_table(field, point) else []


def inside(field: Field, point: Point) -> bool:
    """On the table and not on its edge."""
    x, y = point
    return SLACK < x < field.table.width - SLACK and SLACK < y < field.table.depth - SLACK


def _about_the_table(field: Field, point: Point) -> bool:
    x, y = point
    return -SLACK <= x <= field.table.width + SLACK and -SLACK <= y <= field.table.depth + SLACK


def exit_edge(field: Field, side: int, point: Point) -> str:
    """3.4.4 The edge over which a flight leaves here; in a corner its own, where that is one of the two."""
    edges = edges_at(field, point)
    return own_edge(side) if own_edge(side) in edges else edges[0]


def entry_edges(field: Field, side: int, *, patrol: bool = False) -> list[str]:
    """3.3.1 Over which edges flyers come in: their own, or as a variant any, for all of them or for patrols."""
    anywhere = field.variants.air_entry == "any_edge" or (patrol and field.variants.air_entry == "patrol_any")
    return [RED_EDGE, BLUE_EDGE, LEFT_EDGE, RIGHT_EDGE] if anywhere else [own_edge(side)]


def edge_ahead(field: Field, at: Point, heading: float) -> Point:
    """Where a straight flight from here crosses the table's edge."""
    radians, table = math.radians(heading), field.table
    dx, dy = math.cos(radians), math.sin(radians)
    across = (table.width - at[0] if dx > 0 else at[0]) / abs(dx) if abs(dx) > 1e-9 else math.inf
    along = (table.depth - at[1] if dy > 0 else at[1]) / abs(dy) if abs(dy) > 1e-9 else math.inf
    length = min(across, along)
    x, y = at[0] + dx * length, at[1] + dy * length
    if across <= along:
        x = table.width if dx > 0 else 0.0
    else:
        y = table.depth if dy > 0 else 0.0
    return rounded((min(max(x, 0.0), table.width), min(max(y, 0.0), table.depth)))


class Exit(NamedTuple):
    """3.4.4 Where a path first comes to a table edge, and whether it goes no farther."""

    at: Point
    ends_there: bool


def first_exit(field: Field, path: Sequence[Point]) -> Exit | None:
    """3.4.4 Where a path that has come in leaves the table, or None while it is above it."""
    for number, (a, b) in enumerate(pairwise(path), start=2):
        if not inside(field, b):
            at = b if edges_at(field, b) else edge_ahead(field, a, bearing(a, b))
            return Exit(at, at == b and number == len(path))
    return None


def straight_off(field: Field, flown: Sequence[Point], end: Point, heading: float | None = None) -> bool:
    """3.4.4 Does who is just before an edge leave over it here without a turn?

    Over so short a way the places, which are kept to 0.01 cm, give no heading to go by.
    """
    if not edges_at(field, end) or distance(flown[-1], end) > AT_THE_EDGE:
        return False
    run = last_run(field, flown, heading)
    return run.heading is None or distance(end, edge_ahead(field, flown[-1], run.heading)) <= 2 * SLACK


# How near


def nearest_on_path(path: Sequence[Point], point: Point) -> Point:
    """The place on a path, of one point or more, that is nearest to a point."""
    places = [_nearest_on_section(a, b, point) for a, b in pairwise(path)] or [path[0]]
    return min(places, key=lambda place: distance(place, point))


def _nearest_on_section(a: Point, b: Point, point: Point) -> Point:
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    if square == 0.0:
        return a
    share = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / square
    share = min(1.0, max(0.0, share))
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
